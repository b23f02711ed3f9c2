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
