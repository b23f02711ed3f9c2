package rust

import "github.com/ct-tools/ct/shared/source"

// openParen reads an opening round bracket.
func (s *reader) openParen() { //nolint:gocyclo // one case for each meaning of the bracket
	s.began(s.Pos)
	t, f := &s.now, s.top()
	switch {
	case t.prev == tokenBang:
		s.openCall(')')
	case t.dollar == s.Pos: // $(…)*: more of what stands around it
		s.repetition()
	case t.item == itemMacroRules && t.tag.At.Len() > 0:
		s.open(s.declaration(), t.tag.Mark, t.start, s.Pos)
		if f := s.push(')', inRules); f.Sign != 0 {
			f.Opens = 1
		}
	case f.scope == inRules:
		s.rule(')')
	case f.scope == inMatcher, f.scope == inAttribute && t.prev != tokenName:
		s.push(')', f.scope)
	case t.prev == tokenKeyword && t.has(flagPub) && t.item == itemNone && s.restricts():
		s.push(')', inVisibility)
	case t.item == itemFn && t.tag.At.Len() > 0 && !t.has(flagParams|flagResult):
		s.parameters = s.parameters[:0]
		s.push(')', inParameters)
	case t.item == itemStruct && t.tag.At.Len() > 0, f.scope == inVariants && t.mode == modeExpression && t.prev == tokenName:
		s.push(')', inTuple)
	case t.mode == modePattern:
		s.push(')', inPatterns)
	case t.mode == modeType && !(t.has(flagCast) && t.prev == tokenName):
		s.push(')', inTypes)
	case t.prev == tokenName || t.prev == tokenAngle && t.name.At.Len() > 0:
		s.openCall(')')
	default:
		of, group := s.callInside(), s.operand()
		f := s.push(')', inGroup)
		f.Call, f.Group = of, group
	}
}

// restricts distinguishes pub(crate) from the type of a tuple's field.
func (s *reader) restricts() bool {
	p := s.SkipBlank(s.Pos + 1)
	switch string(s.Src[p:s.WordEnd(p)]) {
	case "crate", "super", "self", "in":
		return true
	}
	return false
}

// openCall reads the bracket after a callee.
func (s *reader) openCall(sign byte) {
	t := &s.now
	access := source.Plain
	if s.behindDot(t.name.At.Start) {
		access = source.Member
	}
	from, form := t.name.At.Start, source.Form(0)
	if t.prev == tokenBang {
		form = source.ByMacro
	}
	if t.chain >= 0 {
		from = min(from, t.chain)
	}
	call := s.Rec.Call(t.name.Mark, access, source.Call{
		Callee: source.Span{Start: from, End: t.name.At.End}, Span: source.Span{Start: from, End: s.Pos + 1}, Form: form,
	})
	scope := inGroup
	if s.top().scope == inAttribute {
		scope = inAttribute
	}
	s.push(sign, scope).Call = call
}

// behindDot reports whether a dot is before p.
func (s *reader) behindDot(p int) bool {
	p = s.Trim(max(p-256, 0), p)
	return p > 1 && s.Src[p-1] == '.' && s.Src[p-2] != '.'
}

// repetition opens $( … ), which holds more of what is around it.
func (s *reader) repetition() {
	f := *s.top()
	outer := s.now
	n := s.push(')', f.scope)
	n.members, n.foreign, n.receiver, n.generic = f.members, f.foreign, f.receiver, f.generic
	if outer.prev != tokenNone {
		s.now.mode = outer.mode
	}
	n.outer.start = outer.start
}

// rule opens what a rule of a macro matches, or what it returns.
func (s *reader) rule(sign byte) {
	if !s.top().body {
		s.push(sign, inMatcher)
		return
	}
	s.Ending(&s.push(sign, inBlock).Bracket, true)
}

// openSquare reads an opening square bracket.
func (s *reader) openSquare() {
	s.began(s.Pos)
	t, f := &s.now, s.top()
	switch {
	case t.prev == tokenBang:
		s.openCall(']')
	case f.scope == inRules:
		s.rule(']')
	case f.scope == inMatcher, f.scope == inAttribute:
		s.push(']', f.scope)
	case t.mode == modePattern:
		s.push(']', inPatterns)
	case t.mode == modeType:
		s.push(']', inTypes)
	default:
		s.push(']', inGroup)
	}
}

