package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository makes a repository with one commit of the files, by their paths.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("skipped: no git")
	}
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run(t, dir, "init", "-q", "-b", "main")
	run(t, dir, "add", "-A")
	run(t, dir, "commit", "-q", "-m", "first")
	return dir
}

func run(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=A", "-c", "user.email=a@b.example"}, args...)...)
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func TestObjects(t *testing.T) {
	large := strings.Repeat("a line of a large file\n", 100_000)
	dir := repository(t, map[string]string{"a.txt": "one\n", "sub/b c.txt": "two\n", "large": large, "empty": ""})
	r, err := Open(context.Background(), filepath.Join(dir, "sub"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if real, _ := filepath.EvalSymlinks(dir); r.Top != real || r.Bare {
		t.Errorf("Top %s, bare %v; want %s", r.Top, r.Bare, real)
	}
	o := r.Objects(context.Background())
	defer o.Close()
	c, err := o.Commit("main")
	if err != nil || c.ID != run(t, dir, "rev-parse", "HEAD") {
		t.Fatalf("%v, %v", c, err)
	}
	files := map[string]Entry{}
	entries, err := o.Tree(c.Tree)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		files[e.Name] = e
	}
	if files["sub"].Kind != Folder || files["a.txt"].Kind != File || len(files) != 4 {
		t.Errorf("entries %v", files)
	}
	for name, want := range map[string]string{"a.txt": "one\n", "large": large, "empty": ""} {
		if _, text, err := o.Read(idOf(files, name), 1<<30); err != nil || string(text) != want {
			t.Errorf("%s: %d bytes, %v; want %d", name, len(text), err, len(want))
		}
	}
	b, err := o.Open(idOf(files, "large"))
	if err != nil {
		t.Fatal(err)
	}
	b.Close() // before its end
	if _, text, err := o.Read(idOf(files, "a.txt"), 10); err != nil || string(text) != "one\n" {
		t.Errorf("after a large one: %q, %v", text, err)
	}
	if _, err := o.Open(strings.Repeat("1", 40)); !errors.Is(err, ErrMissing) {
		t.Errorf("a missing object: %v", err)
	}
	for _, name := range []string{"nix", "", "-x", "a\nb", "main:nix"} {
		if _, err := o.Commit(name); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// A partial clone's missing objects are known without git once it ended at one: a process each would take minutes.
func TestObjectsOfAPartialClone(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("%d.txt", i)] = fmt.Sprint("text ", i)
	}
	dir := repository(t, files)
	run(t, dir, "config", "uploadpack.allowFilter", "true")
	clone := filepath.Join(t.TempDir(), "clone")
	run(t, dir, "clone", "-q", "--no-checkout", "--filter=blob:none", "file://"+filepath.ToSlash(dir), clone)
	r, err := Open(context.Background(), clone, Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := r.Objects(context.Background())
	defer o.Close()
	c, err := o.Commit("HEAD")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := o.Tree(c.Tree)
	if err != nil || len(entries) != len(files) {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	for i, e := range entries {
		if _, err := o.Open(e.ID()); !errors.Is(err, ErrMissing) {
			t.Fatalf("%s: %v", e.Name, err)
		}
		if i > 0 && !o.packs().lacks(e.ID()) {
			t.Fatalf("%s is not known to be missing", e.Name)
		}
	}
	if !o.partial.Load() {
		t.Skip("skipped: this git goes on after a missing object")
	}
	if o.packs().lacks(c.ID) {
		t.Error("a commit that is there is said to be missing")
	}
	r.program = filepath.Join(clone, "none")
	for _, e := range entries {
		if _, err := o.Open(e.ID()); !errors.Is(err, ErrMissing) {
			t.Fatalf("git was asked about %s: %v", e.Name, err)
		}
	}
}

// Messages of git are read, so the user's language must not change them, and no variable may be given twice.
func TestTheEnvironmentOfGit(t *testing.T) {
	dir := repository(t, map[string]string{"a": "a"})
	for _, name := range []string{"LC_ALL", "LANGUAGE", "LC_MESSAGES", "GIT_INDEX_FILE", "GIT_GRAFT_FILE", "GIT_DIR"} {
		t.Setenv(name, "de_DE.UTF-8")
	}
	r, err := Open(context.Background(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, entry := range r.Command("log").Env {
		name, value, _ := strings.Cut(entry, "=")
		if _, twice := seen[name]; twice {
			t.Errorf("%s is given twice", name)
		}
		seen[name] = value
	}
	for name, want := range map[string]string{"LC_ALL": "C", "LANGUAGE": "", "GIT_GRAFT_FILE": os.DevNull} {
		if got, ok := seen[name]; !ok || got != want {
			t.Errorf("%s=%s, want %s", name, got, want)
		}
	}
	for _, name := range []string{"GIT_INDEX_FILE", "GIT_DIR"} {
		if _, ok := seen[name]; ok {
			t.Errorf("%s is handed on", name)
		}
	}
}

func FuzzParseTree(f *testing.F) {
	f.Add([]byte("100644 a\x00"+strings.Repeat("i", 20)+"40000 sub\x00"+strings.Repeat("j", 20)), false)
	f.Add([]byte("160000 ..\x00"+strings.Repeat("i", 32)), true)
	f.Fuzz(func(t *testing.T, text []byte, long bool) {
		size := 20
		if long {
			size = 32
		}
		entries, err := parseTree(string(text), size)
		n := 0
		for _, e := range entries {
			if !fit(e.Name) || len(e.ID()) != 2*size {
				t.Errorf("entry %q", e)
			}
			n += len(e.Name) + size + 7
		}
		if err == nil && n > len(text)+len(entries) {
			t.Errorf("%d entries of %d bytes", len(entries), len(text))
		}
	})
}

func FuzzParseHeading(f *testing.F) {
	f.Add("HEAD", strings.Repeat("a", 40)+" blob 12")
	f.Add("x", "x missing")
	f.Fuzz(func(t *testing.T, name, heading string) {
		if b, err := parseHeading(name, heading); err == nil && (b.Size < 0 || !isID(b.ID)) {
			t.Errorf("%q: %v", heading, b)
		}
	})
}

func idOf(files map[string]Entry, name string) string {
	e := files[name]
	return e.ID()
}
