//go:build !windows

package cause

import "syscall"

// words has nothing to replace: the system's own words are the model.
func words(syscall.Errno) string { return "" }
