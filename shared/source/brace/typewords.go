package brace

import "github.com/ct-tools/ct/shared/source"

// typeName reads a name within a type.
func (s *scanner) typeName(at source.Span) {
	p := &s.f.part
	if s.f.ctx == typeBody && p.phase == fresh && s.NamesMember(at.End) {
		s.nameRead(at, source.Reference)
		p.phase = named
		return
	}
	m := s.Rec.Word(at, s.typeKind(at), source.Plain)
	phase := p.phase
	s.wordRead(at, m, false)
	if phase != fresh {
		p.phase = phase
	}
	if p.typ == bases && s.f.sign != '<' {
		s.base(at)
	}
}

// typeKind returns what a name within a type is.
func (s *scanner) typeKind(at source.Span) source.Kind {
	f, p := s.f, &s.f.part
	switch {
	case p.typ == bases && !f.typed:
		return source.Reference
	case s.prev.key != nil && s.prev.key.text == "infer":
		return source.Assignment
	case s.l.TypeFirst && f.ctx == typeGroup && f.sign == '(' && s.prev.operand:
		return source.Reference // of an element of a tuple
	case p.phase == fresh:
		return s.firstTypeKind(at.End)
	}
	return source.Annotation
}

// firstTypeKind returns what the name before pos is, which begins a part of a type.
func (s *scanner) firstTypeKind(pos int) source.Kind {
	f, after := s.f, s.Next(pos)
	switch {
	case f.ctx == typeNames, f.ctx == subscript && (after == ':' || s.Has(s.SkipBlank(pos), "in ")):
		return source.Assignment
	case f.ctx != typeGroup:
		return source.Annotation
	case f.sign == '[' && !s.l.Trailing && s.Labels(pos):
		return source.Reference
	case f.sign == '(' && f.key == nil && (after == ':' || after == '?' && !s.l.Trailing):
		return source.Assignment
	}
	return source.Annotation
}
