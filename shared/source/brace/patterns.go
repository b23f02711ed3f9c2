package brace

import "github.com/ct-tools/ct/shared/source"

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
	s.pending = append(s.pending, pending{at: at, mark: m, key: p.name.mark, from: p.name.at})
	s.wordRead(at, m, false)
	p.phase = bound
}

// patternRead ends the pattern that f held: its names are parameters, locals, imports or
// definitions.
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
		case s.f.ctx == parameters:
			s.Rec.BindName(w.at, source.Parameter)
		case s.bindsLocally():
			s.Rec.BindName(w.at, source.Local)
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
		s.Rec.Top().Signature.End = s.prev.end
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
