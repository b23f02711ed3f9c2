package match

import (
	"bytes"
	"encoding/binary"
	"unicode/utf8"
)

// exact finds text byte by byte.
type exact []byte

func (x exact) find(b []byte, from int) (start, end int) {
	if from > len(b) {
		return -1, -1
	}
	at := bytes.Index(b[from:], x)
	if at < 0 {
		return -1, -1
	}
	return from + at, from + at + len(x)
}

// firstByte gives the offset at or after from of the first byte of b that is
// in set, or -1. The bytes are looked for one after another in windows that
// grow, so that a rare one is not looked for to the end of b each time a
// frequent one is found.
func firstByte(b []byte, from int, set []byte) int {
	if len(set) == 1 {
		if i := bytes.IndexByte(b[from:], set[0]); i >= 0 {
			return from + i
		}
		return -1
	}
	for window := 256; from < len(b); window = min(2*window, 1<<16) {
		end := min(from+window, len(b))
		limit := end
		for _, c := range set {
			if i := bytes.IndexByte(b[from:limit], c); i >= 0 {
				limit = from + i
			}
		}
		if limit < end {
			return limit
		}
		from = end
	}
	return -1
}

// anyOf finds the first of several texts, whichever it is, in windows as
// firstByte does. Its end is that of the text found there, of several that
// start together any.
type anyOf struct {
	texts   []finder
	longest int // bytes that an occurrence may have at most
}

func (f *anyOf) find(b []byte, from int) (start, end int) {
	for window := 1 << 10; from < len(b); window = min(2*window, 1<<16) {
		start, end = -1, -1
		edge := min(from+window, len(b))
		limit := edge
		for _, t := range f.texts {
			s, e := t.find(b[:min(limit+f.longest, len(b))], from)
			if s >= 0 && s < limit {
				start, end, limit = s, e, s
			}
		}
		if start >= 0 {
			return start, end
		}
		from = edge
	}
	return -1, -1
}

// beyondASCII finds bytes that are not ASCII.
type beyondASCII struct{}

func (beyondASCII) find(b []byte, from int) (start, end int) {
	const high = 0x8080808080808080 // the highest bit of each of 8 bytes
	for from+8 <= len(b) && binary.LittleEndian.Uint64(b[from:])&high == 0 {
		from += 8
	}
	for ; from < len(b); from++ {
		if b[from] >= utf8.RuneSelf {
			return from, from + 1
		}
	}
	return -1, -1
}
