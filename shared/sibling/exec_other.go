//go:build !unix

package sibling

import "os"

// Exec runs path with argv, whose first element is the program's own name, and
// gives its exit status, for this system cannot replace a process; elsewhere it
// does not return. The error is that of a program which could not be started.
func Exec(path string, argv []string) (int, error) { return Run(path, argv) }

func status(s *os.ProcessState) int { return s.ExitCode() }
