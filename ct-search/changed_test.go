package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// linesOf returns the lines that a search for all lines finds, each as path, number and text.
func linesOf(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	r := tooltest.Run{Dir: dir, Env: []string{"GIT_CONFIG_NOSYSTEM=1", "HOME=/nonexistent"}}.Do(t, program, append(args, "-e", "^", "--format", "jsonl")...)
	if r.Exit > 1 || strings.Contains(r.Stderr, "unreadable") {
		t.Fatalf("%q: %+v", args, r)
	}
	var lines []string
	for text := range strings.Lines(r.Stdout) {
		var l struct {
			Path, Text string
			Line       int64
		}
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		lines = append(lines, fmt.Sprintf("%q:%d:%q", l.Path, l.Line, l.Text))
	}
	slices.Sort(lines)
	return lines
}

// sameLines compares lines with those of git that a search sees: not in links, binary files and submodules.
func sameLines(t *testing.T, what string, got []string, want []tooltest.Line) {
	t.Helper()
	var expected []string
	for _, l := range want {
		ofLink := strings.HasPrefix(l.Text, "target ") || slices.Contains([]string{"nowhere", "line", "b/y"}, l.Text) // a name may have a line break
		if strings.HasPrefix(l.Text, "Subproject commit") || ofLink {
			continue
		}
		expected = append(expected, fmt.Sprintf("%q:%d:%q", strings.ToValidUTF8(l.Path, "\uFFFD"), l.N, strings.TrimSuffix(l.Text, "\r")))
	}
	slices.Sort(expected)
	for _, l := range expected {
		if !slices.Contains(got, l) {
			t.Errorf("%s: git has %s", what, l)
		}
	}
	for _, l := range got {
		if !slices.Contains(expected, l) {
			t.Errorf("%s: git does not have %s", what, l)
		}
	}
}

// Searches of what changed find exactly the lines that git diff prints.
func TestSearchesOfAChangeFindTheLinesOfGit(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := tooltest.NewRandomRepository(t, uint64(5000+seed))
			s.Build()
			if s.Git("ls-files", "-u") != "" {
				t.Skip("skipped: a conflict, of which git diff shows no lines")
			}
			base := strings.TrimSpace(s.Git("merge-base", "HEAD", "main"))
			added, removed := s.Lines(base)
			untracked := map[string]bool{}
			for name := range strings.SplitSeq(s.Git("ls-files", "-z", "-o", "--exclude-standard"), "\x00") {
				untracked[strings.ToValidUTF8(name, "\uFFFD")] = true
			}
			tracked := slices.DeleteFunc(linesOf(t, s.Dir, "--changed", "main", "--added"), func(l string) bool {
				var path string
				_, _ = fmt.Sscanf(l, "%q", &path)
				return untracked[path]
			})
			t.Logf("%d added, %d removed", len(added), len(removed))
			sameLines(t, "added", tracked, added)
			sameLines(t, "removed", linesOf(t, s.Dir, "--changed", "main", "--removed"), removed)
			added, removed = s.Lines("--cached", base)
			sameLines(t, "added in the index", linesOf(t, s.Dir, "--changed=main", "--staged", "--added"), added)
			sameLines(t, "removed in the index", linesOf(t, s.Dir, "--changed=main", "--staged", "--removed"), removed)
			added, _ = s.Lines("--cached", "HEAD")
			sameLines(t, "added to HEAD", linesOf(t, s.Dir, "--staged", "--added"), added)
		})
	}
}
