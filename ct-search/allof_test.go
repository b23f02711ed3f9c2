package main

import (
	"fmt"
	"math/rand"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// printed returns the lines that a program prints, sorted; an exit status of 1 is no error.
func printed(t *testing.T, dir, program string, args ...string) []string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%s %q: %v", program, args, err)
	}
	text := strings.ReplaceAll(string(out), "\r\n", "\n") // with --crlf, rg ends its own lines so
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] == "" {
		return nil
	}
	slices.Sort(lines)
	return lines
}

// asRipgrepSays returns the files that hold all patterns and none of others, by one run of rg for each.
func asRipgrepSays(t *testing.T, dir string, all, none []string) []string {
	t.Helper()
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("skipped: no rg")
	}
	args := func(mode, pattern string) []string {
		return []string{"--no-config", "--crlf", "--case-sensitive", mode, "-e", pattern}
	}
	keep := func(files, of []string) []string {
		return slices.DeleteFunc(files, func(f string) bool { _, found := slices.BinarySearch(of, f); return !found })
	}
	files := printed(t, dir, rg, "--no-config", "--files")
	for _, p := range all {
		files = keep(files, printed(t, dir, rg, args("--files-with-matches", p)...))
	}
	for _, p := range none {
		files = keep(files, printed(t, dir, rg, args("--files-without-match", p)...))
	}
	return files
}

// TestAllOfIsWhatRipgrepFindsInSeveralRuns compares with rg -l A | xargs rg -l B, and rg --files-without-match C.
func TestAllOfIsWhatRipgrepFindsInSeveralRuns(t *testing.T) {
	t.Parallel()
	ours := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	source := tooltest.GoSource(t)
	if tooltest.Brief() {
		source = filepath.Join(source, "net")
	}
	var trees []string
	trees = append(trees, source)
	random := rand.New(rand.NewSource(1))
	files := map[string]string{}
	for i := range 300 {
		var text strings.Builder
		for range random.Intn(30) {
			text.WriteString([]string{"alpha", "beta", "gamma", "delta", "Alpha beta", "", "x"}[random.Intn(7)] + []string{"\n", "\r\n"}[random.Intn(2)])
		}
		files[fmt.Sprintf("d%d/f%d.txt", i%7, i)] = text.String()
	}
	trees = append(trees, tooltest.Tree(t, files))
	compared := 0
	for _, q := range []struct{ all, none []string }{
		{[]string{"sync.Mutex", "sync.Once"}, nil},
		{[]string{"import", `func \w+Error`, "return nil"}, nil},
		{[]string{"package"}, []string{`"testing"`, "unsafe"}},
		{nil, []string{"func "}},
		{[]string{"err", "io\\.EOF$"}, []string{"bufio"}},
		{[]string{"alpha", "beta"}, nil},
		{[]string{"alpha", "beta", "gamma"}, []string{"delta"}},
		{nil, []string{"alpha$"}},
		{[]string{"^x$", "Alpha beta"}, []string{"^gamma"}},
	} {
		args := []string{"-s", "--regex"}
		for _, p := range q.all {
			args = append(args, "--all-of="+p)
		}
		for _, p := range q.none {
			args = append(args, "--none-of="+p)
		}
		for _, tree := range trees {
			want, got := asRipgrepSays(t, tree, q.all, q.none), printed(t, tree, ours, append(args, "-l")...)
			compared += len(want)
			if !slices.Equal(got, binariesLeftOut(t, tree, ours, want, q.all)) {
				t.Errorf("%q in %s: %d files, rg has %d", args, tree, len(got), len(want))
			}
			if len(q.all) > 0 { // with lines, which searches files again, the files are the same
				lines := printed(t, tree, ours, append(args, "-c")...)
				if len(lines) != len(got) {
					t.Errorf("%q -c in %s: %d files, -l has %d", args, tree, len(lines), len(got))
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d files were compared", compared)
	}
	t.Logf("%d files in the same answers", compared)
}

// binariesLeftOut returns files without those that are binary: rg lists them as files without a match. With a pattern
// that must match there are none.
func binariesLeftOut(t *testing.T, dir, program string, files, all []string) []string {
	if len(all) > 0 {
		return files
	}
	text := printed(t, dir, program, "-l", "-e", "^")
	empty := printed(t, dir, program, "--size", "0")
	return slices.DeleteFunc(files, func(f string) bool {
		_, isText := slices.BinarySearch(text, f)
		_, isEmpty := slices.BinarySearch(empty, f)
		return !isText && !isEmpty
	})
}

// TestWithinIsWhatEveryWindowShows compares --within with a search of every window of random files.
func TestWithinIsWhatEveryWindowShows(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	random := rand.New(rand.NewSource(2))
	files, texts := map[string]string{}, map[string][]string{}
	for i := range 120 {
		name := fmt.Sprintf("f%03d", i)
		for range 1 + random.Intn(25) {
			texts[name] = append(texts[name], []string{"a", "b", "c", "ab", "", "", "", "x"}[random.Intn(8)])
		}
		files[name] = strings.Join(texts[name], "\n") + "\n"
	}
	// One that does not fit into the buffer of a search, so that windows span blocks.
	for i := range 90_000 {
		line := "filler filler"
		if i%997 == 0 {
			line = []string{"a", "b", "c"}[i/997%3]
		}
		if i > 20_000 && i < 60_000 && i%13 == 0 {
			line = []string{"a", "b", "b", "c"}[random.Intn(4)]
		}
		texts["large"] = append(texts["large"], line)
	}
	files["large"] = strings.Join(texts["large"], "\n")
	dir := tooltest.Tree(t, files)
	lines := 0
	for _, patterns := range [][]string{{"a", "b"}, {"a", "b", "c"}} {
		for _, within := range []int{1, 2, 3, 7, 20, 60} {
			args := []string{"-F", "-s", "-n", fmt.Sprintf("--within=%d", within)}
			for _, p := range patterns {
				args = append(args, "--all-of="+p)
			}
			var want []string
			for name, text := range texts {
				for n := range inWindows(text, patterns, within) {
					line := text[n]
					column := strings.IndexAny(line, strings.Join(patterns, ""))
					want = append(want, fmt.Sprintf("%s:%d:%d:%s", name, n+1, column+1, line))
				}
			}
			slices.Sort(want)
			got := printed(t, dir, program, args...)
			if lines += len(want); !slices.Equal(got, want) {
				t.Errorf("%q: %d lines, want %d", args, len(got), len(want))
			}
		}
	}
	if lines < 1000 {
		t.Errorf("only %d lines were compared", lines)
	}
}

// inWindows returns the matching lines that lie in a window with a match of each pattern.
func inWindows(text, patterns []string, within int) map[int]bool {
	found := map[int]bool{}
	for from := range text {
		window := text[from:min(from+within, len(text))]
		all := !slices.ContainsFunc(patterns, func(p string) bool {
			return !slices.ContainsFunc(window, func(line string) bool { return strings.Contains(line, p) })
		})
		for i, line := range window {
			if all && slices.ContainsFunc(patterns, func(p string) bool { return strings.Contains(line, p) }) {
				found[from+i] = true
			}
		}
	}
	return found
}
