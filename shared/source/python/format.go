package python

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// fields reads the text of an f-string, from s.at on, up to its end or to the expression of its next field; the text
// begins at start. inSpec says that it is the end of a field, with its conversion and format, whose frame is the
// innermost. Quotes within a field are a string of their own (PEP 701); what was valid before that has none there.
func (s *scanner) fields(start int, q quoted, inSpec bool) {
	for s.at < len(s.src) {
		c := s.src[s.at]
		switch {
		case c == q.quote:
			if end := q.closes(s.src, s.at); end >= 0 {
				s.endText(start, end, inSpec)
				return
			}
			s.at++
		case c == '\\':
			s.escape(q)
		case (c == '\n' || c == '\r') && !q.triple:
			s.r.Text(source.Span{Start: start, End: s.at}, source.String)
			s.endLiteral(s.at, false)
			return
		case c == '{' && !inSpec && s.peek(1) == '{':
			s.at += 2
		case c == '{' && s.full(): // too deep to distinguish code from text
			s.at++
		case c == '{':
			s.at++
			s.r.Text(source.Span{Start: start, End: s.at}, source.String)
			s.openField(q, inSpec)
			return
		case c == '}' && inSpec:
			inSpec = s.pop().inSpec
			s.at++
		default:
			s.at++
		}
	}
	s.r.Text(source.Span{Start: start, End: s.at}, source.String)
	s.endLiteral(s.at, false)
}

// endText ends an f-string, and the fields of it that were left open.
func (s *scanner) endText(start, end int, inSpec bool) {
	s.r.Text(source.Span{Start: start, End: end}, source.String)
	for inSpec {
		inSpec = s.pop().inSpec
	}
	s.endLiteral(end, true)
}

// escape passes over a backslash in an f-string and what it escapes: braces only if they name a character.
func (s *scanner) escape(q quoted) {
	next := s.peek(1)
	switch {
	case next == 'N' && !q.raw && s.peek(2) == '{':
		for s.at += 3; ofWord(s.peek(0)) || s.peek(0) == ' ' || s.peek(0) == '-'; {
			s.at++
		}
		if s.peek(0) == '}' {
			s.at++
		}
	case next == '{' || next == '}':
		s.at++
	default:
		s.at = escaped(s.src, s.at)
	}
}

func (s *scanner) openField(q quoted, inSpec bool) {
	s.push(frame{kind: field, call: source.None, opened: len(s.targets), quoted: q, inSpec: inSpec, chain: s.chain})
	if !q.triple {
		s.onOneLine++
	}
	s.before = operator
}

// endField goes on with the text after the brace of a field.
func (s *scanner) endField() {
	f := s.pop()
	start := s.at
	s.at++
	s.fields(start, f.quoted, f.inSpec)
}

// endExpression continues with the =, the conversion or the format after the expression of a field.
func (s *scanner) endExpression(f *frame) { s.fields(s.at, f.quoted, true) }

// endsExpression reports whether = shows the expression of a field: its end, conversion or format follows.
func (s *scanner) endsExpression() bool {
	rest := bytes.TrimLeft(s.src[s.at+1:], " \t\f\r\n")
	return len(rest) > 0 && bytes.IndexByte([]byte("}:!"), rest[0]) >= 0
}