// openBrace reads an opening curly bracket.
func (s *reader) openBrace() { //nolint:gocyclo // one case for each meaning of the bracket
	s.began(s.Pos)
	if s.now.prev != tokenNone && s.now.prev != tokenSign { // else a block may begin as a generic argument
		for s.top().scope == inAngles {
			s.pop(s.Pos)
		}
	}
	t, f := &s.now, s.top()
	switch {
	case t.prev == tokenBang:
		s.openMacro()
	case f.scope == inRules:
		s.rule('}')
	case f.scope == inMatcher, f.scope == inAttribute:
		s.push('}', f.scope)
	case t.item == itemUse:
		s.push('}', inTree)
		s.now.item = itemUse
	case s.opensItem():
		s.openItem()
	case f.scope == inVariants && t.prev == tokenName:
		s.push('}', inFields)
	case t.mode == modePattern:
		s.push('}', inKeyed)
	case t.has(flagHead) && !s.valueDue():
		s.openHead()
	case t.mode == modeType && t.has(flagResult):
		s.openBody()
	case (t.prev == tokenName || t.prev == tokenAngle || t.prev == tokenValue) && t.mode == modeExpression && s.literal():
		s.push('}', inLiteral)
	default:
		s.openBody()
	}
}

// valueDue reports whether the block at pos belongs to the head that is read.
func (s *reader) valueDue() bool {
	t := &s.now
	if t.prev == tokenSign {
		p := s.Trim(t.start, s.Pos)
		return p > 0 && s.Src[p-1] != '.'
	}
	return t.prev == tokenKeyword
}

// literal reports whether a curly bracket after a name begins a struct's fields.
func (s *reader) literal() bool {
	t := &s.now
	return t.item != itemMod && t.item != itemMacroRules && (t.prev != tokenValue || s.Src[s.Trim(t.start, s.Pos)-1] == 'f') // Self {
}

// openBody opens a block in an expression.
func (s *reader) openBody() {
	t, in := &s.now, s.top()
	first := t.start == s.Pos || t.has(flagStatementIf) && !t.has(flagHead)
	direct := in.scope == inArms && t.has(flagArm) && s.behindArrow()
	if t.has(flagResult) {
		t.clear(flagResult)
		t.mode = modeExpression
		first = false
	}
	blockish := in.scope == inArms && t.has(flagArm) && t.item == itemNone
	f := s.push('}', inBlock)
	s.Ending(&f.Bracket, first && in.scope == inBlock)
	f.armBody, f.blockish = direct, blockish
}

// behindArrow reports whether => is directly before pos.
func (s *reader) behindArrow() bool {
	p := s.Trim(max(s.Pos-256, 0), s.Pos)
	return p > 1 && s.Src[p-1] == '>' && s.Src[p-2] == '='
}

// openHead opens the block after the head of if, while, for or match.
func (s *reader) openHead() {
	t, in := &s.now, s.top()
	scope := inBlock
	if t.has(flagMatches) {
		scope = inArms
	}
	statement := t.has(flagStatementIf)
	t.clear(flagHead | flagMatches | flagCast)
	if t.item == itemFor {
		t.item = itemNone
	}
	t.mode = modeExpression
	f := s.push('}', scope)
	s.Ending(&f.Bracket, statement && in.scope == inBlock)
	f.blockish = in.scope == inArms && f.outer.has(flagArm)
}

// openMacro opens the tokens of a macro in curly brackets.
func (s *reader) openMacro() {
	t, in := &s.now, s.top()
	first := in.scope == inBlock && t.chain == t.start
	call := s.Rec.Call(t.name.Mark, source.Plain, source.Call{
		Callee: source.Span{Start: min(max(t.chain, 0), t.name.At.Start), End: t.name.At.End}, Span: source.Span{Start: t.name.At.Start, End: s.Pos + 1},
		Form: source.ByMacro,
	})
	f := s.push('}', inBlock)
	s.Ending(&f.Bracket, first)
	f.Call = call
	f.receiver, f.members, f.foreign = in.receiver, in.members, in.foreign
}
