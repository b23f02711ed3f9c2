//go:build !linux

package confine

import "runtime"

// Filter returns why a program that Child starts would have no seccomp filter here.
func Filter() string { return "not available on " + runtime.GOOS }
