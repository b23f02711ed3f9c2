package brace

import "github.com/ct-tools/ct/shared/source"

var rustSymbols = [...]source.Symbol{
	rustFn: source.Function, rustStruct: source.Struct, rustUnion: source.Struct, rustEnum: source.Enum, rustTrait: source.Trait,
	rustTypeItem: source.Type, rustConst: source.Constant, rustStatic: source.Variable, rustMod: source.Module,
	rustMacroRules: source.Macro, rustLet: source.Function,
}

// signatureAt notes that the head of an item ends before p.
func (s *rustReader) signatureAt(p int) {
	if s.now.before == 0 {
		s.now.before = p
	}
}

// opensItem tells whether the curly bracket at pos begins the body of an item.
func (s *rustReader) opensItem() bool {
	t := &s.now
	switch t.item {
	case rustImpl:
		return true
	case rustExtern:
		return t.prev == rustValue || t.prev == rustKeyword
	case rustFn:
		return t.tag.at.Len() > 0
	case rustStruct, rustUnion, rustEnum, rustTrait, rustMod, rustMacroRules:
		return t.tag.at.Len() > 0
	}
	return false
}

// openItem opens the body of an item.
func (s *rustReader) openItem() {
	t, in := &s.now, s.top()
	item, name := t.item, t.name
	if item == rustImpl && !t.has(rustWhere) {
		t.alias = name
	}
	owner := t.alias
	opens := 0
	if item != rustImpl && item != rustExtern {
		s.open(s.declaration(), t.tag.mark, t.start, s.pos)
		opens = 1
	}
	scope := rustBlock
	switch item {
	case rustStruct, rustUnion:
		scope = rustFields
	case rustEnum:
		scope = rustVariants
	case rustMacroRules:
		scope = rustRules
	}
	local := in.local
	f := s.push('}', scope)
	s.ending(&f.bracket, true)
	if f.sign == 0 {
		for range opens {
			s.r.Close(s.pos)
		}
		return
	}
	f.opens = opens
	f.local = local && item != rustImpl && item != rustTrait && item != rustMod
	f.foreign = item == rustExtern
	switch item {
	case rustFn:
		f.local = true
	case rustTrait:
		f.members = true
	case rustImpl:
		f.members = f.outer.has(rustOverrides)
		f.receiver = owner.at.Of(s.src)
		if owner.at.Len() == 0 {
			f.receiver = ""
		}
	}
}

// declaration gives what is known of the item that the statement is.
func (s *rustReader) declaration() source.Declaration {
	t, f := &s.now, s.top()
	d := source.Declaration{
		Name: t.tag.at, Symbol: rustSymbols[t.item], Visibility: source.Private, Receiver: f.receiver, Decorators: s.decorators, Bases: s.bases,
	}
	s.decorators, s.bases = nil, nil
	if t.item == rustFn && (f.receiver != "" || f.members) {
		d.Symbol = source.Method
	}
	switch {
	case t.has(rustCratePub):
		d.Visibility = source.Internal
	case t.has(rustPub), f.members:
		d.Visibility = source.Public
	}
	return d
}

// open begins a definition that encloses what follows.
func (s *rustReader) open(d source.Declaration, mark source.Mark, start, signature int) {
	d.Doc = s.now.doc
	if d.Doc.Len() == 0 {
		d.Doc = s.docBefore(start)
	}
	start = max(start, s.closed)
	d.Span.Start = start
	d.Signature = source.Span{Start: start, End: s.trim(start, max(signature, start))}
	s.r.Open(d, mark)
	if s.r.Bindings() {
		of := s.r.Innermost()
		if d.Receiver == "" {
			s.r.BindIn(1, source.Binding{Name: d.Name.Of(s.src), How: source.Defined, Place: d.Name, Import: source.None, Declaration: of})
		}
		for _, p := range s.parameters {
			s.r.Bind(source.Binding{Name: p.Of(s.src), How: source.Parameter, Place: p, Import: source.None, Declaration: source.None})
		}
	}
	s.parameters = s.parameters[:0]
}

