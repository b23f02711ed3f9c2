package walk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

// tree opens the folders below one folder, by paths relative to it. Links below it are followed
// only if a call says so.
type tree interface {
	// open opens the folder at rel for listing; "" is the tree's own folder.
	open(rel string) (dir, error)
	close()
}

// dir is an open folder. All its methods except close may be called by several goroutines at once.
// Names must have the form that list produces.
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
	Mode    fs.FileMode
}

// Reader reads a file that a visit opened. Nothing but the open has been done, so the first Read
// may be the first call that fails. It is not safe for concurrent use.
type Reader struct {
	sys  sysFile  // used if file is nil
	file *os.File // of the portable twin
	open bool
}

// Read reads up to len(p) bytes. The last bytes may come together with io.EOF; after the end Read
// returns 0 and io.EOF.
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

// Stat returns what the file system knows about the open file.
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

// errno returns the cause of an error from the os package, without the operation and the path,
// which the ledger names itself.
func errno(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	return err
}

func detail(err error) string { return errno(err).Error() }
