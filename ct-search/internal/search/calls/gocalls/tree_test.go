package gocalls

import (
	"path/filepath"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tooltest"
	"github.com/ct-tools/ct/shared/walk"
)

// TestPackagesAreReadWhenTheyAreAskedFor checks that the package of a call is not
// read where the type of its receiver is of another one.
func TestPackagesAreReadWhenTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	dir := filepath.ToSlash(tooltest.Tree(t, map[string]string{
		"go.mod": "module example.com/m\n", "a/a.go": "package a\n\ntype Own struct{}\n\nfunc (Own) F(int) string { return \"\" }\n",
		"b/b.go": "package b\n\ntype T struct{}\n\nfunc (*T) F() {}\n",
	}))
	tree := NewTree(walk.View{})
	in := &file{path: dir + "/a/a.go", folder: dir + "/a", imports: resolve.Imports{Package: "a", Paths: map[string]string{"b": "example.com/m/b"}}}
	method := func(typ string) {
		t.Helper()
		at, ok := tree.follow(source.Value{Root: source.OfType, Name: typ}, in)
		if _, _, found := tree.method(at, "F"); !ok || !found {
			t.Errorf("%s has no F", typ)
		}
	}
	method("*b.T")
	if in.pkg != nil || len(tree.young.packages) != 1 {
		t.Errorf("%d packages were read, want that of the receiver alone", len(tree.young.packages))
	}
	method("Own")
	if in.pkg == nil {
		t.Error("the package of the call was not read")
	}
}

// TestOldPackagesAreKeptWhenTheyAreAskedFor puts a package aside and asks for it
// again, then forgets it.
func TestOldPackagesAreKeptWhenTheyAreAskedFor(t *testing.T) {
	t.Parallel()
	dir := filepath.ToSlash(tooltest.Tree(t, map[string]string{"a/a.go": "package a\n", "a/a_test.go": "package a\n"}))
	tree := NewTree(walk.View{})
	aside := func() { tree.old, tree.young = tree.young, newHeld() }
	first := tree.of(dir+"/a", "a", true)
	size := tree.young.size
	aside()
	if tree.of(dir+"/a", "a", true) != first || tree.Read != 2 {
		t.Errorf("%d files were read, want the two of the first time", tree.Read)
	}
	if tree.young.size != size || tree.old.size != 0 || len(tree.old.files) != 0 {
		t.Errorf("%d bytes are young and %d old, want all %d young", tree.young.size, tree.old.size, size)
	}
	aside()
	aside()
	if tree.of(dir+"/a", "a", true) == first || tree.Read != 4 {
		t.Errorf("%d files were read, want them to be read again", tree.Read)
	}
}
