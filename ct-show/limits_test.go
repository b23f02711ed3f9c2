package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/tooltest"
)

// program returns the path of the built ct-show.
func program(t *testing.T) string { return filepath.Join(tooltest.Bin(t, "ct-show"), "ct-show") }

func TestAFileOver64MiBIsNotScannedForSnippets(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"at.txt": "needle\n", "over.txt": "needle\n"})
	for name, size := range map[string]int64{"at.txt": 64 << 20, "over.txt": 64<<20 + 1} {
		if err := os.Truncate(filepath.Join(dir, name), size); err != nil {
			t.Fatal(err)
		}
	}
	r := tooltest.Run{Dir: dir}.Do(t, program(t), "needle", "over.txt")
	want := "ct-show: over.txt has 67108865 bytes, more than the 67108864 that are scanned for snippets; see where \"needle\" occurs: ct-show --sample needle over.txt\n"
	if r.Exit != 2 || r.Stdout != "" || r.Stderr != want {
		t.Errorf("%+v", r)
	}
	if r := (tooltest.Run{Dir: dir}).Do(t, program(t), "needle", "at.txt", "--context", "0"); r.Exit != 0 || !strings.Contains(r.Stdout, "  1: needle\n") {
		t.Errorf("%+v", r)
	}
	if r := (tooltest.Run{Dir: dir}).Do(t, program(t), "over.txt", "--line", "1"); r.Exit != 0 || !strings.Contains(r.Stdout, "  1: needle\n") {
		t.Errorf("%+v", r)
	}
}

func TestABroadQueryIsSaidToBe(t *testing.T) {
	t.Parallel()
	files := map[string]string{"lines/1000.txt": strings.Repeat("thousand\n", 1000), "more/1001.txt": strings.Repeat("thousand\n", 1001)}
	for i := range 101 {
		files[fmt.Sprintf("files/%03d.txt", i)] = "hundred\n"
		if i > 0 {
			files[fmt.Sprintf("fewer/%03d.txt", i)] = "hundred\n"
		}
	}
	dir := tooltest.Tree(t, files)
	for _, c := range []struct{ query, path, want string }{
		{"thousand", "lines", ""},
		{"thousand", "more", "\nbroad: more than 1000 matching lines; narrow the query or the paths: ct-survey --scout thousand more\n"},
		{"hundred", "fewer", ""},
		{"hundred", "files", "\nbroad: matches in more than 100 files; narrow the query or the paths: ct-survey --scout hundred files\n"},
	} {
		r := tooltest.Run{Dir: dir}.Do(t, program(t), "--sample", c.query, c.path)
		if r.Exit != 0 || strings.Contains(r.Stdout, "broad") != (c.want != "") || !strings.Contains(r.Stdout, c.want) {
			t.Errorf("%s: %+v", c.path, r)
		}
		r = tooltest.Run{Dir: dir}.Do(t, program(t), "--sample", c.query, c.path, "--json")
		if strings.Contains(r.Stdout, `"warnings":["broad: `) != (c.want != "") {
			t.Errorf("%s: %+v", c.path, r)
		}
	}
}

func TestAScanEndsAt100000MatchingLines(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{
		"whole/a.txt": strings.Repeat("x\n", 99_999), "whole/b.txt": "x\n",
		"more/a.txt": strings.Repeat("x\n", 99_999), "more/b.txt": "x\nx\n", "more/c.txt": "x\n",
		"one/a.txt": strings.Repeat("x\n", 100_001),
	})
	for path, c := range map[string]struct {
		least bool
		head  string
		exit  int // if 100,001 are expected
	}{
		"whole": {false, "100000 matching lines in 2 files, ", 1},
		"more":  {true, "at least 100000 matching lines in 2 files, ", 2},
		"one":   {true, "at least 100000 matching lines in 1 file, ", 2},
	} {
		r := tooltest.Run{Dir: dir}.Do(t, program(t), "--sample", "x", path)
		if r.Exit != 0 || !strings.HasPrefix(r.Stdout, c.head) || c.least != strings.Contains(r.Stderr, "match limit") {
			t.Errorf("%s: %+v", path, r)
		}
		r = tooltest.Run{Dir: dir}.Do(t, program(t), "--sample", "x", path, "--json")
		if c.least != strings.Contains(r.Stdout, `"at_least":true`) || !strings.Contains(r.Stdout, `"count":100000,`) {
			t.Errorf("%s: %.400s", path, r.Stdout)
		}
		if r := (tooltest.Run{Dir: dir}).Do(t, program(t), "--sample", "x", path, "--expect", "100001", "--quiet"); r.Exit != c.exit {
			t.Errorf("%s: %+v", path, r)
		}
	}
}

// control matches characters that control a terminal.
var control = regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]")

