//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestALargeFileIsPagedInLittleMemory shows the last lines of a file, and samples it, with much
// less memory than the size of the file.
func TestALargeFileIsPagedInLittleMemory(t *testing.T) {
	t.Parallel()
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	const size, most = 300 << 20, 100 << 20 // bytes; with other programs beside it, what waits to be printed grows
	dir := t.TempDir()
	lines := writeLines(t, filepath.Join(dir, "file"), size)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"file", "--range", fmt.Sprintf("%d:%d", lines-9, lines)}, fmt.Sprintf("  %d- line %d ", lines, lines)},
		{[]string{"file", "--range", fmt.Sprintf("%d:%d", lines+1, lines+2)}, fmt.Sprintf("file has %d lines", lines)},
		{[]string{"--sample", "needle", "file"}, "at least 100000 matching lines in 1 file"},
	} {
		cmd := exec.Command(program(t), c.args...)
		cmd.Dir = dir
		cmd.Env = []string{"HOME=/nonexistent"}
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		peak := tooltest.Peak(t, cmd)
		if !strings.Contains(stdout.String(), c.want) {
			t.Errorf("%q: %s%s", c.args, stdout.String(), stderr.String())
		}
		if peak > most>>20 {
			t.Errorf("%q took %d MiB, at most %d expected", c.args, peak, most>>20)
		}
		t.Logf("%q took %d MiB for %d", c.args, peak, size>>20)
	}
}

// writeLines writes a file of long lines, many of which have a needle, and returns their number.
func writeLines(t *testing.T, path string, size int) int {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	n := 0
	for written := 0; written < size; {
		n++
		line := fmt.Sprintf("line %d %s needle\n", n, strings.Repeat("x", 1200))
		written += len(line)
		_, _ = out.WriteString(line) // Flush returns the error again
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return n
}
