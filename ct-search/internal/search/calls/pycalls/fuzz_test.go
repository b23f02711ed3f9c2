package pycalls

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// FuzzImportsLeadToFiles checks that no name of a module leads to something else
// than a file.
func FuzzImportsLeadToFiles(f *testing.F) {
	for _, seed := range []string{"m/a", "m", "../x", "/etc", "a//b", "a", ".a", "..a", "...a.b", ".."} {
		f.Add(seed)
	}
	dir := filepath.ToSlash(tooltest.Tree(f, map[string]string{"out/in/p/a.py": "\n", "out/in/p/__init__.py": ""}))
	f.Fuzz(func(t *testing.T, name string) {
		r := New(resolve.NewIndex("", nil), NewCache(resolve.NewFiles(walk.View{}, "", nil)), nil)
		if got := r.find(path.Join(dir, "out/in/p/a.py"), name); got != "" {
			if info, err := os.Stat(got); err != nil || info.IsDir() {
				t.Errorf("%q leads to %s: %v", name, got, err)
			}
		}
	})
}

// TestDotsAreNotFollowedWithoutEnd checks that an import of very many dots is
// followed nowhere, at once.
func TestDotsAreNotFollowedWithoutEnd(t *testing.T) {
	deep := strings.Repeat("x/", maxParents+1)
	t.Chdir(tooltest.Tree(t, map[string]string{"b.py": "", deep + "a.py": ""}))
	r := New(resolve.NewIndex("", nil), NewCache(resolve.NewFiles(walk.View{}, "", nil)), nil)
	for dots, want := range map[int]string{1: "", maxParents + 2: "", 1 << 20: ""} {
		if got := r.find(deep+"a.py", strings.Repeat(".", dots)+"b"); got != want {
			t.Errorf("%d dots lead to %q", dots, got)
		}
	}
	if got := r.find("x/x/a.py", "...b"); got != "b.py" {
		t.Errorf("three dots lead to %q, want b.py", got)
	}
}
