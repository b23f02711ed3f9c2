package changed

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/walk"
)

// versions are the versions of files that are searched in place of the working tree: a walk.Snapshot of these alone.
type versions struct {
	top     string
	objects *git.Objects
	folders map[string]*folder // by their paths from the top, "" for that itself
}

// folder is a folder of versions.
type folder struct {
	of    *versions
	files map[string]string // IDs of the versions, by names; "" for one that only stands for a root
	subs  map[string]bool
}

func newVersions(top string, objects *git.Objects) *versions {
	v := &versions{top: top, objects: objects, folders: map[string]*folder{}}
	v.enter("")
	return v
}

// enter returns a folder, which it adds with those above it.
func (v *versions) enter(rel string) *folder {
	f := v.folders[rel]
	if f == nil {
		f = &folder{v, map[string]string{}, map[string]bool{}}
		v.folders[rel] = f
		if rel != "" {
			v.enter(dirOf(rel)).subs[path.Base(rel)] = true
		}
	}
	return f
}

func dirOf(rel string) string { return strings.TrimPrefix(path.Dir("/"+rel), "/") }

// add adds a version.
func (v *versions) add(rel, id string) { v.enter(dirOf(rel)).files[path.Base(rel)] = id }

// standIn adds what the working tree has at a root, empty, if no version is there: a walk needs its roots.
func (v *versions) standIn(base, root string) {
	full := root
	if !filepath.IsAbs(root) {
		full = filepath.Join(base, root)
	}
	info, err := os.Stat(full)
	if real, failed := filepath.EvalSymlinks(full); failed == nil {
		full = real
	}
	rel, outside := filepath.Rel(v.top, full)
	if err != nil || outside != nil || !filepath.IsLocal(rel) || rel == "." {
		return // the walk says what is wrong with the argument
	}
	rel = filepath.ToSlash(rel)
	if _, ok := v.folders[rel]; ok {
		return
	}
	if info.IsDir() {
		v.enter(rel)
	} else if f := v.enter(dirOf(rel)); f.files[path.Base(rel)] == "" {
		f.files[path.Base(rel)] = ""
	}
}

// Top returns the folder of the repository.
func (v *versions) Top() string { return v.top }

// Folder returns a folder; see walk.Snapshot.
func (v *versions) Folder(rel string) (walk.SnapshotFolder, error) {
	if f := v.folders[rel]; f != nil {
		return f, nil
	}
	if around := v.folders[dirOf(rel)]; around != nil {
		if _, ok := around.files[path.Base(rel)]; ok {
			return nil, syscall.ENOTDIR
		}
	}
	return nil, syscall.ENOENT
}

// List lists the folder; see walk.SnapshotFolder.
func (f *folder) List(add func(name string, t fs.FileMode)) {
	for name := range f.subs {
		add(name, fs.ModeDir)
	}
	for name := range f.files {
		if !f.subs[name] {
			add(name, 0)
		}
	}
}

// Type returns the type of an entry.
func (f *folder) Type(name string) (fs.FileMode, bool) {
	if f.subs[name] {
		return fs.ModeDir, true
	}
	_, ok := f.files[name]
	return 0, ok
}

// Open opens a version.
func (f *folder) Open(name string) (io.ReadCloser, int64, error) {
	b, err := f.open(name)
	if err != nil {
		return nil, 0, err
	}
	return reading{b}, b.Size, nil
}

// Size returns the size of a version.
func (f *folder) Size(name string) (int64, error) {
	b, err := f.open(name)
	if err != nil {
		return 0, err
	}
	defer b.Close()
	return b.Size, nil
}

func (f *folder) open(name string) (*git.Blob, error) {
	id, ok := f.files[name]
	switch {
	case !ok:
		return nil, fs.ErrNotExist
	case id == "":
		return &git.Blob{Type: "blob"}, nil
	}
	return f.of.objects.Open(id)
}

// reading is a version that is being read.
type reading struct{ *git.Blob }

func (r reading) Close() error {
	r.Blob.Close()
	return nil
}

// versions returns the versions that are searched.
func (s *selection) versions(objects *git.Objects) (*versions, error) {
	o := s.r.Searched()
	base, err := filepath.Abs(o.Base)
	if err == nil {
		base, err = filepath.EvalSymlinks(base)
	}
	if err != nil {
		return nil, err
	}
	v := newVersions(s.repo.Top, objects)
	for i, f := range s.files {
		id := f.New
		if s.r.Removed {
			id = f.Old
		}
		v.add(s.paths[i], id)
	}
	for _, root := range slices.Concat([]string{"."}, o.Roots) {
		v.standIn(base, root)
	}
	return v, nil
}
