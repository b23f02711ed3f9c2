package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// block returns the first block of a page that is fenced as what.
func block(t *testing.T, page, what string) string {
	t.Helper()
	_, rest, opened := strings.Cut(page, "```"+what+"\n")
	text, _, closed := strings.Cut(rest, "```\n")
	if !opened || !closed {
		t.Fatalf("the page has no block of %s", what)
	}
	return text
}

// TestMatcherOfTheGuide follows docs/plugins.md: its commands make a program of
// its matcher, without a network, and its searches print what stands there.
func TestMatcherOfTheGuide(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/plugins.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	checkout, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	source := block(t, page, "go")
	if n := strings.Count(source, "\n"); n > 40 {
		t.Errorf("it has %d lines, and the page promises few", n)
	}
	dir := filepath.Join(t.TempDir(), "ct-matcher-literal")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	const place = "/path/of/a/checkout/of/ct"
	commands := block(t, page, "sh")
	if !strings.Contains(commands, place) || !strings.Contains(commands, "go build ") {
		t.Fatalf("the page has other commands:\n%s", commands)
	}
	build := exec.Command("sh", "-ec", strings.ReplaceAll(commands, place, "'"+checkout+"'"))
	build.Dir = dir
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOPROXY=off", "GOSUMDB=sum.invalid", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	bin := tooltest.Bin(t, "ct-search", "ct-search/ct-search-plugins")
	var got strings.Builder
	for line := range strings.Lines(block(t, page, "console")) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		got.WriteString(line)
		run := exec.Command("sh", "-c", strings.TrimSpace(command))
		run.Dir = dir
		run.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "CT_PLUGIN_DIR="+dir, "XDG_CONFIG_HOME="+dir, "XDG_RUNTIME_DIR="+tooltest.ShortDir(t))
		out, err := run.Output()
		if failed, ok := err.(*exec.ExitError); ok { //nolint:errorlint // Output gives it as it is
			out = failed.Stderr
		}
		got.Write(out)
	}
	if want := block(t, page, "console"); got.String() != want {
		t.Errorf("it gives\n%s\nand the page says\n%s", &got, want)
	}
}
