package tooltest

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// project is where the examples of a help are run: a small tree that has the
// files they name.
var project = map[string]string{
	"go.mod":        "module example\n",
	"config.toml":   "[server]\nport = 1\n",
	"README.md":     "# Example\n\n## Usage\n\nRun it.\n",
	"CHANGELOG.md":  "# v2\n",
	"src/a.go":      "package src\n\n// ErrUnexpectedEOF says that more was expected.\nvar ErrUnexpectedEOF error\n\nfunc newError() error { return ErrUnexpectedEOF }\n",
	"src/a_test.go": "package src\n" + strings.Repeat("// filler\n", 20_000),
	"src/api.py":    "class Session:\n    def close(self):\n        pass\n\n\ndef _old_helper():\n    pass\n",
	"src/io/io.go":  "package io\n\ntype ReaderFrom interface{ ReadFrom(r any) (int64, error) }\n",
}

// examples runs what the help shows, as it stands: each finds something or not,
// and none is a mistake.
func (c contract) examples(t *testing.T, program string) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("skipped: no sh")
	}
	dir := Tree(t, project)
	Commit(t, dir, "Begin")
	path := "PATH=" + Bin(t, c.Program, "ct-search") + string(os.PathListSeparator) + os.Getenv("PATH")
	_, text, _ := strings.Cut(Run{Dir: dir}.Do(t, program, "--help").Stdout, "\nExamples:\n")
	count := 0
	for line := range strings.Lines(text) {
		command := strings.TrimSpace(line)
		if command == "" || strings.HasPrefix(command, "#") {
			continue
		}
		count++
		if r := (Run{Dir: dir, Env: []string{path}}).Do(t, sh, "-c", command); r.Exit > 1 || r.Stdout == "" && r.Stderr == "" {
			t.Errorf("%s: exit %d\n%s%s", command, r.Exit, r.Stdout, r.Stderr)
		}
	}
	if count < 3 {
		t.Errorf("the help has %d examples", count)
	}
}
