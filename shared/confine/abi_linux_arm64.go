package confine

import "golang.org/x/sys/unix"

// filterKnown says that this architecture has a filter.
const filterKnown = true

var native = abi{
	audit: unix.AUDIT_ARCH_AARCH64,

	open: -1, openat: unix.SYS_OPENAT, openat2: unix.SYS_OPENAT2, openByHandle: unix.SYS_OPEN_BY_HANDLE_AT,
	truncate: unix.SYS_TRUNCATE, ftruncate: unix.SYS_FTRUNCATE, ioUringSetup: unix.SYS_IO_URING_SETUP,
}
