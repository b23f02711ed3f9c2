package rust

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// word reads a keyword, an identifier, or a string with a prefix.
func (s *reader) word() {
	start, end := s.Pos, s.WordEnd(s.Pos)
	if end-start <= 2 && s.prefixed(start, end) {
		return
	}
	at := source.Span{Start: start, End: end}
	role, item := roleOf(s.Src[start:end])
	if t := &s.now; t.dollar == start {
		role = roleIdentifier
		if string(s.Src[start:end]) == "crate" {
			role = roleSelf
		}
	}
	if role != roleIdentifier && (start == 0 || s.Src[start-1] == '\n') {
		s.resync(role, item)
	}
	s.began(start)
	s.Pos = end
	if role == roleIdentifier || role == roleBuiltin && s.named() || role == roleItem && item == itemUnion && !s.unionFollows(end) {
		s.identifier(at)
		return
	}
	s.keyword(role, item, at)
}

// named reports whether the name of a built-in type, which is not a reserved word, is an ordinary name here.
func (s *reader) named() bool {
	t := &s.now
	switch {
	case t.item == itemUse, t.item == itemCrate, t.prev == tokenDot, t.prev == tokenPath:
		return true
	case t.item != itemNone && t.tag.At.Len() == 0:
		return s.names()
	}
	return s.top().scope == inFields && t.tag.At.Len() == 0 && t.mode == modeExpression
}

// prefixed reads a string whose prefix goes from start to end, or a raw identifier, if that is what follows.
func (s *reader) prefixed(start, end int) bool {
	raw := false
	switch string(s.Src[start:end]) {
	case "r", "br", "cr":
		raw = true
	case "b", "c":
	default:
		return false
	}
	s.began(start)
	switch c := s.At(end); {
	case raw && (c == '"' || c == '#'):
		if s.rawString(start, end) {
			s.value(start)
			return true
		}
		if c == '#' && end-start == 1 && cursor.StartsWord(s.At(end+1)) {
			s.Pos = s.WordEnd(end + 1)
			s.identifier(source.Span{Start: start, End: s.Pos})
			return true
		}
	case !raw && c == '"':
		s.Pos = end
		s.value(start)
		s.Quoted(start, '"', true)
		return true
	case c == '\'' && s.Src[start] == 'b' && !raw:
		s.Pos = end
		s.quote(start)
		return true
	}
	return false
}

// resync leaves what was never closed when an item begins a line.
func (s *reader) resync(role role, item item) {
	if len(s.frames) == 1 || role != rolePub && (role != roleItem || item == itemConst || item == itemStatic || item == itemUse || item == itemExtern || item == itemType || item == itemUnion) {
		return
	}
	at := len(s.frames) - 1
	for at > 0 && (s.frames[at].scope != inBlock || s.frames[at].local) {
		at--
	}
	for i := at + 1; i < len(s.frames); i++ {
		if s.frames[i].scope == inRules || s.frames[i].scope == inMatcher {
			return
		}
	}
	if len(s.frames) > at+1 {
		for len(s.frames) > at+1 {
			s.pop(s.Pos)
		}
		s.reset()
	}
}

// unionFollows reports whether union, which is not a reserved word, begins an item.
func (s *reader) unionFollows(p int) bool {
	if t := &s.now; s.top().scope != inBlock || t.item != itemNone || t.prev != tokenNone && t.prev != tokenKeyword || t.mode != modeExpression {
		return false
	}
	p = s.SkipBlank(p)
	return cursor.StartsWord(s.At(p)) && s.Src[p-1] != '\n'
}

// identifier reads a word that is no keyword.
func (s *reader) identifier(at source.Span) {
	t := &s.now
	if t.item == itemUse || t.item == itemCrate {
		s.imported(at)
		return
	}
	kind, access := source.Reference, source.Plain
	switch {
	case t.prev == tokenDot:
		access = source.Member
	case t.mode == modeType:
		kind = source.Annotation
	}
	w := cursor.Word{Mark: s.Rec.Word(at, kind, access), At: at}
	if s.Calls {
		s.top().Held = s.top().Held.Hold(w, access)
	}
	linked := t.prev == tokenDot || t.prev == tokenPath
	if !linked {
		t.chain = at.Start
	}
	s.place(w, linked)
	t.name, t.prev = w, tokenName
}

// place finds out what a name is by where it stands; linked says that it goes on a path.
func (s *reader) place(w cursor.Word, linked bool) {
	t, f := &s.now, s.top()
	unnamed := t.tag.At.Len() == 0
	switch {
	case t.item != itemNone && unnamed && s.names():
		t.tag = w
		if t.dollar == w.At.Start { // fn $name: what the macro was given
			t.tag.Mark = source.Mark{}
		}
	case t.dollar == w.At.Start:
	case unnamed && (f.scope == inFields && t.mode == modeExpression || f.scope == inVariants):
		s.member(w)
	case f.generic && unnamed && !linked:
		s.Rec.Revise(w.Mark, source.Assignment)
		t.tag = w
	case t.mode == modePattern && !linked:
		s.bound(w)
	case t.item == itemTrait && t.mode == modeType && f.scope == inBlock && !t.has(flagWhere):
		s.base(w.At, linked)
	}
}

// base reads a name in the bounds of a trait.
func (s *reader) base(at source.Span, linked bool) {
	if n := len(s.bases); linked && n > 0 {
		s.bases[n-1].End = at.End
		return
	}
	s.bases = append(s.bases, at)
}

// names reports whether the item takes the next identifier as its name.
func (s *reader) names() bool {
	item := s.now.item
	return item != itemImpl && item != itemLet && item != itemFor && item != itemExtern
}

