package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// endStatement takes a semicolon, or what ends a statement like one before end.
func (s *cReader) endStatement(end int) {
	t := &s.now
	if t.has(cOld) && s.scope() == cFile && s.at(s.skipBlank(end)) != '}' {
		s.oldParameter()
		return
	}
	switch scope := s.scope(); {
	case t.has(cUsing):
		s.endUsing(end)
	case t.has(cNamespace):
		if t.before > 0 && len(s.names) > 0 {
			s.declare(s.names[0], source.Module, end)
		}
	case t.has(cFriend):
	case scope == cFile || scope == cClass:
		s.endDeclaration(end)
	default:
		s.endLocal()
	}
	if t.has(cBound) {
		s.r.Close(end)
		s.closed = end
	}
	if len(s.bases) > 0 {
		s.bases = nil
	}
	s.parameters = s.parameters[:0]
	t.reset()
}

// oldParameter takes the semicolon between the parameters of an old-style function.
func (s *cReader) oldParameter() {
	t := &s.now
	if t.prev == cName || t.prev == cBracket {
		s.r.Revise(t.name.mark, source.Assignment)
	}
	t.prev = cParen
}

// endDeclaration ends a declaration, or one of its declarators, before end.
func (s *cReader) endDeclaration(end int) {
	t := &s.now
	class := s.scope() == cClass
	switch {
	case t.has(cFriend):
	case t.has(cFunction):
		s.endFunction(end)
	case t.has(cConcept) && t.before > 0:
		s.declare(t.tag, source.Type, end)
	case t.has(cCandidate):
		s.endVariable(end, class)
	}
}

func (s *cReader) endVariable(end int, class bool) {
	t := &s.now
	w := t.name
	if t.before > 0 {
		w = t.tag
	}
	switch {
	case t.has(cTypedef):
		s.declare(w, source.Type, end)
	case class:
		s.declare(w, source.Field, end)
	case !t.has(cExtern) || t.before > 0:
		s.declare(w, source.Variable, end)
	}
}

// endFunction ends what has the form of a function without a body.
func (s *cReader) endFunction(end int) {
	t := &s.now
	class := s.scope() == cClass
	switch {
	case t.has(cTypedef):
		w := t.fn
		if t.has(cPointer) {
			w = t.name
		}
		s.declare(w, source.Type, end)
	case t.has(cAnyWord) && class:
		s.declare(t.fn, source.Method, end)
	case t.has(cAnyWord):
	default:
		s.macroCalled(false)
		s.defining(end)
	}
}

// defining declares what a macro of a file defines by its name: DEFINE_MUTEX(x);,
// LIST_HEAD(x);
// and static NAME(x); do.
func (s *cReader) defining(end int) {
	t := &s.now
	if s.scope() != cFile {
		return
	}
	name := s.src[t.fn.at.Start:t.fn.at.End]
	if !t.has(cStatic) && t.before == 0 && !hasPrefix(name, "DEFINE_") && !hasPrefix(name, "STATIC_DEFINE_") && !bytes.HasSuffix(name, []byte("LIST_HEAD")) {
		return
	}
	if w := s.macroDefines(); w.at.Len() > 0 {
		t.before = t.parens.End
		s.declare(w, source.Variable, end)
	}
}

func hasPrefix(b []byte, prefix string) bool {
	return len(b) >= len(prefix) && string(b[:len(prefix)]) == prefix
}

// endLocal ends a statement of a function.
func (s *cReader) endLocal() {
	t := &s.now
	switch {
	case t.has(cTypedef):
		s.endDeclaration(s.pos)
	case t.has(cExpression):
	case t.has(cCandidate):
		s.bindLocal()
	case t.prev == cName && s.scope() == cHeads && s.top().typed: // catch (E)
		s.r.Revise(t.name.mark, source.Annotation)
	}
}

