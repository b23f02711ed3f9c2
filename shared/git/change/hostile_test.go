package change

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/tooltest"
)

// marker returns a program that leaves a file when it runs, and a function that reports whether it did.
func marker(t *testing.T) (program string, ran func() bool) {
	dir := t.TempDir()
	at := filepath.Join(dir, "ran")
	program = filepath.Join(dir, "program")
	//nolint:gosec // it must be executable
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch '"+at+"'\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return program, func() bool { _, err := os.Stat(at); return err == nil }
}

// changedRepository is a repository with a branch in which a.txt differs from main, also in the working tree.
func changedRepository(t *testing.T) *sandbox {
	s := newSandbox(t, 1)
	s.Write("a.txt", "one\n")
	s.Write("b.txt", "two\n")
	s.Commit()
	s.Git("checkout", "-q", "-b", "topic")
	s.Write("a.txt", "one\nmore\n")
	s.Commit()
	s.Write("b.txt", "two\nnew\n")
	return s
}

// Nothing that a repository names runs, and what cannot be compared for that is named.
func TestNothingOfAHostileRepositoryRuns(t *testing.T) {
	program, ran := marker(t)
	for name, prepare := range map[string]func(s *sandbox){
		"clean filter": func(s *sandbox) {
			s.Git("config", "filter.evil.clean", program)
			s.Git("config", "filter.evil.smudge", program)
			s.Git("config", "filter.evil.required", "true")
			s.Write(".gitattributes", "b.txt filter=evil\n")
		},
		"process filter": func(s *sandbox) {
			s.Git("config", "filter.evil.process", program)
			s.Write(".gitattributes", "* filter=evil\n")
		},
		"textconv": func(s *sandbox) {
			s.Git("config", "diff.evil.Textconv", program)
			s.Git("config", "diff.evil.command", program)
			s.Write(".gitattributes", "* diff=evil\n")
		},
		"external diff": func(s *sandbox) { s.Git("config", "diff.external", program) },
		"fsmonitor": func(s *sandbox) {
			s.Git("config", "core.fsmonitor", program)
			s.Git("config", "core.fsmonitorHookVersion", "2")
		},
		"hooks": func(s *sandbox) {
			for _, hook := range []string{"post-index-change", "reference-transaction", "pre-auto-gc", "post-checkout"} {
				if err := os.Symlink(program, filepath.Join(s.Dir, ".git/hooks", hook)); err != nil {
					s.T.Fatal(err)
				}
			}
		},
		"pager": func(s *sandbox) {
			s.Git("config", "core.pager", program)
			s.Git("config", "pager.diff", program)
			s.Git("config", "alias.diff-tree", "!"+program)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := changedRepository(t)
			prepare(s)
			c := against(t, s.Dir, Options{Base: "main"})
			if ran() {
				t.Fatal("the program ran")
			}
			if strings.Contains(name, "filter") {
				if len(c.Unseen) == 0 || !slices.ContainsFunc(c.Unseen, func(u Unseen) bool { return u.Path == "b.txt" && strings.Contains(u.Why, "filter") }) {
					t.Errorf("unseen %v", c.Unseen)
				}
				return
			}
			for path, want := range map[string]Ranges{"a.txt": {{2, 2}}, "b.txt": {{2, 2}}} {
				if f := c.Find(path); f == nil || !slices.Equal(f.Added, want) {
					t.Errorf("%s: %+v; unseen %v", path, f, c.Unseen)
				}
			}
		})
	}
}

