package cfamily

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// keyword reads a keyword.
func (s *reader) keyword(role role, at source.Span) { //nolint:gocyclo // one case for each role
	t := &s.now
	if t.prev == tokenParen && t.has(flagFunction) && !t.has(flagAnyWord) && role >= roleBuiltin && role <= roleEnum && s.shouted(t.fn.At) {
		s.macroStatement(at.Start)
	}
	if t.prev == tokenParen && t.chain == t.start && s.scope() == inCode && role != rolePseudoCall && role != roleValue && role != roleAttribute {
		t.reset() // a macro without a semicolon
		s.began(at.Start)
	}
	switch role {
	case roleBuiltin:
		if s.plus && string(s.Src[at.Start:at.End]) == "auto" {
			t.set(flagAuto)
		}
		s.builtin()
		return
	case roleQualifier:
		s.qualifier()
		return
	case roleStatic:
		t.set(flagStatic)
	case roleExtern:
		t.set(flagExtern)
	case roleTypedef:
		t.set(flagTypedef)
	case roleTag, roleEnum, roleTypename:
		s.tagKeyword(role, at)
	case roleUsing:
		t.set(flagUsing)
		s.names = s.names[:0]
	case roleNamespace:
		if !t.has(flagUsing) {
			t.set(flagNamespace)
			s.names = s.names[:0]
		}
	case roleTemplate:
		s.templateKeyword()
	case roleFriend:
		t.set(flagFriend)
	case roleOperator:
		s.operatorName(at)
		return
	case roleConcept:
		t.set(flagConcept | flagTyped)
	case roleAttribute:
		t.set(flagAttribute)
		return
	default:
		s.codeKeyword(role, at)
		return
	}
	t.prev = tokenKeyword
}

// macroStatement ends a macro that is called without a semicolon when the next declaration begins at start.
func (s *reader) macroStatement(start int) {
	if scope := s.scope(); scope != inFile && scope != inClass {
		return
	}
	s.endFunction(s.now.parens.End)
	s.now.reset()
	s.began(start)
}

// codeKeyword reads a keyword of statements and expressions.
func (s *reader) codeKeyword(role role, at source.Span) {
	t := &s.now
	switch role {
	case roleControl:
		t.set(flagHead)
		if string(s.Src[at.Start:at.End]) == "catch" {
			t.set(flagCatch)
		}
	case roleRestart:
		if s.scope() == inCode {
			t.reset()
			return
		}
	case roleReturn:
		t.set(flagExpression)
	case roleCase:
		t.set(flagCase | flagExpression)
	case roleValue:
		t.set(flagExpression)
		t.prev = tokenValue
		return
	case roleTypeof:
		t.set(flagTypeof)
	case rolePseudoCall:
		if !t.has(flagFunction) {
			t.set(flagExpression)
		}
	case roleRequires:
		t.set(flagRequires)
	case roleAccess:
		s.access(at)
		return
	}
	t.prev = tokenKeyword
}

// builtin reads the name of a built-in type.
func (s *reader) builtin() {
	t := &s.now
	if t.has(flagFunction) && t.prev == tokenParen && s.oldStyle() {
		t.set(flagOld)
	}
	if !t.has(flagExpression | flagBases | flagUsing) {
		t.set(flagTyped)
	}
	t.prev = tokenType
}

// oldStyle reports whether a type after the brackets of a function declares its parameters: int f(a) int a; { … }.
func (s *reader) oldStyle() bool {
	t := &s.now
	return !s.plus && t.has(flagAnyWord) && t.first.At.Len() > 0 && s.scope() == inFile
}

// qualifier reads const and its like: a name before it is a type.
func (s *reader) qualifier() {
	t := &s.now
	if (t.prev == tokenName || t.prev == tokenAngle) && !t.has(flagExpression|flagFunction|flagCandidate|flagBases|flagUsing) {
		s.Rec.Revise(t.name.Mark, source.Annotation)
		if t.has(flagTag) {
			t.clear(flagTag)
		}
		t.set(flagTyped)
	}
	if t.prev != tokenParen {
		t.prev = tokenKeyword
	}
}

// tagKeyword reads struct, class, union, enum and typename.
func (s *reader) tagKeyword(role role, at source.Span) {
	t := &s.now
	switch {
	case s.scope() == inAngles, role == roleTypename:
		if !t.has(flagExpression) && s.top().kind == kindTemplated {
			t.set(flagTyped)
		}
		return
	case t.has(flagEnum) && t.prev == tokenKeyword: // enum class
		return
	case t.has(flagUsing | flagBases):
		return
	}
	if t.has(flagFunction) && t.prev == tokenParen && s.oldStyle() {
		t.set(flagOld)
	}
	if t.has(flagFunction) || t.has(flagExpression) {
		t.set(flagTyped)
		t.tag, t.symbol = cursor.Word{}, source.Struct
		return
	}
	t.set(flagTag)
	t.tag = cursor.Word{}
	switch {
	case role == roleEnum:
		t.set(flagEnum)
		t.symbol = source.Enum
	case s.Src[at.Start] == 'c':
		t.symbol = source.Class
	default:
		t.symbol = source.Struct
	}
}

// access reads public, private and protected.
func (s *reader) access(at source.Span) {
	if s.scope() != inClass || s.now.has(flagBases) {
		return
	}
	end := s.Pos
	if p := s.SkipBlank(end); cursor.StartsWord(s.At(p)) { // public slots:
		end = s.WordEnd(p)
	}
	p := s.SkipBlank(end)
	if s.At(p) != ':' || s.At(p+1) == ':' {
		return
	}
	if t := &s.now; t.prev == tokenParen && t.has(flagFunction) && !t.has(flagAnyWord) { // Q_PROPERTY(…)
		s.endFunction(t.parens.End)
	}
	switch string(s.Src[at.Start : at.Start+3]) {
	case "pub":
		s.top().access = source.Public
	case "pro":
		s.top().access = source.Internal
	default:
		s.top().access = source.Private
	}
	if end == s.Pos {
		s.Pos = p + 1
	}
	s.now.reset()
}
