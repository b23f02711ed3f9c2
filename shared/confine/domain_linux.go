package confine

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	readRights = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	// fileRights are the rights that a rule for a file may name.
	fileRights = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	// socketRights allow creating a socket: programs first create a file, then replace it by the socket.
	socketRights = unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE
)

// systemPaths are the parts of the system that programs read before they do anything of their own: libraries and the
// cache of their locations, locales, time zones, terminals, the data of file(1), and the null device. Other devices never
// end, and the kernel has getrandom(2).
var systemPaths = []string{
	"/lib", "/lib32", "/lib64", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/local/lib", "/usr/local/lib64", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/ld-musl-x86_64.path", "/etc/ld-musl-aarch64.path",
	"/usr/share/locale", "/usr/share/i18n", "/usr/share/zoneinfo", "/etc/localtime",
	"/usr/share/terminfo", "/etc/terminfo", "/usr/share/misc", "/usr/share/file", "/etc/magic", "/etc/magic.mgc",
	"/dev/null",
}

// domain returns what a ruleset of version abi handles, the size of attr in bytes, and what is missing in that version.
// It handles everything that the version knows, except reading, which it handles only if reading is restricted.
func (c Child) domain(abi int) (attr unix.LandlockRulesetAttr, size uintptr, missing string) {
	attr.Handled_access_fs, size = handledRights(abi)|unix.LANDLOCK_ACCESS_FS_EXECUTE, rulesetSize1
	if c.Readable != nil {
		attr.Handled_access_fs |= readRights
	}
	var open []string
	if abi >= 3 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_TRUNCATE
	} else {
		open = append(open, "truncation (ABI 3, Linux 6.2)")
	}
	if abi >= 4 {
		attr.Handled_access_net, size = tcpRights, rulesetSize4
	} // before, only the seccomp filter denies sockets
	if abi >= 5 {
		attr.Handled_access_fs |= unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	} else {
		open = append(open, "control of devices (ABI 5, Linux 6.10)")
	}
	if abi >= 6 && threadsMaySignal() {
		attr.Scoped, size = unix.LANDLOCK_SCOPE_SIGNAL|unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET, rulesetSize6
	} else {
		open = append(open, "signals (ABI 6, Linux 6.12.25 or 6.15)")
	}
	if open != nil {
		missing = fmt.Sprintf("Landlock ABI %d does not deny %s", abi, strings.Join(open, ", "))
	}
	return attr, size, missing
}

// threadsMaySignal reports whether a thread with scoped signals may signal the other threads of its process, as the
// runtime has to. The first kernels with scopes did not allow it.
func threadsMaySignal() bool {
	const mended = 1 << 1 // erratum 2
	v, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_ERRATA)
	return errno == 0 && v&mended != 0
}

// allow grants those of the handled rights that the program needs.
func (c Child) allow(set int, handled uint64) error {
	allowNull(set, handled&(unix.LANDLOCK_ACCESS_FS_WRITE_FILE|unix.LANDLOCK_ACCESS_FS_TRUNCATE))
	for _, path := range c.Exec {
		for _, file := range programs(path) {
			if err := grant(set, file, handled&fileRights); err != nil && !errors.Is(err, errNoFile) {
				return err
			}
		}
	}
	if c.Sockets != "" {
		if err := grant(set, c.Sockets, handled&(socketRights|readRights)); err != nil {
			return fmt.Errorf("the folder of sockets, %s: %w", c.Sockets, err)
		}
	}
	if handled&readRights == 0 {
		return nil
	}
	for _, path := range systemPaths {
		if err := grant(set, path, readRights); err != nil && !errors.Is(err, errNoFile) {
			return err
		}
	}
	for _, path := range c.Readable {
		if err := grant(set, path, readRights); err != nil {
			return fmt.Errorf("what may be read, %s: %w", path, err)
		}
	}
	return nil
}

// errNoFile means that a file to be granted rights cannot be opened.
var errNoFile = errors.New("cannot be opened")

// grant grants rights to a file, or below a folder.
func grant(set int, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", errNoFile, err)
	}
	defer func() { _ = unix.Close(fd) }()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	return addRule(set, fd, rights)
}
