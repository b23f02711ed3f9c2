package walk

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// gitDir returns the lines for makeTree that make a folder a git folder.
func gitDir(at string) []string {
	return []string{at + "/HEAD: ref: refs/heads/main\n", at + "/objects/", at + "/refs/"}
}

func TestWhereRulesComeFrom(t *testing.T) {
	repo := gitDir("r/.git")
	for _, tt := range []struct {
		name  string
		files []string
		o     Options
		want  string
	}{
		{"parents inside a repository", append(repo, "r/.gitignore: *.x\n/d/e/no\n", "r/d/.gitignore: !keep.x\n", "r/d/.ignore: *.y\n", ".gitignore: *\n", "r/d/e/a.x", "r/d/e/keep.x", "r/d/e/b.y", "r/d/e/no", "r/d/e/yes"),
			Options{Base: "r/d/e"}, "keep.x yes"},
		{"no parents outside one", []string{".gitignore: *\n", "d/a", "d/.gitignore: b\n", "d/b"}, Options{Base: "d"}, "a"},
		{"a repository begins afresh", append(repo, ".gitignore: a\n/r/b\n", "r/a", "r/b", "r/c", "a", ".ignore: c\n"), Options{}, "r/a r/b"},
		{"no repository without a head", []string{".gitignore: a\n", "r/.git/", "r/a", "r/b"}, Options{}, "r/b"},
		{"info/exclude below .gitignore", append(repo, "r/.git/info/exclude: *.x\n", "r/.gitignore: !b.x\n", "r/a.x", "r/b.x"), Options{Base: "r"}, "b.x"},
		{".ignore before .gitignore", []string{".gitignore: *.x\nz\n", ".ignore: !a.x\n", "a.x", "b.x", "d/.gitignore: a.x\n", "d/a.x", "d/z", "d/.ignore: !z\n", "z"}, Options{}, "a.x d/a.x d/z"},
		{"git only", append(repo, "r/.ignore: a\n", "r/.gitignore: b\n", "r/.git/info/exclude: c\n", "r/.git/config: [core]\nexcludesFile = x\n", "r/x: d\n", "r/a", "r/b", "r/c", "r/d"), Options{Base: "r", GitOnly: true}, "a d x"},
		{"own excludes file", append(repo, "r/.git/config: [core]\nexcludesFile = x\n", "r/x: d\n/s/e\n", "r/d", "r/s/e", "r/s/f"), Options{Base: "r/s"}, "f"},
		{"links are no ignore files", []string{".gitignore -> real", ".ignore -> real", "real: a\n", "a"}, Options{}, "a real"},
		{"worktree", append(gitDir("main/.git"), "main/.git/info/exclude: x\n", "main/.git/worktrees/wt/HEAD: 0123456789012345678901234567890123456789\n", "main/.git/worktrees/wt/commondir: ../..\n", "wt/.git: gitdir: ../main/.git/worktrees/wt\n", "wt/.gitignore: y\n", "wt/d/x", "wt/d/y", "wt/d/z"),
			Options{Base: "wt/d"}, "z"},
		{"submodule", append(append(gitDir("m/.git"), gitDir("m/.git/modules/s")...), "m/.gitignore: a\n", "m/.git/modules/s/info/exclude: b\n", "m/s/.git: gitdir: ../.git/modules/s\n", "m/s/a", "m/s/b", "m/a"), Options{Base: "m"}, "s/a"},
		{"root that is ignored", append(repo, "r/.gitignore: build\n*.o\n", "r/build/a.o", "r/build/a.c"), Options{Base: "r", Roots: []string{"build"}}, "build/a.c"},
		{"left out", []string{".gitignore: *.o\nbuild\n", ".hid/h", "a.o", "a.c", "build/b.c", "d/.e", "d/f", ".git/g"}, Options{LeftOut: true}, ".gitignore .hid/h a.o build/b.c d/.e"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			twins(t, func(t *testing.T, f forced) {
				o := tt.o
				dir := makeTree(t, tt.files...)
				o.Base, o.force = filepath.Join(dir, o.Base), f
				got, _ := visited(t, o)
				if diff := cmp.Diff(strings.Fields(tt.want), got); diff != "" {
					t.Error(diff)
				}
				o.Sandbox = o.Base // rules above the sandbox are still read
				if got, _ = visited(t, o); cmp.Diff(strings.Fields(tt.want), got) != "" {
					t.Errorf("in a sandbox: %q", got)
				}
			})
		})
	}
}

