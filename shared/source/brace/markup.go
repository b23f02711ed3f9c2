package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// element opens the tag that begins at pos, if < begins one.
func (s *scanner) element() bool {
	after := s.Pos + 1
	if after >= len(s.Src) || !s.IsLetter(s.Src[after]) && s.Src[after] != '>' || s.l.Generics && s.GenericArrow(after) {
		return false
	}
	s.begin(s.Pos, false)
	s.f.part.isExpression()
	s.pushTag()
	return true
}

// pushTag opens the tag at pos.
func (s *scanner) pushTag() {
	if len(s.frames) >= maxDepth {
		s.Pos++
		return
	}
	s.push('<', tag)
	s.f.part.phase = expression
	s.opened('<')
}

// tagEnd reads the > of a tag: after a tag that opens stands text.
func (s *scanner) tagEnd() {
	s.Pos++
	if !s.f.closing {
		s.f.ctx, s.f.sign = markupText, 0
		return
	}
	f := s.pop(s.Pos)
	s.operand(token{start: f.start, end: s.Pos, kind: closeToken, sign: '>', operand: true})
}

// markup reads text between tags. It returns false at the end of the file.
func (s *scanner) markup() bool {
	start := s.Pos
	at := bytes.IndexAny(s.Src[start:], "<{")
	if at < 0 {
		at = len(s.Src) - start
	}
	s.Pos += at
	text := s.Src[start:s.Pos]
	from := start + len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	s.Rec.Text(source.Span{Start: from, End: start + len(bytes.TrimRight(text, " \t\r\n"))}, source.String)
	switch {
	case s.Pos >= len(s.Src):
		return false
	case s.Src[s.Pos] == '{':
		s.Pos++
		s.embed('{')
	case s.Has(s.Pos, "</"):
		s.Pos++
		s.f.ctx, s.f.sign, s.f.closing = tag, '<', true
		s.signRead(1, '/')
	default:
		s.pushTag()
	}
	return true
}

// tagWord reads a name in a tag; it may have hyphens.
func (s *scanner) tagWord(at source.Span) {
	s.Pos = s.TagNameEnd(s.Pos)
	at.End = s.Pos
	s.begin(at.Start, true)
	s.nameRead(at, source.Reference)
}
