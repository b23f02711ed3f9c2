package walk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ct-tools/ct/shared/ledger"
)

// TestMain isolates the tests from the user's configuration.
func TestMain(m *testing.M) {
	home, err := os.MkdirTemp("", "walk-home")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "XDG_CONFIG_HOME", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_COUNT"} {
		_ = os.Unsetenv(name)
	}
	_ = os.Setenv("HOME", home)
	_ = os.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	code := m.Run()
	_ = os.RemoveAll(home)
	os.Exit(code)
}

// makeTree makes files below a new folder. A name ending in a slash is a folder, "name -> target" a
// link, "name: text" a file with that text.
func makeTree(t testing.TB, lines ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, line := range lines {
		name, target, isLink := strings.Cut(line, " -> ")
		name, text, _ := strings.Cut(name, ": ")
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		switch {
		case isLink:
			must(t, os.Symlink(strings.ReplaceAll(target, "$DIR", dir), path))
		case strings.HasSuffix(name, "/"):
			must(t, os.MkdirAll(path, 0o755))
		default:
			must(t, os.WriteFile(path, []byte(text), 0o644))
		}
	}
	return dir
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// visited runs a walk and returns the paths it visited, folders with a slash.
func visited(t testing.TB, o Options) ([]string, ledger.Ledger) {
	t.Helper()
	paths, l, err := visit(t.Context(), o)
	must(t, err)
	return paths, l
}

func visit(ctx context.Context, o Options) ([]string, ledger.Ledger, error) {
	var paths []string
	l, err := Run(ctx, o, func() Visit[string] {
		return func(e *Entry) Outcome[string] {
			path := e.Path()
			switch e.Type() {
			case Dir:
				path += "/"
			case Link:
				path += "@"
			}
			return Outcome[string]{Value: path, Keep: true}
		}
	}, func(path string) bool {
		paths = append(paths, path)
		return true
	})
	return paths, l, err
}

// twins runs a test with every way of reading folders.
func twins(t *testing.T, test func(t *testing.T, f forced)) {
	for name, f := range map[string]forced{
		"system":   {},
		"portable": {portable: true},
		"untyped":  {untyped: true},
		"ringless": {noRing: true},
		"ring":     {ringAtOnce: true},
		"stepwise": {noOpenat2: true, deepAfter: 8},
	} {
		t.Run(name, func(t *testing.T) { test(t, f) })
	}
}

func account(l *ledger.Ledger) string {
	var b strings.Builder
	fmt.Fprintf(&b, "searched=%d", l.Searched)
	for r := ledger.None + 1; r <= ledger.Changed; r++ {
		if n := l.Count(r); n > 0 {
			fmt.Fprintf(&b, " %s=%d", r, n)
		}
	}
	return b.String()
}

func TestVisitsInPathOrder(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "a/x", "a/b/y", "a.c", "a-b", "B", "z/", "a/.hid", "ab/c")
		got, l := visited(t, Options{Base: dir, force: f})
		want := []string{"B", "a/b/y", "a/x", "a-b", "a.c", "ab/c"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if got, want := account(&l), "searched=6 hidden=1"; got != want {
			t.Errorf("account %q, want %q", got, want)
		}
	})
}

func TestOptions(t *testing.T) {
	files := []string{
		"main.go", "main_test.go", "lib/a.go", "lib/a.c", "lib/deep/b.go", "lib/deep/er/c.go", ".env", ".cfg/x.go",
		"vendor/v.go", "lib/vendor/w.go", "out.log", "l -> main.go", "d -> lib", "none -> nowhere", "loop -> loop",
		".gitignore: *.log\n/lib/deep/er/\n", ".git/config", "lib/sub/.git: gitdir: nowhere", "lib/sub/s.go",
	}
	for _, tt := range []struct {
		name    string
		o       Options
		want    string
		account string
	}{
		{"default", Options{}, "lib/a.c lib/a.go lib/deep/b.go lib/sub/s.go lib/vendor/w.go main.go main_test.go vendor/v.go",
			"searched=8 hidden=5 ignored=2 symlink=4"},
		{"hidden", Options{Hidden: true}, ".cfg/x.go .env .gitignore lib/a.c lib/a.go lib/deep/b.go lib/sub/s.go lib/vendor/w.go main.go main_test.go vendor/v.go",
			"searched=11 hidden=2 ignored=2 symlink=4"},
		{"no ignore", Options{NoIgnore: true}, "lib/a.c lib/a.go lib/deep/b.go lib/deep/er/c.go lib/sub/s.go lib/vendor/w.go main.go main_test.go out.log vendor/v.go",
			"searched=10 hidden=5 symlink=4"},
		{"follow", Options{Follow: true, Include: []string{"*.go", "l"}, Exclude: []string{"lib", "vendor/"}}, "l main.go main_test.go",
			"searched=3 hidden=4 ignored=1 excluded=5"},
		{"follow all", Options{Follow: true, Exclude: []string{"*.go"}}, "l lib/a.c",
			"searched=2 hidden=5 ignored=2 excluded=7 symlink=3"},
		{"include", Options{Include: []string{"*_test.go", "lib/*.go"}}, "lib/a.go main_test.go", "searched=2 hidden=5 ignored=2 excluded=6 symlink=4"},
		{"include folder", Options{Include: []string{"deep/"}}, "lib/deep/b.go", "searched=1 hidden=5 ignored=2 excluded=7 symlink=4"},
		{"exclude", Options{Exclude: []string{"vendor", "**/deep/**"}}, "lib/a.c lib/a.go lib/sub/s.go main.go main_test.go", "searched=5 hidden=5 ignored=1 excluded=3 symlink=4"},
		{"exclude anchored", Options{Exclude: []string{"/vendor"}}, "lib/a.c lib/a.go lib/deep/b.go lib/sub/s.go lib/vendor/w.go main.go main_test.go", "searched=7 hidden=5 ignored=2 excluded=1 symlink=4"},
		{"prune", Options{Prune: []string{"vendor", "*.c"}}, "lib/a.go lib/deep/b.go lib/sub/s.go main.go main_test.go", "searched=5 hidden=5 ignored=2 excluded=3 symlink=4"},
		{"depth", Options{MaxDepth: 2}, "lib/a.c lib/a.go main.go main_test.go vendor/v.go", "searched=5 hidden=4 ignored=1 symlink=4 max_depth=3"},
		{"depth one", Options{MaxDepth: 1, Types: File | Dir}, "lib/ main.go main_test.go vendor/", "searched=4 hidden=4 ignored=1 symlink=4 max_depth=2"},
		{"folders", Options{Types: Dir}, "lib/ lib/deep/ lib/sub/ lib/vendor/ vendor/", "searched=5 hidden=5 ignored=2 symlink=4"},
		{"links", Options{Types: Link}, "d@ l@ loop@ none@", "searched=4 hidden=5 ignored=2"},
		{"links beside followed files", Options{Types: File | Link, Follow: true, Include: []string{"l", "d", "none", "loop"}}, "d@ l loop@ none@", "searched=4 hidden=5 ignored=2 excluded=8"},
		{"files", Options{MaxFiles: 3}, "lib/a.c lib/a.go lib/deep/b.go", "searched=3 hidden=5 ignored=1 symlink=2 max_files=1"},
		{"size", Options{MaxFileSize: 10, Hidden: true, Include: []string{".*"}}, ".env", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			twins(t, func(t *testing.T, f forced) {
				dir := makeTree(t, files...)
				o := tt.o
				o.Base, o.force = dir, f
				got, l := visited(t, o)
				if diff := cmp.Diff(strings.Fields(tt.want), got); diff != "" {
					t.Error(diff)
				}
				if got := account(&l); tt.account != "" && got != tt.account {
					t.Errorf("account %q, want %q", got, tt.account)
				}
			})
		})
	}
}

