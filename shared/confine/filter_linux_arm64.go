package confine

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// foreignBit is 0: there is no second set of calls for this architecture.
const foreignBit = 0

var deniedOld []uint32
