package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/shared/tooltest"
)

// A paged search is ct-search in a folder.
type paged struct {
	t   *testing.T
	dir string
}

// run returns standard output, standard error and the status.
func (p paged) run(args ...string) (stdout, stderr string, status int) {
	p.t.Helper()
	r := tooltest.Run{Dir: p.dir}.Do(p.t, filepath.Join(tooltest.Bin(p.t, "ct-search"), "ct-search"), append([]string{"--no-config"}, args...)...)
	return r.Stdout, r.Stderr, r.Exit
}

// A jsonPage is what a page in JSON has.
type jsonPage struct {
	Matches    []json.RawMessage `json:"matches"`
	Truncated  bool              `json:"truncated"`
	NextCursor string            `json:"next_cursor"`
}

func (p paged) page(args ...string) jsonPage {
	p.t.Helper()
	stdout, stderr, _ := p.run(append([]string{"--json"}, args...)...)
	var l jsonPage
	if err := json.Unmarshal([]byte(stdout), &l); err != nil {
		p.t.Fatalf("%q: %v: %s%s", args, err, stdout, stderr)
	}
	return l
}

// follow returns what all pages have, one after the other.
func (p paged) follow(args ...string) (all []string, pages int) {
	p.t.Helper()
	cursor := []string{}
	for {
		l := p.page(append(cursor, args...)...)
		for _, m := range l.Matches {
			all = append(all, string(m))
		}
		if pages++; l.NextCursor == "" {
			if l.Truncated != p.page(args[1:]...).Truncated { // the first says how large a page is
				p.t.Fatalf("%q: it is cut, and no page follows", args)
			}
			return all, pages
		}
		cursor = []string{"--cursor=" + l.NextCursor}
	}
}

// wide is a tree whose paths are not in the order of their bytes.
func wide(t *testing.T) string {
	files := map[string]string{"a.txt": "needle\n", "a/x": "needle\n", "a-b": "needle needle\nno\nneedle\n", "a/b/c d": "no\n", "zero": ""}
	for i := range 12 {
		files[fmt.Sprintf("many/%d/f", i)] = strings.Repeat(fmt.Sprintf("a needle %d\nanother line\n", i), 1+i*7)
	}
	return tooltest.Tree(t, files)
}

func TestPagesTogetherAreTheWhole(t *testing.T) {
	t.Parallel()
	p := paged{t, wide(t)}
	for _, query := range tooltest.Sample([][]string{
		{"-e", "needle"}, {"-e", "needle", "-C", "1"}, {"-e", "needle", "-m", "3"}, {"--name", "*"}, {"--type", "d,f"}, {"-l", "needle", "many", "a"},
		{"-e", "needle", "--list"}, {"--name", "*", "--size", "-100"}, {"-e", "needle", "-e", "another", "-c"}, {"--name", "f", "-e", "line", "--base", "many"},
		{"-e", "needle", "--max-files", "9"},
	}, 3) {
		want := p.page(query...).Matches
		if len(want) < 3 {
			t.Fatalf("%q finds %d", query, len(want))
		}
		for _, size := range [][]string{{"--limit=1"}, {"--limit=2"}, {"--limit=5"}, {"--limit=1000"}, {"--max-bytes=2048"}, {"--max-bytes=2500"}, {"--max-bytes=4000"}} {
			got, pages := p.follow(append(size, query...)...)
			if !slices.EqualFunc(got, want, func(a string, b json.RawMessage) bool { return a == string(b) }) {
				t.Errorf("%q %q: %d on %d pages, %d in all", query, size, len(got), pages, len(want))
			}
			if size[0] == "--limit=1" && pages < 3 {
				t.Errorf("%q: %d pages", query, pages)
			}
		}
	}
}

