//go:build unix

package regular

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	text, fifo, link := filepath.Join(dir, "text"), filepath.Join(dir, "fifo"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(text, []byte("here"), 0o600), syscall.Mkfifo(fifo, 0o600), os.Symlink(fifo, link)); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadFile(text); string(got) != "here" || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
	for _, name := range []string{fifo, link, dir, os.DevNull} {
		if f, err := Open(name); !errors.Is(err, ErrNot) {
			t.Errorf("Open(%s) returns %v, %v", name, f, err)
		}
		if _, err := ReadFile(name); !errors.Is(err, ErrNot) {
			t.Errorf("ReadFile(%s): %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(dir, "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an absent file: %v", err)
	}
	for name, want := range map[string]bool{fifo: true, link: true, text: false, dir: false, filepath.Join(dir, "absent"): false} {
		if IsWaiting(name) != want {
			t.Errorf("IsWaiting(%s) is %v", name, !want)
		}
	}
}