func TestLargeFilesAreNamed(t *testing.T) {
	dir := makeTree(t, "a/small: 12", "a/large: 123456", "b/large: 1234567", "l -> a/large")
	got, l := visited(t, Options{Base: dir, MaxFileSize: 5, Follow: true})
	if want := []string{"a/small"}; !slices.Equal(got, want) {
		t.Errorf("visited %q", got)
	}
	if want := "3 too large (a/large)"; l.Cuts()[0].String() != want {
		t.Errorf("cut %q, want %q", l.Cuts()[0], want)
	}
}

func TestMaxFilesNamesTheFirstNotVisited(t *testing.T) {
	dir := makeTree(t, "a/1", "a/2", "b/3")
	for n, want := range map[int64]string{1: "a/2", 2: "b/3", 3: ""} {
		got, l := visited(t, Options{Base: dir, MaxFiles: n})
		if int64(len(got)) != n {
			t.Errorf("%d: visited %q", n, got)
		}
		first := ""
		if c := l.Cuts(); len(c) > 0 {
			first = c[0].First.Path
		}
		if first != want {
			t.Errorf("%d: cut at %q, want %q", n, first, want)
		}
	}
}

// wholeSeconds skips a test that compares times where an open file's has whole seconds only, as QEMU's emulation of s390x
// has it (stat(2) returns no nanoseconds there, statx(2) does).
func wholeSeconds(t *testing.T, file string) {
	t.Helper()
	now := time.Now().Truncate(time.Second).Add(time.Second / 2)
	must(t, os.Chtimes(file, now, now))
	info, err := os.Stat(file)
	must(t, err)
	if info.ModTime().Nanosecond() == 0 {
		t.Skip("skipped: stat(2) has no nanoseconds")
	}
}

func TestEntryReadsFiles(t *testing.T) {
	twins(t, func(t *testing.T, f forced) {
		dir := makeTree(t, "a/x: hello", "b/", "l -> a/x")
		wholeSeconds(t, filepath.Join(dir, "a/x"))
		var got []string
		_, err := Run(t.Context(), Options{Base: dir, Follow: true, Types: File | Dir, force: f}, func() Visit[string] {
			return func(e *Entry) Outcome[string] {
				info, err := e.Stat()
				s := fmt.Sprintf("%s %s %d %v %v", e.Path(), e.Name(), e.Depth(), info.kind == folderKind, err)
				if r, err := e.Open(); err == nil {
					buf := make([]byte, 10)
					n, err := r.Read(buf)
					s += fmt.Sprintf(" %q %v", buf[:n], err == nil || errors.Is(err, io.EOF))
					n, err = r.Read(buf)
					s += fmt.Sprintf(" %d %v", n, err)
					open, err := r.Stat()
					s += fmt.Sprintf(" %d %v %v", open.Size, open.ModTime.Equal(info.ModTime), err)
					second, err := e.Open()
					s += fmt.Sprintf(" %v", err)
					n, _ = second.Read(buf[:2])
					s += fmt.Sprintf(" %q %v", buf[:n], r.Close())
					_, err = r.Read(buf)
					s += fmt.Sprintf(" %v", err)
				} else {
					s += " " + err.Error()
				}
				return Outcome[string]{Value: s, Keep: true}
			}
		}, func(s string) bool { got = append(got, s); return true })
		must(t, err)
		const read = ` "hello" true 0 EOF 5 true <nil> <nil> "he" <nil> file already closed`
		want := []string{
			"a a 1 true <nil> not a regular file",
			"a/x x 2 false <nil>" + read,
			"b b 1 true <nil> not a regular file",
			"l l 1 false <nil>" + read,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}
