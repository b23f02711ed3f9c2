package walk

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// pathTree is the portable twin of sysTree.
type pathTree struct {
	paths  paths
	dir    string
	forced forced
}

func openPathTree(p paths, dir string, f forced) (*pathTree, error) {
	info, err := p.Stat(dir)
	if err != nil {
		return nil, errno(err)
	}
	if !info.IsDir() {
		return nil, syscall.ENOTDIR
	}
	return &pathTree{p, dir, f}, nil
}

func (t *pathTree) close() {}

func (t *pathTree) open(rel string) (dir, error) {
	path := t.dir
	if rel != "" {
		path = filepath.Join(t.dir, filepath.FromSlash(rel))
		info, err := t.paths.Lstat(path)
		if err != nil {
			return nil, errno(err)
		}
		if !info.IsDir() {
			return nil, syscall.ENOTDIR
		}
	}
	f, err := t.paths.Open(path)
	if err != nil {
		return nil, errno(err)
	}
	return &pathDir{t, path, f}, nil
}

// pathDir is an open folder of a pathTree.
type pathDir struct {
	tree *pathTree
	path string
	file *os.File
}

func (d *pathDir) close() { _ = d.file.Close() }

func (d *pathDir) list(l *listing) error {
	l.reset()
	entries, err := d.file.ReadDir(-1)
	for _, e := range entries {
		k := kindOf(e.Type())
		if d.tree.forced.untyped {
			k = untyped
		}
		if isDevice(e.Name()) {
			k = special
		}
		l.addName(e.Name(), k)
	}
	return errno(err)
}

// openFile checks the mode before it opens, so that no FIFO, socket or device is opened.
func (d *pathDir) openFile(name []byte, follow bool, r *Reader) error {
	info, err := d.stat(name, follow)
	if err != nil {
		return err
	}
	if info.kind != file {
		return errNotRegular
	}
	f, err := d.tree.paths.Open(filepath.Join(d.path, string(name)))
	if err != nil {
		return errno(err)
	}
	*r = Reader{file: f, open: true}
	return nil
}

// isDevice reports whether the system opens a device by the name, in whatever folder: on Windows NUL, CON and the like,
// before Windows 11 with any suffix too. What a folder lists under such a name cannot be opened there.
func isDevice(name string) bool {
	return runtime.GOOS == "windows" && !strings.Contains(name, ":") && !filepath.IsLocal(name)
}

func (d *pathDir) stat(name []byte, follow bool) (Info, error) {
	look := d.tree.paths.Lstat
	if follow {
		look = d.tree.paths.Stat
	}
	info, err := look(filepath.Join(d.path, string(name)))
	if err != nil {
		return Info{}, errno(err)
	}
	return infoOf(info), nil
}
