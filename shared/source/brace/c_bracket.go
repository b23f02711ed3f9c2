package brace

import "github.com/ct-tools/ct/shared/source"

// openParen takes an opening round bracket.
func (s *cReader) openParen() {
	s.began(s.pos)
	t := &s.now
	switch {
	case t.has(cAttribute):
		s.push(')', cAttribution, cUnnoticed)
	case t.has(cHead) && t.prev == cKeyword:
		f := s.push(')', cHeads, cControl)
		f.typed = f.outer.has(cCatch)
	case t.has(cTypeof) && t.prev == cKeyword:
		s.push(')', cArguments, cTypeName)
	case t.has(cConversion) && !t.has(cFunction) && s.conversionEnds():
		t.fn, t.owner, t.name = t.tag, s.qualification(), t.tag
		t.set(cAnyWord)
		s.push(')', cParameters, cDeclares).typed = true
	case t.prev == cName || t.prev == cAngle && t.name.at.Len() > 0:
		s.openNamed()
	case t.has(cLambda):
		s.push(')', cParameters, cLambdaHead)
	case t.prev == cParen && t.has(cPointer) && !t.has(cExpression):
		s.push(')', cParameters, cNothing).typed = true
	case !t.has(cExpression) && s.declaresInParens():
		s.push(')', cDeclarator, cNothing)
	default:
		s.push(')', cArguments, cNothing)
	}
}

// declaresInParens tells whether a bracket behind a type holds what is declared.
func (s *cReader) declaresInParens() bool {
	t := &s.now
	if !t.has(cTyped) && !t.has(cStars) || t.has(cFunction) && t.prev == cParen {
		return false
	}
	if t.prev == cParen || t.prev == cBracket || t.prev == cValue || t.has(cCandidate) {
		return false
	}
	switch s.next(s.pos + 1) {
	case '*', '^', '&':
		return true
	}
	return s.scope() == cFile || s.scope() == cClass
}

// openNamed takes a round bracket behind a name.
func (s *cReader) openNamed() {
	t := &s.now
	scope := s.scope()
	declared := scope == cFile || scope == cClass || scope == cDeclarator
	switch {
	case t.has(cInitial):
		s.openInitial()
	case scope == cParameters && !t.has(cExpression) && t.has(cCandidate):
		s.bindLocal()
		s.push(')', cParameters, cNothing).typed = true
	case scope == cAngles && !t.has(cExpression) && (t.name.at.Len() < 4 || !s.shouted(t.name.at)):
		s.r.Revise(t.name.mark, source.Annotation)
		s.push(')', cParameters, cNothing).typed = true
	case (declared || t.has(cTypedef)) && !t.has(cExpression|cBases):
		s.openDeclared()
	case !t.has(cExpression) && s.pointerInParens():
		s.r.Revise(t.name.mark, source.Annotation)
		t.set(cTyped)
		s.push(')', cDeclarator, cNothing)
	case t.has(cCandidate) && !t.has(cExpression) && scope == cCode:
		s.openLocal()
	default:
		s.openCall()
	}
}

// pointerInParens tells whether what follows looks like (*name)(.
func (s *cReader) pointerInParens() bool {
	p := s.skipBlank(s.pos + 1)
	if s.at(p) != '*' || s.now.has(cCandidate) {
		return false
	}
	p = s.skipBlank(p + 1)
	end := s.wordEnd(p)
	if end == p {
		return false
	}
	p = s.skipBlank(end)
	return s.at(p) == ')' && s.next(p+1) == '('
}

// openLocal takes the bracket of TYPE name( in a function: in C++ a variable
// with what its constructor gets, in C a prototype.
func (s *cReader) openLocal() {
	if !s.plus {
		s.now.clear(cCandidate)
		s.push(')', cParameters, cNothing).typed = true
		return
	}
	s.bindLocal()
	s.now.set(cExpression)
	s.push(')', cArguments, cNothing)
}

// openInitial takes the bracket behind what a constructor initialises: a
// member, or a base class if it is written as one.
func (s *cReader) openInitial() {
	if c := s.src[s.now.name.at.Start]; c >= 'A' && c <= 'Z' || s.now.prev == cAngle {
		s.openCall()
		return
	}
	s.r.Revise(s.now.name.mark, source.Assignment)
	s.push(')', cArguments, cNothing)
}

