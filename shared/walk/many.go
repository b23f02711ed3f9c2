package walk

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
)

// manyBytes is the size of an ignore file from which its patterns are kept as many, which is slower and takes at most
// about three times the file's size. The maps of patterns take up to thirty times, which is little for a small file.
const manyBytes = 64 << 10

// many is a large ignore file: the text has a line for each pattern, which begins with its signs, and the rest are places
// of lines in it.
type many struct {
	text  []byte
	plain []uint32 // of patterns without wildcards and "*.ext", sorted by pattern and then by place; see sort
	globs []uint32 // of the others, in file order
}

// The bits of the first byte of a line.
const (
	manyNegated = 1 << iota
	manyDirOnly
)

func newMany(size int) *many { return &many{text: make([]byte, 0, size+size/4)} }

func (m *many) add(line []byte) {
	pattern, negated, dirOnly := split(line)
	if len(pattern) == 0 {
		return
	}
	at, signs := uint32(len(m.text)), byte(0)
	if negated {
		signs |= manyNegated
	}
	if dirOnly {
		signs |= manyDirOnly
	}
	m.text = append(append(append(m.text, signs), pattern...), '\n')
	if ext, ok := bytes.CutPrefix(pattern, []byte("*.")); !bytes.ContainsAny(pattern, wildcards) || ok && !bytes.ContainsAny(ext, wildcards+".") {
		m.plain = append(m.plain, at)
	} else {
		m.globs = append(m.globs, at)
	}
}

// pattern returns the pattern of the line at that place.
func (m *many) pattern(at uint32) []byte {
	line := m.text[at+1:]
	return line[:bytes.IndexByte(line, '\n')]
}

// sort sorts the plain patterns when all are added, and drops those that a later line overrules for the same entries. It
// returns false if stop reported true.
func (m *many) sort(stop func() bool) bool {
	n, stopped := 0, false
	slices.SortFunc(m.plain, func(a, b uint32) int {
		if n++; n%(1<<16) == 0 && stop != nil && stop() {
			stopped = true
		}
		if stopped {
			return 0
		}
		return cmp.Or(bytes.Compare(m.pattern(a), m.pattern(b)), cmp.Compare(a, b))
	})
	kept := m.plain[:0]
	for _, at := range m.plain {
		for n := len(kept); n > 0 && m.text[at]&manyDirOnly <= m.text[kept[n-1]]&manyDirOnly && bytes.Equal(m.pattern(kept[n-1]), m.pattern(at)); n-- {
			kept = kept[:n-1]
		}
		kept = append(kept, at)
	}
	m.plain = kept
	return !stopped
}

// last returns the place of the last pattern that matches the entry with that name and path, or -1.
func (m *many) last(path, name []byte, isDir bool) int {
	at := -1
	fits := func(place uint32) bool { return int(place) > at && (isDir || m.text[place]&manyDirOnly == 0) }
	keys := [][]byte{name, slices.Concat([]byte("/"), path)}
	if dot := bytes.LastIndexByte(name, '.'); dot >= 0 {
		keys = append(keys, slices.Concat([]byte("*"), name[dot:]))
	}
	for _, key := range keys {
		i, _ := slices.BinarySearchFunc(m.plain, key, func(place uint32, key []byte) int { return bytes.Compare(m.pattern(place), key) })
		for ; i < len(m.plain) && bytes.Equal(m.pattern(m.plain[i]), key); i++ {
			if fits(m.plain[i]) {
				at = int(m.plain[i])
			}
		}
	}
	for _, place := range slices.Backward(m.globs) {
		if int(place) < at {
			break
		}
		pattern, text := m.pattern(place), name
		if pattern[0] == '/' {
			pattern, text = pattern[1:], path
		}
		if end := pattern[len(pattern)-1]; !fits(place) || strings.IndexByte(`*?]`, end) < 0 && end != text[len(text)-1] {
			continue
		}
		// As in git, a double star after plain text is at the beginning of a pattern.
		literal := bytes.IndexAny(pattern, wildcards)
		if bytes.HasPrefix(text, pattern[:literal]) && wildmatch(string(pattern[literal:]), text[literal:]) {
			return int(place)
		}
	}
	return at
}
