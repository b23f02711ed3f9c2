package match

// several searches line by line for terms that are alternatives. It keeps a position for every term, the next line that
// it matches. Terms whose matches contain known texts are searched for together, the others separately.
type several struct {
	terms []term
	joint *joint // nil if all are searched for separately
	at    []int  // for each term an offset on its next matching line, as from seek; -1 if there is none
	best  *merge
	own   []Span
}

func withJoint(terms []term, j *joint) *several {
	return &several{terms: terms, joint: j, at: make([]int, len(terms)), best: newMerge(terms)}
}

func (m *several) Multiline() bool { return false }

func (m *several) Clone() Matcher {
	terms := clones(m.terms)
	return withJoint(terms, m.joint.clone(terms))
}

func (m *several) Reset() {
	for _, t := range m.terms {
		t.reset()
	}
}

func (m *several) Match(b []byte, want Want, h *Hits) error {
	h.grow(len(m.terms))
	for _, t := range m.terms {
		t.begin(want)
	}
	err := m.lines(b, want, h)
	m.joint.done()
	for _, t := range m.terms {
		near, _ := t.refused()
		h.Near += near
	}
	return err
}

func (m *several) lines(b []byte, want Want, h *Hits) error {
	if err := m.first(b); err != nil {
		return err
	}
	for {
		at := least(m.at)
		if at < 0 {
			return nil
		}
		end := LineEnd(b, at)
		if err := m.line(b[:end], want, h); err != nil || want == First {
			return err
		}
		if err := m.after(b, end); err != nil {
			return err
		}
	}
}

// first finds the first line of every term.
func (m *several) first(b []byte) (err error) {
	for i := range m.at {
		m.at[i] = -1
	}
	for i, t := range m.terms {
		if m.joint.includes(i) {
			continue
		}
		if m.at[i], err = t.seek(b, 0); err != nil {
			return err
		}
	}
	return m.joint.begin(b, m.at)
}

// after finds the next line after end of every term that is not beyond end yet.
func (m *several) after(b []byte, end int) (err error) {
	for i, t := range m.terms {
		if m.joint.includes(i) || m.at[i] < 0 || m.at[i] > end {
			continue
		}
		m.at[i] = -1
		if end+1 < len(b) {
			if m.at[i], err = t.seek(b, end+1); err != nil {
				return err
			}
		}
	}
	return m.joint.after(end, m.at)
}

// least returns the least of the offsets that are not negative, or -1.
func least(offsets []int) int {
	first := -1
	for _, at := range offsets {
		if at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}

// line records the matches on the line that ends with b. At least one term matches it.
func (m *several) line(b []byte, want Want, h *Hits) (err error) {
	for i, t := range m.terms {
		_, toEnd := t.refused()
		if !toEnd || want == First || m.joint.includes(i) || m.at[i] < 0 || m.at[i] > len(b) {
			continue
		}
		if m.own, err = chain(t, b, m.at[i], m.own[:0]); err != nil {
			return err
		}
	}
	found := len(h.Spans)
	if want != Count {
		m.best.start(m.at, len(b))
		if h.Spans, err = take(m.best, b, want, h.Spans); err != nil {
			h.Spans = h.Spans[:found]
			return err
		}
	}
	h.line(want, found)
	for i, at := range m.at {
		if at >= 0 && at <= len(b) {
			h.Terms[i]++
		}
	}
	return nil
}

// take appends to dst the matches of s in b: all for Spans, otherwise the first.
func take(s source, b []byte, want Want, dst []Span) ([]Span, error) {
	if want == Spans {
		return chain(s, b, 0, dst)
	}
	sp, err := s.next(b, 0)
	if err != nil || sp.Start < 0 {
		return dst, err
	}
	return append(dst, sp), nil
}

// merge is the source of the matches of several terms: the leftmost match, and among those that
// start together the match of the first term. After start, next must be called with ascending from.
type merge struct {
	terms []term
	ahead []Span // for each term its next match; Start is -1 if it was not searched for yet
	low   []int  // for each term an offset before which it has no match
	out   []bool // the term has no match left
}

func newMerge(terms []term) *merge {
	n := len(terms)
	return &merge{terms, make([]Span, n), make([]int, n), make([]bool, n)}
}

// start begins a search up to end. Term i has no match before at[i], none at all if that is negative or beyond end.
func (m *merge) start(at []int, end int) {
	for i := range m.terms {
		m.ahead[i], m.low[i], m.out[i] = none, at[i], at[i] < 0 || at[i] > end
	}
}

func (m *merge) next(b []byte, from int) (Span, error) {
	best := none
	for i, t := range m.terms {
		if best.Start == from {
			break // a later term cannot win, and finding its match may take long
		}
		if m.out[i] {
			continue
		}
		if m.ahead[i].Start < from {
			sp, err := t.next(b, max(from, m.low[i]))
			if err != nil {
				return none, err
			}
			m.ahead[i], m.out[i] = sp, sp.Start < 0
		}
		if sp := m.ahead[i]; sp.Start >= 0 && (best.Start < 0 || sp.Start < best.Start) {
			best = sp
		}
	}
	return best, nil
}
