package walk

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
)

// root is a file or folder that the user named.
type root struct {
	number  int    // index in Options.Roots
	full    string // absolute path; in a sandbox without links
	kind    kind
	printed string // its own printed path
	hidden  bool   // enter hidden folders in it
	// The rest is set only for folders.
	prefix string // what its entries' printed paths begin with: "" or ending in '/'
	stem   string // its path below the top of its repository; "" if there is none
	rules  rules  // those of the folders above it
}

// place is a node of the tree of printed paths that lead to named roots. A folder on the way to a
// root is entered for that root even if a rule excludes everything else in it.
type place struct {
	name string
	root *root // nil for a folder on the way
	kids []*place

	byName map[string]*place
}

// resolver resolves the names that the user gave.
type resolver struct {
	base string // absolute
	box  *sandbox
	o    *Options
}

// resolve returns the root that the user named. Every error contains the name.
func (v *resolver) resolve(named string) (*root, error) {
	r, err := v.find(named)
	if err != nil {
		if named == "." && v.o.Base != "" && v.o.At == nil {
			return nil, v.o.wrongBase(err)
		}
		if v.o.At != nil {
			return nil, &PathError{Named: named, Err: fmt.Errorf("%w in the revision", errno(err))}
		}
		near, there := beside(v.o.Sandbox, v.o.Base, named, err)
		return nil, &PathError{Named: named, Err: err, Meant: near, Dangling: there}
	}
	return r, nil
}

func (v *resolver) find(named string) (*root, error) {
	if named == "" {
		return nil, syscall.ENOENT
	}
	if named == stdinName && v.o.Stdin != nil {
		return &root{printed: named, full: named, kind: file}, nil
	}
	if v.o.At != nil {
		return v.findIn(v.o.At, named)
	}
	r, err := v.place(named)
	if err != nil {
		return nil, err
	}
	if r.full, r.kind, err = v.look(r.full); err != nil {
		return nil, err
	}
	if r.kind != folderKind && os.IsPathSeparator(named[len(named)-1]) {
		return nil, syscall.ENOTDIR
	}
	return r, v.readable(r)
}

// look returns a path without links, if there is a sandbox, and what is there. A device is not asked for.
func (v *resolver) look(path string) (string, kind, error) {
	dir, device := path, isDevice(filepath.Base(path))
	if device {
		dir = filepath.Dir(path)
	}
	if v.box != nil {
		var err error
		if dir, err = v.box.resolve(dir); err != nil {
			return "", untyped, err
		}
	}
	if device {
		return filepath.Join(dir, filepath.Base(path)), special, nil
	}
	if v.box != nil && dir == v.box.dir {
		return dir, folderKind, nil
	}
	info, err := os.Stat(dir)
	if err != nil {
		return "", untyped, errno(err)
	}
	return dir, kindOf(info.Mode()), nil
}

// place returns the root that a name stands for, with its path and its printed one.
func (v *resolver) place(named string) (*root, error) {
	if m := v.o.Mount; m != nil {
		path, err := m.file(named)
		if err != nil {
			return nil, err
		}
		return &root{printed: filepath.ToSlash(filepath.Clean(named)), full: path}, nil
	}
	path, err := v.clean(Absolute(v.base, named))
	if err != nil {
		return nil, err
	}
	return &root{printed: v.print(named, path), full: path}, nil
}

// clean cleans path. If a ".." follows a link, the cleaned path means something else, and the links are resolved first.
func (v *resolver) clean(path string) (string, error) {
	plain := filepath.Clean(path)
	if !strings.Contains(path, "..") {
		return plain, nil
	}
	a, errPlain := os.Stat(plain)
	b, err := os.Stat(path)
	if err != nil && v.box != nil {
		return followAll(path)
	}
	if err != nil {
		return "", errno(err)
	}
	if errPlain == nil && os.SameFile(a, b) {
		return plain, nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", errno(err)
	}
	return real, nil
}

