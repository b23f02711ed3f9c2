package tooltest

import "golang.org/x/sys/unix"

// landlocks reports whether the kernel has Landlock, which confines the programs (landlock_create_ruleset(2)).
func landlocks() bool {
	_, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	return errno == 0
}
