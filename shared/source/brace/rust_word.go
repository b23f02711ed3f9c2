package brace

import "github.com/ct-tools/ct/shared/source"

// word reads a keyword, an identifier, or a string with a prefix.
func (s *rustReader) word() {
	start, end := s.pos, s.wordEnd(s.pos)
	if end-start <= 2 && s.prefixed(start, end) {
		return
	}
	at := source.Span{Start: start, End: end}
	role, item := rustRoleOf(s.src[start:end])
	t := &s.now
	if t.dollar == start {
		role = rustIdentifier
		if string(s.src[start:end]) == "crate" {
			role = rustSelfWord
		}
	}
	if role != rustIdentifier && (start == 0 || s.src[start-1] == '\n') {
		s.resync(role, item)
	}
	s.began(start)
	s.pos = end
	if role == rustIdentifier || role == rustBuiltin && s.named() || role == rustItemWord && item == rustUnion && !s.unionFollows(end) {
		s.identifier(at)
		return
	}
	s.keyword(role, item, at)
}

// named tells whether the name of a built-in type, which is no reserved word,
// is an ordinary name here.
func (s *rustReader) named() bool {
	t := &s.now
	switch {
	case t.item == rustUse, t.item == rustCrate, t.prev == rustDot, t.prev == rustPath:
		return true
	case t.item != rustNoItem && t.tag.at.Len() == 0:
		return s.names()
	}
	return s.top().scope == rustFields && t.tag.at.Len() == 0 && t.mode == rustExpression
}

// prefixed reads a string whose prefix goes from start to end, or a raw
// identifier, if that is what follows.
func (s *rustReader) prefixed(start, end int) bool {
	raw := false
	switch string(s.src[start:end]) {
	case "r", "br", "cr":
		raw = true
	case "b", "c":
	default:
		return false
	}
	s.began(start)
	switch c := s.at(end); {
	case raw && (c == '"' || c == '#'):
		if s.rawString(start, end) {
			s.value(start)
			return true
		}
		if c == '#' && end-start == 1 && startsWord(s.at(end+1)) {
			s.pos = s.wordEnd(end + 1)
			s.identifier(source.Span{Start: start, End: s.pos})
			return true
		}
	case !raw && c == '"':
		s.pos = end
		s.value(start)
		s.quoted(start, '"', true)
		return true
	case c == '\'' && s.src[start] == 'b' && !raw:
		s.pos = end
		s.quote(start)
		return true
	}
	return false
}

// resync leaves what was never closed where an item begins a line.
func (s *rustReader) resync(role rustRole, item rustItem) {
	if len(s.frames) == 1 || role != rustPubWord && (role != rustItemWord || item == rustConst || item == rustStatic || item == rustUse || item == rustExtern || item == rustTypeItem || item == rustUnion) {
		return
	}
	at := len(s.frames) - 1
	for at > 0 && (s.frames[at].scope != rustBlock || s.frames[at].local) {
		at--
	}
	for i := at + 1; i < len(s.frames); i++ {
		if s.frames[i].scope == rustRules || s.frames[i].scope == rustMatcher {
			return
		}
	}
	if len(s.frames) == at+1 {
		return
	}
	for len(s.frames) > at+1 {
		s.pop(s.pos)
	}
	s.reset()
}

// unionFollows tells whether union, which is no reserved word, begins an item.
func (s *rustReader) unionFollows(p int) bool {
	if t := &s.now; s.top().scope != rustBlock || t.item != rustNoItem || t.prev != rustNone && t.prev != rustKeyword || t.mode != rustExpression {
		return false
	}
	p = s.skipBlank(p)
	return startsWord(s.at(p)) && s.src[p-1] != '\n'
}

// identifier takes a word that is no keyword.
func (s *rustReader) identifier(at source.Span) {
	t := &s.now
	if t.item == rustUse || t.item == rustCrate {
		s.imported(at)
		return
	}
	kind, access := source.Reference, source.Plain
	switch {
	case t.prev == rustDot:
		access = source.Member
	case t.mode == rustType:
		kind = source.Annotation
	}
	w := cWord{s.r.Word(at, kind, access), at}
	linked := t.prev == rustDot || t.prev == rustPath
	if !linked {
		t.chain = at.Start
	}
	s.place(w, linked)
	t.name, t.prev = w, rustName
}

// place finds out what a name is by where it stands; linked says that it goes
// on a path.
func (s *rustReader) place(w cWord, linked bool) {
	t, f := &s.now, s.top()
	unnamed := t.tag.at.Len() == 0
	switch {
	case t.item != rustNoItem && unnamed && s.names():
		t.tag = w
		if t.dollar == w.at.Start { // fn $name: what the macro was given
			t.tag.mark = source.Mark{}
		}
	case t.dollar == w.at.Start:
	case unnamed && (f.scope == rustFields && t.mode == rustExpression || f.scope == rustVariants):
		s.member(w)
	case f.generic && unnamed && !linked:
		s.r.Revise(w.mark, source.Assignment)
		t.tag = w
	case t.mode == rustPattern && !linked:
		s.bound(w)
	case t.item == rustTrait && t.mode == rustType && f.scope == rustBlock && !t.has(rustWhere):
		s.base(w.at, linked)
	}
}

// base takes a name in the bounds of a trait.
func (s *rustReader) base(at source.Span, linked bool) {
	if n := len(s.bases); linked && n > 0 {
		s.bases[n-1].End = at.End
		return
	}
	s.bases = append(s.bases, at)
}

// names tells whether the item takes the next identifier as its name.
func (s *rustReader) names() bool {
	switch s.now.item {
	case rustImpl, rustLet, rustFor, rustExtern:
		return false
	}
	return true
}

