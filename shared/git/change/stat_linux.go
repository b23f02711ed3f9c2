package change

import (
	"io/fs"
	"syscall"
)

// statOf returns what the index would have of a file.
func statOf(info fs.FileInfo) stat {
	s := stat{size: uint32(info.Size())}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		s.ctime = stamp{uint32(st.Ctim.Sec), uint32(st.Ctim.Nsec)}
		s.mtime = stamp{uint32(st.Mtim.Sec), uint32(st.Mtim.Nsec)}
		s.ino = uint32(st.Ino)
	}
	return s
}

// same reports whether a file has not changed since git saw it.
func (s stat) same(of stat) bool { return s == of }
