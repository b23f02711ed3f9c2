package change

import (
	"context"
	"crypto/sha1" //nolint:gosec // its size
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/ct-tools/ct/shared/cause"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/regular"
	"github.com/ct-tools/ct/shared/walk"
)

// scan reads the settings and the index, and looks at all files of the working tree. It needs no base.
func (w *tree) scan() (err error) {
	if err = w.config(); err != nil {
		return err
	}
	// Before the index is read: what changes later is not older than this.
	if w.indexed, err = w.indexTime(); err != nil {
		return err
	}
	if err = w.readIndex(); err != nil {
		return err
	}
	return w.walk()
}

// worktree returns how the working tree, which was scanned, differs from the base, and notes the untracked files.
func (w *tree) worktree(scanned <-chan error) ([]pair, error) {
	cached, err := w.staged()
	if failed := <-scanned; err == nil {
		err = failed
	}
	if err != nil {
		return nil, err
	}
	w.change.Files = append(w.change.Files, w.untracked...)
	w.change.Unseen = append(w.change.Unseen, w.unlisted...)
	return w.merge(cached)
}

// indexTime returns when the index was written. A file that changed since may look as git saw it (racy-git).
func (c *comparison) indexTime() (stamp, error) {
	info, err := os.Stat(c.repo.IndexFile())
	if errors.Is(err, fs.ErrNotExist) {
		return stamp{}, nil
	}
	if err != nil {
		return stamp{}, err
	}
	return stampOf(info.ModTime()), nil
}

// mostIndex bounds the file of an index that is read by this process, in bytes.
const mostIndex = 1 << 30

// readIndex reads the index: its file, or if that is not as expected, what git says of it.
func (w *tree) readIndex() error {
	name := w.repo.IndexFile()
	info, err := os.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && info.Mode().IsRegular() && info.Size() < mostIndex {
		if text, failed := regular.ReadFile(name); failed == nil {
			for _, size := range []int{sha1.Size, sha256.Size} {
				var ok bool
				if w.entries, ok = readIndexFile(unsafe.String(unsafe.SliceData(text), len(text)), size); ok {
					return nil
				}
			}
		}
	}
	out, err := w.repo.Output(w.ctx, "ls-files", "-s", "-z", "--debug")
	if err == nil {
		w.entries, err = parseIndex(out)
	}
	return err
}

// tree is the working tree beside the index.
type tree struct {
	*comparison
	top     string
	entries []entry // in the order of their paths
	indexed stamp
	found   []found // of each entry

	untracked []File
	unlisted  []Unseen // folders that could not be listed

	autocrlf            string // core.autocrlf
	plainModes, noLinks bool   // core.fileMode and core.symlinks are false
	attributes          map[string]attributes
}

// found is what stands where an entry of the index was.
type found struct {
	info  fs.FileInfo // nil if nothing does
	clean bool        // it is as the index has it
	err   error
}

// config reads the settings that decide how a file is compared.
func (w *tree) config() error {
	out, err := w.git("config", "-z", "--get-regexp", `^core\.(autocrlf|filemode|symlinks)$`)
	if out == "" {
		return nil // without a match the status is 1
	}
	for setting := range strings.SplitSeq(out, "\x00") {
		name, value, _ := strings.Cut(setting, "\n")
		off := slices.Contains([]string{"false", "no", "off", "0"}, strings.ToLower(value))
		switch name {
		case "core.autocrlf":
			w.autocrlf = strings.ToLower(value)
			if !off && w.autocrlf != "input" {
				w.autocrlf = "true"
			} else if off {
				w.autocrlf = ""
			}
		case "core.filemode":
			w.plainModes = off
		case "core.symlinks":
			w.noLinks = off
		}
	}
	return err
}

// compareRest looks at the files of the entries that the walk did not find unchanged.
func (w *tree) compareRest() {
	workers := runtime.GOMAXPROCS(0)
	var looked sync.WaitGroup
	for i := range workers {
		from, to := len(w.entries)*i/workers, len(w.entries)*(i+1)/workers
		looked.Go(func() {
			folders := folders{top: w.top}
			for at := from; at < to; at++ {
				if at%1024 == 0 && w.ctx.Err() != nil {
					return
				}
				if !w.found[at].clean {
					w.found[at] = w.look(&w.entries[at], &folders)
				}
			}
		})
	}
	looked.Wait()
}

