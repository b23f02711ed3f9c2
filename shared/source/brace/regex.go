package brace

import "github.com/ct-tools/ct/shared/source"

// regex reads a regular expression at pos.
func (s *scanner) regex() {
	start := s.Pos
	if start < s.noRegex {
		s.operator('/')
		return
	}
	s.begin(start, false)
	inClass := false
	for s.Pos++; s.Pos < len(s.Src); s.Pos++ {
		switch c := s.Src[s.Pos]; {
		case c == '\n':
			s.noRegex = s.Pos // nor does another one end on this line
			s.Pos = start + 1
			s.set(token{start: start, end: s.Pos, kind: signToken, sign: '/'})
			return
		case c == '\\':
			s.Pos++
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		case c == '/' && !inClass:
			for s.Pos++; s.Pos < len(s.Src) && s.isLetter(s.Src[s.Pos]); s.Pos++ {
				continue
			}
			s.Rec.Text(source.Span{Start: start, End: s.Pos}, source.String)
			s.operand(token{start: start, end: s.Pos, kind: literalToken, operand: true})
			return
		}
	}
	s.Pos = min(s.Pos, len(s.Src))
	s.operand(token{start: start, end: s.Pos, kind: literalToken, operand: true})
}
