package brace

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// declares acts on a declaring keyword: what it declares is named next, or it is an expression without a name.
func (s *scanner) declares(at source.Span, k *keyword) {
	p := &s.f.part
	if p.head > 0 {
		s.sealHead(p)
	}
	p.flags &^= inner | hasBody
	if p.phase != fresh && p.phase != exporting && !(p.phase == binding && s.prev.key != nil && s.prev.key.role == binds) {
		p.flags |= inner
	}
	if p.valueAt == at.Start && p.name.at.End > 0 && s.l.BoundFunctions && (k.symbol == source.Function || k.symbol == source.Class) {
		s.openBound(k.symbol)
	} else if s.waiting == len(s.frames) {
		s.settle()
	}
	p.from = at.Start
	if !p.has(inner) {
		p.from = p.start
	}
	p.phase, p.symbol, p.role, p.typ = naming, k.symbol, declares, noType
}

// declaration makes the declaration of name from what its part says.
func (s *scanner) declaration(name source.Span, symbol source.Symbol, from int) source.Declaration {
	p := &s.f.part
	d := source.Declaration{
		Name: name, Symbol: symbol, Span: source.Span{Start: from, End: name.End}, Signature: source.Span{Start: from, End: name.End},
		Doc: p.doc, Visibility: p.vis, Static: p.has(isStatic),
	}
	if n := len(s.decorators); n > p.decoBase {
		d.Decorators = append(d.Decorators, s.decorators[p.decoBase:]...)
	}
	if d.Visibility == source.Unsaid && s.l.Visibility != nil {
		d.Visibility = s.l.Visibility(s, name)
	}
	if d.Visibility == source.Unsaid {
		d.Visibility = s.l.DefaultVisibility
	}
	return d
}

// openDefinition begins a definition whose body is to come.
func (s *scanner) openDefinition(d source.Declaration, mark source.Mark) {
	s.settle()
	s.within(&d)
	member := d.Receiver != "" // whose name is not in scope
	if s.f.ctx == literal && d.Name == s.f.part.name.at {
		member = true
		d.Receiver, d.Static = s.objectAround()
	}
	s.Rec.Open(d, mark)
	if !member {
		s.Rec.BindDefinition(d.Name, 1, s.Rec.Innermost())
	}
}

// within makes a definition begin in the one around it, whatever the input.
func (s *scanner) within(d *source.Declaration) {
	if top := s.Rec.Top(); top != nil && d.Span.Start < top.Span.Start {
		d.Span.Start, d.Signature.Start = top.Span.Start, top.Span.Start
		d.Signature.End = max(d.Signature.End, d.Signature.Start)
	}
}

// declare reports a definition without a body and returns its index.
func (s *scanner) declare(d source.Declaration, mark source.Mark) int {
	if s.waiting > 0 && s.waiting != len(s.frames) {
		s.settle()
	}
	s.within(&d)
	i := s.Rec.Declare(d, mark)
	s.Rec.BindDefinition(d.Name, 0, i)
	return i
}

// defineName reads the name after a declaring keyword.
func (s *scanner) defineName(at source.Span) {
	p := &s.f.part
	m := s.Rec.Word(at, source.Reference, source.Plain)
	symbol := p.symbol
	if symbol == source.Function && s.f.ctx == members {
		symbol = source.Method
	}
	if p.head > 0 {
		top := s.Rec.Top()
		top.Signature.End = s.prev.end
		if p.valueAt == noValue && top.Name.Of(s.Src) == at.Of(s.Src) { // x.name = function name(: one definition
			if top.Receiver != "" { // in scope in its own body alone
				s.Rec.BindDefinition(at, 0, s.Rec.Innermost())
			}
			s.wordRead(at, m, false)
			p.phase = heading
			return
		}
	}
	s.openHead(declarator{at, m}, symbol, p.from)
	s.wordRead(at, m, false)
	p.phase = heading
	p.name = declarator{at, m}
	if symbol == source.Type {
		p.phase = bound
		p.sigEnd = 0
	}
}

// openBound begins the definition of the name that the value now beginning is bound to.
func (s *scanner) openBound(symbol source.Symbol) {
	p := &s.f.part
	if s.waiting == len(s.frames) {
		s.waiting = 0
	}
	p.flags &^= unbound
	if symbol == source.Function && (s.f.ctx == members || s.f.ctx == literal) {
		symbol = source.Method
	}
	d := s.declaration(p.name.at, symbol, p.from)
	if at := p.name.at.Start - 1; at > p.from && s.Src[at] == '.' {
		d.Receiver, d.Static = object(s.Src[p.from:at])
	}
	s.openDefinition(d, p.name.mark)
	p.head++
	p.valueAt = noValue
}