// print returns the printed path for named: relative to a base around it; else as named, if cleaning keeps its meaning.
func (v *resolver) print(named, path string) string {
	if rel, in := within(v.base, path); in {
		return filepath.ToSlash(rel)
	}
	plain := filepath.Clean(named)
	if strings.TrimLeft(plain, "./\\") != strings.TrimLeft(named, "./\\") && strings.Contains(named, "..") {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(plain)
}

// readable returns an error if r cannot be opened. A special file is never opened, and the sandbox is open.
func (v *resolver) readable(r *root) error {
	if r.kind == special || v.box != nil && r.full == v.box.dir {
		return nil
	}
	d := disk{paths: wholePaths{}}
	if v.box != nil {
		d = disk{v.box.root, v.box.dir}
	}
	name, err := d.name(r.full)
	if err != nil {
		return err
	}
	f, err := d.Open(name)
	if err != nil {
		return errno(err)
	}
	return f.Close()
}

// arrange sorts roots, drops repeated ones, names inner ones by the outer, and returns the tree of their places.
func arrange(roots []*root) *place {
	slices.SortStableFunc(roots, func(a, b *root) int {
		return cmp.Or(cmp.Compare(len(a.full), len(b.full)), strings.Compare(a.full, b.full))
	})
	top := &place{}
	kept := make(map[string]*root, len(roots))
	spelled := make(map[string]string, len(roots))
	for _, r := range roots {
		if foldsCase {
			r.full = respelled(spelled, r.full)
		}
		if kept[r.full] != nil {
			continue
		}
		if outer := enclosing(kept, r.full); outer != nil {
			rel, _ := within(outer.full, r.full)
			r.printed = join(outer.printed, filepath.ToSlash(rel))
		}
		if r.prefix = r.printed; r.prefix != "" {
			r.prefix = join(r.prefix, "")
		}
		kept[r.full] = r
		top.insert(r)
	}
	top.sort()
	return top
}

// foldsCase says that letters of either case name the same file here. On Windows a folder may be an exception.
const foldsCase = runtime.GOOS == "windows"

// respelled returns path with the spelling in which it, or the nearest folder above it, is known by its lower case, if
// that is the same file; else path becomes known.
func respelled(known map[string]string, path string) string {
	for up := path; ; up = filepath.Dir(up) {
		other := known[strings.ToLower(up)]
		if other != "" && other != up {
			a, errA := os.Stat(other)
			if b, errB := os.Stat(up); errA != nil || errB != nil || !os.SameFile(a, b) {
				other = ""
			}
		}
		if other != "" {
			return other + path[len(up):]
		}
		if up == filepath.Dir(up) {
			known[strings.ToLower(path)] = path
			return path
		}
	}
}

// enclosing returns the innermost of the roots around path.
func enclosing(roots map[string]*root, path string) *root {
	for up := filepath.Dir(path); up != path; up = filepath.Dir(path) {
		if r := roots[up]; r != nil && r.kind == folderKind {
			return r
		}
		path = up
	}
	return nil
}

// join joins a printed path and a relative one.
func join(dir, rel string) string {
	if dir == "" || strings.HasSuffix(dir, "/") {
		return dir + rel
	}
	return dir + "/" + rel
}

func (p *place) insert(r *root) {
	if r.printed != "" {
		for name := range strings.SplitSeq(strings.TrimSuffix(r.printed, "/"), "/") {
			p = p.kid(name)
		}
	}
	p.root = r
}

func (p *place) kid(name string) *place {
	if k := p.byName[name]; k != nil {
		return k
	}
	if p.byName == nil {
		p.byName = map[string]*place{}
	}
	k := &place{name: name}
	p.byName[name] = k
	p.kids = append(p.kids, k)
	return k
}

func (p *place) sort() {
	slices.SortFunc(p.kids, func(a, b *place) int { return strings.Compare(a.name, b.name) })
	for _, k := range p.kids {
		k.sort()
	}
}

// ComparePaths compares printed paths in path order, as Run visits them: byte-wise by components, so that the contents
// of a folder take its place in the order. The result is negative if a comes first and 0 if they are equal.
func ComparePaths(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		switch {
		case a[i] == b[i]:
		case a[i] == '/':
			return -1
		case b[i] == '/':
			return 1
		default:
			return strings.Compare(a[i:i+1], b[i:i+1])
		}
	}
	return len(a) - len(b)
}

// PrintedRoots returns the printed paths of the roots of a walk; the printed path of an entry
// begins with one of them. An outer root precedes those inside it. Base is ".".
func PrintedRoots(o Options) ([]string, error) {
	p, err := newPlan(o)
	if err != nil {
		return nil, err
	}
	defer p.close()
	return p.top.printed(nil), nil
}

// printed appends the printed paths of the roots at and below a place.
func (p *place) printed(list []string) []string {
	if p.root != nil {
		list = append(list, cmp.Or(p.root.printed, "."))
	}
	for _, k := range p.kids {
		list = k.printed(list)
	}
	return list
}
