//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak gives the most memory, in KiB, that an ended process had resident
// (getrusage(2), ru_maxrss; macOS counts it in bytes). On Linux
// it is no less than floor.
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
