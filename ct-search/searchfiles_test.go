package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A contentsAnswer is what a call of search_files prints: its result, or an
// error.
type contentsAnswer struct {
	Path            string
	Query           string
	Mode            string
	Case            string
	Matches         []contentsMatch
	Returned        int
	MaxResults      int     `json:"max_results"`
	Truncated       bool    `json:"truncated"`
	TruncatedReason *string `json:"truncated_reason"`
	Stats           struct {
		FilesScanned int `json:"files_scanned"`
		FilesMatched int `json:"files_matched"`
		MatchesTotal int `json:"matches_total"`
		ElapsedMS    int `json:"elapsed_ms"`
	}
	Errors     []struct{ Path, Error string }
	Skipped    map[string]int
	NextCursor *string `json:"next_cursor"`

	Error *struct{ Kind, Message, Field string }

	text string // as printed
	exit int
}

type contentsMatch struct {
	Path          string
	Line, Column  int
	MatchText     string `json:"match_text"`
	LineText      string `json:"line_text"`
	Before, After []string
	Score         *float64
	LineClipped   bool `json:"line_clipped"`
}

func (m contentsMatch) String() string {
	return fmt.Sprintf("%s:%d:%d:%s", m.Path, m.Line, m.Column, m.MatchText)
}

// places returns the matches as path:line:column:text.
func (a *contentsAnswer) places() string {
	list := make([]string, len(a.Matches))
	for i, m := range a.Matches {
		list[i] = m.String()
	}
	return strings.Join(list, " ")
}

// paths returns the files of the matches, each once.
func (a *contentsAnswer) paths() string {
	var list []string
	for _, m := range a.Matches {
		list = append(list, m.Path)
	}
	return strings.Join(slices.Compact(list), " ")
}

// faults returns the errors as path: text.
func (a *contentsAnswer) faults() string {
	var list []string
	for _, e := range a.Errors {
		list = append(list, e.Path+": "+e.Error)
	}
	return strings.Join(list, "; ")
}

func (a *contentsAnswer) reason() string {
	if a.TruncatedReason == nil {
		return "null"
	}
	return *a.TruncatedReason
}

// A caller calls search_files in a folder.
type caller struct {
	*testing.T
	tooltest.Run
}

// tree returns a caller in a folder with these files.
func tree(t *testing.T, files map[string]string) caller {
	t.Helper()
	return caller{t, tooltest.Run{Dir: tooltest.Tree(t, files)}}
}

// configured returns a caller whose user has the configuration text.
func (c caller) configured(text string) caller {
	c.Helper()
	path := filepath.Join(tooltest.Tree(c, map[string]string{"config.toml": text}), "config.toml")
	c.Env = append(slices.Clone(c.Env), "CT_CONFIG="+path)
	return c
}

// call calls search_files with the arguments; options stand before --call.
func (c caller) call(arguments string, options ...string) *contentsAnswer {
	c.Helper()
	r := c.Do(c, filepath.Join(tooltest.Bin(c, "ct-search"), "ct-search"), append(options, "--call", arguments)...)
	a := &contentsAnswer{text: r.Stdout, exit: r.Exit}
	if err := json.Unmarshal([]byte(r.Stdout), a); err != nil || !utf8.ValidString(r.Stdout) || strings.Count(r.Stdout, "\n") != 1 {
		c.Fatalf("%s: %v, exit %d\n%.300s\n%s", arguments, err, r.Exit, r.Stdout, r.Stderr)
	}
	if (a.Error != nil) != (a.Matches == nil) || a.Error != nil && a.Exit() != 2 {
		c.Fatalf("%s: exit %d\n%.300s", arguments, r.Exit, r.Stdout)
	}
	return a
}

// Exit returns the exit status of the call.
func (a *contentsAnswer) Exit() int { return a.exit }

// found calls and returns a result.
func (c caller) found(arguments string, options ...string) *contentsAnswer {
	c.Helper()
	a := c.call(arguments, options...)
	if a.Error != nil {
		c.Fatalf("%s: %+v", arguments, *a.Error)
	}
	return a
}

// places compares the matches of a call with those wanted.
func (c caller) places(arguments, want string) {
	c.Helper()
	if got := c.found(arguments).places(); got != want {
		c.Errorf("%s:\ngot  %s\nwant %s", arguments, got, want)
	}
}

// refused checks that a call is an error of a kind about a field, whose message has
// all of parts.
func (c caller) refused(arguments, kind, field string, parts ...string) {
	c.Helper()
	e := c.call(arguments).Error
	if e == nil || e.Kind != kind || e.Field != field {
		c.Errorf("%s: %+v, want %s about %q", arguments, e, kind, field)
		return
	}
	for _, part := range parts {
		if !strings.Contains(e.Message, part) {
			c.Errorf("%s: %q lacks %q", arguments, e.Message, part)
		}
	}
}

// definition returns what --explain json says of search_files.
func definition(t *testing.T) (text string, d struct {
	Name        string
	Description string
	Input       json.RawMessage `json:"input_schema"`
	Annotations map[string]any
}) {
	t.Helper()
	r := tooltest.Run{Dir: t.TempDir()}.Do(t, filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), "--explain", "json")
	var all struct{ Tools []json.RawMessage }
	if err := json.Unmarshal([]byte(r.Stdout), &all); err != nil || len(all.Tools) == 0 {
		t.Fatalf("%v\n%s", err, r.Stdout)
	}
	if err := json.Unmarshal(all.Tools[0], &d); err != nil {
		t.Fatal(err)
	}
	return r.Stdout, d
}

// needUnix skips where there are no links, FIFOs and rights.
func needUnix(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("skipped: no POSIX file system")
	}
}

func symlink(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

// swapped has files and folders change places with links out of the sandbox
// while calls search them.
func swapped(t *testing.T) {
	needUnix(t)
	c := tree(t, map[string]string{"out/f": "outside x\n", "box/d/f": "inside x\n", "box/f": "inside x\n", "spare/f": "inside x\n"})
	outside := c.Dir
	c.Dir = filepath.Join(c.Dir, "box")
	symlink(t, filepath.Join(outside, "out", "f"), filepath.Join(outside, "file"))
	symlink(t, filepath.Join(outside, "out"), filepath.Join(outside, "folder"))
	done := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		exchange := func(a, b string) { // each takes the other's place
			_ = os.Rename(a, a+"~")
			_ = os.Rename(b, a)
			_ = os.Rename(a+"~", b)
		}
		for {
			select {
			case <-done:
				return
			default:
				exchange(filepath.Join(c.Dir, "f"), filepath.Join(outside, "file"))
				exchange(filepath.Join(c.Dir, "d"), filepath.Join(outside, "folder"))
			}
		}
	}()
	inside := 0
	for i := range 150 {
		path := []string{".", "d", "./d/."}[i%3]
		a := c.call(fmt.Sprintf(`{"path":%q,"query":"x","follow_symlinks":%v}`, path, i%2 == 0))
		if strings.Contains(a.text, "outside x") {
			t.Errorf("%s", a.text)
		}
		if a.Error != nil && a.Error.Kind == "BadArgs" {
			t.Errorf("%+v", a.Error)
		}
		inside += len(a.Matches)
	}
	close(done)
	<-ended
	if inside == 0 {
		t.Error("nothing was found inside either")
	}
}

// A requirement is one, or some that one test holds, named before what they say.
type requirement struct {
	name string
	test func(t *testing.T)
}

