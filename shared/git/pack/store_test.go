package pack_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/git/pack"
	"github.com/ct-tools/ct/shared/tooltest"
)

// history makes a repository whose files change a little in each of some commits, so that packs have deltas.
func history(t *testing.T, commits int, format string) string {
	t.Helper()
	dir := t.TempDir()
	tooltest.Git(t, dir, "init", "-q", "--object-format="+format)
	r := rand.New(rand.NewPCG(7, uint64(commits)))
	texts := make([][]string, 12)
	for i := range texts {
		for range 50 << (i % 5) {
			texts[i] = append(texts[i], fmt.Sprintf("line %d of %d with %d", len(texts[i]), i, r.IntN(1000)))
		}
	}
	for c := range commits {
		for i := range texts {
			texts[i][r.IntN(len(texts[i]))] = fmt.Sprintf("changed in %d to %d", c, r.IntN(1000))
			name := filepath.Join(dir, fmt.Sprintf("d%d", i%3), fmt.Sprintf("f%d.txt", i))
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(strings.Join(texts[i], "\n")+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		tooltest.Git(t, dir, "add", "-A")
		tooltest.Git(t, dir, "commit", "-q", "-m", fmt.Sprint("commit ", c))
	}
	return dir
}

// everyObject compares every object of a repository with what git says of it.
func everyObject(t *testing.T, dir string, folders ...string) {
	t.Helper()
	s := pack.New(append([]string{filepath.Join(dir, ".git", "objects")}, folders...))
	defer s.Close()
	n := 0
	for line := range strings.Lines(tooltest.Git(t, dir, "cat-file", "--batch-all-objects", "--batch-check")) {
		part := strings.Fields(line)
		o, err := s.Read(part[0])
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if o.Kind.String() != part[1] || fmt.Sprint(len(o.Data)) != part[2] {
			t.Errorf("%s: a %s of %d bytes", strings.TrimSpace(line), o.Kind, len(o.Data))
		}
		if n++; n%7 == 0 && part[1] == "blob" {
			if want := tooltest.Git(t, dir, "cat-file", "blob", part[0]); strings.TrimRight(string(o.Data), "\n") != want {
				t.Errorf("%s: another content", part[0])
			}
		}
		o.Free()
	}
	if n < 30 {
		t.Errorf("only %d objects", n)
	}
}

func TestObjectsAreThoseOfGit(t *testing.T) {
	for _, format := range []string{"sha1", "sha256"} {
		dir := history(t, 12, format)
		everyObject(t, dir) // each alone in a file
		tooltest.Git(t, dir, "gc", "-q", "--aggressive")
		everyObject(t, dir)
		tooltest.Git(t, dir, "-c", "repack.useDeltaBaseOffset=false", "repack", "-q", "-a", "-d", "-f", "--depth=200", "--window=50")
		everyObject(t, dir)
		tooltest.Git(t, dir, "commit", "-q", "--allow-empty", "-m", "alone")
		tooltest.Git(t, dir, "repack", "-q") // two packs
		everyObject(t, dir)
		other := t.TempDir()
		tooltest.Git(t, other, "clone", "-q", "--shared", dir, "borrows")
		everyObject(t, filepath.Join(other, "borrows"), filepath.Join(dir, ".git", "objects"))
	}
}

// A damaged file is left to git, whatever is wrong in it, and nothing else is read from it.
func TestDamagedPacksAreLeftToGit(t *testing.T) {
	dir := history(t, 5, "sha1")
	tooltest.Git(t, dir, "gc", "-q")
	want := map[string][]byte{}
	objects := filepath.Join(dir, ".git", "objects")
	s := pack.New([]string{objects})
	for line := range strings.Lines(tooltest.Git(t, dir, "cat-file", "--batch-all-objects", "--batch-check")) {
		id, _, _ := strings.Cut(line, " ")
		o, err := s.Read(id)
		if err != nil {
			t.Fatal(err)
		}
		want[id] = bytes.Clone(o.Data)
	}
	s.Close()
	names, err := filepath.Glob(filepath.Join(objects, "pack", "pack-*.*"))
	if err != nil || len(names) < 2 {
		t.Fatal(names, err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for round := range 60 {
		folder := filepath.Join(t.TempDir(), "objects")
		if err := os.MkdirAll(filepath.Join(folder, "pack"), 0o755); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			switch ext := filepath.Ext(name); {
			case ext == ".pack" && round%3 == 0, ext == ".idx" && round%3 == 1:
				for range 1 + r.IntN(20) {
					text[r.IntN(len(text))] ^= byte(1 + r.IntN(255))
				}
			case ext == ".pack" && round%6 == 2, ext == ".idx" && round%6 == 5:
				text = text[:r.IntN(len(text))]
			}
			if err := os.WriteFile(filepath.Join(folder, "pack", filepath.Base(name)), text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		s := pack.New([]string{folder})
		for id := range want {
			o, err := s.Read(id)
			switch {
			case errors.Is(err, pack.ErrNone):
			case err != nil && o != nil:
				t.Errorf("%s: an object beside %v", id, err)
			case err == nil && len(o.Data) > pack.MostBytes:
				t.Errorf("%s: %d bytes", id, len(o.Data))
			}
		}
		s.Close()
	}
}
