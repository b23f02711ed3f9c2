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

// The commands by which the page makes a module of the matcher do so in a folder that
// has no more than its source, with the modules that this one needs.
func TestMatcherOfTheGuideIsAModule(t *testing.T) {
	page, err := os.ReadFile("../docs/plugins.md")
	if err != nil {
		t.Fatal(err)
	}
	checkout, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "ct-matcher-literal")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(block(t, string(page), "go")), 0o600); err != nil {
		t.Fatal(err)
	}
	const place = "/path/of/a/checkout/of/ct"
	commands := block(t, string(page), "sh")
	if !strings.Contains(commands, place) || !strings.Contains(commands, "go build\n") {
		t.Fatalf("the page has other commands:\n%s", commands)
	}
	for command := range strings.Lines(strings.ReplaceAll(commands, place, "'"+checkout+"'")) {
		run := exec.Command("sh", "-c", command)
		run.Dir = dir
		run.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
		switch out, err := run.CombinedOutput(); {
		case err != nil && strings.Contains(string(out), "disabled by GOPROXY=off"):
			t.Skip("skipped: modules are not in the cache")
		case err != nil:
			t.Fatalf("%s%v\n%s", command, err, out)
		}
	}
	out, err := exec.Command(filepath.Join(dir, "ct-matcher-literal")).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "ct-matcher-literal 1: ") {
		t.Errorf("%v, %q", err, out)
	}
}
