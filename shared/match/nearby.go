package match

import (
	"math/bits"

	"github.com/ct-tools/ct/shared/pattern"
)

// nearby finds what its Matcher finds, and which pairs of patterns match within some lines of each other.
type nearby struct {
	Matcher
	sets   *Sets
	within int64
	terms  int

	// The state of the file.
	had  uint64  // patterns that matched
	last []int64 // of each pattern, the line of its last match
	near []bool  // of each pair, whether it was found
}

// Nearby returns a Matcher of patterns as New does, for searches of whole files without a maximum of lines. Its Hits.Terms
// go on after those of the patterns: for each pair of two patterns a < b, in the order of a and then b, there is a 1 for a file
// in which the smallest window that has a match of both spans at most within lines.
func Nearby(within int64, patterns ...*pattern.Pattern) (Matcher, error) {
	m, err := New(patterns...)
	if err != nil {
		return nil, err
	}
	each := make([]Matcher, len(patterns))
	for i, p := range patterns {
		if each[i], err = New(p); err != nil {
			return nil, err
		}
	}
	return newNearby(m, NewSets(each...), within, len(patterns)), nil
}

func newNearby(m Matcher, sets *Sets, within int64, terms int) *nearby {
	return &nearby{Matcher: m, sets: sets, within: within, terms: terms, last: make([]int64, terms), near: make([]bool, terms*(terms-1)/2)}
}

func (m *nearby) Clone() Matcher {
	return newNearby(m.Matcher.Clone(), m.sets.Clone(), m.within, m.terms)
}

func (m *nearby) Reset() {
	m.Matcher.Reset()
	m.sets.Reset()
	m.had = 0
	clear(m.last)
	clear(m.near)
}

func (m *nearby) Match(b []byte, want Want, h *Hits) error {
	h.grow(m.terms + len(m.near))
	before := append([]int64(nil), h.Terms[:m.terms]...)
	if err := m.Matcher.Match(b, want, h); err != nil {
		return err
	}
	set := uint64(0)
	for i, n := range before {
		if h.Terms[i] > n {
			set |= 1 << i
		}
	}
	m.had |= set
	if h.Last && bits.OnesCount64(m.had) < 2 {
		return nil
	}
	return m.sets.Match(b, set, func(line int64, set uint64, _ []byte) bool {
		m.line(line, set, h.Terms[m.terms:])
		return true
	})
}

// line records a line on which the patterns of a set match, and counts the pairs that were not found before.
func (m *nearby) line(line int64, set uint64, counts []int64) {
	for i := range m.last {
		if set>>i&1 == 1 {
			m.last[i] = line
		}
	}
	pair := 0
	for a := range m.last {
		for b := a + 1; b < m.terms; b, pair = b+1, pair+1 {
			first := min(m.last[a], m.last[b])
			if (set>>a|set>>b)&1 == 0 || first == 0 || m.near[pair] || line-first >= m.within {
				continue
			}
			m.near[pair] = true
			counts[pair]++
		}
	}
}
