package shard

import (
	"context"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// writer writes the entries of an archive below one folder. It refuses an entry that would lie elsewhere.
type writer struct {
	ctx   context.Context
	lease *lease
	from  *summed // the archive
	root  *os.Root
	had   map[string]had // by clean path
	left  int            // how many more entries there may be
	out   int64          // bytes that a search of what was written reads
}

// had is an entry that was written.
type had struct {
	kind entryKind
	size int64 // of a file, in bytes
}

type entryKind uint8

const (
	fileEntry entryKind = iota + 1
	folderEntry
	impliedEntry // a folder that only the path of another entry names
	linkEntry
)

// The bounds of entries.
const (
	mostEntries = 2_000_000
	mostPath    = 4096 // bytes
	mostTarget  = 4096 // bytes of what a link names
)

// scratchError is a failure of this machine, not of the archive.
type scratchError struct{ error }

func (e *scratchError) Unwrap() error { return e.error }

// newWriter makes the folder tree of a lease.
func newWriter(ctx context.Context, from *summed, l *lease) (*writer, error) {
	dir := filepath.Join(l.dir, tree)
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, &scratchError{err}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, &scratchError{err}
	}
	return &writer{ctx: ctx, lease: l, from: from, root: root, had: map[string]had{"": {kind: folderEntry}}, left: mostEntries}, nil
}

// refused returns the reason for an entry that is refused.
func refused(name, format string, args ...any) error {
	if len(name) > 200 {
		name = name[:200] + "…"
	}
	r := reasonf(Refused, format, args...)
	r.Text = Line("entry "+strconv.Quote(name)) + " " + r.Text
	return r
}

// place checks the name of an entry, makes the folders above it and returns its clean path, "" for the tree itself.
func (w *writer) place(name string, kind entryKind) (string, error) {
	if w.ctx.Err() != nil {
		return "", context.Cause(w.ctx)
	}
	if w.left--; w.left < 0 {
		return "", reasonf(Refused, "it has more than %d entries", mostEntries)
	}
	clean := path.Clean(strings.TrimSuffix(name, "/"))
	switch {
	case name == "" || strings.ContainsRune(name, 0):
		return "", refused(name, "has no valid name")
	case len(name) > mostPath:
		return "", refused(name, "has a path of %d bytes, more than %d", len(name), mostPath)
	case path.IsAbs(name):
		return "", refused(name, "has an absolute path")
	case slashed(name, ".."):
		return "", refused(name, "leads out of the archive")
	case clean == "." && kind == folderEntry:
		return "", nil
	case clean == "." || kind != folderEntry && strings.HasSuffix(name, "/"):
		return "", refused(name, "is a folder and something else")
	case !filepath.IsLocal(filepath.FromSlash(clean)):
		return "", refused(name, "is no path on this system")
	}
	if err := w.above(name, path.Dir(clean)); err != nil {
		return "", err
	}
	if had := w.had[clean].kind; had != 0 && (kind != folderEntry || had != impliedEntry) {
		return "", refused(name, "occurs twice")
	}
	return clean, nil
}

// slashed reports whether a path has an element.
func slashed(name, element string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == element {
			return true
		}
	}
	return false
}

// above makes the folders that an entry lies in.
func (w *writer) above(name, dir string) error {
	if dir == "." {
		return nil
	}
	switch w.had[dir].kind {
	case folderEntry, impliedEntry:
		return nil
	case 0:
	default:
		return refused(name, "lies below %q, which is no folder", dir)
	}
	if err := w.above(name, path.Dir(dir)); err != nil {
		return err
	}
	return w.mkdir(dir, impliedEntry)
}

func (w *writer) mkdir(clean string, kind entryKind) error {
	if err := w.lease.grow(overhead); err != nil {
		return err
	}
	if err := w.root.Mkdir(clean, 0o700); err != nil {
		return w.failed(clean, err)
	}
	w.had[clean] = had{kind: kind}
	return nil
}

// failed returns the error for an entry that could not be made: names that the file system does not take are the archive's
// fault.
func (w *writer) failed(clean string, err error) error {
	if errors.Is(err, os.ErrExist) || errors.Is(err, errName) || errors.Is(err, os.ErrInvalid) || strings.Contains(err.Error(), "escapes from parent") {
		return refused(clean, "cannot be made: %v", base(err))
	}
	return &scratchError{err}
}

// base returns the error of the system.
func base(err error) error {
	if wrong, ok := errors.AsType[*os.PathError](err); ok {
		return wrong.Err
	}
	if wrong, ok := errors.AsType[*os.LinkError](err); ok {
		return wrong.Err
	}
	return err
}

// folder makes a folder.
func (w *writer) folder(name string) error {
	clean, err := w.place(name, folderEntry)
	if err != nil || clean == "" {
		return err
	}
	if w.had[clean].kind == impliedEntry {
		w.had[clean] = had{kind: folderEntry}
		return nil
	}
	return w.mkdir(clean, folderEntry)
}

