package rust

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// qualify reads ::. A type before it is part of a path.
func (s *reader) qualify() {
	t := &s.now
	s.Pos += 2
	if t.prev == tokenName && t.item != itemUse {
		s.Rec.Revise(t.name.Mark, source.Reference)
	}
	if t.prev != tokenName && t.prev != tokenValue && t.prev != tokenAngle {
		t.chain = s.Pos - 2
	}
	t.prev = tokenPath
}

// dot reads a dot, or a range.
func (s *reader) dot() {
	t := &s.now
	if s.At(s.Pos+1) == '.' {
		s.Pos += 2
		if c := s.At(s.Pos); c == '=' || c == '.' {
			s.Pos++
		}
		t.prev = tokenSign
		return
	}
	s.Pos++
	s.endCast()
	if t.prev != tokenName && t.prev != tokenValue {
		t.chain = s.SkipBlank(s.Pos)
	}
	t.prev = tokenDot
}

// endCast ends the type after as.
func (s *reader) endCast() {
	if t := &s.now; t.has(flagCast) {
		t.clear(flagCast)
		t.mode = modeExpression
	}
}

// operand reports whether a value is due here.
func (s *reader) operand() bool {
	return s.now.prev == tokenNone || s.now.prev == tokenSign || s.now.prev == tokenKeyword
}

// less reads <: a comparison, or the beginning of generic arguments.
func (s *reader) less() {
	t := &s.now
	declares := t.item != itemNone && t.item <= itemType && t.tag.At.Len() > 0 && !t.has(flagParams|flagResult|flagWhere) && t.prev == tokenName && t.name.At == t.tag.At
	switch {
	case declares, t.item == itemImpl && t.prev == tokenKeyword && !t.has(flagOverrides):
		s.push('>', inAngles).generic = true
	case t.has(flagCast) && s.At(s.Pos+1) == '=':
		s.sign('<')
	case t.mode == modeType, t.prev == tokenPath, s.operand():
		s.push('>', inAngles)
	default:
		s.sign('<')
	}
}

// greater reads >: the end of generic arguments, or an operator.
func (s *reader) greater() {
	if s.top().scope == inAngles {
		s.Pos++
		s.pop(s.Pos)
		return
	}
	s.sign('>')
}

// bar reads |: an operator, or what is around the parameters of a closure.
func (s *reader) bar() {
	t := &s.now
	switch {
	case s.top().scope == inClosure:
		s.Pos++
		s.pop(s.Pos)
	case t.mode == modePattern:
		s.Pos++
		t.prev = tokenSign
	case t.mode == modeExpression && s.operand() && s.At(s.Pos+1) == '|':
		s.closure()
		s.Pos += 2
		t.prev = tokenSign
	case t.mode == modeExpression && s.operand():
		s.closure()
		s.push('|', inClosure)
	default:
		s.sign('|')
	}
}

// closure opens the definition that a name bound to a closure is.
func (s *reader) closure() {
	t := &s.now
	if t.item != itemLet || t.has(flagBound|flagHead) || t.tag.At.Len() == 0 || t.before == 0 {
		return
	}
	from := s.SkipBlank(t.before + 1)
	if from < s.Pos && string(s.Src[from:s.WordEnd(from)]) != "move" && string(s.Src[from:s.WordEnd(from)]) != "async" {
		return
	}
	t.set(flagBound)
	s.open(source.Declaration{Name: t.tag.At, Symbol: source.Function}, t.tag.Mark, t.start, t.before)
}

// bang reads the ! after the name of a macro.
func (s *reader) bang() {
	t := &s.now
	s.Pos++
	if w := t.name; string(s.Src[w.At.Start:w.At.End]) == "macro_rules" && t.item == itemNone {
		t.item, t.tag = itemMacroRules, cursor.Word{}
		t.prev = tokenKeyword
		return
	}
	switch s.Next(s.Pos) {
	case '(', '[', '{':
		t.prev = tokenBang
	default:
		t.prev = tokenSign
	}
}