// openDeclared takes the bracket behind a name where declarations stand: of a
// function's parameters, or of a macro's arguments.
func (s *cReader) openDeclared() {
	t := &s.now
	if p := s.skipBlank(s.pos + 1); !t.has(cCandidate) && (s.at(p) == '*' || s.at(p) == '^' || t.has(cTypedef) || s.nameAlone(p)) && !s.shouted(t.name.at) {
		s.r.Revise(t.name.mark, source.Annotation)
		t.set(cTyped)
		s.push(')', cDeclarator, cNothing)
		return
	}
	if t.has(cFunction) {
		if t.has(cAnyWord) && !s.reserved(t.fn.at) {
			s.openCall() // a macro behind the function
			return
		}
		s.macroCalled(true)
	}
	t.fn, t.owner = t.name, s.qualification()
	t.clear(cAnyWord)
	if t.has(cCandidate) || s.namesItself() {
		t.set(cAnyWord)
	}
	s.push(')', cParameters, cDeclares).typed = s.frames[len(s.frames)-1].outer.has(cAnyWord)
}

// nameAlone tells whether p begins name)(: a function whose name is put in
// brackets so that no macro takes its place.
func (s *cReader) nameAlone(p int) bool {
	end := s.wordEnd(p)
	if end == p || !s.plus {
		return false
	}
	end = s.skipBlank(end)
	return s.at(end) == ')' && s.next(end+1) == '('
}

// conversionEnds tells whether the bracket here holds the parameters of a
// conversion, and is no part of its type.
func (s *cReader) conversionEnds() bool {
	return s.now.prev != cKeyword || s.next(s.pos+1) == ')' || s.now.prev == cType
}

// reserved tells whether a name begins with two underscores, as macros do that
// stand for attributes.
func (s *cReader) reserved(at source.Span) bool {
	return at.Len() > 2 && s.src[at.Start] == '_' && s.src[at.Start+1] == '_'
}

// namesItself tells whether the name declares a function though no type stands
// before it: a constructor, a destructor, an operator.
func (s *cReader) namesItself() bool {
	t := &s.now
	at := t.name.at
	if !s.plus {
		return false
	}
	if at.Start > 0 && s.src[at.Start-1] == '~' || t.has(cConversion) || at.Len() > 8 && string(s.src[at.Start:at.Start+8]) == "operator" && !isWord(s.src[at.Start+8]) {
		return true
	}
	return string(s.src[at.Start:at.End]) == string(s.src[t.scope.Start:t.scope.End]) || s.scope() == cClass && s.isClass(at)
}

func (s *cReader) isClass(at source.Span) bool {
	c := s.top().class
	return string(s.src[at.Start:at.End]) == string(s.src[c.Start:c.End])
}

// openCall takes the bracket of a call of the last name.
func (s *cReader) openCall() {
	t := &s.now
	access := source.Plain
	if before := s.trimmed(t.name.at.Start); before == '.' || before == '>' && t.chain < t.name.at.Start {
		access = source.Member
	}
	call := s.r.Call(t.name.mark, access, source.Call{
		Callee: source.Span{Start: min(t.chain, t.name.at.Start), End: t.name.at.End},
		Span:   source.Span{Start: min(t.chain, t.name.at.Start), End: s.pos + 1},
	})
	if !t.has(cFunction) {
		t.set(cExpression)
	}
	s.push(')', cArguments, cCalled).call = call
}

// trimmed gives the last byte before p that is no white space, looking over a
// few only.
func (s *cReader) trimmed(p int) byte {
	for least := max(p-64, 0); p > least; {
		if p--; !isBlank(s.src[p]) {
			return s.src[p]
		}
	}
	return 0
}

// openBracket takes an opening square bracket.
func (s *cReader) openBracket() {
	s.began(s.pos)
	t := &s.now
	switch {
	case s.plus && s.at(s.pos+1) == '[' && t.prev != cParen && (t.prev != cName || !t.has(cExpression)):
		s.push(']', cAttribution, cUnnoticed)
	case s.unpacks():
		s.push(']', cUnpacked, cNothing)
	case s.plus && s.captures():
		s.lambda()
		s.push(']', cArguments, cCaptures)
	default:
		s.push(']', cSubscript, cNothing)
	}
}

// unpacks tells whether a square bracket here holds the names of auto [a, b].
func (s *cReader) unpacks() bool {
	t := &s.now
	if !t.has(cAuto) || t.has(cCandidate|cExpression|cFunction) {
		return false
	}
	return t.prev == cType || t.prev == cKeyword || t.prev == cSign && t.sign == '*'
}

