package confine

import (
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Filter says why what Child starts would have no seccomp filter here, "" where
// it has one. It changes nothing: the kernel is asked for an answer that the
// filter gives.
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
