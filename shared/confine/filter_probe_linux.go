package confine

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Filter returns why a program that Child starts would have no seccomp filter here, or "" if it
// would have one. It changes nothing: it asks the kernel whether it supports an action that the
// filter uses.
func Filter() string {
	if seccompFilter(false) == nil {
		return "none is known for " + runtime.GOARCH
	}
	action := uint32(answerEPERM) &^ unix.SECCOMP_RET_DATA
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if errno != 0 {
		return "seccomp: " + errno.Error()
	}
	return ""
}
