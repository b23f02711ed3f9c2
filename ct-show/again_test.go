package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// sampleOf returns a sample of needle over roots after its first pass.
func sampleOf(t *testing.T, roots ...string) (*sample, *ledger.Ledger) {
	t.Helper()
	p, err := pattern.Compile("needle", pattern.Options{Mode: pattern.Literal, Case: pattern.Sensitive})
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(p)
	if err != nil {
		t.Fatal(err)
	}
	s := &sample{
		frame:   &tool.Frame{Tool: "ct-show", Format: "text", Budget: extents()[1].Usual},
		request: &request{table: &opt.Table{Tool: "ct-show", Options: (&request{}).options()}}, text: "needle", paths: roots,
		files: walk.Options{Roots: roots}, pattern: p, matcher: m,
	}
	led, err := s.find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return s, &led
}

// texts returns the paths of the snippets and the text of their first line.
func (s *sample) texts() (all []string) {
	for i := range s.snippets {
		all = append(all, filepath.Base(s.snippets[i].path)+": "+string(s.snippets[i].lines[0].text))
	}
	return all
}

func TestAFileThatGoesBetweenThePassesIsACut(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(dir string) error
		want   []string
		cuts   int64
		first  ledger.Entry
	}{
		"removed":        {func(dir string) error { return os.Remove(filepath.Join(dir, "b.txt")) }, []string{"a.txt: needle a", "c.txt: needle c"}, 1, ledger.Entry{Path: "b.txt", Detail: "no longer there"}},
		"all removed":    {os.RemoveAll, nil, 3, ledger.Entry{Path: "a.txt", Detail: "no longer there"}},
		"written again":  {func(dir string) error { return os.WriteFile(filepath.Join(dir, "a.txt"), []byte("\nneedle"), 0o644) }, []string{"b.txt: needle b", "c.txt: needle c"}, 1, ledger.Entry{Path: "a.txt"}},
		"nothing at all": {func(string) error { return nil }, []string{"a.txt: needle a", "b.txt: needle b", "c.txt: needle c"}, 0, ledger.Entry{}},
		"a folder now": {func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "c.txt")), os.Mkdir(filepath.Join(dir, "c.txt"), 0o755))
		}, []string{"a.txt: needle a", "b.txt: needle b"}, 1, ledger.Entry{Path: "c.txt", Detail: "no longer there"}},
	} {
		dir := tooltest.Tree(t, map[string]string{"a.txt": "needle a\n", "b.txt": "needle b\n", "c.txt": "needle c\n"})
		s, led := sampleOf(t, dir)
		if err := c.change(dir); err != nil {
			t.Fatal(err)
		}
		if err := s.readAgain(t.Context(), led); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got := s.texts(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if led.Count(ledger.Changed) != c.cuts || s.lines != 3 {
			t.Errorf("%s: %s, %d lines", name, led, s.lines)
		}
		if c.cuts > 0 {
			first := led.Cuts()[0].First
			if first.Path = filepath.Base(first.Path); first != c.first {
				t.Errorf("%s: %+v, want %+v", name, first, c.first)
			}
		}
		if b := s.body(led.Cut()); b.atLeast != (c.cuts > 0) || b.left(len(s.snippets)) != "" {
			t.Errorf("%s: at least %v, left %q", name, b.atLeast, b.left(len(s.snippets)))
		}
	}
}

// A missing root does not affect the others.
func TestARootThatGoesBetweenThePassesIsACut(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.txt": "needle a\n", "b/c.txt": "needle c\n"})
	s, led := sampleOf(t, filepath.Join(dir, "a.txt"), filepath.Join(dir, "b"))
	if err := os.Remove(filepath.Join(dir, "a.txt")); err != nil {
		t.Fatal(err)
	}
	err := s.readAgain(t.Context(), led)
	if got := s.texts(); err != nil || !slices.Equal(got, []string{"c.txt: needle c"}) || led.Count(ledger.Changed) != 1 {
		t.Errorf("%q, %s, %v", got, led, err)
	}
}

// The second pass follows no link that the first did not follow.
func TestAFolderThatBecomesALinkIsNotFollowed(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("skipped: links want a privilege")
	}
	dir := tooltest.Tree(t, map[string]string{"in/d/a.txt": "needle\n", "out/a.txt": "needle that is elsewhere\n"})
	s, led := sampleOf(t, filepath.Join(dir, "in"))
	if err := errors.Join(os.RemoveAll(filepath.Join(dir, "in/d")), os.Symlink("../out", filepath.Join(dir, "in/d"))); err != nil {
		t.Fatal(err)
	}
	err := s.readAgain(t.Context(), led)
	if err != nil || len(s.snippets) > 0 || led.Count(ledger.Changed) != 1 {
		t.Errorf("%q, %s, %v", s.texts(), led, err)
	}
}

// If the time ends between the passes, the totals are shown, and the command that shows the rest.
func TestWithoutTimeForTheTextsTheTotalsRemain(t *testing.T) {
	t.Parallel()
	s, led := sampleOf(t, tooltest.Tree(t, map[string]string{"a.txt": "needle\n"}))
	ended, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	if err := s.readAgain(ended, led); err != nil {
		t.Fatal(err)
	}
	b := s.body(led.Cut())
	want := "at least 1 matching line in 1 file, 1 cluster\n… at least 1 more cluster: ct-show --sample needle " + s.paths[0]
	if page := strings.Join(b.page(b.shown()), "\n"); page != want || led.Count(ledger.Timeout) != 1 {
		t.Errorf("%s, want\n%s\n%s", page, want, led)
	}
}

