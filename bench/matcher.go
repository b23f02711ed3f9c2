package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// exampleMatcher builds the matcher in docs/plugins.md in a folder with its source, which remove deletes.
func exampleMatcher(gotool string) (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "ct-bench-matcher-")
	if err != nil {
		return "", func() {}, err
	}
	remove = func() { _ = os.RemoveAll(dir) }
	root, err := exec.Command(gotool, "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return dir, remove, fmt.Errorf("%s list: %w", gotool, err)
	}
	page, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "docs", "plugins.md"))
	if err != nil {
		return dir, remove, err
	}
	_, rest, opened := strings.Cut(string(page), "```go\n")
	source, _, closed := strings.Cut(rest, "```\n")
	if !opened || !closed {
		return dir, remove, errors.New("docs/plugins.md shows no matcher")
	}
	main := filepath.Join(dir, "main.go")
	if err := os.WriteFile(main, []byte(source), 0o600); err != nil {
		return dir, remove, err
	}
	build := exec.Command(gotool, "build", "-o", filepath.Join(dir, "ct-matcher-literal"), main)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return dir, remove, fmt.Errorf("building the matcher of docs/plugins.md: %w\n%s", err, out)
	}
	return dir, remove, nil
}

// matched returns a search that prints each match of a text, found by the matcher or by ct-search itself.
func matched(text string, with ...string) []string {
	return append(append(list("ct-search", "--no-config", "--format=jsonl", "--limit=1000000"), with...), "--", text)
}

// The options that choose which.
var (
	byMatcher = list("--matcher=literal")
	byItself  = list("--fixed", "--case-sensitive")
)

// sameMatches returns a check that both find the same number of matches.
func sameMatches(text string) func(p programs, dir string) error {
	return func(p programs, dir string) error {
		var counts [2]string
		for i, with := range [][]string{byMatcher, byItself} {
			out, err := p.firstLine(dir, append(append(list("ct-search", "--no-config", "--quiet", "--emit={COUNT}"), with...), "--", text))
			if err != nil {
				return err
			}
			counts[i] = out
		}
		if counts[0] != counts[1] {
			return fmt.Errorf("results differ: the matcher finds %s, ct-search %s", counts[0], counts[1])
		}
		return nil
	}
}
