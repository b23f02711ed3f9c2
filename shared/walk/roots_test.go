package walk

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/ledger"
)

func TestRoots(t *testing.T) {
	files := []string{"w/a/x", "w/a/b/y", "w/a.c", "w/.hid/z/q", "w/.hid/r", "w/ign/i", "w/ign/j/k", "w/.gitignore: ign\n", "out/o", "out/deep/p", "w/ln -> a", "w/lf -> a.c", "w/up -> ../out/deep"}
	for _, tt := range []struct{ roots, want string }{
		{"", "a/b/y a/x a.c"},
		{".", "a/b/y a/x a.c"},
		{"./", "a/b/y a/x a.c"},
		{"a", "a/b/y a/x"},
		{"a/ a a/../a $W/a", "a/b/y a/x"},
		{"a.c a", "a/b/y a/x a.c"},
		{"a/b a", "a/b/y a/x"},
		{"a/x . a/b", "a/b/y a/x a.c"},
		{".hid", ".hid/r .hid/z/q"},
		{".hid/z . ign/j", ".hid/z/q a/b/y a/x a.c ign/j/k"},
		{"ign/i .", "a/b/y a/x a.c ign/i"},
		{"../out", "../out/deep/p ../out/o"},
		{"../out .", "../out/deep/p ../out/o a/b/y a/x a.c"},
		{"$D/out a", "$D/out/deep/p $D/out/o a/b/y a/x"},
		{"../out $D/out/deep", "../out/deep/p ../out/o"},
		{"..", "../out/deep/p ../out/o ../w/a/b/y ../w/a/x ../w/a.c"},
		{".. .", "../out/deep/p ../out/o ../w/a/b/y ../w/a/x ../w/a.c"},
		{"ln", "ln/b/y ln/x"},
		{"ln . lf", "a/b/y a/x a.c lf ln/b/y ln/x"},
		{"up/..", "$D/out/deep/p $D/out/o"},
		{"up/../o", "$D/out/o"},
		{"$W/a/b", "a/b/y"},
	} {
		t.Run(tt.roots, func(t *testing.T) {
			twins(t, func(t *testing.T, f forced) {
				dir, err := filepath.EvalSymlinks(makeTree(t, files...))
				must(t, err)
				fill := strings.NewReplacer("$D", dir, "$W", dir+"/w")
				got, l := visited(t, Options{Base: dir + "/w", Roots: strings.Fields(fill.Replace(tt.roots)), force: f})
				want := strings.Fields(fill.Replace(tt.want))
				if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
				if l.Searched != int64(len(want)) || l.Cut() {
					t.Error(l.String())
				}
			})
		})
	}
}

func TestRootsThatCannotBeRead(t *testing.T) {
	dir := makeTree(t, "a", "b/c", "dangling -> nowhere", "loop -> loop")
	for named, want := range map[string]error{"nope": os.ErrNotExist, "a/": syscall.ENOTDIR, "a/x": syscall.ENOTDIR, "dangling": os.ErrNotExist, "loop": syscall.ELOOP, "": os.ErrNotExist} {
		paths, _, err := visit(t.Context(), Options{Base: dir, Roots: []string{"b", named}})
		if !errors.Is(err, want) || !strings.Contains(fmt.Sprint(err), named) || len(paths) > 0 {
			t.Errorf("%q: visited %q, error %v", named, paths, err)
		}
	}
	if _, _, err := visit(t.Context(), Options{Base: filepath.Join(dir, "a")}); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("base that is a file: %v", err)
	}
}

func TestSpecialFilesAreNeverOpened(t *testing.T) {
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skip("skipped: no mkfifo")
	}
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "a", "ln -> fifo", "d/")
		must(t, exec.Command(mkfifo, filepath.Join(dir, "fifo"), filepath.Join(dir, "d", ".gitignore"), filepath.Join(dir, "d", ".ignore")).Run())
		t.Chdir(dir) // a socket's name must be short
		socket, err := net.Listen("unix", "socket")
		must(t, err)
		defer func() { _ = socket.Close() }()
		got, l := visited(t, Options{Base: dir, Roots: []string{".", "fifo"}, Follow: true, force: f})
		if want := []string{"a"}; !slices.Equal(got, want) {
			t.Errorf("visited %q", got)
		}
		if got, want := account(&l), "searched=1 hidden=2 special=3"; got != want {
			t.Errorf("account %q, want %q", got, want)
		}
	})
}

