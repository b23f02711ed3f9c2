package brace

import "github.com/ct-tools/ct/shared/source"

// regex reads a regular expression at pos.
func (s *scanner) regex() {
	start := s.pos
	if start < s.noRegex {
		s.operator('/')
		return
	}
	s.begin(start, false)
	inClass := false
	for s.pos++; s.pos < len(s.src); s.pos++ {
		switch c := s.src[s.pos]; {
		case c == '\n':
			s.noRegex = s.pos // nor does another one end on this line
			s.pos = start + 1
			s.set(token{start: start, end: s.pos, kind: signToken, sign: '/'})
			return
		case c == '\\':
			s.pos++
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '/' && !inClass:
			for s.pos++; s.pos < len(s.src) && s.isLetter(s.src[s.pos]); s.pos++ {
				continue
			}
			s.r.Text(source.Span{Start: start, End: s.pos}, source.String)
			s.operand(token{start: start, end: s.pos, kind: literalToken, operand: true})
			return
		}
	}
	s.pos = min(s.pos, len(s.src))
	s.operand(token{start: start, end: s.pos, kind: literalToken, operand: true})
}
