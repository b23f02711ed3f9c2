package brace

import "github.com/ct-tools/ct/shared/source"

// typeName reads a name within a type.
func (s *scanner) typeName(at source.Span) {
	p := &s.f.part
	if s.f.ctx == typeBody && p.phase == fresh && s.namesMember(at.End) {
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

// namesMember tells whether the name before pos is that of a member of { a: T }.
func (s *scanner) namesMember(pos int) bool {
	return oneOf(":?(,;<", s.Next(pos))
}

// typeKind gives what a name within a type is.
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

// firstTypeKind gives what the name before pos is, which begins a part of a type.
func (s *scanner) firstTypeKind(pos int) source.Kind {
	f, after := s.f, s.Next(pos)
	switch {
	case f.ctx == typeNames, f.ctx == subscript && (after == ':' || s.Has(s.SkipBlank(pos), "in ")):
		return source.Assignment
	case f.ctx != typeGroup:
		return source.Annotation
	case f.sign == '[' && !s.l.Trailing && s.labels(pos):
		return source.Reference
	case f.sign == '(' && f.key == nil && (after == ':' || after == '?' && !s.l.Trailing):
		return source.Assignment
	}
	return source.Annotation
}

// labels tells whether the name before pos labels a member of a tuple: a: T or a?: T.
func (s *scanner) labels(pos int) bool {
	at := s.SkipBlank(pos)
	return s.Has(at, ":") || s.Has(at, "?") && s.Next(at+1) == ':'
}

// mapped tells whether the bracket at pos begins an index: [k: T] or [K in T].
func (s *scanner) mapped() bool {
	at := s.SkipBlank(s.Pos + 1)
	for end := min(at+128, len(s.Src)); at < end && (s.isLetter(s.Src[at]) || s.t.plain[s.Src[at]] == digit); at++ {
		continue
	}
	at = s.SkipBlank(at)
	return s.Has(at, ":") || s.Has(at, "in ")
}
