package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// quoted reads a string that begins at pos; it returns false if no form of string of the language begins so.
func (s *scanner) quoted() bool {
	forms := s.t.quoted[s.Src[s.Pos]]
	for i := range forms {
		if q := &forms[i]; s.Has(s.Pos, q.Open) {
			s.text(q, s.Pos, s.Pos+len(q.Open))
			return true
		}
	}
	return false
}

// text reads a string of the form q that begins at start, prefix included, and whose text begins at
// from. Hooks call it for strings with prefixes.
func (s *scanner) text(q *cursor.Quote, start, from int) {
	if s.calls && s.l.Tags && q.Open == "`" {
		s.tagged()
	}
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
	s.Pos, _ = s.TextEnd(q, from)
	s.textRead(start)
}

// textRead reports a string from start to pos.
func (s *scanner) textRead(start int) {
	s.Rec.Text(source.Span{Start: start, End: s.Pos}, source.String)
	s.operand(token{start: start, end: s.Pos, kind: literalToken, operand: true})
}

// literalText goes on with the text around embedded code. It returns false at the end of the file.
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
			s.Pos = max(s.Pos, q.After) // embedded code may have gone on beyond
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
func (s *scanner) codeBegins(q *cursor.Quote, c byte) bool {
	switch {
	case q.Braced && c == '{' && s.At(s.Pos+1) == '$':
		s.textPiece()
		s.Pos++
		s.embed('{')
	case q.Code != "" && c == q.Code[0] && s.Has(s.Pos, q.Code):
		s.textPiece()
		s.Pos += len(q.Code)
		s.embed(q.Code[len(q.Code)-1])
	case q.Name != 0 && c == q.Name && s.Pos+1 < len(s.Src) && s.IsLetter(s.Src[s.Pos+1]):
		s.textPiece()
		s.Pos++
		s.bareName()
	default:
		return false
	}
	return true
}

// textPiece reports the text up to pos. The next piece begins where the code after it ends.
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

// bareName reads the name that is in a string without brackets.
func (s *scanner) bareName() {
	start := s.Pos
	s.Pos = s.NameEnd(start)
	s.Rec.Word(source.Span{Start: start, End: s.Pos}, source.Reference, source.Plain)
	if s.l.Embedded != nil {
		s.l.Embedded(s)
	}
}

// number reads a number at pos.
func (s *scanner) number() {
	start := s.Pos
	s.begin(start, false)
	s.Pos = s.NumberEnd(start, s.access)
	s.operand(token{start: start, end: s.Pos, kind: literalToken, operand: true})
}

// operand makes what was read, a value without a name, the last token.
func (s *scanner) operand(t token) {
	if p := &s.f.part; p.phase == fresh {
		p.phase = expression
		if s.f.ctx == members || s.f.ctx == literal || s.f.ctx == pattern && s.f.sign == '{' {
			p.phase = named
		}
	}
	s.set(t)
	s.chain = -1
}

// regex reads a regular expression at pos.
func (s *scanner) regex() {
	start := s.Pos
	if start < s.noRegex {
		s.operator('/')
		return
	}
	s.begin(start, false)
	end, ok := s.RegexEnd(start)
	switch {
	case ok:
		s.Pos = end
		s.textRead(start)
	case end < len(s.Src):
		s.noRegex = end // nor does another one end on this line
		s.Pos = start + 1
		s.set(token{start: start, end: s.Pos, kind: signToken, sign: '/'})
	default:
		s.Pos = len(s.Src)
		s.operand(token{start: start, end: s.Pos, kind: literalToken, operand: true})
	}
}

// comment reads a comment that begins at pos, if one does.
func (s *scanner) comment() bool {
	start := s.Pos
	switch {
	case s.Has(start, "/*"):
		s.Pos = s.BlockEnd(start+2, s.l.NestedComments)
	default:
		found := false
		for _, open := range s.l.Operands.Comments {
			found = found || s.Has(start, open)
		}
		if !found {
			return false
		}
		s.PassLine()
	}
	s.commented(source.Span{Start: start, End: s.Pos})
	return true
}

// commented reports a comment and keeps it as the documentation of what follows, if it is such.
func (s *scanner) commented(at source.Span) {
	s.Rec.Text(at, source.Comment)
	s.newline = s.newline || bytes.IndexByte(s.Src[at.Start:at.End], '\n') >= 0
	for _, open := range s.l.DocComments {
		if !s.Has(at.Start, open) {
			continue
		}
		// Lines of one comment: the first that says something is its summary.
		if s.doc.End > 0 && !s.Has(at.Start, "/*") {
			return
		}
		s.doc = s.Summary(source.Span{Start: at.Start + len(open), End: at.End})
		return
	}
}
