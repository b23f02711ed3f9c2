package search

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/tooltest"
)

// A growth is a search whose tree or arguments have a size.
type growth struct {
	name  string
	small int // a size at which the fixed part of a run does not matter
	tree  func(n int) map[string]string
	args  func(n int) []string
}

// growths are what grows in a tree or a request.
var growths = []growth{
	{"files, counts", 300, files, always("-c", "-F", "-e", "needle")},
	{"files, list", 300, files, always("--name", "*")},
	{"files, QUERY", 300, files, always("needle")},
	{"matches, counts", 4000, matches, always("-c", "-F", "-e", "needle")},
	{"matches, lines", 4000, matches, always("-n", "-F", "-e", "needle")},
	{"matches, QUERY", 4000, matches, always("needle")},
	{"length of lines, lines", 20_000, lines, always("-n", "-F", "-e", "needle")},
	{"length of lines, QUERY", 20_000, lines, always("needle")},
	{"depth, counts", 60, depth, always("-c", "-F", "-e", "needle")},
	{"depth, QUERY", 60, depth, always("needle")},
	{"terms, counts", 6, func(int) map[string]string { return files(300) }, func(n int) (args []string) {
		args = append(args, "-c", "-F")
		for i := range n {
			args = append(args, "-e", fmt.Sprintf("needle%d", i))
		}
		return args
	}},
}

func always(args ...string) func(int) []string { return func(int) []string { return args } }

func files(n int) map[string]string {
	all := map[string]string{}
	for i := range n {
		all[fmt.Sprintf("%d/%d.py", i%17, i)] = fmt.Sprintf("def f%d():\n    return needle%d + needle\n", i, i%12)
	}
	return all
}

func matches(n int) map[string]string {
	return map[string]string{"a.py": strings.Repeat("x = needle + 1\n", n)}
}

func lines(n int) map[string]string {
	return map[string]string{"a.py": strings.Repeat("needle = '"+strings.Repeat("x", n)+"'\n", 20)}
}

func depth(n int) map[string]string {
	all, path := map[string]string{}, ""
	for range n {
		path += "d/"
		all[path+"a.py"] = "x = needle\n"
	}
	return all
}

// TestNoSearchGrowsFasterThanItsTree counts what searches allocate for one size and for four times as much. Allocations
// are counted because times differ from run to run.
func TestNoSearchGrowsFasterThanItsTree(t *testing.T) {
	if tooltest.Raced {
		t.Skip("skipped: the race detector allocates too")
	}
	for _, g := range growths {
		t.Run(g.name, func(t *testing.T) {
			if strings.HasPrefix(g.name, "depth") && tooltest.Emulated() {
				t.Skip("skipped: the emulator has no openat2, without which a folder is opened step by step")
			}
			const times, slack = 4, 1.15
			smallN, smallBytes := allocated(t, g, g.small)
			largeN, largeBytes := allocated(t, g, times*g.small)
			t.Logf("%d: %d allocations, %d bytes; %d: %d, %d", g.small, smallN, smallBytes, times*g.small, largeN, largeBytes)
			if float64(largeN) > times*slack*float64(smallN) {
				t.Errorf("%d allocations for %d, %d for %d", smallN, g.small, largeN, times*g.small)
			}
			if float64(largeBytes) > times*slack*float64(smallBytes) {
				t.Errorf("%d bytes for %d, %d for %d", smallBytes, g.small, largeBytes, times*g.small)
			}
		})
	}
}

// allocated returns how often, and how many bytes, a search of size n allocates.
func allocated(t *testing.T, g growth, n int) (mallocs, bytes uint64) {
	t.Chdir(tooltest.Tree(t, g.tree(n)))
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = null, null
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	args := append([]string{"--no-config", "--confine=off"}, g.args(n)...)
	var before, after runtime.MemStats
	for range 2 { // the first run fills what is kept
		runtime.ReadMemStats(&before)
		if status := tool.MainWith(Tool(), args); status != 0 {
			t.Fatalf("%s: exit status %d", filepath.Join(args...), status)
		}
		runtime.ReadMemStats(&after)
	}
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}
