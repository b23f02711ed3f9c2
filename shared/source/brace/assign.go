package brace

import "github.com/ct-tools/ct/shared/source"

// compound tells whether the operator of n bytes that ends at pos goes on with =
// and assigns: +=, <<=, not ==, <=, !=.
func (s *scanner) compound(n int) bool {
	if s.pos >= len(s.src) || s.src[s.pos] != '=' || s.prev.kind != nameToken {
		return false
	}
	switch s.src[s.pos-1] {
	case '<', '>':
		return n > 1
	case '+', '-', '*', '/', '%', '&', '|', '^':
		return s.pos+1 >= len(s.src) || s.src[s.pos+1] != '='
	}
	return false
}

// equals reads =, ==, === or =>.
func (s *scanner) equals() {
	s.begin(s.pos, true)
	start := s.pos
	switch {
	case s.l.Arrow == "=>" && s.has(s.pos, "=>"):
		s.arrowSign()
		return
	case s.has(s.pos, "=="):
		s.pos += 2
		if s.has(s.pos, "=") {
			s.pos++
		}
		if s.f.part.typ == castType {
			s.f.part.typ = noType
		}
	case s.prev.kind == signToken && s.prev.end == s.pos && (s.prev.sign == '!' || s.prev.sign == '<' || s.prev.sign == '>'):
		s.pos++
	default:
		s.assign()
		s.pos++
	}
	s.set(token{start: start, end: s.pos, kind: signToken, sign: '='})
	s.chain = -1
}

// assign acts on =, before it is read.
func (s *scanner) assign() {
	f, p := s.f, &s.f.part
	begins := s.prev.kind == nameToken && s.prev.start == p.start
	switch {
	case p.phase == bound && p.symbol == source.Type && p.head > 0:
		s.sealHead(p)
		p.opened, p.head = p.opened+p.head, 0
		p.typ = aliased
		return
	case f.typed || f.ctx == tag:
		return
	case f.ctx == arguments && (s.l.KeywordArgument == '=' || f.deco >= 0) && begins:
		p.flags |= keywordArg
		p.name.at = source.Span{Start: s.prev.start, End: s.prev.end}
	case f.ctx == pattern || f.ctx == enumerators:
		p.phase = expression
	case p.phase == bound || p.phase == named && (f.ctx == members || s.l.TypeFirst):
		s.initialize()
	default:
		s.assignTo()
	}
	p.typ = noType
}

// initialize begins the value of the name that is declared.
func (s *scanner) initialize() {
	p := &s.f.part
	if p.phase == named && s.f.ctx != literal {
		s.declareField()
	}
	p.sigEnd = s.prev.end
	p.phase, p.valueAt = expression, valueNext
	if p.name.at.End > 0 && s.l.BoundFunctions && s.requireNames(0) {
		s.waiting, p.valueAt = 0, noValue
	}
}

// assignTo makes what stands before = a target.
func (s *scanner) assignTo() {
	p := &s.f.part
	if s.f.targets {
		p.flags |= defaulted
	}
	switch {
	case s.prev.kind == nameToken && p.typ == noType:
		s.r.Revise(s.prev.mark, source.Assignment)
		if s.prev.member && s.chain >= 0 && s.l.BoundFunctions && !s.has(s.prev.start, "exports") {
			s.bindPending(p)
			p.name = declarator{source.Span{Start: s.prev.start, End: s.prev.end}, s.prev.mark}
			p.from, p.valueAt = s.chain, valueNext
		}
		p.phase = expression
	case s.prev.kind == closeToken && p.lit >= 0 && (s.prev.sign == ']' || s.prev.sign == '}'):
		s.retarget(p.lit, false)
		p.phase = expression
	}
}

// arrowSign reads => or ->.
func (s *scanner) arrowSign() {
	s.begin(s.pos, true)
	p := &s.f.part
	sign := string(s.src[s.pos : s.pos+2])
	if p.role == labels && s.l.TypeFirst && s.f.ctx == statements {
		s.endPart()
		s.pos += 2
		s.prev = token{start: s.pos - 2, end: s.pos, kind: signToken, sign: ';'}
		s.chain = -1
		return
	}
	switch {
	case p.phase == heading && s.l.Returns == sign:
		p.typ = result
	case sign != s.l.Arrow:
	case s.f.typed || p.typ != noType && p.typ != arrowType:
		// the type of a function
	default:
		s.arrow()
	}
	s.pos += 2
	s.set(token{start: s.pos - 2, end: s.pos, kind: signToken, sign: '>'})
	s.chain = -1
	if p.phase == fresh {
		p.phase = expression
	}
}
