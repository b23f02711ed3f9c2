package brace

import "github.com/ct-tools/ct/shared/source"

// openAngle reads < at pos if it is a bracket. It returns false if it is an operator.
func (s *scanner) openAngle() bool {
	switch {
	case s.f.ctx == tag && s.prev.kind != nameToken:
		return s.element()
	case len(s.frames) >= maxDepth:
		return false
	case s.l.Markup && !s.prev.operand && !s.typeOrBase() && !s.namesDue() && s.element():
		return true
	case s.l.Generics:
		ctx, ok := s.angleContext()
		if ok {
			s.pushAngle(ctx)
		}
		return ok
	}
	return false
}

// angleContext returns what < at pos opens in a language with generics; false if it opens nothing.
func (s *scanner) angleContext() (context, bool) {
	f, p := s.f, &s.f.part
	switch {
	case f.ctx == tag:
		return typeGroup, true
	case s.typeOrBase() && (s.prev.operand || f.typed):
		if f.ctx == typeBody && (p.phase == fresh || p.phase == named) || !s.prev.operand {
			return typeNames, true
		}
		return typeGroup, true
	case s.l.TypeFirst && s.access:
		return typeGroup, true
	case s.namesDue():
		return typeNames, true
	case s.prev.operand:
		s.callee = source.Span{Start: s.prev.start, End: s.prev.end}
		return typeGroup, (s.prev.kind == nameToken || s.prev.kind == keywordToken) && s.LooksLikeTypes(s.Pos, s.f.ctx == arguments)
	}
	if s.AssertsType() {
		return typeGroup, s.l.TypeAfter != 0
	}
	return typeNames, s.l.TypeAfter != 0
}

// namesDue reports whether < opens the type parameters of a definition.
func (s *scanner) namesDue() bool {
	p := &s.f.part
	switch p.phase {
	case heading, naming:
		return true
	case bound:
		return p.symbol == source.Type && p.head > 0
	case named:
		return s.opensMethod() || !s.l.TypeFirst && (s.f.ctx == members || s.f.ctx == literal)
	case fresh:
		return s.f.ctx == members && (s.l.TypeFirst || !s.prev.operand)
	}
	return s.f.ctx == members && !s.prev.operand && s.behind(creates)
}

// pushAngle opens < at pos.
func (s *scanner) pushAngle(ctx context) {
	before := s.prev
	chain, creating, access := s.chain, s.creates, s.access
	f := s.push('<', ctx)
	f.typed = true
	f.mark, f.member, f.before, f.afterOperand = before.mark, before.member, before.end, before.operand
	f.chain = chain
	f.creating, f.access = creating, access
	s.Pos++
	s.set(token{start: s.Pos - 1, end: s.Pos, kind: openToken, sign: '<'})
}

// closeAngle reads > at pos if it closes a bracket.
func (s *scanner) closeAngle() {
	s.Pos++
	f := s.pop(s.prev.end)
	s.prev = token{start: s.Pos - 1, end: s.Pos, kind: closeToken, sign: '>', operand: f.afterOperand || f.ctx != typeNames && s.l.TypeAfter != ':', mark: f.mark, member: f.member}
	s.access = f.access
	s.chain = f.chain
	if s.f.part.typeEnd > 0 && s.f.part.typeEnd == f.before {
		s.f.part.typeEnd = s.Pos
	}
	if p := &s.f.part; p.valueAt == f.start {
		p.valueAt = valueNext // the parameters of a generic lambda follow
	}
	s.creates = f.creating
	if !f.afterOperand && f.ctx != typeNames {
		s.f.chooses = true // a type before what is converted
	}
	if s.l.Closed != nil {
		s.l.Closed(s, f)
	}
}

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
