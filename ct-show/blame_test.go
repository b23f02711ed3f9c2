package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// blamed returns the short ID of the commit of each line from 1 on, "" if it is not committed.
func blamed(t *testing.T, dir, file string, last int) []string {
	t.Helper()
	program := filepath.Join(tooltest.Bin(t, "ct-show"), "ct-show")
	r := tooltest.Run{Dir: dir}.Do(t, program, "--json", "--blame", "--range=1:"+strconv.Itoa(last), "--", file)
	var d document
	if err := json.Unmarshal([]byte(r.Stdout), &d); err != nil || r.Exit != 0 || d.Truncated || d.Blame == nil {
		t.Fatalf("%s: exit %d, %v\n%s%s", file, r.Exit, err, r.Stdout, r.Stderr)
	}
	var list []string
	for _, part := range d.Blame.Lines {
		for range part.Last - part.First + 1 {
			list = append(list, part.Hash)
		}
	}
	return list
}

// TestAsGitBlame compares the commits of lines with those of git blame in random histories, and the lines of a file that
// was changed since with what is known of the change.
func TestAsGitBlame(t *testing.T) {
	t.Parallel()
	for seed := range uint64(30) {
		t.Run(strconv.Itoa(int(seed)), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(seed, 3))
			file := []string{"a.txt", "sp ace.txt", "q\"uote", "new\nline", "\u00e9.txt", "-dash"}[r.IntN(6)]
			dir := t.TempDir()
			var lines []string
			write := func() {
				t.Helper()
				if err := os.WriteFile(filepath.Join(dir, file), []byte(strings.Join(lines, "")), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			for n := range 3 + r.IntN(8) {
				for i := range 1 + r.IntN(5) {
					end := []string{"\n", "\n", "\r\n"}[r.IntN(3)]
					lines = slices.Insert(lines, r.IntN(len(lines)+1), fmt.Sprintf("line %d of %d%s", i, n, end))
				}
				if len(lines) > 3 && r.IntN(2) == 0 {
					at := r.IntN(len(lines))
					lines = slices.Delete(lines, at, at+1)
				}
				if n == 2 { // the file had another name before
					old := file
					file = "moved " + strings.ReplaceAll(file, "\n", "\t")
					if err := os.Rename(filepath.Join(dir, old), filepath.Join(dir, file)); err != nil {
						t.Fatal(err)
					}
				}
				write()
				tooltest.Commit(t, dir, fmt.Sprint(n))
			}
			var want []string
			for line := range strings.Lines(tooltest.Git(t, dir, "blame", "--line-porcelain", "HEAD", "--", file)) {
				if id, rest, ok := strings.Cut(strings.TrimSpace(line), " "); ok && len(id) == 40 && strings.Trim(rest, "0123456789 ") == "" {
					want = append(want, tooltest.Git(t, dir, "rev-parse", "--short", id))
				}
			}
			if got := blamed(t, dir, file, len(lines)); len(want) != len(lines) || !slices.Equal(got, want) {
				t.Fatalf("%q: %q, want %q", file, got, want)
			}
			for range 1 + r.IntN(4) { // what is not committed, and no line of HEAD
				at := r.IntN(len(lines) + 1)
				lines, want = slices.Insert(lines, at, fmt.Sprintf("new %d\n", at)), slices.Insert(want, at, "")
			}
			write()
			if got := blamed(t, dir, file, len(lines)); !slices.Equal(got, want) {
				t.Fatalf("%q, changed: %q, want %q", file, got, want)
			}
		})
	}
}
