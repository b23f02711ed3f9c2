package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestOptionsOfRipgrepMeanTheSame compares what ripgrep and a filter print for the options that hands type, over trees
// with lines that end in CRLF or not at all, with binary, hidden and ignored files.
func TestOptionsOfRipgrepMeanTheSame(t *testing.T) {
	t.Parallel()
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("skipped: no rg")
	}
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	found := map[string]int{}
	for seed := range uint64(4) {
		dir := t.TempDir()
		growTree(t, dir, rand.New(rand.NewPCG(seed, 1)))
		for _, h := range habits {
			theirs, wrong := listed(t, rg, dir, h.stdin, append([]string{"--no-config", "--no-heading", "--with-filename", "--crlf", "--smart-case"}, strings.Fields(h.theirs)...))
			ours, mine := listed(t, program, dir, h.stdin, strings.Fields(h.ours))
			if !slices.Equal(theirs, ours) {
				t.Errorf("tree %d: rg %s:\n%q %s\nct-search %s:\n%q %s", seed, h.theirs, theirs, wrong, h.ours, ours, mine)
			}
			found[h.ours] += len(theirs)
		}
	}
	for _, h := range habits {
		if found[h.ours] == 0 {
			t.Errorf("%s finds nothing in any tree: it tests nothing", h.ours)
		}
	}
}

// habits are options of both programs. ct-search prints columns with -n, which ripgrep is asked for; of inverted lines
// ripgrep knows none, and ct-search prints 1.
var habits = []struct{ theirs, ours, stdin string }{
	{"-l -v -e foo .", "-l -v -e foo .", ""},
	{"-c -v -e foo .", "-c -v -e foo .", ""},
	{"-c -v -i -e FOO -e bar .", "-c -v -i -e FOO -e bar .", ""},
	{"-n -v -e foo .", "-v -n -e foo .", ""},
	{"-n -v -m2 -e foo .", "-v -n -m2 -e foo .", ""},
	{"-n -v -A1 -e foo .", "-v -n -A1 -e foo .", ""},
	{"-c -x -e foo .", "-c -x -e foo .", ""},
	{"-n --column -x -e fo+|bar .", "-n -x -e fo+|bar .", ""},
	{"-c -x -F -i -e FOO .", "-c -x -F -i -e FOO .", ""},
	{"-c -x -v -e foo .", "-c -x -v -e foo .", ""},
	{"-n --column -o -e [fb]o* .", "-n -o -e [fb]o* .", ""},
	{"-c -o -e o .", "-c -o -e o .", ""},
	{"-n --column -o -w -e foo .", "-o -w -e foo .", ""},
	{"-n --column -a -e foo .", "-n -a -e foo .", ""},
	{"-l --files-with-matches -e foo .", "--files-with-matches -e foo .", ""},
	{"--files-without-match -e foo -g !*.bin .", "--files-without-match -e foo -g !*.bin .", ""},
	{"--files-without-match -e foo -e bar -g !*.bin .", "--files-without-match -e foo -e bar -g !*.bin .", ""},
	{"--files .", "--files .", ""},
	{"--files --hidden .", "--files --hidden .", ""},
	{"--files --no-ignore .", "--files --no-ignore .", ""},
	{"--files -T go .", "--files -T go .", ""},
	{"--files -T go -T py .", "--files -T go -T py .", ""},
	{"--files --hidden --no-ignore --iglob *.GO .", "--files -uu --iglob *.GO .", ""},
	{"--files --iglob !*.GO .", "--files --iglob !*.GO .", ""},
	{"--files --sort path .", "--files --sort path .", ""},
	{"-l -0 -e foo .", "-l -0 -e foo .", ""},
	{"-n --column -0 -e foo .", "-n0 -e foo .", ""},
	{"-c -0 -e foo .", "-c0 -e foo .", ""},
	{"-n --column -I -e foo .", "-nI -e foo .", ""},
	{"-I -e foo .", "-I -e foo .", ""},
	{"-I -o -e foo .", "-I -o -e foo .", ""},
	{"-c -I -e foo .", "-cI -e foo .", ""},
	{"-n --column -H -e foo .", "-nH --no-heading -e foo .", ""},
	{"-n --column -f words .", "-n -f words .", ""},
	{"-c -F -f words .", "-c -F -f words .", ""},
	{"-c -f - .", "-c -f - .", "foo\r\nbar\n"},
	{"-n --column -v -c -f - .", "-v -c -f - .", "foo\nbar\n"},
	{"-n --column -F foo", "-n -S -F foo", ""},
	{"-n --column -s -x foo", "-x -s -F foo", ""},
	{"-n -s -v -F foo", "-v -s -F foo", ""},
}

// firstColumn is the column that ct-search prints of an inverted line.
var firstColumn = regexp.MustCompile(`(?m)^([^:]+:\d+):1:`)

// growTree makes a tree of files with few different words.
func growTree(t *testing.T, dir string, r *rand.Rand) {
	t.Helper()
	words := []string{"foo", "bar", "foofoo", "a foo b", "Foo", "", "boo", "xfoo foo", "o"}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 24 {
		name := []string{"a", "sub/b", ".hidden/c", "ignored/d", "sub/deep/e", ".f"}[r.IntN(6)] + fmt.Sprint(i) + []string{".go", ".py", ".GO", ".txt", ".bin"}[r.IntN(5)]
		end := []string{"\n", "\n", "\r\n"}[r.IntN(3)]
		var b strings.Builder
		if strings.HasSuffix(name, ".bin") {
			b.WriteString("\x00\n")
		}
		for range r.IntN(8) {
			b.WriteString(words[r.IntN(len(words))] + end)
		}
		text := b.String()
		if r.IntN(3) == 0 {
			text = strings.TrimSuffix(text, end)
		}
		write(name, text)
	}
	write(".ignore", "ignored/\nwords\n")
	write("words", "fo+\nbar\n")
}

// listed runs a program, and returns what it prints by line or NUL, sorted, and its errors.
func listed(t *testing.T, program, dir, stdin string, args []string) (lines []string, wrong string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	if stdin == "" {
		cmd.Stdin = nil
	}
	cmd.Env = append(os.Environ(), "HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		t.Errorf("%s %q: %v %s", program, args, err, stderr.String())
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(out), "\r\n", "\n"), "\x00", "|NUL|")
	if slices.Contains(args, "-0") && slices.Contains(args, "-l") {
		text = strings.ReplaceAll(text, "|NUL|", "|NUL|\n")
	}
	if slices.Contains(args, "-v") && filepath.Base(program) == "ct-search" {
		text = firstColumn.ReplaceAllString(text, "$1:")
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		if line = strings.TrimPrefix(line, "./"); line != "" && line != "--" {
			lines = append(lines, strings.ReplaceAll(line, "|./", "|"))
		}
	}
	slices.Sort(lines)
	return lines, stderr.String()
}