// file writes a file of a size.
func (w *writer) file(name string, size int64, at time.Time, content io.Reader) error {
	clean, err := w.place(name, fileEntry)
	if err != nil {
		return err
	}
	if size < 0 {
		return refused(name, "has %d bytes", size)
	}
	file, err := w.root.OpenFile(clean, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return w.failed(clean, err)
	}
	if err = w.lease.grow(overhead); err == nil {
		err = w.write(file, size, content)
	}
	if closed := file.Close(); err == nil && closed != nil {
		err = &scratchError{closed}
	}
	if err != nil {
		return err
	}
	w.had[clean] = had{fileEntry, size}
	if !at.IsZero() {
		if err := w.root.Chtimes(clean, at, at); err != nil {
			return w.failed(clean, err)
		}
	}
	return nil
}

// counts counts bytes that are written. It is an error if the archive becomes too many.
func (w *writer) counts(n int64) error {
	if w.out += n; bomb(w.out, w.from.n) {
		return bombed(w.out, w.from.n)
	}
	return nil
}

// counted counts the content of a file as it is read, also the holes of a sparse one, for which the archive has no bytes.
type counted struct {
	io.Reader
	w *writer
}

func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if bomb := c.w.counts(int64(n)); bomb != nil {
		return 0, bomb
	}
	return n, err
}

// write copies exactly size bytes.
func (w *writer) write(file *os.File, size int64, content io.Reader) error {
	limited := &io.LimitedReader{R: counted{content, w}, N: size}
	if err := copyGrowing(file, limited, w.lease); err != nil {
		return err
	}
	if limited.N > 0 {
		return io.ErrUnexpectedEOF
	}
	n, err := io.ReadFull(content, make([]byte, 1)) // the end, and a checksum that stands there
	switch {
	case n > 0:
		return reasonf(Corrupt, "%s has more than the %d bytes that the archive says", file.Name(), size)
	case errors.Is(err, io.EOF):
		return nil
	}
	return err
}

// copyGrowing copies into a file of a lease, which grows before the file does, in pages.
func copyGrowing(file *os.File, from io.Reader, l *lease) error {
	if l.buffer == nil {
		l.buffer = make([]byte, 16*page)
	}
	buffer := l.buffer
	for {
		n, err := io.ReadFull(from, buffer)
		if n > 0 {
			if err := l.grow((int64(n) + page - 1) / page * page); err != nil {
				return err
			}
			if _, err := file.Write(buffer[:n]); err != nil {
				return &scratchError{err}
			}
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF) && n < len(buffer) && ended(from):
			return nil
		case err != nil && !errors.Is(err, io.ErrUnexpectedEOF):
			return err
		case err != nil:
			return io.ErrUnexpectedEOF
		}
	}
}

// ended reports whether a reader is at its end, and not at a place where its source was cut.
func ended(from io.Reader) bool {
	_, err := io.ReadFull(from, make([]byte, 1))
	return errors.Is(err, io.EOF)
}

// link makes a symbolic link that leads to a place in the archive.
func (w *writer) link(name, target string) error {
	clean, err := w.place(name, linkEntry)
	if err != nil {
		return err
	}
	switch {
	case target == "" || strings.ContainsRune(target, 0) || len(target) > mostTarget:
		return refused(name, "is a link without a valid target")
	case path.IsAbs(target), !climbsFirst(target), !filepath.IsLocal(filepath.FromSlash(path.Join(path.Dir(clean), target))):
		return refused(name, "is a link to %q, which is outside the archive", target)
	}
	if err := w.lease.grow(overhead); err != nil {
		return err
	}
	if err := w.root.Symlink(filepath.FromSlash(target), clean); err != nil {
		return w.failed(clean, err)
	}
	w.had[clean] = had{kind: linkEntry}
	return nil
}

// climbsFirst reports whether a target has ".." only at its beginning: after a name, which may be a link, it could lead to
// another place than the text says.
func climbsFirst(target string) bool {
	named := false
	for part := range strings.SplitSeq(target, "/") {
		switch part {
		case "", ".":
		case "..":
			if named {
				return false
			}
		default:
			named = true
		}
	}
	return true
}

// hardLink makes a second name of a file that came before.
func (w *writer) hardLink(name, target string) error {
	clean, err := w.place(name, fileEntry)
	if err != nil {
		return err
	}
	to := path.Clean(target)
	if path.IsAbs(target) || slashed(target, "..") || w.had[to].kind != fileEntry {
		return refused(name, "is a second name of %q, which is no file before it in the archive", target)
	}
	if err := w.lease.grow(overhead); err != nil {
		return err
	}
	if err := w.counts(w.had[to].size); err != nil {
		return err
	}
	if err := w.root.Link(to, clean); err != nil {
		return w.failed(clean, err)
	}
	w.had[clean] = w.had[to]
	return nil
}
