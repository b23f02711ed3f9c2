package match

import (
	"math"
	"unicode/utf8"
)

// single searches line by line for one term.
type single struct{ term term }

func (m *single) Multiline() bool { return false }
func (m *single) Reset()          { m.term.reset() }
func (m *single) Clone() Matcher  { return &single{term: m.term.clone()} }

func (m *single) Match(b []byte, want Want, h *Hits) error {
	h.grow(1)
	m.term.begin(want)
	err := m.lines(b, want, h)
	near, _ := m.term.refused()
	h.Near += near
	return err
}

func (m *single) lines(b []byte, want Want, h *Hits) error {
	_, toEnd := m.term.refused()
	for from := 0; from < len(b); {
		at, err := m.term.seek(b, from)
		if at < 0 || err != nil {
			return err
		}
		end := LineEnd(b, at)
		found, beyond := len(h.Spans), int64(0)
		switch {
		case want == Spans, want != First && toEnd:
			h.Spans, beyond, err = chainTo(m.term, b[:end], at, h.Most, h.Spans)
		case want != Count:
			var sp Span
			if sp, err = m.term.next(b[:end], at); err == nil {
				h.Spans = append(h.Spans, sp)
			}
		}
		if err != nil {
			h.Spans = h.Spans[:found]
			return err
		}
		h.line(want, found)
		if want == Spans {
			h.Matches += beyond
		}
		h.Terms[0]++
		if want == First {
			return nil
		}
		from = end + 1
	}
	return nil
}

// line counts a matching line whose spans are h.Spans[found:], and keeps as many of the spans as are wanted.
func (h *Hits) line(want Want, found int) {
	h.Lines++
	switch want {
	case Spans:
		h.Matches += int64(len(h.Spans) - found)
		return
	case Count:
		h.Spans = h.Spans[:found]
	default:
		h.Spans = h.Spans[:min(found+1, len(h.Spans))]
	}
	h.Matches++
}

// source returns matches one after another. Every term is a source.
type source interface {
	next(b []byte, from int) (Span, error)
}

// chain appends to dst the matches in b from offset from on, as regexp's All functions choose them: from the end of the
// last match, a character further if it was empty, and without an empty match directly after another.
func chain(s source, b []byte, from int, dst []Span) ([]Span, error) {
	dst, _, err := chainTo(s, b, from, 0, dst)
	return dst, err
}

// chainTo is chain, but appends at most most matches (0 = all) and counts the rest in beyond.
func chainTo(s source, b []byte, from, most int, dst []Span) (_ []Span, beyond int64, err error) {
	bound := math.MaxInt
	if most > 0 {
		bound = len(dst) + most
	}
	for c := (cursor{source: s, from: from, last: -1}); ; {
		sp, err := c.match(b)
		if err != nil || sp.Start < 0 {
			return dst, beyond, err
		}
		if len(dst) == bound {
			beyond++
			continue
		}
		dst = append(dst, sp)
	}
}

// cursor iterates over the chain of matches of a source.
type cursor struct {
	source source
	from   int // where the next search begins
	last   int // end of the previous match, or -1
}

// match returns the next match of the chain, or none.
func (c *cursor) match(b []byte) (Span, error) {
	for c.from <= len(b) {
		sp, err := c.source.next(b, c.from)
		if err != nil || sp.Start < 0 {
			return none, err
		}
		empty, abuts := sp.Start == sp.End, sp.Start == c.last
		c.from, c.last = sp.End, sp.End
		if empty {
			c.from += step(b[sp.End:])
		}
		if !empty || !abuts {
			return sp, nil
		}
	}
	return none, nil
}

// step returns the length of the first character of b, or 1 if b is empty.
func step(b []byte) int {
	if len(b) == 0 || b[0] < utf8.RuneSelf {
		return 1
	}
	_, n := utf8.DecodeRune(b)
	return n
}

// bounds caches the bounds of a line, so that the ends of a long one are not searched for again at every match.
type bounds struct{ start, end int }

// unknown is the empty cache.
var unknown = bounds{-1, -1}

// of returns the bounds of the line that contains at. b is the block up to its end or a line's; l is reset between blocks.
func (l *bounds) of(b []byte, at int) (start, end int) {
	if at < l.start || at > l.end || l.end > len(b) {
		*l = bounds{LineStart(b, 0, at), LineEnd(b, at)}
	}
	return l.start, l.end
}

// memo caches the result of judge for one line. It is the same for all occurrences on that line.
type memo struct{ line, at int }

// noLine is the empty memo.
var noLine = memo{-1, -1}

// judge returns the cached result for the line that begins at first, or calls verdict and caches its result.
func (m *memo) judge(first int, verdict func() (int, error)) (int, error) {
	if m.line == first {
		return m.at, nil
	}
	at, err := verdict()
	if err != nil {
		return -1, err
	}
	*m = memo{first, at}
	return at, nil
}