func TestUserExcludesApplyOutsideRepositories(t *testing.T) {
	home := makeTree(t, "x/git/ignore: *.bak\n/top\n", "config: [core]\n excludesfile = ~/mine\n", "mine: b\n")
	dir := makeTree(t, "a.bak", "b", "top", "d/top")
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "x"))
	if got, _ := visited(t, Options{Base: dir}); cmp.Diff([]string{"b", "d/top"}, got) != "" {
		t.Errorf("default: %q", got)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "config"))
	if got, _ := visited(t, Options{Base: dir}); cmp.Diff([]string{"a.bak", "d/top", "top"}, got) != "" {
		t.Errorf("named: %q", got)
	}
	if got, _ := visited(t, Options{Base: dir, GitOnly: true}); len(got) != 4 {
		t.Errorf("git only: %q", got)
	}
}

func TestLargeIgnoreFiles(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, ".gitignore: "+strings.Repeat("some-long-name-that-is-not-there\n", 30000)+"last\n", "last", "first")
		if got, l := visited(t, Options{Base: dir, force: f}); cmp.Diff([]string{"first"}, got) != "" || l.Cut() {
			t.Errorf("up to 1 MiB: visited %q, %s", got, l.String())
		}
		dir = makeTree(t, ".gitignore: "+strings.Repeat("some-long-name-that-is-not-there\n", 40000)+"last\n", "last", "first")
		if got, l := visited(t, Options{Base: dir, force: f}); len(got) != 2 || !l.Cut() || !strings.Contains(l.String(), "1 unreadable (.gitignore: larger than 1048576 bytes") {
			t.Errorf("more: visited %q, %s", got, l.String())
		}
	})
}

// configs are files that git reads without complaint, except as noted.
var configs = []string{
	"[core]\nexcludesFile = a\n", "[core]excludesfile=a", "[CORE]\n\tEXCLUDESFILE =  a b  # c\n", "[core \"x\"]\nexcludesFile = a\n", "[core]\n[other]\nexcludesFile = a\n",
	"[core]\nexcludesFile = \"a # b\" ; c\n", "[core]\nexcludesFile = a\\\nb\n", "[core]\nexcludesFile = a \\\n  b\n", "[core]\nexcludesFile = \"a\\\"b\\\\\\t\"\n", "[core]\nexcludesFile =\n",
	"[core]\nexcludesFile = a\nexcludesFile = b\n", "\ufeff[core]\r\nexcludesFile = a\r\n", "# x\n; y\n[core] # z\n excludesFile = a;b\n", "[core]\nexcludesFile = a\"  b\"c  \n", "[core]\nbare\nexcludesFile = a\n",
	"[remote \"a\\\"]b\"]\nurl = x\n[core]\nexcludesFile = a\n", "[core.sub]\nexcludesFile = a\n", "", "[core]\nexcludesFile = \"\"\n", "[a \"]\"] x = y\n[core]excludesFile=z", "[core]\nexcludesFile = ~/x\n", "[core]\nexcludesFile = a\\nb\n",
}

func TestConfigurationAgreesWithGit(t *testing.T) {
	needGit(t)
	file := filepath.Join(t.TempDir(), "config")
	for _, text := range configs {
		must(t, os.WriteFile(file, []byte(text), 0o644))
		out, err := exec.Command("git", "config", "-f", file, "-z", "core.excludesfile").Output()
		want := strings.TrimSuffix(string(out), "\x00")
		got, ok := excludesFile([]byte(text))
		if got != want || ok != (err == nil) {
			t.Errorf("%q: %q %v, git says %q %v", text, got, ok, want, err)
		}
	}
}

