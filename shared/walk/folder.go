package walk

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// way says where a folder's entries come from.
type way uint8

const (
	listed  way = iota // read from the file system
	passage            // only the places that lead to named roots
	lone               // one entry, a root itself
)

// folder is a folder during the walk. Once listed, everything but the descriptor is read-only.
type folder struct {
	root   *root   // the innermost root around it; nil for a passage
	anchor *anchor // of the root; for a lone entry, of its parent folder
	path   string  // below the top of the rules
	rules  rules
	place  *place // named roots in it or below it; nil for most folders
	depth  int    // of its entries: 1 for those directly in a root
	way    way
	left   bool // below something hidden or ignored; used only with LeftOut

	// Shared by several units: a copy of the listing, and the descriptor, which stays open while one of them uses it.
	listing listing
	mu      sync.Mutex
	users   int
	dir     dir

	extensions []string // of the files in it; nil before it was asked for
}

// rel returns the folder's path below its root.
func (f *folder) rel() string {
	if f.way == lone || len(f.path) == len(f.root.stem) {
		return ""
	}
	if f.root.stem == "" {
		return f.path
	}
	return f.path[len(f.root.stem)+1:]
}

// full returns the folder's absolute path.
func (f *folder) full() string {
	if rel := f.rel(); rel != "" {
		return join(f.root.full, rel)
	}
	return f.root.full
}

// appendPath appends the printed path of the entry with that name.
func (f *folder) appendPath(dst, name []byte) []byte {
	if f.way == lone {
		return append(dst, f.printed()...)
	}
	dst = append(dst, f.root.prefix...)
	if rel := f.rel(); rel != "" {
		dst = append(dst, rel...)
		dst = append(dst, '/')
	}
	return append(dst, name...)
}

// printed returns the printed path of the folder itself.
func (f *folder) printed() string {
	if f.root == nil {
		return ""
	}
	p := f.root.printed
	if rel := f.rel(); rel != "" {
		p = join(p, rel)
	}
	if p == "" {
		return "."
	}
	return p
}

// use returns the descriptor for one more unit, opened for the first. The unit calls done when it has finished.
func (f *folder) use() (dir, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users == 0 {
		d, err := f.anchor.folder(f.rel())
		if err != nil {
			return nil, err
		}
		f.dir = d
	}
	f.users++
	return f.dir, nil
}

// listings has those that nobody lists a folder with: their buffers are larger than what a folder keeps.
var listings = sync.Pool{New: func() any { return new(listing) }}

// beside returns the extensions of the files in the folder, in lower case and sorted; none if it cannot be listed.
// It is listed for this once.
func (f *folder) beside() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.extensions != nil {
		return f.extensions
	}
	f.extensions = []string{}
	d, err := f.anchor.folder(f.rel())
	if err != nil {
		return f.extensions
	}
	defer d.close()
	l, _ := listings.Get().(*listing)
	defer listings.Put(l)
	_ = d.list(l) // what it has before an error
	for i := range l.entries {
		e := &l.entries[i]
		if e.kind != file && e.kind != link && e.kind != untyped {
			continue
		}
		extension := path.Ext(asString(l.name(e))) // valid until the listing is used again
		if !slices.ContainsFunc(f.extensions, func(known string) bool { return strings.EqualFold(known, extension) }) {
			f.extensions = append(f.extensions, strings.ToLower(strings.Clone(extension)))
		}
	}
	slices.Sort(f.extensions)
	return f.extensions
}

func (f *folder) done() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users--; f.users == 0 {
		f.dir.close()
		f.dir = nil
	}
}

// child returns the folder with that name in f.
func (f *folder) child(name []byte) folder {
	n := len(f.path)
	path := make([]byte, 0, n+1+len(name))
	if n > 0 {
		path = append(append(path, f.path...), '/')
	}
	path = append(path, name...)
	return folder{
		root: f.root, anchor: f.anchor, rules: f.rules, depth: f.depth + 1,
		path: asString(path), // never written again
	}
}