// objectAround returns the names of the object whose literal is read, dots between them, and whether it has the members
// itself, as object does.
func (s *scanner) objectAround() (name string, single bool) {
	single = true
	for i := len(s.frames) - 1; i > 0 && s.frames[i].ctx == literal; i-- {
		own, its := object(s.Src[s.frames[i].owner.Start:s.frames[i].owner.End])
		if own == "" {
			return "", false
		}
		if name != "" {
			own += "."
		}
		name, single = own+name, single && its
	}
	return name, single
}

// holder returns where the name of what a literal at pos is the value of is written, empty if it is of none.
func (s *scanner) holder() source.Span {
	p := &s.f.part
	at := p.name.at
	if !s.l.BoundFunctions || p.valueAt != s.Pos || at.End == 0 {
		return source.Span{}
	}
	if at.Start > p.from && p.from >= 0 && s.Src[at.Start-1] == '.' {
		at.Start = p.from
	}
	return at
}

// maxObject is how long the name of an object may be.
const maxObject = 200

// object returns the name of the object that is written before a member: what a module exports is of the module, and
// what a prototype has of its class, which then does not have it itself. The name is "" if that is not a plain name, or
// says nothing, as this.
func object(written []byte) (name string, single bool) {
	if len(written) == 0 || len(written) > maxObject {
		return "", false
	}
	name = string(written)
	for _, root := range []string{"module.", "exports.", "globalThis.", "window.", "global."} {
		name = strings.TrimPrefix(name, root)
	}
	whole := strings.ReplaceAll(name+".", ".prototype.", ".")
	single = len(whole) > len(name)
	name = whole[:len(whole)-1]
	first, _, _ := strings.Cut(name, ".")
	switch first {
	case "", "this", "self", "that", "module", "exports", "globalThis", "window", "global":
		return "", false
	}
	if strings.ContainsFunc(name, func(c rune) bool { return c < 0x80 && c != '.' && !cursor.IsWord(byte(c)) }) {
		return "", false
	}
	return name, single
}

// bindName reads a name after let, const and so on, or in a pattern after them.
func (s *scanner) bindName(at source.Span) {
	p := &s.f.part
	m := s.Rec.Word(at, source.Assignment, source.Plain)
	if p.from < p.start || p.from > at.Start || s.prev.sign == ',' {
		p.from = p.start
	}
	p.name = declarator{at, m}
	s.wordRead(at, m, false)
	p.phase = bound
	if s.bindsLocally() {
		p.flags |= unbound
	} else if s.waiting == 0 {
		s.waiting = len(s.frames)
	}
}

// bindsLocally reports whether a name declared here is local to a function or block.
func (s *scanner) bindsLocally() bool {
	return s.f.ctx != members && (s.f.ctx != statements || s.f.local)
}

// bindPending binds the local whose declarator ends.
func (s *scanner) bindPending(p *part) {
	if p.has(unbound) {
		p.flags &^= unbound
		s.bindLocal(p, p.name.at)
	}
}

// bindLocal binds the local at a place, in the block around it alone if what p begins with says so.
func (s *scanner) bindLocal(p *part, at source.Span) {
	s.Rec.BindName(at, source.Local)
	i := len(s.frames) - 1
	for i > 0 && s.frames[i].ctx == pattern {
		i--
	}
	f := &s.frames[i]
	if !p.has(ofBlock) || !s.Rec.Bindings() || i == 0 || f.own > 0 {
		return
	}
	if f.block == nil {
		f.block = s.Rec.OpenBlock(f.start)
	}
	s.Rec.BindingAt(s.Rec.Bound() - 1).Block = f.block
}

// sealHead ends the signature of the definition whose head was read.
func (s *scanner) sealHead(p *part) {
	if top := s.Rec.Top(); top != nil && p.head > 0 {
		top.Signature.End = max(s.prev.end, top.Signature.End)
	}
}

// base notes a base class or interface of the class whose head is read.
func (s *scanner) base(at source.Span) {
	if top := s.Rec.Top(); top != nil && s.f.part.head > 0 && !s.f.part.permits {
		top.Bases = append(top.Bases, at)
	}
}

// parameter reads the name of a parameter.
func (s *scanner) parameter(at source.Span) {
	m := s.Rec.Word(at, source.Assignment, source.Plain)
	s.Rec.BindName(at, source.Parameter)
	s.wordRead(at, m, false)
	s.f.part.phase = bound
}

// enumerator reads the name of a member of an enum.
func (s *scanner) enumerator(at source.Span) {
	p := &s.f.part
	m := s.Rec.Word(at, source.Reference, source.Plain)
	p.declared = s.declare(s.declaration(at, source.Field, at.Start), m)
	s.wordRead(at, m, false)
	p.phase = named
}

