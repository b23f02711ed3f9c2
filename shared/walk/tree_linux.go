package walk

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
)

// The walk needs three system calls for each file: openat, read, close. They are made directly: no
// os.File, no poller, no path built, no stat.
//
// Flags: O_NONBLOCK prevents waiting for a writer if an entry became a FIFO since it was listed;
// O_NOCTTY and O_NOFOLLOW guard against terminals and links.
const (
	openFolder = unix.O_RDONLY | unix.O_DIRECTORY | unix.O_CLOEXEC | unix.O_NOFOLLOW
	openFile   = unix.O_RDONLY | unix.O_CLOEXEC | unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_LARGEFILE
)

// listAhead is the size in bytes of the buffer that one getdents call fills.
const listAhead = 32 << 10

// sysTree is the descriptor of a folder; everything below is opened relative to it.
type sysTree struct {
	fd     int
	forced forced
}

func openSysTree(dir string, f forced) (*sysTree, error) {
	fd, err := retry(func() (int, error) {
		return unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, err
	}
	return &sysTree{fd, f}, nil
}

func (t *sysTree) close() { _ = unix.Close(t.fd) }

// below opens the folder at rel as a tree of its own, without following any link on the way.
func (t *sysTree) below(rel string) (tree, error) {
	fd, err := t.folder(rel)
	if err != nil {
		return nil, err
	}
	return &sysTree{fd, t.forced}, nil
}

func (t *sysTree) open(rel string) (dir, error) {
	fd, err := t.folder(rel)
	if err != nil {
		return nil, err
	}
	return &sysDir{fd: fd, untyped: t.forced.untyped}, nil
}

// pathMax is the length of the longest path that one system call accepts, with room for the terminating zero.
const pathMax = 4096 - 1

// folder opens rel with as few calls as its length allows.
func (t *sysTree) folder(rel string) (int, error) {
	if rel == "" {
		return t.step(t.fd, ".")
	}
	limit := cmp.Or(t.forced.deepAfter, pathMax)
	at := t.fd
	for len(rel) > limit {
		cut := strings.LastIndexByte(rel[:limit+1], '/')
		if cut < 0 {
			break // one component of that length: the kernel decides
		}
		next, err := t.step(at, rel[:cut])
		if at != t.fd {
			_ = unix.Close(at)
		}
		if err != nil {
			return -1, err
		}
		at, rel = next, rel[cut+1:]
	}
	fd, err := t.step(at, rel)
	if at != t.fd {
		_ = unix.Close(at)
	}
	return fd, err
}

// noOpenat2 is set once the kernel turned out to lack openat2 (before 5.6) or to refuse it by a filter of system calls.
var noOpenat2 atomic.Bool

// step opens the folder at rel below the folder at. It refuses a component that was replaced by a
// link during the walk: with openat2, or without it by opening one component at a time.
func (t *sysTree) step(at int, rel string) (int, error) {
	if !noOpenat2.Load() && !t.forced.noOpenat2 {
		flags := unix.OpenHow{Flags: openFolder, Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS}
		fd, err := retry(func() (int, error) { return unix.Openat2(at, rel, &flags) })
		if !errors.Is(err, unix.ENOSYS) && !errors.Is(err, unix.EPERM) {
			return fd, err
		}
		noOpenat2.Store(true)
	}
	from := at
	for {
		name, rest, more := strings.Cut(rel, "/")
		fd, err := retry(func() (int, error) { return unix.Openat(at, name, openFolder, 0) })
		if at != from {
			_ = unix.Close(at)
		}
		if err != nil || !more {
			return fd, err
		}
		at, rel = fd, rest
	}
}

// retry repeats a call that a signal interrupted, or that the kernel asks to repeat after a lost race.
func retry(call func() (int, error)) (int, error) {
	for range 100 {
		if n, err := call(); !errors.Is(err, unix.EINTR) && !errors.Is(err, unix.EAGAIN) {
			return n, err
		}
	}
	return call()
}

// sysDir is an open folder.
type sysDir struct {
	fd      int
	untyped bool
	raw     atomic.Uint32 // how its files are read: rawUnknown until the first is opened
}

const (
	rawUnknown uint32 = iota
	rawNo
	rawYes
)

func (d *sysDir) isRaw() bool {
	mode := d.raw.Load()
	if mode == rawUnknown {
		if mode = rawNo; rawFileSystem(d.fd) {
			mode = rawYes
		}
		d.raw.Store(mode)
	}
	return mode == rawYes
}

func (d *sysDir) close() { _ = unix.Close(d.fd) }

func (d *sysDir) list(l *listing) error {
	l.reset()
	for {
		filled := len(l.names)
		if cap(l.names)-filled < listAhead {
			grown := make([]byte, filled, max(2*cap(l.names), listAhead))
			copy(grown, l.names)
			l.names = grown
		}
		buf := l.names[filled:cap(l.names)]
		n, e := getdents(d.fd, buf)
		if e == unix.EINTR {
			continue
		}
		if e != 0 {
			return e
		}
		if n == 0 {
			return nil
		}
		l.names = l.names[:filled+n]
		d.parse(l, filled)
	}
}

// The layout of struct linux_dirent64: inode and offset of eight bytes each, length, type, name with a zero.
const (
	direntLen  = 16
	direntType = 18
	direntName = 19
)

// parse adds the records from filled on; their names stay where they are.
func (d *sysDir) parse(l *listing, filled int) {
	for off := filled; off < len(l.names); {
		size := int(binary.NativeEndian.Uint16(l.names[off+direntLen:]))
		name := l.names[off+direntName : off+size]
		k := untyped
		if !d.untyped {
			k = direntKind(l.names[off+direntType])
		}
		l.add(off+direntName, bytes.IndexByte(name, 0), k)
		off += size
	}
}

func direntKind(t byte) kind {
	switch t {
	case unix.DT_REG:
		return file
	case unix.DT_DIR:
		return folderKind
	case unix.DT_LNK:
		return link
	case unix.DT_UNKNOWN:
		return untyped
	default:
		return special
	}
}

func (d *sysDir) openFile(name []byte, follow bool, r *Reader) error {
	flags := openFile
	if follow {
		flags &^= unix.O_NOFOLLOW
	}
	raw := !follow && d.isRaw() // a link may lead to another file system
	for {
		fd, e := openat(raw, d.fd, &name[0], flags)
		switch e {
		case 0:
			*r = Reader{sys: sysFile{fd: fd, raw: raw}, open: true}
			return nil
		case unix.EINTR:
		case unix.EAGAIN:
			// Somebody holds a lease on the file, and only a blocking open breaks it.
			if info, err := d.stat(name, follow); err != nil || info.kind != file || flags&unix.O_NONBLOCK == 0 {
				return e
			}
			flags &^= unix.O_NONBLOCK
		default:
			return e
		}
	}
}

func (d *sysDir) stat(name []byte, follow bool) (Info, error) {
	flags := 0
	if !follow {
		flags = unix.AT_SYMLINK_NOFOLLOW
	}
	var st unix.Stat_t
	for {
		err := unix.Fstatat(d.fd, string(name), &st, flags)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return Info{}, err
		}
		return statInfo(&st), nil
	}
}

