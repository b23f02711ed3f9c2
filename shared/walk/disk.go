package walk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// paths accesses files by name: *os.Root, or wholePaths without a sandbox.
type paths interface {
	Open(name string) (*os.File, error)
	Stat(name string) (os.FileInfo, error)
	Lstat(name string) (os.FileInfo, error)
	ReadFile(name string) ([]byte, error)
	Readlink(name string) (string, error)
}

type wholePaths struct{}

func (wholePaths) Open(name string) (*os.File, error)     { return os.Open(name) }
func (wholePaths) Stat(name string) (os.FileInfo, error)  { return os.Stat(name) }
func (wholePaths) Lstat(name string) (os.FileInfo, error) { return os.Lstat(name) }
func (wholePaths) ReadFile(name string) ([]byte, error)   { return os.ReadFile(name) }
func (wholePaths) Readlink(name string) (string, error)   { return os.Readlink(name) }

// disk reads files by their absolute path, such as git's own files, outside the order of the walk.
type disk struct {
	paths
	dir string // the sandbox: paths are relative to it, and nothing outside is read; "" = none
}

var errNotRegular = errors.New("not a regular file")

// name returns the name of the file at path among d.paths.
func (d disk) name(path string) (string, error) {
	if d.dir == "" {
		return path, nil
	}
	rel, ok := within(d.dir, filepath.Clean(path))
	if !ok {
		return "", ErrSandbox
	}
	return filepath.Join(".", rel), nil
}

func (d disk) stat(path string) (fs.FileInfo, error) {
	name, err := d.name(path)
	if err != nil {
		return nil, err
	}
	return d.Stat(name)
}

// read reads a regular file of at most maxIgnoreFile bytes. It checks the mode first: opening a FIFO would wait for its
// writer.
func (d disk) read(path string) ([]byte, error) {
	info, err := d.stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNotRegular
	case info.Size() > maxIgnoreFile:
		return nil, errTooLarge
	}
	name, err := d.name(path)
	if err != nil {
		return nil, err
	}
	return d.ReadFile(name)
}

func (d disk) readlink(path string) (string, error) {
	name, err := d.name(path)
	if err != nil {
		return "", err
	}
	return d.Readlink(name)
}

// within returns path relative to dir, "" for dir itself, if inside it. Both are absolute and clean; links stay.
func within(dir, path string) (rel string, ok bool) {
	if path == dir {
		return "", true
	}
	if !strings.HasSuffix(dir, string(filepath.Separator)) {
		dir += string(filepath.Separator)
	}
	return strings.CutPrefix(path, dir)
}
