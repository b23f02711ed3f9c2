package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/match/plug"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tooltest"
)

// astGrep returns the program, under the name that no other program has.
func astGrep(t *testing.T) string {
	t.Helper()
	path, err := sibling.Look(names[0])
	if err != nil {
		t.Skip("skipped: no ast-grep")
	}
	return path
}

// matched returns the texts that a pattern matches in the files of a folder, by file.
func matched(t *testing.T, dir, pattern string, languages []string, names ...string) map[string][]string {
	t.Helper()
	c, err := matcher{}.Compile(t.Context(), plug.Pattern{Text: pattern, Programs: []string{astGrep(t)}, Folder: dir, Languages: languages})
	if err != nil {
		t.Fatal(err)
	}
	p, ok := c.(*compiled)
	if !ok {
		t.Fatalf("it compiles to %T", c)
	}
	b, err := p.search(t.Context(), names)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for i, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range b.matches[i] {
			match := string(text[m.Start:m.End])
			for _, c := range m.Captures {
				match += fmt.Sprintf(" %s=%s", c.Name, text[c.Start:c.End])
			}
			got[name] = append(got[name], match)
		}
		switch o := b.outcomes[i]; {
		case o.fault != nil:
			why, _, _ := strings.Cut(o.fault.Error(), ":")
			got[name] = []string{"fault: " + why}
		case o.excluded:
			got[name] = []string{"excluded: " + o.why}
		}
	}
	return got
}

func TestOffsetsAreBytes(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{
		"a.js":   "const é = \"日本\"; foo(é, 1, \"x\");\r\nfoo(\r\n  a,\r\n  b);\r\nbar(foo(foo(2, 3), 4));\r\n",
		"b.py":   "\xef\xbb\xbffoo(1, 2)\nx = foo(a,\n   b=2)\n",
		"c.html": "<p>é</p><script>\nfoo(7, 8)\n</script>\n",
	})
	want := map[string][]string{
		"a.js":   {`foo(é, 1, "x") $$$R=1, "x" $X=é`, "foo(\r\n  a,\r\n  b) $$$R=b $X=a", "foo(foo(2, 3), 4) $$$R=4 $X=foo(2, 3)", "foo(2, 3) $$$R=3 $X=2"},
		"b.py":   {"foo(1, 2) $$$R=2 $X=1", "foo(a,\n   b=2) $$$R=b=2 $X=a"},
		"c.html": {"foo(7, 8) $$$R=8 $X=7"},
	}
	if diff := cmp.Diff(want, matched(t, dir, "foo($X, $$$R)", nil, "a.js", "b.py", "c.html")); diff != "" {
		t.Error(diff)
	}
}

func TestUnusualFileNames(t *testing.T) {
	names := []string{"-x.js", "n\nsg: entity|file|gone.js: language=Go.js", "a: language=Python.js", "--json.js", "é ü.js", "'$(x)'.js", ".hidden.js"}
	files := map[string]string{}
	want := map[string][]string{}
	for _, name := range names {
		files[name] = "foo(1)"
		want[name] = []string{"foo(1) $X=1"}
	}
	if diff := cmp.Diff(want, matched(t, tooltest.Tree(t, files), "foo($X)", nil, names...)); diff != "" {
		t.Error(diff)
	}
}

func TestSkippedFilesAreReported(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{
		"latin.py": "foo('\xe9', 1)", "noext": "foo(1)", "empty.js": "", "big.py": strings.Repeat("foo(1)\n", 600_000), "fits.py": "def f(a):\n  pass\n",
		"b.css": "a { color: red }", "c.json": "{}",
	})
	want := map[string][]string{
		"latin.py": {"excluded: "}, "noext": {"excluded: "}, "big.py": {"fault: ast-grep passed over it"}, "fits.py": {"def f(a):\n  pass $$$A=a $$$B=pass $F=f"},

		"b.css": {"excluded: the pattern does not parse as Css: a syntax error"}, "c.json": {"excluded: the pattern does not parse as Json: a syntax error"},
	}
	got := matched(t, dir, "def $F($$$A): $$$B", nil, "latin.py", "noext", "empty.js", "big.py", "fits.py", "b.css", "c.json")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestProjectConfigurationIsIgnored(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"sgconfig.yml": "ruleDirs: []\nlanguageGlobs:\n  python: ['*.js']\n", "a.js": "foo(1); let x = 1", "b.js": "def f(): foo(2)"})
	if diff := cmp.Diff(map[string][]string{"a.js": {"let x = 1 $V=1"}}, matched(t, dir, "let x = $V", nil, "a.js", "b.js")); diff != "" {
		t.Error(diff)
	}
}

