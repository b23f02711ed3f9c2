package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// element opens the tag that begins at pos, if < begins one.
func (s *scanner) element() bool {
	after := s.pos + 1
	if after >= len(s.src) || !s.isLetter(s.src[after]) && s.src[after] != '>' {
		return false
	}
	if s.l.Generics && s.genericArrow(after) {
		return false
	}
	s.begin(s.pos, false)
	if p := &s.f.part; p.phase == fresh {
		p.phase = expression
	}
	s.pushTag()
	return true
}

// genericArrow tells whether type parameters begin at pos, behind <, and not
// the name of an element: <T,> or <T extends U>.
func (s *scanner) genericArrow(pos int) bool {
	for end := min(pos+128, len(s.src)); pos < end && (s.isLetter(s.src[pos]) || s.t.plain[s.src[pos]] == digit); pos++ {
		continue
	}
	at := s.skipBlank(pos)
	return s.has(at, ",") || at > pos && s.has(at, "extends") && !s.isLetter(s.next(at+7)) || at > pos && s.has(at, "extends ")
}

// pushTag opens the tag at pos.
func (s *scanner) pushTag() {
	if len(s.frames) >= maxDepth {
		s.pos++
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
	s.pos++
	if !s.f.closing {
		s.f.ctx, s.f.sign = markupText, 0
		return
	}
	f := s.pop(s.pos)
	s.operand(token{start: f.start, end: s.pos, kind: closeToken, sign: '>', operand: true})
}

// markup reads text between tags. It gives false at the end of the file.
func (s *scanner) markup() bool {
	start := s.pos
	at := bytes.IndexAny(s.src[start:], "<{")
	if at < 0 {
		at = len(s.src) - start
	}
	s.pos += at
	text := s.src[start:s.pos]
	from := start + len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	s.r.Text(source.Span{Start: from, End: start + len(bytes.TrimRight(text, " \t\r\n"))}, source.String)
	switch {
	case s.pos >= len(s.src):
		return false
	case s.src[s.pos] == '{':
		s.pos++
		s.embed('{')
	case s.has(s.pos, "</"):
		s.pos += 2
		s.f.ctx, s.f.sign, s.f.closing = tag, '<', true
		s.set(token{start: s.pos - 1, end: s.pos, kind: signToken, sign: '/'})
		s.chain = -1
	default:
		s.pushTag()
	}
	return true
}

// tagWord reads a name in a tag; it may have hyphens.
func (s *scanner) tagWord(at source.Span) {
	for s.pos < len(s.src) && (s.src[s.pos] == '-' || s.isLetter(s.src[s.pos]) || s.t.plain[s.src[s.pos]] == digit) {
		s.pos++
	}
	at.End = s.pos
	s.begin(at.Start, true)
	s.wordRead(at, s.r.Word(at, source.Reference, source.Plain), false)
}