// A working tree that is broken on purpose or by chance gives what can be seen, and names the rest.
func TestWhatCannotBeComparedIsNamed(t *testing.T) {
	t.Run("a corrupt object", func(t *testing.T) {
		s := changedRepository(t)
		id := strings.TrimSpace(s.Git("rev-parse", "main:a.txt"))
		file := filepath.Join(s.Dir, ".git/objects", id[:2], id[2:])
		_ = os.Chmod(file, 0o644)
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text[:len(text)-6], "xxxxxx"...), 0o644); err != nil { //nolint:gosec // a test's
			t.Fatal(err)
		}
		c := against(t, s.Dir, Options{Base: "main"})
		if f := c.Find("a.txt"); f == nil || f.Unknown == "" {
			t.Errorf("%+v; unseen %v", f, c.Unseen)
		}
		if f := c.Find("b.txt"); f == nil || !slices.Equal(f.Added, Ranges{{2, 2}}) {
			t.Errorf("%+v", f)
		}
	})
	t.Run("a missing object", func(t *testing.T) {
		s := changedRepository(t)
		id := strings.TrimSpace(s.Git("rev-parse", "main:a.txt"))
		if err := os.Remove(filepath.Join(s.Dir, ".git/objects", id[:2], id[2:])); err != nil {
			t.Fatal(err)
		}
		if f := against(t, s.Dir, Options{Base: "main"}).Find("a.txt"); f == nil || !strings.Contains(f.Unknown, "missing") {
			t.Errorf("%+v", f)
		}
	})
	t.Run("a partial clone", func(t *testing.T) {
		s := changedRepository(t)
		s.Git("config", "uploadpack.allowFilter", "true")
		s.Git("add", "-A")
		s.Git("commit", "-q", "-m", "x")
		clone := &sandbox{&tooltest.RandomRepository{T: t, Dir: filepath.Join(t.TempDir(), "clone"), R: s.R}}
		if out, err := exec.Command("git", "clone", "-q", "--no-local", "--filter=blob:none", "--branch", "topic", "file://"+s.Dir, clone.Dir).CombinedOutput(); err != nil {
			t.Skipf("skipped: %s", out)
		}
		c := against(t, clone.Dir, Options{Base: "origin/main"})
		if f := c.Find("a.txt"); f == nil || f.Unknown == "" {
			t.Errorf("%+v; unseen %v", f, c.Unseen)
		}
	})
	t.Run("a shallow clone", func(t *testing.T) {
		s := changedRepository(t)
		clone := &sandbox{&tooltest.RandomRepository{T: t, Dir: filepath.Join(t.TempDir(), "clone"), R: s.R}}
		if out, err := exec.Command("git", "clone", "-q", "--no-local", "--depth=1", "--no-single-branch", "--branch", "topic", "file://"+s.Dir, clone.Dir).CombinedOutput(); err != nil {
			t.Skipf("skipped: %s", out)
		}
		c := against(t, clone.Dir, Options{Base: "origin/main"})
		if len(c.Files) > 0 || len(c.Unseen) != 1 || c.Unseen[0].Path != "" || !strings.Contains(c.Unseen[0].Why, "shallow") {
			t.Errorf("%+v", c)
		}
	})
	t.Run("unrelated histories", func(t *testing.T) {
		s := changedRepository(t)
		s.Git("checkout", "-q", "-f", "--orphan", "other")
		s.Commit()
		if c := against(t, s.Dir, Options{Base: "main"}); len(c.Files) > 0 || len(c.Unseen) != 1 || !strings.Contains(c.Unseen[0].Why, "no commit in common") {
			t.Errorf("%+v", c)
		}
	})
	t.Run("a corrupt index", func(t *testing.T) {
		s := changedRepository(t)
		if err := os.WriteFile(filepath.Join(s.Dir, ".git/index"), []byte("DIRC\x00\x00\x00\x02\xff\xff\xff\xffgarbage"), 0o644); err != nil { //nolint:gosec // a test's
			t.Fatal(err)
		}
		if c := against(t, s.Dir, Options{Base: "main"}); len(c.Unseen) == 0 {
			t.Errorf("%+v", c)
		}
	})
	t.Run("links in the place of folders", func(t *testing.T) {
		s := changedRepository(t)
		s.Write("dir/secret", "tracked\n")
		s.Commit()
		outside := t.TempDir()
		if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("of somebody else\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		_ = os.RemoveAll(filepath.Join(s.Dir, "dir"))
		if err := os.Symlink(outside, filepath.Join(s.Dir, "dir")); err != nil {
			t.Skip("skipped: " + err.Error())
		}
		c := against(t, s.Dir, Options{Base: "HEAD"})
		if f := c.Find("dir/secret"); f == nil || f.Status != Deleted {
			t.Errorf("%+v", f)
		}
	})
	t.Run("a pipe in the place of a file", func(t *testing.T) {
		s := changedRepository(t)
		_ = os.Remove(filepath.Join(s.Dir, "a.txt"))
		if err := exec.Command("mkfifo", filepath.Join(s.Dir, "a.txt")).Run(); err != nil {
			t.Skip("skipped: no mkfifo")
		}
		if c := against(t, s.Dir, Options{Base: "HEAD"}); len(c.Unseen) != 1 || c.Unseen[0].Path != "a.txt" {
			t.Errorf("%+v", c.Unseen)
		}
	})
}

