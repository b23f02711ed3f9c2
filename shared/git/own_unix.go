//go:build unix

package git

import (
	"io/fs"
	"os"
	"syscall"
)

// closed reports whether a folder belongs to the user and only the user can enter it.
func closed(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid() && info.Mode().Perm() == 0o700
}
