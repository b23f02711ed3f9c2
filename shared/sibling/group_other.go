//go:build !unix

package sibling

import "os/exec"

// inGroup does nothing here: when the context ends, only the program itself is killed.
func inGroup(*exec.Cmd) {}

func endGroup(*exec.Cmd) {}
