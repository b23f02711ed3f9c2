package brace

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

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

// opened passes over the bracket at pos, for which a frame was pushed. It returns true.
func (s *scanner) opened(c byte) bool {
	s.Pos++
	s.set(token{start: s.Pos - 1, end: s.Pos, kind: openToken, sign: c})
	s.chain = -1
	return true
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
	want, reach := "([{<"[strings.IndexByte(")]}>", c)], 64
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

// closeTo ends the innermost bracket with the byte at pos.
func (s *scanner) closeTo() {
	c := s.Src[s.Pos]
	if s.l.TypeFirst && c == ')' {
		s.castRead()
	}
	if s.calls {
		s.enclose()
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

// openRound opens a round bracket by what is before it.
func (s *scanner) openRound() {
	p := &s.f.part
	switch {
	case p.phase == naming && p.role == declares && p.typ == noType:
		p.phase = heading
		s.push('(', parameters)
	case p.phase == heading && p.typ == bases && !s.f.typed:
		if s.prev.operand {
			s.openCall()
			return
		}
		s.push('(', group)
	case p.phase == heading && p.typ == noType && (p.symbol <= source.Method || s.l.ClassParameters):
		s.push('(', parameters)
	case s.typeOrBase():
		s.push('(', typeGroup)
	case p.phase == binding:
		s.push('(', pattern)
	case s.behind(heads):
		s.openHeader()
	case s.openMember():
	default:
		s.openArguments()
	}
}

// openHeader opens the bracket after if, for, catch and their like.
func (s *scanner) openHeader() {
	key := s.prev.key
	s.push('(', header).key = key
	if key.text == "catch" && !s.l.TypeFirst {
		s.f.part.phase = binding
		s.f.part.flags |= ofBlock
	}
}

// openMember opens a round bracket that makes what is before it a method, a signature or an
// enumerator with arguments. It returns false if it does not.
func (s *scanner) openMember() bool {
	f, p := s.f, &s.f.part
	switch {
	case f.ctx == members && s.l.NamedMembers && (p.phase == fresh || s.behind(creates)):
		p.phase = named
		s.push('(', typeGroup)
	case s.l.TypeFirst && (p.role == labels || f.ctx == parameters) && p.typeEnd > 0 && p.typeEnd == s.prev.end:
		s.typesRead(p.base)
		s.push('(', parameters)
		p.typeEnd = 0
	case p.phase != named:
		return false
	case f.ctx == enumerators:
		s.push('(', arguments)
	case s.opensMethod():
		s.openMethod(source.Method)
		s.push('(', parameters)
	case s.prev.operand && (f.ctx == members || f.ctx == literal):
		p.phase, p.symbol = heading, source.Method // its name is no word
		s.push('(', parameters)
	default:
		return false
	}
	return true
}

// openArguments opens a round bracket in an expression: of a call after an operand, else of a group
// that may prove to be a lambda's parameters.
func (s *scanner) openArguments() {
	if s.prev.operand {
		s.openCall()
		return
	}
	p := &s.f.part
	p.isExpression()
	s.bindWrapped()
	p.group, p.gbase = s.Pos, len(s.pending)
	s.push('(', group).targets = true
}

// after reports whether a keyword with the role r is directly before.
func (s *scanner) behind(r role) bool { return s.prev.key != nil && s.prev.key.role == r }

// typeOrBase reports whether the next word is in a type or names a base class.
func (s *scanner) typeOrBase() bool { return s.f.typed || s.f.part.typ != noType }

// opensMethod reports whether a round bracket after a name makes the name that of a method.
func (s *scanner) opensMethod() bool {
	p := &s.f.part
	switch s.f.ctx {
	case members, literal:
		return p.name.at.End > 0 && p.head == 0
	}
	return false
}

// openSquare opens a square bracket by what is before it.
func (s *scanner) openSquare() {
	f, p := s.f, &s.f.part
	switch {
	case p.phase == fresh && (f.ctx == pattern && f.sign == '{' || f.ctx == members || f.ctx == literal || f.ctx == typeBody):
		p.phase = named // a computed key
		s.push('[', subscript).typed = f.typed && s.Mapped()
	case s.patternDue('['):
		s.push('[', pattern)
	case s.typeOrBase():
		s.push('[', typeGroup)
	case s.prev.operand:
		s.createdArray()
		held := s.inside.Index()
		if s.prev.end != s.insideTo {
			held = nil
		}
		s.push('[', subscript).held = held
	default:
		p.isExpression()
		targets := s.targetsDue()
		s.push('[', list).targets = targets
	}
}

// targetsDue reports whether the words in an array or object that begins may prove to be targets or
// parameters: those in the default of one do not.
func (s *scanner) targetsDue() bool {
	return (s.f.targets || s.f.ctx != list && s.f.ctx != literal) && !s.f.part.has(defaulted)
}

// patternDue reports whether the bracket c begins a pattern of names.
func (s *scanner) patternDue(c byte) bool {
	switch p := &s.f.part; s.f.ctx {
	case pattern:
		return p.phase == fresh || p.phase == binding
	case parameters:
		return p.phase == binding || p.phase == fresh && (c == '{' || !s.l.TypeFirst)
	default:
		return p.phase == binding
	}
}

// openCurly opens a curly bracket by what is before it.
func (s *scanner) openCurly() {
	f, p := s.f, &s.f.part
	if s.l.Curly != nil && s.l.Curly(s) {
		return
	}
	switch {
	case f.ctx == tag:
		s.push('{', code).part.phase = expression
	case s.inType() && !s.prev.operand:
		s.push('{', typeBody)
	case p.phase == heading || p.phase == naming && p.role == declares:
		s.openBody()
	case s.patternDue('{'):
		s.push('{', pattern)
	case s.prev.kind == signToken && s.prev.sign == '>' && s.Has(s.prev.start, s.l.Arrow):
		s.openLambda()
	case f.ctx == statements && (p.phase == fresh || s.behind(blocks)), f.ctx == members && p.phase == fresh:
		b := s.push('{', statements)
		b.operand, b.resume = false, false
	default:
		s.openValue()
	}
}

// openLambda opens the body of a lambda; the definition that it is the value of ends with it.
func (s *scanner) openLambda() {
	p, own := &s.f.part, 0
	if p.has(hasBody) {
		own, p.opened = 1, p.opened-1
		p.flags &^= hasBody
	}
	s.push('{', statements).own = own
}

// openValue opens a curly bracket in an expression.
func (s *scanner) openValue() {
	f := s.f
	switch {
	case s.prev.created, f.ctx == enumerators && f.part.phase == named:
		s.push('{', members)
	case s.l.TypeFirst && s.prev.sign == ')' && f.ctx != statements && f.ctx != members:
		s.push('{', statements)
	case s.l.TypeFirst && (s.prev.sign == ']' || !s.prev.operand && s.prev.kind != keywordToken):
		s.push('{', list)
	case s.l.Literals && !s.prev.operand:
		targets, owner := s.targetsDue(), s.holder()
		b := s.push('{', literal)
		b.targets, b.owner = targets, owner
	default:
		b := s.push('{', statements)
		b.resume, b.operand = s.l.Trailing, s.l.Trailing
	}
}

// openBody opens the body of the definition whose head was read.
func (s *scanner) openBody() {
	p := &s.f.part
	if s.waiting == len(s.frames) {
		s.settle()
	}
	if p.declared != source.None {
		s.complete(p) // of a half-written head: it ends before the body does
	}
	s.sealHead(p)
	p.typ = noType
	own, symbol, isInner := p.head, p.symbol, p.has(inner)
	p.head = 0
	p.phase = expression
	name := p.name.at
	var f *frame
	switch symbol {
	case source.Class, source.Interface, source.Struct, source.Trait, source.Extension:
		f = s.push('{', members)
	case source.Enum:
		f = s.push('{', enumerators)
	case source.Module:
		f = s.push('{', statements)
		f.local = false
	default:
		f = s.push('{', statements)
	}
	f.own, f.symbol, f.owner = own, symbol, name
	f.operand, f.resume = isInner, isInner
}
