package brace

import "github.com/ct-tools/ct/shared/source"

// compound reports whether the operator of n bytes that ends at pos goes on with = and assigns: +=,
// <<=, not ==, <=, !=.
func (s *scanner) compound(n int) bool {
	if s.Pos >= len(s.Src) || s.Src[s.Pos] != '=' || s.prev.kind != nameToken {
		return false
	}
	switch s.Src[s.Pos-1] {
	case '<', '>':
		return n > 1
	case '+', '-', '*', '/', '%', '&', '|', '^':
		return s.Pos+1 >= len(s.Src) || s.Src[s.Pos+1] != '='
	}
	return false
}

// equals reads =, ==, === or =>.
func (s *scanner) equals() {
	s.begin(s.Pos, true)
	start := s.Pos
	switch {
	case s.l.Arrow == "=>" && s.Has(s.Pos, "=>"):
		s.arrowSign()
		return
	case s.Has(s.Pos, "=="):
		s.Pos += 2
		if s.Has(s.Pos, "=") {
			s.Pos++
		}
		s.f.part.endCast()
	case s.prev.kind == signToken && s.prev.end == s.Pos && (s.prev.sign == '!' || s.prev.sign == '<' || s.prev.sign == '>'):
		s.Pos++
	default:
		s.assign()
		s.Pos++
	}
	s.set(token{start: start, end: s.Pos, kind: signToken, sign: '='})
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

// assignTo makes what is before = a target.
func (s *scanner) assignTo() {
	p := &s.f.part
	if s.f.targets {
		p.flags |= defaulted
	}
	switch {
	case s.prev.kind == nameToken && p.typ == noType:
		s.Rec.Revise(s.prev.mark, source.Assignment)
		if s.prev.member && s.chain >= 0 && s.l.BoundFunctions && !s.Has(s.prev.start, "exports") {
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
	s.begin(s.Pos, true)
	p := &s.f.part
	sign := string(s.Src[s.Pos : s.Pos+2])
	if p.role == labels && s.l.TypeFirst && s.f.ctx == statements {
		s.endPart()
		s.Pos += 2
		s.prev = token{start: s.Pos - 2, end: s.Pos, kind: signToken, sign: ';'}
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
	s.signRead(2, '>')
	p.isExpression()
}

// patternName reads a name in the pattern of a declaration: {key: name}, [name].
func (s *scanner) patternName(at source.Span) {
	p := &s.f.part
	m := s.Rec.Word(at, source.Assignment, source.Plain)
	if s.f.sign == '{' && s.Next(at.End) == ':' && p.name.at.End == 0 {
		s.Rec.Revise(m, source.Reference)
		p.name = declarator{at, m}
		s.wordRead(at, m, false)
		p.phase = named
		return
	}
	s.pending = append(s.pending, pending{at: at, mark: m, key: p.name.mark, from: p.name.at, name: true})
	s.wordRead(at, m, false)
	p.phase = bound
}

// patternRead ends the pattern that f held: its names are parameters, locals, imports or definitions.
func (s *scanner) patternRead(f *frame) {
	p := &s.f.part
	p.phase = bound
	if s.f.ctx == pattern {
		return // of a larger pattern
	}
	// Names are kept until the next word, in the case that a module follows.
	if s.l.BoundFunctions && s.f.ctx != parameters && s.Next(s.Pos) == '=' && s.requireNames(f.base) {
		s.pending = s.pending[:min(f.base, len(s.pending))]
		return
	}
	from := min(f.base, len(s.pending))
	for _, w := range s.pending[from:] {
		switch {
		case !w.name: // of an expression in broken text
		case s.f.ctx == parameters:
			s.Rec.BindName(w.at, source.Parameter)
		case s.bindsLocally():
			s.bindLocal(p, w.at)
		default:
			s.declare(s.declaration(w.at, p.symbol, w.at.Start), w.mark)
		}
	}
	s.pending = s.pending[:from]
}

// retarget makes the words kept since base targets of an assignment, or the parameters of a lambda.
func (s *scanner) retarget(base int, parameters bool) {
	base = min(base, len(s.pending))
	for _, w := range s.pending[base:] {
		s.Rec.Revise(w.mark, source.Assignment)
		if parameters {
			s.Rec.BindName(w.at, source.Parameter)
		}
	}
	s.pending = s.pending[:base]
}

// arrow acts on the sign between the parameters of a lambda and its body.
func (s *scanner) arrow() {
	p := &s.f.part
	start, base, single := p.group, p.gbase, s.prev.kind == nameToken && p.typ == noType
	if single {
		start, base = s.prev.start, len(s.pending)
		if base > 0 && s.pending[base-1].at.Start == start {
			base--
		}
	}
	if start < 0 {
		return
	}
	p.flags &^= hasBody
	if s.l.BoundFunctions && p.valueAt == start && p.name.at.End > 0 {
		if !p.has(isOpen) {
			s.openBound(source.Function)
			p.head--
			p.opened++
		}
		p.flags = p.flags&^isOpen | hasBody
		top := s.Rec.Top()
		top.Signature.End, top.Arrow = s.prev.end, true
	}
	if single {
		s.Rec.Revise(s.prev.mark, source.Assignment)
		s.Rec.BindName(source.Span{Start: s.prev.start, End: s.prev.end}, source.Parameter)
		s.pending = s.pending[:base]
	} else {
		s.retarget(base, true)
	}
	p.typ, p.group = noType, -1
}
