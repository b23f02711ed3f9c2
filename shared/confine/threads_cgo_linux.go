//go:build linux && cgo

package confine

import (
	"syscall"

	"kernel.org/pub/linux/libs/security/libcap/psx"
)

// allThreads makes a system call on every thread of the process. If C code is linked, as in every program built for the
// race detector, there may be threads that the runtime does not know, and the runtime refuses; psx knows them.
func allThreads(trap, a1, a2, a3 uintptr) syscall.Errno {
	_, _, errno := psx.Syscall6(trap, a1, a2, a3, 0, 0, 0) // prctl(2) requires zeros for unused arguments
	return errno
}
