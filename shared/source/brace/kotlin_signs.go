package brace

import "github.com/ct-tools/ct/shared/source"

// kotlinSign reads the signs that mean something of their own in Kotlin.
func kotlinSign(s *scanner, c byte) bool {
	p := &s.f.part
	switch c {
	case '@':
		return kotlinAt(s)
	case '`':
		return s.quotedName()
	case '.':
		return kotlinReceiverSign(s)
	case '?':
		return kotlinQuestion(s)
	case '<':
		return kotlinAngle(s)
	case ',':
		if p.phase == heading && p.has(kotlinBy) && (p.typ == noType || p.typ == castType) {
			p.typ, p.flags = bases, p.flags&^kotlinBy
		}
	case ':':
		return kotlinColon(s)
	case '-':
		return s.Has(s.Pos, "->") && kotlinArrow(s)
	case '=':
		return kotlinEquals(s)
	case '(', '[':
		return kotlinRound(s, c)
	}
	return false
}

// kotlinAngle reads the < of type arguments after a name that is declared, or that a base is
// delegated to.
func kotlinAngle(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.prev.kind != nameToken || len(s.frames) >= maxDepth:
		return false
	case p.phase == naming || p.phase == binding:
	case kotlinDelegates(p) && s.LooksLikeTypes(s.Pos, s.f.ctx == arguments):
		s.callee = source.Span{Start: s.prev.start, End: s.prev.end}
	default:
		return false
	}
	s.pushAngle(typeGroup)
	return true
}

// kotlinDelegates reports whether the value is read that a base is delegated to.
func kotlinDelegates(p *part) bool {
	return p.phase == heading && p.typ == noType && p.has(kotlinBy)
}

// kotlinReceiverSign reads a sign within the type that a function or property extends.
func kotlinReceiverSign(s *scanner) bool {
	p := &s.f.part
	if p.phase != naming && p.phase != binding || s.f.ctx == pattern {
		return false
	}
	s.begin(s.Pos, true)
	s.passed('.')
	return true
}

// kotlinQuestion reads ?:, as? and the mark of a nullable type.
func kotlinQuestion(s *scanner) bool {
	p, after := &s.f.part, s.At(s.Pos+1)
	switch {
	case after == ':':
		s.begin(s.Pos, true)
		if p.typ == castType {
			p.typ = noType
		}
		return s.signRead(2, '?')
	case (s.f.typed || p.typ != noType) && s.prev.operand && s.prev.end == s.Pos && after != '.':
		s.Pos++
		s.prev.end = s.Pos
		return true
	case s.prev.key != nil && s.prev.key.role == casts:
		s.Pos++
		return true
	}
	return kotlinReceiverSign(s)
}

// kotlinAt reads an annotation or a label.
func kotlinAt(s *scanner) bool {
	if s.Pos > 0 && s.prev.end == s.Pos && (s.prev.kind == nameToken || s.prev.kind == keywordToken) {
		s.Pos++
		if s.prev.kind == nameToken {
			s.f.part.phase = fresh
			s.prev = token{end: s.Pos}
			return true
		}
		if s.IsLetter(s.At(s.Pos)) {
			key := s.prev.key
			at := s.TakeName()
			s.Rec.Word(at, source.Reference, source.Plain)
			s.keywordRead(at, key, key.role == operand)
		}
		return true
	}
	if s.newline && s.f.part.phase == heading && s.ConstructorFollows() {
		s.newline = false
	}
	s.endHead("@")
	at := s.Pos + 1
	for at < len(s.Src) && s.IsLetter(s.Src[at]) {
		at++
	}
	if at > s.Pos+1 && s.At(at) == ':' && s.At(at+1) != ':' {
		s.Pos = at // after the target of the annotation: @get:Name
	}
	s.attributeSign()
	return true
}

