//go:build linux && !cgo

package confine

import "syscall"

// allThreads makes a system call on every thread of the process, including those of the runtime.
func allThreads(trap, a1, a2, a3 uintptr) syscall.Errno {
	_, _, errno := syscall.AllThreadsSyscall(trap, a1, a2, a3)
	return errno
}
