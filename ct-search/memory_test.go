//go:build unix

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"hash/maphash"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestALargeFileOfMatchesTakesLittleMemory prints every line of a large file,
// as what it holds, within a bound of memory.
func TestALargeFileOfMatchesTakesLittleMemory(t *testing.T) {
	t.Parallel()
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	const size, most = 64 << 20, 64 << 20 // bytes
	dir := t.TempDir()
	want := writeMatches(t, filepath.Join(dir, "file"), size)
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), "-n", "-F", "-C1", "-e", "needle")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=/nonexistent"}
	var got maphash.Hash
	got.SetSeed(seed)
	cmd.Stdout = &got
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	peak := tooltest.Peak(t, cmd)
	if !cmd.ProcessState.Success() {
		t.Fatalf("%v: %s", cmd.ProcessState, stderr.String())
	}
	if got.Sum64() != want {
		t.Error("what is printed is not what the file holds")
	}
	if peak > most>>20 {
		t.Errorf("took %d MiB, at most %d expected", peak, most>>20)
	}
	t.Logf("took %d MiB for %d", peak, size>>20)
}

// TestATreeOfMatchesReadLateTakesLittleMemory prints every line of many files to
// a reader that lets what was found pile up before it reads.
func TestATreeOfMatchesReadLateTakesLittleMemory(t *testing.T) {
	t.Parallel()
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	const files, size, most = 300, 256 << 10, 64 << 20 // bytes
	dir := t.TempDir()
	for n := range files {
		writeMatches(t, filepath.Join(dir, fmt.Sprint(n)), size)
	}
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), "-n", "-F", "-e", "needle")
	cmd.Dir = dir
	cmd.Env = []string{"HOME=/nonexistent"}
	var out late
	cmd.Stdout = &out
	peak := tooltest.Peak(t, cmd)
	if !cmd.ProcessState.Success() || out.bytes < files*size {
		t.Fatalf("%v, %d bytes printed", cmd.ProcessState, out.bytes)
	}
	if peak > most>>20 {
		t.Errorf("took %d MiB, at most %d expected", peak, most>>20)
	}
	t.Logf("took %d MiB for %d", peak, files*size>>20)
}

// late takes what a program prints and counts it, after a while in which it
// takes nothing.
type late struct {
	bytes int
	begun bool
}

func (l *late) Write(text []byte) (int, error) {
	if !l.begun {
		time.Sleep(200 * time.Millisecond)
		l.begun = true
	}
	l.bytes += len(text)
	return len(text), nil
}

// writeMatches writes a file of lines most of which have a needle, no two that
// lack it together, and returns the hash of what a search with a line of context
// prints.
func writeMatches(t *testing.T, path string, size int) uint64 {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	var want maphash.Hash
	want.SetSeed(seed)
	for n, written := 1, 0; written < size; n++ {
		line, place := "a line without\n", fmt.Sprintf("file-%d-", n)
		if n%5 != 0 {
			line = fmt.Sprintf("%sneedle, and more %d\n", strings.Repeat("x", n%50), n)
			place = fmt.Sprintf("file:%d:%d:", n, n%50+1)
		}
		_, _ = out.WriteString(line) // an error comes back from Flush
		_, _ = want.WriteString(place + line)
		written += len(line)
	}
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return want.Sum64()
}

// TestALineOfMatchesTakesLittleMemory asks what stands at more than a million
// places of one line.
func TestALineOfMatchesTakesLittleMemory(t *testing.T) {
	t.Parallel()
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	const matches, most = 1_200_000, 64 << 20 // bytes
	dir := tooltest.Tree(t, map[string]string{"a.py": strings.Repeat("x;", matches/2) + "\n"})
	for _, args := range [][]string{{"--regex", "."}, {"--json", "--regex", "."}, {"x"}} {
		cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), append([]string{"--quiet", "--expect=+500000"}, args...)...)
		cmd.Dir = dir
		cmd.Env = []string{"HOME=/nonexistent"}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		peak := tooltest.Peak(t, cmd)
		if !cmd.ProcessState.Success() {
			t.Fatalf("%q: %v: %s", args, cmd.ProcessState, stderr.String())
		}
		if peak > most>>20 {
			t.Errorf("%q took %d MiB, at most %d expected", args, peak, most>>20)
		}
		t.Logf("%q took %d MiB", args, peak)
	}
}

// TestManyCallsTakeLittleMemory asks who calls a name that is called at many
// thousand places.
func TestManyCallsTakeLittleMemory(t *testing.T) {
	t.Parallel()
	if tooltest.Raced {
		t.Skip("skipped: the race detector takes memory of its own")
	}
	const files, each, most = 100, 200, 80 << 20 // bytes
	tree := map[string]string{"lib.py": "def needle(x):\n    return x\n"}
	for n := range files {
		tree[fmt.Sprintf("m%d.py", n)] = "from lib import needle\n" + strings.Repeat("def f(x):\n    return needle(x, 'and some more text to hold', key=[x])\n", each)
	}
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), "--calls=needle", "--expect=expr:callsite == 20000")
	cmd.Dir = tooltest.Tree(t, tree)
	cmd.Env = []string{"HOME=/nonexistent"}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	peak := tooltest.Peak(t, cmd)
	if !cmd.ProcessState.Success() {
		t.Fatalf("%v: %s", cmd.ProcessState, stderr.String())
	}
	if peak > most>>20 {
		t.Errorf("took %d MiB, at most %d expected", peak, most>>20)
	}
	t.Logf("took %d MiB", peak)
}