// In a sandbox, objects outside of it are not read, and a .git that is a link out of it is no repository.
func TestASandboxHoldsObjectsToo(t *testing.T) {
	s := changedRepository(t)
	clone := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", "--shared", "--branch", "topic", s.Dir, clone).CombinedOutput(); err != nil {
		t.Fatalf("%s", out)
	}
	open := func(dir string) (*Change, error) {
		repo, err := git.Open(context.Background(), dir, git.Options{Sandbox: dir})
		if err != nil {
			return nil, err
		}
		return Against(context.Background(), repo, Options{Base: "origin/main", Scratch: t.TempDir()})
	}
	c, err := open(clone)
	if err == nil && (len(c.Files) > 0 || len(c.Unseen) == 0) {
		t.Errorf("%+v", c)
	}
	linked := t.TempDir()
	if err := os.Symlink(filepath.Join(s.Dir, ".git"), filepath.Join(linked, ".git")); err != nil {
		t.Skip("skipped: " + err.Error())
	}
	if c, err := open(linked); err == nil {
		t.Errorf("a repository through a link: %+v", c)
	}
}

func TestTheUsualBase(t *testing.T) {
	s := changedRepository(t)
	for _, test := range []struct {
		prepare []string
		want    string
	}{
		{[]string{"branch", "-m", "main", "trunk"}, ""},
		{[]string{"branch", "-m", "trunk", "master"}, "master"},
		{[]string{"branch", "main", "master"}, "main"},
		{[]string{"update-ref", "refs/remotes/origin/HEAD", "main"}, "origin/HEAD"},
		{[]string{"branch", "-u", "master"}, "master"},
	} {
		s.Git(test.prepare...)
		repo := open(t, s.Dir)
		c, err := Against(context.Background(), repo, Options{Scratch: t.TempDir()})
		switch {
		case test.want == "":
			if err == nil || !strings.Contains(err.Error(), "name one") {
				t.Errorf("%v", err)
			}
		case err != nil || c.Base.Name != test.want:
			t.Errorf("%v: %+v, %v; want %s", test.prepare, c, err, test.want)
		}
	}
	for _, name := range []string{"nix", "-x", "--all", "main:a.txt", "a\nb"} {
		_, err := Against(context.Background(), open(t, s.Dir), Options{Base: name, Scratch: t.TempDir()})
		if !errors.Is(err, git.ErrUnknown) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestRanges(t *testing.T) {
	r := Ranges{{2, 3}, {7, 7}, {10, 20}}
	for _, test := range []struct {
		first, last int64
		want        bool
	}{{1, 1, false}, {1, 2, true}, {3, 3, true}, {4, 6, false}, {4, 7, true}, {8, 9, false}, {1, 100, true}, {20, 25, true}, {21, 22, false}} {
		if got := r.Touch(test.first, test.last); got != test.want {
			t.Errorf("%d-%d: %v", test.first, test.last, got)
		}
	}
	if r.Lines() != 14 || (Ranges{}).Touch(1, 5) {
		t.Errorf("%d lines", r.Lines())
	}
}

// Line ends become those of an object as git add makes them.
func TestLineEndsAreThoseOfGit(t *testing.T) {
	texts := []string{"a\r\nb\r\n", "a\r\nb\n", "a\rb\r\n", "\x00a\r\n", "\x01\x02\x03\r\n", "a\r\n\x1a", "a\n", "", "\r\n", strings.Repeat("x", 200) + "\x01\r\n"}
	for i, config := range []string{"false", "true", "input"} {
		for j, attributes := range []string{"", "* text=auto", "* text", "* -text", "* eol=crlf", "* text=auto eol=lf", "* crlf", "* -crlf", "* crlf=input", "* text=auto\n*.x binary"} {
			s := newSandbox(t, uint64(10*i+j))
			s.Git("config", "core.autocrlf", config)
			s.Write("seed", "x\n")
			s.Write("mixed", "")
			s.Commit()
			s.Write(".gitattributes", attributes+"\n")
			for n, text := range texts {
				s.Write(fmt.Sprintf("f%d.x", n), text)
				s.Write(fmt.Sprintf("g%d", n), text)
			}
			s.Git("add", "-A")
			// The same texts with a line more, which is compared, not added.
			for n, text := range texts {
				s.Write(fmt.Sprintf("f%d.x", n), "more\r\n"+text)
				s.Write(fmt.Sprintf("g%d", n), "more\r\n"+text)
			}
			c := against(t, s.Dir, Options{Base: "HEAD"})
			s.Git("add", "-A")
			for _, f := range c.Files {
				if f.Whole {
					continue
				}
				if want := strings.TrimSpace(s.Git("rev-parse", ":"+f.Path)); f.New != want {
					t.Errorf("autocrlf %s, %q, %s: %s, git has %s", config, attributes, f.Path, f.New, want)
				}
			}
			if len(c.Files) < 2*len(texts) {
				t.Errorf("%d files", len(c.Files))
			}
		}
	}
}

func FuzzParsePatch(f *testing.F) {
	id := strings.Repeat("a", 40)
	f.Add(":100644 100644 " + id + " " + id + " M\x00a\x00\x00diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1,2 @@\n-x\n\\ No newline at end of file\n+y\n+z\n")
	f.Add(":100644 100644 " + id + " " + id + " R100\x00a\x00b\x00\x00diff --git a/a b/b\nsimilarity index 100%\n")
	f.Fuzz(func(t *testing.T, text string) {
		files, err := parsePatch(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, f := range files {
			if f.Path == "" || f.Added.Lines()+f.Removed.Lines() > int64(len(text)) {
				t.Errorf("%+v", f)
			}
		}
	})
}

func FuzzParseIndex(f *testing.F) {
	f.Add([]byte("100644 " + strings.Repeat("a", 40) + " 0\ta b\x00  ctime: 1:2\n  mtime: 3:4\n  dev: 5\tino: 6\n  uid: 0\tgid: 0\n  size: 7\tflags: 0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		entries, err := parseIndex(text)
		for _, e := range entries {
			if err == nil && (e.path == "" || e.mode == 0) {
				t.Errorf("%+v", e)
			}
		}
	})
}

func FuzzParseAttributes(f *testing.F) {
	f.Add("a\x00text\x00auto\x00a\x00filter\x00unspecified\x00")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := parseAttributes(text)
		if err == nil && all[""] != (attributes{}) {
			t.Error("an empty path")
		}
	})
}

// The file of an index is read as git reads it, whatever its version.
func TestTheIndexIsReadAsGitReadsIt(t *testing.T) {
	for seed := range 12 {
		s := newSandbox(t, uint64(1000+seed))
		s.Build()
		for _, version := range []string{"2", "3", "4"} {
			s.Git("update-index", "--index-version", version)
			s.Write("intent "+version, "x\n")
			s.Git("add", "-N", "intent "+version)
			out, err := open(t, s.Dir).Output(context.Background(), "ls-files", "-s", "-z", "--debug")
			if err != nil {
				t.Fatal(err)
			}
			want, err := parseIndex(out)
			if err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(filepath.Join(s.Dir, ".git/index"))
			if err != nil {
				t.Fatal(err)
			}
			got, ok := readIndexFile(string(text), 20)
			if !ok || len(got) != len(want) {
				t.Fatalf("%d entries, %v; git has %d", len(got), ok, len(want))
			}
			for i := range got {
				got[i].inIndex()
				want[i].flags &= flagSkip | flagIntent
				if got[i] != want[i] {
					t.Errorf("%+v, git has %+v", got[i], want[i])
				}
			}
		}
	}
}

func FuzzReadIndexFile(f *testing.F) {
	for _, version := range []byte{2, 3, 4} {
		f.Add(append([]byte("DIRC\x00\x00\x00"+string(rune(version))+"\x00\x00\x00\x01"), make([]byte, 100)...))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		entries, ok := readIndexFile(string(text), 20)
		for _, e := range entries {
			if ok && e.path == "" {
				t.Errorf("%+v", e)
			}
		}
	})
}
