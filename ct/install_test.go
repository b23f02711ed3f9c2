package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A tree that was never built cannot be installed without Go, and the error says so. A built one
// can, with the guides for agents, and it can be uninstalled.
func TestInstallNeedsGoOrABuiltTree(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the Makefile's recipes are a POSIX shell's")
	}
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("skipped: no make")
	}
	dir, prefix := t.TempDir(), t.TempDir()
	guides := []string{"docs/agents/AGENTS.md", "docs/agents/SKILL.md", "docs/agents/claude-plugin/.claude-plugin/plugin.json", "docs/agents/claude-plugin/.mcp.json", "docs/agents/claude-plugin/hooks/hooks.json", "docs/agents/mcp.md", "docs/calls.md", "docs/plugins.md", "docs/search_files.md", "docs/security.md", "docs/smart-search.md"}
	put := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range append([]string{"Makefile"}, guides...) {
		data, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		put(name, string(data))
	}
	put("ct/main.go", "package main\n")
	run := func(target string) (string, error) {
		cmd := exec.Command("make", "-C", dir, target, "GO=no-such-go", "PREFIX="+prefix)
		cmd.Env = append(os.Environ(), "MAKEFLAGS=", "MAKELEVEL=")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("install"); err == nil || !strings.Contains(out, "make install needs Go, which is not on PATH") || !strings.Contains(out, "bin/ct is missing") {
		t.Errorf("%v: %s", err, out)
	}
	for _, name := range []string{"ct", "share/man/man1/ct.1", "share/bash-completion/completions/ct", "share/zsh/site-functions/_ct", "share/fish/vendor_completions.d/ct.fish"} {
		put("bin/"+name, name)
	}
	if out, err := run("install"); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	installed := func() (files []string) {
		_ = filepath.WalkDir(prefix, func(path string, d os.DirEntry, _ error) error {
			if !d.IsDir() {
				rel, _ := filepath.Rel(prefix, path)
				files = append(files, filepath.ToSlash(rel))
			}
			return nil
		})
		return files
	}
	guides = slices.Insert(guides, slices.Index(guides, "docs/agents/mcp.md"), "docs/agents/claude-plugin/skills/ct/SKILL.md")
	want := "bin/ct share/bash-completion/completions/ct " + strings.ReplaceAll(strings.Join(guides, " "), "docs/", "share/doc/ct/") + " share/fish/vendor_completions.d/ct.fish share/man/man1/ct.1 share/zsh/site-functions/_ct"
	if got := strings.Join(installed(), " "); got != want {
		t.Errorf("installed %s", got)
	}
	if out, err := run("uninstall"); err != nil || len(installed()) > 0 {
		t.Errorf("%v: %s: left %s", err, out, installed())
	}
}
