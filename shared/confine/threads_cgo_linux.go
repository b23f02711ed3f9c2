//go:build linux && cgo

package confine

import (
	"syscall"

	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// allThreads makes a system call on every thread of the process. Where C code is
// linked, as every race-built program has it, threads may exist that the runtime
// does not know, and it refuses; psx knows them.
func allThreads(trap, a1, a2, a3 uintptr) syscall.Errno {
	_, _, errno := psx.Syscall6(trap, a1, a2, a3, 0, 0, 0) // prctl(2) wants zeros where it takes nothing
	return errno
}
