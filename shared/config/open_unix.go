//go:build unix

package config

import "syscall"

// openFlags make opening a FIFO return at once.
const openFlags = syscall.O_NONBLOCK
