package walk

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/ct-tools/ct/shared/cause"
)

// tree opens the folders below one folder, by paths relative to it. Links below it are followed only if a call says so.
type tree interface {
	// open opens the folder at rel for listing; "" is the tree's own folder.
	open(rel string) (dir, error)
	close()
}

// dir is an open folder, safe for concurrent use but for close. Names must have the form that list produces.
type dir interface {
	list(l *listing) error // entries in any order; those before an error are kept
	openFile(name []byte, follow bool, r *Reader) error
	stat(name []byte, follow bool) (Info, error)
	close()
}

// Info is what a file system knows about an entry.
type Info struct {
	Size    int64 // bytes
	ModTime time.Time
	kind    kind

	Executable bool // by its owner
	// When the system changed what it knows of the file, and its number; zero if it does not say.
	ChangeTime time.Time
	Inode      uint64
}

func infoOf(i fs.FileInfo) Info {
	return Info{Size: i.Size(), ModTime: i.ModTime(), kind: kindOf(i.Mode()), Executable: i.Mode()&0o100 != 0}
}

// Reader reads a file that a visit opened. The first Read may be the first call that fails. Not safe for concurrent use.
type Reader struct {
	sys  sysFile       // used if file is nil
	file *os.File      // of the portable twin
	text *bytes.Reader // of memory
	snap io.ReadCloser // of a snapshot
	size int64         // of snap
	open bool

	of    *Entry // a file that was read ahead; nil = none
	whole []byte // its text
	held  []byte // what Read has not returned of it
}

// Read reads up to len(p) bytes. The last bytes may come together with io.EOF; after the end Read returns 0 and io.EOF.
func (r *Reader) Read(p []byte) (int, error) {
	switch {
	case !r.open:
		return 0, fs.ErrClosed
	case len(p) == 0:
		return 0, nil
	case r.of != nil:
		n := copy(p, r.held)
		r.held = r.held[n:]
		if len(r.held) == 0 {
			return n, io.EOF
		}
		return n, nil
	case r.text != nil:
		return r.text.Read(p)
	case r.snap != nil:
		return r.snap.Read(p)
	case r.file != nil:
		n, err := r.file.Read(p)
		if err != nil && !errors.Is(err, io.EOF) {
			err = errno(err)
		}
		return n, err
	}
	return r.sys.read(p)
}

// Held returns all that Read would return, if it is in memory already. It is valid until the visit returns.
func (r *Reader) Held() ([]byte, bool) { return r.held, r.open && r.of != nil }

// Again makes Read begin at the start once more, if the whole file is in memory. It reports whether it is.
func (r *Reader) Again() bool {
	r.held = r.whole
	return r.open && r.of != nil
}

// Stat returns what the file system knows about the open file. Of one that was read ahead it is the size of what was read,
// and the rest of the file at its path, if that has this size.
func (r *Reader) Stat() (Info, error) {
	switch {
	case !r.open:
		return Info{}, fs.ErrClosed
	case r.of != nil:
		size := int64(len(r.whole))
		if info, err := r.of.Stat(); err == nil && info.Size == size {
			return info, nil
		}
		return Info{Size: size, kind: file}, nil
	case r.text != nil:
		return Info{Size: r.text.Size(), kind: file}, nil
	case r.snap != nil:
		return Info{Size: r.size, kind: file}, nil
	case r.file != nil:
		info, err := r.file.Stat()
		if err != nil {
			return Info{}, errno(err)
		}
		return infoOf(info), nil
	}
	return r.sys.stat()
}

// Close closes the file; a second Close does nothing.
func (r *Reader) Close() error {
	if !r.open {
		return nil
	}
	r.open = false
	if r.of != nil {
		return nil
	}
	if r.text != nil {
		r.text = nil
		return nil
	}
	if r.snap != nil {
		return r.snap.Close()
	}
	if r.file != nil {
		return r.file.Close()
	}
	return r.sys.close()
}

// errno returns the cause of an os error without operation and path, which the ledger names itself.
func errno(err error) error { return cause.Of(err) }

func detail(err error) string { return errno(err).Error() }

// anchor opens a root's tree for its first unit and closes it after the last: thousands of roots need few descriptors.
type anchor struct {
	p   *plan
	dir string // absolute path
	// stdin says that its one entry is Options.Stdin.
	stdin bool

	// Under p.mu.
	units int  // not finished yet
	tree  tree // nil while closed
}

func (a *anchor) hold() {
	a.p.mu.Lock()
	a.units++
	a.p.mu.Unlock()
}

func (a *anchor) release() {
	a.p.mu.Lock()
	defer a.p.mu.Unlock()
	if a.units--; a.units == 0 && a.tree != nil {
		a.tree.close()
		a.tree = nil
		delete(a.p.open, a)
	}
}

// folder opens the folder at rel for a unit that called hold.
func (a *anchor) folder(rel string) (dir, error) {
	t, err := a.root()
	if err != nil {
		return nil, err
	}
	return t.open(rel)
}

func (a *anchor) root() (tree, error) {
	a.p.mu.Lock()
	defer a.p.mu.Unlock()
	if a.tree != nil {
		return a.tree, nil
	}
	var t tree
	var err error
	switch {
	case a.stdin:
		t = stdinTree{a.p.o.Stdin}
	case a.p.o.At != nil:
		rel, _ := within(a.p.o.At.Top(), a.dir)
		t = snapTree{a.p.o.At, filepath.ToSlash(rel)}
	case a.p.box != nil:
		t, err = a.p.box.open(a.dir)
	default:
		t, err = openTree(a.dir, a.p.o.force)
	}
	if err != nil {
		return nil, err
	}
	a.tree = t
	a.p.open[a] = struct{}{}
	return t, nil
}
