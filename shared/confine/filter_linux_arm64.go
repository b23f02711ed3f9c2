package confine

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_AARCH64

// There is no second set of calls under this architecture.
const foreignBit = 0

var deniedOld []uint32
