package cfamily

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// word reads a keyword, an identifier or a string with a prefix.
func (s *reader) word() {
	start, end := s.Pos, s.WordEnd(s.Pos)
	w := s.Src[start:end]
	if c := s.At(end); (c == '"' || c == '\'') && prefixed(w) {
		s.prefixedString(start, end, c)
		return
	}
	if s.plus && s.moduleLine(start, string(w)) {
		return
	}
	role := s.roleOf(w)
	if role == rolePseudoCall && !s.directive && string(w) == "defined" {
		role = roleNone
	}
	if role != roleNone && start > 0 && s.Src[start-1] == '\n' {
		s.resync(role)
	}
	s.began(start)
	s.Pos = end
	if role == roleNone {
		s.identifier(source.Span{Start: start, End: end})
		return
	}
	s.keyword(role, source.Span{Start: start, End: end})
}

func (s *reader) prefixedString(start, quote int, c byte) {
	s.began(start)
	s.Pos = quote
	if c == '"' && s.Src[quote-1] == 'R' {
		s.rawString(start)
	} else {
		s.Quoted(start, c, false)
	}
	s.now.prev = tokenValue
}

// resync leaves what was never closed when a keyword that only begins a declaration at file level begins a line.
func (s *reader) resync(role role) {
	switch role {
	case roleStatic, roleExtern, roleTypedef, roleNamespace, roleTemplate:
	default:
		return
	}
	if scope := s.scope(); s.directive || len(s.frames) <= s.floor+1 || scope == inFile || scope == inClass {
		return
	}
	for len(s.frames) > s.floor+1 && s.scope() != inFile && s.scope() != inClass {
		s.pop(s.Pos)
	}
	s.now.reset()
}

// identifier reads a word that is no keyword.
func (s *reader) identifier(at source.Span) {
	t := &s.now
	if (t.prev == tokenName || t.prev == tokenAngle) && string(s.Src[at.Start:at.End]) == "final" && t.has(flagTag) {
		return
	}
	access := source.Plain
	behind := t.prev == tokenSign
	if behind && t.sign == '.' {
		access = source.Member
	}
	w := cursor.Word{Mark: s.Rec.Word(at, source.Reference, access), At: at}
	if s.Calls {
		s.top().Held = s.top().Held.Hold(w, access)
	}
	switch {
	case s.annotated(w), s.attributeWord(at), s.oldType(w):
		return
	case access == source.Member:
		t.set(flagExpression)
	case behind && t.sign == ':':
		s.qualified(w)
	case t.has(flagUsing | flagNamespace):
		t.chain = at.Start
	case t.has(flagBases):
		t.chain = at.Start
		if !t.has(flagEnum) {
			s.bases = append(s.bases, at)
		}
	case t.has(flagTag):
		t.chain, t.scope = at.Start, source.Span{}
		s.tagged(w)
	case s.scope() == inEnumerators && t.prev == tokenNone:
		t.chain = at.Start
		s.enumerator(w)
	default:
		s.plain(w)
		t.chain, t.scope = at.Start, source.Span{}
	}
	if t.has(flagUsing|flagNamespace) && t.before == 0 {
		s.names = append(s.names, w)
	}
	t.name, t.prev = w, tokenName
}

// oldType reads a word as the type of a parameter of an old-style function, and reports whether it is one.
func (s *reader) oldType(w cursor.Word) bool {
	t := &s.now
	if t.prev != tokenParen || !t.has(flagFunction) || !s.oldStyle() || !s.typesParameter(w.At.End) {
		return false
	}
	s.Rec.Revise(w.Mark, source.Annotation)
	t.set(flagOld | flagTyped)
	t.prev = tokenType
	return true
}

// typesParameter reports whether a parameter of the function before stands after the type that ends at p: int f(a) T *a; {
func (s *reader) typesParameter(p int) bool {
	for p = s.SkipBlank(p); s.At(p) == '*'; p = s.SkipBlank(p + 1) {
		continue
	}
	name := s.Src[p:s.WordEnd(p)]
	list := s.Src[s.now.parens.Start:max(s.now.parens.Start, s.now.parens.End)]
	for at := bytes.Index(list, name); len(name) > 0 && at >= 0; at = bytes.Index(list, name) {
		end := at + len(name)
		if (at == 0 || !cursor.IsWord(list[at-1])) && (end == len(list) || !cursor.IsWord(list[end])) {
			return true
		}
		list = list[end:]
	}
	return false
}

// qualified reads a name after :: in the head of a class.
func (s *reader) qualified(w cursor.Word) {
	t := &s.now
	switch {
	case t.has(flagTag) && !t.has(flagBases):
		t.tag = w
	case t.has(flagBases) && s.rooted(w.At.Start) && !t.has(flagEnum):
		s.bases = append(s.bases, source.Span{Start: bytes.LastIndex(s.Src[:w.At.Start], []byte("::")), End: w.At.End})
	case t.has(flagBases):
		s.extendBase(w.At.End)
	}
}

// rooted reports whether the sign :: before a base has no name before it.
func (s *reader) rooted(p int) bool {
	before := bytes.TrimRight(s.Src[:p], " \t\r\n")
	before = bytes.TrimRight(bytes.TrimSuffix(before, []byte("::")), " \t\r\n")
	end := len(before)
	start := end
	for start > 0 && cursor.IsWord(before[start-1]) {
		start--
	}
	switch string(before[start:end]) {
	case "public", "private", "protected", "virtual":
		return true
	}
	return start == end && (end == 0 || before[end-1] != '>')
}

