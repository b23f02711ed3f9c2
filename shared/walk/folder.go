package walk

import (
	"sync"
)

// way is how a folder's entries come about.
type way uint8

const (
	listed  way = iota // read from the file system
	passage            // only what leads on to named roots
	lone               // one entry, a root itself
)

// folder is a folder on its way through the walk. It is written by the worker
// that lists it and then only read, but for its descriptor.
type folder struct {
	root   *root   // the innermost root around it; nil for a passage
	anchor *anchor // of the root; of its parent folder for a lone entry
	path   string  // below the top of the rules
	rules  rules
	place  *place // named roots in it or below it; nil for most folders
	depth  int    // of its entries: 1 for what is directly in a root
	way    way
	left   bool // below something hidden or ignored; of use with LeftOut alone

	// What several units need: a copy of the listing, and the descriptor, open
	// as long as one of them is at work.
	listing listing
	mu      sync.Mutex
	users   int
	dir     dir
}

// rel gives the folder's path below its root.
func (f *folder) rel() string {
	if f.way == lone || len(f.path) == len(f.root.stem) {
		return ""
	}
	if f.root.stem == "" {
		return f.path
	}
	return f.path[len(f.root.stem)+1:]
}

// appendPath appends the printed path of the entry of that name.
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

// printed gives the folder's own printed path.
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

// use gives the folder's descriptor for one more unit, done gives it back.
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

func (f *folder) done() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.users--; f.users == 0 {
		f.dir.close()
		f.dir = nil
	}
}

// child gives the folder below f that the name leads to.
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
