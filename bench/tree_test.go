package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestEntry(t *testing.T) {
	t.Parallel()
	size, path, err := entry("f       2429  a b/README.vendor")
	if size != 2429 || path != "a b/README.vendor" || err != nil {
		t.Errorf("%d %q %v", size, path, err)
	}
	for _, line := range []string{"", "f 12", "a/b:12:text", "f x a"} {
		if _, _, err := entry(line); err == nil {
			t.Errorf("%q is an entry", line)
		}
	}
}

func TestTheSmallFolderIsTheOneNearestToFifty(t *testing.T) {
	t.Parallel()
	f := folders{}
	add := func(dir string, n int) {
		for i := range n {
			f.add(fmt.Sprintf("%s%03d", dir, i))
		}
	}
	add("", 50)       // the tree itself does not count
	add("a/b/c/", 10) // 10
	add("a/b/d/", 30) // 30, with its sibling 40
	add("a/e/", 48)   // 48; a has 88
	add("ab/c/", 51)  // 51: nearer, and not part of a
	add("b/", 49)     // as near, but later
	add("z", 50)
	if got := f.nearest(); got != "ab/c" {
		t.Errorf("%s", got)
	}
	f = folders{}
	add("", 3)
	if got := f.nearest(); got != "." {
		t.Errorf("without folders: %s", got)
	}
	f = folders{}
	add("a/b/", 20)
	add("a/c/", 28)
	add("a/d/x/", 300)
	if got := f.nearest(); got != "a/c" {
		t.Errorf("the outer folder is large: %s", got)
	}
}

func TestTreesHaveNamesWithoutTheirPath(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"VERSION": "go1.99.1\ntime x\n", "src/a.go": "", "other/src/a.go": "", "linux-1/Kconfig": ""})
	for folder, want := range map[string]string{"src": "Go's own source go1.99.1", "other/src": "src ", "linux-1": "linux-1 "} {
		name, release := treeName(filepath.Join(dir, folder))
		if got := name + " " + release; got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
	if v := vocabularyOf(filepath.Join(dir, "linux-1")); v.common != "struct" {
		t.Errorf("a tree with Kconfig is searched for %s", v.common)
	}
	if v := vocabularyOf(filepath.Join(dir, "src")); v.common != "func" {
		t.Errorf("Go's source is searched for %s", v.common)
	}
}

func TestRowsAreComplete(t *testing.T) {
	t.Parallel()
	for _, v := range []vocabulary{linuxWords(), goWords()} {
		if len(v.four) != 4 || len(v.twelve) != 12 {
			t.Errorf("%d and %d words", len(v.four), len(v.twelve))
		}
		var names []string
		for _, r := range rows(v, "small", specTrees{}, "") {
			if r.name == "" || slices.Contains(names, r.name) {
				t.Errorf("row %q has no name of its own", r.name)
			}
			names = append(names, r.name)
			if r.atMost <= 0 || len(r.ours) < 2 || len(r.theirs) == 0 {
				t.Errorf("%s: at most %v, %q, %q", r.name, r.atMost, r.ours, r.theirs)
			}
			if r.form.compared && (r.form.ours == nil || r.form.theirs == nil) {
				t.Errorf("%s: cannot be compared", r.name)
			}
			if slices.Contains(r.ours, "") || slices.Contains(r.theirs, "") {
				t.Errorf("%s looks for nothing: %q, %q", r.name, r.ours, r.theirs)
			}
		}
	}
}

func TestCommandsCanBeTypedIntoAShell(t *testing.T) {
	t.Parallel()
	got := row{ours: list("ct-search", "-e", `\w'|`), theirs: list("rg", "--sort", "path", "a b", "", "x_1.")}.commands()
	if want := "ct-search -e '\\w'\\''|'\nrg --sort path 'a b' '' x_1.\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
