package manifest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// corpus is a folder with all that can be a shard.
func corpus(t *testing.T) string {
	dir := tooltest.Tree(t, map[string]string{
		"one/a.txt": "a\n", "group/two/b.txt": "bb\n", "plain/c.txt": "ccc\n", "plain/deep/d.txt": "d\n",
		"group/notes/e.txt": "e\n", "README": "x\n", ".cache/f": "f\n", "z.tar.gz": "not read here", "group/y.ZIP": "nor here",
	})
	for _, r := range []string{"one", "group/two"} {
		tooltest.Commit(t, filepath.Join(dir, r), "All of it")
	}
	tooltest.Git(t, dir, "clone", "--quiet", "--bare", "one", "bare.git")
	tooltest.Git(t, dir, "init", "--quiet", "empty")
	if err := os.Symlink("one", filepath.Join(dir, "link")); err != nil {
		t.Skipf("skipped: no links: %v", err)
	}
	return dir
}

func list(t *testing.T, l *Lister, sources ...string) *Listing {
	t.Helper()
	got, err := l.List(context.Background(), sources)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// names returns the IDs and kinds of shards, in the order of their manifest.
func names(t *testing.T, shards []Shard) string {
	t.Helper()
	m, err := New("m", shards)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, s := range m.Shards {
		b.WriteString(s.ID + ":" + string(s.Kind) + " ")
	}
	return strings.TrimSpace(b.String())
}

func TestList(t *testing.T) {
	dir := corpus(t)
	got := list(t, &Lister{}, dir)
	if want := "bare:git group/notes:folder group/two:git group/y:zip one:git plain:folder z:tar"; names(t, got.Shards) != want {
		t.Errorf("%s\nwant %s", names(t, got.Shards), want)
	}
	if len(got.Failed) > 0 || got.Empty != 1 || got.Links != 1 || got.Files != 1 || got.Hidden != 1 {
		t.Errorf("%+v", got)
	}
	head := strings.TrimSpace(tooltest.Git(t, filepath.Join(dir, "one"), "rev-parse", "HEAD"))
	for _, s := range got.Shards {
		switch s.ID {
		case "one", "bare":
			if s.Commit != head || s.Bytes != 2 {
				t.Errorf("%+v", s)
			}
		case "plain":
			if s.Bytes != 6 || s.Pinned() {
				t.Errorf("%+v", s)
			}
		case "z":
			if s.Bytes != 13 || len(s.Digest) != 71 || !s.Pinned() {
				t.Errorf("%+v", s)
			}
		}
	}
	again := list(t, &Lister{}, filepath.Join(dir, "z.tar.gz"), dir) // in another order, and one twice
	if names(t, again.Shards) != names(t, got.Shards) {
		t.Errorf("%s", names(t, again.Shards))
	}
	inPlace := list(t, &Lister{InPlace: true}, dir)
	if want := "empty:folder group/notes:folder group/two:folder"; !strings.HasPrefix(names(t, inPlace.Shards), want) || len(inPlace.Failed) != 1 {
		t.Errorf("%s %v", names(t, inPlace.Shards), inPlace.Failed)
	}
}

// TestArchivesAmongFiles lists a program whose tests read archives: they are files of its folder, not shards.
func TestArchivesAmongFiles(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{
		"program/main.go": "x", "program/testdata/a.zip": "x", "program/testdata/deep/b.tar": "x", "archives/2026/c.tar": "x", "archives/d.zip": "x",
		"mixed/readme": "x", "mixed/e.zip": "x", "mixed/sub/r/f.txt": "x",
	})
	got := list(t, &Lister{}, dir)
	if want := "archives/2026/c:tar archives/d:zip mixed:folder program:folder"; names(t, got.Shards) != want || got.Files != 0 {
		t.Errorf("%s, %d files, want %s", names(t, got.Shards), got.Files, want)
	}
	tooltest.Commit(t, filepath.Join(dir, "mixed/sub/r"), "All of it")
	got = list(t, &Lister{}, dir)
	if want := "archives/2026/c:tar archives/d:zip mixed/e:zip mixed/sub/r:git program:folder"; names(t, got.Shards) != want || got.Files != 1 {
		t.Errorf("%s, %d files, want %s", names(t, got.Shards), got.Files, want)
	}
}

