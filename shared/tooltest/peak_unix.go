//go:build unix

package tooltest

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

// Peak gives the most memory that a finished process had at a time, in MiB.
func Peak(t testing.TB, p *os.ProcessState) int64 {
	t.Helper()
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		t.Fatal("the system does not tell what the program took")
	}
	peak := usage.Maxrss >> 10 // it is in KiB, but for Apple's systems
	if runtime.GOOS == "darwin" {
		peak >>= 10
	}
	return peak
}
