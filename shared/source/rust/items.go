package rust

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

var symbols = [...]source.Symbol{
	itemFn: source.Function, itemStruct: source.Struct, itemUnion: source.Struct, itemEnum: source.Enum, itemTrait: source.Trait,
	itemType: source.Type, itemConst: source.Constant, itemStatic: source.Variable, itemMod: source.Module,
	itemMacroRules: source.Macro, itemLet: source.Function,
}

// signatureAt notes that the head of an item ends before p.
func (s *reader) signatureAt(p int) {
	if s.now.before == 0 {
		s.now.before = p
	}
}

// opensItem reports whether the curly bracket at pos begins the body of an item.
func (s *reader) opensItem() bool {
	t := &s.now
	switch t.item {
	case itemImpl:
		return true
	case itemExtern:
		return t.prev == tokenValue || t.prev == tokenKeyword
	case itemFn, itemStruct, itemUnion, itemEnum, itemTrait, itemMod, itemMacroRules:
		return t.tag.At.Len() > 0
	}
	return false
}

// openItem opens the body of an item.
func (s *reader) openItem() {
	t, in := &s.now, s.top()
	item, name := t.item, t.name
	if item == itemImpl && !t.has(flagWhere) {
		t.alias = name
	}
	owner := t.alias
	opens := 0
	if item != itemImpl && item != itemExtern {
		s.open(s.declaration(), t.tag.Mark, t.start, s.Pos)
		opens = 1
	}
	scope := inBlock
	switch item {
	case itemStruct, itemUnion:
		scope = inFields
	case itemEnum:
		scope = inVariants
	case itemMacroRules:
		scope = inRules
	}
	local := in.local
	f := s.push('}', scope)
	s.Ending(&f.Bracket, true)
	s.Opened(&f.Bracket, s.Rec, opens, s.Pos)
	f.local = local && item != itemImpl && item != itemTrait && item != itemMod
	f.foreign = item == itemExtern
	switch item {
	case itemFn:
		f.local = true
	case itemTrait:
		f.members = true
	case itemImpl:
		f.members = f.outer.has(flagOverrides)
		f.receiver = owner.At.Of(s.Src)
	}
}

// declaration returns what is known of the item that the statement is.
func (s *reader) declaration() source.Declaration {
	t, f := &s.now, s.top()
	d := source.Declaration{
		Name: t.tag.At, Symbol: symbols[t.item], Visibility: source.Private, Receiver: f.receiver, Decorators: s.decorators, Bases: s.bases,
	}
	s.decorators, s.bases = nil, nil
	if t.item == itemFn && (f.receiver != "" || f.members) {
		d.Symbol = source.Method
	}
	switch {
	case t.has(flagCratePub):
		d.Visibility = source.Internal
	case t.has(flagPub):
		d.Visibility = source.Public
	case f.members:
		d.Visibility, d.Loose = source.Public, true
	}
	return d
}

// open begins a definition that encloses what follows.
func (s *reader) open(d source.Declaration, mark source.Mark, start, signature int) {
	d.Doc = s.docOf(start)
	start = max(start, s.Closed)
	d.Span.Start = start
	d.Signature = source.Span{Start: start, End: s.Trim(start, max(signature, start))}
	s.Rec.Open(d, mark)
	if d.Receiver == "" {
		s.Rec.BindDefinition(d.Name, 1, s.Rec.Innermost())
	}
	for _, p := range s.parameters {
		s.Rec.BindName(p, source.Parameter)
	}
	s.parameters = s.parameters[:0]
}

// docOf returns the documentation of the item that begins at start.
func (s *reader) docOf(start int) source.Span {
	if s.now.doc.Len() > 0 {
		return s.now.doc
	}
	return s.DocBefore(start)
}

// declare reports an item without a body, which ends before end.
func (s *reader) declare(d source.Declaration, mark source.Mark, end int) int {
	t := &s.now
	start := s.Within(max(t.start, 0))
	if d.Symbol.Encloses() {
		start = max(start, s.Closed)
	}
	d.Span = source.Span{Start: start, End: max(end, d.Name.End)}
	before := t.before
	if before == 0 {
		before = end
		if s.At(end-1) == ';' {
			before--
		}
	}
	d.Signature = source.Span{Start: start, End: s.Trim(start, max(before, start))}
	d.Doc = s.docOf(t.start)
	of := s.Rec.Declare(d, mark)
	if d.Receiver == "" && d.Symbol != source.Field {
		s.Rec.BindDefinition(d.Name, 0, of)
	}
	if d.Symbol.Encloses() {
		s.Closed = d.Span.End
	}
	return of
}

// member declares a field of a struct or a variant of an enum.
func (s *reader) member(w cursor.Word) {
	t := &s.now
	t.tag = w
	d := source.Declaration{Name: w.At, Symbol: source.Field, Visibility: source.Private, Decorators: s.decorators}
	s.decorators = nil
	if s.top().scope == inVariants || t.has(flagPub) && !t.has(flagCratePub) {
		d.Visibility = source.Public
	} else if t.has(flagCratePub) {
		d.Visibility = source.Internal
	}
	t.declared = s.declare(d, w.Mark, w.At.End)
}

// endPart ends what a comma or closing bracket ends, before end.
func (s *reader) endPart(end int) {
	t, f := &s.now, s.top()
	switch f.scope {
	case inTree:
		s.leaf()
		return
	case inBlock, inArms:
		s.endStatement(end)
		return
	}
	if t.declared != source.None {
		d := s.Rec.DeclaredAt(t.declared)
		d.Span.End = max(d.Span.End, s.Trim(d.Span.End, max(end, d.Span.End)))
		d.Signature.End = d.Span.End
	}
	s.endBound(end)
}

// endBound ends the definition of a name that a closure is bound to.
func (s *reader) endBound(end int) {
	if t := &s.now; t.has(flagBound) {
		s.Rec.Close(end)
		s.Closed = end
		t.clear(flagBound)
	}
}

// endStatement ends an item or statement before end.
func (s *reader) endStatement(end int) {
	t := &s.now
	if t.start < 0 {
		return
	}
	s.endBound(end)
	switch t.item {
	case itemUse, itemCrate:
		s.leaf()
		s.path = s.path[:0]
	case itemMod:
		s.module(end)
	case itemFn, itemStruct, itemUnion, itemEnum, itemTrait, itemType, itemConst, itemStatic:
		if t.tag.At.Len() > 0 {
			s.declare(s.declaration(), t.tag.Mark, end)
		}
	}
	s.parameters = s.parameters[:0]
}

// module reads mod NAME; which brings in a file.
func (s *reader) module(end int) {
	t := &s.now
	if t.tag.At.Len() == 0 {
		return
	}
	name := t.tag.At.Of(s.Src)
	of := s.Rec.Import(source.ImportOf{Statement: source.Span{Start: t.start, End: end}, Module: name}, source.Import, t.tag.Mark)
	s.Rec.Revise(t.tag.Mark, source.Import)
	if of != source.None {
		s.Rec.BindImport(name, t.tag.At, of)
	}
}
