package match

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tooltest"
)

// TestLineCountsAreThoseOfRipgrep compares counts, file by file, over part of Go's own source.
func TestLineCountsAreThoseOfRipgrep(t *testing.T) {
	t.Parallel()
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("skipped: no rg")
	}
	root := tooltest.GoSource(t)
	folders := []string{"strings", "bytes", "regexp", "unicode", "text"}
	files := sourceFiles(t, root, folders)
	tests := []struct {
		args    []string // of rg
		text    string
		options pattern.Options
	}{
		{[]string{"-F"}, "func", literalMode},
		{[]string{"-F"}, "err != nil", literalMode},
		{[]string{"-F"}, "}", literalMode},
		{[]string{"-F"}, "é", literalMode},
		{[]string{"-F", "-i"}, "todo", foldedMode},
		{[]string{"-F", "-i"}, "kelvin", foldedMode},
		{[]string{"-F", "-i"}, "ſs", foldedMode},
		{[]string{"-F", "-w"}, "i", wordMode},
		{[]string{"-F", "-w"}, "nil", wordMode},
		{[]string{"-F", "-w", "-i"}, "STRING", foldedWord},
		{nil, `^func \(`, regexMode},
		{nil, `(?-u)\b[A-Z]\w+Error\b`, regexMode},
		{nil, `return$`, regexMode},
		{nil, `^$`, regexMode},
		{nil, `[0-9]{4,}`, regexMode},
		{nil, `(?-u)\w+\s*:=\s*range`, regexMode},
		{nil, `foo|bar|baz`, regexMode},
		{nil, `if .*&&.*\{`, regexMode},
		{nil, `\p{Greek}`, regexMode},
		{nil, `[^\x00-\x7f]`, regexMode},
		{nil, `x*`, regexMode},
		{[]string{"-i"}, `(?-u)unicode\.(is|to)\w+`, foldedRegex},
		{[]string{"-P"}, `"([A-Za-z])\1\1`, regexMode},
		{[]string{"-P"}, `err(?!or)`, regexMode},
	}
	for _, c := range tests {
		want := ripgrep(t, rg, root, folders, append(c.args, "-e", c.text))
		c.options.Timeout = time.Minute // the time limit is not tested here
		m := matcherOf(t, compile(t, strings.TrimPrefix(c.text, "(?-u)"), c.options))
		for name, text := range files {
			var h Hits
			m.Reset()
			if err := m.Match(text, Count, &h); err != nil {
				t.Fatal(err)
			}
			if h.Lines != want[name] {
				t.Errorf("%q in %s: %d lines, rg %v has %d", c.text, name, h.Lines, c.args, want[name])
			}
		}
	}
}

// sourceFiles reads the files below folders of root.
func sourceFiles(t *testing.T, root string, folders []string) map[string][]byte {
	t.Helper()
	files := make(map[string][]byte)
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := os.ReadFile(name)
			if bytes.IndexByte(text, 0) < 0 { // rg stops at a NUL
				files[name] = text
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// ripgrep returns the number of matching lines of every file below root that has any.
func ripgrep(t *testing.T, rg, root string, folders, args []string) map[string]int64 {
	t.Helper()
	args = append([]string{"--no-config", "--count", "--no-ignore", "--hidden", "--with-filename", "-j", strconv.Itoa(min(2, runtime.NumCPU()))}, args...)
	for _, folder := range folders {
		args = append(args, filepath.Join(root, folder))
	}
	out, err := exec.Command(rg, args...).Output()
	if err != nil && len(out) == 0 {
		if e, ok := errors.AsType[*exec.ExitError](err); !ok || e.ExitCode() != 1 {
			t.Fatalf("rg %v: %v", args, err)
		}
	}
	counts := make(map[string]int64)
	for line := range strings.Lines(string(out)) {
		name, n, _ := strings.Cut(strings.TrimSpace(line), ":")
		if counts[name], err = strconv.ParseInt(n, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return counts
}
