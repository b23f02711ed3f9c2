package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// block gives the first block of a page that is fenced as what.
func block(t *testing.T, page, what string) string {
	t.Helper()
	_, rest, opened := strings.Cut(page, "```"+what+"\n")
	text, _, closed := strings.Cut(rest, "```\n")
	if !opened || !closed {
		t.Fatalf("the page has no block of %s", what)
	}
	return text
}

// The matcher that docs/plugins.md walks its reader to builds as it stands
// there, and gives what the page says.
func TestMatcherOfTheGuide(t *testing.T) {
	page, err := os.ReadFile("../docs/plugins.md")
	if err != nil {
		t.Fatal(err)
	}
	source := block(t, string(page), "go")
	if n := strings.Count(source, "\n"); n > 40 {
		t.Errorf("it has %d lines, and the page promises few", n)
	}
	dir := t.TempDir()
	main := filepath.Join(dir, "main.go")
	if err := os.WriteFile(main, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	bin := tooltest.Bin(t, "ct-search", "ct-search/ct-search-plugins")
	matchers := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(matchers, "ct-matcher-literal"), main)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got strings.Builder
	for line := range strings.Lines(block(t, string(page), "console")) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		got.WriteString(line)
		run := exec.Command("sh", "-c", strings.TrimSpace(command))
		run.Dir = dir
		run.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "CT_PLUGIN_DIR="+matchers, "XDG_CONFIG_HOME="+dir)
		out, err := run.Output()
		if failed, ok := err.(*exec.ExitError); ok { //nolint:errorlint // Output gives it as it is
			out = failed.Stderr
		}
		got.Write(out)
	}
	if want := block(t, string(page), "console"); got.String() != want {
		t.Errorf("it gives\n%s\nand the page says\n%s", &got, want)
	}
}
