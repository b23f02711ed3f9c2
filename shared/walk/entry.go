package walk

import "path/filepath"

// Entry is what a visit sees of a file, folder or link. It is valid until the
// visit returns.
type Entry struct {
	f    *folder
	name []byte
	kind Type

	// How the system reaches it: a name in an open folder, which differ from
	// the above for a link followed inside a sandbox.
	dir    dir
	sys    []byte
	follow bool
	moved  dir // a folder opened for this entry alone

	reader Reader
	more   []*Reader
}

// Path gives the printed path, with '/' between its components.
func (e *Entry) Path() string { return asString(e.AppendPath(nil)) }

// AppendPath appends the printed path to dst.
func (e *Entry) AppendPath(dst []byte) []byte { return e.f.appendPath(dst, e.name) }

// Name gives the last component of the path; it must not be changed.
func (e *Entry) Name() []byte { return e.name }

// Type gives the kind of the entry; a link that Options.Follow leads to a file
// is a File.
func (e *Entry) Type() Type { return e.kind }

// Depth gives how far below its root the entry lies: 1 for what is directly in
// it, 0 for the root itself.
func (e *Entry) Depth() int { return e.f.depth }

// Root gives the number in Options.Roots of the root by way of which the entry
// is visited: the innermost around it, and of several for the same the first.
func (e *Entry) Root() int { return e.f.root.number }

// Below gives the entry's path below its root as the length of that end of the
// printed path: 0 for the root itself.
func (e *Entry) Below() int {
	if e.f.way == lone {
		return 0
	}
	n := len(e.name)
	if rel := e.f.rel(); rel != "" {
		n += len(rel) + 1
	}
	return n
}

// Open opens a file for reading. The reader is closed at the latest when the
// visit returns. What is no regular file is not opened.
func (e *Entry) Open() (*Reader, error) {
	if e.kind != File {
		return nil, errNotRegular
	}
	r := &e.reader
	if r.open {
		r = new(Reader)
		e.more = append(e.more, r)
	}
	if err := e.dir.openFile(e.sys, e.follow, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Stat gives what the file system knows of the entry; of a link itself unless
// it is followed.
func (e *Entry) Stat() (Info, error) { return e.dir.stat(e.sys, e.follow) }

// release closes what the visit left open.
func (e *Entry) release() {
	if e.reader.open {
		_ = e.reader.Close() // it was only read
	}
	for _, r := range e.more {
		_ = r.Close()
	}
	e.more = e.more[:0]
	if e.moved != nil {
		e.moved.close()
		e.moved = nil
	}
}

// followInside leads e to what the link points to, by a path free of links. It
// is false when that is outside the sandbox or cannot be reached.
func (e *Entry) followInside(box *sandbox) bool {
	target, err := box.resolve(filepath.Join(e.f.root.full, filepath.FromSlash(e.f.rel()), string(e.name)))
	if err != nil {
		return false
	}
	t, err := box.open(filepath.Dir(target))
	if err != nil {
		return false
	}
	defer t.close()
	d, err := t.open("")
	if err != nil {
		return false
	}
	e.moved, e.dir, e.follow = d, d, false
	name := append([]byte(filepath.Base(target)), 0) // system calls want the zero
	e.sys = name[:len(name)-1]
	return true
}