// extendBase moves the end of the last base class.
func (s *reader) extendBase(end int) {
	if n := len(s.bases); n > 0 {
		s.bases[n-1].End = end
	}
}

// attributeWord reports whether a word after a declared name or a struct is an attribute: x __initdata = …; } __packed;
func (s *reader) attributeWord(at source.Span) bool {
	t := &s.now
	if !t.has(flagTyped) || t.has(flagExpression) {
		return false
	}
	switch t.prev {
	case tokenName:
		if !t.has(flagCandidate) || !s.reserved(at) && (at.Len() < 5 || !s.shouted(at)) {
			return false
		}
	case tokenBracket:
		return t.has(flagCandidate)
	case tokenParen:
		if !t.has(flagPointer) {
			return false
		}
	case tokenBrace:
		return s.reserved(at) && s.Next(at.End) == ';'
	default:
		return false
	}
	return strings.IndexByte("=;,", s.Next(at.End)) >= 0
}

// annotates reports whether a word after the name of a variable of C++ is a macro with arguments that says more of it:
// int x GUARDED_BY(mu). With a macro before the type it would be a function: EXPORT Type NAME(a).
func (s *reader) annotates(at source.Span) bool {
	t := &s.now
	if !s.plus || !t.has(flagTyped) || !t.has(flagCandidate) || t.has(flagExpression|flagFunction|flagTypedef) || t.prev != tokenName && t.prev != tokenBracket {
		return false
	}
	first := source.Span{Start: t.start, End: s.WordEnd(t.start)}
	if s.Next(at.End) != '(' || at.Len() < 5 || !s.shouted(at) || s.shouted(t.name.At) || first.Len() > 2 && s.shouted(first) {
		return false
	}
	after := cursor.Ahead{Cursor: &s.Cursor, Here: s.SkipBlank(at.End), End: min(at.End+angleReach, s.end)}
	return after.Bracket() && (s.Next(after.Here) != '{' || s.At(after.Here) == '{') // else a function: int f NOMACRO(a) {
}

// annotated reads such a macro, which leaves the statement as it was, and reports whether w is one.
func (s *reader) annotated(w cursor.Word) bool {
	if !s.annotates(w.At) {
		return false
	}
	s.Pos = s.SkipBlank(w.At.End)
	call := s.Rec.Call(w.Mark, source.Plain, source.Call{Callee: w.At, Span: source.Span{Start: w.At.Start, End: s.Pos + 1}})
	s.push(')', inArguments, kindUnnoticed).Call = call
	return true
}

// plain finds out what a name is that nothing qualifies, from what is before.
func (s *reader) plain(w cursor.Word) {
	t := &s.now
	if t.has(flagExpression) {
		return
	}
	switch {
	case t.prev == tokenName || t.prev == tokenAngle:
		if !t.has(flagFunction) {
			s.Rec.Revise(t.name.Mark, source.Annotation)
		}
		if next := s.Next(w.At.End); next == '(' || next == '{' {
			s.constructed(t.name)
		}
		t.set(flagTyped | flagCandidate)
	case t.has(flagTyped):
		t.set(flagCandidate)
	case t.has(flagStars):
		if !s.declarative() && !s.likelyDeclares(w.At.End) {
			t.set(flagExpression)
			return
		}
		s.Rec.Revise(t.name.Mark, source.Annotation)
		t.set(flagTyped | flagCandidate)
	}
}

// likelyDeclares reports whether what follows p, after a star and a name, is rather a declaration than a product.
func (s *reader) likelyDeclares(p int) bool {
	p = s.SkipBlank(p)
	switch s.At(p) {
	case '=':
		return s.At(p+1) != '='
	case ':':
		return s.At(p+1) != ':'
	case ';', ',', '[', ')':
		return s.scope() != inHead || s.top().typed
	}
	return false
}

// tagged reads a name after struct, class, union or enum.
func (s *reader) tagged(w cursor.Word) {
	t := &s.now
	switch next := s.Next(w.At.End); {
	case t.tag.At.Len() == 0:
		t.tag = w
	case next == '{' || next == ':' && s.At(s.SkipBlank(w.At.End)+1) != ':' || next == '<' || next == ';' && s.shouted(t.tag.At):
		// The word before was an attribute.
		t.tag = w
	case s.plus && s.shouted(t.tag.At) && (s.isFinal(w.At.End) || w.At.Len() >= 5 && s.shouted(w.At) && cursor.StartsWord(next)):
		t.tag = w
	default:
		s.Rec.Revise(t.tag.Mark, source.Annotation)
		t.clear(flagTag)
		t.set(flagTyped | flagCandidate)
	}
}

func (s *reader) isFinal(p int) bool {
	p = s.SkipBlank(p)
	return s.WordEnd(p)-p == 5 && string(s.Src[p:p+5]) == "final"
}

// shouted reports whether a name is written as macros are.
func (s *reader) shouted(at source.Span) bool {
	upper := false
	for _, c := range s.Src[at.Start:at.End] {
		if c >= 'a' && c <= 'z' {
			return false
		}
		upper = upper || c >= 'A' && c <= 'Z'
	}
	return upper
}
