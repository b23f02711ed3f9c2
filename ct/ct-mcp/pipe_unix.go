//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// ignoreClosedPipe makes a write to a client that has gone fail instead of killing the process, so
// that the programs that still run for the client can be ended.
func ignoreClosedPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
