package kernel

import (
	"bytes"

	"github.com/ct-tools/ct/shared/match/frequency"
)

// A Pair finds a text by two of its bytes, the rarest ones. Places where both
// stand at their distance are few, and only there is the text compared.
//
// Source: Muła, "SIMD-friendly algorithms for substring searching", the generic
// form; that the two bytes are chosen by their frequency is from Gallant's
// memchr ("packed pair").
type Pair struct {
	text          []byte
	first, second int // offsets in text of the two bytes, first <= second
	rare          int // the one of these whose byte is rarer
}

// NewPair makes the Pair that finds text, which has at least one byte.
func NewPair(text []byte) *Pair {
	rare, other := rarest(text)
	return &Pair{
		text:   bytes.Clone(text),
		first:  min(rare, other),
		second: max(rare, other),
		rare:   rare,
	}
}

// rarest gives the offset in text of the byte that is rarest, and of the
// rarest among those that differ from it; if there are none, the offset of the
// first byte or the last, whichever is farther from it.
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

// Index gives the start of the first occurrence in b at or after from, or -1.
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

// patience is how many false candidates of the rarest byte the plain search
// bears at once, and bytesEach how many bytes it has to have come along for
// each further one, before it looks for the whole text instead.
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

// at reports whether the text starts at s, from where b has room for it.
func (p *Pair) at(b []byte, s int) bool {
	return string(b[s:s+len(p.text)]) == string(p.text)
}