// The line on standard error is the command for the next page.
func TestTextPagesTogetherAreTheWhole(t *testing.T) {
	t.Parallel()
	p := paged{t, wide(t)}
	for _, query := range [][]string{{"-n", "-e", "needle"}, {"-n", "-C1", "-e", "needle"}, {"--name", "*"}, {"-c", "needle", "many"}} {
		whole, _, _ := p.run(query...)
		got := ""
		for args := append([]string{"--limit=2"}, query...); args != nil; {
			stdout, stderr, status := p.run(args...)
			if status != 0 {
				t.Fatalf("%q: %s", args, stderr)
			}
			got += stdout
			_, next, more := strings.Cut(stderr, "next page: ct-search ")
			if args = nil; more {
				for word := range strings.FieldsSeq(next) {
					args = append(args, strings.Trim(word, "'"))
				}
			}
		}
		if got != whole {
			t.Errorf("%q: got\n%swant\n%s", query, got, whole)
		}
	}
}

func TestACursorOfAnotherQueryIsRefused(t *testing.T) {
	t.Parallel()
	p := paged{t, wide(t)}
	next := "--cursor=" + p.page("--limit=1", "--grep", "needle", "-i", "many").NextCursor
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--limit=7", "-i", "many", "--grep=needle"}, ""},
		{[]string{"--grep", "another", "-i", "many"}, "it belongs to another query: --grep was another then"},
		{[]string{"--case=insensitive", "many", "--grep=needle"}, ""}, // the same in other words
		{[]string{"-i", "--regex", "many", "--grep=needle"}, "--mode was not given then"},
		{[]string{"--grep", "needle", "many"}, "it belongs to another query: --case was given then"},
		{[]string{"--grep", "needle", "-i", "many", "--name", "f"}, "--name was not given then"},
		{[]string{"--grep", "needle", "-i"}, "an argument was given then"},
		{[]string{"--grep", "needle", "-i", "many", "-l"}, "the layout was another then"},
		{[]string{"needle", "many"}, "it belongs to another query: an argument was another then"},
	} {
		_, stderr, status := p.run(append([]string{next, "--json", "--json"}, c.args...)...)
		if c.want == "" && status != 0 || c.want != "" && status != 2 || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") > 1 {
			t.Errorf("%q: %d %s", c.args, status, stderr)
		}
	}
	for _, forged := range []string{"x", next[9:40], next[9:] + "A", ""} {
		stdout, stderr, status := p.run("--call", `{"tool":"find_files","arguments":{"grep":["needle"],"cursor":"`+forged+`"}}`)
		if status != 2 || !strings.HasPrefix(stdout, `{"error":{"kind":"BadArgs"`) || !strings.Contains(stdout, `"field":"cursor"`) {
			t.Errorf("%q: %d %s%s", forged, status, stdout, stderr)
		}
	}
}

func TestACursorOfAChangedTreeIsRefused(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		change func(dir string) error
		want   string
	}{
		"nothing": {func(string) error { return nil }, ""},
		"written": {func(dir string) error {
			return os.Chtimes(filepath.Join(dir, "a.txt"), time.Time{}, time.Now().Add(time.Second)) // the clock of files may be late
		}, "a.txt was written to"},
		"removed": {func(dir string) error { return os.Remove(filepath.Join(dir, "a/x")) }, "there were 6 entries to look at, now there are 5"},
		"added": {func(dir string) error {
			name := filepath.Join(dir, "a/new")
			return errors.Join(os.WriteFile(name, nil, 0o600), os.Chtimes(name, time.Time{}, time.Now().Add(-time.Hour)))
		}, "there were 6 entries to look at, now there are 7"},
		"another time": {func(dir string) error {
			return os.Chtimes(filepath.Join(dir, "a.txt"), time.Time{}, time.Now().Add(-time.Hour))
		}, "a.txt has another name, size or time than then"},
		"renamed": {func(dir string) error {
			return os.Rename(filepath.Join(dir, "a/x"), filepath.Join(dir, "a/y"))
		}, "a/y has another name, size or time than then"},
		"behind the page": {func(dir string) error { return os.WriteFile(filepath.Join(dir, "zero"), []byte("needle\n"), 0o600) }, ""},
	} {
		p := paged{t, wide(t)}
		old := time.Now().Add(-time.Minute)
		_ = filepath.WalkDir(p.dir, func(path string, _ os.DirEntry, _ error) error { return os.Chtimes(path, old, old) })
		next := p.page("--limit=5", "-e", "needle").NextCursor
		if err := c.change(p.dir); err != nil {
			t.Fatal(err)
		}
		stdout, stderr, status := p.run("--cursor="+next, "-e", "needle", "-n")
		if c.want == "" && status != 0 || c.want != "" && (status != 2 || stdout != "" || !strings.Contains(stderr, "--cursor: the tree changed since: ") || !strings.Contains(stderr, c.want)) {
			t.Errorf("%s: %d %s%s", what, status, stdout, stderr)
		}
	}
}

