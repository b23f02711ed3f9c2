package brace

import "github.com/ct-tools/ct/shared/source"

// openParen takes an opening round bracket.
func (s *rustReader) openParen() { //nolint:gocyclo // one case for each meaning of the bracket
	s.began(s.pos)
	t, f := &s.now, s.top()
	switch {
	case t.prev == rustBang:
		s.openCall(')')
	case t.dollar == s.pos: // $(…)*: more of what stands around it
		s.repetition()
	case t.item == rustMacroRules && t.tag.at.Len() > 0:
		s.open(s.declaration(), t.tag.mark, t.start, s.pos)
		if f := s.push(')', rustRules); f.sign != 0 {
			f.opens = 1
		}
	case f.scope == rustRules:
		s.rule(')')
	case f.scope == rustMatcher, f.scope == rustAttribute && t.prev != rustName:
		s.push(')', f.scope)
	case t.prev == rustKeyword && t.has(rustPub) && t.item == rustNoItem && s.restricts():
		s.push(')', rustVisibility)
	case t.item == rustFn && t.tag.at.Len() > 0 && !t.has(rustParams|rustResult):
		s.parameters = s.parameters[:0]
		s.push(')', rustParameters)
	case t.item == rustStruct && t.tag.at.Len() > 0, f.scope == rustVariants && t.mode == rustExpression && t.prev == rustName:
		s.push(')', rustTuple)
	case t.mode == rustPattern:
		s.push(')', rustPatterns)
	case t.mode == rustType && !(t.has(rustCast) && t.prev == rustName):
		s.push(')', rustTypes)
	case t.prev == rustName || t.prev == rustAngle && t.name.at.Len() > 0:
		s.openCall(')')
	default:
		s.push(')', rustGroup)
	}
}

// restricts tells pub(crate) from the type of a tuple's field.
func (s *rustReader) restricts() bool {
	p := s.skipBlank(s.pos + 1)
	switch string(s.src[p:s.wordEnd(p)]) {
	case "crate", "super", "self", "in":
		return true
	}
	return false
}

// openCall takes the bracket behind a callee.
func (s *rustReader) openCall(sign byte) {
	t := &s.now
	access := source.Plain
	if s.behindDot(t.name.at.Start) {
		access = source.Member
	}
	from := t.name.at.Start
	if t.chain >= 0 {
		from = min(from, t.chain)
	}
	call := s.r.Call(t.name.mark, access, source.Call{
		Callee: source.Span{Start: from, End: t.name.at.End}, Span: source.Span{Start: from, End: s.pos + 1},
	})
	scope := rustGroup
	if s.top().scope == rustAttribute {
		scope = rustAttribute
	}
	s.push(sign, scope).call = call
}

// behindDot tells whether a dot stands before p.
func (s *rustReader) behindDot(p int) bool {
	p = s.trim(max(p-256, 0), p)
	return p > 1 && s.src[p-1] == '.' && s.src[p-2] != '.'
}

// repetition opens $( … ), which holds more of what stands around it.
func (s *rustReader) repetition() {
	f := *s.top()
	outer := s.now
	n := s.push(')', f.scope)
	n.members, n.foreign, n.receiver, n.generic = f.members, f.foreign, f.receiver, f.generic
	if outer.prev != rustNone {
		s.now.mode = outer.mode
	}
	n.outer.start = outer.start
}

// rule opens what a rule of a macro matches, or what it gives.
func (s *rustReader) rule(sign byte) {
	if !s.top().body {
		s.push(sign, rustMatcher)
		return
	}
	s.ending(&s.push(sign, rustBlock).bracket, true)
}

// openSquare takes an opening square bracket.
func (s *rustReader) openSquare() {
	s.began(s.pos)
	t, f := &s.now, s.top()
	switch {
	case t.prev == rustBang:
		s.openCall(']')
	case f.scope == rustRules:
		s.rule(']')
	case f.scope == rustMatcher, f.scope == rustAttribute:
		s.push(']', f.scope)
	case t.mode == rustPattern:
		s.push(']', rustPatterns)
	case t.mode == rustType:
		s.push(']', rustTypes)
	default:
		s.push(']', rustGroup)
	}
}