// arm reads =>.
func (s *reader) arm() {
	s.Pos += 2
	t, f := &s.now, s.top()
	switch f.scope {
	case inArms:
		t.set(flagArm)
		t.clear(flagHead | flagCast)
		t.mode = modeExpression
	case inRules:
		f.body = true
	}
	t.prev = tokenSign
}

// assign reads an equals sign.
func (s *reader) assign() { //nolint:gocyclo // one case for each item that it may stand in
	t := &s.now
	s.Pos++
	s.endCast()
	switch {
	case s.top().scope == inAngles:
		if t.prev == tokenName && !s.top().generic {
			s.Rec.Revise(t.name.Mark, source.Reference)
		}
	case t.item == itemLet:
		if t.before == 0 {
			t.before = s.Pos - 1
			if t.mode == modePattern {
				t.tag = cursor.Word{}
				if t.prev == tokenName && !t.has(flagHead) && s.alone() {
					t.tag = t.name
				}
			}
		}
		t.mode = modeExpression
	case t.item == itemType || t.item == itemTrait:
		s.signatureAt(s.Pos - 1)
		t.mode = modeType
	case t.item == itemConst || t.item == itemStatic:
		s.signatureAt(s.Pos - 1)
		t.mode = modeExpression
	case t.item == itemFor:
	case t.mode == modePattern: // if let
		t.mode = modeExpression
	default:
		if t.prev == tokenName && t.mode == modeExpression && s.top().scope != inAttribute && s.top().scope != inVariants {
			s.Rec.Revise(t.name.Mark, source.Assignment)
		}
		if s.top().scope == inVariants || s.top().scope == inFields {
			t.mode = modeExpression
		}
	}
	t.prev = tokenSign
}

// alone reports whether the pattern of a let is nothing but a name.
func (s *reader) alone() bool {
	t := &s.now
	p := s.SkipBlank(t.start + 3)
	if string(s.Src[p:s.WordEnd(p)]) == "mut" {
		p = s.SkipBlank(p + 3)
	}
	return p == t.name.At.Start
}

// colon reads a colon: a type follows a name.
func (s *reader) colon() {
	t, f := &s.now, s.top()
	s.Pos++
	s.endCast()
	switch {
	case f.scope == inKeyed, f.scope == inLiteral, f.scope == inGroup, f.scope == inArms, f.scope == inAttribute:
	case t.item == itemLet:
		if t.before == 0 && t.mode == modePattern {
			t.tag = cursor.Word{}
			if t.prev == tokenName && s.alone() {
				t.tag = t.name
			}
		}
		t.mode = modeType
	case f.scope == inParameters, f.scope == inClosure, f.scope == inFields, t.item != itemNone && t.item != itemFor:
		t.mode = modeType
	}
	t.prev = tokenSign
}

// comma reads a comma.
func (s *reader) comma() {
	s.began(s.Pos)
	t, f := &s.now, s.top()
	f.Args++
	s.Pos++
	switch {
	case t.item == itemUse:
		s.leaf()
	case f.scope == inBlock && t.item != itemNone:
		t.prev = tokenSign // within where
		if t.has(flagBound) {
			s.endPart(s.Pos - 1)
			s.reset()
		}
	default:
		s.endPart(s.Pos - 1)
		s.reset()
	}
}

// semicolon reads a semicolon.
func (s *reader) semicolon() {
	for s.top().scope == inAngles {
		s.pop(s.Pos)
	}
	s.Pos++
	if s.top().scope == inTypes { // [T; N]
		s.now.mode = modeExpression
		s.now.prev = tokenSign
		return
	}
	s.endStatement(s.Pos)
	s.reset()
	if f := s.top(); f.scope == inRules {
		f.body = false
	}
}

// hash reads an attribute.
func (s *reader) hash() {
	p := s.Pos + 1
	if s.At(p) == '!' {
		p++
	}
	if s.At(p) != '[' {
		s.Pos++
		return
	}
	if t := &s.now; t.start < 0 && t.doc.Len() == 0 {
		t.doc = s.DocBefore(s.Pos)
	}
	s.Pos = p
	s.push(']', inAttribute)
}
