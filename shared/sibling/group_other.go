//go:build !unix

package sibling

import "os/exec"

// inGroup does nothing here: the program alone is killed with the context.
func inGroup(*exec.Cmd) {}

func endGroup(*exec.Cmd) {}
