package walk

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/google/go-cmp/cmp"
)

func needLinks(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("skipped: no symbolic links")
	}
}

func TestInsideReturnsTheTargetOfAPath(t *testing.T) {
	needLinks(t)
	dir := makeTree(t, "box/a/x: text", "out/y: text", "box/to-a -> a", "box/to-out -> ../out", "box/back -> $DIR/box/a/..", "box/gone -> a/nothing", "box/far -> ../nothing", "box/loop -> loop")
	dir, err := filepath.EvalSymlinks(dir)
	must(t, err)
	t.Chdir(filepath.Join(dir, "box"))
	long := strings.Repeat("nothing/", 10_000) + "x"
	for name, want := range map[string]string{
		".": "box", "a": "box/a", "a/x": "box/a/x", "to-a": "box/a", "to-a/../a/./x": "box/a/x", "back/a": "box/a", "gone": "box/a/nothing",
		"nothing/at/all": "box/nothing/at/all", filepath.Join(dir, "box", "a"): "box/a", "../box": "box",
		"nothing/to-a": "box/nothing/to-a", "nothing/../to-a": "box/a", "nothing/at/../../to-a": "box/a", "nothing/at/../to-a": "box/nothing/to-a", "gone/../../back/a": "box/a", "gone/../../to-a/none/../x": "box/a/x",
		"to-a/" + long: "box/a/" + long,
		"..":           "", "../out": "", "to-out": "", "to-out/y": "", "to-out/..": "", "far": "", "/": "", "/nonexistent": "", "a/../../out": "",
	} {
		got, err := Inside(".", name)
		switch {
		case want == "" && !errors.Is(err, ErrSandbox):
			t.Errorf("%s leads to %s, %v; that is outside", name, got, err)
		case want != "" && (err != nil || got != filepath.Join(dir, want)):
			t.Errorf("%s leads to %s, %v, want %s", name, got, err, want)
		}
	}
	if _, err := Inside(".", "loop"); err == nil || errors.Is(err, ErrSandbox) {
		t.Errorf("a loop: %v", err)
	}
	if _, err := Inside("nothing", "."); err == nil || errors.Is(err, ErrSandbox) || !strings.Contains(err.Error(), "nothing") {
		t.Errorf("a sandbox that is not there: %v", err)
	}
}

func TestOpenFileOpensRegularFilesInsideTheSandbox(t *testing.T) {
	needLinks(t)
	dir := makeTree(t, "box/a: text", "box/d/", "secret: text", "box/in -> a", "box/out -> ../secret", "box/null -> /dev/null", "box/full -> $DIR/box/a", "box/chain -> full", "box/far -> $DIR/secret", "way -> box", "box/round -> $DIR/way/d/../a")
	box := filepath.Join(dir, "box")
	for name, good := range map[string]bool{"a": true, "in": true, "d": false, "out": false, "null": false, "../secret": false, "gone": false, "d/../a": true, "full": true, "chain": true, "round": true, "far": false} {
		file, err := OpenFile(box, filepath.Join(box, name))
		if (err == nil) != good {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			text, _ := io.ReadAll(file)
			must(t, file.Close())
			if string(text) != "text" {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
	if file, err := OpenFile(filepath.Join(dir, "way"), filepath.Join(dir, "way", "chain")); err != nil {
		t.Errorf("a sandbox reached through a link: %v", err)
	} else {
		must(t, file.Close())
	}
	for _, name := range []string{"out", "../secret", "far"} {
		if _, err := OpenFile(box, filepath.Join(box, name)); !errors.Is(err, ErrSandbox) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := OpenFile("", filepath.Join(dir, "secret")); err != nil {
		t.Errorf("without a sandbox: %v", err)
	}
	if _, err := OpenFile("", filepath.Join(box, "null")); err == nil {
		t.Error("a device is opened")
	}
}

// TestCutIsCalledInOrder has Cut and emit append to one list.
func TestCutIsCalledInOrder(t *testing.T) {
	files := map[string]int{"a": 1, "b": 9, "c/d": 9, "c/e": 1, "f": 1, "g": 9, "h": 1}
	dir := t.TempDir()
	for name, size := range files {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o600))
	}
	for _, workers := range []int{1, 4} {
		for _, end := range []string{"", "f"} {
			var got []string
			o := Options{Base: dir, MaxFileSize: 5, Workers: workers, Cut: func(r ledger.Reason, e ledger.Entry) {
				got = append(got, fmt.Sprint(r, " ", e.Path, " ", e.Detail))
			}}
			l, err := Run(t.Context(), o, func() Visit[string] {
				return func(e *Entry) Outcome[string] {
					out := Outcome[string]{Value: e.Path(), Keep: true}
					if string(e.Name()) == "e" {
						out.Skip, out.Detail = ledger.Changed, "kept"
					}
					return out
				}
			}, func(path string) bool {
				got = append(got, path)
				return path != end
			})
			must(t, err)
			want := []string{"a", "too_large b ", "too_large c/d ", "changed c/e kept", "c/e", "f", "too_large g ", "h"}
			if end != "" {
				want = want[:6]
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%d workers, to the end at %q: (-want +got)\n%s\n%s", workers, end, diff, account(&l))
			}
		}
	}
}
