package cfamily

import (
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// endStatement reads a semicolon, or what ends a statement like one before end.
func (s *reader) endStatement(end int) {
	t := &s.now
	if t.has(flagOld) && s.scope() == inFile && s.At(s.SkipBlank(end)) != '}' {
		s.endOld(tokenParen)
		return
	}
	switch scope := s.scope(); {
	case t.has(flagUsing):
		s.endUsing(end)
	case t.has(flagNamespace):
		if t.before > 0 && len(s.names) > 0 {
			s.declare(s.names[0], source.Module, end)
		}
	case t.has(flagFriend):
	case scope == inFile || scope == inClass:
		s.endDeclaration(end)
	default:
		s.endLocal()
	}
	if t.has(flagBound) {
		s.Rec.Close(end)
		s.Closed = end
	}
	s.bases = nil
	s.parameters = s.parameters[:0]
	t.reset()
}

// endDeclaration ends a declaration, or one of its declarators, before end.
func (s *reader) endDeclaration(end int) {
	t := &s.now
	class := s.scope() == inClass
	switch {
	case t.has(flagFriend):
	case t.has(flagFunction):
		s.endFunction(end)
	case t.has(flagConcept) && t.before > 0:
		s.declare(t.tag, source.Type, end)
	case t.has(flagCandidate):
		s.endVariable(end, class)
	}
}

func (s *reader) endVariable(end int, class bool) {
	t := &s.now
	w := t.name
	if t.before > 0 {
		w = t.tag
	}
	switch {
	case t.has(flagTypedef):
		s.declare(w, source.Type, end)
	case class:
		s.declare(w, source.Field, end)
	case !t.has(flagExtern) || t.before > 0:
		s.declare(w, source.Variable, end)
	}
}

// endFunction ends what has the form of a function without a body.
func (s *reader) endFunction(end int) {
	t := &s.now
	class := s.scope() == inClass
	switch {
	case t.has(flagTypedef):
		w := t.fn
		if t.has(flagPointer) {
			w = t.name
		}
		s.declare(w, source.Type, end)
	case t.has(flagAnyWord) && class:
		s.declare(t.fn, source.Method, end)
	case t.has(flagAnyWord):
		if p := s.SkipBlank(t.before + 1); t.owner.Len() > 0 && t.before > 0 && string(s.Src[p:s.WordEnd(p)]) == "default" && !s.directive { // A::A() = default;
			d := source.Declaration{Name: s.nameOf(t.fn.At), Symbol: source.Method, Visibility: s.visibility(), Receiver: s.receiver(t.owner)}
			s.open(d, t.fn.Mark, t.start, t.before)
			s.Rec.Close(end)
			s.Closed = end
		} else if w := s.prototyped(); w.At.Len() > 0 && t.owner.Len() == 0 && t.before == 0 && !t.has(flagPointer) && !s.directive {
			s.Rec.Prototype(s.declaration(w, source.Function, end), w.Mark)
		}
	default:
		s.macroCalled(false)
		s.defining(end)
	}
}

// prototyped returns the name of the function that a statement declares without a body. A macro that stands for a
// declaration has it as its first argument; one that stands for an attribute has none: F(x) NONNULL((1));
func (s *reader) prototyped() cursor.Word {
	t := &s.now
	macro := s.shouted(t.fn.At)
	switch c := s.Next(t.parens.Start + 1); {
	case c == '(' || c == '"' || c >= '0' && c <= '9':
		return cursor.Word{}
	case s.reserved(t.fn.At) && t.first.At.Len() > 0 && s.Next(t.first.At.End) == ',':
		macro = s.Next(1+s.SkipBlank(t.first.At.End)) == '('
	}
	if macro {
		return t.first
	}
	return t.fn
}

// defining declares what a macro of a file defines by its name: DEFINE_MUTEX(x);, LIST_HEAD(x); and static NAME(x); do.
func (s *reader) defining(end int) {
	t := &s.now
	if s.scope() != inFile {
		return
	}
	name := t.fn.At.Of(s.Src)
	if !t.has(flagStatic) && t.before == 0 && !strings.HasPrefix(name, "DEFINE_") && !strings.HasPrefix(name, "STATIC_DEFINE_") && !strings.HasSuffix(name, "LIST_HEAD") {
		return
	}
	if w := s.macroDefines(); w.At.Len() > 0 {
		t.before = t.parens.End
		s.declare(w, source.Variable, end)
	}
}

// endLocal ends a statement of a function.
func (s *reader) endLocal() {
	t := &s.now
	switch {
	case t.has(flagTypedef):
		s.endDeclaration(s.Pos)
	case t.has(flagExpression):
	case t.has(flagCandidate):
		s.bindLocal()
	case t.prev == tokenName && s.scope() == inHead && s.top().typed: // catch (E)
		s.Rec.Revise(t.name.Mark, source.Annotation)
	}
}

// endItem ends what a comma or closing bracket ends within a bracket.
func (s *reader) endItem() {
	t, f := &s.now, s.top()
	switch f.scope {
	case inParameters:
		s.endParameter()
		s.plainArgument()
	case inArguments:
		s.endArgument()
		s.plainArgument()
	case inAngles:
		switch {
		case t.has(flagCandidate) && f.kind == kindTemplated:
			s.bindLocal()
		case t.prev == tokenName && !t.has(flagExpression) && f.kind != kindLaunch:
			s.Rec.Revise(t.name.Mark, source.Annotation)
		}
	case inHead:
		s.endLocal()
	case inUnpacked:
		if t.prev == tokenName && !t.has(flagExpression) {
			s.bindLocal()
		}
	}
}

// endParameter ends a parameter: a name after its type, or a type alone.
func (s *reader) endParameter() {
	t := &s.now
	switch {
	case t.has(flagFunction) && t.has(flagAnyWord) && !t.has(flagExpression):
	case t.has(flagCandidate):
		s.bindLocal()
	case t.prev == tokenName && !t.has(flagExpression) && s.top().typed:
		s.Rec.Revise(t.name.Mark, source.Annotation)
	}
}

// plainArgument keeps the first two arguments if they are nothing but names: they may be what a
// macro defines. The second becomes the first if that one is not a name.
func (s *reader) plainArgument() {
	t, f := &s.now, s.top()
	if t.prev != tokenName || t.chain != t.start || t.name.At.Start != t.start {
		return
	}
	switch {
	case f.Args == 0 || f.Args == 1 && f.first.At.Len() == 0:
		f.first = t.name
	case f.Args == 1:
		f.second = t.name
	}
}

// endArgument sees a cast or a type as argument: (struct x *), (T *).
func (s *reader) endArgument() {
	t := &s.now
	switch {
	case t.has(flagTag) && t.tag.At.Len() > 0 && !t.has(flagExpression):
		s.Rec.Revise(t.tag.Mark, source.Annotation)
	case t.has(flagStars) && t.prev == tokenSign && !t.has(flagExpression|flagCandidate) && t.name.At.Len() > 0:
		s.Rec.Revise(t.name.Mark, source.Annotation)
	}
}

// endOld ends a parameter that an old-style function declares after its brackets. What follows is read as after next.
func (s *reader) endOld(next token) {
	t := &s.now
	if t.prev == tokenName || t.prev == tokenBracket {
		s.Rec.Revise(t.name.Mark, source.Assignment)
	}
	t.prev = next
}

// comma reads a comma.
func (s *reader) comma() {
	s.Pos++
	t, f := &s.now, s.top()
	if t.has(flagOld) && f.scope == inFile {
		s.endOld(tokenType)
		return
	}
	f.Args++
	switch f.scope {
	case inParameters, inArguments, inAngles, inEnumerators, inValues, inSubscript, inAttribute, inUnpacked:
		f.Args--
		s.endItem()
		f.Args++
		t.reset()
		return
	}
	if !t.has(flagBases|flagInitial|flagUsing) && t.has(flagTyped) {
		s.nextDeclarator()
	}
	t.prev, t.sign = tokenSign, ','
}

// nextDeclarator ends the declarator before a comma: int a = 1, *b;
func (s *reader) nextDeclarator() {
	t := &s.now
	switch s.scope() {
	case inFile, inClass:
		s.endDeclaration(s.Pos - 1)
	default:
		if t.has(flagCandidate) && !t.has(flagExpression) {
			s.bindLocal()
		}
	}
	t.clear(flagCandidate | flagExpression | flagFunction | flagPointer | flagAnyWord | flagTernary)
	t.before = 0
	t.name, t.fn, t.tag = cursor.Word{}, cursor.Word{}, cursor.Word{}
}

// assign reads an equals sign.
func (s *reader) assign() {
	s.began(s.Pos)
	s.Pos++
	t := &s.now
	outside := s.scope() == inFile || s.scope() == inClass
	if t.before == 0 {
		t.before = s.Pos - 1
	}
	switch {
	case outside && t.has(flagFunction) && !t.has(flagPointer):
		// A default, a deletion, a pure method.
	case outside && !t.has(flagExpression):
		if t.prev != tokenName && !t.has(flagCandidate) {
			break
		}
		t.tag = t.name
		t.clear(flagCandidate)
		if t.has(flagTyped | flagUsing | flagConcept) {
			t.set(flagCandidate)
		}
	case t.has(flagUsing):
	case t.has(flagCandidate) && !t.has(flagExpression):
		s.bindLocal()
	default:
		s.target()
	}
	t.set(flagExpression)
	t.prev, t.sign = tokenSign, '='
}

// target makes a name directly before an assignment its target.
func (s *reader) target() {
	if t := &s.now; t.prev == tokenName && t.sign != 'd' && s.scope() != inEnumerators {
		s.Rec.Revise(t.name.Mark, source.Assignment)
	}
}

// colon reads a colon.
func (s *reader) colon() { //nolint:gocyclo // one case for each meaning of the sign
	s.began(s.Pos)
	s.Pos++
	t := &s.now
	scope := s.scope()
	switch {
	case t.has(flagTernary):
		t.prev, t.sign = tokenSign, '?'
		return
	case t.has(flagTag) && !t.has(flagExpression):
		if t.tag.At.Len() > 0 || t.has(flagEnum) {
			t.set(flagBases)
		}
	case (scope == inFile || scope == inClass) && t.has(flagFunction) && s.plus && t.before == 0:
		t.set(flagInitial)
	case s.plus && scope == inClass && t.prev == tokenName && t.name.At.Start == t.start: // signals:
		t.reset()
		return
	case scope == inClass || scope == inFile:
		if t.has(flagCandidate) && t.before == 0 {
			t.before, t.tag = s.Pos-1, t.name
		}
		t.set(flagExpression)
	case scope == inHead:
		if t.has(flagCandidate) && !t.has(flagExpression) {
			s.bindLocal()
		}
		t.set(flagExpression)
	case scope == inCode && (t.has(flagCase) || t.prev == tokenName && t.name.At.Start == t.start):
		t.reset()
		return
	}
	t.prev, t.sign = tokenSign, 'l'
}

// qualify reads ::.
func (s *reader) qualify() {
	s.began(s.Pos)
	s.Pos += 2
	t := &s.now
	if t.prev == tokenName || t.prev == tokenAngle {
		t.scope = t.name.At
	} else {
		t.scope, t.chain = source.Span{}, s.Pos-2
	}
	t.prev, t.sign = tokenSign, ':'
}

// arrow reads a dot, and the arrow of a member or of a result's type.
func (s *reader) arrow(c byte) {
	s.began(s.Pos)
	t := &s.now
	if c == '-' {
		s.Pos++
	}
	s.Pos++
	if s.At(s.Pos) == '*' {
		s.Pos++
	}
	if c == '-' && (t.prev == tokenParen || t.prev == tokenKeyword) && (t.has(flagFunction) && !t.has(flagExpression) || t.has(flagLambda)) {
		t.prev, t.sign = tokenSign, 'r'
		return
	}
	if t.prev == tokenNone {
		t.prev, t.sign, t.chain = tokenSign, 'd', s.Pos
		return
	}
	if t.prev != tokenName {
		t.chain = s.Pos
	}
	t.prev, t.sign = tokenSign, '.'
}

// star reads * and &, alone or doubled.
func (s *reader) star(c byte) { //nolint:gocyclo // one case for each token before the sign
	s.began(s.Pos)
	t := &s.now
	next := s.At(s.Pos + 1)
	if next == '=' {
		s.target()
		s.Pos += 2
		t.set(flagExpression)
		t.prev, t.sign = tokenSign, '='
		return
	}
	s.Pos++
	if next == c {
		s.Pos++
		s.top().Chooses = s.top().Chooses || c == '&'
	}
	if t.has(flagTag) && t.tag.At.Len() > 0 && !t.has(flagBases) {
		s.Rec.Revise(t.tag.Mark, source.Annotation)
		t.clear(flagTag)
		t.set(flagTyped)
	}
	switch {
	case s.scope() == inDeclarator:
		t.set(flagPointer)
	case t.has(flagExpression):
	case t.prev == tokenName || t.prev == tokenAngle:
		if t.has(flagCandidate) && !t.has(flagFunction) {
			// What looked like the name was the type, or belongs to it: void __user *x.
			s.Rec.Revise(t.name.Mark, source.Annotation)
			t.clear(flagCandidate)
		}
		t.set(flagStars)
	case t.prev == tokenType, t.prev == tokenKeyword && t.has(flagTyped|flagStars), t.prev == tokenBrace, t.prev == tokenSign && (t.has(flagStars) || t.has(flagTyped) && t.sign == ','):
		t.set(flagStars)
	case t.prev == tokenSign && t.sign == '*' && t.has(flagTyped), t.prev == tokenParen && t.has(flagFunction), t.prev == tokenSign && t.sign == 'r':
	default:
		t.set(flagExpression)
	}
	t.prev, t.sign = tokenSign, '*'
}
