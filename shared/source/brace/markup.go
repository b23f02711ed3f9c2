package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// element opens the tag that begins at pos, if < begins one.
func (s *scanner) element() bool {
	after := s.Pos + 1
	if after >= len(s.Src) || !s.isLetter(s.Src[after]) && s.Src[after] != '>' {
		return false
	}
	if s.l.Generics && s.genericArrow(after) {
		return false
	}
	s.begin(s.Pos, false)
	if p := &s.f.part; p.phase == fresh {
		p.phase = expression
	}
	s.pushTag()
	return true
}

// genericArrow tells whether type parameters begin at pos, behind <, and not
// the name of an element: <T,> or <T extends U>.
func (s *scanner) genericArrow(pos int) bool {
	for end := min(pos+128, len(s.Src)); pos < end && (s.isLetter(s.Src[pos]) || s.t.plain[s.Src[pos]] == digit); pos++ {
		continue
	}
	at := s.SkipBlank(pos)
	return s.Has(at, ",") || at > pos && s.Has(at, "extends") && !s.isLetter(s.Next(at+7)) || at > pos && s.Has(at, "extends ")
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

// tagSlash reads / in a tag.
func (s *scanner) tagSlash() {
	s.f.closing = true
	s.passed('/')
}

// tagEnd reads the > of a tag: behind a tag that opens stands text.
func (s *scanner) tagEnd() {
	s.Pos++
	if !s.f.closing {
		s.f.ctx, s.f.sign = markupText, 0
		return
	}
	f := s.pop(s.Pos)
	s.operand(token{start: f.start, end: s.Pos, kind: closeToken, sign: '>', operand: true})
}

// markup reads text between tags. It gives false at the end of the file.
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
		s.Pos += 2
		s.f.ctx, s.f.sign, s.f.closing = tag, '<', true
		s.set(token{start: s.Pos - 1, end: s.Pos, kind: signToken, sign: '/'})
		s.chain = -1
	default:
		s.pushTag()
	}
	return true
}

// tagWord reads a name in a tag; it may have hyphens.
func (s *scanner) tagWord(at source.Span) {
	for s.Pos < len(s.Src) && (s.Src[s.Pos] == '-' || s.isLetter(s.Src[s.Pos]) || s.t.plain[s.Src[s.Pos]] == digit) {
		s.Pos++
	}
	at.End = s.Pos
	s.begin(at.Start, true)
	s.nameRead(at, source.Reference)
}
