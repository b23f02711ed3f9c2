//go:build unix

package config

import (
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestWhatIsNoFileIsRefusedAtOnce(t *testing.T) {
	for _, tc := range []struct {
		name string
		make func(path string) error
		want string
	}{
		{"a FIFO", func(path string) error { return syscall.Mkfifo(path, 0o666) }, "ct.toml: not a regular file"},
		{"a link to a FIFO", func(path string) error {
			if err := syscall.Mkfifo(path+".fifo", 0o666); err != nil {
				return err
			}
			return os.Symlink(path+".fifo", path)
		}, "ct.toml: not a regular file"},
		{"a device", func(path string) error { return os.Symlink("/dev/zero", path) }, "ct.toml: not a regular file"},
		{"a folder", func(path string) error { return os.Mkdir(path, 0o777) }, "ct.toml: a folder, not a file"},
		{"a link to nothing", func(path string) error { return os.Symlink("nothing", path) }, "ct.toml: no such file or directory"},
		{"a link to itself", func(path string) error { return os.Symlink("ct.toml", path) }, "ct.toml: too many levels of symbolic links"},
		{"a large file", func(path string) error { return os.WriteFile(path, make([]byte, maxFile+1), 0o666) }, "ct.toml: larger than 1048576 bytes"},
		{"a sparse file", func(path string) error {
			if err := os.WriteFile(path, nil, 0o666); err != nil {
				return err
			}
			return os.Truncate(path, 1<<40)
		}, "ct.toml: larger than 1048576 bytes"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPlace(t)
			if err := tc.make(p.path("repo/ct.toml")); err != nil {
				t.Skip("skipped: " + err.Error())
			}
			if _, err := p.load("repo"); err == nil || err.Error() != tc.want {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

func TestFileThatCannotBeReadIsAnError(t *testing.T) {
	p := newPlace(t)
	p.project("")
	if err := os.Chmod(p.path("repo/ct.toml"), 0); err != nil {
		t.Fatal(err)
	}
	asNobody(t, p.root, func() {
		if _, err := p.load("repo"); err == nil || !strings.HasPrefix(err.Error(), "ct.toml: permission denied") {
			t.Errorf("%v", err)
		}
	})
}
