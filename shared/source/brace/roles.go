package brace

import "github.com/ct-tools/ct/shared/source"

// keyword acts on a keyword. It returns false if the word is a name after all.
func (s *scanner) keyword(at source.Span, k *keyword) bool {
	s.begin(at.Start, s.joins(k))
	p := &s.f.part
	chain, isOperand := -1, false
	switch k.role {
	case modifier:
		s.modifier(at, k)
		return true
	case importWord:
		if s.l.Import != nil && (p.phase == fresh || p.phase == exporting) && s.l.Import(s, at, k) {
			return true
		}
		isOperand = true
	case declares:
		s.declares(at, k)
	case operand, typeWord:
		s.value(at, k)
		chain, isOperand = at.Start, true
	case casts:
		if !s.prev.operand {
			return false
		}
		if !s.typeOrBase() {
			p.typ = castType
		}
	case extends, throws, constrains:
		s.headWord(k)
	default:
		s.statementWord(k)
	}
	s.chain = chain
	s.keywordRead(at, k, isOperand)
	return true
}

// value acts on a keyword that stands for a value or names a type.
func (s *scanner) value(at source.Span, k *keyword) {
	p := &s.f.part
	s.creates = s.behind(creates)
	if s.f.targets && (p.phase == fresh || p.valueAt == at.Start && s.f.ctx == literal) {
		p.candidate = at.Start // this.name may be a target
	}
	if p.typ == noType && (p.phase == fresh || p.phase == exporting) {
		p.phase = expression
		if k.role == typeWord {
			p.typeEnd = at.End
		}
	}
}

// headWord acts on a keyword in the head of a definition.
func (s *scanner) headWord(k *keyword) {
	p := &s.f.part
	switch {
	case k.role != extends:
		if p.phase == heading {
			p.typ = result
		}
	case s.f.typed || p.symbol <= source.Method || p.symbol >= source.Type:
	case p.phase == heading || p.phase == naming:
		p.phase, p.typ = heading, bases
	}
}

// statementWord acts on a keyword that begins or parts statements.
func (s *scanner) statementWord(k *keyword) {
	p := &s.f.part
	switch k.role {
	case exports:
		p.vis, p.phase = source.Public, exporting
	case binds:
		p.phase, p.symbol, p.role, p.from = binding, k.symbol, k.role, p.start
		p.binds = k.symbol
		p.flags |= bindsMore
	case blocks:
		p.phase, p.start = fresh, -1
	case heads:
	case labels:
		p.role, p.phase = labels, expression
		if s.l.TypeFirst {
			p.phase, p.typeEnd = fresh, 0
		}
	default:
		if p.phase == fresh || p.phase == exporting {
			p.phase = expression
		}
	}
}

// joins reports whether a keyword at the beginning of a line joins what is in the line before.
func (s *scanner) joins(k *keyword) bool {
	switch k.role {
	case extends, constrains, throws:
		return true
	case casts:
		return s.l.Trailing
	case operator:
		return k.text == "in" || k.text == "instanceof" || k.text == "of"
	}
	return false
}

// modifier notes a modifier before a declaration.
func (s *scanner) modifier(at source.Span, k *keyword) {
	p := &s.f.part
	if k.visibility != source.Unsaid {
		p.vis = k.visibility
	}
	switch k.text {
	case "async":
		if p.valueAt == at.Start {
			p.valueAt = valueNext
		}
	case "readonly":
		p.flags |= isReadonly
	}
	s.keywordRead(at, k, false)
}
