//go:build amd64 || arm64

package confine

import (
	"slices"

	"golang.org/x/sys/unix"
)

// denied are the calls that always fail with EPERM: those that change what Landlock does not control.
var denied = []uint32{
	// metadata
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR,
	// truncation by name, which Landlock denies from ABI 3 on
	unix.SYS_TRUNCATE,
	// mounts, roots, namespaces
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR,
	unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_FSCONFIG, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR, unix.SYS_UNSHARE, unix.SYS_SETNS,
	// calls that the kernel makes for the program, which no filter sees
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	// sockets; a pair is private to the program and its children
	unix.SYS_CONNECT,
	// System V and POSIX objects outside the file system
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,
	// programs without a name in a file system, which Landlock does not see
	unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET, unix.SYS_EXECVEAT,
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_KCMP,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MOVE_PAGES, unix.SYS_MIGRATE_PAGES,
	unix.SYS_SETPRIORITY, unix.SYS_IOPRIO_SET, unix.SYS_SCHED_SETSCHEDULER, unix.SYS_SCHED_SETPARAM, unix.SYS_SCHED_SETAFFINITY, unix.SYS_SCHED_SETATTR,
	// interfaces to the kernel
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD,
	// administration
	unix.SYS_REBOOT, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SYSLOG, unix.SYS_NFSSERVCTL,
	unix.SYS_VHANGUP, unix.SYS_FANOTIFY_INIT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_LOOKUP_DCOOKIE,
}

// deniedSockets are denied too, unless the program may listen; see listening.
var deniedSockets = []uint32{unix.SYS_SOCKET, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4}

// allowedControls are the allowed requests of ioctl(2): those with which programs examine their files and terminals,
// and those that change only a descriptor. All others fail as for a device that does not know them, which programs that
// only try are prepared for. Among them are typing into a terminal, changing its settings, signals for input, and what
// file systems and devices do with a file that is open for reading.
var allowedControls = []uint32{
	// terminals: settings, size, session and foreground group
	unix.TCGETS, unix.TCGETS2, unix.TIOCGWINSZ, unix.TIOCGPGRP, unix.TIOCGSID,
	// bytes that wait to be read or sent
	unix.TIOCINQ, unix.TIOCOUTQ,
	// descriptors: close on exec, non-blocking
	0x5451, // FIOCLEX
	0x5450, // FIONCLEX
	0x5421, // FIONBIO
	// files: flags, attributes, version, block size, positions of extents
	unix.FS_IOC_GETFLAGS,
	0x80046601, // FS_IOC32_GETFLAGS
	0x801c581f, // FS_IOC_FSGETXATTR
	0x80087601, // FS_IOC_GETVERSION
	0x00000002, // FIGETBSZ
	0xc020660b, // FS_IOC_FIEMAP
}

// deniedFileControls are the denied commands of fcntl(2): leases, which delay others; signals, which go to anybody; and
// what stays with the file when it is closed. Locks are allowed, because readers use them.
var deniedFileControls = []uint32{
	unix.F_SETLEASE, unix.F_SETDELEG,
	unix.F_NOTIFY, unix.F_SETOWN, unix.F_SETOWN_EX, unix.F_SETSIG,
	unix.F_ADD_SEALS, unix.F_SET_RW_HINT, unix.F_SET_FILE_RW_HINT,
}

// newNamespaces are the flags of clone(2) that create a namespace.
const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// The positions in struct seccomp_data. The filter examines only the low half of an argument: the arguments in question
// have 32 bits, or flags of 32 bits, and the kernel ignores the other half too. Both architectures are little-endian.
const (
	dataNumber = 0
	dataArch   = 4
	dataFirst  = 16
	dataSecond = 24
	dataThird  = 32
)

