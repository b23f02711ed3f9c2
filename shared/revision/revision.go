// Package revision reads the tree of a commit in place of the working tree: a walk.Snapshot of the repository around a
// folder.
package revision

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/walk"
)

// A Tree is the tree of a revision. It is safe for concurrent use.
type Tree struct {
	Name   string // of the revision, as the user wrote it
	Commit git.Commit

	repository *git.Repository
	top        string // "" for that of the repository
	objects    *git.Objects
	mu         sync.Mutex
	folders    map[string]*folder // by their paths below the top
	submodules []string           // paths of those that were listed
	pointers   map[string]bool    // paths of files of Git LFS that were opened
}

// Open returns the tree of a revision of the repository around dir. Close ends its processes, as the end of ctx does.
func Open(ctx context.Context, dir, name string, o git.Options) (*Tree, error) {
	r, err := git.Open(ctx, dir, o)
	if err != nil {
		return nil, err
	}
	t := &Tree{Name: name, repository: r, objects: r.Objects(ctx), folders: map[string]*folder{}, pointers: map[string]bool{}}
	if t.Commit, err = t.objects.Commit(name); err != nil {
		t.Close()
		if errors.Is(err, git.ErrUnknown) && dir != "." {
			err = fmt.Errorf("%w in the repository %s", err, r.Top)
		}
		return nil, err
	}
	return t, nil
}

// Close ends the processes that read objects.
func (t *Tree) Close() { t.objects.Close() }

// Top returns the folder that the tree stands for.
func (t *Tree) Top() string { return cmp.Or(t.top, t.repository.Top) }

// StandFor makes the tree stand for another folder than that of its repository, which need not exist: an absolute path
// without links.
func (t *Tree) StandFor(folder string) { t.top = folder }

// String returns the revision as answers name it: its name and the hash of its commit, or of its tree.
func (t *Tree) String() string {
	id := t.Commit.ID
	if id == "" {
		return fmt.Sprintf("%s (tree %s)", t.Name, t.Commit.Tree)
	}
	if t.Name == id {
		return id
	}
	return fmt.Sprintf("%s (commit %s)", t.Name, id)
}

// mostNamed is how many submodules or pointers a note names.
const mostNamed = 3

// Notes says what of the tree is not in it: the content of submodules that were listed, and of files of Git LFS that
// were read.
func (t *Tree) Notes() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var notes []string
	if n := len(t.submodules); n > 0 {
		notes = append(notes, "not searched: the content of "+counted(t.submodules, "submodule", "submodules"))
	}
	if n := len(t.pointers); n > 0 {
		var all []string
		for name := range t.pointers {
			all = append(all, name)
		}
		notes = append(notes, "only pointers of Git LFS, whose content is elsewhere: "+counted(all, "file", "files"))
	}
	return notes
}

// counted returns how many paths there are, and the first.
func counted(paths []string, one, many string) string {
	paths = slices.Compact(slices.Sorted(slices.Values(paths)))
	n := len(paths)
	if n > 1 {
		one = many
	}
	text := fmt.Sprintf("%d %s (%s", n, one, strings.Join(paths[:min(n, mostNamed)], ", "))
	if n > mostNamed {
		text += ", …"
	}
	return text + ")"
}

// Folder returns a folder of the tree; see walk.Snapshot.
func (t *Tree) Folder(rel string) (walk.SnapshotFolder, error) {
	f, err := t.folder(rel)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func (t *Tree) folder(rel string) (*folder, error) {
	t.mu.Lock()
	f := t.folders[rel]
	t.mu.Unlock()
	if f != nil {
		return f, nil
	}
	id := t.Commit.Tree
	if rel != "" {
		dir, name := "", rel
		if i := strings.LastIndexByte(rel, '/'); i >= 0 {
			dir, name = rel[:i], rel[i+1:]
		}
		around, err := t.folder(dir)
		if err != nil {
			return nil, err
		}
		e, ok := around.entry(name)
		switch {
		case !ok:
			return nil, syscall.ENOENT
		case e.Kind != git.Folder:
			return nil, syscall.ENOTDIR
		}
		id = e.ID()
	}
	entries, err := t.objects.Tree(id)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(entries, func(a, b git.Entry) int { return strings.Compare(a.Name, b.Name) })
	f = &folder{t, rel, entries}
	t.mu.Lock()
	defer t.mu.Unlock()
	if other := t.folders[rel]; other != nil {
		return other, nil
	}
	t.folders[rel] = f
	return f, nil
}

// folder is a folder of a tree.
type folder struct {
	of      *Tree
	rel     string
	entries []git.Entry // sorted by name
}

func (f *folder) entry(name string) (*git.Entry, bool) {
	i, ok := slices.BinarySearchFunc(f.entries, name, func(e git.Entry, name string) int { return strings.Compare(e.Name, name) })
	if !ok {
		return nil, false
	}
	return &f.entries[i], true
}

func (f *folder) path(name string) string {
	if f.rel == "" {
		return name
	}
	return f.rel + "/" + name
}

func typeOf(k git.Kind) fs.FileMode {
	switch k {
	case git.Folder:
		return fs.ModeDir
	case git.Link:
		return fs.ModeSymlink
	case git.Submodule:
		return fs.ModeIrregular
	}
	return 0
}

func (f *folder) List(add func(name string, t fs.FileMode)) {
	for i := range f.entries {
		e := &f.entries[i]
		add(e.Name, typeOf(e.Kind))
		if e.Kind == git.Submodule {
			f.of.mu.Lock()
			if name := f.path(e.Name); !slices.Contains(f.of.submodules, name) {
				f.of.submodules = append(f.of.submodules, name)
			}
			f.of.mu.Unlock()
		}
	}
}

func (f *folder) Type(name string) (fs.FileMode, bool) {
	e, ok := f.entry(name)
	if !ok {
		return 0, false
	}
	return typeOf(e.Kind), true
}

// pointer begins the files that stand for those of Git LFS, which are at most mostPointer bytes long
// (github.com/git-lfs/git-lfs, docs/spec.md).
const (
	pointer     = "version https://git-lfs.github.com/spec/v1\n"
	mostPointer = 1024
)

func (f *folder) Open(name string) (io.ReadCloser, int64, error) {
	b, err := f.open(name)
	if err != nil {
		return nil, 0, err
	}
	if b.Size >= mostPointer {
		return blob{b}, b.Size, nil
	}
	defer b.Close()
	text := make([]byte, b.Size)
	if _, err := io.ReadFull(b, text); err != nil {
		return nil, 0, err
	}
	if bytes.HasPrefix(text, []byte(pointer)) {
		f.of.mu.Lock()
		f.of.pointers[f.path(name)] = true
		f.of.mu.Unlock()
	}
	return io.NopCloser(bytes.NewReader(text)), b.Size, nil
}

func (f *folder) Size(name string) (int64, error) {
	b, err := f.open(name)
	if err != nil {
		return 0, err
	}
	b.Close()
	return b.Size, nil
}

var errNotFile = errors.New("not a regular file")

func (f *folder) open(name string) (*git.Blob, error) {
	e, ok := f.entry(name)
	switch {
	case !ok:
		return nil, syscall.ENOENT
	case e.Kind != git.File:
		return nil, errNotFile
	}
	b, err := f.of.objects.Open(e.ID())
	if err == nil && b.Type != "blob" {
		b.Close()
		return nil, errNotFile
	}
	return b, err
}

// blob is an open blob as a file.
type blob struct{ *git.Blob }

func (b blob) Close() error {
	b.Blob.Close()
	return nil
}
