package walk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
)

// A Snapshot is a tree of files that is read from elsewhere than the file system, such as that of a commit. It is safe
// for concurrent use.
type Snapshot interface {
	// Top returns the folder that the tree stands for: an absolute path without links.
	Top() string
	// Folder returns the folder at a path below the top, with slashes, "" for the tree itself. The error wraps
	// fs.ErrNotExist if there is none, syscall.ENOTDIR if something else is there, or says why it cannot be read.
	Folder(rel string) (SnapshotFolder, error)
}

// A SnapshotFolder is a folder of a Snapshot.
type SnapshotFolder interface {
	// List calls add with each entry. The type of an entry is that of a file, a folder, a link, or fs.ModeIrregular.
	List(add func(name string, t fs.FileMode))
	// Type returns the type of an entry, and whether there is one with that name.
	Type(name string) (fs.FileMode, bool)
	// Open opens a file and returns its size.
	Open(name string) (io.ReadCloser, int64, error)
	// Size returns the size of a file.
	Size(name string) (int64, error)
}

// errLinkThere says that a named link of a snapshot is not followed, as links to files of the file system are.
var errLinkThere = errors.New("a link, which is not followed in a revision; name the file that it leads to")

// snapTree is a folder of a snapshot as a tree.
type snapTree struct {
	at  Snapshot
	rel string // of the folder
}

func (t snapTree) close() {}

func (t snapTree) open(rel string) (dir, error) {
	switch {
	case t.rel == "":
	case rel == "":
		rel = t.rel
	default:
		rel = t.rel + "/" + rel
	}
	f, err := t.at.Folder(rel)
	if err != nil {
		return nil, err
	}
	return snapDir{f}, nil
}

// snapDir is an open folder of a snapshot.
type snapDir struct{ f SnapshotFolder }

func (d snapDir) close() {}

func (d snapDir) list(l *listing) error {
	l.reset()
	d.f.List(func(name string, t fs.FileMode) { l.addName(name, kindOf(t)) })
	return nil
}

func (d snapDir) openFile(name []byte, follow bool, r *Reader) error {
	if t, ok := d.f.Type(string(name)); ok && t != 0 {
		return errNotRegular
	}
	in, size, err := d.f.Open(string(name))
	if err != nil {
		return err
	}
	*r = Reader{snap: in, size: size, open: true}
	return nil
}

// stat does not follow links: what they lead to is another entry of the tree, or nothing in it.
func (d snapDir) stat(name []byte, follow bool) (Info, error) {
	t, ok := d.f.Type(string(name))
	switch {
	case !ok, follow && t == fs.ModeSymlink:
		return Info{}, fs.ErrNotExist
	case t != 0:
		return Info{kind: kindOf(t)}, nil
	}
	size, err := d.f.Size(string(name))
	return Info{Size: size, kind: file}, err
}

// inSnapshot returns the path below the top of a snapshot that a name stands for, relative to the folder base.
func inSnapshot(at Snapshot, base, named string) (string, error) {
	path := filepath.Clean(named)
	if !filepath.IsAbs(named) {
		path = filepath.Join(base, named)
	} else if _, in := within(at.Top(), path); !in { // an absolute path may lead through links
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	rel, in := within(at.Top(), path)
	if !in {
		return "", fmt.Errorf("not in the repository %s", at.Top())
	}
	return filepath.ToSlash(rel), nil
}

// parted returns the folder of a path with slashes, "" for none, and the name in it.
func parted(rel string) (dir, name string) {
	if i := strings.LastIndexByte(rel, '/'); i >= 0 {
		return rel[:i], rel[i+1:]
	}
	return "", rel
}

// lookUp returns the type of what is at a path below the top of a snapshot.
func lookUp(at Snapshot, rel string) (fs.FileMode, error) {
	if rel == "" {
		_, err := at.Folder("")
		return fs.ModeDir, err
	}
	dir, name := parted(rel)
	f, err := at.Folder(dir)
	if err != nil {
		if errors.Is(err, syscall.ENOTDIR) {
			err = fs.ErrNotExist
		}
		return 0, err
	}
	t, ok := f.Type(name)
	if !ok {
		return 0, syscall.ENOENT
	}
	return t, nil
}

// findIn is find for a root in a snapshot.
func (v *resolver) findIn(at Snapshot, named string) (*root, error) {
	rel, err := inSnapshot(at, v.base, named)
	if err != nil {
		return nil, err
	}
	full := filepath.Join(at.Top(), filepath.FromSlash(rel))
	if v.box != nil {
		if _, in := within(v.box.dir, full); !in {
			return nil, ErrSandbox
		}
	}
	t, err := lookUp(at, rel)
	if err != nil {
		return nil, err
	}
	r := &root{printed: v.print(named, full), full: full, kind: kindOf(t)}
	if r.kind != folderKind && strings.HasSuffix(filepath.ToSlash(named), "/") {
		return nil, syscall.ENOTDIR
	}
	return r, nil
}
