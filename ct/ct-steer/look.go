package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// What look looks at, at most. In a larger tree it would take longer than a hook may.
const (
	mostFolders = 16
	mostEntries = 1000
	mostOpened  = 24
	mostRead    = 1 << 20
)

// headSize is how many bytes at the start of a file decide for ct whether it is text.
const headSize = 8000

// reading is what look reads of files.
type reading uint8

const (
	names reading = iota // nothing
	marks                // whether there is a byte order mark
	nuls                 // whether there is a NUL after the first 8,000 bytes
)

// view is what is known about the folders and files that a command reads.
type view struct {
	whole     bool     // everything was looked at, so what is not found is not there
	gitFolder bool     // a folder .git
	gitOther  bool     // another entry .git, as of a worktree or a submodule
	oddGit    bool     // an entry .git below the names, which ct and rg may not both take for that of a repository
	special   []string // the names of FIFOs, sockets and devices
	rules     bool     // a .rgignore, or outside a repository a .gitignore
	marked    bool     // a file begins with a byte order mark
	lateNUL   bool     // a file has its first NUL after the first 8,000 bytes
}

// git reports whether there is an entry .git.
func (v *view) git() bool { return v.gitFolder || v.gitOther }

// looking is one call of look.
type looking struct {
	view
	want                   reading
	without                []string // names of folders that are not entered
	root                   string   // the name that is looked at
	folders, entries, read int
	opened                 int
	buf                    []byte
}

// look looks at files, and at folders down to depth (0 is all of it), apart from folders called without. It never enters
// a .git. inside says which of the names are in a repository; without it none is.
func (p place) look(names []string, inside []bool, depth int, want reading, without ...string) *view {
	l := &looking{want: want, without: without}
	l.whole = true
	for i, name := range names {
		l.root = p.path(name)
		switch p.kind(name) {
		case folder:
			l.folder(l.root, depth, i < len(inside) && inside[i])
		case regular:
			l.file(l.root, nil)
		default:
			l.whole = false
		}
	}
	return &l.view
}

// folder looks at a folder, in a repository if inside.
func (l *looking) folder(path string, depth int, inside bool) {
	if l.folders++; l.folders > mostFolders || l.entries >= mostEntries || virtual(filepath.Clean(path)) {
		l.whole = false
		return
	}
	f, err := os.Open(path)
	if err != nil {
		l.whole = false
		return
	}
	entries, err := f.ReadDir(mostEntries - l.entries)
	_ = f.Close()
	if l.entries += len(entries); err != nil && !errors.Is(err, io.EOF) || l.entries >= mostEntries {
		l.whole = false
	}
	inside = inside || slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" })
	for _, e := range entries {
		name, full := e.Name(), below(path, e.Name())
		switch mode := e.Type(); {
		case name == ".git":
			l.repository(full, mode)
		case mode.IsDir():
			if depth != 1 && !slices.Contains(l.without, name) {
				l.folder(full, depth-1, inside)
			}
		case mode.IsRegular():
			l.rules = l.rules || name == ".rgignore" || name == ".gitignore" && !inside
			l.file(full, e)
		case mode&fs.ModeSymlink == 0:
			l.special = append(l.special, name)
		}
	}
}

// repository takes note of an entry .git.
func (l *looking) repository(path string, mode fs.FileMode) {
	l.gitFolder = l.gitFolder || mode.IsDir()
	l.gitOther = l.gitOther || !mode.IsDir()
	l.oddGit = l.oddGit || path != below(l.root, ".git") && !(mode.IsDir() && gitFolder(path))
}

// gitFolder reports whether a folder .git has what ct asks of that of a repository.
func gitFolder(path string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(below(path, name)); err != nil {
			return false
		}
	}
	return true
}

// file looks into a regular file, which e is if it was found in a folder.
func (l *looking) file(path string, e fs.DirEntry) {
	if l.want == names || l.want == nuls && e != nil && short(e) {
		return
	}
	if l.opened++; l.opened > mostOpened || l.read >= mostRead {
		l.whole = false
		return
	}
	f, err := os.Open(path)
	if err != nil {
		l.whole = false
		return
	}
	defer func() { _ = f.Close() }()
	if l.buf == nil {
		l.buf = make([]byte, headSize)
	}
	n, err := io.ReadFull(f, l.buf[:headSize])
	head := l.buf[:n]
	l.read += n
	l.marked = l.marked || marked(head)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
	case err != nil:
		l.whole = false
	case l.want == nuls && bytes.IndexByte(head, 0) < 0:
		l.rest(f)
	}
}

// rest looks for a NUL in the rest of a file.
func (l *looking) rest(f io.Reader) {
	if len(l.buf) < 1<<16 {
		l.buf = make([]byte, 1<<16)
	}
	for l.read < mostRead {
		n, err := f.Read(l.buf)
		l.read += n
		if bytes.IndexByte(l.buf[:n], 0) >= 0 {
			l.lateNUL = true
			return
		}
		if err != nil {
			l.whole = l.whole && errors.Is(err, io.EOF)
			return
		}
	}
	l.whole = false
}

// short reports whether a file has no more than the bytes that decide whether it is text.
func short(e fs.DirEntry) bool {
	info, err := e.Info()
	return err == nil && info.Size() <= headSize
}

// marked reports whether a text begins with the byte order mark of UTF-16 or UTF-8.
func marked(text []byte) bool { return wide(text) || bytes.HasPrefix(text, []byte("\uFEFF")) }

// wide reports whether a text begins with the byte order mark of UTF-16.
func wide(text []byte) bool {
	return bytes.HasPrefix(text, []byte{0xff, 0xfe}) || bytes.HasPrefix(text, []byte{0xfe, 0xff})
}
