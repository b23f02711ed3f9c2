package cfamily

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// openParen reads an opening round bracket.
func (s *reader) openParen() {
	s.began(s.Pos)
	t := &s.now
	of, group := s.callInside(), s.groups()
	switch {
	case t.has(flagAttribute):
		s.push(')', inAttribute, kindUnnoticed)
	case t.has(flagHead) && t.prev == tokenKeyword:
		f := s.push(')', inHead, kindControl)
		f.typed = f.outer.has(flagCatch)
	case t.has(flagTypeof) && t.prev == tokenKeyword:
		s.push(')', inArguments, kindTypeName)
	case t.has(flagConversion) && !t.has(flagFunction) && (t.prev != tokenKeyword || s.Next(s.Pos+1) == ')'): // of its parameters, not in its type
		t.fn, t.owner, t.name = t.tag, s.qualification(), t.tag
		t.set(flagAnyWord)
		s.push(')', inParameters, kindDeclares).typed = true
	case t.prev == tokenName || t.prev == tokenAngle && t.name.At.Len() > 0:
		s.openNamed()
	case t.has(flagLambda):
		s.push(')', inParameters, kindLambdaHead)
	case t.prev == tokenParen && t.has(flagPointer) && !t.has(flagExpression):
		s.push(')', inParameters, kindNothing).typed = true
	case !t.has(flagExpression) && s.declaresInParens():
		s.push(')', inDeclarator, kindNothing)
	default:
		f := s.push(')', inArguments, kindNothing)
		f.Call, f.Group = of, group
	}
}

// declaresInParens reports whether a bracket after a type holds what is declared.
func (s *reader) declaresInParens() bool {
	t := &s.now
	if !t.has(flagTyped|flagStars) || t.prev == tokenParen || t.prev == tokenBracket || t.prev == tokenValue || t.has(flagCandidate) {
		return false
	}
	return strings.IndexByte("*^&", s.Next(s.Pos+1)) >= 0 || s.scope() == inFile || s.scope() == inClass
}

// openNamed reads a round bracket after a name.
func (s *reader) openNamed() {
	t := &s.now
	scope := s.scope()
	declared := scope == inFile || scope == inClass || scope == inDeclarator
	switch {
	case t.has(flagInitial):
		s.openInitial()
	case scope == inParameters && !t.has(flagExpression) && t.has(flagCandidate):
		s.bindLocal()
		s.push(')', inParameters, kindNothing).typed = true
	case scope == inAngles && !t.has(flagExpression) && (t.name.At.Len() < 4 || !s.shouted(t.name.At)):
		s.Rec.Revise(t.name.Mark, source.Annotation)
		s.push(')', inParameters, kindNothing).typed = true
	case (declared || t.has(flagTypedef)) && !t.has(flagExpression|flagBases):
		s.openDeclared()
	case !t.has(flagExpression) && s.pointerInParens():
		s.Rec.Revise(t.name.Mark, source.Annotation)
		t.set(flagTyped)
		s.push(')', inDeclarator, kindNothing)
	case t.has(flagCandidate) && !t.has(flagExpression) && scope == inCode:
		s.openLocal()
	default:
		s.openCall()
	}
}

// pointerInParens reports whether what follows looks like (*name)(.
func (s *reader) pointerInParens() bool {
	p := s.SkipBlank(s.Pos + 1)
	if s.At(p) != '*' || s.now.has(flagCandidate) {
		return false
	}
	p = s.SkipBlank(p + 1)
	end := s.WordEnd(p)
	if end == p {
		return false
	}
	p = s.SkipBlank(end)
	return s.At(p) == ')' && s.Next(p+1) == '('
}

// openLocal reads the bracket of TYPE name( in a function: a variable that is constructed in C++, a prototype in C.
func (s *reader) openLocal() {
	if !s.plus {
		s.now.clear(flagCandidate)
		s.push(')', inParameters, kindNothing).typed = true
		return
	}
	s.bindLocal()
	s.now.set(flagExpression)
	s.push(')', inArguments, kindNothing)
}

// openInitial reads the bracket after what a constructor initialises: a member, or what is written as a base class.
func (s *reader) openInitial() {
	if c := s.Src[s.now.name.At.Start]; c >= 'A' && c <= 'Z' || s.now.prev == tokenAngle {
		s.openCall()
		return
	}
	s.Rec.Revise(s.now.name.Mark, source.Assignment)
	s.constructed(s.now.name)
	s.push(')', inArguments, kindNothing)
}

