package walk

import "path/filepath"

// Entry is a file, folder or link that is being visited. It is valid until the visit returns.
type Entry struct {
	f    *folder
	name []byte
	kind Type

	// How system calls reach the entry: other than by the fields above if a link was followed inside a sandbox.
	dir    dir
	sys    []byte
	follow bool
	moved  dir // a folder opened for this entry alone

	ahead *ahead // what reads the file and the next ones at once, until it is opened; nil = nothing
	at    int32  // its place in the listing, for ahead

	reader Reader
	more   []*Reader
}

// Path returns the printed path, with '/' between its components.
func (e *Entry) Path() string { return asString(e.f.appendPath(nil, e.name)) }

// Name returns the last component of the path. It must not be changed.
func (e *Entry) Name() []byte { return e.name }

// Type returns the kind of the entry. A link to a file is a File if Options.Follow is set.
func (e *Entry) Type() Type { return e.kind }

// Depth returns how many levels below its root the entry lies: 0 for the root itself, 1 for its direct children.
func (e *Entry) Depth() int { return e.f.depth }

// Root returns the index in Options.Roots of the innermost root, the first if it was named several times.
func (e *Entry) Root() int { return e.f.root.number }

// Below returns the length of the path relative to its root, which is a suffix
// of the printed path. It is 0 for the root itself.
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

// Extensions returns the extensions of the files in the entry's folder, in lower case and sorted, whether the walk visits
// them or not. The folder is listed once more, when this is first called for one of its entries.
func (e *Entry) Extensions() []string { return e.f.beside() }

// Open opens a regular file. It is an error if the entry is not one. The reader
// is closed when the visit returns, if not before.
func (e *Entry) Open() (*Reader, error) {
	if e.kind != File {
		return nil, errNotRegular
	}
	r := &e.reader
	if r.open {
		r = new(Reader)
		e.more = append(e.more, r)
	}
	if a := e.ahead; a != nil {
		e.ahead = nil
		if text, ok := a.take(e.dir, e.at); ok {
			*r = Reader{of: e, whole: text, held: text, open: true}
			return r, nil
		}
	}
	if err := e.dir.openFile(e.sys, e.follow, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Stat returns what the file system knows about the entry. For a link that is not followed, that is the link itself.
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

// followInside makes e refer to its link's target by a path free of links, false if it is not in the sandbox.
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
	name := append([]byte(filepath.Base(target)), 0) // system calls need the terminating zero
	e.sys = name[:len(name)-1]
	return true
}
