//go:build unix

package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ct-tools/ct/shared/regular"
	"github.com/ct-tools/ct/shared/tooltest"
)

// A FIFO where git keeps a file is refused or an error: git would wait for a writer.
func TestFIFOsAreNotWaitedFor(t *testing.T) {
	fifo := func(path string) {
		t.Helper()
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"HEAD", "config", "packed-refs", "objects/pack/pack-1.idx", "objects/info/alternates"} {
		dir := tooltest.Tree(t, map[string]string{"a.txt": "one\n", "d/b.txt": "two\n"})
		tooltest.Commit(t, dir, "One")
		at := filepath.Join(dir, ".git", filepath.FromSlash(name))
		_ = os.Remove(at)
		fifo(at)
		if _, err := Open(t.Context(), filepath.Join(dir, "d"), Options{}); err == nil || !strings.Contains(err.Error(), name+" is a FIFO") {
			t.Errorf("%s: %v", name, err)
		}
	}
	dir := tooltest.Tree(t, map[string]string{"in/a.txt": "one\n"})
	in := filepath.Join(dir, "in")
	tooltest.Commit(t, in, "One")
	fifo(filepath.Join(dir, "HEAD")) // git ends at the sandbox, or at the repository
	r, err := Open(t.Context(), in, Options{Sandbox: in})
	if err != nil {
		t.Fatal(err)
	}
	blob := strings.TrimSpace(tooltest.Git(t, in, "rev-parse", "HEAD:a.txt"))
	loose := filepath.Join(in, ".git", "objects", blob[:2], blob[2:])
	if err := os.Remove(loose); err != nil {
		t.Fatal(err)
	}
	fifo(loose)
	objects := r.Objects(t.Context())
	defer objects.Close()
	if _, _, err := objects.Read(blob, 100); !errors.Is(err, regular.ErrNot) {
		t.Errorf("an object that is a FIFO: %v", err)
	}
}