func FuzzConfiguration(f *testing.F) {
	for _, text := range configs {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if value, ok := excludesFile(text); !ok && value != "" {
			t.Errorf("a value %q that is none", value)
		}
	})
}

// TestRulesBetweenTheBaseAndARoot checks that a search of a folder ignores what a search of the base ignores in it.
func TestRulesBetweenTheBaseAndARoot(t *testing.T) {
	files := []string{
		".gitignore: *.log\n/sub/deep/no\n", ".ignore: *.tmp\n", "sub/.gitignore: *.bak\n!keep.log\n", "sub/deep/.ignore: !y.bak\n",
		"sub/deep/a", "sub/deep/a.log", "sub/deep/keep.log", "sub/deep/x.tmp", "sub/deep/x.bak", "sub/deep/y.bak", "sub/deep/no/z",
		"repo/.git/HEAD: ref: refs/heads/main\n", "repo/.git/objects/x", "repo/.git/refs/x", "repo/.gitignore: *.o\n", "repo/in/a.o", "repo/in/a.log", "repo/in/a.tmp", "repo/in/a",
	}
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, files...)
		all, _ := visited(t, Options{Base: dir, force: f})
		for _, root := range []string{"sub", "sub/deep", "repo", "repo/in"} {
			var want []string
			for _, p := range all {
				if strings.HasPrefix(p, root+"/") {
					want = append(want, p)
				}
			}
			got, l := visited(t, Options{Base: dir, Roots: []string{root}, force: f})
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s: %s", root, d)
			}
			if inRepo := strings.HasPrefix(root, "repo"); slices.Contains(l.Rules.Outer, ".gitignore") == inRepo || root == "repo/in" && !slices.Contains(l.Rules.Outer, ".ignore") {
				t.Errorf("%s: outer files %q", root, l.Rules.Outer)
			}
		}
		boxed, _ := visited(t, Options{Base: dir, Roots: []string{"sub/deep"}, Sandbox: filepath.Join(dir, "sub"), force: f})
		if !slices.Equal(boxed, []string{"sub/deep/a", "sub/deep/a.log", "sub/deep/keep.log", "sub/deep/no/z", "sub/deep/x.tmp", "sub/deep/y.bak"}) {
			t.Errorf("in a sandbox: %q", boxed)
		}
		inside, _ := visited(t, Options{Base: filepath.Join(dir, "repo"), Roots: []string{filepath.Join(dir, "sub", "deep")}, force: f})
		if len(inside) != 7 {
			t.Errorf("elsewhere: %q", inside)
		}
		named, _ := visited(t, Options{Base: dir, Roots: []string{"sub/deep/no"}, force: f})
		if !slices.Equal(named, []string{"sub/deep/no/z"}) {
			t.Errorf("a named path is entered: %q", named)
		}
	})
}

// TestIgnoreFileShowsHidden checks that .ignore, and nothing else, can show hidden entries.
func TestIgnoreFileShowsHidden(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, ".ignore: !/.github/\n!.git\n", ".gitignore: !.hidden\n", ".github/w.yml", ".github/.x", ".hidden", ".git/HEAD", "a")
		got, _ := visited(t, Options{Base: dir, force: f})
		if !slices.Equal(got, []string{".github/w.yml", "a"}) {
			t.Errorf("%q", got)
		}
	})
}

// unstatable is a folder whose entries cannot be examined.
type unstatable struct{ dir }

func (unstatable) stat([]byte, bool) (Info, error) { return Info{}, syscall.EIO }

// TestIgnoreFileOfUnknownKind checks that an ignore file is unreadable, not absent, if nothing says that it is a file.
func TestIgnoreFileOfUnknownKind(t *testing.T) {
	s := newLister(&plan{})
	s.listing.reset()
	s.listing.addName(".gitignore", untyped)
	f := &folder{root: &root{full: "/top"}, way: listed}
	if s.ignoreFile(f, unstatable{}, 0) != nil || len(s.missing) != 1 || s.missing[0].Path != "/top/.gitignore" {
		t.Errorf("%+v", s.missing)
	}
}
