package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A forge makes random repositories as a stream of git fast-import.
type forge struct {
	*rand.Rand
	out      bytes.Buffer
	branches []map[string][]byte // the files of the tip of each branch
	tips     []int               // marks of the tips
	marks    int
}

// tokens are what lines consist of; many of them are metacharacters of expressions, and some occur in others.
var tokens = []string{"needle", "need", "aa", "aaa", "a.b*c", "x[1]", "na\u00efve", "^$", `\d`, "(or|and)", "\xff\xfe", "K", "\u212a", "}", "", "\t", "aaneedle"}

// names are paths that git quotes, and others.
var names = []string{"a.txt", "dir/b.go", "dir/sp ace", "q\"uote", "tab\there", "new\nline", "\u00e9t\u00e9/\u00e0", "back\\slash", "dir/deep/c", "-dash", " and b", "x and b/x", "a => b"}

func (f *forge) line() []byte {
	var b bytes.Buffer
	for range 1 + f.IntN(3) {
		b.WriteString(tokens[f.IntN(len(tokens))] + " ")
	}
	if f.IntN(4) == 0 {
		b.WriteByte('\r')
	}
	b.WriteByte('\n')
	return b.Bytes()
}

// edit returns a text with some lines removed, changed, moved and added.
func (f *forge) edit(text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte{'\n'})
	for range 1 + f.IntN(3) {
		at := f.IntN(len(lines) + 1)
		switch f.IntN(4) {
		case 0:
			lines = slices.Insert(lines, at, f.line())
		case 1:
			if at < len(lines) {
				lines = slices.Delete(lines, at, at+1)
			}
		case 2:
			if at < len(lines) {
				lines[at] = f.line()
			}
		default:
			if at < len(lines) {
				moved := lines[at]
				lines = slices.Insert(slices.Delete(lines, at, at+1), 0, moved)
			}
		}
	}
	text = bytes.Join(lines, nil)
	switch f.IntN(12) {
	case 0:
		text = bytes.TrimSuffix(text, []byte{'\n'})
	case 1:
		text = append(text, "\x00 needle aa\n"...) // binary
	case 2:
		text = bytes.ReplaceAll(text, []byte{0}, nil)
	}
	return text
}

// change changes the files of a commit.
func (f *forge) change(files map[string][]byte) {
	for range 1 + f.IntN(2) {
		there := slices.Sorted(maps.Keys(files))
		name := names[f.IntN(len(names))]
		switch what := f.IntN(6); {
		case len(there) == 0 || what == 0:
			var text []byte
			for range f.IntN(12) {
				text = append(text, f.line()...)
			}
			files[name] = text
		case what == 1:
			delete(files, there[f.IntN(len(there))])
		case what == 2: // a rename, perhaps with changes
			old := there[f.IntN(len(there))]
			text := files[old]
			delete(files, old)
			if f.IntN(2) == 0 {
				text = f.edit(text)
			}
			files[name] = text
		default:
			old := there[f.IntN(len(there))]
			files[old] = f.edit(files[old])
		}
	}
}

// commit writes a commit whose first parent is the tip of a branch.
func (f *forge) commit(branch int, merged ...int) {
	f.marks++
	fmt.Fprintf(&f.out, "commit refs/heads/b%d\nmark :%d\n", branch, f.marks)
	when := fmt.Sprintf("A U Thor%d <a@example.com> %d +0130", f.marks%3, 1_700_000_000+f.marks*60-f.IntN(3)*100)
	fmt.Fprintf(&f.out, "author %s\ncommitter %s\ndata 9\nneedle %02d\n", when, when, f.marks%100)
	if f.tips[branch] > 0 {
		fmt.Fprintf(&f.out, "from :%d\n", f.tips[branch])
	}
	for _, other := range merged {
		fmt.Fprintf(&f.out, "merge :%d\n", f.tips[other])
	}
	f.out.WriteString("deleteall\n")
	for _, name := range slices.Sorted(maps.Keys(f.branches[branch])) {
		text := f.branches[branch][name]
		quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(name) + `"`
		fmt.Fprintf(&f.out, "M 100644 inline %s\ndata %d\n%s\n", quoted, len(text), text)
	}
	f.out.WriteByte('\n')
	f.tips[branch] = f.marks
}

