//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak returns the peak resident memory, in KiB, of an ended process (getrusage(2), ru_maxrss;
// macOS counts in bytes). On Linux it is at least floor.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss) / 1024
	}
	return int64(usage.Maxrss)
}
