//go:build !unix

package sibling

import (
	"os"
	"os/exec"
)

// Exec runs path with argv, whose first element is the program's own name, and returns its exit status, because this
// system cannot replace a process. It is an error if the program could not be started.
func Exec(path string, argv []string) (int, error) { return Run(path, argv) }

func status(s *os.ProcessState) int { return s.ExitCode() }

// inGroup does nothing here: when the context ends, only the program itself is killed.
func inGroup(*exec.Cmd) {}

func together(*exec.Cmd) {}

func endGroup(*exec.Cmd) {}