// openDeclared reads the bracket after a name where declarations stand: a function's parameters or a macro's arguments.
func (s *reader) openDeclared() {
	t := &s.now
	if p := s.SkipBlank(s.Pos + 1); !t.has(flagCandidate) && (s.At(p) == '*' || s.At(p) == '^' || t.has(flagTypedef) || s.nameAlone(p)) && !s.shouted(t.name.At) {
		s.Rec.Revise(t.name.Mark, source.Annotation)
		t.set(flagTyped)
		s.push(')', inDeclarator, kindNothing)
		return
	}
	if t.has(flagFunction) {
		if t.has(flagAnyWord) && !s.reserved(t.fn.At) {
			s.openCall() // a macro after the function
			return
		}
		s.macroCalled(true)
	}
	t.fn, t.owner = t.name, s.qualification()
	t.clear(flagAnyWord)
	if t.has(flagCandidate) || s.namesItself() {
		t.set(flagAnyWord)
	}
	s.push(')', inParameters, kindDeclares).typed = s.frames[len(s.frames)-1].outer.has(flagAnyWord)
}

// nameAlone reports whether p begins name)(: a function whose name is put in brackets so that no macro takes its place.
func (s *reader) nameAlone(p int) bool {
	end := s.WordEnd(p)
	if end == p || !s.plus {
		return false
	}
	end = s.SkipBlank(end)
	return s.At(end) == ')' && s.Next(end+1) == '('
}

// reserved reports whether a name begins with two underscores, as macros do that stand for attributes.
func (s *reader) reserved(at source.Span) bool {
	return at.Len() > 2 && s.Src[at.Start] == '_' && s.Src[at.Start+1] == '_'
}

// namesItself reports whether the name declares a function without a type: a constructor, destructor or operator.
func (s *reader) namesItself() bool {
	t := &s.now
	at := t.name.At
	if !s.plus {
		return false
	}
	return at.Start > 0 && s.Src[at.Start-1] == '~' || t.has(flagConversion) ||
		at.Len() > 8 && string(s.Src[at.Start:at.Start+8]) == "operator" && !cursor.IsWord(s.Src[at.Start+8]) ||
		string(s.Src[at.Start:at.End]) == string(s.Src[t.scope.Start:t.scope.End]) || s.scope() == inClass && s.isClass(at)
}

func (s *reader) isClass(at source.Span) bool {
	c := s.top().class
	return string(s.Src[at.Start:at.End]) == string(s.Src[c.Start:c.End])
}

// openCall reads the bracket of a call of the last name.
func (s *reader) openCall() {
	t := &s.now
	access := source.Plain
	if before := s.trimmed(t.name.At.Start); before == '.' || before == '>' && t.chain < t.name.At.Start {
		access = source.Member
	}
	call := s.Rec.Call(t.name.Mark, access, source.Call{
		Callee: source.Span{Start: min(t.chain, t.name.At.Start), End: t.name.At.End},
		Span:   source.Span{Start: min(t.chain, t.name.At.Start), End: s.Pos + 1},
	})
	if !t.has(flagFunction) {
		t.set(flagExpression)
	}
	s.push(')', inArguments, kindCalled).Call = call
}

// trimmed returns the last byte before p that is not white space, looking over a few only.
func (s *reader) trimmed(p int) byte {
	for least := max(p-64, 0); p > least; {
		if p--; !cursor.IsBlank(s.Src[p]) {
			return s.Src[p]
		}
	}
	return 0
}

// openBracket reads an opening square bracket.
func (s *reader) openBracket() {
	s.began(s.Pos)
	t := &s.now
	switch {
	case s.plus && s.At(s.Pos+1) == '[' && t.prev != tokenParen && (t.prev != tokenName || !t.has(flagExpression)):
		s.push(']', inAttribute, kindUnnoticed)
	case s.unpacks():
		s.push(']', inUnpacked, kindNothing)
	case s.plus && s.captures():
		s.lambda()
		s.push(']', inArguments, kindCaptures)
	default:
		s.push(']', inSubscript, kindNothing)
	}
}

// unpacks reports whether a square bracket here holds the names of auto [a, b].
func (s *reader) unpacks() bool {
	t := &s.now
	return t.has(flagAuto) && !t.has(flagCandidate|flagExpression|flagFunction) &&
		(t.prev == tokenType || t.prev == tokenKeyword || t.prev == tokenSign && t.sign == '*')
}

