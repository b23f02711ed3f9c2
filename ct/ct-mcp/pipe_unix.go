//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// ignoreClosedPipe lets writing to a client that has gone fail, so that what
// still runs for it can be ended; as it is, the process would die at once.
func ignoreClosedPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