// requirements are the sentences of the specification of search_files, each
// with the test that holds it.
var requirements = []requirement{
	{"FR-SF-DEF-01 the name", func(t *testing.T) {
		if _, d := definition(t); d.Name != "search_files" {
			t.Error(d.Name)
		}
		tree(t, map[string]string{"a": "x"}).places(`{"tool":"search_files","arguments":{"path":".","query":"x"}}`, "a:1:1:x")
	}},
	{"FR-SF-DEF-02 the description", func(t *testing.T) {
		if _, d := definition(t); d.Description != "Search file contents" {
			t.Error(d.Description)
		}
	}},
	{"FR-SF-DEF-03 it has no side effects", func(t *testing.T) {
		if _, d := definition(t); d.Annotations["is_side_effecting"] != false || d.Annotations["readOnlyHint"] != true {
			t.Error(d.Annotations)
		}
	}},
	{"FR-SF-DEF-04 no approval, low risk", func(t *testing.T) {
		if _, d := definition(t); d.Annotations["requires_approval"] != false || d.Annotations["risk"] != "Low" {
			t.Error(d.Annotations)
		}
	}},
	{"FR-SF-VAL the schema is the normative one", func(t *testing.T) {
		const want = `{"type":"object","properties":{"path":{"type":"string"},"query":{"type":"string"},` +
			`"mode":{"type":"string","enum":["exact","regex","fuzzy"],"default":"exact"},"case":{"type":"string","enum":["sensitive","insensitive","smart"],"default":"smart"},` +
			`"recursive":{"type":"boolean","default":true},"max_depth":{"type":"integer","minimum":1},"max_results":{"type":"integer","minimum":1},` +
			`"max_matches_per_file":{"type":"integer","minimum":1},"max_file_size_bytes":{"type":"integer","minimum":1},"max_files":{"type":"integer","minimum":1},` +
			`"context_lines":{"type":"integer","minimum":0,"default":0},"include_hidden":{"type":"boolean","default":false},"follow_symlinks":{"type":"boolean","default":false},` +
			`"respect_gitignore":{"type":"boolean","default":true},"include_globs":{"type":"array","items":{"type":"string"}},"exclude_globs":{"type":"array","items":{"type":"string"}},` +
			`"cursor":{"type":"string"}},"required":["path","query"]}`
		_, d := definition(t)
		if bare := regexp.MustCompile(`,"description":"[^"]*"`).ReplaceAllString(string(d.Input), ""); bare != want {
			t.Errorf("got  %s\nwant %s", bare, want)
		}
	}},
	{"FR-SF-VAL-01 path is not blank", func(t *testing.T) {
		c := tree(t, nil)
		c.refused(`{"path":"","query":"x"}`, "BadArgs", "path", "not blank", `""`)
		c.refused(`{"path":" \t\n","query":"x"}`, "BadArgs", "path", "not blank")
		c.refused(`{"query":"x"}`, "BadArgs", "path", "missing")
	}},
	{"FR-SF-VAL-02 query is not blank", func(t *testing.T) {
		c := tree(t, nil)
		c.refused(`{"path":".","query":""}`, "BadArgs", "query", "not blank", `""`)
		c.refused(`{"path":".","query":" \u2003\n"}`, "BadArgs", "query", "not blank")
		c.refused(`{"path":"."}`, "BadArgs", "query", "missing")
	}},
	{"FR-SF-VAL-03 without recursion max_depth is 1", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x", "d/b": "x"})
		c.refused(`{"path":".","query":"x","recursive":false,"max_depth":2}`, "BadArgs", "max_depth", "recursive", "1", "2")
		c.places(`{"path":".","query":"x","recursive":false,"max_depth":1}`, "a:1:1:x")
		c.places(`{"path":".","query":"x","recursive":false}`, "a:1:1:x")
		c.places(`{"path":".","query":"x","recursive":true}`, "a:1:1:x d/b:1:1:x")
	}},
	{"FR-SF-VAL-04 limits are below the hard caps", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x"})
		for name, hard := range map[string]int{"max_results": 200, "max_matches_per_file": 20, "max_file_size_bytes": 2000000, "max_files": 5000, "max_depth": 12} {
			c.refused(fmt.Sprintf(`{"path":".","query":"x",%q:%d}`, name, hard+1), "BadArgs", name, name, fmt.Sprint(hard), fmt.Sprint(hard+1), "built-in")
			c.places(fmt.Sprintf(`{"path":".","query":"x",%q:%d}`, name, hard), "a:1:1:x")
			c.refused(fmt.Sprintf(`{"path":".","query":"x",%q:0}`, name), "BadArgs", name, "at least 1", `"0"`)
		}
	}},
	{"FR-SF-VAL-05, T-SF-10 fuzzy mode needs a backend that has it", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x"})
		for _, name := range []string{"rg", "ugrep"} {
			c.configured("tools.search_files.backend = \""+name+"\"").refused(`{"path":".","query":"needle","mode":"fuzzy"}`, "BadArgs", "mode", "fuzzy", name)
		}
	}},
	{"FR-SF-VAL-06, T-SF-03 path is held against the sandbox before anything else", func(t *testing.T) {
		c := tree(t, map[string]string{"box/a": "x", "other/b": "x"})
		c.Dir = filepath.Join(c.Dir, "box")
		// What is not there is distinguished from what must not be known.
		for _, path := range []string{"..", "../other", "../nothing", "a/../../other", filepath.Join(c.Dir, "..", "other"), "/", "/nonexistent/x"} {
			arguments, err := json.Marshal(map[string]string{"path": path, "query": "x"})
			if err != nil {
				t.Fatal(err)
			}
			c.refused(string(arguments), "SandboxViolation", "path", "outside the sandbox", "path")
		}
	}},
	{"FR-SF-VAL-07, T-SF-04 path is a directory", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x"})
		c.refused(`{"path":"nothing","query":"x"}`, "ExecutionFailed", "path", `path "nothing" does not exist`)
		c.refused(`{"path":"a","query":"x"}`, "ExecutionFailed", "path", `path "a" is not a directory`)
		c.refused(`{"path":"a/b","query":"x"}`, "ExecutionFailed", "path", `path "a/b"`)
	}},
	{"FR-SF-VAL-08 links to directories are never followed", func(t *testing.T) {
		needUnix(t)
		c := tree(t, map[string]string{"d/a": "x"})
		symlink(t, "d", filepath.Join(c.Dir, "link"))
		symlink(t, "d/a", filepath.Join(c.Dir, "file"))
		c.places(`{"path":".","query":"x"}`, "d/a:1:1:x")
		c.places(`{"path":".","query":"x","follow_symlinks":true}`, "d/a:1:1:x file:1:1:x")
	}},
	{"FR-SF-SRC-01 exact mode is literal", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "a.c abc a.c\nA.C\nx(y\ntwo\nlines\n"})
		c.places(`{"path":".","query":"a.c"}`, "a:1:1:a.c a:1:9:a.c a:2:1:A.C")
		c.places(`{"path":".","query":"A.C"}`, "a:2:1:A.C")
		c.places(`{"path":".","query":"a.c","case":"sensitive"}`, "a:1:1:a.c a:1:9:a.c")
		c.places(`{"path":".","query":"X(Y","case":"insensitive"}`, "a:3:1:x(y")
		c.places(`{"path":".","query":"two\nli"}`, "a:4:1:two\nli")
	}},
	{"FR-SF-SRC-02, T-SF-02 regex mode", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "foo1 foo22\n"})
		c.places(`{"path":".","query":"o\\d+","mode":"regex"}`, "a:1:3:o1 a:1:8:o22")
		c.places(`{"path":".","query":"foo(?=22)","mode":"regex"}`, "a:1:6:foo")
		c.refused(`{"path":".","query":"a(b","mode":"regex"}`, "BadArgs", "query", `"a(b"`, "missing closing )", "mode exact")
	}},
	{"FR-SF-SRC-03 fuzzy mode", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "neelde\nneedle here\nndle\nother\n"})
		a := c.found(`{"path":".","query":"needle","mode":"fuzzy"}`)
		if got := a.places(); got != "a:1:1:neelde a:2:1:needle" || *a.Matches[0].Score != 1-1.0/6 || *a.Matches[1].Score != 1 {
			t.Error(got, a.text)
		}
		c.refused(`{"path":".","query":"two\nlines","mode":"fuzzy"}`, "BadArgs", "query", "line break")
	}},
	{"FR-SF-SRC-04, T-SF-05 binary files are skipped", func(t *testing.T) {
		c := tree(t, map[string]string{
			"a": "x", "nul": "x\x00", "latin1": "caf\xe9 x", "utf16": "\xff\xfex\x00", "late": strings.Repeat("line\n", 4000) + "x\n\x00\nx\n",
		})
		a := c.found(`{"path":".","query":"x"}`)
		if a.places() != "a:1:1:x late:4001:1:x" || a.Skipped["binary"] != 4 && a.Skipped["binary"] != 3 || a.Stats.FilesScanned != 2 || !strings.Contains(a.faults(), "late: binary") {
			t.Error(a.text)
		}
	}},
	{"FR-SF-SRC-05 globs", func(t *testing.T) {
		c := tree(t, map[string]string{"a.go": "x", "a.txt": "x", "d/b.go": "x", "d/b_test.go": "x", "vendor/c.go": "x"})
		c.places(`{"path":".","query":"x","include_globs":["*.go"],"exclude_globs":["vendor","*_test.go"]}`, "a.go:1:1:x d/b.go:1:1:x")
		c.places(`{"path":".","query":"x","include_globs":["d/**"]}`, "d/b.go:1:1:x d/b_test.go:1:1:x")
		c.places(`{"path":"d","query":"x","exclude_globs":["b.go"]}`, "b_test.go:1:1:x")
		c.refused(`{"path":".","query":"x","include_globs":["[a"]}`, "BadArgs", "include_globs", `"[a"`)
		c.refused(`{"path":".","query":"x","exclude_globs":[""]}`, "BadArgs", "exclude_globs", "empty")
	}},
	{"FR-SF-SRC-06, T-SF-09 gitignore", func(t *testing.T) {
		c := tree(t, map[string]string{
			".gitignore": "*.log\n", ".git/info/exclude": "secret\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".git/x": "x", ".ignore": "plain\n",
			"a.log": "x", "secret": "x", "plain": "x", "sub/.gitignore": "y\n", "sub/y": "x", "sub/z": "x",
		})
		c.places(`{"path":".","query":"x"}`, "plain:1:1:x sub/z:1:1:x")
		c.places(`{"path":"sub","query":"x"}`, "z:1:1:x")
		c.places(`{"path":".","query":"x","respect_gitignore":false}`, "a.log:1:1:x plain:1:1:x secret:1:1:x sub/y:1:1:x sub/z:1:1:x")
	}},
	{"FR-SF-SRC-07 larger files are an error", func(t *testing.T) {
		c := tree(t, map[string]string{"large": strings.Repeat("x", 101), "small": "x" + strings.Repeat(" ", 99)})
		a := c.found(`{"path":".","query":"x","max_file_size_bytes":100}`)
		if a.places() != "small:1:1:x" || a.faults() != "large: larger than max_file_size_bytes, 100" || a.Skipped["too_large"] != 1 || a.Truncated {
			t.Error(a.text)
		}
	}},
	{"FR-SF-SRC-08, T-SF-06 max_results ends the search", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x\nx\n", "b": "x x\n", "c": "x\n", "d": "x\n"})
		for n, want := range map[int]string{1: "a:1:1:x", 2: "a:1:1:x a:2:1:x", 3: "a:1:1:x a:2:1:x b:1:1:x", 6: "a:1:1:x a:2:1:x b:1:1:x b:1:3:x c:1:1:x d:1:1:x"} {
			a := c.found(fmt.Sprintf(`{"path":".","query":"x","max_results":%d}`, n))
			if a.places() != want || a.Truncated != (n < 6) || a.reason() != map[bool]string{true: "max_results", false: "null"}[n < 6] || a.Stats.MatchesTotal != n || a.MaxResults != n {
				t.Errorf("%d: %s", n, a.text)
			}
		}
	}},
	{"FR-SF-SRC what a file has beyond max_matches_per_file is counted", func(t *testing.T) {
		c := tree(t, map[string]string{"a": strings.Repeat("x x\n", 250), "b": "x\n"})
		a := c.found(`{"path":".","query":"x"}`)
		if len(a.Matches) != 21 || a.faults() != "a: 20 of 500 shown" || a.Stats.MatchesTotal != 501 || !a.Truncated || a.reason() != "null" {
			t.Error(a.text)
		}
		// There is more of a, which no limit of the search has cut.
		if a := c.found(`{"path":".","query":"x","max_results":3,"max_matches_per_file":2}`); a.paths() != "a b" || !a.Truncated || a.reason() != "null" || a.faults() != "a: 2 of 500 shown" {
			t.Error(a.text)
		}
		if a := c.found(`{"path":".","query":"x","max_results":2,"max_matches_per_file":3}`); !a.Truncated || a.faults() != "" || a.Stats.MatchesTotal != 2 {
			t.Error(a.text)
		}
	}},
	{"FR-SF-SRC max_files counts the files that are searched", func(t *testing.T) {
		c := tree(t, map[string]string{".h": "x", "a": "x", "b": "x\x00", "c": "no", "d": strings.Repeat("x", 200), "e": "x", "f": "x"})
		for n, want := range map[int]string{1: "a:1:1:x", 2: "a:1:1:x", 3: "a:1:1:x e:1:1:x", 4: "a:1:1:x e:1:1:x f:1:1:x"} {
			a := c.found(fmt.Sprintf(`{"path":".","query":"x","max_file_size_bytes":100,"max_files":%d}`, n))
			if a.places() != want || a.Stats.FilesScanned != n || a.Truncated != (n < 4) || a.reason() != map[bool]string{true: "max_files", false: "null"}[n < 4] {
				t.Errorf("%d: %s", n, a.text)
			}
		}
	}},
	{"FR-SF-OUT the answer has these members in this order", func(t *testing.T) {
		c := tree(t, map[string]string{"d/a": "1\n2\nax\n4\n5\n6\n7\nx\n", ".hidden": ""})
		got := regexp.MustCompile(`"elapsed_ms":\d+`).ReplaceAllString(c.found(`{"path":"./d//","query":"x","context_lines":2,"max_results":1}`).text, `"elapsed_ms":0`)
		got = regexp.MustCompile(`"next_cursor":"[\w-]{50,140}"`).ReplaceAllString(got, `"next_cursor":"…"`)
		want := `{"path":"d","query":"x","mode":"exact","case":"smart","matches":[{"path":"a","line":3,"column":2,"match_text":"x","line_text":"ax","before":["1","2"],"after":["4","5"],"score":null}],` +
			`"returned":1,"max_results":1,"truncated":true,"truncated_reason":"max_results","stats":{"files_scanned":1,"files_matched":1,"matches_total":1,"elapsed_ms":0},"errors":[],` +
			`"skipped":{"hidden":0,"ignored":0,"excluded":0,"binary":0,"too_large":0,"unreadable":0,"symlink":0,"special":0,"max_files":0,"max_depth":0},"next_cursor":"…"}` + "\n"
		if got != want {
			t.Errorf("got  %swant %s", got, want)
		}
	}},
	{"FR-SF-OUT-01, T-SF-01 matches are ordered by path, line and column", func(t *testing.T) {
		files := map[string]string{"a.c": "x", "a/x": "x", "a": "", "B": "x", "b": "x\n x x"}
		delete(files, "a")
		tree(t, files).places(`{"path":".","query":"x"}`, "B:1:1:x a/x:1:1:x a.c:1:1:x b:1:1:x b:2:2:x b:2:4:x")
		tree(t, map[string]string{"a": "日本x x"}).places(`{"path":".","query":"x"}`, "a:1:7:x a:1:9:x")
	}},
	{"FR-SF-OUT-02, C-03 the same tree gives the same bytes", func(t *testing.T) {
		c := caller{t, tooltest.Run{Dir: tooltest.Hostile(t, "needle")}}
		for _, arguments := range []string{
			`{"path":".","query":"needle"}`, `{"path":".","query":"needle","max_files":7,"context_lines":2}`,
			`{"path":".","query":"neelde","mode":"fuzzy","max_results":33}`, `{"path":".","query":"n.{3}l","mode":"regex","max_matches_per_file":1}`,
		} {
			first := ""
			for _, procs := range []string{"1", "8", "2", "8"} {
				c.Env = []string{"GOMAXPROCS=" + procs}
				got := regexp.MustCompile(`"elapsed_ms":\d+`).ReplaceAllString(c.found(arguments).text, "")
				if first == "" {
					first = got
				}
				if got != first {
					t.Errorf("%s: GOMAXPROCS=1 and %s differ:\n%.400s\n%.400s", arguments, procs, first, got)
				}
			}
		}
	}},
	{"FR-SF-OUT-03 the answer keeps to max_output_bytes", func(t *testing.T) {
		c := caller{t, tooltest.Run{Dir: tooltest.Hostile(t, "needle")}}
		last := 0
		for _, most := range []int{512, 513, 600, 777, 1024, 3000, 10_000, 65_536, 200_000} {
			a := c.configured(fmt.Sprintf("[tools.search_files]\nmax_output_bytes = %d\n", most)).found(`{"path":".","query":"needle","context_lines":1}`)
			if len(a.text) > most || a.Returned == 0 || a.Returned != len(a.Matches) || a.Returned < last || len(a.text) < most/2 && most < 65_536 {
				t.Errorf("%d: %d bytes, %d matches", most, len(a.text), a.Returned)
			}
			last = a.Returned
		}
		// An option can only lower what the configuration allows.
		if a := c.found(`{"path":".","query":"needle"}`, "--max-bytes", "700"); len(a.text) > 700 || a.reason() != "max_output_bytes" {
			t.Error(a.text)
		}
		small := c.configured("tools.search_files.max_output_bytes = 600")
		if a := small.found(`{"path":".","query":"needle"}`, "--max-bytes", "600", "--json-pretty"); len(a.text) > 600 {
			t.Error(len(a.text))
		}
		if e := small.call(`{"path":".","query":"needle"}`, "--max-bytes", "601").Error; e == nil || e.Kind != "BadArgs" || e.Field != "max_bytes" {
			t.Errorf("%+v", e)
		}
	}},
	{"FR-SF-OUT-04 nothing else cuts the answer", func(t *testing.T) {
		c := tree(t, map[string]string{"a": strings.Repeat("needle "+strings.Repeat("y", 2000)+"\n", 20)})
		if a := c.found(`{"path":".","query":"needle"}`); len(a.text) < 40_000 || a.Truncated { // the usual bound of JSON is 32,768
			t.Errorf("%d bytes, %v", len(a.text), a.Truncated)
		}
	}},
	{"FR-SF-OUT-05, T-SF-07 an answer cut for its size says so", func(t *testing.T) {
		c := tree(t, map[string]string{"a": strings.Repeat("needle "+strings.Repeat("y", 2000)+"\n", 20), "b": "needle\n"})
		small := c.configured("tools.search_files.max_output_bytes = 2000")
		a := small.found(`{"path":".","query":"needle"}`)
		if !a.Truncated || a.reason() != "max_output_bytes" || a.Returned >= 21 || a.Stats.MatchesTotal != 21 {
			t.Error(a.text)
		}
		// It is the reason where both bounds are reached.
		if a := small.found(`{"path":".","query":"needle","max_results":15}`); a.reason() != "max_output_bytes" || a.Stats.MatchesTotal != 15 {
			t.Error(a.text)
		}
		small.refused(`{"path":".","query":"`+strings.Repeat("n", 2000)+`"}`, "BadArgs", "query", "2002 bytes", "max_output_bytes", "2000")
	}},
	{"FR-SF-OUT matches that no answer holds are counted as returned to max_results", func(t *testing.T) {
		c := tree(t, map[string]string{"a": strings.Repeat("x\n", 3000), "b": "x\n"}).configured("[tools.search_files]\nmax_results = 100000\nmax_matches_per_file = 100000")
		for most, want := range map[int][3]int{100: {100, 1, 1}, 2000: {2000, 1, 1}, 3000: {3000, 2, 1}, 3001: {3001, 2, 2}, 90000: {3001, 2, 2}} {
			a := c.found(fmt.Sprintf(`{"path":".","query":"x","max_results":%d}`, most))
			got := [3]int{a.Stats.MatchesTotal, a.Stats.FilesScanned, a.Stats.FilesMatched}
			if got != want || a.reason() != map[bool]string{true: "max_results", false: "max_output_bytes"}[most == 100] || len(a.Errors) > 0 {
				t.Errorf("%d: %v, want %v; %s, %s", most, got, want, a.reason(), a.faults())
			}
		}
		if a := c.found(`{"path":".","query":"x","max_matches_per_file":2500}`); len(a.Errors) > 0 || a.Stats.MatchesTotal != 3001 { // it goes on in the next answer
			t.Error(a.faults(), a.Stats)
		}
		if places, faults, _ := c.follow(map[string]any{"path": ".", "query": "x", "max_matches_per_file": 2500}); strings.Join(faults, "; ") != "a: 2500 of 3000 shown" || len(strings.Fields(strings.Join(places, " "))) != 2501 {
			t.Error(faults)
		}
	}},
	{"FR-SF-OUT matches of one line that no answer holds are counted, and on later pages", func(t *testing.T) {
		c := tree(t, map[string]string{"a": strings.Repeat("x", 2500) + "\nx x\n", "b": "x\n"}).configured("[tools.search_files]\nmax_results = 100000\nmax_matches_per_file = 100000\nmax_output_bytes = 200000")
		if a := c.found(`{"path":".","query":"x"}`); a.Stats.MatchesTotal != 2503 || a.Stats.FilesMatched != 2 || a.reason() != "max_output_bytes" || a.Returned > 1000 {
			t.Error(a.Stats, a.Returned, a.reason())
		}
		var want []string
		for i := range 2500 {
			want = append(want, fmt.Sprintf("a:1:%d:x", i+1))
		}
		want = append(want, "a:2:1:x", "a:2:3:x", "b:1:1:x")
		for _, more := range []map[string]any{{}, {"max_results": 700}} {
			more["path"], more["query"] = ".", "x"
			if places, _, _ := c.follow(more); strings.Join(places, " ") != strings.Join(want, " ") {
				t.Errorf("%v: %d answers, the last %s", more, len(places), places[len(places)-1])
			}
		}
	}},
	{"FR-SF-OUT long lines are clipped round the match", func(t *testing.T) {
		line := strings.Repeat("l", 5000) + "needle" + strings.Repeat("r", 5000)
		c := tree(t, map[string]string{"a": line + "\nneedle\n" + strings.Repeat("c", 5000) + "\n"})
		a := c.found(`{"path":".","query":"needle","context_lines":1}`)
		m, n := a.Matches[0], a.Matches[1]
		if m.Column != 5001 || !m.LineClipped || len(m.LineText) > 4096 || len(m.LineText) < 4000 || !strings.Contains(m.LineText, "lneedler") || n.LineText != "needle" || len(n.After[0]) > 4096 || !n.LineClipped || a.Truncated {
			t.Error(m.Column, m.LineClipped, len(m.LineText), strings.Contains(m.LineText, "lneedler"), n.LineText, len(n.After[0]), n.LineClipped, a.Truncated)
		}
		if m := c.found(`{"path":".","query":"l+needle","mode":"regex"}`).Matches[0]; m.Column != 1 || len(m.MatchText) > 4096 || !m.LineClipped {
			t.Error(m)
		}
	}},
	{"FR-SF-ERR-01 wrong arguments are BadArgs that say what is right", func(t *testing.T) {
		c := tree(t, nil)
		for arguments, want := range map[string][]string{
			`{"path":".","query":"x","mode":"glob"}`:               {"mode", "exact, regex, fuzzy", `"glob"`},
			`{"path":".","query":"x","case":"upper"}`:              {"case", "sensitive, insensitive, smart", `"upper"`},
			`{"path":".","query":"x","max_results":"5"}`:           {"max_results", "a whole number", "a string"},
			`{"path":".","query":"x","max_results":1.5}`:           {"max_results", "a whole number", "1.5"},
			`{"path":".","query":"x","max_results":-1}`:            {"max_results", "at least 1", "-1"},
			`{"path":".","query":"x","context_lines":-1}`:          {"context_lines", "at least 0", "-1"},
			`{"path":".","query":"x","recursive":"yes"}`:           {"recursive", "true or false", "a string"},
			`{"path":".","query":"x","include_hidden":null}`:       {"include_hidden", "true or false", "null"},
			`{"path":".","query":"x","include_globs":7}`:           {"include_globs", "an array of strings", "a number"},
			`{"path":".","query":"x","include_globs":["*.go", 3]}`: {"include_globs", "strings", "a number"},
			`{"path":5,"query":"x"}`:                               {"path", "a string", "a number"},
			`{"path":".","query":["x"]}`:                           {"query", "a string", "an array"},
			`{"path":".","qeury":"x"}`:                             {"qeury", `"query"`},
			`{"path":".","query":"x","max_result":1}`:              {"max_result", `"max_results"`},
			`{"path":".","query":"x","paths":["."]}`:               {"paths", `"path"`},
			`{"path":".","query":"x","cursor":"made up"}`:          {"cursor", "next_cursor"},
		} {
			c.refused(arguments, "BadArgs", want[0], want[1:]...)
		}
		c.refused(`{"path":".","query":"x"`, "BadArgs", "", "JSON object")
		c.refused(`[1]`, "BadArgs", "", "JSON object")
	}},
	{"FR-SF-ERR-02 a path out of the sandbox is a SandboxViolation", func(t *testing.T) {
		needUnix(t)
		c := tree(t, map[string]string{"box/a": "x", "box/in/b": "x", "other/secret": "x"})
		outside := c.Dir
		c.Dir = filepath.Join(c.Dir, "box")
		symlink(t, "../other", filepath.Join(c.Dir, "out"))
		symlink(t, outside, filepath.Join(c.Dir, "up"))
		symlink(t, "/proc/self/root/etc", filepath.Join(c.Dir, "proc"))
		symlink(t, "in", filepath.Join(c.Dir, "link"))
		for _, path := range []string{"out", "out/", "out/nothing", "up/other", "up/box/../other", "link/../..", "proc"} {
			c.refused(`{"path":"`+path+`","query":"x"}`, "SandboxViolation", "path", "outside the sandbox")
		}
		c.places(`{"path":"link","query":"x"}`, "b:1:1:x")
		c.places(`{"path":"up/box","query":"x","max_depth":1}`, "a:1:1:x")
		c.places(`{"path":"`+c.Dir+`","query":"x","max_depth":1}`, "a:1:1:x")
		if runtime.GOOS != "linux" {
			return
		}
		for _, path := range []string{"/proc/self/root", "/proc/self/cwd/..", "/proc/1/root", "/proc/self/fd", "/dev/fd/0"} {
			if e := c.call(`{"path":"` + path + `","query":"x"}`).Error; e == nil || e.Kind == "BadArgs" {
				t.Errorf("%s: %+v", path, e)
			}
		}
	}},
	{"FR-SF-ERR-03 a path that is no directory is ExecutionFailed", func(t *testing.T) {
		needUnix(t)
		c := tree(t, map[string]string{"a": "x"})
		symlink(t, "gone", filepath.Join(c.Dir, "dangling"))
		symlink(t, "loop", filepath.Join(c.Dir, "loop"))
		symlink(t, "a", filepath.Join(c.Dir, "file"))
		c.refused(`{"path":"dangling","query":"x"}`, "ExecutionFailed", "path", `path "dangling" does not exist`)
		c.refused(`{"path":"file","query":"x"}`, "ExecutionFailed", "path", `path "file" is not a directory`)
		c.refused(`{"path":"loop","query":"x"}`, "ExecutionFailed", "path", `path "loop"`)
		c.refused(`{"path":"a\u0000b","query":"x"}`, "ExecutionFailed", "path", "path")
	}},
	{"FR-SF-ERR-04 what cannot be read is an entry in errors", func(t *testing.T) {
		nobody := tooltest.Nobody(t)
		c := tree(t, map[string]string{"a": "x", "b": "x", "dir/c": "x", "d": "x"})
		c.As = nobody
		for _, name := range []string{"b", "dir"} {
			if err := os.Chmod(filepath.Join(c.Dir, name), 0); err != nil {
				t.Fatal(err)
			}
		}
		t.Cleanup(func() { _ = os.Chmod(filepath.Join(c.Dir, "dir"), 0o755) })
		a := c.found(`{"path":".","query":"x"}`)
		if a.places() != "a:1:1:x d:1:1:x" || a.faults() != "b: permission denied; dir: permission denied" || a.Skipped["unreadable"] != 2 || a.exit != 0 {
			t.Error(a.exit, a.text)
		}
		for _, name := range []string{"rg", "ugrep"} {
			if _, err := exec.LookPath(name); err != nil {
				t.Log("skipped: no " + name)
			} else if other := c.found(`{"path":".","query":"x"}`, "--backend", name); other.faults() != a.faults() || other.places() != a.places() {
				t.Error(name, other.text)
			}
		}
		c.refused(`{"path":"dir","query":"x"}`, "ExecutionFailed", "path", "permission denied")
	}},
	{"NFR-SF-PERF-01 every bound bounds the search", func(t *testing.T) {
		files := map[string]string{}
		for i := range 60 {
			files[fmt.Sprintf("%s%02d", strings.Repeat("d/", i%4), i)] = "x\nx\n"
		}
		c := tree(t, files)
		for arguments, most := range map[string]int{`"max_results":5`: 3, `"max_files":9`: 9, `"max_depth":1`: 15, `"max_depth":2`: 30, `"recursive":false`: 15} {
			if a := c.found(`{"path":".","query":"x",` + arguments + `}`); a.Stats.FilesScanned > most || a.Stats.FilesScanned < most-1 {
				t.Errorf("%s: %d files", arguments, a.Stats.FilesScanned)
			}
		}
		if a := c.found(`{"path":".","query":"x","max_matches_per_file":1}`); len(a.Matches) != 60 {
			t.Error(len(a.Matches))
		}
	}},
	{"NFR-SF-PERF-01 context is bounded, in lines and in memory", func(t *testing.T) {
		files := map[string]string{}
		for i := range 10 {
			files[fmt.Sprint(i)] = strings.Repeat(strings.Repeat("a foo and more ", 3)+"\n", 40_000)
		}
		c := tree(t, files)
		start := time.Now()
		a := c.found(`{"path":".","query":"foo","context_lines":1000}`)
		if took := time.Since(start); took > time.Minute || !a.Truncated || len(a.Matches) < 100 || len(a.text) > 65536 {
			t.Error(took, len(a.Matches), len(a.text))
		}
		c.refused(`{"path":".","query":"foo","context_lines":1001}`, "BadArgs", "context_lines", "from 0 to 1000")
		c = c.configured("tools.search_files.max_matches_per_file = 100")
		c.refused(`{"path":".","query":"foo","context_lines":201}`, "BadArgs", "context_lines", "at most 200", "max_matches_per_file")
		c.found(`{"path":".","query":"foo","context_lines":200,"max_files":1}`)
	}},
	{"FR-SF-ERR-01 an error is bounded too", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x"})
		long := strings.Repeat("a", 70_000)
		for _, call := range []string{
			`{"` + long + `":1}`, `{"path":"` + strings.Repeat("a/", 30_000) + `","query":"x"}`, `{"path":".","query":"x","mode":"` + long + `"}`,
			`{"tool":"` + long + `"}`, `{"tool":"search_files","arguments":{},"` + long + `":1}`, `{"path":".","query":"x","include_globs":["[` + long + `"]}`,
			`{"path":".","query":"x","max_results":` + strings.Repeat("9", 70_000) + `}`,
		} {
			if a := c.call(call); a.Error == nil || len(a.text) > 2048 {
				t.Errorf("%.60s: %d bytes: %.200s", call, len(a.text), a.text)
			}
		}
	}},
	{"FR-SF-ERR-01 a path that no system accepts is refused by its length", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x"})
		for _, path := range []string{strings.Repeat("a/", 30_000), strings.Repeat("a", 60_000), "../" + strings.Repeat("é", 30_000)} {
			begun := time.Now()
			c.refused(`{"path":"`+path+`","query":"x"}`, "BadArgs", "path", "path has 6000", " bytes, more than 4096")
			if took := time.Since(begun); took > 4*time.Second {
				t.Errorf("refused after %v", took)
			}
		}
	}},
	{"FR-SF-VAL-01 options do not stand in for arguments", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x"})
		for option, want := range map[string]string{"--mode=regex": "there as mode", "--cursor=zz": "there as cursor", "--limit=1": "--limit", "--hidden": "--hidden", "--grep=zz": "--grep", "--context=3": "--context", "--case=sensitive": "there as case"} {
			if e := c.call(`{"path":".","query":"x"}`, option).Error; e == nil || e.Kind != "BadArgs" || !strings.Contains(e.Message, want) {
				t.Errorf("%s: %+v", option, e)
			}
		}
		for _, option := range []string{"--sandbox=.", "--no-config", "--backend=native", "--timeout=9", "--max-bytes=600", "--json-pretty=false", "--confine=off"} {
			c.found(`{"path":".","query":"x"}`, option)
		}
		c.refused(`{"path":".","query":"x","include_globs":["!a"]}`, "BadArgs", "include_globs", "exclude_globs")
	}},
	{"FR-SF-OUT-03 what is not all that a file has is truncated", func(t *testing.T) {
		c := tree(t, map[string]string{"a": strings.Repeat("x\n", 500)})
		a := c.found(`{"path":".","query":"x"}`)
		if !a.Truncated || a.reason() != "null" || a.NextCursor != nil || a.faults() != "a: 20 of 500 shown" || a.exit != 0 {
			t.Error(a.exit, a.text)
		}
		c = tree(t, map[string]string{"a": strings.Repeat("a", 60) + "x\n"})
		if a := c.found(`{"path":".","query":"^(a|aa)+(?!x)$","mode":"regex"}`); a.exit == 2 && (!a.Truncated || a.reason() != "null") {
			t.Error(a.exit, a.text)
		}
	}},
	{"FR-SF-OUT a cursor's answer counts what is earlier, or says that the tree changed", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x", "b": "x", "c": "x"})
		first := c.found(`{"path":".","query":"x","max_files":2}`)
		if _, listed := first.Skipped["earlier"]; listed || first.NextCursor == nil {
			t.Fatal(first.text)
		}
		next := `{"path":".","query":"x","cursor":"` + *first.NextCursor + `"}`
		if a := c.found(next); a.places() != "c:1:1:x" || a.Skipped["earlier"] != 2 {
			t.Error(a.text)
		}
		if err := os.WriteFile(filepath.Join(c.Dir, "a"), []byte("xx"), 0o600); err != nil {
			t.Fatal(err)
		}
		if e := c.call(next).Error; e == nil || !strings.HasPrefix(e.Message, "cursor: the tree changed") || e.Field != "cursor" {
			t.Errorf("%+v", e)
		}
	}},
	{"FR-SF-ERR a backend that is missing is named once, and path is not blamed", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x"})
		c.Env = append(slices.Clone(c.Env), "PATH="+c.Dir)
		if e := c.call(`{"path":".","query":"x"}`, "--backend=rg").Error; e == nil || !strings.HasPrefix(e.Message, "backend rg: not on PATH") || strings.Count(e.Message, "backend rg") != 1 {
			t.Errorf("%+v", e)
		}
	}},
	{"NFR-SF-PERF-02 matches come in order and need no sorting", func(t *testing.T) {
		files := map[string]string{}
		for i := range 400 {
			files[fmt.Sprintf("%c/%03d", 'a'+i%7, i*37%400)] = "x x\nx\n"
		}
		a := tree(t, files).configured("[tools.search_files]\nmax_results = 5000\nmax_output_bytes = 1000000").found(`{"path":".","query":"x"}`)
		key := func(m contentsMatch) string { return fmt.Sprintf("%s %03d %03d", m.Path, m.Line, m.Column) }
		if len(a.Matches) != 1200 || !slices.IsSortedFunc(a.Matches, func(a, b contentsMatch) int { return strings.Compare(key(a), key(b)) }) {
			t.Error(len(a.Matches))
		}
	}},
	{"NFR-SF-SEC-01 links to files out of the sandbox are not read", func(t *testing.T) {
		needUnix(t)
		c := tree(t, map[string]string{"box/a": "x", "secret": "x", "other/secret": "x"})
		c.Dir = filepath.Join(c.Dir, "box")
		symlink(t, "../secret", filepath.Join(c.Dir, "l1"))
		symlink(t, "../other", filepath.Join(c.Dir, "l2"))
		symlink(t, "/proc/self/environ", filepath.Join(c.Dir, "l3"))
		symlink(t, "gone", filepath.Join(c.Dir, "l4"))
		symlink(t, "/dev/zero", filepath.Join(c.Dir, "l5"))
		if a := c.found(`{"path":".","query":"x"}`); a.places() != "a:1:1:x" || a.Skipped["symlink"] != 5 || len(a.Errors) > 0 {
			t.Error(a.text)
		}
		const out = ": symbolic link that leads out of the sandbox"
		if a := c.found(`{"path":".","query":"x","follow_symlinks":true}`); a.places() != "a:1:1:x" ||
			a.faults() != "l1"+out+"; l2"+out+"; l3"+out+"; l4: symbolic link: no such file or directory; l5"+out || a.Skipped["symlink"] != 5 || a.Stats.FilesScanned != 1 {
			t.Error(a.text)
		}
	}},
	{"NFR-SF-SEC-01 FIFOs and devices are not opened", func(t *testing.T) {
		mkfifo, err := exec.LookPath("mkfifo")
		if err != nil {
			t.Skip("skipped: no mkfifo")
		}
		c := tree(t, map[string]string{"a": "x"})
		if out, err := exec.Command(mkfifo, filepath.Join(c.Dir, "fifo")).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		symlink(t, "fifo", filepath.Join(c.Dir, "link"))
		if a := c.found(`{"path":".","query":"x","follow_symlinks":true}`); a.places() != "a:1:1:x" || a.Skipped["special"] == 0 {
			t.Error(a.text)
		}
		c.refused(`{"path":"fifo","query":"x"}`, "ExecutionFailed", "path", "not a directory")
	}},
	{"NFR-SF-SEC-01 a link that takes a file's place is not followed", swapped},
	{"NFR-SF-SEC-02, C-04 nothing printed acts on a terminal", func(t *testing.T) {
		c := caller{t, tooltest.Run{Dir: tooltest.Hostile(t, "needle")}}
		r := c.Do(t, filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search"), "--call", `{"path":"esc\u001b[31m","query":"needle"}`)
		for _, text := range []string{c.found(`{"path":".","query":"needle"}`).text, r.Stdout, r.Stderr} {
			if strings.ContainsFunc(strings.TrimSuffix(text, "\n"), func(r rune) bool { return r < ' ' }) {
				t.Errorf("%q", text)
			}
		}
	}},
	{"NFR-SF-SEC-03 no folder is entered through a link", func(t *testing.T) {
		needUnix(t)
		c := tree(t, map[string]string{"d/a": "x"})
		symlink(t, ".", filepath.Join(c.Dir, "d/loop"))
		symlink(t, "../d", filepath.Join(c.Dir, "d/back"))
		c.places(`{"path":".","query":"x","follow_symlinks":true}`, "d/a:1:1:x")
	}},
	{"NFR-SF-REL-01 the answer is JSON at every size", func(t *testing.T) {
		c := caller{t, tooltest.Run{Dir: tooltest.Hostile(t, "needle")}}
		for most := 512; most < 1400; most += 37 {
			a := c.configured(fmt.Sprintf("tools.search_files.max_output_bytes = %d", most)).found(`{"path":"names","query":"needle","context_lines":3}`)
			if len(a.text) > most || len(a.Matches) == 0 {
				t.Errorf("%d: %s", most, a.text)
			}
		}
	}},
	{"NFR-SF-REL-02, T-SF-08 names that are not UTF-8 are converted", func(t *testing.T) {
		needUnix(t)
		c := tree(t, map[string]string{"a\xff/b\xfe": "x", "c\xc3(": strings.Repeat("x", 20)})
		a := c.found(`{"path":".","query":"x","max_file_size_bytes":10}`)
		if a.places() != "a\ufffd/b\ufffd:1:1:x" || !strings.HasPrefix(a.faults(), "c\ufffd(: ") {
			t.Error(a.text)
		}
	}},
	{"NFR-SF-PORT-01 paths have slashes", func(t *testing.T) {
		c := tree(t, map[string]string{"d/e/f": "x"})
		arguments, err := json.Marshal(map[string]string{"path": filepath.Join("d", "e", "..") + string(filepath.Separator), "query": "x"})
		if err != nil {
			t.Fatal(err)
		}
		if a := c.found(string(arguments)); a.Path != "d" || a.places() != "e/f:1:1:x" {
			t.Error(a.text)
		}
		if a := c.found(`{"path":"d/e/../e","query":"x"}`); a.Path != "d/e" {
			t.Error(a.text)
		}
	}},
	{"CFG-SF-01 the configuration has defaults", func(t *testing.T) {
		c := tree(t, map[string]string{".gitignore": "ignored\n", ".h": "Foo1", "a": "foo1", "ignored": "foo1", "far/" + strings.Repeat("d/", 12) + "f": "foo1"})
		c.places(`{"path":".","query":"foo\\d"}`, "")
		set := c.configured("[tools.search_files]\nmode_default = \"regex\"\ncase_default = \"sensitive\"\ninclude_hidden_default = true\nrespect_gitignore_default = false\n")
		a := set.found(`{"path":".","query":"foo\\d"}`)
		if a.places() != "a:1:1:foo1 ignored:1:1:foo1" || a.Mode != "regex" || a.Case != "sensitive" || a.Skipped["max_depth"] != 1 {
			t.Error(a.text)
		}
		set.places(`{"path":".","query":"foo1","mode":"exact","case":"insensitive","respect_gitignore":true}`, ".h:1:1:Foo1 a:1:1:foo1")
		set.places(`{"path":".","query":"foo1","include_hidden":false,"exclude_globs":["ignored"]}`, "a:1:1:foo1")
		if runtime.GOOS != "windows" {
			symlink(t, "a", filepath.Join(c.Dir, "link"))
			c.configured("tools.search_files.follow_symlinks_default = true").places(`{"path":".","query":"foo1","max_depth":1}`, "a:1:1:foo1 link:1:1:foo1")
		}
		e := c.configured("[tools.search_files]\nmax_result = 1").call(`{"path":".","query":"x"}`).Error
		if e == nil || !strings.Contains(e.Message, "config.toml:2:1: unknown key tools.search_files.max_result; did you mean tools.search_files.max_results?") {
			t.Error(e)
		}
	}},
	{"CFG-SF-02 the configuration has the hard caps", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "x\nx\nx\n", "ct.toml": "[tools.search_files]\nmax_results = 2\nmax_files = 1\nmax_depth = 100\n"})
		c.refused(`{"path":".","query":"x","max_results":3}`, "BadArgs", "max_results", "from 1 to 2", "ct.toml:2", "not 3")
		c.refused(`{"path":".","query":"x","max_depth":13}`, "BadArgs", "max_depth", "from 1 to 12", "built-in")
		if a := c.found(`{"path":".","query":"x"}`); a.MaxResults != 2 || a.Returned != 2 || !a.Truncated {
			t.Error(a.text)
		}
		wide := c.configured("[tools.search_files]\nmax_results = 1000\nmax_depth = 50\nmax_matches_per_file = 1\n")
		wide.refused(`{"path":".","query":"x","max_results":3}`, "BadArgs", "max_results", "ct.toml:2")
		wide.refused(`{"path":".","query":"x","max_depth":51}`, "BadArgs", "max_depth", "from 1 to 50", "config.toml:3")
		wide.refused(`{"path":".","query":"x","max_matches_per_file":2}`, "BadArgs", "max_matches_per_file", "from 1 to 1")
	}},
	{"CFG-SF-03 a backend is looked for, and its version is asked", func(t *testing.T) {
		needUnix(t)
		c := tree(t, map[string]string{"a": "x"})
		for name, old := range map[string]string{"rg": "ripgrep 12.1.1", "ugrep": "ugrep 3.6.0 x86_64-pc-linux-gnu"} {
			set := c.configured("tools.search_files.backend = \"" + name + "\"")
			set.Env = append(set.Env, "PATH="+t.TempDir())
			set.refused(`{"path":".","query":"x"}`, "ExecutionFailed", "", name, "not on PATH", "native")
			bin := tooltest.Tree(t, map[string]string{name: "#!/bin/sh\necho '" + old + "'\n"})
			if err := os.Chmod(filepath.Join(bin, name), 0o755); err != nil {
				t.Fatal(err)
			}
			set.Env = append(set.Env, "PATH="+bin)
			set.refused(`{"path":".","query":"x"}`, "ExecutionFailed", "", name, "native")
		}
		e := tree(t, map[string]string{"ct.toml": "tools.search_files.backend = \"rg\""}).call(`{"path":".","query":"x"}`).Error
		if e == nil || !strings.Contains(e.Message, "user's configuration only") {
			t.Error(e)
		}
	}},
	{"CFG-SF-03 every backend gives the same answer", func(t *testing.T) {
		hostile := caller{t, tooltest.Run{Dir: tooltest.Hostile(t, "needle")}}
		symlinks := tree(t, map[string]string{"a": "x", "b/c": "x\nx x\n", "n": "x\x00", "z": "-x --pre=sh\n"})
		if runtime.GOOS != "windows" {
			symlink(t, "b/c", filepath.Join(symlinks.Dir, "l1"))
			symlink(t, "/etc", filepath.Join(symlinks.Dir, "l2"))
			symlink(t, "gone", filepath.Join(symlinks.Dir, "l3"))
			symlink(t, filepath.Join(symlinks.Dir, "b/c"), filepath.Join(symlinks.Dir, "l4"))
			symlink(t, "l4", filepath.Join(symlinks.Dir, "l5"))
			symlink(t, symlinks.Dir, filepath.Join(symlinks.Dir, "b/l6"))
			symlink(t, "l6/l5", filepath.Join(symlinks.Dir, "b/l7"))
			if a := symlinks.found(`{"path":".","query":"x x","follow_symlinks":true}`); a.paths() != "b/c b/l7 l1 l4 l5" {
				t.Error(a.text)
			}
		}
		clean := func(a *contentsAnswer) string {
			return regexp.MustCompile(`"elapsed_ms":\d+`).ReplaceAllString(a.text, "")
		}
		for _, name := range []string{"rg", "ugrep"} {
			if _, err := exec.LookPath(name); err != nil {
				t.Log("skipped: no " + name)
				continue
			}
			for c, calls := range map[*caller][]string{
				&hostile: {
					`{"path":".","query":"needle"}`, `{"path":".","query":"needle","max_files":100,"context_lines":2}`, `{"path":".","query":"n.{3}l","mode":"regex","max_results":77}`,
					`{"path":"many","query":"NEEDLE","case":"insensitive","max_matches_per_file":3}`, `{"path":".","query":"nowhere to be found"}`,
				},
				&symlinks: {
					`{"path":".","query":"x","follow_symlinks":true}`, `{"path":".","query":"--pre=sh"}`, `{"path":".","query":"-x"}`,
					`{"path":".","query":"x","max_file_size_bytes":5,"follow_symlinks":true}`, `{"path":".","query":"x\nx"}`, `{"path":".","query":"x","max_results":2,"max_files":1}`,
				},
			} {
				for _, arguments := range calls {
					if got, want := clean(c.found(arguments, "--backend", name)), clean(c.found(arguments)); got != want {
						t.Errorf("%s: %s\ngot  %.600s\nwant %.600s", name, arguments, got, want)
					}
				}
			}
		}
	}},
	{"CFG-SF-04 the configuration has the threshold of fuzzy matches", func(t *testing.T) {
		c := tree(t, map[string]string{"a": "abcdefghij\nabcdefghxx\nabcdefxxxx\n"})
		for threshold, want := range map[string]string{"1": "1", "0.8": "1 2", "0.6": "1 2 3"} {
			a := c.configured("tools.search_files.fuzzy_threshold = " + threshold).found(`{"path":".","query":"abcdefghij","mode":"fuzzy"}`)
			var lines []string
			for _, m := range a.Matches {
				lines = append(lines, fmt.Sprint(m.Line))
			}
			if strings.Join(lines, " ") != want {
				t.Errorf("%s: %s", threshold, a.text)
			}
		}
		e := tree(t, map[string]string{"ct.toml": "tools.search_files.mode_default = \"fuzzy\""}).call(`{"path":".","query":"needle"}`, "--backend=rg").Error
		if e == nil || e.Field != "mode" || !strings.Contains(e.Message, "mode fuzzy (ct.toml:1) is not for the backend rg:") {
			t.Errorf("%+v", e)
		}
		if a := c.configured("tools.search_files.fuzzy_threshold = 0").found(`{"path":".","query":"jxxxxxxxxx","mode":"fuzzy"}`); a.Returned == 0 {
			t.Error(a.text)
		}
	}},
	{"C-01 it builds for another system", func(t *testing.T) {
		if tooltest.Brief() {
			t.Skip("skipped: long")
		}
		build := exec.Command("go", "build", "-buildvcs=false", "-tags", "urfave_cli_no_docs", "-o", filepath.Join(t.TempDir(), "out"), ".")
		build.Env = append(os.Environ(), "GOOS=windows", "GOARCH=amd64", "CGO_ENABLED=0")
		if out, err := build.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}},
	{"C-02 nothing is opened before the sandbox was asked", func(t *testing.T) {
		strace, err := exec.LookPath("strace")
		if err != nil {
			t.Skip("skipped: no strace")
		}
		c := tree(t, map[string]string{"box/a": "x", "other/secret": "x"})
		c.Dir = filepath.Join(c.Dir, "box")
		program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
		r := c.Do(t, strace, "-f", "-e", "trace=open,openat,openat2", program, "--call", `{"path":"../other","query":"x"}`)
		if !strings.Contains(r.Stderr, "openat(") {
			t.Skip("skipped: strace cannot trace here")
		}
		for line := range strings.Lines(r.Stderr) {
			if strings.Contains(line, "open") && strings.Contains(line, "other") {
				t.Error(line)
			}
		}
		if !strings.Contains(r.Stdout, "SandboxViolation") {
			t.Error(r.Stdout)
		}
	}},
	{"C-05 no network", func(t *testing.T) {
		out, err := exec.Command("go", "list", "-deps", "-tags", "urfave_cli_no_docs", ".").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if slices.ContainsFunc(strings.Fields(string(out)), func(p string) bool { return p == "net" || strings.HasPrefix(p, "net/http") }) {
			t.Error("the program links what opens connections")
		}
	}},
}

func TestSearchFiles(t *testing.T) {
	for _, r := range requirements {
		t.Run(r.name, func(t *testing.T) { t.Parallel(); r.test(t) })
	}
}

func TestEveryRequirementOfSearchFilesHasATest(t *testing.T) {
	for group, n := range map[string]int{
		"FR-SF-DEF": 4, "FR-SF-VAL": 8, "FR-SF-SRC": 8, "FR-SF-OUT": 5, "FR-SF-ERR": 4, "NFR-SF-PERF": 2, "NFR-SF-SEC": 3,
		"NFR-SF-REL": 2, "NFR-SF-PORT": 1, "CFG-SF": 4, "C": 5, "T-SF": 10,
	} {
		for i := 1; i <= n; i++ {
			id := regexp.MustCompile(fmt.Sprintf(`(^|, )%s-%02d[ ,]`, group, i))
			if !slices.ContainsFunc(requirements, func(r requirement) bool { return id.MatchString(r.name) }) {
				t.Errorf("%s-%02d has none", group, i)
			}
		}
	}
}