// endItem ends what a comma or closing bracket ends within a bracket.
func (s *cReader) endItem() {
	t, f := &s.now, s.top()
	switch f.scope {
	case cParameters:
		s.endParameter()
	case cArguments:
		s.endArgument()
	case cAngles:
		switch {
		case t.has(cCandidate) && f.kind == cTemplated:
			s.bindLocal()
		case t.prev == cName && !t.has(cExpression):
			s.r.Revise(t.name.mark, source.Annotation)
		}
	case cHeads:
		s.endLocal()
	case cUnpacked:
		if t.prev == cName && !t.has(cExpression) {
			s.bindLocal()
		}
	}
	if f.scope == cParameters || f.scope == cArguments {
		s.plainArgument()
	}
}

// endParameter ends a parameter: a name behind its type, or a type alone.
func (s *cReader) endParameter() {
	t := &s.now
	switch {
	case t.has(cFunction) && t.has(cAnyWord) && !t.has(cExpression):
	case t.has(cCandidate):
		s.bindLocal()
	case t.prev == cName && !t.has(cExpression) && s.top().typed:
		s.r.Revise(t.name.mark, source.Annotation)
	}
}

// plainArgument keeps the first two arguments where they are nothing but names:
// they may be what a macro defines. The second becomes the first where that one
// is no name.
func (s *cReader) plainArgument() {
	t, f := &s.now, s.top()
	if t.prev != cName || t.chain != t.start || t.name.at.Start != t.start {
		return
	}
	switch {
	case f.args == 0 || f.args == 1 && f.first.at.Len() == 0:
		f.first = t.name
	case f.args == 1:
		f.second = t.name
	}
}

// endArgument sees a cast or a type as argument: (struct x *), (T *).
func (s *cReader) endArgument() {
	t := &s.now
	switch {
	case t.has(cTag) && t.tag.at.Len() > 0 && !t.has(cExpression):
		s.r.Revise(t.tag.mark, source.Annotation)
	case t.has(cStars) && t.prev == cSign && !t.has(cExpression|cCandidate) && t.name.at.Len() > 0:
		s.r.Revise(t.name.mark, source.Annotation)
	}
}

// comma takes a comma.
func (s *cReader) comma() {
	s.pos++
	t, f := &s.now, s.top()
	f.args++
	switch f.scope {
	case cParameters, cArguments, cAngles, cEnumerators, cValuesIn, cSubscript, cAttribution, cUnpacked:
		f.args--
		s.endItem()
		f.args++
		t.reset()
		return
	}
	if t.has(cBases) {
		t.prev, t.sign = cSign, ','
		return
	}
	if t.has(cInitial | cUsing) {
		t.prev, t.sign = cSign, ','
		return
	}
	if !t.has(cTyped) {
		t.prev, t.sign = cSign, ','
		return
	}
	s.nextDeclarator()
}

// nextDeclarator ends the declarator before a comma: int a = 1, *b;
func (s *cReader) nextDeclarator() {
	t := &s.now
	switch s.scope() {
	case cFile, cClass:
		s.endDeclaration(s.pos - 1)
	default:
		if t.has(cCandidate) && !t.has(cExpression) {
			s.bindLocal()
		}
	}
	t.clear(cCandidate | cExpression | cFunction | cPointer | cAnyWord | cTernary)
	t.before = 0
	t.name, t.fn, t.tag = cWord{}, cWord{}, cWord{}
	t.prev, t.sign = cSign, ','
}

// assign takes an equals sign.
func (s *cReader) assign() {
	s.began(s.pos)
	s.pos++
	t := &s.now
	outside := s.scope() == cFile || s.scope() == cClass
	if t.before == 0 {
		t.before = s.pos - 1
	}
	switch {
	case outside && t.has(cFunction) && !t.has(cPointer):
		// A default, a deletion, a pure method.
	case outside && !t.has(cExpression):
		if t.prev != cName && !t.has(cCandidate) {
			break
		}
		t.tag = t.name
		t.set(cCandidate)
		if !t.has(cTyped) && !t.has(cUsing|cConcept) {
			t.clear(cCandidate)
		}
	case t.has(cUsing):
	case t.has(cCandidate) && !t.has(cExpression):
		s.bindLocal()
	default:
		s.target()
	}
	t.set(cExpression)
	t.prev, t.sign = cSign, '='
}