// The --timeout ends in a folder that takes half a minute to read; what was found before is still
// shown.
func TestASampleThatTheTimeEndsShowsWhatItFound(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.txt": "needle\n", "b/0": strings.Repeat("some text\n", 6<<20), "c.txt": "needle\n"})
	for i := range 4000 {
		if err := os.Link(filepath.Join(dir, "b/0"), filepath.Join(dir, "b", fmt.Sprint(i+1))); err != nil {
			t.Skipf("skipped: no links: %v", err)
		}
	}
	start := time.Now()
	r := tooltest.Run{Dir: dir, Env: []string{"GOMAXPROCS=1"}}.Do(t, program(t), "--sample", "needle", "--timeout", "2")
	want := "at least 1 matching line in 1 file, 1 cluster\na.txt\n  1: needle\n… the search was cut by --timeout: ct-show --sample --skip=1 needle\n"
	if r.Exit != 2 || r.Stdout != want || !strings.Contains(r.Stderr, "--timeout") {
		t.Errorf("%+v", r)
	}
	if took := time.Since(start); took > time.Minute {
		t.Errorf("it took %v", took)
	}
	r = tooltest.Run{Dir: dir, Env: []string{"GOMAXPROCS=1"}}.Do(t, program(t), "--sample", "needle", "--timeout", "2", "--json")
	var d document
	if err := json.Unmarshal([]byte(r.Stdout), &d); err != nil || !d.AtLeast || !d.Truncated || len(d.Snippets) != 1 || d.Rest != "ct-show --sample --skip=1 needle" || d.Verdict != "UNDECIDED" {
		t.Errorf("%v: %+v", err, r)
	}
}

// A file that no single path can reach is found and shown.
func TestASampleReachesWhatNoPathNames(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("skipped: paths are bounded elsewhere")
	}
	dir := t.TempDir()
	at, err := os.OpenRoot(dir)
	name := strings.Repeat("d", 20)
	for range 300 {
		if err != nil {
			t.Fatal(err)
		}
		below := at
		if err = below.Mkdir(name, 0o755); err == nil {
			at, err = below.OpenRoot(name)
		}
		_ = below.Close()
	}
	if err == nil {
		err = at.WriteFile("deep.md", []byte("# Deep\nneedle\n"), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	_ = at.Close()
	for args, next := range map[string]string{"needle": "ct-survey --scout needle", "needle ./" + name: "ct-survey --scout needle ./" + name} {
		r := tooltest.Run{Dir: dir}.Do(t, program(t), append([]string{"--sample"}, strings.Fields(args)...)...)
		if r.Exit != 0 || r.Stderr != "" || !strings.Contains(r.Stdout, "/deep.md\n  § Deep\n  1- # Deep\n  2: needle\n") || !strings.HasSuffix(r.Stdout, "\nnext: "+next+"\n") {
			t.Errorf("%s: %+v", args, r)
		}
	}
}

// After every kind of cut the figures are lower bounds.
func TestEveryCutMakesTheFiguresLowerBounds(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a.txt": "needle\n", "b.txt": "needle\nneedle\n", "big.txt": strings.Repeat("needle\n", 300)}
	dir := tooltest.Tree(t, files)
	check := func(run tooltest.Run, least bool, args ...string) {
		t.Helper()
		r := run.Do(t, program(t), append([]string{"--sample", "needle"}, args...)...)
		if r.Exit != 0 || strings.HasPrefix(r.Stdout, "at least ") != least {
			t.Errorf("%q: %+v", args, r)
		}
		r = run.Do(t, program(t), append([]string{"--sample", "needle", "--json"}, args...)...)
		if strings.Contains(r.Stdout, `"at_least":true`) != least {
			t.Errorf("%q: %+v", args, r)
		}
	}
	check(tooltest.Run{Dir: dir}, false)
	check(tooltest.Run{Dir: dir}, false, "--max-depth", "1", "--exclude", "b*")
	check(tooltest.Run{Dir: dir}, true, "--max-files", "2")
	check(tooltest.Run{Dir: dir}, true, "--max-file-size", "1k")
	nobody := tooltest.Nobody(t)
	if err := os.Chmod(filepath.Join(dir, "b.txt"), 0); err != nil {
		t.Fatal(err)
	}
	check(tooltest.Run{Dir: dir, As: nobody}, true)
}

// The clusters after those that are shown come in the same order.
func TestPicksGoOnWhereTheyEnded(t *testing.T) {
	counts := []int{3, 0, 7, 1, 40}
	all := picks(counts, 0, 1000)
	for skip := range len(all) + 2 {
		got := picks(counts, int64(skip), 5)
		from := min(skip, len(all))
		if want := all[from:min(from+5, len(all))]; !slices.Equal(got, want) {
			t.Errorf("after %d: %v, want %v", skip, fmt.Sprint(got), want)
		}
	}
}

// If a file was read in part, the next command reads all of it.
func TestMatchingLinesThatTheTimeEndedAreReadAgain(t *testing.T) {
	s := &query{
		frame:   &tool.Frame{Tool: "ct-show", Format: "text", Budget: extents()[0].Usual},
		request: &request{table: &opt.Table{Tool: "ct-show", Options: (&request{}).options()}}, text: "needle", name: "a.txt", path: "a.txt",
		result: scan.Result{Lines: 1, Hits: []scan.Hit{{Line: 7, Text: []byte("needle")}}},
	}
	var led ledger.Ledger
	led.Skip(ledger.Timeout, "a.txt", "")
	b := s.body(&led)
	want := "at least 1 matching line in a.txt\n  7: needle\n… the search was cut by --timeout: ct-show needle a.txt"
	if page := strings.Join(b.page(b.shown()), "\n"); page != want {
		t.Errorf("%s, want\n%s", page, want)
	}
}
