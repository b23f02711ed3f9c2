package tooltest

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Peak runs a program to its end and returns its peak memory in MiB, except for its last milliseconds. The program's
// status is in cmd.ProcessState. Without /proc, the test skips.
//
// The peak that wait reports cannot be used: it is at least that of the process that started the program.
func Peak(t testing.TB, cmd *exec.Cmd) int64 {
	t.Helper()
	if Emulated() {
		t.Skip("skipped: the emulator takes memory of its own")
	}
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("skipped: no /proc")
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		_ = cmd.Wait() // any status will do
		close(done)
	}()
	peak := int64(0)
	for {
		peak = max(peak, highWater(cmd.Process.Pid))
		select {
		case <-done:
			if peak == 0 {
				t.Fatalf("%s: no reading of its memory", cmd.Path)
			}
			return peak >> 10
		case <-time.After(2 * time.Millisecond):
		}
	}
}

// highWater returns the most memory that a process had so far, in KiB, 0 if it has ended.
func highWater(pid int) int64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return n
		}
	}
	return 0
}
