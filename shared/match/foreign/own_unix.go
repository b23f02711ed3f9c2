//go:build unix

package foreign

import (
	"io/fs"
	"os"
	"syscall"
)

// own reports whether a file belongs to the user.
func own(info fs.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(s.Uid) == os.Geteuid()
}