// declare tells of an item without a body, which ends before end.
func (s *rustReader) declare(d source.Declaration, mark source.Mark, end int) int {
	t := &s.now
	start := max(t.start, 0)
	start = s.within(start)
	if d.Symbol.Encloses() {
		start = max(start, s.closed)
	}
	d.Span = source.Span{Start: start, End: max(end, d.Name.End)}
	before := t.before
	if before == 0 {
		before = end
		if s.at(end-1) == ';' {
			before--
		}
	}
	d.Signature = source.Span{Start: start, End: s.trim(start, max(before, start))}
	d.Doc = t.doc
	if d.Doc.Len() == 0 {
		d.Doc = s.docBefore(t.start)
	}
	of := s.r.Declare(d, mark)
	if s.r.Bindings() && d.Receiver == "" && d.Symbol != source.Field {
		s.r.Bind(source.Binding{Name: d.Name.Of(s.src), How: source.Defined, Place: d.Name, Import: source.None, Declaration: of})
	}
	if d.Symbol.Encloses() {
		s.closed = d.Span.End
	}
	return of
}

// member declares a field of a struct or a variant of an enum.
func (s *rustReader) member(w cWord) {
	t := &s.now
	t.tag = w
	d := source.Declaration{Name: w.at, Symbol: source.Field, Visibility: source.Private, Decorators: s.decorators}
	s.decorators = nil
	if s.top().scope == rustVariants || t.has(rustPub) && !t.has(rustCratePub) {
		d.Visibility = source.Public
	} else if t.has(rustCratePub) {
		d.Visibility = source.Internal
	}
	t.declared = s.declare(d, w.mark, w.at.End)
}

// endPart ends what a comma or closing bracket ends, before end.
func (s *rustReader) endPart(end int) {
	t, f := &s.now, s.top()
	switch f.scope {
	case rustTree:
		s.leaf()
		return
	case rustBlock, rustArms:
		s.endStatement(end)
		return
	}
	if t.declared != source.None {
		d := s.r.DeclaredAt(t.declared)
		d.Span.End = max(d.Span.End, s.trim(d.Span.End, max(end, d.Span.End)))
		d.Signature.End = d.Span.End
	}
	s.endBound(end)
}

// endBound ends the definition of a name that a closure is bound to.
func (s *rustReader) endBound(end int) {
	if t := &s.now; t.has(rustBound) {
		s.r.Close(end)
		s.closed = end
		t.clear(rustBound)
	}
}

// endStatement ends an item or statement before end.
func (s *rustReader) endStatement(end int) {
	t, f := &s.now, s.top()
	if t.start < 0 {
		return
	}
	s.endBound(end)
	switch t.item {
	case rustUse, rustCrate:
		s.leaf()
		s.path = s.path[:0]
	case rustMod:
		s.module(end)
	case rustFn, rustStruct, rustUnion, rustEnum, rustTrait, rustTypeItem:
		if t.tag.at.Len() > 0 {
			s.declare(s.declaration(), t.tag.mark, end)
		}
	case rustConst, rustStatic:
		if t.tag.at.Len() == 0 {
			break
		}
		if f.local {
			s.r.Revise(t.tag.mark, source.Assignment)
			s.r.Bind(source.Binding{Name: t.tag.at.Of(s.src), How: source.Local, Place: t.tag.at, Import: source.None, Declaration: source.None})
			break
		}
		s.declare(s.declaration(), t.tag.mark, end)
	}
	s.parameters = s.parameters[:0]
}

// module takes mod NAME; which brings in a file.
func (s *rustReader) module(end int) {
	t := &s.now
	if t.tag.at.Len() == 0 {
		return
	}
	name := t.tag.at.Of(s.src)
	of := s.r.Import(source.ImportOf{Statement: source.Span{Start: t.start, End: end}, Module: name}, source.Import, t.tag.mark)
	s.r.Revise(t.tag.mark, source.Import)
	if of == source.None {
		return
	}
	s.r.Bind(source.Binding{Name: name, How: source.Imported, Place: t.tag.at, Import: of, Declaration: source.None})
}
