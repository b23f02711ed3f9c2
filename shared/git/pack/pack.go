// Package pack reads the objects of a git repository in this process, from its packs and from the files of those that lie
// alone. The formats are those of gitformat-pack(5) and gitrepository-layout(5). It is faster than asking git, because
// nothing goes through pipes; what it does not understand it leaves to git.
package pack

import (
	"bytes"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/regular"
)

// ErrNone says that an object is not here, or not in a way that this package reads. git may have it.
var ErrNone = errors.New("not among the packs")

// Kind is what an object is.
type Kind uint8

// The kinds of objects, and of deltas, which stand for an object by another one (gitformat-pack(5), Object types).
const (
	Commit      Kind = 1
	Tree        Kind = 2
	Blob        Kind = 3
	Tag         Kind = 4
	offsetDelta Kind = 6
	nameDelta   Kind = 7
)

// String returns the name of a kind in git, "" for a delta.
func (k Kind) String() string {
	switch k {
	case Commit:
		return "commit"
	case Tree:
		return "tree"
	case Blob:
		return "blob"
	case Tag:
		return "tag"
	}
	return ""
}

// MostBytes is the size of an object up to which it is read. Larger ones are left to git, which need not keep them whole.
const MostBytes = 4 << 20

// An Object is an object that was read.
type Object struct {
	Kind Kind
	Data []byte // valid until Free

	own *[]byte // the pooled buffer of Data; nil if others use it
}

// Free returns the space of an object for others; its data is not valid any more.
func (o *Object) Free() {
	if o.own != nil {
		buffers.Put(o.own)
		o.own, o.Data = nil, nil
	}
}

// buffers are those of objects that were freed.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// A Store has the objects of a repository. It is safe for concurrent use.
type Store struct {
	folders []string
	load    func() []*packFile
	latest  atomic.Int32 // the pack with the last object
	partly  bool         // after load: a pack could not be opened
	bases   cache
}

// New returns the store of some folders of objects, which are read when they are needed.
func New(folders []string) *Store {
	s := &Store{folders: folders}
	s.load = sync.OnceValue(s.packs)
	return s
}

// Close closes the files of the packs.
func (s *Store) Close() {
	for _, p := range s.load() {
		p.close()
	}
}

// packs opens the packs of all folders. One that cannot be opened is left to git.
func (s *Store) packs() []*packFile {
	var all []*packFile
	for _, folder := range s.folders {
		names, _ := filepath.Glob(filepath.Join(escaped(folder), "pack", "pack-*.idx"))
		sort.Strings(names)
		for _, name := range names {
			p, err := openPack(name)
			if err != nil {
				s.partly = true
				continue
			}
			all = append(all, p)
		}
	}
	return all
}

// escaped returns a path as a pattern that matches it alone.
func escaped(path string) string {
	if filepath.Separator == '\\' {
		return path // there a backslash separates, and names have no * or ?
	}
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(path)
}

// Read returns the object with an ID, in hexadecimal digits. The error wraps ErrNone if git should be asked, also where
// the files are damaged: git then says how. It wraps regular.ErrNot if git would wait for a FIFO.
func (s *Store) Read(id string) (*Object, error) {
	name, err := hex.DecodeString(id)
	if err != nil || len(name) < shortest {
		return nil, ErrNone
	}
	if o, err := s.packed(name); err == nil || !errors.Is(err, ErrNone) {
		return o, err
	}
	for _, folder := range s.folders {
		f, err := regular.Open(filepath.Join(folder, id[:2], id[2:]))
		if errors.Is(err, regular.ErrNot) {
			return nil, err
		}
		if err != nil {
			continue
		}
		o, err := readLoose(f)
		_ = f.Close() // it was only read
		return o, err
	}
	return nil, ErrNone
}

// Lacks reports whether the folders do not have the object with an ID. It is false if that is not sure, because something
// could not be read.
func (s *Store) Lacks(id string) bool {
	name, err := hex.DecodeString(id)
	packs := s.load()
	if err != nil || len(name) < shortest || s.partly {
		return false
	}
	for _, p := range packs {
		if _, err := p.find(name); !errors.Is(err, errAbsent) {
			return false
		}
	}
	for _, folder := range s.folders {
		if _, err := os.Lstat(filepath.Join(folder, id[:2], id[2:])); !errors.Is(err, fs.ErrNotExist) {
			return false
		}
	}
	return true
}

// packed returns an object of a pack. That with the last one is looked in first.
func (s *Store) packed(name []byte) (*Object, error) {
	packs := s.load()
	first := int(s.latest.Load())
	for i := range packs {
		at := (first + i) % len(packs)
		offset, err := packs[at].find(name)
		if err != nil {
			continue
		}
		if i > 0 {
			s.latest.Store(int32(at)) //nolint:gosec // there are fewer packs
		}
		return s.object(packs[at], offset, len(name))
	}
	return nil, ErrNone
}

// mostDeltas bounds a chain of deltas: git writes none of more than 4,095.
const mostDeltas = 4096

