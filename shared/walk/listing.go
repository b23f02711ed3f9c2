package walk

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io/fs"
	"slices"

	"github.com/ct-tools/ct/shared/ledger"
)

// kind is the type of an entry as a listing reports it.
type kind uint8

const (
	untyped kind = iota // the file system does not say
	file
	folderKind
	link
	special // FIFO, socket, device
)

func kindOf(mode fs.FileMode) kind {
	switch mode.Type() {
	case 0:
		return file
	case fs.ModeDir:
		return folderKind
	case fs.ModeSymlink:
		return link
	default:
		return special
	}
}

// entry is one name in a folder.
type entry struct {
	key  uint64 // the first bytes of the name; most comparisons need no more
	off  uint32 // of the name in listing.names
	n    uint16 // length of the name; a zero byte follows it
	kind kind
	why  ledger.Reason // why it is skipped; None = visited, or entered if a folder
	left bool          // with Options.LeftOut: hidden or ignored, or below such a folder
	fate fate
}

// fate is what the ledger says about an ignore rule that decides about an entry.
type fate struct {
	unsure bool  // left out, and rules that could not be read may show it
	outer  uint8 // the outer file that ignores it, as in level
}

// listing is the contents of a folder. Its buffers are reused from folder to folder.
type listing struct {
	names   []byte
	entries []entry
	// Indexes of the entries that decide which rules apply; -1 = absent.
	git, gitignore, ignore int
}

func (l *listing) reset() {
	l.names, l.entries = l.names[:0], l.entries[:0]
	l.git, l.gitignore, l.ignore = -1, -1, -1
}

func (l *listing) name(e *entry) []byte {
	end := int(e.off) + int(e.n)
	return l.names[e.off:end:end]
}

// add adds the entry whose name is at names[off:off+n], followed by a zero byte.
func (l *listing) add(off, n int, k kind) {
	name := l.names[off : off+n]
	if name[0] == '.' {
		switch string(name) {
		case ".", "..":
			return
		case ".git":
			l.git = len(l.entries)
		case ".gitignore":
			l.gitignore = len(l.entries)
		case ".ignore":
			l.ignore = len(l.entries)
		}
	}
	l.entries = append(l.entries, entry{key: sortKey(name), off: uint32(off), n: uint16(n), kind: k})
}

// addName appends name to the listing's buffer and adds it.
func (l *listing) addName(name string, k kind) {
	off := len(l.names)
	l.names = append(append(l.names, name...), 0)
	l.add(off, len(name), k)
}

// sortKey returns the first eight bytes of name as a number that sorts in the same order.
func sortKey(name []byte) uint64 {
	if len(name) >= 8 {
		return binary.BigEndian.Uint64(name)
	}
	var b [8]byte
	copy(b[:], name)
	return binary.BigEndian.Uint64(b[:])
}

func (l *listing) sort() {
	slices.SortFunc(l.entries, func(a, b entry) int {
		if a.key != b.key {
			return cmp.Compare(a.key, b.key)
		}
		return bytes.Compare(l.name(&a), l.name(&b))
	})
}

// copyFrom makes l a compact copy of o.
func (l *listing) copyFrom(o *listing) {
	size := 0
	for i := range o.entries {
		size += int(o.entries[i].n) + 1
	}
	l.names = make([]byte, 0, size)
	l.entries = slices.Clone(o.entries)
	for i := range l.entries {
		e := &l.entries[i]
		name := o.name(e)
		e.off = uint32(len(l.names))
		l.names = append(append(l.names, name...), 0)
	}
}
