package brace

import "github.com/ct-tools/ct/shared/source"

// inType reports whether the next word is in a type.
func (s *scanner) inType() bool {
	return s.f.typed || s.f.part.typ != noType && s.f.part.typ != bases
}

// scriptWord reads the words of JavaScript and TypeScript that are keywords in some places only.
func scriptWord(s *scanner, at source.Span, k *keyword) bool {
	if s.f.ctx == tag {
		s.tagWord(at)
		return true
	}
	if k == nil {
		return false
	}
	p := &s.f.part
	member := (s.f.ctx == members || s.f.ctx == literal) && p.phase == fresh
	switch k.text {
	case "async":
		return !member && s.asyncWord(at, k)
	case "of":
		return s.inLoopHead() && s.loopOperator(at, k)
	case "await", "yield":
		return !member && s.awaitWord(at, k)
	case "default":
		if p.phase == exporting {
			s.begin(at.Start, false)
			s.modifier(at, k)
			return true
		}
	case "export":
		return !member && scriptExport(s, at)
	case "in":
		if s.inLoopHead() && !s.inType() {
			return s.loopOperator(at, k)
		}
	}
	return s.scriptType(at, k)
}

// asyncWord reads async if it is a keyword.
func (s *scanner) asyncWord(at source.Span, k *keyword) bool {
	after := s.Next(s.Pos)
	if s.f.part.phase == naming || s.prev.operand && !s.newline || !s.SameLine(s.Pos) || !s.IsLetter(after) && after != '(' && after != '<' {
		return false
	}
	s.begin(at.Start, false)
	s.modifier(at, k)
	return true
}

// awaitWord reads await or yield if it is a keyword.
func (s *scanner) awaitWord(at source.Span, k *keyword) bool {
	if after := s.Next(s.Pos); after == '=' || after == ':' || after == '.' || s.prev.operand && !s.newline {
		return false
	}
	return s.behind(heads) || s.keyword(at, k) // for await ( is for (
}

// inLoopHead reports whether a word may stand between the target of a for loop and what it runs
// over.
func (s *scanner) inLoopHead() bool {
	return s.f.ctx == header && s.prev.operand && s.f.key != nil && s.f.key.text == "for"
}

// scriptType reads a word that is a keyword in types only, or another one there.
func (s *scanner) scriptType(at source.Span, k *keyword) bool {
	switch {
	case s.f.ctx == typeNames && s.f.part.phase == fresh && (k.text == "in" || k.text == "const" || k.text == "out"):
		return s.IsLetter(s.Next(s.Pos)) && !s.OperatorFollows() && s.typeKeyword(at, k, false)
	case s.inType() && (k.text == "const" || k.text == "void"):
		return s.typeKeyword(at, k, true)
	case k.role != typeWord && k.role != typeOperator && (k.role != modifier || !s.inType()):
		return false
	case !s.inType(), s.named(), k.role != typeWord && !s.operatesOnType(k):
		s.name(at)
		return true
	}
	return s.typeKeyword(at, k, k.role == typeWord)
}

// named reports whether the word before pos names something in a type, be it a keyword or not: a
// member, a parameter, what a predicate is about.
func (s *scanner) named() bool {
	if s.Has(s.SkipBlank(s.Pos), "is ") {
		return true
	}
	if s.f.part.phase != fresh {
		return false
	}
	switch s.f.ctx {
	case typeNames:
		return true
	case typeBody:
		return s.NamesMember(s.Pos)
	case typeGroup:
		return s.Labels(s.Pos)
	}
	return false
}

// operatesOnType reports whether a word such as keyof, before pos, is an operator.
func (s *scanner) operatesOnType(k *keyword) bool {
	joined := s.prev.operand && !s.newline
	if k.text == "is" {
		return joined
	}
	switch after := s.Next(s.Pos); after {
	case '[', '(', '{', '"', '\'':
		return !joined
	default:
		return !joined && s.IsLetter(after)
	}
}

// typeKeyword reads a keyword in a type; operand says that it is a type.
func (s *scanner) typeKeyword(at source.Span, k *keyword, operand bool) bool {
	s.begin(at.Start, k.text == "is")
	if p := &s.f.part; p.phase == fresh && operand {
		p.phase = expression
	}
	s.keywordRead(at, k, operand)
	s.chain = at.Start
	return true
}

// loopOperator reads of and in between the target of a loop and what it runs over.
func (s *scanner) loopOperator(at source.Span, k *keyword) bool {
	p := &s.f.part
	s.begin(at.Start, true)
	switch {
	case p.phase == bound || p.role == binds:
	case s.prev.kind == nameToken:
		if k.text == "of" || s.prev.start == p.start || s.prev.member && s.chain == p.start {
			s.Rec.Revise(s.prev.mark, source.Assignment)
		}
	case s.prev.kind == closeToken && p.lit >= 0 && p.lit <= len(s.pending) && (s.prev.sign == ']' || s.prev.sign == '}'):
		s.retarget(p.lit, false)
	}
	p.phase, p.typ = expression, noType
	p.flags &^= bindsMore
	s.keywordRead(at, k, false)
	s.chain = -1
	return true
}