// object reads what is at an offset of a pack, whose IDs have width bytes: the object itself, or deltas of it down to one.
func (s *Store) object(p *packFile, offset int64, width int) (*Object, error) {
	r, _ := readers.Get().(*reader)
	defer readers.Put(r)
	r.width = width
	var deltas []delta
	var base *Object
	for base == nil {
		if o := s.bases.get(place{p, offset}); o != nil {
			base = o
			break
		}
		h, err := r.begin(p, offset)
		if err != nil {
			return nil, err
		}
		o, err := r.inflate(h)
		if err != nil {
			return nil, err
		}
		switch {
		case h.kind.String() != "":
			base = o
			if len(deltas) > 0 {
				s.bases.put(place{p, offset}, base)
			}
			continue
		case len(deltas) == mostDeltas:
			return nil, ErrNone
		}
		deltas = append(deltas, delta{o, offset})
		if h.kind == offsetDelta {
			offset = h.base
		} else if offset, err = p.find(h.name); err != nil {
			return nil, ErrNone // its base is in another pack, or nowhere
		}
	}
	for i, d := range slices.Backward(deltas) {
		o, err := apply(base, d.object.Data)
		d.object.Free()
		if err != nil {
			return nil, err
		}
		if i > 0 {
			s.bases.put(place{p, d.at}, o)
		}
		base.Free()
		base = o
	}
	return base, nil
}

// A delta is a delta that was read, and where.
type delta struct {
	object *Object
	at     int64
}

// mostHeld bounds the bytes of objects that are kept as bases of others.
const mostHeld = 16 << 20

// A place is where an object begins.
type place struct {
	p      *packFile
	offset int64
}

// A cache keeps the objects that deltas stand on. What was not used of late is dropped, half at a time.
type cache struct {
	mu         sync.Mutex
	young, old map[place]*Object
	size       int // of young
}

func (c *cache) get(at place) *Object {
	c.mu.Lock()
	defer c.mu.Unlock()
	if o := c.young[at]; o != nil {
		return o
	}
	o := c.old[at]
	if o != nil {
		c.keep(at, o)
	}
	return o
}

// put keeps an object, whose space is from then on its own and no more than it takes.
func (c *cache) put(at place, o *Object) {
	if len(o.Data) > mostHeld/4 {
		return
	}
	own := o.own
	if o.own = nil; cap(o.Data) > len(o.Data)+len(o.Data)/4 && own != nil {
		o.Data = bytes.Clone(o.Data)
		buffers.Put(own)
	}
	c.mu.Lock()
	c.keep(at, o)
	c.mu.Unlock()
}

func (c *cache) keep(at place, o *Object) {
	if c.size += len(o.Data); c.young == nil || c.size > mostHeld/2 {
		c.old, c.young, c.size = c.young, map[place]*Object{}, len(o.Data)
	}
	c.young[at] = o
}

// sized returns a buffer of n bytes as an object.
func sized(k Kind, n int) *Object {
	own, _ := buffers.Get().(*[]byte)
	if cap(*own) < n {
		*own = make([]byte, n, n+n/8)
	}
	return &Object{Kind: k, Data: (*own)[:n], own: own}
}

// apply returns the object that a delta makes of a base (gitformat-pack(5), Deltified representation).
func apply(base *Object, d []byte) (*Object, error) {
	from, d, ok := length(d)
	n, d, ok2 := length(d)
	if !ok || !ok2 || from != int64(len(base.Data)) || n > MostBytes {
		return nil, ErrNone
	}
	o := sized(base.Kind, int(n))
	out := o.Data[:0]
	for len(d) > 0 {
		op := d[0]
		d = d[1:]
		if op&0x80 == 0 { // the next op bytes
			if op == 0 || int(op) > len(d) || len(out)+int(op) > int(n) {
				return nil, ErrNone
			}
			out = append(out, d[:op]...)
			d = d[op:]
			continue
		}
		var at, size int
		for i := range 4 {
			if op&(1<<i) != 0 {
				if len(d) == 0 {
					return nil, ErrNone
				}
				at |= int(d[0]) << (8 * i)
				d = d[1:]
			}
		}
		for i := range 3 {
			if op&(0x10<<i) != 0 {
				if len(d) == 0 {
					return nil, ErrNone
				}
				size |= int(d[0]) << (8 * i)
				d = d[1:]
			}
		}
		if size == 0 {
			size = 0x10000
		}
		if at+size > len(base.Data) || len(out)+size > int(n) {
			return nil, ErrNone
		}
		out = append(out, base.Data[at:at+size]...)
	}
	if len(out) != int(n) {
		return nil, ErrNone
	}
	return o, nil
}

// length reads a size, seven bits a byte, the lowest first.
func length(d []byte) (n int64, rest []byte, ok bool) {
	for i, b := range d {
		if i > 8 {
			break
		}
		n |= int64(b&0x7f) << (7 * i)
		if b&0x80 == 0 {
			return n, d[i+1:], true
		}
	}
	return 0, nil, false
}
