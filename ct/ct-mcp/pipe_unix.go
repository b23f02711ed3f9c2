//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// ignoreClosedPipe makes writing to a gone client fail instead of killing the process, which still ends its programs.
func ignoreClosedPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