// openBrace takes an opening curly bracket.
func (s *rustReader) openBrace() { //nolint:gocyclo // one case for each meaning of the bracket
	s.began(s.pos)
	if s.top().scope == rustAngles && !s.operandInAngles() {
		for s.top().scope == rustAngles {
			s.pop(s.pos)
		}
	}
	t, f := &s.now, s.top()
	switch {
	case t.prev == rustBang:
		s.openMacro()
	case f.scope == rustRules:
		s.rule('}')
	case f.scope == rustMatcher, f.scope == rustAttribute:
		s.push('}', f.scope)
	case t.item == rustUse:
		s.push('}', rustTree)
		s.now.item = rustUse
	case s.opensItem():
		s.openItem()
	case f.scope == rustVariants && t.prev == rustName:
		s.push('}', rustFields)
	case t.mode == rustPattern:
		s.push('}', rustKeyed)
	case t.has(rustHead) && !s.valueDue():
		s.openHead()
	case t.mode == rustType && t.has(rustResult):
		s.openBody()
	case (t.prev == rustName || t.prev == rustAngle || t.prev == rustValue) && t.mode == rustExpression && s.literal():
		s.push('}', rustLiteral)
	default:
		s.openBody()
	}
}

// valueDue tells whether the block at pos belongs to the head that is read.
func (s *rustReader) valueDue() bool {
	t := &s.now
	if t.prev == rustSign {
		p := s.trim(t.start, s.pos)
		return p > 0 && s.src[p-1] != '.'
	}
	return t.prev == rustKeyword
}

// operandInAngles tells whether a block as generic argument may begin here.
func (s *rustReader) operandInAngles() bool {
	return s.now.prev == rustNone || s.now.prev == rustSign
}

// literal tells whether a curly bracket behind a name begins a struct's fields.
func (s *rustReader) literal() bool {
	t := &s.now
	if t.item == rustMod || t.item == rustMacroRules {
		return false
	}
	return t.prev != rustValue || s.src[s.trim(t.start, s.pos)-1] == 'f' // Self {
}

// openBody opens a block in an expression.
func (s *rustReader) openBody() {
	t, in := &s.now, s.top()
	first := t.start == s.pos || t.has(rustStatementIf) && !t.has(rustHead)
	direct := in.scope == rustArms && t.has(rustArm) && s.behindArrow()
	if t.has(rustResult) {
		t.clear(rustResult)
		t.mode = rustExpression
		first = false
	}
	blockish := in.scope == rustArms && t.has(rustArm) && t.item == rustNoItem
	f := s.push('}', rustBlock)
	s.ending(&f.bracket, first && in.scope == rustBlock)
	f.armBody = direct
	f.blockish = blockish
}

// behindArrow tells whether => stands directly before pos.
func (s *rustReader) behindArrow() bool {
	p := s.trim(max(s.pos-256, 0), s.pos)
	return p > 1 && s.src[p-1] == '>' && s.src[p-2] == '='
}

// openHead opens the block behind the head of if, while, for or match.
func (s *rustReader) openHead() {
	t, in := &s.now, s.top()
	scope := rustBlock
	if t.has(rustMatches) {
		scope = rustArms
	}
	statement := t.has(rustStatementIf)
	t.clear(rustHead | rustMatches | rustCast)
	if t.item == rustFor {
		t.item = rustNoItem
	}
	t.mode = rustExpression
	f := s.push('}', scope)
	s.ending(&f.bracket, statement && in.scope == rustBlock)
	f.blockish = in.scope == rustArms && f.outer.has(rustArm)
}

// openMacro opens the tokens of a macro in curly brackets.
func (s *rustReader) openMacro() {
	t, in := &s.now, s.top()
	first := in.scope == rustBlock && t.chain == t.start
	call := s.r.Call(t.name.mark, source.Plain, source.Call{
		Callee: source.Span{Start: min(max(t.chain, 0), t.name.at.Start), End: t.name.at.End}, Span: source.Span{Start: t.name.at.Start, End: s.pos + 1},
	})
	f := s.push('}', rustBlock)
	s.ending(&f.bracket, first)
	f.call = call
	f.receiver, f.members, f.foreign = in.receiver, in.members, in.foreign
}