// target makes a name directly before an assignment its target.
func (s *cReader) target() {
	if t := &s.now; t.prev == cName && t.sign != 'd' && s.scope() != cEnumerators {
		s.r.Revise(t.name.mark, source.Assignment)
	}
}

// colon takes a colon.
func (s *cReader) colon() { //nolint:gocyclo // one case for each meaning of the sign
	s.began(s.pos)
	s.pos++
	t := &s.now
	if t.has(cTernary) {
		t.prev, t.sign = cSign, '?'
		return
	}
	scope := s.scope()
	switch {
	case t.has(cTag) && !t.has(cExpression):
		if t.tag.at.Len() > 0 || t.has(cEnum) {
			t.set(cBases)
		}
	case (scope == cFile || scope == cClass) && t.has(cFunction) && s.plus && t.before == 0:
		t.set(cInitial)
	case scope == cClass || scope == cFile:
		if t.has(cCandidate) && t.before == 0 {
			t.before, t.tag = s.pos-1, t.name
		}
		t.set(cExpression)
	case scope == cHeads:
		if t.has(cCandidate) && !t.has(cExpression) {
			s.bindLocal()
		}
		t.set(cExpression)
	case scope == cCode && (t.has(cCase) || t.prev == cName && t.name.at.Start == t.start):
		t.reset()
		return
	}
	t.prev, t.sign = cSign, 'l'
}

// qualify takes ::.
func (s *cReader) qualify() {
	s.began(s.pos)
	s.pos += 2
	t := &s.now
	if t.prev == cName || t.prev == cAngle {
		t.scope = t.name.at
	} else {
		t.scope, t.chain = source.Span{}, s.pos-2
	}
	t.prev, t.sign = cSign, ':'
}

// arrow takes a dot, and the arrow of a member or of a result's type.
func (s *cReader) arrow(c byte) {
	s.began(s.pos)
	t := &s.now
	if c == '-' {
		s.pos++
	}
	s.pos++
	if s.at(s.pos) == '*' {
		s.pos++
	}
	if c == '-' && (t.prev == cParen || t.prev == cKeyword) && (t.has(cFunction) && !t.has(cExpression) || t.has(cLambda)) {
		t.prev, t.sign = cSign, 'r'
		return
	}
	if t.prev == cNone {
		t.prev, t.sign, t.chain = cSign, 'd', s.pos
		return
	}
	if t.prev != cName {
		t.chain = s.pos
	}
	t.prev, t.sign = cSign, '.'
}

// star takes * and &, alone or doubled.
func (s *cReader) star(c byte) { //nolint:gocyclo // one case for each token before the sign
	s.began(s.pos)
	t := &s.now
	next := s.at(s.pos + 1)
	if next == '=' {
		s.target()
		s.pos += 2
		t.set(cExpression)
		t.prev, t.sign = cSign, '='
		return
	}
	s.pos++
	if next == c {
		s.pos++
	}
	if t.has(cTag) && t.tag.at.Len() > 0 && !t.has(cBases) {
		s.r.Revise(t.tag.mark, source.Annotation)
		t.clear(cTag)
		t.set(cTyped)
	}
	switch {
	case s.scope() == cDeclarator:
		t.set(cPointer)
	case t.has(cExpression):
	case t.prev == cName || t.prev == cAngle:
		if t.has(cCandidate) && !t.has(cFunction) {
			// What looked like the name was the type, or belongs to it: void __user *x.
			s.r.Revise(t.name.mark, source.Annotation)
			t.clear(cCandidate)
		}
		t.set(cStars)
	case t.prev == cType, t.prev == cKeyword && t.has(cTyped), t.prev == cBrace, t.prev == cSign && (t.has(cStars) || t.has(cTyped) && t.sign == ','):
		t.set(cStars)
	case t.prev == cSign && t.sign == '*' && t.has(cTyped), t.prev == cParen && t.has(cFunction), t.prev == cSign && t.sign == 'r':
	default:
		t.set(cExpression)
	}
	t.prev, t.sign = cSign, '*'
}
