package main

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// guideFiles contains the files that the commands in the guides name.
var guideFiles = map[string]string{
	"go.mod":              "module example\n",
	"Makefile":            "all:\n",
	"config.toml":         "[server]\nport = 1\n",
	"notes.txt":           "a note\n",
	"README.md":           "# Example\n\n## Usage\n\nRun it.\n",
	"CHANGELOG.md":        "# v2\n",
	"call.json":           `{"path":"src","query":"ErrUnexpectedEOF"}`,
	"specs/rate-limit.md": "# Rate limits\n\nA request is rate limited by its token, and uploads too.\n",
	"src/a.go":            "package src\n\n// ErrUnexpectedEOF says that more was expected.\nvar ErrUnexpectedEOF error\n\nfunc newError() error { return ErrUnexpectedEOF }\n",
	"src/a_test.go":       "package src\n" + strings.Repeat("// filler\n", 20_000),
	"src/server.go":       "package src\n\n// Serve serves.\nfunc Serve() {}\n",
	"src/api.py":          "class Session:\n    def close(self):\n        pass\n\n\nclass BaseHandler:\n    pass\n\n\nclass Shape:\n    def draw(self):\n        pass\n\n\ndef parse(text):\n    return text\n\n\ndef _old_helper():\n    pass\n",
	"src/io/io.go":        "package io\n\ntype ReaderFrom interface{ ReadFrom(r any) (int64, error) }\n",
	"tests/test_api.py":   "from src.api import Session, parse\n\n\ndef test_parse():\n    Session().close()\n    assert parse(\"\") == \"\"\n",
	"src/models.py":       "class CharField:\n    def get_queryset(self):\n        pass\n",
	"io/io.go":            "package io\n\nfunc ReadFull() {}\n",
	"os/file.go":          "package os\n\nfunc ReadFile() {}\n",
}

// A command that a guide recommends may find nothing, but must not be a mistake. Commands for a
// shell's startup file, for an editor's terminal and for a server that waits are excluded: the
// tests of completions, manual pages and ct-mcp run them.
func TestGuidesCommandsRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the commands are a POSIX shell's")
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("skipped: no sh")
	}
	guides, err := filepath.Glob("../docs/explain/*.md")
	if err != nil {
		t.Fatal(err)
	}
	files := maps.Clone(guideFiles)
	maps.Copy(files, checksExample(t))
	dir := tooltest.Tree(t, files)
	tooltest.Commit(t, dir, "Begin")
	run := tooltest.Run{Dir: dir, Env: []string{"PATH=" + tooltest.Bin(t, append([]string{"ct/ct-steer"}, members...)...) + ":/usr/bin:/bin"}}
	elsewhere := regexp.MustCompile(`^source |\| source|\| man |^ct mcp`)
	commands := 0
	for _, path := range append(guides, "../docs/search_files.md") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```\n").FindAllStringSubmatch(string(text), -1) {
			for command := range strings.Lines(strings.ReplaceAll(block[1], "\\\n", " ")) {
				if elsewhere.MatchString(command) {
					continue
				}
				commands++
				if r := run.Do(t, sh, "-c", command); r.Exit > exitWrong || r.Stdout+r.Stderr == "" {
					t.Errorf("%s: %s: exit %d\n%s%s", filepath.Base(path), command, r.Exit, r.Stdout, r.Stderr)
				}
			}
		}
	}
	if commands < 30 {
		t.Errorf("%d commands", commands)
	}
}
