package brace

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// readAny reads the word at pos: a keyword or a name.
func (s *scanner) readAny() {
	start := s.Pos
	for s.Pos++; s.Pos < len(s.Src) && s.InWord(s.Src[s.Pos]) && s.Src[s.Pos] != '#'; s.Pos++ {
		continue
	}
	at := source.Span{Start: start, End: s.Pos}
	k := s.t.words.Of(s.Src[start:s.Pos])
	if s.access {
		if s.l.Reserved && k != nil && !k.contextual {
			s.set(token{start: at.Start, end: at.End, kind: keywordToken, operand: k.role != creates, key: k})
			return
		}
		s.memberName(at)
		return
	}
	if s.newline {
		s.breakLine(start, k != nil && s.joins(k) || s.l.Joins != nil && s.l.Joins(s, at))
	}
	if s.l.Word != nil && s.l.Word(s, at, k) {
		return
	}
	if k != nil && !s.nameInstead(k) && s.keyword(at, k) {
		return
	}
	s.name(at)
}

// nameInstead reports whether the keyword before pos is a name there.
func (s *scanner) nameInstead(k *keyword) bool {
	p := &s.f.part
	after := s.Next(s.Pos)
	switch s.f.ctx {
	case members, literal, typeBody:
		if p.phase == fresh && s.l.NamedMembers && p.typ == noType && !p.has(spread) && !s.signature(k) {
			return !s.memberFollows(k, after)
		}
	case pattern:
		if s.f.sign == '{' && p.phase == fresh && after == ':' {
			return true
		}
	case enumerators:
		return p.phase == fresh
	}
	return k.contextual && (p.phase != fresh && p.phase != exporting || !s.SameLine(s.Pos) || !s.contextFollows(k, after))
}

// contextFollows reports whether what begins with after makes the contextual word k a keyword.
func (s *scanner) contextFollows(k *keyword, after byte) bool {
	switch after {
	case '[':
		return k.role == binds
	case '{':
		return k.role == binds || k.symbol == source.Module
	case '"', '\'':
		return k.symbol == source.Module
	}
	return s.IsLetter(after) && !s.OperatorFollows()
}

// memberFollows reports whether the name of a member, which begins with the byte after, follows the keyword k.
func (s *scanner) memberFollows(k *keyword, after byte) bool {
	switch after {
	case '[', '*', '"', '\'', '`', '@':
		return true
	case '{':
		return k.role == modifier
	case '.':
		return s.Has(s.SkipBlank(s.Pos), "...")
	}
	return s.IsLetter(after)
}

// signature reports whether new begins a signature without a name.
func (s *scanner) signature(k *keyword) bool {
	return k.role == creates && s.l.TypeAfter != 0 && (s.f.ctx == typeBody || s.f.ctx == members && s.f.symbol == source.Interface)
}

// memberName reads a name after a dot.
func (s *scanner) memberName(at source.Span) {
	s.begin(at.Start, true)
	kind := source.Reference
	if s.f.typed || s.f.part.typ != noType && s.f.part.typ != bases {
		kind = source.Annotation
	}
	m := s.Rec.Word(at, kind, source.Member)
	if p := &s.f.part; s.f.targets && s.chain >= 0 && p.candidate == s.chain {
		s.dropPending(s.chain)
		s.keep(pending{at: source.Span{Start: s.chain, End: at.End}, mark: m})
	}
	if s.l.TypeFirst {
		s.typeGoesOn(at, m)
	}
	s.wordRead(at, m, true)
	if p := &s.f.part; p.phase == heading && p.head > 0 && !s.f.typed {
		s.headMember(at, m)
	}
}

// headMember reads a dotted name in the head of a definition: a base class, or the module within
// the one before the dot.
func (s *scanner) headMember(at source.Span, m source.Mark) {
	p, top := &s.f.part, s.Rec.Top()
	switch {
	case p.typ == bases && len(top.Bases) > 0:
		top.Bases[len(top.Bases)-1].End = at.End
	case p.symbol == source.Module && p.typ == noType:
		s.openHead(declarator{at, m}, source.Module, at.Start)
	}
}

// wordRead makes a name the last token and goes on with its chain.
func (s *scanner) wordRead(at source.Span, m source.Mark, member bool) {
	s.f.part.isExpression()
	if !member {
		s.chain = at.Start
	}
	if s.stepAt > 0 && s.l.Steps {
		s.stepped(at, m, member)
	}
	s.set(token{start: at.Start, end: at.End, kind: nameToken, operand: true, mark: m, member: member})
	if s.calls {
		s.f.held = s.f.held.Hold(cursor.Word{Mark: m, At: at}, accessOf(member))
		s.rendered()
	}
}

