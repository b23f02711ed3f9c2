package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// lock makes files of dir unreadable, for users who are not root.
func lock(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.Chmod(filepath.Join(dir, name), 0); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRulesAboveThatCannotBeRead searches folders below ignore files that cannot be read, in every form.
func TestRulesAboveThatCannotBeRead(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	nobody := tooltest.Nobody(t)
	for _, test := range []struct {
		locked string
		config string
	}{
		{".gitignore", ""}, {"sub/.ignore", ""}, {".git/info/exclude", ""}, {".git/config", ""}, {"hidden.txt", "[core]\n\texcludesFile = hidden.txt\n"},
	} {
		dir := tooltest.Tree(t, map[string]string{
			".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "", ".git/config": test.config,
			".git/info/exclude": "", ".gitignore": "", "sub/.ignore": "", "hidden.txt": "", "sub/deep/m.py": "def Word():\n    return other()\n\nWord()\n",
		})
		lock(t, dir, test.locked)
		for _, args := range [][]string{{"-n", "-e", "Word"}, {"Word"}, {"--entity", "function", "--symbol", "Word"}, {"--calls", "Word"}, {"--name", "m.py"}} {
			for expect, want := range map[string]int{"any": 2, "none": 2} {
				r := tooltest.Run{Dir: dir, As: nobody}.Do(t, bin, append(args, "sub/deep", "--expect", expect, "--emit-stderr", "{REASON}")...)
				if r.Exit != want || !strings.Contains(r.Stderr, test.locked+": permission denied") {
					t.Errorf("%s locked, %q, --expect %s: exit %d\n%s", test.locked, args, expect, r.Exit, r.Stderr)
				}
			}
		}
		r := tooltest.Run{Dir: dir, As: nobody}.Do(t, bin, "-n", "-e", "Absent", "sub/deep", "--expect", "none", "--json")
		if r.Exit != 0 || !strings.Contains(r.Stdout, `"first":"`+test.locked+`"`) {
			t.Errorf("%s locked, nothing found: exit %d\n%s%s", test.locked, r.Exit, r.Stdout, r.Stderr)
		}
		r = tooltest.Run{Dir: dir, As: nobody}.Do(t, bin, "--call", `{"tool":"search_files","arguments":{"path":"sub/deep","query":"Word"}}`)
		if reads := test.locked == ".gitignore" || test.locked == ".git/info/exclude"; reads != strings.Contains(r.Stdout, `"../../`+test.locked+`","error":"permission denied`) {
			t.Errorf("%s locked, search_files: %s%s", test.locked, r.Stdout, r.Stderr)
		}
	}
}

// TestRulesOfOverlappingPaths names a folder and one in it: that the file between them is known from the inner one makes
// the matches of the outer one no surer.
func TestRulesOfOverlappingPaths(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	dir := tooltest.Tree(t, map[string]string{"sub/.gitignore": "b.txt\n", "sub/b.txt": "needle\n", "sub/deep/c.txt": "hay\n"})
	lock(t, dir, "sub/.gitignore")
	r := tooltest.Run{Dir: dir, As: tooltest.Nobody(t)}.Do(t, bin, "-n", "-e", "needle", ".", "sub/deep", "--expect", "=1", "--emit-stderr", "{REASON}")
	if r.Exit != 2 || !strings.Contains(r.Stderr, "1 unreadable (sub/.gitignore: permission denied") {
		t.Errorf("exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
}

// TestRulesOfAWorktreeThatCannotBeRead locks the file that leads from a work tree to its repository, which has the rules.
func TestRulesOfAWorktreeThatCannotBeRead(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	dir := tooltest.Tree(t, map[string]string{
		"main/.git/HEAD": "ref: refs/heads/main\n", "main/.git/objects/x": "", "main/.git/refs/x": "", "main/.git/info/exclude": "a.txt\n",
		"main/.git/worktrees/tree/HEAD": "ref: refs/heads/other\n", "main/.git/worktrees/tree/commondir": "../..\n",
		"tree/.git": "gitdir: ../main/.git/worktrees/tree\n", "tree/a.txt": "needle\n",
	})
	search := func() tooltest.Result {
		return tooltest.Run{Dir: filepath.Join(dir, "tree"), As: tooltest.Nobody(t)}.Do(t, bin, "-n", "-e", "needle", "--expect", "none", "--emit-stderr", "{REASON}")
	}
	if r := search(); r.Exit != 0 {
		t.Errorf("readable: exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
	lock(t, dir, "main/.git/worktrees/tree/commondir")
	if r := search(); r.Exit != 2 || !strings.Contains(r.Stderr, "commondir: permission denied") {
		t.Errorf("locked: exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
}

// TestConfigurationOfAnotherUser runs with a home folder whose files are not readable: they count as absent.
func TestConfigurationOfAnotherUser(t *testing.T) {
	t.Parallel()
	bin := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	nobody := tooltest.Nobody(t)
	home := tooltest.Tree(t, map[string]string{".gitconfig": "", ".config/git/ignore": "", ".config/ct/config.toml": ""})
	names := []string{".gitconfig", ".config/git/ignore", ".config/ct/config.toml"}
	lock(t, home, names...)
	dir := tooltest.Tree(t, map[string]string{"a.txt": "needle\n"})
	r := tooltest.Run{Dir: dir, As: nobody, Env: []string{"HOME=" + home, "XDG_CONFIG_HOME="}}.Do(t, bin, "-n", "-e", "needle", "--expect", "=1")
	if r.Exit != 0 || r.Stdout != "a.txt:1:1:needle\n" {
		t.Errorf("exit %d\n%s%s", r.Exit, r.Stdout, r.Stderr)
	}
	for _, name := range names {
		if want := filepath.Join(home, name) + " is taken for absent (permission denied)"; !strings.Contains(r.Stderr, want) {
			t.Errorf("%q is not in %q", want, r.Stderr)
		}
	}
}
