package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// chronicle makes a repository with a random history: files that are added, changed, renamed and removed, with odd
// names, in branches that are merged, with links, submodules, binary files, and files that are ignored but committed.
func chronicle(t *testing.T, r *rand.Rand) string {
	t.Helper()
	dir := t.TempDir()
	tooltest.Git(t, dir, "init", "-q", "-b", "main")
	names := []string{"a.go", "b c.txt", "d/e.py", "d/f/g.js", ".hidden", ".dir/h", "ü.md", `q"uote`, "tab\tname", "ignored.log", "z/-dash", "d.x", "line\nend"}
	words := []string{"needle", "Needle", "hay", "straw needle straw", "needless", "x"}
	write := func(name string) {
		full := filepath.Join(dir, filepath.FromSlash(name))
		var text strings.Builder
		end := []string{"\n", "\r\n"}[r.IntN(8)/7]
		for range r.IntN(12) {
			text.WriteString(words[r.IntN(len(words))] + fmt.Sprint(r.IntN(4)) + end)
		}
		if r.IntN(12) == 0 {
			text.WriteString("needle\x00binary\n")
		}
		if r.IntN(4) == 0 {
			text.WriteString("needle without an end")
		}
		if os.MkdirAll(filepath.Dir(full), 0o755) == nil {
			_ = os.WriteFile(full, []byte(text.String()), 0o644) // a folder may have the name
		}
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("*.log\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for c := range 3 + r.IntN(6) {
		for range 1 + r.IntN(6) {
			write(names[r.IntN(len(names))])
		}
		switch r.IntN(6) {
		case 0:
			_ = os.RemoveAll(filepath.Join(dir, names[r.IntN(len(names))]))
		case 1:
			_ = os.Rename(filepath.Join(dir, names[r.IntN(len(names))]), filepath.Join(dir, fmt.Sprint("renamed", c)))
		case 2:
			_ = os.Symlink("a.go", filepath.Join(dir, fmt.Sprint("link", c)))
		case 3:
			_ = os.WriteFile(filepath.Join(dir, "lfs.bin"), []byte("version https://git-lfs.github.com/spec/v1\noid sha256:needle\nsize 12\n"), 0o644)
		}
		tooltest.Git(t, dir, "add", "-A", "-f")
		if c == 1 {
			tooltest.Git(t, dir, "update-index", "--add", "--cacheinfo", "160000,"+strings.Repeat("12", 20)+",sub")
		}
		tooltest.Git(t, dir, "commit", "-q", "--allow-empty", "-m", fmt.Sprint("commit ", c))
		if c == 2 {
			tooltest.Git(t, dir, "tag", "-a", "-m", "a tag", "v1")
			tooltest.Git(t, dir, "branch", "side")
		}
	}
	if r.IntN(2) == 0 {
		tooltest.Git(t, dir, "gc", "-q")
	}
	return dir
}

// A matchAt is where a line matches.
type matchAt struct {
	Path string `json:"path"`
	Line int64  `json:"line"`
}

// Every line that git grep finds in a revision is found, and no other.
func TestRevisionsAgreeWithGitGrep(t *testing.T) {
	t.Parallel()
	rounds := 200
	if testing.Short() {
		rounds = 12
	}
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	compared, lines := 0, 0
	for seed := range rounds {
		r := rand.New(rand.NewPCG(uint64(seed), 27))
		dir := chronicle(t, r)
		for _, revision := range []string{"HEAD", "v1", "side", "HEAD~2", tooltest.Git(t, dir, "rev-parse", "HEAD~1")} {
			for _, args := range [][]string{{"-F", "-e", "needle"}, {"-i", "-F", "-e", "NEEDLE2"}, {"-w", "-F", "-e", "hay1"}, {"-E", "-e", "^(needle|x)[12]"}} {
				want := gitGrep(t, dir, revision, args)
				own := slices.DeleteFunc(slices.Clone(args), func(a string) bool { return a == "-E" })
				if args[0] != "-i" {
					own = append(own, "-s")
				}
				got := searchAt(t, program, dir, revision, own)
				if !slices.Equal(got, want) {
					t.Errorf("seed %d, %s %q: %d lines, git grep %d: %v, %v", seed, revision, args, len(got), len(want), got, want)
				}
				compared, lines = compared+1, lines+len(want)
			}
		}
	}
	if lines < compared {
		t.Errorf("%d searches with %d lines compare little", compared, lines)
	}
	t.Logf("%d repositories, %d searches, %d lines", rounds, compared, lines)
}

func gitGrep(t *testing.T, dir, revision string, args []string) []matchAt {
	t.Helper()
	cmd := exec.Command("git", slices.Concat([]string{"grep", "-n", "-I", "-z", "--no-color", "--full-name"}, args, []string{revision})...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); err != nil && (!ok || exit.ExitCode() != 1) { //nolint:errorlint // Output returns it as it is
		t.Fatal(err)
	}
	var all []matchAt
	for len(out) > 0 {
		name, rest, _ := bytes.Cut(out, []byte{0})
		number, text, _ := bytes.Cut(rest, []byte{0})
		var p matchAt
		if _, err := fmt.Sscan(string(number), &p.Line); err != nil {
			t.Fatalf("%q: %v", out, err)
		}
		p.Path = strings.TrimPrefix(string(name), revision+":")
		all = append(all, p)
		_, out, _ = bytes.Cut(text, []byte{'\n'})
	}
	return inPlace(all)
}

func searchAt(t *testing.T, program, dir, revision string, args []string) []matchAt {
	t.Helper()
	r := tooltest.Run{Dir: dir}.Do(t, program, append(args, "--at", revision, "--hidden", "-n", "--format", "jsonl")...)
	if r.Exit > 1 {
		t.Fatalf("%q: %s", args, r.Stderr)
	}
	var all []matchAt
	for line := range strings.Lines(r.Stdout) {
		var p matchAt
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, p)
	}
	return inPlace(all)
}

func inPlace(all []matchAt) []matchAt {
	slices.SortFunc(all, func(a, b matchAt) int {
		if c := strings.Compare(a.Path, b.Path); c != 0 {
			return c
		}
		return int(a.Line - b.Line)
	})
	return all
}
