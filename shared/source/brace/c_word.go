package brace

import "github.com/ct-tools/ct/shared/source"

// word reads a keyword, an identifier or a string with a prefix.
func (s *cReader) word() {
	start, end := s.pos, s.wordEnd(s.pos)
	w := s.src[start:end]
	if c := s.at(end); (c == '"' || c == '\'') && prefixed(w) {
		s.prefixedString(start, end, c)
		return
	}
	role := s.roleOf(w)
	if role == cAsks && !s.directive && string(w) == "defined" {
		role = cNoRole
	}
	if role != cNoRole && start > 0 && s.src[start-1] == '\n' {
		s.resync(role)
	}
	s.began(start)
	s.pos = end
	if role == cNoRole {
		s.identifier(source.Span{Start: start, End: end})
		return
	}
	s.keyword(role, source.Span{Start: start, End: end})
}

func (s *cReader) roleOf(w []byte) cRole {
	if s.plus {
		return cppRoleOf(w)
	}
	return cRoleOf(w)
}

func (s *cReader) prefixedString(start, quote int, c byte) {
	s.began(start)
	s.pos = quote
	if c == '"' && s.src[quote-1] == 'R' {
		s.rawString(start)
	} else {
		s.quoted(start, c, false)
	}
	s.now.prev = cValue
}

// resync leaves what was never closed where a keyword that only begins a
// declaration at file level begins a line.
func (s *cReader) resync(role cRole) {
	switch role {
	case cStatically, cExternally, cTypedefs, cNamespaces, cTemplates:
	default:
		return
	}
	if s.directive || len(s.frames) <= s.floor+1 {
		return
	}
	for at := len(s.frames) - 1; at >= s.floor; at-- {
		if sc := s.frames[at].scope; sc == cFile || sc == cClass {
			if at+1 == len(s.frames) {
				return
			}
			break
		}
	}
	for len(s.frames) > s.floor+1 && s.scope() != cFile && s.scope() != cClass {
		s.pop(s.pos)
	}
	s.now.reset()
}

// identifier takes a word that is no keyword.
func (s *cReader) identifier(at source.Span) {
	t := &s.now
	if t.prev == cName && string(s.src[at.Start:at.End]) == "final" && t.has(cTag) {
		return
	}
	access := source.Plain
	behind := t.prev == cSign
	if behind && t.sign == '.' {
		access = source.Member
	}
	w := cWord{s.r.Word(at, source.Reference, access), at}
	switch {
	case s.attributeWord(at):
		return
	case access == source.Member:
		t.set(cExpression)
	case behind && t.sign == ':':
		s.qualified(w)
	case t.has(cUsing | cNamespace):
		t.chain = at.Start
	case t.has(cBases):
		t.chain = at.Start
		if !t.has(cEnum) {
			s.bases = append(s.bases, at)
		}
	case t.has(cTag):
		t.chain, t.scope = at.Start, source.Span{}
		s.tagged(w)
	case s.scope() == cEnumerators && t.prev == cNone:
		t.chain = at.Start
		s.enumerator(w)
	default:
		s.plain(w)
		t.chain, t.scope = at.Start, source.Span{}
	}
	if t.has(cUsing|cNamespace) && t.before == 0 {
		s.names = append(s.names, w)
	}
	t.name, t.prev = w, cName
}

// qualified takes a name behind :: in the head of a class.
func (s *cReader) qualified(w cWord) {
	t := &s.now
	switch {
	case t.has(cTag) && !t.has(cBases):
		t.tag = w
	case t.has(cBases):
		s.extendBase(w.at.End)
	}
}

// extendBase moves the end of the last base class.
func (s *cReader) extendBase(end int) {
	if n := len(s.bases); n > 0 {
		s.bases[n-1].End = end
	}
}

// attributeWord tells whether a word behind a name that is declared, or behind
// the body of a struct, stands for an attribute: x __initdata = …; } __packed;
func (s *cReader) attributeWord(at source.Span) bool {
	t := &s.now
	if !t.has(cTyped) || t.has(cExpression) {
		return false
	}
	switch t.prev {
	case cName:
		if !t.has(cCandidate) || !s.reserved(at) && (at.Len() < 5 || !s.shouted(at)) {
			return false
		}
	case cBracket:
		return t.has(cCandidate)
	case cParen:
		if !t.has(cPointer) {
			return false
		}
	case cBrace:
		return s.reserved(at) && s.next(at.End) == ';'
	default:
		return false
	}
	switch s.next(at.End) {
	case '=', ';', ',':
		return true
	}
	return false
}

// plain finds out what a name is that nothing qualifies, from what stands before.
func (s *cReader) plain(w cWord) {
	t := &s.now
	if t.has(cExpression) {
		return
	}
	switch {
	case t.prev == cName || t.prev == cAngle:
		if !t.has(cFunction) {
			s.r.Revise(t.name.mark, source.Annotation)
		}
		t.set(cTyped | cCandidate)
	case t.has(cTyped):
		t.set(cCandidate)
	case t.has(cStars):
		if !s.declarative() && !s.likelyDeclares(w.at.End) {
			t.set(cExpression)
			return
		}
		s.r.Revise(t.name.mark, source.Annotation)
		t.set(cTyped | cCandidate)
	}
}

// likelyDeclares tells whether what follows p, behind a name with a star before
// it, makes a declaration likelier than a product.
func (s *cReader) likelyDeclares(p int) bool {
	p = s.skipBlank(p)
	switch s.at(p) {
	case '=':
		return s.at(p+1) != '='
	case ':':
		return s.at(p+1) != ':'
	case ';', ',', '[', ')':
		return s.scope() != cHeads || s.top().typed
	}
	return false
}

// tagged takes a name behind struct, class, union or enum.
func (s *cReader) tagged(w cWord) {
	t := &s.now
	switch next := s.next(w.at.End); {
	case t.tag.at.Len() == 0:
		t.tag = w
	case next == '{' || next == ':' && s.at(s.skipBlank(w.at.End)+1) != ':' || next == '<' || next == ';' && s.shouted(t.tag.at):
		// The word before was an attribute.
		t.tag = w
	case s.plus && s.shouted(t.tag.at) && s.isFinal(w.at.End):
		t.tag = w
	default:
		s.r.Revise(t.tag.mark, source.Annotation)
		t.clear(cTag)
		t.set(cTyped | cCandidate)
	}
}

func (s *cReader) isFinal(p int) bool {
	p = s.skipBlank(p)
	return s.wordEnd(p)-p == 5 && string(s.src[p:p+5]) == "final"
}

// shouted tells whether a name is written as macros are.
func (s *cReader) shouted(at source.Span) bool {
	upper := false
	for _, c := range s.src[at.Start:at.End] {
		if c >= 'a' && c <= 'z' {
			return false
		}
		upper = upper || c >= 'A' && c <= 'Z'
	}
	return upper
}

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
