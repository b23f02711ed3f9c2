package match

import "sync/atomic"

// beside finds what its Matcher finds, and counts in more how many lines other finds besides.
type beside struct {
	Matcher
	other Matcher
	hits  Hits
	more  *atomic.Int64
}

// Beside returns m, which then also adds to more how many lines other finds in the same blocks and m does not: their
// number less that of m. For First only blocks in which m finds nothing count. Neither may be Multiline.
func Beside(m, other Matcher, more *atomic.Int64) Matcher {
	if m.Multiline() || other.Multiline() {
		return m
	}
	return &beside{Matcher: m, other: other, more: more}
}

func (m *beside) Match(b []byte, want Want, h *Hits) error {
	before := h.Lines
	err := m.Matcher.Match(b, want, h)
	found := h.Lines - before
	if err != nil || want == First && found > 0 {
		return err
	}
	m.hits.Reset()
	if m.other.Match(b, Count, &m.hits) == nil { // a timeout of the other reading leaves this one as it is
		m.more.Add(max(0, m.hits.Lines-found))
	}
	return nil
}

func (m *beside) Reset() {
	m.Matcher.Reset()
	m.other.Reset()
}

func (m *beside) Clone() Matcher {
	return &beside{Matcher: m.Matcher.Clone(), other: m.other.Clone(), more: m.more}
}
