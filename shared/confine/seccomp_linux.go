package confine

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data (linux/seccomp.h): what a filter looks at.
// Arguments are 64 bits wide; on the little-endian machines that have a filter
// here the low half, which holds the flags, comes first.
const (
	dataNumber = 0
	dataArch   = 4
	dataArgs   = 16
)

// An abi is what a filter must know about one architecture: how system calls
// of other architectures are told apart, and the numbers of its own. A number
// of -1 is a call that the architecture does not have.
type abi struct {
	audit  uint32 // AUDIT_ARCH_*
	x32Bit uint32 // set in the number of a call of amd64's second ABI; 0 elsewhere

	open, openat, openat2, openByHandle int
	truncate, ftruncate, ioUringSetup   int
}

// program gives the filter, in classic BPF, that leaves no way to truncate a
// file which Landlock's WRITE_FILE does not already govern:
//
//   - O_TRUNC with an access mode that writes is Landlock's; with O_RDONLY, and
//     with the mode 3 that neither reads nor writes, it is denied here;
//   - truncate(2) and ftruncate(2) are denied;
//   - openat2(2) has its flags behind a pointer, where a filter cannot look. It
//     answers ENOSYS, on which callers fall back to openat(2);
//   - io_uring opens files past any filter and is denied;
//   - calls of another architecture answer ENOSYS: their numbers mean other
//     things, and a filter that passed them could be walked round.
//
// Whatever does not depend on arguments the kernel answers from a bitmap (since
// 5.11) without running the filter; the opens stand first for they do run it.
func program(a abi) []unix.SockFilter {
	const (
		load = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		jeq  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		jge  = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
		jset = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		and  = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
		ret  = unix.BPF_RET | unix.BPF_K

		pass    = unix.SECCOMP_RET_ALLOW
		denied  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
		unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	)
	p := []unix.SockFilter{
		{Code: load, K: dataArch},
		{Code: jeq, K: a.audit, Jt: 1},
		{Code: ret, K: unknown},
		{Code: load, K: dataNumber},
	}
	if a.x32Bit != 0 {
		p = append(p,
			unix.SockFilter{Code: jge, K: a.x32Bit, Jf: 1},
			unix.SockFilter{Code: ret, K: unknown})
	}
	opens := func(nr, flagsArg int) {
		if nr < 0 {
			return
		}
		p = append(p,
			unix.SockFilter{Code: jeq, K: uint32(nr), Jf: 7},
			unix.SockFilter{Code: load, K: uint32(dataArgs + 8*flagsArg)},
			unix.SockFilter{Code: jset, K: unix.O_TRUNC, Jf: 3},
			unix.SockFilter{Code: and, K: unix.O_ACCMODE},
			unix.SockFilter{Code: jeq, K: unix.O_WRONLY, Jt: 1},
			unix.SockFilter{Code: jeq, K: unix.O_RDWR, Jf: 1},
			unix.SockFilter{Code: ret, K: pass},
			unix.SockFilter{Code: ret, K: denied})
	}
	answers := func(nr int, with uint32) {
		if nr < 0 {
			return
		}
		p = append(p,
			unix.SockFilter{Code: jeq, K: uint32(nr), Jf: 1},
			unix.SockFilter{Code: ret, K: with})
	}
	opens(a.openat, 2)
	opens(a.open, 1)
	opens(a.openByHandle, 2)
	answers(a.truncate, denied)
	answers(a.ftruncate, denied)
	answers(a.ioUringSetup, denied)
	answers(a.openat2, unknown)
	return append(p, unix.SockFilter{Code: ret, K: pass})
}

// denyTruncate puts the filter, and with it no_new_privs, on every thread. It
// asks the kernel not to slow down speculation for it, which kernels before
// 5.16 do by default and which would cost more than the filter itself.
func denyTruncate() error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	filter := program(native)
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	tid, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER,
		unix.SECCOMP_FILTER_FLAG_TSYNC|unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(&prog)
	switch {
	case errno != 0:
		return seccompError(errno)
	case tid != 0:
		return fmt.Errorf("thread %d has a seccomp filter of its own", tid)
	}
	return nil
}

// filterAvailable asks whether the kernel has filters that answer an error.
func filterAvailable() error {
	action := uint32(unix.SECCOMP_RET_ERRNO)
	_, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_GET_ACTION_AVAIL, 0, uintptr(unsafe.Pointer(&action)))
	if errno != 0 {
		return seccompError(errno)
	}
	return nil
}

func seccompError(err error) error {
	switch {
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL):
		return errors.New("the kernel has no seccomp filters")
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return errors.New("seccomp is forbidden to this process (by its container?)")
	}
	return fmt.Errorf("seccomp: %w", err)
}