// Results of the filter.
const (
	answerAllow  = unix.SECCOMP_RET_ALLOW
	answerKill   = unix.SECCOMP_RET_KILL_PROCESS
	answerEPERM  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	answerENOTTY = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOTTY)
	// ENOSYS makes the C library use clone(2), whose flags a filter can see; those of clone3(2) are in memory.
	answerENOSYS = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
)

// seccompFilter returns the program that the kernel runs at every call. It first checks what depends on the number alone:
// the kernel keeps a table of such calls. With listen, a unix socket may be created and listened on.
func seccompFilter(listen bool) []unix.SockFilter {
	// A program of another architecture numbers its calls differently.
	f := []unix.SockFilter{load(dataArch), jump(unix.BPF_JEQ, auditArch, 1, 0), answer(answerKill), load(dataNumber)}
	if foreignBit != 0 {
		f = append(f, jump(unix.BPF_JGE, foreignBit, 0, 1), answer(answerEPERM))
	}
	numbers := slices.Concat(denied, deniedOld)
	if !listen {
		numbers = append(numbers, deniedSockets...)
	}
	f = append(f, each(numbers, answerEPERM)...)
	if listen {
		f = append(f, listening()...)
	}
	f = append(f, jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1), answer(answerENOSYS))

	f = append(f, of(unix.SYS_CLONE, dataFirst, jump(unix.BPF_JSET, newNamespaces, 0, 1), answer(answerEPERM))...)
	// Process 0 means a limit of the program itself.
	f = append(f, of(unix.SYS_PRLIMIT64, dataFirst, jump(unix.BPF_JEQ, 0, 1, 0), answer(answerEPERM))...)
	f = append(f, of(unix.SYS_IOCTL, dataSecond, append(each(allowedControls, answerAllow), answer(answerENOTTY))...)...)
	f = append(f, of(unix.SYS_FCNTL, dataSecond, fileControls()...)...)
	return append(f, answer(answerAllow))
}

// listening checks socket(2): it allows only unix stream sockets, which without connect(2) reach nobody who did not
// connect, unlike datagram sockets. Landlock decides where in the file system a socket may be bound.
func listening() []unix.SockFilter {
	const kind = 0xf // of a type of socket; the other bits are flags
	return of(unix.SYS_SOCKET, dataFirst,
		jump(unix.BPF_JEQ, unix.AF_UNIX, 1, 0), answer(answerEPERM),
		load(dataSecond), unix.SockFilter{Code: unix.BPF_ALU | unix.BPF_AND | unix.BPF_K, K: kind},
		jump(unix.BPF_JEQ, unix.SOCK_STREAM, 1, 0), answer(answerEPERM))
}

// each returns a for every listed value.
func each(listed []uint32, a uint32) []unix.SockFilter {
	var f []unix.SockFilter
	for _, value := range listed {
		f = append(f, jump(unix.BPF_JEQ, value, 0, 1), answer(a))
	}
	return f
}

// fileControls checks a command of fcntl(2).
func fileControls() []unix.SockFilter {
	// Signals for input on a terminal would go to the processes that use it.
	return append(each(deniedFileControls, answerEPERM), jump(unix.BPF_JEQ, unix.F_SETFL, 0, 3), load(dataThird), jump(unix.BPF_JSET, unix.O_ASYNC, 0, 1), answer(answerEPERM))
}

// of returns checks that apply to one call, with the given argument loaded. The call is allowed if no check returns.
func of(number, argument uint32, checks ...unix.SockFilter) []unix.SockFilter {
	body := append([]unix.SockFilter{load(argument)}, checks...)
	body = append(body, answer(answerAllow))
	return append([]unix.SockFilter{jump(unix.BPF_JEQ, number, 0, uint8(len(body)))}, body...)
}

func load(at uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: at}
}

// jump skips yes instructions if the comparison of the loaded value with k is true, otherwise no instructions.
func jump(test uint16, k uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_K | test, K: k, Jt: yes, Jf: no}
}

func answer(a uint32) unix.SockFilter { return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: a} }
