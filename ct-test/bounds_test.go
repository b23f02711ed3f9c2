package main

import (
	"path/filepath"
	"runtime"
	"strings"
	"testing"

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
