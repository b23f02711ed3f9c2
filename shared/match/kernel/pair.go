package kernel

import (
	"bytes"

	"github.com/ct-tools/ct/shared/match/frequency"
)

// Pair finds a text by two of its bytes, the rarest ones. Positions with both bytes at their
// distance are few, and only there is the text compared.
//
// Source: Muła, "SIMD-friendly algorithms for substring searching", the generic form; choosing the
// two bytes by their frequency is from Gallant's memchr ("packed pair").
type Pair struct {
	text          []byte
	first, second int // offsets in text of the two bytes, first <= second
	rare          int // the one of these whose byte is rarer
}

// NewPair returns the Pair that finds text, which has at least one byte.
func NewPair(text []byte) *Pair {
	rare, other := rarest(text)
	return &Pair{text: bytes.Clone(text), first: min(rare, other), second: max(rare, other), rare: rare}
}

// rarest returns the offset in text of the rarest byte, and of the rarest among those that differ from it. If there are
// none, other is the offset of the first or last byte, whichever is farther away.
func rarest(text []byte) (rare, other int) {
	for i, c := range text {
		if frequency.Bits(c) > frequency.Bits(text[rare]) {
			rare = i
		}
	}
	if last := len(text) - 1; rare <= last/2 {
		other = last
	}
	for i, c := range text {
		if c == text[rare] {
			continue
		}
		if text[other] == text[rare] || frequency.Bits(c) > frequency.Bits(text[other]) {
			other = i
		}
	}
	return rare, other
}

// Index returns the start of the first occurrence in b at or after from, or -1.
func (p *Pair) Index(b []byte, from int) int {
	if len(p.text) == 1 {
		i := bytes.IndexByte(b[from:], p.text[0])
		if i < 0 {
			return -1
		}
		return from + i
	}
	return p.index(b, from)
}

// The plain search looks for the whole text instead once it has met more than patience false
// candidates of the rarest byte, plus one for each bytesEach bytes passed.
const (
	patience  = 8
	bytesEach = 16
)

func (p *Pair) plain(b []byte, from int) int {
	rare := p.text[p.rare]
	last := len(b) - len(p.text)
	refused := 0
	for s := from; s <= last; s++ {
		i := bytes.IndexByte(b[s+p.rare:last+p.rare+1], rare)
		if i < 0 {
			return -1
		}
		s += i
		if p.at(b, s) {
			return s
		}
		if refused++; refused > patience+(s-from)/bytesEach {
			s++
			if i = bytes.Index(b[s:], p.text); i < 0 {
				return -1
			}
			return s + i
		}
	}
	return -1
}

// at reports whether the text starts at s. b must be long enough.
func (p *Pair) at(b []byte, s int) bool { return string(b[s:s+len(p.text)]) == string(p.text) }