// TestFileThatBecomesAFIFO opens a FIFO that has replaced the listed file.
func TestFileThatBecomesAFIFO(t *testing.T) {
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skip("skipped: no mkfifo")
	}
	dir := makeTree(t, "a: text")
	_, err = Run(t.Context(), Options{Base: dir}, func() Visit[int] {
		return func(e *Entry) Outcome[int] {
			must(t, os.Remove(filepath.Join(dir, "a")))
			must(t, exec.Command(mkfifo, filepath.Join(dir, "a")).Run())
			if r, err := e.Open(); err == nil {
				_, _ = r.Read(make([]byte, 1)) // must return, with any result
			}
			return Outcome[int]{}
		}
	}, nil)
	must(t, err)
}

func TestSandbox(t *testing.T) {
	files := []string{"box/a/x", "box/b", "box/.gitignore: ignored\n", "out/secret", "box/to-file -> ../out/secret", "box/to-dir -> ../out", "box/abs -> $DIR/out/secret", "box/in -> a/x", "box/abs-in -> $DIR/box/b", "box/a/back -> ../b", "box/through -> to-dir/secret", "box/broken -> ../out/none"}
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, files...)
		box := filepath.Join(dir, "box")
		for _, root := range []string{"..", "../out", "../none", filepath.Join(dir, "out"), "to-file", "to-dir", "to-dir/secret", "a/../../out", "abs", "/", "broken", "through"} {
			got, _, err := visit(t.Context(), Options{Base: box, Sandbox: box, Roots: []string{"a", root}, force: f})
			if !errors.Is(err, ErrSandbox) || !strings.Contains(err.Error(), root) || len(got) > 0 {
				t.Errorf("%s: visited %q, error %v", root, got, err)
			}
		}
		if _, _, err := visit(t.Context(), Options{Base: dir, Sandbox: box, force: f}); !errors.Is(err, ErrSandbox) {
			t.Errorf("base outside: %v", err)
		}
		var got []string
		l, err := Run(t.Context(), Options{Base: box, Sandbox: box, Follow: true, Roots: []string{".", "in"}, force: f}, func() Visit[string] {
			return func(e *Entry) Outcome[string] {
				r, err := e.Open()
				if err != nil {
					return Outcome[string]{Skip: ledger.Unreadable, Detail: err.Error()}
				}
				_ = r.Close()
				return Outcome[string]{Value: e.Path(), Keep: true}
			}
		}, func(s string) bool { got = append(got, s); return true })
		must(t, err)
		want := []string{"a/back", "a/x", "abs-in", "b"}
		if diff := cmp.Diff(want, slices.DeleteFunc(got, func(s string) bool { return s == "in" })); diff != "" {
			t.Error(diff)
		}
		if l.Count(ledger.Symlink) != 5 || l.Cut() {
			t.Error(account(&l))
		}
	})
}

// A sandbox may be named through links: what is in it is inside.
func TestSandboxBehindALink(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "real/box/a/x", "real/box/y", "real/box/in -> y", "real/out", "link -> real", "box -> link/box")
		for _, name := range []string{"box", "link/box", "real/box", "link/../link/box"} {
			box := dir + string(filepath.Separator) + name
			got, l := visited(t, Options{Base: box, Sandbox: box, Roots: []string{"a", "in"}, force: f})
			if strings.Join(got, " ") != "a/x in" {
				t.Errorf("%s: %q; %s", name, got, l.String())
			}
			if _, _, err := visit(t.Context(), Options{Base: box, Sandbox: box, Roots: []string{"../out"}, force: f}); !errors.Is(err, ErrSandbox) {
				t.Errorf("%s: a file beside it: %v", name, err)
			}
		}
	})
}

// TestFolderSwappedForALink replaces a folder, and one above it, after it was listed by a link that
// leads out of the sandbox.
func TestFolderSwappedForALink(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		for swapped, when := range map[string]string{"a": ".", "a/b": "a", "a/b/c": "a/b", "a/../a": "a/b", "a/b/../../a": "a"} {
			dir := makeTree(t, "box/a/b/c/x", "out/secret", "out/b/c/secret", "out/c/secret")
			box := filepath.Join(dir, "box")
			f.afterList = func(printed string) {
				if printed == when {
					must(t, os.Rename(filepath.Join(box, swapped), filepath.Join(dir, "gone")))
					must(t, os.Symlink(filepath.Join(dir, "out"), filepath.Join(box, swapped)))
				}
			}
			got, l := visited(t, Options{Base: box, Sandbox: box, Follow: true, force: f, Workers: 1})
			if len(got) > 0 || !f.untyped && l.Count(ledger.Unreadable) != 1 {
				t.Errorf("%s: visited %q, %s", swapped, got, l.String())
			}
		}
	})
}
