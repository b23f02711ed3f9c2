package change

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/tooltest"
)

// sandbox is a repository of a test.
type sandbox struct{ *tooltest.RandomRepository }

func newSandbox(t *testing.T, seed uint64) *sandbox {
	return &sandbox{tooltest.NewRandomRepository(t, seed)}
}

type line = tooltest.Line

// object returns the text of a version of a file that is no submodule.
func (s *sandbox) lineOf(text []string, n int64) string {
	if n > int64(len(text)) {
		return "MISSING"
	}
	return text[n-1]
}

// ours returns the lines of a change, with their text from the working tree, the index or the base.
func (s *sandbox) ours(c *Change) (added, removed []line) {
	for _, f := range c.Files {
		if f.Whole {
			continue
		}
		var now []string
		if len(f.Added) > 0 {
			full := filepath.Join(s.Dir, f.Path)
			if target, err := os.Readlink(full); err == nil && !c.Staged {
				now = strings.Split(target, "\n")
			} else if out, err := s.Try("cat-file", "-p", ":"+f.Path); c.Staged && err == nil {
				now = strings.Split(string(out), "\n")
			} else if text, err := os.ReadFile(full); err == nil {
				now = strings.Split(string(text), "\n")
			}
		}
		for _, r := range f.Added {
			for n := r.First; n <= r.Last; n++ {
				added = append(added, line{Path: f.Path, N: n, Text: s.lineOf(now, n)})
			}
		}
		if len(f.Removed) > 0 && f.Old != "" {
			old := strings.Split(s.Git("cat-file", "-p", f.Old), "\n")
			for _, r := range f.Removed {
				for n := r.First; n <= r.Last; n++ {
					removed = append(removed, line{Path: f.OldPath(), N: n, Text: s.lineOf(old, n)})
				}
			}
		}
	}
	return added, removed
}

func sorted(lines []line) []string {
	var out []string
	for _, l := range lines {
		if strings.HasPrefix(l.Text, "Subproject commit") {
			continue
		}
		out = append(out, fmt.Sprintf("%q:%d:%q", l.Path, l.N, strings.TrimRight(l.Text, "\r"))) // line ends are converted
	}
	slices.Sort(out)
	return out
}

func open(t *testing.T, dir string) *git.Repository {
	t.Helper()
	repo, err := git.Open(context.Background(), dir, git.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return repo
}

func against(t *testing.T, dir string, o Options) *Change {
	t.Helper()
	o.Scratch = t.TempDir()
	c, err := Against(context.Background(), open(t, dir), o)
	if err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(o.Scratch); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
	return c
}

// sameLines compares the lines of a change with those of git, and returns how many git has.
func (s *sandbox) sameLines(c *Change, args ...string) int {
	s.T.Helper()
	if len(c.Unseen) > 0 {
		s.T.Errorf("unseen %v", c.Unseen)
	}
	wantAdded, wantRemoved := s.Lines(args...)
	added, removed := s.ours(c)
	for _, side := range []struct {
		name      string
		want, got []line
	}{{"added", wantAdded, added}, {"removed", wantRemoved, removed}} {
		want, got := sorted(side.want), sorted(side.got)
		if !slices.Equal(want, got) {
			for _, l := range want {
				if !slices.Contains(got, l) {
					s.T.Errorf("%s: git has %s", side.name, l)
				}
			}
			for _, l := range got {
				if !slices.Contains(want, l) {
					s.T.Errorf("%s: git does not have %s", side.name, l)
				}
			}
		}
	}
	// The files and how they differ.
	out := s.Git(append([]string{"diff", "--name-status", "-M", "-z", "--ignore-submodules=dirty"}, args...)...)
	var want, got []string
	for part := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00"); len(part) > 1; {
		n := 1
		if part[0][0] == 'R' {
			n = 2
		}
		if part[0] != "U" {
			want = append(want, part[0][:1]+" "+strings.Join(part[1:1+n], " -> "))
		}
		part = part[1+n:]
	}
	for _, f := range c.Files {
		switch {
		case f.Whole:
		case f.From != "":
			got = append(got, string(f.Status)+" "+f.From+" -> "+f.Path)
		default:
			got = append(got, string(f.Status)+" "+f.Path)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if want = slices.Compact(want); !slices.Equal(want, got) {
		s.T.Errorf("files %q\nwant %q", got, want)
	}
	return len(wantAdded) + len(wantRemoved)
}

// Whatever happened in a repository, the lines of a change are those that git diff prints.
func TestAChangeHasTheLinesOfGit(t *testing.T) {
	rounds := 200
	if testing.Short() {
		rounds = 25
	}
	var comparisons, lines atomic.Int64
	t.Cleanup(func() { t.Logf("%d repositories, %d comparisons, %d lines", rounds, comparisons.Load(), lines.Load()) })
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			s := newSandbox(t, uint64(seed))
			s.Build()
			status := s.Git("ls-files", "-z", "-u") // conflicts: git diff shows no lines of them
			c := against(t, s.Dir, Options{Base: "main"})
			base := strings.TrimSpace(s.Git("merge-base", "HEAD", "main"))
			if c.Base.Commit != base {
				t.Errorf("base %s, want %s", c.Base.Commit, base)
			}
			if status != "" {
				t.Skip("skipped: a conflict")
			}
			n := s.sameLines(c, base)
			n += s.sameLines(against(t, s.Dir, Options{Staged: true}), "--cached", "HEAD")
			n += s.sameLines(against(t, s.Dir, Options{Staged: true, Base: "main"}), "--cached", base)
			comparisons.Add(3)
			lines.Add(int64(n))
			var untracked []string
			for _, f := range c.Files {
				if f.Whole {
					untracked = append(untracked, f.Path)
				}
			}
			want := strings.Split(s.Git("ls-files", "-z", "-o", "--exclude-standard"), "\x00")
			want = slices.DeleteFunc(want, func(p string) bool { return p == "" || strings.HasSuffix(p, "/") })
			slices.Sort(want)
			if !slices.Equal(untracked, want) {
				t.Errorf("untracked %q, want %q", untracked, want)
			}
		})
	}
}