// captures tells whether a square bracket here begins a lambda.
func (s *cReader) captures() bool {
	if s.scope() == cAttribution {
		return false
	}
	switch s.now.prev {
	case cName, cParen, cBracket, cAngle, cValue, cType, cBrace:
		return false
	case cKeyword:
		return s.now.has(cExpression)
	case cNone:
		return s.scope() == cArguments || s.scope() == cCode || s.scope() == cValuesIn && s.valueFollows()
	}
	return true
}

// valueFollows tells a lambda in an initialiser from a designator [3] = x.
func (s *cReader) valueFollows() bool {
	switch s.next(s.pos + 1) {
	case ']', '&', '=':
		return true
	}
	return false
}

// lambda opens the definition that a variable bound to a lambda is.
func (s *cReader) lambda() {
	t := &s.now
	if t.has(cBound) || !t.has(cTyped) || t.prev != cSign || t.sign != '=' || s.scope() != cCode || s.directive || t.name.at.Len() == 0 {
		return
	}
	t.set(cBound)
	s.open(source.Declaration{Name: t.name.at, Symbol: source.Function}, t.name.mark, t.start, max(t.before, t.name.at.End))
}

// openBrace takes an opening curly bracket.
func (s *cReader) openBrace() { //nolint:gocyclo // one case for each meaning of the bracket
	s.began(s.pos)
	t := &s.now
	scope := s.scope()
	outside := scope == cFile || scope == cClass
	switch {
	case t.has(cNamespace):
		s.openNamespace()
	case t.has(cTag) && !t.has(cExpression):
		s.openClass()
	case outside && t.has(cFunction) && t.before == 0:
		if t.has(cInitial) && (t.prev == cName || t.prev == cAngle) {
			s.r.Revise(t.name.mark, source.Assignment)
			s.push('}', cValuesIn, cNothing)
			return
		}
		if s.listed() {
			s.macroCalled(false)
			s.ending(&s.push('}', cValuesIn, cNothing).bracket, true)
			return
		}
		s.openFunction()
	case outside && t.has(cExtern) && t.prev == cValue: // extern "C"
		s.ending(&s.push('}', cFile, cNothing).bracket, true)
	case t.has(cRequires) && !outside || t.has(cRequires) && t.prev != cName && t.prev != cAngle:
		t.clear(cRequires)
		s.push('}', cCode, cNothing)
	case t.has(cLambda):
		f := s.push('}', cCode, cLambdaBody)
		if f.outer.has(cBound) {
			f.opens = 1
			f.outer.clear(cBound)
		}
	case outside && (t.before > 0 || t.has(cCandidate)):
		s.initialiser()
	case outside:
		s.ending(&s.push('}', cCode, cNothing).bracket, true)
	default:
		s.openBlock()
	}
}

// listed tells whether a macro before a curly bracket stands in a list of
// values: DEVICE(1, NULL), { in a file that another includes as its table.
func (s *cReader) listed() bool {
	t := &s.now
	if t.has(cAnyWord) || t.owner.Len() > 0 || !s.shouted(t.fn.at) {
		return false
	}
	return t.prev == cSign && t.sign == ',' || s.trimmed(t.fn.at.Start) == ','
}

// openBlock takes a curly bracket among statements and in expressions.
func (s *cReader) openBlock() {
	t := &s.now
	switch t.prev {
	case cNone:
		f := s.push('}', cCode, cNothing)
		s.ending(&f.bracket, f.outer.start == f.start)
	case cParen:
		if t.chain == t.start && t.name.at.Len() > 0 && t.before == 0 && !t.has(cCase) {
			s.ending(&s.push('}', cCode, cNothing).bracket, true) // for_each(…) {
			return
		}
		s.initialiser()
	case cBrace:
		s.push('}', cCode, cNothing)
	default:
		s.initialiser()
	}
}

// initialiser takes the curly bracket of a value: of what is declared, if a
// type and a name stand before it.
func (s *cReader) initialiser() {
	t := &s.now
	if t.has(cCandidate) && t.before == 0 && t.prev != cParen {
		t.before, t.tag = s.pos, t.name
		if scope := s.scope(); scope != cFile && scope != cClass {
			s.bindLocal()
		}
	}
	t.set(cExpression)
	s.push('}', cValuesIn, cNothing)
}
