package brace

import "github.com/ct-tools/ct/shared/source"

// qualify takes ::. A type before it is no type but a part of a path.
func (s *rustReader) qualify() {
	t := &s.now
	s.pos += 2
	if t.prev == rustName && t.item != rustUse {
		s.r.Revise(t.name.mark, source.Reference)
	}
	if t.prev != rustName && t.prev != rustValue && t.prev != rustAngle {
		t.chain = s.pos - 2
	}
	t.prev = rustPath
}

// dot takes a dot, or a range.
func (s *rustReader) dot() {
	t := &s.now
	if s.at(s.pos+1) == '.' {
		s.pos += 2
		if c := s.at(s.pos); c == '=' || c == '.' {
			s.pos++
		}
		t.prev = rustSign
		return
	}
	s.pos++
	s.endCast()
	if t.prev != rustName && t.prev != rustValue {
		t.chain = s.skipBlank(s.pos)
	}
	t.prev = rustDot
}

// endCast ends the type behind as.
func (s *rustReader) endCast() {
	if t := &s.now; t.has(rustCast) {
		t.clear(rustCast)
		t.mode = rustExpression
	}
}

// operand tells whether a value is due here.
func (s *rustReader) operand() bool {
	switch s.now.prev {
	case rustNone, rustSign, rustKeyword:
		return true
	}
	return false
}

// less takes <: a comparison, or the beginning of generic arguments.
func (s *rustReader) less() {
	t := &s.now
	declares := t.item != rustNoItem && t.item <= rustTypeItem && t.tag.at.Len() > 0 && !t.has(rustParams|rustResult|rustWhere) && t.prev == rustName && t.name.at == t.tag.at
	switch {
	case declares, t.item == rustImpl && t.prev == rustKeyword && !t.has(rustOverrides):
		s.push('>', rustAngles).generic = true
	case t.has(rustCast) && s.at(s.pos+1) == '=':
		s.sign('<')
	case t.mode == rustType, t.prev == rustPath, s.operand():
		s.push('>', rustAngles)
	default:
		s.sign('<')
	}
}

// greater takes >: the end of generic arguments, or an operator.
func (s *rustReader) greater() {
	if s.top().scope == rustAngles {
		s.pos++
		s.pop(s.pos)
		return
	}
	s.sign('>')
}

// bar takes |: an operator, or what stands around the parameters of a closure.
func (s *rustReader) bar() {
	t := &s.now
	switch {
	case s.top().scope == rustClosure:
		s.pos++
		s.pop(s.pos)
	case t.mode == rustPattern:
		s.pos++
		t.prev = rustSign
	case t.mode == rustExpression && s.operand() && s.at(s.pos+1) == '|':
		s.closure()
		s.pos += 2
		t.prev = rustSign
	case t.mode == rustExpression && s.operand():
		s.closure()
		s.push('|', rustClosure)
	default:
		s.sign('|')
	}
}

// closure opens the definition that a name bound to a closure is.
func (s *rustReader) closure() {
	t := &s.now
	if t.item != rustLet || t.has(rustBound|rustHead) || t.tag.at.Len() == 0 || t.before == 0 {
		return
	}
	from := s.skipBlank(t.before + 1)
	if from < s.pos && string(s.src[from:s.wordEnd(from)]) != "move" && string(s.src[from:s.wordEnd(from)]) != "async" {
		return
	}
	t.set(rustBound)
	s.open(source.Declaration{Name: t.tag.at, Symbol: source.Function}, t.tag.mark, t.start, t.before)
}

// bang takes the ! behind the name of a macro.
func (s *rustReader) bang() {
	t := &s.now
	s.pos++
	w := t.name
	if string(s.src[w.at.Start:w.at.End]) == "macro_rules" && t.item == rustNoItem {
		t.item, t.tag = rustMacroRules, cWord{}
		t.prev = rustKeyword
		return
	}
	switch s.next(s.pos) {
	case '(', '[', '{':
		t.prev = rustBang
	default:
		t.prev = rustSign
	}
}

