package walk

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A View is where a file that is named outside of a walk is read: the file system, inside a sandbox if there is one, a
// snapshot, or a mounted folder.
type View struct {
	Sandbox string
	At      Snapshot
	Mount   *Mount
}

// View returns where the files of o are.
func (o *Options) View() View { return View{o.Sandbox, o.At, o.Mount} }

// mounted returns what the file system calls a name of the view, which is in a sandbox then.
func (v View) mounted(name string) (View, string, error) {
	if v.Mount == nil {
		return v, filepath.FromSlash(name), nil
	}
	path, err := v.Mount.file(name)
	if err != nil {
		return v, "", &PathError{Named: name, Err: err}
	}
	return View{Sandbox: v.Mount.Dir}, path, nil
}

// Open opens a regular file; see OpenFile.
func (v View) Open(name string) (io.ReadCloser, error) {
	if v.At == nil {
		in, path, err := v.mounted(name)
		if err != nil {
			return nil, err
		}
		file, err := OpenFile(in.Sandbox, path)
		if err != nil && v.Mount != nil { // its error has the path in the file system
			return nil, &PathError{Named: name, Err: errors.Unwrap(err)}
		}
		return file, err
	}
	dir, base, err := v.beside(name)
	if err != nil {
		return nil, err
	}
	var r Reader
	if err := (snapDir{dir}).openFile([]byte(base), true, &r); err != nil {
		return nil, &PathError{Named: name, Err: err}
	}
	return &r, nil
}

// Type returns the type of what has a name, links not followed in a snapshot and, unless asLink is set, elsewhere.
func (v View) Type(name string, asLink bool) (fs.FileMode, error) {
	if v.At != nil {
		rel, err := v.place(name)
		if err != nil {
			return 0, err
		}
		return lookUp(v.At, rel)
	}
	stat := os.Stat
	if asLink {
		stat = os.Lstat
	}
	_, path, err := v.mounted(name)
	if err != nil {
		return 0, err
	}
	info, err := stat(path)
	if err != nil {
		return 0, err
	}
	return info.Mode().Type(), nil
}

// IsFile reports whether a name is that of a regular file, IsDir whether it is that of a folder.
func (v View) IsFile(name string) bool {
	t, err := v.Type(name, false)
	return err == nil && t.IsRegular()
}

// IsDir reports whether a name is that of a folder.
func (v View) IsDir(name string) bool {
	t, err := v.Type(name, false)
	return err == nil && t.IsDir()
}

// ReadDir returns the entries of a folder, sorted by name; it may be outside of the sandbox.
func (v View) ReadDir(name string) ([]fs.DirEntry, error) {
	if v.At == nil {
		_, path, err := v.mounted(name)
		if err != nil {
			return nil, err
		}
		return os.ReadDir(path)
	}
	rel, err := v.place(name)
	if err != nil {
		return nil, err
	}
	folder, err := v.At.Folder(rel)
	if err != nil {
		return nil, err
	}
	var all []fs.DirEntry
	folder.List(func(name string, t fs.FileMode) { all = append(all, snapEntry{folder, name, t}) })
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return all, nil
}

// place returns the path below the top of the snapshot that has a name.
func (v View) place(name string) (string, error) {
	base, err := filepath.Abs("")
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	return inSnapshot(v.At, base, name)
}

// beside returns the folder of the snapshot in which something is, and the name that it has there.
func (v View) beside(name string) (SnapshotFolder, string, error) {
	rel, err := v.place(name)
	if err != nil {
		return nil, "", &PathError{Named: name, Err: err}
	}
	dir, base := parted(rel)
	folder, err := v.At.Folder(dir)
	if err != nil {
		return nil, "", &PathError{Named: name, Err: err}
	}
	return folder, base, nil
}

// snapEntry is an entry of a folder of a snapshot.
type snapEntry struct {
	in   SnapshotFolder
	name string
	t    fs.FileMode
}

func (e snapEntry) Name() string      { return e.name }
func (e snapEntry) IsDir() bool       { return e.t.IsDir() }
func (e snapEntry) Type() fs.FileMode { return e.t }

// Info returns an error: a tree has no times, modes or owners.
func (e snapEntry) Info() (fs.FileInfo, error) { return nil, fs.ErrInvalid }
