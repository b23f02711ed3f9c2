//go:build unix

package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A command that prints more in a single line than is kept in memory is judged in limited memory:
// literals are found exactly, other patterns are undecided.
func TestOutputWithoutEndTakesLittleMemory(t *testing.T) {
	t.Parallel()
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	const most = 150 // MiB
	size := "1000000000"
	if testing.Short() {
		size = "250000000"
	}
	program := filepath.Join(tooltest.Bin(t, "ct-test"), "ct-test")
	for _, test := range []struct{ option, status, reason string }{
		{"--err-match=needle", "SUCCESS", ""},
		{"--err-match=^needle$", "UNDECIDED", "stdout line 1 is longer than 4,194,304 bytes"},
		{"--err-when=stdout contains 'x'", "UNDECIDED", "it needs the whole stdout"},
	} {
		cmd := exec.Command(program, "--cmd", "head", test.option, "--focus", "x+", "--json", "--", "-c", size, "/dev/zero")
		cmd.Env = []string{"HOME=/nonexistent", "PATH=/usr/bin:/bin"}
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		peak := tooltest.Peak(t, cmd)
		if !strings.Contains(stdout.String(), `"verdict":"`+test.status+`"`) || !strings.Contains(stderr.String(), test.reason) {
			t.Errorf("%s: %.300s\n%s", test.option, stdout.String(), stderr.String())
		}
		if peak > most {
			t.Errorf("%s took %d MiB, at most %d expected", test.option, peak, most)
		} else {
			t.Logf("%s took %d MiB", test.option, peak)
		}
	}
}
