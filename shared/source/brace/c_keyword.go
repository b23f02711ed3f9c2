package brace

import "github.com/ct-tools/ct/shared/source"

// keyword takes a keyword.
func (s *cReader) keyword(role cRole, at source.Span) { //nolint:gocyclo // one case for each role
	t := &s.now
	if t.prev == cParen && t.has(cFunction) && !t.has(cAnyWord) && role >= cBuiltin && role <= cEnums && s.shouted(t.fn.at) {
		s.macroStatement(at.Start)
	}
	if t.prev == cParen && t.chain == t.start && s.scope() == cCode && role != cAsks && role != cValues && role != cAttributes {
		t.reset() // a macro without a semicolon
		s.began(at.Start)
	}
	switch role {
	case cBuiltin:
		if s.plus && string(s.src[at.Start:at.End]) == "auto" {
			t.set(cAuto)
		}
		s.builtin()
		return
	case cQualifier:
		s.qualifier()
		return
	case cStatically:
		t.set(cStatic)
	case cExternally:
		t.set(cExtern)
	case cTypedefs:
		t.set(cTypedef)
	case cTags, cEnums, cTypenames:
		s.tagKeyword(role, at)
	case cUsings:
		t.set(cUsing)
		s.names = s.names[:0]
	case cNamespaces:
		if !t.has(cUsing) {
			t.set(cNamespace)
			s.names = s.names[:0]
		}
	case cTemplates:
		s.templateKeyword()
	case cFriends:
		t.set(cFriend)
	case cOperators:
		s.operatorName(at)
		return
	case cConcepts:
		t.set(cConcept | cTyped)
	case cAttributes:
		t.set(cAttribute)
		return
	default:
		s.codeKeyword(role, at)
		return
	}
	t.prev = cKeyword
}

// macroStatement ends a macro that is called without a semicolon where the next
// declaration begins at start.
func (s *cReader) macroStatement(start int) {
	if scope := s.scope(); scope != cFile && scope != cClass {
		return
	}
	s.endFunction(s.now.parens.End)
	s.now.reset()
	s.began(start)
}

// codeKeyword takes a keyword of statements and expressions.
func (s *cReader) codeKeyword(role cRole, at source.Span) {
	t := &s.now
	switch role {
	case cControls:
		t.set(cHead)
		if string(s.src[at.Start:at.End]) == "catch" {
			t.set(cCatch)
		}
	case cRestarts:
		if s.scope() == cCode {
			t.reset()
			return
		}
	case cReturns:
		t.set(cExpression)
	case cCases:
		t.set(cCase | cExpression)
	case cValues:
		t.set(cExpression)
		t.prev = cValue
		return
	case cTypeofs:
		t.set(cTypeof)
	case cAsks:
		if !t.has(cFunction) {
			t.set(cExpression)
		}
	case cRequiring:
		t.set(cRequires)
	case cAccesses:
		s.access(at)
		return
	}
	t.prev = cKeyword
}

// builtin takes the name of a built-in type.
func (s *cReader) builtin() {
	t := &s.now
	if t.has(cFunction) && t.prev == cParen && s.oldStyle() {
		t.set(cOld)
	}
	if !t.has(cExpression | cBases | cUsing) {
		t.set(cTyped)
	}
	t.prev = cType
}

// oldStyle tells whether a type behind the brackets of a function declares its
// parameters: int f(a, b) int a; char *b; { … }.
func (s *cReader) oldStyle() bool {
	t := &s.now
	return !s.plus && t.has(cAnyWord) && t.first.at.Len() > 0 && s.scope() == cFile
}

// qualifier takes const and its like: a name before it is a type.
func (s *cReader) qualifier() {
	t := &s.now
	if (t.prev == cName || t.prev == cAngle) && !t.has(cExpression|cFunction|cCandidate|cBases|cUsing) {
		s.r.Revise(t.name.mark, source.Annotation)
		if t.has(cTag) {
			t.clear(cTag)
		}
		t.set(cTyped)
	}
	if t.prev != cParen {
		t.prev = cKeyword
	}
}

// tagKeyword takes struct, class, union, enum and typename.
func (s *cReader) tagKeyword(role cRole, at source.Span) {
	t := &s.now
	switch {
	case s.scope() == cAngles, role == cTypenames:
		if !t.has(cExpression) && s.top().kind == cTemplated {
			t.set(cTyped)
		}
		return
	case t.has(cEnum) && t.prev == cKeyword: // enum class
		return
	case t.has(cUsing | cBases):
		return
	}
	if t.has(cFunction) && t.prev == cParen && s.oldStyle() {
		t.set(cOld)
	}
	if t.has(cFunction) || t.has(cExpression) {
		t.set(cTyped)
		t.tag, t.symbol = cWord{}, source.Struct
		return
	}
	t.set(cTag)
	t.tag = cWord{}
	switch {
	case role == cEnums:
		t.set(cEnum)
		t.symbol = source.Enum
	case s.src[at.Start] == 'c':
		t.symbol = source.Class
	default:
		t.symbol = source.Struct
	}
}

// access takes public, private and protected.
func (s *cReader) access(at source.Span) {
	if s.scope() != cClass || s.now.has(cBases) {
		return
	}
	end := s.pos
	if p := s.skipBlank(end); startsWord(s.at(p)) { // public slots:
		end = s.wordEnd(p)
	}
	p := s.skipBlank(end)
	if s.at(p) != ':' || s.at(p+1) == ':' {
		return
	}
	switch string(s.src[at.Start : at.Start+3]) {
	case "pub":
		s.top().access = source.Public
	case "pro":
		s.top().access = source.Internal
	default:
		s.top().access = source.Private
	}
	if end == s.pos {
		s.pos = p + 1
	}
	s.now.reset()
}