// follow returns the matches and errors of all answers, one after the other.
func (c caller) follow(arguments map[string]any, options ...string) (places, faults []string, answers int) {
	c.Helper()
	for {
		text, err := json.Marshal(arguments)
		if err != nil {
			c.Fatal(err)
		}
		a := c.found(string(text), options...)
		if a.places() != "" {
			places = append(places, a.places())
		}
		if a.faults() != "" {
			faults = append(faults, a.faults())
		}
		if answers++; a.NextCursor == nil {
			if r := a.reason(); r != "null" && r != "max_output_bytes" { // a long line or errors may have been cut
				c.Fatalf("%s: it is cut, and no answer follows", text)
			}
			return places, faults, answers
		}
		if answers > 1000 {
			c.Fatalf("%s: there is no end", text)
		}
		arguments["cursor"] = *a.NextCursor
	}
}

func TestAnswersOfSearchFilesTogetherAreTheWhole(t *testing.T) {
	t.Parallel()
	c := tree(t, map[string]string{
		"a.txt": "needle\n", "a/x": "needle\n", "a-b": "needle needle\nno\nneedle\n", "a/b/c d": "no\n", "big": strings.Repeat("needle\n", 100),
		"m": strings.Repeat("a needle, another needle\nan other line\n", 30), "n": strings.Repeat("no", 300), "o": strings.Repeat("é", 4000) + "needle", "z": "x needle",
	})
	for _, query := range []map[string]any{
		{"path": ".", "query": "needle"}, {"path": ".", "query": "needle", "context_lines": 2}, {"path": ".", "query": "n[^ ]*e", "mode": "regex", "max_matches_per_file": 7},
		{"path": ".", "query": "neelde", "mode": "fuzzy"}, {"path": ".", "query": "needle", "max_file_size_bytes": 2000},
	} {
		wholePlaces, wholeFaults, _ := c.follow(maps.Clone(query))
		want := strings.Join(wholePlaces, " ")
		if len(strings.Fields(want)) < 8 {
			t.Fatalf("%v finds %s", query, want)
		}
		for _, by := range []struct {
			name    string
			n       int
			options []string
		}{
			{"max_results", 1, nil}, {"max_results", 3, nil}, {"max_results", 20, nil}, {"max_files", 1, nil}, {"max_files", 3, nil},
			{"max_results", 5, []string{"--backend", "rg"}},
			{"context_lines", 0, []string{"--max-bytes", "1200"}}, {"context_lines", 0, []string{"--max-bytes", "5000"}},
		} {
			arguments := maps.Clone(query)
			if by.n > 0 {
				arguments[by.name] = by.n
			}
			if len(by.options) == 2 && by.options[1] == "rg" {
				if _, err := exec.LookPath("rg"); err != nil || query["mode"] == "fuzzy" {
					continue
				}
			}
			places, faults, answers := c.follow(arguments, by.options...)
			if got := strings.Join(places, " "); got != want {
				t.Errorf("%v by %s %d %q, %d answers:\ngot  %.600s\nwant %.600s", query, by.name, by.n, by.options, answers, got, want)
			}
			if by.n > 0 && !slices.Equal(strings.Split(strings.Join(faults, "; "), "; "), strings.Split(strings.Join(wholeFaults, "; "), "; ")) {
				t.Errorf("%v by %s %d: errors %q, want %q", query, by.name, by.n, faults, wholeFaults)
			}
			if by.n == 1 && answers < 7 {
				t.Errorf("%v by %s: %d answers", query, by.name, answers)
			}
		}
	}
}

