package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Revisions, changes and histories can be asked for, though no list names them. What an answer of history suggests is a command line; its cursor is an argument.
func TestHistoriesCanBeCalled(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"a.txt": "needle one\nsecond\n"})
	tooltest.Git(t, dir, "init", "-q", "-b", "main")
	for _, text := range []string{"needle one\nsecond\n", "needle one\nneedle two\n", "needle three\nneedle two\n"} {
		if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		tooltest.Git(t, dir, "add", "-A")
		tooltest.Git(t, dir, "commit", "-q", "-m", "commit")
	}
	session := connect(t, dir, nil, "--content="+contentBoth)
	for _, c := range []struct{ tool, arguments, want string }{
		{"history", `{"query":"needle","limit":1}`, "--cursor="},
		{"history", `{"file":"a.txt","range":"1:1"}`, "2 commits in the history of HEAD"},
		{"search", `{"query":"second","at":"HEAD~2"}`, "at HEAD~2 (commit "},
		{"search", `{"query":"needle","changed":"HEAD~1"}`, "a.txt"},
		{"files", `{"query":["three"],"changed":"HEAD~1","added":true}`, "a.txt"},
		{"show", `{"file":"a.txt","range":"1:2","blame":true}`, "commits"},
	} {
		if text, failed := use(t, session, c.tool, c.arguments); failed || !strings.Contains(text, c.want) {
			t.Errorf("%s %s: %v, want %s:\n%s", c.tool, c.arguments, failed, c.want, text)
		}
	}
}