func TestNoAnswerGoesBeyondTheHardBounds(t *testing.T) {
	t.Parallel()
	dir := tooltest.Hostile(t, "needle")
	wide := strings.Repeat(strings.Repeat("\u202e", 50)+"needle\n", 20)
	if err := os.WriteFile(filepath.Join(dir, "wide.txt"), []byte(wide), 0o644); err != nil {
		t.Fatal(err)
	}
	asks := [][]string{{"--sample", "needle"}, {"--sample", "e", "--regex", "--max-lines=40"}, {"needle", "wide.txt"}, {"needle", "wide.txt", "-C5", "--max-lines=40", "--max-bytes=8000", "--question", "Is it?"}}
	for _, name := range []string{"long.txt", "controls.txt", "fences.md", "junk.bin", "late.bin", "latin1.txt", "crlf.txt", "utf16.txt"} {
		asks = append(asks, []string{"needle", name}, []string{name, "--range=1:9999"}, []string{name, "--line", "1"})
	}
	for _, ask := range asks {
		lines, bytes := 40, 8000
		if slices.ContainsFunc(ask, func(a string) bool { return strings.HasPrefix(a, "--line") || strings.HasPrefix(a, "--range") }) {
			lines, bytes = 202, 16000
		}
		r := tooltest.Run{Dir: dir}.Do(t, program(t), ask...)
		if r.Exit != 0 || strings.Count(r.Stdout, "\n") > lines || len(r.Stdout) > bytes || !utf8.ValidString(r.Stdout) || control.MatchString(r.Stdout) {
			t.Errorf("%q: exit %d, %d lines, %d bytes: %s\n%.300q", ask, r.Exit, strings.Count(r.Stdout, "\n"), len(r.Stdout), r.Stderr, r.Stdout)
		}
		for _, most := range []int{0, 2048, 3000} {
			args := append(slices.DeleteFunc(slices.Clone(ask), func(a string) bool { return strings.HasPrefix(a, "--max-lines") }), "--json")
			if most > 0 {
				args = append(args, fmt.Sprint("--max-bytes=", most)) // the last one counts
			} else {
				most = 32768
			}
			r := tooltest.Run{Dir: dir}.Do(t, program(t), args...)
			if !json.Valid([]byte(r.Stdout)) || !utf8.ValidString(r.Stdout) || len(r.Stdout) > most {
				t.Errorf("%q: %d bytes of %d, %.300q", args, len(r.Stdout), most, r.Stdout)
			}
		}
	}
}

func TestAnUnreadableFileIsNamed(t *testing.T) {
	t.Parallel()
	nobody := tooltest.Nobody(t)
	dir := tooltest.Tree(t, map[string]string{"a.txt": "x\n"})
	if err := os.Chmod(filepath.Join(dir, "a.txt"), 0); err != nil {
		t.Fatal(err)
	}
	for _, ask := range [][]string{{"x", "a.txt"}, {"a.txt", "--line", "1"}, {"--sample", "x", "a.txt"}} {
		r := tooltest.Run{Dir: dir, As: nobody}.Do(t, program(t), ask...)
		if r.Exit != 2 || r.Stdout != "" || r.Stderr != "ct-show: a.txt: permission denied\n" {
			t.Errorf("%q: %+v", ask, r)
		}
	}
}

func TestATimeoutIsNotAVerdict(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.txt": "x\n"})
	for _, ask := range [][]string{{"x", "a.txt"}, {"a.txt", "--line", "1"}} {
		r := tooltest.Run{Dir: dir}.Do(t, program(t), append(ask, "--timeout", "0.000000001", "--emit", "{RESULT}")...)
		if r.Exit != 2 || r.Stdout != "UNDECIDED\n" || !strings.Contains(r.Stderr, "--timeout") {
			t.Errorf("%q: %+v", ask, r)
		}
	}
}

func TestALastLineWithoutAnEndIsALine(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.txt": "one\ntwo needle\r"})
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"needle", "a.txt"}, "1 matching line in a.txt\n  1- one\n  2: two needle\\r\nnext: ct-show --line=2 a.txt\n"},
		{[]string{"a.txt", "--range", "1:9"}, "a.txt, lines 1 to 2\n  1- one\n  2- two needle\\r\nthe file ends with line 2\n"},
		{[]string{"a.txt", "--range", "3:9"}, "a.txt has 2 lines, none from 3 on: ct-show --range=1:2 a.txt\n"},
		{[]string{"--sample", "needle"}, "1 matching line in 1 file, 1 cluster\na.txt\n  1- one\n  2: two needle\\r\nnext: ct-show needle a.txt\n"},
	} {
		if r := (tooltest.Run{Dir: dir}).Do(t, program(t), c.args...); r.Stdout != c.want {
			t.Errorf("%q:\n%s, want\n%s%s", c.args, r.Stdout, c.want, r.Stderr)
		}
	}
}
