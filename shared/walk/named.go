package walk

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// OpenFile opens a file that the user named. It is an error if it is not a regular file. With a sandbox, the
// name and all links to the file must stay inside it, otherwise the error wraps ErrSandbox. Every error
// names the file and wraps the cause.
func OpenFile(sandbox, name string) (*os.File, error) {
	file, err := openNamed(sandbox, name)
	if sandbox == "" || !errors.Is(err, ErrSandbox) {
		return file, err
	}
	// os.Root considers every link with an absolute target as one that leads out.
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

// openNamed is OpenFile for a file that is reached without a link to an absolute path.
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
	// With O_NONBLOCK, open does not wait for a writer if a FIFO has replaced the file.
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

// Inside resolves all links in a path that the user named, and returns the absolute result, which
// need not exist. The error wraps ErrSandbox if the result lies outside folder. Nothing is opened.
func Inside(folder, name string) (string, error) {
	dir, err := filepath.Abs(folder)
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", folder, errno(err))
	}
	base, err := filepath.Abs("")
	if err != nil {
		return "", err
	}
	return (&sandbox{dir: dir}).resolve(Absolute(base, name))
}

// Escapes reports whether err says that a path leads out of a sandbox; os.Root has no error value for that.
func Escapes(err error) bool {
	return errors.Is(err, ErrSandbox) || strings.Contains(err.Error(), "escapes from parent")
}

func escaped(name string, err error) error {
	if Escapes(err) {
		err = ErrSandbox
	}
	return fmt.Errorf("%s: %w", name, errno(err))
}

// openAbove opens the sandbox and returns name relative to it, which must be below. os.Root checks links.
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
