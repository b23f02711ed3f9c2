//go:build unix

package shard

import "syscall"

// errName is the system's error for a name that is too long.
const errName = syscall.ENAMETOOLONG
