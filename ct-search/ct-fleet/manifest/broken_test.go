package manifest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// A repository that lacks objects is pinned if its trees are there, with the bytes of the files that it has; else the reason
// names what is missing.
func TestRepositoriesThatLackObjects(t *testing.T) {
	whole := tooltest.Tree(t, map[string]string{"a.txt": "four\n", "d/b.txt": "one\n"})
	tooltest.Commit(t, whole, "One")
	without := func(name string) (dir, id string) {
		t.Helper()
		dir = filepath.Join(t.TempDir(), "r")
		if err := os.CopyFS(dir, os.DirFS(whole)); err != nil {
			t.Fatal(err)
		}
		id = strings.TrimSpace(tooltest.Git(t, dir, "rev-parse", name))
		if err := os.Remove(filepath.Join(dir, ".git", "objects", id[:2], id[2:])); err != nil {
			t.Fatal(err)
		}
		return dir, id
	}
	blob, _ := without("HEAD:a.txt")
	if got := list(t, &Lister{}, blob); len(got.Shards) != 1 || got.Shards[0].Bytes != 4 {
		t.Errorf("without a file: %+v", got)
	}
	tree, id := without("HEAD:d")
	if got := list(t, &Lister{}, tree); len(got.Failed) != 1 || !strings.Contains(got.Failed[0].Reason.Error(), id) {
		t.Errorf("without a folder: %+v", got.Failed)
	}
	tooltest.Git(t, whole, "config", "uploadpack.allowFilter", "true")
	partial := filepath.Join(t.TempDir(), "partial")
	tooltest.Git(t, whole, "clone", "--quiet", "--no-checkout", "--filter=blob:none", "file://"+filepath.ToSlash(whole), partial)
	if got := list(t, &Lister{}, partial); len(got.Shards) != 1 || got.Shards[0].Bytes != 0 {
		t.Errorf("a partial clone: %+v", got)
	}
}

// What a link leads to is listed once, under the first name that it has, whether a sandbox resolves it or not.
func TestLinksToSources(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"x/a.txt": "four\n"})
	link := filepath.Join(dir, "link")
	if err := os.Symlink("x", link); err != nil {
		t.Skip("skipped: no links: " + err.Error())
	}
	for _, box := range []string{"", dir} {
		got := list(t, &Lister{Sandbox: box}, link, filepath.Join(dir, "x"))
		if len(got.Shards) != 1 || got.Shards[0].ID != "link" || got.Shards[0].Bytes != 5 {
			t.Errorf("in %q: %+v", box, got.Shards)
		}
	}
}
