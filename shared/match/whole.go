package match

import "bytes"

// whole searches a whole text for terms that can match a newline. A line matches if a match begins on it. The chain of
// matches is followed to its end, because the end of a match decides where the next may begin.
type whole struct {
	terms []term
	best  *merge
	zero  []int
}

func newWhole(terms []term) *whole {
	return &whole{terms: terms, best: newMerge(terms), zero: make([]int, len(terms))}
}

func (m *whole) Multiline() bool { return true }
func (m *whole) Clone() Matcher  { return newWhole(clones(m.terms)) }

func (m *whole) Reset() {
	for _, t := range m.terms {
		t.reset()
	}
}

func (m *whole) Match(b []byte, want Want, h *Hits) error {
	h.grow(len(m.terms))
	for _, t := range m.terms {
		t.begin(want)
	}
	err := m.match(b, want, h)
	for _, t := range m.terms {
		near, _ := t.refused()
		h.Near += near
	}
	return err
}

func (m *whole) match(b []byte, want Want, h *Hits) error {
	end := len(b)
	if len(m.terms) == 1 {
		lines := h.Lines
		err := walk(m.terms[0], b, want, h)
		h.Terms[0] += h.Lines - lines
		return err
	}
	m.best.start(m.zero, end)
	if want == First {
		return m.first(b, h)
	}
	if err := walk(m.best, b, want, h); err != nil {
		return err
	}
	for i, t := range m.terms {
		var own Hits
		if err := walk(t, b, Count, &own); err != nil {
			return err
		}
		h.Terms[i] += own.Lines
	}
	return nil
}

// first records the first match, and every term that has a match on its line.
func (m *whole) first(b []byte, h *Hits) error {
	found := len(h.Spans)
	if err := walk(m.best, b, First, h); err != nil || len(h.Spans) == found {
		return err
	}
	end := LineEnd(b, h.Spans[found].Start)
	for i, t := range m.terms {
		sp, err := m.best.ahead[i], error(nil)
		if sp.Start < 0 && !m.best.out[i] {
			sp, err = t.next(b, 0)
		}
		if err != nil {
			return err
		}
		if sp.Start >= 0 && sp.Start <= end {
			h.Terms[i]++
		}
	}
	return nil
}

// walk records the chain of matches of s in b, a whole text.
func walk(s source, b []byte, want Want, h *Hits) error {
	c := cursor{source: s, from: 0, last: -1}
	for next := 0; ; {
		sp, err := c.match(b)
		if err != nil || sp.Start < 0 || pastLines(b, sp.Start) {
			return err
		}
		if want == Spans {
			h.Matches++
			h.Spans = append(h.Spans, sp)
		}
		if sp.Start < next {
			continue
		}
		next = LineEnd(b, sp.Start) + 1
		h.Lines++
		if want != Spans {
			h.Matches++
		}
		if want == Lines || want == First {
			h.Spans = append(h.Spans, sp)
		}
		if want == First {
			return nil
		}
	}
}

// pastLines reports whether at is after the last line of b: ^ and $ match after a final newline, but there is no line.
func pastLines(b []byte, at int) bool {
	return at == len(b) && (at == 0 || bytes.HasSuffix(b, []byte{'\n'}))
}