func TestListOfSingleSources(t *testing.T) {
	dir := corpus(t)
	for source, want := range map[string]string{
		"one": "one:git", "one/.git": "one:git", "bare.git": "bare:git", "z.tar.gz": "z:tar", "plain/deep": "deep:folder", "plain": "plain:folder", "group": "notes:folder two:git y:zip",
	} {
		if got := names(t, list(t, &Lister{}, filepath.Join(dir, source)).Shards); got != want {
			t.Errorf("%s: %s, want %s", source, got, want)
		}
	}
	if got := names(t, list(t, &Lister{}, "file://"+filepath.ToSlash(dir)+"/one").Shards); got != "one:git" {
		t.Error(got)
	}
	two := list(t, &Lister{}, filepath.Join(dir, "one"), filepath.Join(tooltestCopy(t, dir), "one"))
	if len(two.Shards) != 2 || two.Shards[0].ID == two.Shards[1].ID || !strings.HasSuffix(two.Shards[0].ID, "/one") {
		t.Errorf("%+v", two.Shards)
	}
}

// A shard whose ID is a folder of others' has its whole path: a file of it could have the path of one of theirs.
func TestAnIDInAnother(t *testing.T) {
	dir := tooltest.Tree(t, map[string]string{"one/g/a.txt": "a\n", "two/g/in/b.txt": "b\n", "two/g-c/c.txt": "c\n"})
	for _, r := range []string{"one/g", "two/g/in"} {
		tooltest.Commit(t, filepath.Join(dir, r), "All of it")
	}
	outer := filepath.Join(dir, "one/g")
	got := list(t, &Lister{}, outer, filepath.Join(dir, "two"))
	real, err := filepath.EvalSymlinks(outer)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Trim(strings.ReplaceAll(filepath.ToSlash(real), ":", ""), "/")
	for _, s := range got.Shards {
		if s.ID != long && s.ID != "g/in" && s.ID != "g-c" {
			t.Errorf("%+v", s)
		}
	}
	if names(t, got.Shards); len(got.Shards) != 3 {
		t.Errorf("%+v", got.Shards)
	}
}

// tooltestCopy clones the repository one into another folder.
func tooltestCopy(t *testing.T, dir string) string {
	other := t.TempDir()
	tooltest.Git(t, other, "clone", "--quiet", filepath.Join(dir, "one"), "one")
	return other
}

func TestWhatCannotBeListed(t *testing.T) {
	dir := corpus(t)
	for _, c := range []struct {
		l       *Lister
		sources []string
		want    string
	}{
		{&Lister{}, []string{filepath.Join(dir, "none")}, "none: no such file"},
		{&Lister{}, []string{filepath.Join(dir, "README")}, "README: neither a folder nor an archive"},
		{&Lister{}, []string{"https://x/y"}, "unknown scheme https"},
		{&Lister{}, []string{"s3://bucket/key"}, "not the name of an archive"},
		{&Lister{}, []string{filepath.Join(dir, "plain", "deep"), filepath.Join(dir, "plain")}, "whose files would count twice; list one of them"},
		{&Lister{Sandbox: filepath.Join(dir, "one")}, []string{filepath.Join(dir, "plain")}, "outside the sandbox"},
	} {
		_, err := c.l.List(context.Background(), c.sources)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %q", c.sources, err, c.want)
		}
	}
	got := list(t, &Lister{At: "no-such-branch"}, filepath.Join(dir, "one"))
	if len(got.Failed) != 1 || !strings.Contains(got.Failed[0].Reason.Error(), `no commit "no-such-branch"`) {
		t.Errorf("%+v", got)
	}
	if err := os.Remove(filepath.Join(dir, "one", ".git", "HEAD")); err != nil {
		t.Fatal(err)
	}
	if got := list(t, &Lister{}, filepath.Join(dir, "one")); len(got.Failed) != 1 || len(got.Shards) != 0 {
		t.Errorf("a broken repository: %+v", got)
	}
	tooltest.Git(t, dir, "init", "--quiet") // a repository around it
	if got := list(t, &Lister{}, filepath.Join(dir, "one")); len(got.Failed) != 1 || !strings.Contains(got.Failed[0].Reason.Error(), "only a folder around it") {
		t.Errorf("a broken repository in another one: %+v", got)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (&Lister{}).List(ended, []string{dir}); err == nil {
		t.Error("no error after the end of the context")
	}
}