// sysFile is the descriptor of an open file.
type sysFile struct {
	fd  int
	raw bool
	at  int64 // offset of the next read
}

// leastPage divides the size in bytes of a memory page on every system.
const leastPage = 4096

// read reads once. On a local file system a regular file returns less than was asked for at its end, so that most files
// need a single call, or before a page that cannot be read, whose error the next call returns. A short read that ends at
// a page boundary may therefore not be the end.
func (f *sysFile) read(p []byte) (int, error) {
	for {
		n, e := read(f.raw, f.fd, p)
		if e == unix.EINTR {
			continue
		}
		if e != 0 {
			return 0, e
		}
		f.at += int64(n)
		if n == 0 || n < len(p) && f.raw && f.at%leastPage != 0 {
			return n, io.EOF
		}
		return n, nil
	}
}

func (f sysFile) close() error {
	if e := closefd(f.raw, f.fd); e != 0 {
		return e
	}
	return nil
}

func (f sysFile) stat() (Info, error) {
	var st unix.Stat_t
	if err := unix.Fstat(f.fd, &st); err != nil {
		return Info{}, err
	}
	return statInfo(&st), nil
}

func statInfo(st *unix.Stat_t) Info {
	k := special
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFREG:
		k = file
	case unix.S_IFDIR:
		k = folderKind
	case unix.S_IFLNK:
		k = link
	}
	return Info{
		Size: st.Size, ModTime: time.Unix(st.Mtim.Unix()), kind: k,
		Executable: st.Mode&unix.S_IXUSR != 0, ChangeTime: time.Unix(st.Ctim.Unix()), Inode: st.Ino,
	}
}

// openTree opens the folder at an absolute path.
func openTree(dir string, f forced) (tree, error) {
	if f.portable {
		return openPathTree(wholePaths{}, dir, f)
	}
	return openSysTree(dir, f)
}

// bind sets s.dir to the absolute path dir without links, and s.below and s.release: how folders below s are opened and closed.
func (s *sandbox) bind(dir string, f forced) error {
	if f.portable {
		return s.bindPaths(dir, f)
	}
	t, err := openSysTree(dir, f)
	if err != nil {
		return err
	}
	s.release = t.close
	s.below = t.below
	if s.dir = dir; !t.is(dir) {
		s.dir, err = filepath.EvalSymlinks(dir)
	}
	return err
}

// is reports whether the kernel calls the folder by an absolute path, which has no links then. It takes one call where
// resolving the path takes one for each of its components.
func (t *sysTree) is(path string) bool {
	var name [pathMax]byte
	n, err := unix.Readlink("/proc/self/fd/"+strconv.Itoa(t.fd), name[:])
	return err == nil && string(name[:n]) == path
}
