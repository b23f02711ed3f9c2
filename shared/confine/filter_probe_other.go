//go:build !linux

package confine

import "runtime"

// Filter says why what Child starts would have no seccomp filter here, "" where
// it has one.
func Filter() string { return "not available on " + runtime.GOOS }