// bound makes a name in a pattern what it binds, unless it names what is matched.
func (s *reader) bound(w cursor.Word) {
	t := &s.now
	if c := s.Src[w.At.Start]; c >= 'A' && c <= 'Z' || t.dollar == w.At.Start {
		return
	}
	p := s.SkipBlank(w.At.End)
	switch c := s.At(p); {
	case c == '(', c == '{' && !t.has(flagHead), c == '!' && s.At(p+1) != '=', c == ':' && (s.At(p+1) == ':' || s.top().scope == inKeyed):
		return
	}
	s.Rec.Revise(w.Mark, source.Assignment)
	switch {
	case s.top().scope != inParameters:
		s.Rec.BindName(w.At, source.Local)
	case s.Rec.Bindings():
		s.parameters = append(s.parameters, w.At)
	}
}

// keyword reads a keyword.
func (s *reader) keyword(role role, item item, at source.Span) { //nolint:gocyclo // one case for each role
	t := &s.now
	if t.prev == tokenDot {
		t.prev = tokenClose // .await
		return
	}
	switch role {
	case roleItem:
		s.itemWord(item)
	case rolePub:
		t.set(flagPub)
	case roleHead, roleMatch:
		s.headWord(role, at)
	case roleFor:
		if t.item == itemNone && t.mode == modeExpression && s.Next(s.Pos) != '<' {
			t.item, t.mode = itemFor, modePattern
			t.set(flagHead)
			s.leads(at)
		} else if t.item == itemImpl {
			t.name = cursor.Word{}
			t.set(flagOverrides)
		}
	case roleIn:
		if t.item == itemFor {
			t.mode = modeExpression
		}
	case roleLet:
		t.mode = modePattern
		if t.item == itemNone && t.prev == tokenNone && s.top().scope == inBlock {
			t.item, t.tag = itemLet, cursor.Word{}
		}
	case roleSelf, roleBuiltin:
		s.selfWord(at)
		return
	case roleLoop:
		s.leads(at)
	case roleMut:
		if t.prev == tokenSign {
			return
		}
	case roleWhere:
		t.mode = modeType
		t.set(flagWhere)
		if t.item == itemImpl {
			t.alias = t.name
		}
	case roleAs:
		s.asWord()
	}
	t.prev = tokenKeyword
}

// headWord reads if, while and match.
func (s *reader) headWord(role role, at source.Span) {
	t := &s.now
	t.set(flagHead)
	s.leads(at)
	if role == roleMatch {
		t.set(flagMatches)
	}
	t.mode = modeExpression
	if s.top().scope == inArms && !t.has(flagArm) {
		t.clear(flagHead) // the guard of an arm
	}
}

// leads notes that the block of the keyword ends the statement, if it begins it.
func (s *reader) leads(at source.Span) {
	if t := &s.now; t.start == at.Start || t.prev == tokenSign && s.Src[t.start] == '\'' {
		t.set(flagStatementIf)
	}
}

// selfWord reads a value or type that is a keyword.
func (s *reader) selfWord(at source.Span) {
	t := &s.now
	if t.item == itemUse || t.item == itemCrate {
		s.pathKeyword(at)
		return
	}
	if t.prev != tokenDot && t.prev != tokenPath {
		t.chain = at.Start
	}
	switch {
	case t.item == itemImpl && t.mode == modeType:
		t.name = cursor.Word{At: at}
	case (t.item == itemConst || t.item == itemStatic) && t.tag.At.Len() == 0:
		t.item, t.mode = itemLet, modePattern // const _ defines nothing
	}
	t.prev = tokenValue
}

// asWord reads as: of a cast, of a path <T as Trait>, of a use tree.
func (s *reader) asWord() {
	t := &s.now
	switch {
	case t.item == itemUse || t.item == itemCrate:
		t.set(flagAlias)
	case t.mode == modeExpression:
		t.mode = modeType
		t.set(flagCast)
	}
}

// itemWord reads a keyword that leads an item, if it does.
func (s *reader) itemWord(item item) {
	t := &s.now
	if t.mode == modeType && t.item != itemExtern || t.mode == modePattern && s.top().scope != inArms || !s.leadsItem(item) {
		return
	}
	switch item {
	case itemFn:
		t.flags &= flagPub | flagCratePub
	case itemImpl:
		t.mode = modeType
	case itemExtern:
		if p := s.SkipBlank(s.Pos); string(s.Src[p:s.WordEnd(p)]) == "crate" {
			s.Pos = p + len("crate")
			item = itemCrate
			s.path, s.reported = s.path[:0], 0
		}
	case itemUse:
		s.path, s.reported = s.path[:0], 0
	}
	t.item, t.tag = item, cursor.Word{}
}

// leadsItem reports whether the keyword before pos begins an item here: const, static and fn also
// stand in types and expressions.
func (s *reader) leadsItem(item item) bool {
	t, block := &s.now, s.top().scope == inBlock
	p := s.SkipBlank(s.Pos)
	named := cursor.StartsWord(s.At(p)) && !s.modifies(p)
	switch item {
	case itemConst:
		return named && block && t.prev != tokenSign && t.mode == modeExpression
	case itemStatic:
		return named && block
	case itemFn:
		return named || s.At(p) == '#'
	}
	return t.prev != tokenSign || t.dollar >= 0 || block
}

// modifies reports whether the word at p makes const or static before it a modifier of what follows.
func (s *reader) modifies(p int) bool {
	switch string(s.Src[p:s.WordEnd(p)]) {
	case "fn", "unsafe", "async", "extern", "move", "const":
		return true
	}
	return false
}