// captures reports whether a square bracket here begins a lambda.
func (s *reader) captures() bool {
	if s.scope() == inAttribute {
		return false
	}
	switch s.now.prev {
	case tokenName, tokenParen, tokenBracket, tokenAngle, tokenValue, tokenType, tokenBrace:
		return false
	case tokenKeyword:
		return s.now.has(flagExpression)
	case tokenNone:
		// Among values it is a lambda only if it is not a designator: [3] = x.
		return s.scope() == inArguments || s.scope() == inCode || s.scope() == inValues && strings.IndexByte("]&=", s.Next(s.Pos+1)) >= 0
	}
	return true
}

// lambda opens the definition that a variable bound to a lambda is.
func (s *reader) lambda() {
	t := &s.now
	if t.has(flagBound) || !t.has(flagTyped) || t.prev != tokenSign || t.sign != '=' || s.scope() != inCode || s.directive || t.name.At.Len() == 0 {
		return
	}
	t.set(flagBound)
	s.open(source.Declaration{Name: t.name.At, Symbol: source.Function}, t.name.Mark, t.start, max(t.before, t.name.At.End))
}

// openBrace reads an opening curly bracket.
func (s *reader) openBrace() { //nolint:gocyclo // one case for each meaning of the bracket
	s.began(s.Pos)
	t := &s.now
	scope := s.scope()
	outside := scope == inFile || scope == inClass
	if t.prev == tokenName && !t.has(flagNamespace|flagTag) {
		s.constructed(t.name)
	}
	switch {
	case t.has(flagNamespace):
		s.openNamespace()
	case t.has(flagTag) && !t.has(flagExpression):
		s.openClass()
	case outside && t.has(flagFunction) && t.before == 0:
		if t.has(flagInitial) && (t.prev == tokenName || t.prev == tokenAngle) {
			s.Rec.Revise(t.name.Mark, source.Assignment)
			s.constructed(t.name)
			s.push('}', inValues, kindNothing)
			return
		}
		if s.listed() {
			s.macroCalled(false)
			s.Ending(&s.push('}', inValues, kindNothing).Bracket, true)
			return
		}
		s.openFunction()
	case outside && t.has(flagExtern) && t.prev == tokenValue: // extern "C"
		s.Ending(&s.push('}', inFile, kindNothing).Bracket, true)
	case t.has(flagRequires) && !outside || t.has(flagRequires) && t.prev != tokenName && t.prev != tokenAngle:
		t.clear(flagRequires)
		s.push('}', inCode, kindNothing)
	case t.has(flagLambda):
		if f := s.push('}', inCode, kindLambdaBody); f.outer.has(flagBound) {
			f.Opens = 1
			f.outer.clear(flagBound)
		}
	case outside && (t.before > 0 || t.has(flagCandidate)):
		s.initialiser()
	case outside:
		s.Ending(&s.push('}', inCode, kindNothing).Bracket, true)
	default:
		s.openBlock()
	}
}

// listed reports whether a macro before a curly bracket is a value in an included table: DEVICE(1, NULL), {
func (s *reader) listed() bool {
	t := &s.now
	return !t.has(flagAnyWord) && t.owner.Len() == 0 && s.shouted(t.fn.At) &&
		(t.prev == tokenSign && t.sign == ',' || s.trimmed(t.fn.At.Start) == ',')
}

// openBlock reads a curly bracket among statements and in expressions.
func (s *reader) openBlock() {
	t := &s.now
	switch t.prev {
	case tokenNone:
		f := s.push('}', inCode, kindNothing)
		s.Ending(&f.Bracket, f.outer.start == f.Start)
		return
	case tokenParen:
		if t.chain == t.start && t.name.At.Len() > 0 && t.before == 0 && !t.has(flagCase) {
			s.Ending(&s.push('}', inCode, kindNothing).Bracket, true) // for_each(…) {
			return
		}
	case tokenBrace:
		s.push('}', inCode, kindNothing)
		return
	}
	s.initialiser()
}

// initialiser reads the curly bracket of a value: of what is declared, if a type and a name stand before it.
func (s *reader) initialiser() {
	t := &s.now
	if t.has(flagCandidate) && t.before == 0 && t.prev != tokenParen {
		t.before, t.tag = s.Pos, t.name
		if scope := s.scope(); scope != inFile && scope != inClass {
			s.bindLocal()
		}
	}
	t.set(flagExpression)
	s.push('}', inValues, kindNothing)
}