func TestACursorOfSearchFilesIsHeldToItsQueryAndTree(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a": "needle\n", "b": "needle\n", "c": "needle\n"}
	c := tree(t, files)
	next := *c.found(`{"path":".","query":"needle","max_results":1}`).NextCursor
	with := func(more string) string { return `{"path":".","query":"needle","cursor":"` + next + `"` + more + `}` }
	c.places(with(`,"max_results":7,"max_files":5`), "b:1:1:needle c:1:1:needle")
	c.refused(with(`,"context_lines":1`), "BadArgs", "cursor", "another query: context_lines was not given then")
	c.refused(with(`,"mode":"regex"`), "BadArgs", "cursor", "mode was not given then")
	c.refused(strings.Replace(with(""), `"needle"`, `"nadel"`, 1), "BadArgs", "cursor", "query was another then")
	c.refused(strings.Replace(with(""), next, next[:len(next)-5], 1), "BadArgs", "cursor", "not a complete cursor")
	c.refused(`{"path":".","query":"needle","cursor":" "}`, "BadArgs", "cursor")
	if err := os.WriteFile(filepath.Join(c.Dir, "0"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	c.refused(with(""), "ExecutionFailed", "cursor", "the tree changed since")
	listed := *c.found(`{"path":".","query":"needle","max_results":1,"exclude_globs":["f4 f5"]}`).NextCursor
	c.refused(`{"path":".","query":"needle","exclude_globs":["f4","f5"],"cursor":"`+listed+`"}`, "BadArgs", "cursor", "exclude_globs was another then")
}

// What a cursor has of a file is held against the file, which may have been
// rewritten without a trace.
func TestMoreThanAFileHasCannotHaveBeenShown(t *testing.T) {
	t.Parallel()
	c := tree(t, map[string]string{"a": strings.Repeat("needle\n", 30), "b": "needle\n"})
	file := filepath.Join(c.Dir, "a")
	old := time.Now().Add(-time.Hour)
	next := func(name string, shown int64) string { // the cursor of an answer that ends after so many matches
		t.Helper()
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
		at, err := cursor.Parse(*c.found(`{"path":".","query":"needle","max_results":15}`).NextCursor)
		if err != nil || at.At != (cursor.Place{Path: "a", Shown: 15}) {
			t.Fatal(at, err)
		}
		at.At.Shown = shown
		return `{"path":".","query":"needle","cursor":"` + at.String() + `"` + name + `}`
	}
	if a := c.found(next("", 15)); a.Returned != 6 || a.Stats.MatchesTotal != 16 {
		t.Error(a.text)
	}
	for _, shown := range []int64{21, 1 << 40, 1<<63 - 1} {
		c.refused(next("", shown), "BadArgs", "cursor", "max_matches_per_file is 20")
	}
	rewritten := next("", 15)
	text := "needle\n" + strings.Repeat("nothing", 29) + "\n\n"
	text = text[:len(strings.Repeat("needle\n", 30))]
	if err := errors.Join(os.WriteFile(file, []byte(text), 0o600), os.Chtimes(file, old, old)); err != nil {
		t.Fatal(err)
	}
	c.refused(rewritten, "ExecutionFailed", "cursor", "the tree changed since: a has 1 matches, and 15 were shown")
	if _, err := exec.LookPath("rg"); err == nil {
		if e := c.call(rewritten, "--backend=rg").Error; e == nil || !strings.Contains(e.Message, "a has 1 matches") {
			t.Errorf("%+v", e)
		}
	}
}

// What is said of a file stands in the answer with the last of its matches.
func TestAnErrorIsInOneAnswer(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 3 {
		files[fmt.Sprint("f", i)] = strings.Repeat("a needle in a line that takes some room\n", 60)
	}
	_, faults, answers := tree(t, files).follow(map[string]any{"path": ".", "query": "needle"}, "--max-bytes", "1500")
	if got := strings.Join(faults, "; "); answers < 9 || got != "f0: 20 of 60 shown; f1: 20 of 60 shown; f2: 20 of 60 shown" {
		t.Errorf("%d answers: %s", answers, got)
	}
}
