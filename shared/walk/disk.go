package walk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// disk reads files that are named by a path, as git's own files are, and not
// met by the walk. Paths are absolute.
type disk interface {
	read(path string) ([]byte, error) // of a regular file
	mode(path string) (fs.FileMode, error)
	readlink(path string) (string, error)
}

var errNotRegular = errors.New("not a regular file")

// wholeDisk reads anything.
type wholeDisk struct{}

func (wholeDisk) mode(path string) (fs.FileMode, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Mode(), nil
}

// read looks first: opening a FIFO would wait for its writer.
func (w wholeDisk) read(path string) ([]byte, error) {
	mode, err := w.mode(path)
	if err != nil {
		return nil, err
	}
	if !mode.IsRegular() {
		return nil, errNotRegular
	}
	return os.ReadFile(path)
}

func (wholeDisk) readlink(path string) (string, error) { return os.Readlink(path) }

// sandboxDisk reads what lies in one folder, by no link that leaves it.
type sandboxDisk struct {
	dir  string
	root *os.Root
}

func (s sandboxDisk) rel(path string) (string, error) {
	rel, ok := within(s.dir, filepath.Clean(path))
	if !ok {
		return "", ErrSandbox
	}
	if rel == "" {
		rel = "."
	}
	return rel, nil
}

func (s sandboxDisk) mode(path string) (fs.FileMode, error) {
	rel, err := s.rel(path)
	if err != nil {
		return 0, err
	}
	info, err := s.root.Stat(rel)
	if err != nil {
		return 0, err
	}
	return info.Mode(), nil
}

func (s sandboxDisk) read(path string) ([]byte, error) {
	mode, err := s.mode(path)
	if err != nil {
		return nil, err
	}
	if !mode.IsRegular() {
		return nil, errNotRegular
	}
	rel, err := s.rel(path)
	if err != nil {
		return nil, err
	}
	return s.root.ReadFile(rel)
}

func (s sandboxDisk) readlink(path string) (string, error) {
	rel, err := s.rel(path)
	if err != nil {
		return "", err
	}
	return s.root.Readlink(rel)
}

// within gives path relative to dir, "" for dir itself, when it lies inside.
// Both are absolute and clean; links are not looked at.
func within(dir, path string) (rel string, ok bool) {
	if path == dir {
		return "", true
	}
	if !strings.HasSuffix(dir, string(filepath.Separator)) {
		dir += string(filepath.Separator)
	}
	return strings.CutPrefix(path, dir)
}