// kotlinColon reads the colons that do not separate a name from its type.
func kotlinColon(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.Has(s.Pos, "::"):
		s.accessSign(2)
		return true
	case s.Has(s.Pos-1, "?:") && s.prev.end == s.Pos:
		return false
	case p.phase == naming && p.symbol == source.Class:
		p.phase, p.typ = heading, bases
	case p.phase == heading && p.has(kotlinWhere):
	case p.phase == heading && p.symbol == source.Method && (s.Has(s.SkipBlank(s.Pos+1), "this") || s.Has(s.SkipBlank(s.Pos+1), "super")):
	default:
		return false
	}
	s.begin(s.Pos, true)
	s.passed(':')
	return true
}

// kotlinArrow reads -> of an arm of when, of a lambda and of a function's type.
func kotlinArrow(s *scanner) bool {
	p := &s.f.part
	s.begin(s.Pos, true)
	switch {
	case s.f.key == &kotlinWhen && s.f.ctx == statements:
		s.endPart()
	case s.f.key == &kotlinLambda && s.f.ctx == parameters && (p.typ == noType || s.prev.sign != ')'):
		s.endPart()
		s.f.ctx = statements
	}
	return s.signRead(2, ';')
}

// kotlinEquals reads = between the head of a function and its value.
func kotlinEquals(s *scanner) bool {
	p := &s.f.part
	if p.phase != heading || s.Has(s.Pos, "==") {
		return false
	}
	s.begin(s.Pos, true)
	s.headEnds(p)
	return s.signRead(1, '=')
}

// kotlinRound prepares for a bracket, which at the beginning of a line begins a statement.
func kotlinRound(s *scanner, c byte) bool {
	s.begin(s.Pos, s.f.part.phase == heading)
	p := &s.f.part
	if c == '[' || len(s.frames) >= maxDepth {
		return false
	}
	switch {
	case s.f.ctx == header && s.f.key != nil && s.f.key.text == "for" && p.phase == fresh,
		s.f.key == &kotlinLambda && s.f.ctx == parameters && p.phase == fresh:
		p.phase = binding
		return false
	case p.phase == heading && s.prev.key != nil && s.prev.key.role == operand, kotlinDelegates(p) && s.prev.operand:
		s.openCall()
	case kotlinDelegates(p):
		s.push('(', group)
	default:
		return false
	}
	s.opened('(')
	return true
}

// kotlinClosed remembers the keyword before a head.
func kotlinClosed(s *scanner, f *frame) {
	if f.ctx == header && f.key != nil && f.key.text == "when" {
		s.prev.key = f.key
	}
}

// kotlinCurly opens a lambda, which may be the last argument of a call, and the arms of when.
func kotlinCurly(s *scanner) bool {
	p := &s.f.part
	switch {
	case s.f.ctx == enumerators, p.phase == heading, p.phase == naming:
		return false
	case s.prev.key != nil && s.prev.key.text == "when":
		s.push('{', statements).key = &kotlinWhen
		return true
	case p.phase == fresh && s.f.ctx <= members && s.prev.sign != '(' && s.prev.key == nil && !s.LambdaFollows():
		return false
	case s.prev.key != nil && s.prev.key.role == blocks:
		f := s.push('{', statements)
		f.resume, f.operand = p.phase != fresh, p.phase != fresh
		return true
	}
	s.openClosure(&kotlinLambda)
	if s.LambdaFollows() {
		s.f.ctx = parameters
	}
	return true
}

// openClosure opens a function in braces at pos; what is directly before it is called with it.
func (s *scanner) openClosure(key *keyword) {
	if s.prev.kind == nameToken || s.prev.kind == closeToken && s.prev.sign == '>' {
		at := source.Span{Start: s.prev.start, End: s.prev.end}
		if s.chain >= 0 && s.chain <= at.Start {
			at.Start = s.chain
		}
		access := source.Plain
		if s.prev.member {
			access = source.Member
		}
		if s.prev.mark.Wanted() {
			s.Rec.Call(s.prev.mark, access, source.Call{Callee: at, Span: at, Positional: 1})
		}
	}
	if p := &s.f.part; p.phase == fresh || p.phase == bound {
		p.phase = expression
	}
	f := s.push('{', statements)
	f.key = key
}