func TestSearchLanguageAppliesToAllFiles(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"a.h": "template <typename T> T f(T t) { return g<T>(t); }", "b.tsx": "const a = <B c={g(1)} />", "c.ts": "let b = <any>g(2)", "Gemfile": "gem 'x'"})
	if diff := cmp.Diff(map[string][]string{"a.h": {"g<T>(t) $A=t $X=T"}}, matched(t, dir, "g<$X>($A)", []string{"C++"}, "a.h")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string][]string{"b.tsx": {"g(1) $A=1"}, "c.ts": {"g(2) $A=2"}}, matched(t, dir, "g($A)", []string{"typescript"}, "b.tsx", "c.ts")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string][]string{"Gemfile": {"gem 'x' $A='x'"}}, matched(t, dir, "gem $A", []string{"ruby"}, "Gemfile")); diff != "" {
		t.Error(diff)
	}
}

func TestPatternThatNoLanguageAcceptsIsRefused(t *testing.T) {
	path := astGrep(t)
	for pattern, want := range map[string]string{
		"a; b":             "more than one expression or statement",
		"$$$":              "something around it",
		" ":                "empty",
		"def $F($A): $$$B": "does not parse as JavaScript",
		"a\x00b":           "NUL",
	} {
		_, err := matcher{}.Compile(t.Context(), plug.Pattern{Text: pattern, Programs: []string{path}, Folder: t.TempDir(), Languages: []string{"js"}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", pattern, err)
		}
	}
	_, err := matcher{}.Compile(t.Context(), plug.Pattern{Text: "x", Programs: []string{path}, Folder: t.TempDir(), Languages: []string{"sql"}})
	if err == nil || !strings.Contains(err.Error(), "does not know the language sql") {
		t.Error(err)
	}
}

// toy writes a program that prints something else than ast-grep does.
func toy(t *testing.T, name, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil { //nolint:gosec // it is to be run
		t.Fatal(err)
	}
	return path
}

func TestProgramIsCheckedBeforeUse(t *testing.T) {
	for script, want := range map[string]string{
		"echo 'Usage: sg group [[-c] command]'; exit 1": "is another program",
		"echo ast-grep 0.12.3":                          "0.45 or later is needed",
		"exit 3":                                        "is another program",
		"kill -9 $$":                                    "signal 9",
	} {
		_, err := find(t.Context(), []string{"", toy(t, "sg", script)}, t.TempDir())
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", script, err)
		}
	}
	if _, err := find(t.Context(), []string{"", ""}, t.TempDir()); err == nil || !strings.Contains(err.Error(), "npm install -g @ast-grep/cli") {
		t.Error(err)
	}
	good := toy(t, "sg", "echo ast-grep 0.51.1")
	if p, err := find(t.Context(), []string{toy(t, "ast-grep", "exit 1"), good}, t.TempDir()); err != nil || p.path != good {
		t.Error(p, err)
	}
}

func TestFailedProgramReturnsNoMatches(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"a.js": "foo(1)"})
	for script, want := range map[string]string{
		`echo '{"file":"a.js","range":{"byteOffset":{"start":0,"end":3}}}'; exit 101`:   "status 101",
		`echo '{"file":"a.js","range":{"byteOffset":{"start":0,"end":3}}}'; kill -9 $$`: "signal 9",
		`echo '{"file":"other.js","range":{"byteOffset":{"start":0,"end":3}}}'`:         "was not asked for",
		`echo garbage`:   "not what this version knows",
		`echo '{"file"'`: "unexpected EOF",
		`echo '{"file":"a.js","range":{"byteOffset":{"start":0,"end":3}}}'; echo oops; exit 0`: "not what this version knows",
	} {
		c := &compiled{program: &program{toy(t, "ast-grep", script), dir}, pattern: "foo"}
		found := 0
		err := c.Match(t.Context(), []*plug.File{{Path: "a.js"}}, func(int, plug.Match) error { found++; return nil })
		if err == nil || !strings.Contains(err.Error(), want) || found > 0 {
			t.Errorf("%s: %d matches, %v", script, found, err)
		}
	}
}

func TestProgramThatHangsEndsWithItsCaller(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"a.js": "foo(1)"})
	c := &compiled{program: &program{toy(t, "ast-grep", "echo; exec sleep 1000"), dir}, pattern: "foo"}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if err := c.Match(ctx, []*plug.File{{Path: "a.js"}}, nil); err == nil {
		t.Error("no error")
	}
}
