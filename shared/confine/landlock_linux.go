package confine

import (
	"errors"
	"fmt"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// writeRights are the rights that are taken away: those to change contents or names. TRUNCATE, IOCTL_DEV and everything
// about reading or executing stay unhandled, because an open that asks for no handled right needs no path walk. Denying
// truncation by a seccomp filter would cost more than 3 % of a search.
const writeRights = unix.LANDLOCK_ACCESS_FS_WRITE_FILE |
	unix.LANDLOCK_ACCESS_FS_REMOVE_DIR |
	unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
	unix.LANDLOCK_ACCESS_FS_MAKE_CHAR |
	unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
	unix.LANDLOCK_ACCESS_FS_MAKE_REG |
	unix.LANDLOCK_ACCESS_FS_MAKE_SOCK |
	unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
	unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK |
	unix.LANDLOCK_ACCESS_FS_MAKE_SYM

// handledRights returns what a ruleset of version abi handles. Version 1 always denies what REFER controls.
func handledRights(abi int) uint64 {
	if abi >= 2 {
		return writeRights | unix.LANDLOCK_ACCESS_FS_REFER
	}
	return writeRights
}

// tcpRights are the rights to use TCP.
const tcpRights = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP

// restrict confines all threads. The note has what is not supported; an error is about a folder of the caller.
func restrict(online bool, writable []string) (Status, error) {
	abi, err := landlockABI()
	if err != nil {
		return Status{Note: landlockNote(err)}, nil
	}
	s := Status{ABI: abi}
	// Only the fields of the attributes that are used are passed: every version knows the first.
	attr, size := unix.LandlockRulesetAttr{Handled_access_fs: handledRights(abi)}, rulesetSize1
	if !online && abi >= 4 {
		attr.Handled_access_net, size = tcpRights, rulesetSize4
	}
	set, err := newRuleset(&attr, size)
	if err != nil {
		s.Note = landlockNote(err)
		return s, nil
	}
	defer func() { _ = unix.Close(set) }()
	if err := allow(set, handledRights(abi), writable); err != nil {
		return s, err
	}
	// Landlock requires this flag, except for root.
	marked := allThreads(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0)
	if errno := allThreads(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(set), 0, 0); errno != 0 {
		s.Note = unboundNote(errno)
		return s, nil
	}
	s.Enforced = true
	if marked != 0 {
		s.Note = "no_new_privs: " + marked.Error()
	}
	return s, nil
}

func probe() Status {
	abi, err := landlockABI()
	if err != nil {
		return Status{Note: landlockNote(err)}
	}
	return Status{Enforced: true, ABI: abi}
}

// landlockABI asks the kernel for the version of its Landlock interface.
func landlockABI() (int, error) {
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0, errno
	}
	return int(v), nil
}

// The size of the attributes in bytes: from version 1 on files, from 4 on also the network, from 6 on scopes.
const (
	rulesetSize1 = unsafe.Offsetof(unix.LandlockRulesetAttr{}.Handled_access_net)
	rulesetSize4 = unsafe.Offsetof(unix.LandlockRulesetAttr{}.Scoped)
	rulesetSize6 = unsafe.Offsetof(unix.LandlockRulesetAttr{}.Quiet_access_fs)
)

// newRuleset returns the descriptor of a ruleset that handles what the first size bytes of attr name.
func newRuleset(attr *unix.LandlockRulesetAttr, size uintptr) (int, error) {
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(attr)), size, 0)
	if errno != 0 {
		return -1, errno
	}
	return int(fd), nil
}

// allow grants rights below each folder and writing to the null device.
func allow(set int, rights uint64, folders []string) error {
	for _, dir := range folders {
		fd, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err == nil {
			err = addRule(set, fd, rights)
			_ = unix.Close(fd)
		}
		if err != nil {
			return fmt.Errorf("the folder to be left writable, %s: %w", dir, err)
		}
	}
	allowNull(set, unix.LANDLOCK_ACCESS_FS_WRITE_FILE)
	return nil
}

// allowNull grants rights to the null device, without which git and many other programs do not start.
func allowNull(set int, rights uint64) {
	fd, err := unix.Open("/dev/null", unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return // a root without devices: nothing to grant
	}
	defer func() { _ = unix.Close(fd) }()
	var st unix.Stat_t
	if unix.Fstat(fd, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFCHR && st.Rdev == unix.Mkdev(1, 3) {
		_ = addRule(set, fd, rights)
	}
}

func addRule(set, fd int, rights uint64) error {
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(set), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	runtime.KeepAlive(&rule)
	if errno != 0 {
		return errno
	}
	return nil
}

// landlockNote describes why there is no ruleset.
func landlockNote(err error) string {
	switch {
	case errors.Is(err, unix.ENOSYS):
		return "the kernel has no Landlock"
	case errors.Is(err, unix.EOPNOTSUPP):
		return "Landlock is switched off in the kernel (boot option lsm=)"
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES):
		return "Landlock is forbidden to this process (by its container?)"
	}
	return "Landlock: " + err.Error()
}

// unboundNote describes why the kernel did not put a ruleset in force, either on the one thread of a child, or on all
// threads. In the latter case no thread has it, because the first failure ends the attempt.
func unboundNote(err error) string {
	switch {
	case errors.Is(err, unix.E2BIG):
		return "the process is confined already, by as many layers as the kernel has"
	case errors.Is(err, unix.EPERM), errors.Is(err, unix.EACCES), errors.Is(err, unix.ENOSYS):
		return "Landlock is forbidden to this process (by its container?)"
	}
	return "Landlock: " + err.Error()
}
