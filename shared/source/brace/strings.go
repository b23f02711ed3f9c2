package brace

import "github.com/ct-tools/ct/shared/source"

// quoted reads a string that begins at pos; it gives false if no form of string
// of the language begins so.
func (s *scanner) quoted() bool {
	for i := range s.t.quoted[s.Src[s.Pos]] {
		q := &s.t.quoted[s.Src[s.Pos]][i]
		if s.Has(s.Pos, q.Open) {
			s.text(q, s.Pos, s.Pos+len(q.Open))
			return true
		}
	}
	return false
}

// text reads a string of the form q that begins at start, prefix included, and
// whose text begins at from. Hooks call it for strings with prefixes.
func (s *scanner) text(q *Quote, start, from int) {
	s.begin(start, false)
	if q.Code != "" || q.Name != 0 || q.Braced {
		if len(s.frames) >= maxDepth {
			s.Pos = from
			return
		}
		s.Pos = start
		typed := s.inType()
		f := s.push(0, templateText)
		f.quote, f.typed = q, typed
		f.part.from = start
		s.Pos = from
		return
	}
	s.Pos = s.textEnd(q, from)
	s.textRead(start)
}

// textRead tells of a string from start to pos.
func (s *scanner) textRead(start int) {
	s.Rec.Text(source.Span{Start: start, End: s.Pos}, source.String)
	s.operand(token{start: start, end: s.Pos, kind: literalToken, operand: true})
}

// textEnd finds the end of a string without code in it.
func (s *scanner) textEnd(q *Quote, pos int) int {
	closing := q.Close[0]
	for pos < len(s.Src) {
		switch c := s.Src[pos]; {
		case c == '\\' && !q.Raw:
			pos++
			if pos < len(s.Src) && s.Src[pos] == '\r' && pos+1 < len(s.Src) && s.Src[pos+1] == '\n' {
				pos++
			}
		case c == closing && s.Has(pos, q.Close):
			pos += len(q.Close)
			if q.Doubled && s.Has(pos, q.Close) {
				break
			}
			return pos
		case c == '\n' && !q.Lines:
			return pos
		}
		pos++
	}
	return min(pos, len(s.Src))
}

// literalText goes on with the text around embedded code. It gives false at the
// end of the file.
func (s *scanner) literalText() bool {
	if s.f.ctx == markupText {
		return s.markup()
	}
	q := s.f.quote
	if s.f.part.from < 0 {
		s.f.part.from = s.Pos
	}
	for s.Pos < len(s.Src) {
		c := s.Src[s.Pos]
		switch {
		case q.End > 0 && s.Pos >= q.End:
			s.Pos = max(s.Pos, q.Behind) // embedded code may have gone on beyond
			s.textClosed()
			return true
		case q.Escape != "" && c == q.Escape[0] && s.Has(s.Pos, q.Escape):
			s.Pos++
		case s.codeBegins(q, c):
			return true
		case c == '\\' && !q.Raw:
			s.Pos++
		case c == q.Close[0] && s.Has(s.Pos, q.Close):
			s.Pos += len(q.Close)
			if q.Doubled && s.Has(s.Pos, q.Close) {
				break
			}
			s.textClosed()
			return true
		case c == '\n' && !q.Lines:
			s.textClosed()
			return true
		}
		s.Pos++
	}
	s.Pos = len(s.Src)
	s.textPiece()
	return false
}

// codeBegins begins the code that c at pos embeds in a string; false if it is text.
func (s *scanner) codeBegins(q *Quote, c byte) bool {
	switch {
	case q.Braced && c == '{' && s.At(s.Pos+1) == '$':
		s.textPiece()
		s.Pos++
		s.embed('{')
	case q.Code != "" && c == q.Code[0] && s.Has(s.Pos, q.Code):
		s.textPiece()
		s.Pos += len(q.Code)
		s.embed(q.Code[len(q.Code)-1])
	case q.Name != 0 && c == q.Name && s.Pos+1 < len(s.Src) && s.isLetter(s.Src[s.Pos+1]):
		s.textPiece()
		s.Pos++
		s.bareName()
	default:
		return false
	}
	return true
}

// textPiece tells of the text up to pos. The next piece begins where the code
// behind it ends.
func (s *scanner) textPiece() {
	p := &s.f.part
	s.Rec.Text(source.Span{Start: p.from, End: s.Pos}, source.String)
	p.from = -1
}

// textClosed ends a string with code in it.
func (s *scanner) textClosed() {
	s.textPiece()
	f := s.pop(s.Pos)
	s.operand(token{start: f.start, end: s.Pos, kind: literalToken, operand: true})
}

// embed begins code within a string or markup; c is its bracket, which was read.
func (s *scanner) embed(c byte) {
	if len(s.frames) >= maxDepth {
		s.over++
		return
	}
	typed := s.f.typed
	f := s.push(c, code)
	f.typed = typed
	f.part.phase = expression
	s.set(token{start: s.Pos, end: s.Pos, kind: openToken, sign: c})
	s.chain = -1
}

// bareName reads the name that stands in a string without brackets.
func (s *scanner) bareName() {
	start := s.Pos
	for s.Pos < len(s.Src) && (s.t.plain[s.Src[s.Pos]] == letter || s.t.plain[s.Src[s.Pos]] == digit) {
		s.Pos++
	}
	s.Rec.Word(source.Span{Start: start, End: s.Pos}, source.Reference, source.Plain)
	if s.l.Embedded != nil {
		s.l.Embedded(s)
	}
}
