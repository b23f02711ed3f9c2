package walk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// tree gives access to the folders below one folder, by paths relative to it.
// No link below it is followed unless a call says so.
type tree interface {
	// open opens the folder at rel for listing; "" is the tree's own folder.
	open(rel string) (dir, error)
	close()
}

// dir is an open folder. All its methods but close may be used by several
// goroutines at a time. Names are of the form that list gives.
type dir interface {
	list(l *listing) error // entries in any order; those before an error are kept
	openFile(name []byte, follow bool, r *Reader) error
	stat(name []byte, follow bool) (Info, error)
	close()
}

// Info is what a file system knows of an entry.
type Info struct {
	Size    int64 // bytes
	ModTime time.Time
	Mode    fs.FileMode
}

// Reader reads a file that a visit opened; it was opened and nothing more, so
// that its first Read may be the first to fail. It is not safe for use by
// several goroutines.
type Reader struct {
	sys  sysFile  // used where file is nil
	file *os.File // of the portable twin
	open bool
}

// Read reads up to len(p) bytes. The last of them may come together with
// io.EOF; behind the end it gives 0 and io.EOF.
func (r *Reader) Read(p []byte) (int, error) {
	switch {
	case !r.open:
		return 0, fs.ErrClosed
	case len(p) == 0:
		return 0, nil
	case r.file != nil:
		n, err := r.file.Read(p)
		if err != nil && !errors.Is(err, io.EOF) {
			err = errno(err)
		}
		return n, err
	}
	return r.sys.read(p)
}

// Stat gives what the file system knows of the open file.
func (r *Reader) Stat() (Info, error) {
	switch {
	case !r.open:
		return Info{}, fs.ErrClosed
	case r.file != nil:
		info, err := r.file.Stat()
		if err != nil {
			return Info{}, errno(err)
		}
		return Info{info.Size(), info.ModTime(), info.Mode()}, nil
	}
	return r.sys.stat()
}

// Close closes the file; a second Close does nothing.
func (r *Reader) Close() error {
	if !r.open {
		return nil
	}
	r.open = false
	if r.file != nil {
		return r.file.Close()
	}
	return r.sys.close()
}

// errno gives the plain text of an error from the os package, without the
// operation and the path, which the account names on its own.
func errno(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

func detail(err error) string { return errno(err).Error() }
