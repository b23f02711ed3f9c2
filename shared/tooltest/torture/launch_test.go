//go:build linux

package torture

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A launch says under which conditions a process becomes the program that it is given as arguments. It gets them in the
// environment variable launching, and as descriptor 3 a socket, which closes when the program begins.
type launch struct {
	Refuse       []uint32 // system calls that the supervisor is asked about
	Rings        rings
	Files, Space uint64 // ulimit -n, and -v in bytes; 0: none
}

// rings says what the program may do with io_uring. What a ring does no filter sees, so the faults of a call for a file
// would not reach those that it reads.
type rings int

const (
	anyRings     rings = iota // what the system permits, if there is no filter; else none
	noRings                   // the kernel knows no rings
	watchedRings              // the supervisor is asked about each call for a ring
)

// ringCalls are the calls for rings.
var ringCalls = []uint32{unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER}

// asked returns the calls that the supervisor is asked about.
func (l *launch) asked() []uint32 {
	if l.Rings != watchedRings {
		return l.Refuse
	}
	return slices.Concat(ringCalls, slices.DeleteFunc(slices.Clone(l.Refuse), func(nr uint32) bool { return slices.Contains(ringCalls, nr) }))
}

const launching = "CT_TORTURE_LAUNCH"

// unlaunched is the exit status if the program could not begin.
const unlaunched = 125

// become replaces this process with os.Args[1]. From the filter on nothing may need memory, because the supervisor has
// no listener yet that would permit the call: all is prepared before, and the calls are raw.
func become(text string) error {
	runtime.LockOSThread()
	var l launch
	if err := json.Unmarshal([]byte(text), &l); err != nil {
		return err
	}
	argv, err := syscall.SlicePtrFromStrings(os.Args[1:])
	if err != nil {
		return err
	}
	_ = os.Unsetenv(launching)
	env, err := syscall.SlicePtrFromStrings(os.Environ())
	if err != nil {
		return err
	}
	program := filter(l.asked(), l.Rings != watchedRings)
	fprog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	oob := unix.UnixRights(0)
	payload := []byte{0}
	iov := unix.Iovec{Base: &payload[0], Len: 1}
	msg := unix.Msghdr{Iov: &iov, Iovlen: 1, Control: &oob[0]}
	msg.SetControllen(len(oob))
	unix.CloseOnExec(3)
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	for resource, limit := range map[int]uint64{unix.RLIMIT_NOFILE: l.Files, unix.RLIMIT_AS: l.Space} {
		if limit == 0 {
			continue
		}
		r := unix.Rlimit{Cur: limit, Max: limit}
		if _, _, e := unix.RawSyscall6(unix.SYS_PRLIMIT64, 0, uintptr(resource), uintptr(unsafe.Pointer(&r)), 0, 0, 0); e != 0 {
			return e
		}
	}
	if len(l.Refuse) > 0 || l.Rings != anyRings {
		fd, _, e := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER|unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, uintptr(unsafe.Pointer(&fprog)))
		if e != 0 {
			return e
		}
		*(*int32)(unsafe.Pointer(&oob[unix.CmsgLen(0)])) = int32(fd)
		if _, _, e := unix.RawSyscall(unix.SYS_SENDMSG, 3, uintptr(unsafe.Pointer(&msg)), 0); e != 0 {
			return e
		}
	}
	_, _, e := unix.RawSyscall(unix.SYS_EXECVE, uintptr(unsafe.Pointer(argv[0])), uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&env[0])))
	return fmt.Errorf("%s: %w", os.Args[1], e)
}

// filter asks the supervisor about the given calls, and permits all others, except that with ringless there are no rings.
func filter(calls []uint32, ringless bool) []unix.SockFilter {
	f := []unix.SockFilter{{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS}}
	if ringless {
		f = append(
			f,
			unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: unix.SYS_IO_URING_SETUP, Jf: 1},
			unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		)
	}
	for i, nr := range calls {
		f = append(f, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, K: nr, Jt: uint8(len(calls) - i)})
	}
	return append(
		f,
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
		unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF},
	)
}