// look looks at one entry's file.
func (w *tree) look(e *entry, folders *folders) found {
	if e.flags&flagSkip != 0 && !e.stages {
		return found{clean: true}
	}
	if !folders.real(path.Dir(e.path)) {
		return found{}
	}
	info, err := os.Lstat(w.top + "/" + e.path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return found{}
	case err != nil:
		return found{err: err}
	}
	f := found{info: info}
	if e.stages || e.flags&flagIntent != 0 {
		return f
	}
	if e.kind() == kindGitlink {
		f.clean = info.IsDir()
		return f
	}
	f.clean = w.modeOf(info, e.version) == e.mode && e.stat.same(statOf(info)) && e.stat.mtime.before(w.indexed)
	return f
}

// modeOf returns the mode that git would give a file that the index or the base has as v, 0 for what git does not keep.
func (w *tree) modeOf(info fs.FileInfo, v version) uint32 {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return kindLink
	case !info.Mode().IsRegular():
		return 0
	case w.noLinks && v.kind() == kindLink:
		return kindLink
	case w.plainModes && v.kind() == kindFile:
		return v.mode
	case !w.plainModes && info.Mode()&0o100 != 0:
		return kindFile | 0o755
	}
	return kindFile | 0o644
}

// folders knows which folders of the working tree are real ones: git does not look through symbolic links.
type folders struct {
	top   string
	known map[string]bool
}

func (f *folders) real(dir string) bool {
	if dir == "." {
		return true
	}
	is, known := f.known[dir]
	if !known {
		info, err := os.Lstat(f.top + "/" + dir)
		is = f.real(path.Dir(dir)) && (err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) || err == nil && info.IsDir())
		if f.known == nil {
			f.known = map[string]bool{}
		}
		f.known[dir] = is
	}
	return is
}

