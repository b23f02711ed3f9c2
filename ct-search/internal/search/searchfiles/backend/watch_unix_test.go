//go:build unix

package backend

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
)

// A program that opens the FIFO waits for a writer that never comes.
func TestFIFOInPlaceOfAFileDoesNotBlock(t *testing.T) {
	for _, b := range allInstalled(t) {
		dir := t.TempDir()
		for _, name := range []string{"a", "b", "c"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte("foo\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s := &Search{Dir: dir, Pattern: compiled(t, "foo", pattern.Literal, pattern.Smart), Scan: scan.Request{Want: match.Spans}}
		changed := false
		s.Open = func(name string) (fs.File, error) {
			fifo := filepath.Join(dir, "b")
			if name == "c" && !changed { // b was inspected, the program not yet started
				changed = true
				if err := errors.Join(os.Remove(fifo), syscall.Mkfifo(fifo, 0o600)); err != nil {
					t.Error(err)
				}
			}
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && !info.Mode().IsRegular() {
				return nil, errors.New("not a regular file")
			}
			return opener(dir)(name)
		}
		start := time.Now()
		got := searched(t, b, s, []string{"a", "b", "c"})
		if len(got) != 3 || got[0].Result.Lines != 1 || got[1].Err != "not a regular file" || got[2].Result.Lines != 1 {
			t.Errorf("%s: %+v", b.kind.name, got)
		}
		if took := time.Since(start); took >= silenceLimit {
			t.Errorf("%s: took %v", b.kind.name, took)
		}
	}
}