// bound makes a name in a pattern what it binds, unless it names what is matched.
func (s *rustReader) bound(w cWord) {
	t := &s.now
	if c := s.src[w.at.Start]; c >= 'A' && c <= 'Z' || t.dollar == w.at.Start {
		return
	}
	p := s.skipBlank(w.at.End)
	switch c := s.at(p); {
	case c == '(', c == '{' && !t.has(rustHead), c == '!' && s.at(p+1) != '=', c == ':' && s.at(p+1) == ':':
		return
	case c == ':' && s.top().scope == rustKeyed:
		return
	}
	s.r.Revise(w.mark, source.Assignment)
	if !s.r.Bindings() {
		return
	}
	b := source.Binding{Name: w.at.Of(s.src), How: source.Local, Place: w.at, Import: source.None, Declaration: source.None}
	if s.top().scope == rustParameters {
		s.parameters = append(s.parameters, w.at)
		return
	}
	s.r.Bind(b)
}

// keyword takes a keyword.
func (s *rustReader) keyword(role rustRole, item rustItem, at source.Span) { //nolint:gocyclo // one case for each role
	t := &s.now
	if t.prev == rustDot {
		t.prev = rustClose // .await
		return
	}
	switch role {
	case rustItemWord:
		s.itemWord(item)
	case rustPubWord:
		t.set(rustPub)
	case rustHeadWord, rustMatchWord:
		s.headWord(role, at)
	case rustForWord:
		if t.item == rustNoItem && t.mode == rustExpression && s.next(s.pos) != '<' {
			t.item, t.mode = rustFor, rustPattern
			t.set(rustHead)
			s.leads(at)
		} else if t.item == rustImpl {
			t.name = cWord{}
			t.set(rustOverrides)
		}
	case rustInWord:
		if t.item == rustFor {
			t.mode = rustExpression
		}
	case rustLetWord:
		t.mode = rustPattern
		if t.item == rustNoItem && t.prev == rustNone && s.top().scope == rustBlock {
			t.item, t.tag = rustLet, cWord{}
		}
	case rustSelfWord, rustBuiltin:
		s.selfWord(at)
		return
	case rustLoopWord:
		s.leads(at)
	case rustMutWord:
		if t.prev == rustSign {
			return
		}
	case rustWhereWord:
		t.mode = rustType
		t.set(rustWhere)
		if t.item == rustImpl {
			t.alias = t.name
		}
	case rustAsWord:
		s.asWord()
	}
	t.prev = rustKeyword
}

// headWord takes if, while and match.
func (s *rustReader) headWord(role rustRole, at source.Span) {
	t := &s.now
	t.set(rustHead)
	s.leads(at)
	if role == rustMatchWord {
		t.set(rustMatches)
	}
	t.mode = rustExpression
	if s.top().scope == rustArms && !t.has(rustArm) {
		t.clear(rustHead) // the guard of an arm
	}
}

// leads notes that the block of the keyword ends the statement, if it begins it.
func (s *rustReader) leads(at source.Span) {
	if t := &s.now; t.start == at.Start || t.prev == rustSign && s.src[t.start] == '\'' {
		t.set(rustStatementIf)
	}
}

// selfWord takes a value or type that is a keyword.
func (s *rustReader) selfWord(at source.Span) {
	t := &s.now
	if t.item == rustUse || t.item == rustCrate {
		s.pathKeyword(at)
		return
	}
	if t.prev != rustDot && t.prev != rustPath {
		t.chain = at.Start
	}
	if t.item == rustImpl && t.mode == rustType {
		t.name = cWord{at: at}
	}
	t.prev = rustValue
}

// asWord takes as: of a cast, of a path <T as Trait>, of a use tree.
func (s *rustReader) asWord() {
	t := &s.now
	switch {
	case t.item == rustUse || t.item == rustCrate:
		t.set(rustAlias)
	case t.mode == rustExpression:
		t.mode = rustType
		t.set(rustCast)
	}
}

// itemWord takes a keyword that leads an item, where it does.
func (s *rustReader) itemWord(item rustItem) {
	t := &s.now
	if t.mode == rustType && t.item != rustExtern || t.mode == rustPattern && s.top().scope != rustArms || !s.leadsItem(item) {
		return
	}
	switch item {
	case rustFn:
		t.flags &= rustPub | rustCratePub
	case rustImpl:
		t.mode = rustType
	case rustExtern:
		if p := s.skipBlank(s.pos); string(s.src[p:s.wordEnd(p)]) == "crate" {
			s.pos = p + len("crate")
			item = rustCrate
			s.path, s.told = s.path[:0], 0
		}
	case rustUse:
		s.path, s.told = s.path[:0], 0
	}
	t.item, t.tag = item, cWord{}
}

// leadsItem tells whether the keyword before pos begins an item here: const,
// static and fn also stand in types and expressions.
func (s *rustReader) leadsItem(item rustItem) bool {
	t, block := &s.now, s.top().scope == rustBlock
	p := s.skipBlank(s.pos)
	named := startsWord(s.at(p)) && !s.modifies(p)
	switch item {
	case rustConst:
		return named && block && t.prev != rustSign && t.mode == rustExpression
	case rustStatic:
		return named && block
	case rustFn:
		return named || s.at(p) == '#'
	}
	return t.prev != rustSign || t.dollar >= 0 || block
}

// modifies tells whether the word at p makes const or static before it a
// modifier of what follows.
func (s *rustReader) modifies(p int) bool {
	switch string(s.src[p:s.wordEnd(p)]) {
	case "fn", "unsafe", "async", "extern", "move", "const":
		return true
	}
	return false
}