// merge returns the paths whose version in the working tree differs from the base's; cached are those of the index.
func (w *tree) merge(cached []pair) ([]pair, error) {
	byPath := make(map[string]*pair, len(cached))
	for i := range cached {
		byPath[cached[i].path] = &cached[i]
	}
	var dirty []*pair
	var entries []*entry
	for i := range w.entries {
		e, f := &w.entries[i], &w.found[i]
		if e.kind() == kindGitlink {
			w.change.Submodules++
		}
		p := byPath[e.path]
		if f.clean && f.err == nil {
			continue
		}
		if p == nil {
			p = &pair{path: e.path, old: e.inIndex(), new: e.inIndex()}
			if e.flags&flagIntent != 0 {
				p.old = version{}
			}
		}
		e.inIndex()
		byPath[e.path] = p
		if w.missing(p, f) {
			continue
		}
		dirty, entries = append(dirty, p), append(entries, e)
	}
	if err := w.readAttributes(dirty); err != nil {
		return nil, err
	}
	for i, p := range dirty {
		if err := w.ctx.Err(); err != nil {
			return nil, context.Cause(w.ctx)
		}
		if !w.read(p, entries[i]) {
			delete(byPath, p.path)
		}
	}
	var pairs []pair
	for _, p := range byPath {
		if p.differs() {
			pairs = append(pairs, *p)
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int { return strings.Compare(a.path, b.path) })
	return pairs, nil
}

// missing enters in a pair that there is no file any more, and reports whether that or an error is all there is to say.
func (w *tree) missing(p *pair, f *found) bool {
	switch {
	case f.err != nil:
		w.unseen(p.path, cause.Of(f.err).Error())
		p.new = p.old
	case f.info == nil || f.info.IsDir():
		p.new = version{}
	case w.modeOf(f.info, p.new) == 0:
		w.unseen(p.path, "it is neither a file nor a link now")
		p.new = p.old
	default:
		return false
	}
	return true
}

// walk looks at every file once: it finds the files that are as the index has them, and those that git does not track
// and its rules do not ignore.
func (w *tree) walk() error {
	w.found = make([]found, len(w.entries))
	tracked := make(map[string]int, len(w.entries))
	var links []string // folders of submodules
	for i := range w.entries {
		tracked[w.entries[i].path] = i
		if w.entries[i].kind() == kindGitlink {
			links = append(links, w.entries[i].path)
		}
	}
	inner := &nested{top: w.top, known: map[string]bool{}}
	visit := func(e *walk.Entry) walk.Outcome[string] {
		path := e.Path()
		i, known := tracked[path]
		if known {
			w.found[i].clean = w.unchanged(&w.entries[i], e)
		}
		return walk.Outcome[string]{Value: path, Keep: !known, Size: len(path)}
	}
	o := walk.Options{
		Base: w.top, Hidden: true, GitOnly: true, Types: walk.File | walk.Link, Exclude: globs(links), Sandbox: w.repo.Sandbox(),
		Cut: func(_ ledger.Reason, e ledger.Entry) { w.unlisted = append(w.unlisted, Unseen{e.Path, e.Detail}) },
	}
	led, err := walk.Run(w.ctx, o, func() walk.Visit[string] { return visit }, func(path string) bool {
		if !inner.within(path) {
			w.untracked = append(w.untracked, File{Path: path, Status: Untracked, Whole: true})
		}
		return true
	})
	if err == nil && led.Count(ledger.Timeout) > 0 {
		err = context.Cause(w.ctx)
	}
	if err == nil {
		w.compareRest()
	}
	return err
}

// unchanged reports whether a file is as the index has it, as far as the system says. A file that changed since the index
// was written may look as it did before.
func (w *tree) unchanged(e *entry, file *walk.Entry) bool {
	if e.stages || e.flags&flagIntent != 0 || !e.stat.mtime.before(w.indexed) {
		return false
	}
	info, err := file.Stat()
	if err != nil || uint32(info.Size) != e.stat.size || stampOf(info.ModTime) != e.stat.mtime {
		return false
	}
	if !info.ChangeTime.IsZero() && (stampOf(info.ChangeTime) != e.stat.ctime || uint32(info.Inode) != e.stat.ino) {
		return false
	}
	if file.Type() == walk.Link {
		return e.mode == kindLink
	}
	return e.mode == kindFile|0o644 && (w.plainModes || !info.Executable) || e.mode == kindFile|0o755 && (w.plainModes || info.Executable)
}

func stampOf(t time.Time) stamp { return stamp{uint32(t.Unix()), uint32(t.Nanosecond())} }

// globs returns globs that match folders by their paths, if these have a slash: others would match names at any depth.
func globs(paths []string) []string {
	var all []string
	for _, p := range paths {
		if strings.Contains(p, "/") {
			all = append(all, walk.EscapeGlob(p)+"/")
		}
	}
	return all
}

// nested knows which folders belong to repositories inside the working tree, whose files git does not list.
type nested struct {
	top   string
	known map[string]bool
}

func (n *nested) within(path string) bool {
	at := strings.LastIndexByte(path, '/')
	if at < 0 {
		return false
	}
	dir := path[:at]
	is, known := n.known[dir]
	if !known {
		_, err := os.Lstat(filepath.Join(n.top, dir, ".git"))
		is = err == nil || n.within(dir)
		n.known[dir] = is
	}
	return is
}

// read enters the version of a pair in the working tree. It reports whether the file could be compared.
func (w *tree) read(p *pair, e *entry) bool {
	info, err := os.Lstat(w.top + "/" + p.path)
	if err != nil {
		w.unseen(p.path, "it changed while it was compared")
		return false
	}
	mode := w.modeOf(info, p.new)
	a := w.attributes[p.path]
	if why := a.converted(); mode&kindMask == kindFile && why != "" {
		w.unseen(p.path, why)
		return false
	}
	id, why := w.store(p, e, info, mode, a)
	if id == "" {
		w.unseen(p.path, why)
		return false
	}
	p.new, p.unknown = version{mode, id}, why
	return true
}

// fileText reads a file, without going through links, up to MaxFile bytes.
func (w *tree) fileText(path string, info fs.FileInfo) ([]byte, error) {
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := os.Readlink(w.top + "/" + path)
		return []byte(target), err
	}
	file, err := w.open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	text := make([]byte, info.Size())
	n, err := readFull(file, text)
	if err != nil {
		return nil, err
	}
	var one [1]byte
	if more, _ := file.Read(one[:]); n < len(text) || more > 0 {
		return nil, errChanged
	}
	return text, nil
}

var errChanged = errors.New("it changed while it was compared")

// open opens a regular file below the top, which no link leads out of.
func (w *tree) open(path string) (*os.File, error) {
	root, err := os.OpenRoot(w.top)
	if err != nil {
		return nil, err
	}
	defer func() { _ = root.Close() }()
	file, err := root.OpenFile(filepath.FromSlash(path), os.O_RDONLY|openFlags, 0)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = file.Close()
		return nil, fmt.Errorf("%w: it is no regular file", errChanged)
	}
	return file, nil
}
