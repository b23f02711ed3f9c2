//go:build unix

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// overflow is the owner that Linux shows for users that the name space of users does not know, such as root in a
// container without root.
const overflow = 65534

// othersMayWrite reports whether users other than root and this one may replace a file or folder: because everybody may
// write to it; because everybody may write to its folder and it belongs to another user (in a sticky folder only the
// owner may rename and remove); or, for the program and its folder, because it belongs to another user. A group that may
// write does not count. Info is that of path with links followed.
func othersMayWrite(path string, info fs.FileInfo, near bool) bool {
	const everybody = 0o002
	if info.Mode().Perm()&everybody != 0 && (!info.IsDir() || info.Mode()&fs.ModeSticky == 0) {
		return true
	}
	if owner := ownerOf(info); near && owner != 0 && owner != os.Geteuid() && owner != overflow {
		return true
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil || folder.Mode().Perm()&everybody == 0 {
		return err != nil
	}
	entry, err := os.Lstat(path)
	return err != nil || ownerOf(entry) != 0 && ownerOf(entry) != os.Geteuid()
}

// ownerOf returns the number of the user, -1 if it is unknown.
func ownerOf(info fs.FileInfo) int {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(s.Uid)
	}
	return -1
}