// openMethod begins the definition of a member that has parameters.
func (s *scanner) openMethod(symbol source.Symbol) {
	p := &s.f.part
	s.openHead(p.name, symbol, p.from)
	p.phase, p.symbol = heading, symbol
}

// openHead begins a definition whose head is read from here on.
func (s *scanner) openHead(name declarator, symbol source.Symbol, from int) {
	s.openDefinition(s.declaration(name.at, symbol, from), name.mark)
	s.f.part.head++
}

// nameMember begins the definition of a member that is named by the word at a place, whatever else the word means.
func (s *scanner) nameMember(at source.Span) {
	p := &s.f.part
	p.name, p.from, p.typeEnd = declarator{at, s.nameRead(at, source.Reference)}, p.start, 0
	s.openMethod(source.Method)
}

// headEnds ends the head of a definition whose body is a value.
func (s *scanner) headEnds(p *part) {
	s.sealHead(p)
	p.opened, p.head = p.opened+p.head, 0
	p.phase, p.typ = expression, noType
}

// fieldParameter declares a parameter that is a field as well.
func (s *scanner) fieldParameter(at source.Span, m source.Mark) {
	p := &s.f.part
	p.declared = s.declare(s.declaration(at, source.Field, p.start), m)
	s.Rec.BindName(at, source.Parameter)
	s.wordRead(at, m, false)
	p.phase = bound
}

// declareKey declares the key that was read as a field, if the object has a name in the file.
func (s *scanner) declareKey() {
	if s.f.owner.Len() == 0 || s.f.part.name.at.End == 0 || s.Rec.Innermost() != source.None {
		return
	}
	outermost := len(s.frames) - 1
	for outermost > 0 && s.frames[outermost].ctx == literal {
		outermost--
	}
	if name, _ := s.objectAround(); name != "" && outermost == 0 {
		s.settle()
		s.declareField()
	}
}

// declareField declares the member whose name was read as one without a body.
func (s *scanner) declareField() {
	p := &s.f.part
	if p.name.at.End == 0 {
		return
	}
	if s.waiting == 0 {
		p.symbol = source.Field
		s.waiting = len(s.frames)
	}
}

// bindWrapped begins the definition of the name whose value is a function or class in round brackets, the first of them
// at pos: const f = ((a) => a). A look ahead decides, for what is called at once is another value.
func (s *scanner) bindWrapped() {
	p := &s.f.part
	if !s.l.BoundFunctions || p.valueAt != s.Pos || p.name.at.End == 0 {
		return
	}
	symbol, head := s.Wrapped(s.Pos)
	if head < 0 {
		return
	}
	signature := head
	for signature > s.Pos && s.Src[signature-1] <= ' ' {
		signature--
	}
	s.openBound(symbol)
	p.head--
	p.opened++
	top := s.Rec.Top()
	top.Signature.End, top.Arrow = signature, s.Has(head, s.l.Arrow)
}

// settle declares the variable that waited to be the name of a function. If a definition among the
// parameters of a lambda forces the decision, a look ahead makes it.
func (s *scanner) settle() {
	if s.waiting == 0 {
		return
	}
	at := s.waiting - 1
	s.waiting = 0
	inside := s.f
	s.f = &s.frames[at]
	p := &s.f.part
	if p.valueAt >= 0 && s.f != inside && s.LambdaAt(p.valueAt) {
		symbol := source.Function
		if s.f.ctx == members {
			symbol = source.Method
		}
		s.openDefinition(s.declaration(p.name.at, symbol, p.from), p.name.mark)
		p.opened++
		p.flags |= isOpen
		s.f = inside
		return
	}
	d := s.declaration(p.name.at, p.symbol, min(p.from, p.name.at.Start))
	if s.f.ctx == literal {
		d.Receiver, _ = s.objectAround()
	}
	d.Span.End = max(d.Span.End, min(s.prev.end, s.Pos))
	if p.sigEnd > d.Signature.Start {
		d.Signature.End = p.sigEnd
	}
	p.flags |= isDeclared
	p.declared = s.declare(d, p.name.mark)
	p.name = declarator{}
	s.f = inside
}

// complete ends the declaration of a part without a body.
func (s *scanner) complete(p *part) {
	d := s.Rec.DeclaredAt(p.declared)
	d.Span.End = max(d.Span.End, s.prev.end)
	if p.sigEnd == 0 {
		d.Signature.End = d.Span.End
	} else {
		d.Signature.End = max(d.Signature.End, p.sigEnd)
	}
	p.declared = source.None
}
