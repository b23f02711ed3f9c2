//go:build !linux

package change

import "io/fs"

// statOf returns what the index would have of a file.
func statOf(info fs.FileInfo) stat {
	t := info.ModTime()
	return stat{size: uint32(info.Size()), mtime: stamp{uint32(t.Unix()), uint32(t.Nanosecond())}}
}

// same reports whether a file has not changed since git saw it; the other facts differ between systems.
func (s stat) same(of stat) bool { return s.size == of.size && s.mtime == of.mtime }