// arm takes =>.
func (s *rustReader) arm() {
	s.pos += 2
	t, f := &s.now, s.top()
	switch f.scope {
	case rustArms:
		t.set(rustArm)
		t.clear(rustHead | rustCast)
		t.mode = rustExpression
	case rustRules:
		f.body = true
	}
	t.prev = rustSign
}

// assign takes an equals sign.
func (s *rustReader) assign() { //nolint:gocyclo // one case for each item that it may stand in
	t := &s.now
	s.pos++
	s.endCast()
	switch {
	case s.top().scope == rustAngles:
		if t.prev == rustName && !s.top().generic {
			s.r.Revise(t.name.mark, source.Reference)
		}
	case t.item == rustLet:
		if t.before == 0 {
			t.before = s.pos - 1
			if t.mode == rustPattern {
				t.tag = cWord{}
				if t.prev == rustName && !t.has(rustHead) && s.alone() {
					t.tag = t.name
				}
			}
		}
		t.mode = rustExpression
	case t.item == rustTypeItem || t.item == rustTrait:
		s.signatureAt(s.pos - 1)
		t.mode = rustType
	case t.item == rustConst || t.item == rustStatic:
		s.signatureAt(s.pos - 1)
		t.mode = rustExpression
	case t.item == rustFor:
	case t.mode == rustPattern: // if let
		t.mode = rustExpression
	default:
		if t.prev == rustName && t.mode == rustExpression && s.top().scope != rustAttribute && s.top().scope != rustVariants {
			s.r.Revise(t.name.mark, source.Assignment)
		}
		if s.top().scope == rustVariants || s.top().scope == rustFields {
			t.mode = rustExpression
		}
	}
	t.prev = rustSign
}

// alone tells whether the pattern of a let is nothing but a name.
func (s *rustReader) alone() bool {
	t := &s.now
	p := s.skipBlank(t.start + 3)
	if string(s.src[p:s.wordEnd(p)]) == "mut" {
		p = s.skipBlank(p + 3)
	}
	return p == t.name.at.Start
}

// colon takes a colon: a type follows a name.
func (s *rustReader) colon() {
	t, f := &s.now, s.top()
	s.pos++
	s.endCast()
	switch {
	case f.scope == rustKeyed, f.scope == rustLiteral, f.scope == rustGroup, f.scope == rustArms, f.scope == rustAttribute:
	case t.item == rustLet:
		if t.before == 0 && t.mode == rustPattern {
			t.tag = cWord{}
			if t.prev == rustName && s.alone() {
				t.tag = t.name
			}
		}
		t.mode = rustType
	case f.scope == rustParameters, f.scope == rustClosure, f.scope == rustFields:
		t.mode = rustType
	case t.item != rustNoItem && t.item != rustFor:
		t.mode = rustType
	}
	t.prev = rustSign
}

// comma takes a comma.
func (s *rustReader) comma() {
	s.began(s.pos)
	t, f := &s.now, s.top()
	f.args++
	s.pos++
	switch {
	case t.item == rustUse:
		s.leaf()
	case f.scope == rustBlock && t.item != rustNoItem:
		t.prev = rustSign // within where
		if t.has(rustBound) {
			s.endPart(s.pos - 1)
			s.reset()
		}
	default:
		s.endPart(s.pos - 1)
		s.reset()
	}
}

// semicolon takes a semicolon.
func (s *rustReader) semicolon() {
	for s.top().scope == rustAngles {
		s.pop(s.pos)
	}
	s.pos++
	if s.top().scope == rustTypes { // [T; N]
		s.now.mode = rustExpression
		s.now.prev = rustSign
		return
	}
	s.endStatement(s.pos)
	s.reset()
	if f := s.top(); f.scope == rustRules {
		f.body = false
	}
}

// hash takes an attribute.
func (s *rustReader) hash() {
	p := s.pos + 1
	if s.at(p) == '!' {
		p++
	}
	if s.at(p) != '[' {
		s.pos++
		return
	}
	t := &s.now
	if t.start < 0 && t.doc.Len() == 0 {
		t.doc = s.docBefore(s.pos)
	}
	s.pos = p
	s.push(']', rustAttribute)
}
