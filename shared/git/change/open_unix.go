//go:build unix

package change

import "syscall"

// openFlags keep the opening of a file that was replaced by a pipe from waiting for its other end.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOFOLLOW
