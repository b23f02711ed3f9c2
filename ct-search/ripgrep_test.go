package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestSameLinesAsRipgrep compares, over Go's own source, which files have
// matching lines and how many, with ripgrep.
func TestSameLinesAsRipgrep(t *testing.T) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("skipped: no rg")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	run := tooltest.Run{Dir: filepath.Join(strings.TrimSpace(string(root)), "src")}
	if tooltest.Raced {
		run.Dir = filepath.Join(run.Dir, "net") // the whole would take minutes
	}
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for _, test := range []struct{ ours, theirs string }{
		{"-F -s -e mutex", "-F mutex"},
		{"-F -s -e ErrUnexpectedEOF", "-F ErrUnexpectedEOF"},
		{"-F -i -e mutex", "-F -i mutex"},
		{"-F -S -e Mutex", "-F -S Mutex"},
		{"-F -S -e mutex", "-F -S mutex"},
		{"-F -i -e straße", "-F -i straße"},
		{"-F -i -e kelvin", "-F -i kelvin"},
		{"-F -s -e 世界", "-F 世界"},
		{"-F -s -e a.b", "-F a.b"},
		{"-F -s -e foo( -e bar[", "-F -e foo( -e bar["},
		{"-w -s -e err", "-F -w err"},
		{"-w -i -e Type -g *.go", "-F -w -i Type -g *.go"},
		{"--regex -s -e ^func", "^func"},
		{"--regex -s -e {$", `\{$`},
		{"--regex -s -e ^$", "^$"},
		{"--regex -s -e [A-Z]+_[A-Z]+", "(?-u)[A-Z]+_[A-Z]+"},
		{`--regex -s -e \bfunc\s+\w+\(`, `(?-u)\bfunc\s+\w+\(`},
		{`--regex -s -e \w{5}\s+\w{5}\s+\w{5}\s+\w{5}`, `(?-u)\w{5}\s+\w{5}\s+\w{5}\s+\w{5}`},
		{"--regex -s -e Read|Write|Close|Seek", "Read|Write|Close|Seek"},
		{"--regex -i -e read|write|close|seek", "-i read|write|close|seek"},
		{`--regex -s -e \p{Greek}`, `\p{Greek}`},
		{"--regex -s -e x*", "x*"},
		{`--regex -s -e ^\s*//\s*[A-Z].*\.$`, `(?-u)^\s*//\s*[A-Z].*\.$`},
		{"--regex -s -e [^a-z]unsafe", "[^a-z]unsafe"},
		{`--regex -s -e (?i)todo\([a-z]+\)`, `(?i)todo\([a-z]+\)`},
		{`--regex -s -e (?<=func\s)Fuzz\w+`, `-P (?<=func\s)Fuzz\w+`},
		{`--regex -s -e \b(\w+)\s+\1\b -g *.md`, `-P \b(\w+)\s+\1\b -g *.md`},
	} {
		t.Run(test.ours, func(t *testing.T) {
			t.Parallel()
			ours := strings.Fields("--count --text --no-ignore " + test.ours)
			theirs := strings.Fields("--no-config --count --text --no-ignore --sort path --no-messages " + test.theirs + " .")
			want := counts(run.Do(t, rg, theirs...).Stdout)
			got := counts(run.Do(t, program, ours...).Stdout)
			if len(want) == 0 && !strings.ContainsAny(test.ours, "ß1") && !tooltest.Raced {
				t.Error("ripgrep finds nothing: the pattern tests nothing")
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-rg +ct-search)\n%.2000s", diff)
			}
		})
	}
}

// counts reads path:count lines.
func counts(out string) map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(out) {
		path, n, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ":")
		m[strings.TrimPrefix(path, "./")] = n
	}
	return m
}