// repository makes a repository of 5 to 25 commits, whose HEAD is branch b0, checked out.
func repository(t *testing.T, seed uint64) (string, *forge) {
	f := &forge{Rand: rand.New(rand.NewPCG(seed, 7)), branches: []map[string][]byte{{}}, tips: []int{0}}
	for range 5 + f.IntN(20) {
		branch := f.IntN(len(f.branches))
		switch {
		case len(f.branches) < 3 && f.tips[branch] > 0 && f.IntN(4) == 0:
			f.branches = append(f.branches, maps.Clone(f.branches[branch]))
			f.tips = append(f.tips, f.tips[branch])
			branch = len(f.branches) - 1
			f.change(f.branches[branch])
			f.commit(branch)
		case len(f.branches) > 1 && f.IntN(4) == 0:
			other := (branch + 1) % len(f.branches)
			if f.tips[other] == f.tips[branch] {
				continue
			}
			for name, text := range f.branches[other] {
				if _, both := f.branches[branch][name]; !both || f.IntN(2) == 0 {
					f.branches[branch][name] = text
				}
			}
			if f.IntN(2) == 0 {
				f.change(f.branches[branch])
			}
			f.commit(branch, other)
		default:
			f.change(f.branches[branch])
			f.commit(branch)
		}
	}
	if len(f.branches) > 1 && f.tips[1] != f.tips[0] {
		f.commit(0, 1)
	}
	dir := t.TempDir()
	tooltest.Git(t, dir, "init", "-q", "-b", "b0")
	tooltest.GitInput(t, dir, f.out.Bytes(), "fast-import", "--quiet", "--force")
	tooltest.Git(t, dir, "config", "core.autocrlf", "false")
	tooltest.Git(t, dir, "reset", "-q", "--hard")
	return dir, f
}

// hashes returns the commits of an answer.
func hashes(t *testing.T, dir string, args ...string) []string {
	t.Helper()
	program := filepath.Join(tooltest.Bin(t, "ct-history"), "ct-history")
	args = append([]string{"--json", "--limit=1000", "--max-bytes=64000"}, args...)
	r := tooltest.Run{Dir: dir}.Do(t, program, args...)
	var d document
	if err := json.Unmarshal([]byte(r.Stdout), &d); err != nil || r.Exit == 2 || d.Truncated {
		t.Fatalf("%q: exit %d, %v\n%s%s", args, r.Exit, err, r.Stdout, r.Stderr)
	}
	list := []string{}
	for _, c := range d.Commits {
		list = append(list, c.Hash)
	}
	return list
}

func fields(text string) []string {
	list := strings.Fields(text)
	if list == nil {
		return []string{}
	}
	return list
}

var metacharacters = regexp.MustCompile(`[][\\.*^$+?(){}|]`)

// TestAsGitLog compares the commits with those of git log -G, -S and -L in random repositories.
func TestAsGitLog(t *testing.T) {
	t.Parallel()
	rounds := uint64(200)
	if testing.Short() {
		rounds = 25
	}
	var comparisons, commits atomic.Int64
	t.Cleanup(func() {
		t.Logf("%d repositories, %d comparisons, %d commits", rounds, comparisons.Load(), commits.Load())
	})
	for seed := range rounds {
		t.Run(strconv.Itoa(int(seed)), func(t *testing.T) {
			t.Parallel()
			dir, f := repository(t, seed)
			compare := func(ours []string, git ...string) {
				t.Helper()
				got, want := hashes(t, dir, ours...), fields(tooltest.Git(t, dir, append([]string{"log", "--format=%h"}, git...)...))
				comparisons.Add(1)
				commits.Add(int64(len(want)))
				if !slices.Equal(got, want) {
					t.Errorf("ct-history %q: %q\ngit log %q: %q", ours, got, git, want)
				}
			}
			for _, i := range f.Perm(len(tokens))[:5] {
				token := tokens[i]
				if strings.TrimSpace(token) == "" {
					continue
				}
				escaped := metacharacters.ReplaceAllString(token, `\$0`)
				compare([]string{"--", token}, "-G"+escaped)
				compare([]string{"--count-changed", "--", token}, "-S"+token)
				name := names[f.IntN(len(names))]
				if tooltest.Git(t, dir, "log", "-1", "--format=%h", "HEAD", "--", ":(literal)"+name) != "" {
					compare([]string{"--", token, name}, "-G"+escaped, "--", ":(literal)"+name)
				}
			}
			compare([]string{"--regex", "--", "ne*d(le)? a"}, "-Gne*d(le)? a")
			compare([]string{"--text", "needle"}, "-Gneedle", "--text")
			compare([]string{"--author=thor1", "needle"}, "-Gneedle", "--author=Thor1")
			for name, text := range f.branches[0] {
				n := bytes.Count(text, []byte{'\n'})
				if n < 2 || strings.ContainsAny(name, "\n") || bytes.IndexByte(text, 0) >= 0 {
					continue
				}
				from := 1 + f.IntN(n-1)
				ours := fmt.Sprintf("--range=%d:%d", from, from+1)
				compare([]string{ours, "--", name}, "-s", fmt.Sprintf("-L%d,%d:%s", from, from+1, name))
			}
		})
	}
}
