package brace

import "github.com/ct-tools/ct/shared/source"

func (s *scanner) semicolon() {
	for s.f.sign == '<' && len(s.frames) > 1 {
		s.pop(s.prev.end)
	}
	s.newline = false
	s.endPart()
	if s.f.ctx == enumerators {
		s.f.ctx = members
	}
	s.Pos++
	s.prev = token{start: s.Pos - 1, end: s.Pos, kind: signToken, sign: ';'}
	s.access, s.chain = false, -1
	s.doc = source.Span{}
}

// endMember declares a member that ends without a body.
func (s *scanner) endMember() {
	p := &s.f.part
	if p.phase == named && s.f.ctx == members && p.head == 0 && !p.has(isDeclared) && s.waiting != len(s.frames) {
		s.declareField()
	}
}

func (s *scanner) comma() {
	for s.f.sign == '<' && !s.f.typed && len(s.frames) > 1 {
		s.pop(s.prev.end)
	}
	s.newline = false
	s.separate()
	s.passed(',')
	s.chain = -1
}

// separate acts on a comma: it ends the part, or a declarator of it.
func (s *scanner) separate() {
	p := &s.f.part
	if s.creates {
		s.createdBare()
	}
	switch s.f.ctx {
	case statements, members, header:
		if p.phase == heading || p.phase == ignored || p.typ == bases {
			return
		}
		if s.f.ctx == members && s.l.NamedMembers {
			s.endPart()
			return
		}
		kept := *p
		s.endPart()
		p.flags, p.role, p.symbol, p.vis = kept.flags&^(hasBody|inner), kept.role, kept.symbol, kept.vis
		if p.has(bindsMore) {
			p.role, p.binds, p.symbol = binds, kept.binds, kept.binds
		}
		p.phase = expression
		if p.has(bindsMore) || kept.has(hasType) {
			p.phase, p.doc = binding, kept.doc
		} else if kept.role == labels && s.l.TypeFirst {
			p.phase = fresh
		}
	default:
		if p.typ == bases {
			return
		}
		s.endPart()
	}
}

func (s *scanner) dot() {
	if s.Has(s.Pos, "...") {
		s.begin(s.Pos, false)
		s.f.part.flags |= spread
		s.Pos += 3
		s.typeSign(s.Pos)
		s.set(token{start: s.Pos - 3, end: s.Pos, kind: signToken, sign: '.'})
		s.chain = -1
		return
	}
	if s.Pos+1 < len(s.Src) && s.Src[s.Pos+1] >= '0' && s.Src[s.Pos+1] <= '9' && !s.prev.operand {
		s.number()
		return
	}
	s.accessSign(1)
}

// accessSign reads the sign of length n between a value and its member.
func (s *scanner) accessSign(n int) {
	s.begin(s.Pos, true)
	if s.prev.kind != nameToken && (s.prev.kind != keywordToken || !s.prev.operand) {
		s.chain = -1
	}
	if p := &s.f.part; p.typ == castType && s.prev.kind == closeToken && s.prev.sign == ')' {
		p.typ = noType
	}
	s.Pos += n
	s.typeSign(s.Pos)
	s.set(token{start: s.Pos - n, end: s.Pos, kind: signToken, sign: '.'})
	s.access = true
}
