package match

import "bytes"

// MostSets is the maximum number of matchers of Sets.
const MostSets = 64

// Sets finds on which lines of a file each of several matchers finds something. Like a Matcher it gets one block after
// another and is used by one goroutine.
type Sets struct {
	each  []Matcher
	hits  []Hits
	lines int64 // that ended before the current block
	at    int   // the lines of the current block are counted up to here
	seen  int64 // lines of the current block up to at
}

// NewSets returns the Sets of at most MostSets matchers, which must not be used otherwise.
func NewSets(each ...Matcher) *Sets {
	return &Sets{each: each, hits: make([]Hits, len(each))}
}

// Clone returns the Sets of the same matchers for another goroutine.
func (s *Sets) Clone() *Sets {
	each := make([]Matcher, len(s.each))
	for i, m := range s.each {
		each[i] = m.Clone()
	}
	return NewSets(each...)
}

// Multiline reports whether a match of any matcher can contain a newline.
func (s *Sets) Multiline() bool {
	for _, m := range s.each {
		if m.Multiline() {
			return true
		}
	}
	return false
}

// Reset begins a new file.
func (s *Sets) Reset() {
	for _, m := range s.each {
		m.Reset()
	}
	s.lines = 0
}

// Near adds to h how many occurrences the matchers refused in the last block (Hits.Near).
func (s *Sets) Near(h *Hits) {
	for i := range s.hits {
		h.Near += s.hits[i].Near
	}
}

// Match calls see for each line of block on which a match begins, in order, with its number in the file, from 1, a bit
// for each matcher, and the line without its newline, until see returns false. of has the bits of the matchers that are
// asked. The error is that of a matcher; see then got no line of the block.
func (s *Sets) Match(block []byte, of uint64, see func(line int64, set uint64, text []byte) bool) error {
	for i, m := range s.each {
		s.hits[i].Reset()
		if of>>i&1 == 0 {
			continue
		}
		if err := m.Match(block, Lines, &s.hits[i]); err != nil {
			return err
		}
	}
	s.at, s.seen = 0, 0
	s.merge(block, see)
	s.lines += s.seen + int64(bytes.Count(block[s.at:], []byte{'\n'}))
	return nil
}

// merge calls see for the lines of s.hits.
func (s *Sets) merge(block []byte, see func(line int64, set uint64, text []byte) bool) {
	next := make([]int, len(s.hits)) // for each matcher the span of its next line
	for {
		first := -1
		for i := range s.hits {
			if spans := s.hits[i].Spans; next[i] < len(spans) && (first < 0 || spans[next[i]].Start < first) {
				first = spans[next[i]].Start
			}
		}
		if first < 0 {
			return
		}
		start, end := LineStart(block, 0, first), LineEnd(block, first)
		set := uint64(0)
		for i := range s.hits {
			for spans := s.hits[i].Spans; next[i] < len(spans) && spans[next[i]].Start <= end; next[i]++ {
				set |= 1 << i
			}
		}
		s.seen += int64(bytes.Count(block[s.at:start], []byte{'\n'}))
		s.at = start
		if !see(s.lines+s.seen+1, set, block[start:end]) {
			return
		}
	}
}
