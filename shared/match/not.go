package match

import (
	"bytes"
	"sync/atomic"
)

// Not returns a Matcher of the lines that m does not match, which is not Multiline and must not be used otherwise. Its
// matches are empty, at the start of each such line. It adds to matched, one for each pattern of m, how many lines that
// pattern matches.
func Not(m Matcher, matched []atomic.Int64) Matcher { return &not{inner: m, matched: matched} }

type not struct {
	inner   Matcher
	found   Hits
	matched []atomic.Int64
}

func (m *not) Multiline() bool { return false }
func (m *not) Reset()          { m.inner.Reset() }
func (m *not) Clone() Matcher  { return Not(m.inner.Clone(), m.matched) }

func (m *not) Match(b []byte, want Want, h *Hits) error {
	m.found.Reset()
	of := Lines
	if want == Count {
		of = Count
	}
	if err := m.inner.Match(b, of, &m.found); err != nil {
		return err
	}
	for i, n := range m.found.Terms {
		m.matched[i].Add(n)
	}
	if want == Count {
		all := int64(bytes.Count(b, []byte{'\n'}))
		if len(b) > 0 && b[len(b)-1] != '\n' {
			all++
		}
		h.Lines += all - m.found.Lines
		h.Matches += all - m.found.Lines
		return nil
	}
	matches := m.found.Spans
	for at := 0; at < len(b); {
		end := LineEnd(b, at)
		if len(matches) > 0 && matches[0].Start <= end {
			matches = matches[1:] // of Lines each line has one
		} else {
			h.Lines++
			h.Matches++
			h.Spans = append(h.Spans, Span{at, at})
			if want == First {
				return nil
			}
		}
		at = end + 1
	}
	return nil
}
