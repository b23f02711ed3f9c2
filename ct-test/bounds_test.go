package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/tooltest"
)

// A tool of the suite searches by the rules of its place, which may be above the sandbox and in the
// user's home, and can read no other file there.
func TestAFramedToolOfTheSuiteKeepsTheRulesAbove(t *testing.T) {
	switch {
	case runtime.GOOS != "linux":
		t.Skip("skipped: no confinement of children")
	case tooltest.Raced:
		t.Skip("skipped: the race detector reads /proc")
	case !confine.Probe().Enforced:
		t.Skip("skipped: " + confine.Probe().Note)
	}
	dir := tooltest.Tree(t, map[string]string{
		"work/.git/HEAD": "ref: refs/heads/main\n", "work/.git/objects/keep": "", "work/.git/refs/keep": "", "work/.git/config": "secret\n",
		"work/.gitignore": "*.log\n", "work/out.txt": "outside\n", "work/sub/in.txt": "inside\n", "work/sub/noise.log": "inside\n",
		"home/.config/ct/config.toml": "timeout = 20\n",
	})
	bin := tooltest.Bin(t, "ct-test", "ct-search")
	for _, home := range []string{"", "HOME=" + filepath.Join(dir, "home")} {
		call := func(arguments string) tooltest.Result {
			return tooltest.Run{Dir: filepath.Join(dir, "work", "sub"), Env: []string{home}}.Do(t, filepath.Join(bin, "ct-test"), "--call", arguments)
		}
		if r := call(`{"cmd":"ct-search","args":["--grep","inside","--json"]}`); r.Exit != 0 || !strings.Contains(r.Stdout, "in.txt") || strings.Contains(r.Stdout, "noise.log") {
			t.Errorf("%s: %+v", home, r)
		}
		for _, outside := range []string{"..", "../out.txt", "../.git/config"} {
			if r := call(`{"cmd":"ct-search","args":["--grep","e","` + outside + `","--json"]}`); r.Exit != 1 || !strings.Contains(r.Stdout, "permission denied") || strings.Contains(r.Stdout, `outside\"`) || strings.Contains(r.Stdout, "secret") {
				t.Errorf("%s %s: %+v", home, outside, r)
			}
		}
	}
}

// What decides in git's own configuration is known without reading it, also in a linked work tree. Links of the tree
// make nothing readable.
func TestAFramedToolKnowsWhatGitsConfigurationIgnores(t *testing.T) {
	switch {
	case runtime.GOOS != "linux":
		t.Skip("skipped: no confinement of children")
	case tooltest.Raced:
		t.Skip("skipped: the race detector reads /proc")
	case !confine.Probe().Enforced:
		t.Skip("skipped: " + confine.Probe().Note)
	}
	dir := tooltest.Tree(t, map[string]string{
		"main/.git/HEAD": "ref: refs/heads/main\n", "main/.git/objects/keep": "", "main/.git/refs/keep": "", "main/.git/config": "secret\n",
		"main/.git/worktrees/w/HEAD": "ref: refs/heads/w\n", "main/.git/worktrees/w/commondir": "../..\n", "main/.git/info/exclude": "*.tmp\n",
		"w/sub/in.txt": "inside\n", "w/sub/a.tmp": "inside\n", "w/sub/b.log": "inside\n", "home/.config/git/ignore": "", "home/.gitconfig": "[core]\nexcludesFile = ~/mine\n", "home/mine": "*.log\n",
		"own/.git/HEAD": "ref: refs/heads/main\n", "own/.git/objects/keep": "", "own/.git/refs/keep": "", "own/.git/config": "[core]\nexcludesFile = ../main/.git/config\n", "own/sub/in.txt": "inside\n",
	})
	if err := os.WriteFile(filepath.Join(dir, "w", ".git"), []byte("gitdir: "+filepath.Join(dir, "main/.git/worktrees/w")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../main/.git/config", filepath.Join(dir, "w", ".gitignore")); err != nil {
		t.Fatal(err)
	}
	bin := tooltest.Bin(t, "ct-test", "ct-search")
	for _, c := range []struct {
		in, path  string
		exit      int
		has, none []string
	}{
		{"w", ".", 0, []string{"in.txt"}, []string{"a.tmp", "b.log", "absent", "denied"}},
		{"w", "../.gitignore", 1, nil, []string{"secret"}},
		{"w", "../../main/.git/config", 1, []string{"denied"}, []string{"secret"}},
		{"own", ".", 1, []string{"in.txt", "../.git/config: permission denied, so it is unknown what it ignores"}, []string{"secret"}},
		{"own", "../../main/.git/config", 1, []string{"denied"}, []string{"secret"}},
	} {
		call := tooltest.Run{Dir: filepath.Join(dir, c.in, "sub"), Env: []string{"HOME=" + filepath.Join(dir, "home"), "XDG_CONFIG_HOME="}}
		r := call.Do(t, filepath.Join(bin, "ct-test"), "--call", `{"cmd":"ct-search","args":["--grep","e","`+c.path+`","--json"]}`)
		if c.path == "." {
			r = call.Do(t, filepath.Join(bin, "ct-test"), "--call", `{"cmd":"ct-search","args":["--grep","inside","--json"]}`)
		}
		good := r.Exit == c.exit
		for _, text := range c.has {
			good = good && strings.Contains(r.Stdout, text)
		}
		for _, text := range c.none {
			good = good && !strings.Contains(r.Stdout, text)
		}
		if !good {
			t.Errorf("%s %s: %+v", c.in, c.path, r)
		}
	}
}
