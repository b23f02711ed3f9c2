package brace

import "github.com/ct-tools/ct/shared/source"

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
	d.Span.End = max(d.Span.End, min(s.prev.end, s.Pos))
	if p.sigEnd > d.Signature.Start {
		d.Signature.End = p.sigEnd
	}
	p.flags |= isDeclared
	p.declared = s.declare(d, p.name.mark)
	p.name = declarator{}
	s.f = inside
}

// complete returns the declaration of a part without a body its end.
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
