package brace

import "github.com/ct-tools/ct/shared/source"

// open reads an opening bracket at pos.
func (s *scanner) open(c byte) {
	if c == '[' && s.l.TypeFirst && s.emptyRank() {
		return
	}
	s.begin(s.Pos, c != '{' && !s.lineBegins())
	if len(s.frames) >= maxDepth {
		s.over++
		s.Pos++
		return
	}
	switch c {
	case '(':
		s.openRound()
	case '[':
		s.openSquare()
	case '{':
		s.openCurly()
	}
	s.opened(c)
	s.creates = false
}

// pushed opens the bracket c at pos. It returns true.
func (s *scanner) pushed(c byte, ctx context) bool {
	s.push(c, ctx)
	s.Pos++
	s.set(token{start: s.Pos - 1, end: s.Pos, kind: openToken, sign: c})
	return true
}

// opened passes over the bracket at pos, for which a frame was pushed.
func (s *scanner) opened(c byte) {
	s.Pos++
	s.set(token{start: s.Pos - 1, end: s.Pos, kind: openToken, sign: c})
	s.chain = -1
}

// lineBegins reports whether a bracket at the beginning of a line begins a member.
func (s *scanner) lineBegins() bool {
	return (s.f.ctx == members || s.f.ctx == typeBody) && s.f.part.valueAt < 0
}

// close reads a closing bracket at pos.
func (s *scanner) close(c byte) {
	s.newline, s.doc = false, source.Span{}
	if s.over > 0 {
		s.over--
		s.Pos++
		return
	}
	if !s.matches(c) {
		s.Pos++
		return
	}
	s.closeTo()
}

// matches makes the innermost bracket the one that c closes; false if c closes none that is open.
// How far it looks is bounded, so that a file of stray brackets is read in linear time.
func (s *scanner) matches(c byte) bool {
	want, reach := opening(c), 64
	if c == '}' {
		reach = 512
		if s.curly == 0 {
			return false
		}
	}
	at := len(s.frames) - 1
	for ; s.frames[at].sign != want; at-- {
		reach--
		if at == 0 || reach == 0 || s.frames[at].sign == 0 || s.frames[at].sign == '{' {
			return false
		}
	}
	for len(s.frames)-1 > at {
		s.pop(s.prev.end)
	}
	return true
}

func opening(c byte) byte {
	switch c {
	case ')':
		return '('
	case ']':
		return '['
	case '}':
		return '{'
	}
	return '<'
}

// closeTo ends the innermost bracket with the byte at pos.
func (s *scanner) closeTo() {
	c := s.Src[s.Pos]
	if s.l.TypeFirst && c == ')' {
		s.castRead()
	}
	s.endPart()
	s.Pos++
	f := s.unwind(s.Pos)
	s.prev = token{start: s.Pos - 1, end: s.Pos, kind: closeToken, sign: c, operand: f.operand, created: f.ctx == arguments && f.creating}
	s.access = false
	s.chain = -1
	s.closed(f)
	if s.l.Closed != nil {
		s.l.Closed(s, f)
	}
}

// closed goes on in the part around a bracket that ended.
func (s *scanner) closed(f *frame) {
	p := &s.f.part
	switch f.ctx {
	case arguments:
		s.callRead(f)
	case group:
		p.group, p.gbase = f.start, f.base
	case list, literal:
		p.lit = f.base
	case subscript:
		p.lit = -1
	case header:
		s.prev.operand = false
		if s.f.ctx == statements {
			p.phase, p.start = fresh, -1
		}
	case pattern:
		s.patternRead(f)
	case code:
		s.prev.kind = literalToken
	case statements, members, enumerators:
		if !f.resume {
			s.endPart()
		}
	}
}
