package walk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// OpenFile opens for reading a regular file that the user named. With a sandbox,
// the name and all links on the way to the file stay inside that folder, else
// the error wraps ErrSandbox. Nothing else is opened: no folder, FIFO or device.
// An error is its cause, wrapped behind the name.
func OpenFile(sandbox, name string) (*os.File, error) {
	file, err := openNamed(sandbox, name)
	if sandbox == "" || !errors.Is(err, ErrSandbox) {
		return file, err
	}
	// os.Root takes every link to an absolute path for one that leads out.
	box, boxErr := filepath.EvalSymlinks(sandbox)
	place, placeErr := Inside(sandbox, name)
	if boxErr != nil || placeErr != nil {
		return nil, err
	}
	if file, err = openNamed(box, place); err != nil {
		return nil, fmt.Errorf("%s: %w", name, errors.Unwrap(err))
	}
	return file, nil
}

// openNamed is OpenFile for a file to which no link to an absolute path leads.
func openNamed(sandbox, name string) (*os.File, error) {
	stat, open, rel := os.Stat, os.OpenFile, name
	if sandbox != "" {
		root, below, err := openAbove(sandbox, name)
		if err != nil {
			return nil, err
		}
		defer func() { _ = root.Close() }()
		rel, stat, open = below, root.Stat, root.OpenFile
	}
	info, err := stat(rel)
	if err != nil {
		return nil, escaped(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, irregular(name)
	}
	// A FIFO that took the file's place does not have the open wait for a writer.
	file, err := open(rel, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, escaped(name, err)
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = file.Close()
		return nil, irregular(name)
	}
	return file, nil
}

func irregular(name string) error { return fmt.Errorf("%s: %w", name, errNotRegular) }

// Inside gives the place, as an absolute path without links, that a path which
// the user named leads to, whether or not anything is there. The error wraps
// ErrSandbox where that is outside of folder. Nothing is opened.
func Inside(folder, name string) (string, error) {
	dir, err := filepath.Abs(folder)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", folder, errno(err))
	}
	if !filepath.IsAbs(name) {
		base, err := filepath.Abs("")
		if err != nil {
			return "", err
		}
		name = base + string(filepath.Separator) + name // a ".." behind a link stays
	}
	box := &sandbox{dir: dir}
	return box.resolve(name)
}

// Escapes reports whether err is that of a path that leads out of a sandbox, also
// where it comes from os.Root, which has no error value for that.
func Escapes(err error) bool {
	return errors.Is(err, ErrSandbox) || strings.Contains(err.Error(), "escapes from parent")
}

func escaped(name string, err error) error {
	if Escapes(err) {
		err = ErrSandbox
	}
	return fmt.Errorf("%s: %w", name, errno(err))
}

// openAbove opens the sandbox and gives name relative to it; a name that is not
// below it is an error. Links are the root's business.
func openAbove(sandbox, name string) (*os.Root, string, error) {
	base, err := filepath.Abs(sandbox)
	if err != nil {
		return nil, "", err
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return nil, "", err
	}
	rel, err := filepath.Rel(base, full)
	if err != nil || !filepath.IsLocal(rel) {
		return nil, "", fmt.Errorf("%s: %w", name, ErrSandbox)
	}
	root, err := os.OpenRoot(sandbox)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", sandbox, errno(err))
	}
	return root, rel, nil
}
