package brace

import "github.com/ct-tools/ct/shared/source"

// quoted reads a string that begins at pos; it gives false if no form of string
// of the language begins so.
func (s *scanner) quoted() bool {
	for i := range s.t.quoted[s.src[s.pos]] {
		q := &s.t.quoted[s.src[s.pos]][i]
		if s.has(s.pos, q.Open) {
			s.text(q, s.pos, s.pos+len(q.Open))
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
			s.pos = from
			return
		}
		s.pos = start
		typed := s.inType()
		f := s.push(0, templateText)
		f.quote, f.typed = q, typed
		f.part.from = start
		s.pos = from
		return
	}
	s.pos = s.textEnd(q, from)
	s.textRead(start)
}

// textRead tells of a string from start to pos.
func (s *scanner) textRead(start int) {
	s.r.Text(source.Span{Start: start, End: s.pos}, source.String)
	s.operand(token{start: start, end: s.pos, kind: literalToken, operand: true})
}

// textEnd finds the end of a string without code in it.
func (s *scanner) textEnd(q *Quote, pos int) int {
	closing := q.Close[0]
	for pos < len(s.src) {
		switch c := s.src[pos]; {
		case c == '\\' && !q.Raw:
			pos++
			if pos < len(s.src) && s.src[pos] == '\r' && pos+1 < len(s.src) && s.src[pos+1] == '\n' {
				pos++
			}
		case c == closing && s.has(pos, q.Close):
			pos += len(q.Close)
			if q.Doubled && s.has(pos, q.Close) {
				break
			}
			return pos
		case c == '\n' && !q.Lines:
			return pos
		}
		pos++
	}
	return min(pos, len(s.src))
}

// literalText goes on with the text around embedded code. It gives false at the
// end of the file.
func (s *scanner) literalText() bool {
	if s.f.ctx == markupText {
		return s.markup()
	}
	q := s.f.quote
	if s.f.part.from < 0 {
		s.f.part.from = s.pos
	}
	for s.pos < len(s.src) {
		c := s.src[s.pos]
		switch {
		case q.End > 0 && s.pos >= q.End:
			s.pos = max(s.pos, q.Behind) // embedded code may have gone on beyond
			s.textClosed()
			return true
		case q.Escape != "" && c == q.Escape[0] && s.has(s.pos, q.Escape):
			s.pos++
		case s.codeBegins(q, c):
			return true
		case c == '\\' && !q.Raw:
			s.pos++
		case c == q.Close[0] && s.has(s.pos, q.Close):
			s.pos += len(q.Close)
			if q.Doubled && s.has(s.pos, q.Close) {
				break
			}
			s.textClosed()
			return true
		case c == '\n' && !q.Lines:
			s.textClosed()
			return true
		}
		s.pos++
	}
	s.pos = len(s.src)
	s.textPiece()
	return false
}

// codeBegins begins the code that c at pos embeds in a string; false if it is text.
func (s *scanner) codeBegins(q *Quote, c byte) bool {
	switch {
	case q.Braced && c == '{' && s.at(s.pos+1) == '$':
		s.textPiece()
		s.pos++
		s.embed('{')
	case q.Code != "" && c == q.Code[0] && s.has(s.pos, q.Code):
		s.textPiece()
		s.pos += len(q.Code)
		s.embed(q.Code[len(q.Code)-1])
	case q.Name != 0 && c == q.Name && s.pos+1 < len(s.src) && s.isLetter(s.src[s.pos+1]):
		s.textPiece()
		s.pos++
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
	s.r.Text(source.Span{Start: p.from, End: s.pos}, source.String)
	p.from = -1
}

// textClosed ends a string with code in it.
func (s *scanner) textClosed() {
	s.textPiece()
	f := s.pop(s.pos)
	s.operand(token{start: f.start, end: s.pos, kind: literalToken, operand: true})
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
	s.set(token{start: s.pos, end: s.pos, kind: openToken, sign: c})
	s.chain = -1
}

// bareName reads the name that stands in a string without brackets.
func (s *scanner) bareName() {
	start := s.pos
	for s.pos < len(s.src) && (s.t.plain[s.src[s.pos]] == letter || s.t.plain[s.src[s.pos]] == digit) {
		s.pos++
	}
	s.r.Word(source.Span{Start: start, End: s.pos}, source.Reference, source.Plain)
	if s.l.Embedded != nil {
		s.l.Embedded(s)
	}
}