// plainName reads a keyword as a name. It returns true.
func (s *scanner) plainName(at source.Span) bool {
	s.name(at)
	return true
}

// anyName reads a name that may be spelled like a keyword.
func (s *scanner) anyName(at source.Span) {
	if s.access {
		s.memberName(at)
	} else {
		s.name(at)
	}
}

// nameRead reports the name at a place and makes it the last token.
func (s *scanner) nameRead(at source.Span, kind source.Kind) source.Mark {
	m := s.Rec.Word(at, kind, source.Plain)
	s.wordRead(at, m, false)
	return m
}

// name reads a name that stands by itself.
func (s *scanner) name(at source.Span) {
	s.begin(at.Start, false)
	p := &s.f.part
	if s.typeOrBase() {
		s.typeName(at)
		return
	}
	if s.l.TypeFirst && s.typeFirst(at) {
		return
	}
	switch p.phase {
	case naming:
		s.defineName(at)
		return
	case binding:
		s.bindName(at)
		return
	case fresh:
		if s.firstName(at) {
			return
		}
	case exporting:
		p.phase = expression
	}
	s.use(at)
}

// use reads a name in an expression.
func (s *scanner) use(at source.Span) {
	f, p := s.f, &s.f.part
	kind := source.Reference
	if f.ctx == subscript && p.phase == fresh && s.l.TypeAfter != 0 && s.Next(at.End) == ':' {
		kind = source.Assignment
	}
	m := s.Rec.Word(at, kind, source.Plain)
	if f.targets && (p.phase == fresh || p.valueAt == at.Start && f.ctx == literal) {
		s.keep(pending{at: at, mark: m})
		p.candidate = at.Start
	}
	s.creates = s.behind(creates)
	s.wordRead(at, m, false)
	if f.targets && p.group < 0 || p.valueAt == at.Start {
		p.group, p.gbase = at.Start, len(s.pending)
	}
}

// keep holds a word that may have to be corrected.
func (s *scanner) keep(w pending) {
	if w.mark.Wanted() || s.Rec.Bindings() && len(s.pending) < maxPending {
		s.pending = append(s.pending, w)
	}
}

// dropPending forgets the word that was kept last, if it begins at start.
func (s *scanner) dropPending(start int) {
	if last := len(s.pending) - 1; last >= s.f.base && s.pending[last].at.Start == start {
		s.pending = s.pending[:last]
	}
}

// firstName reads a name at the beginning of a part if that means more than a reference.
func (s *scanner) firstName(at source.Span) bool {
	f := s.f
	p := &f.part
	switch f.ctx {
	case parameters:
		if s.l.TypeFirst {
			return false
		}
		s.parameter(at)
	case pattern:
		s.patternName(at)
	case enumerators:
		s.enumerator(at)
	case members, literal:
		if f.ctx == members && !s.l.NamedMembers || f.ctx == literal && p.has(spread) {
			return false
		}
		m := s.Rec.Word(at, source.Reference, source.Plain)
		p.name, p.from = declarator{at, m}, p.start
		if f.targets && f.ctx == literal {
			s.keep(pending{at: at, mark: m})
		}
		s.wordRead(at, m, false)
		p.phase = named
	default:
		return false
	}
	return true
}

// quotedName reads a name in backquotes, which may be a word of the language.
func (s *scanner) quotedName() bool {
	start := s.Pos
	for s.Pos++; s.Pos < len(s.Src) && s.Src[s.Pos] != '`' && s.Src[s.Pos] != '\n'; s.Pos++ {
		continue
	}
	if s.At(s.Pos) == '`' {
		s.Pos++
	}
	at := source.Span{Start: start, End: s.Pos}
	if s.access || !s.l.Word(s, at, nil) {
		s.anyName(at)
	}
	return true
}

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
		if s.Next(s.Pos) == '(' { // import("module"), wherever it stands
			s.Rec.Load(at, source.Dynamic, false)
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
		s.f.chooses = true
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
		p.phase, p.typ, p.permits = heading, bases, k.text == "permits"
	}
}

// statementWord acts on a keyword that begins or parts statements.
func (s *scanner) statementWord(k *keyword) {
	p := &s.f.part
	s.f.chooses = true
	switch k.role {
	case exports:
		p.vis, p.phase = source.Public, exporting
	case binds:
		p.phase, p.symbol, p.role, p.from = binding, k.symbol, k.role, p.start
		p.binds = k.symbol
		p.flags |= bindsMore
		if p.flags &^= ofBlock; s.l.Blocks && k.text != "var" {
			p.flags |= ofBlock
		}
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
	case "static":
		p.flags |= isStatic
	}
	s.keywordRead(at, k, false)
}
