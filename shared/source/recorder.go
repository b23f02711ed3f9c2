package source

import "slices"

// A Recorder receives what a scanner reports and keeps what was requested. Words, texts and definitions reach it in
// ascending order of their starts; Open may reach back over the words since the last Open or Close.
type Recorder struct {
	src     []byte
	want    Want
	file    *File
	next    int    // the first occurrence that a coming word may meet
	located int    // occurrences before it have their Enclosing
	at      int    // where the last definition began or ended
	open    []open // the definitions around the place where the scanner is
	kept    int    // how many of them, from the outermost, are in file.Declarations

	operands *Operands
	loaders  []string
}

// open is a definition whose end has not been seen.
type open struct {
	Declaration
	index int // in file.Declarations, None until it is kept
}

// A Mark refers to the occurrences whose kind was decided by one word, so that
// the scanner can correct them later. The zero Mark refers to none.
type Mark struct {
	word   Span
	lo, hi int // in file.Occurrences
}

// Wanted reports whether the word was requested. If not, there is nothing to
// correct, and the arguments of a call need not be counted.
func (m Mark) Wanted() bool { return m.lo < m.hi }

func newRecorder(src []byte, want Want) *Recorder {
	r := &Recorder{src: src, want: want, file: &File{}}
	if want.Words {
		return r
	}
	r.file.Occurrences = make([]Occurrence, len(want.Places))
	for i, p := range want.Places {
		r.file.Occurrences[i] = Occurrence{Place: p, Enclosing: None, Of: None}
	}
	return r
}

// Word reports an identifier. What it is can be corrected by means of its Mark until the next statement begins.
func (r *Recorder) Word(s Span, k Kind, a Access) Mark {
	if s.Len() <= 0 {
		return Mark{}
	}
	all := r.file.Occurrences
	if r.want.Words {
		if len(all) == cap(all) {
			all = slices.Grow(all, r.toCome(len(all), s.Start))
		}
		all = append(all, Occurrence{Place: s, Kind: k, Word: s, Access: a, Enclosing: None, Of: None})
		r.file.Occurrences = all
		return Mark{s, len(all) - 1, len(all)}
	}
	for r.next < len(all) && all[r.next].Place.End <= s.Start && all[r.next].Place.Len() > 0 || r.next < len(all) && all[r.next].Place.End < s.Start {
		r.next++
	}
	m := Mark{word: s, lo: r.next, hi: r.next}
	for m.hi < len(all) && all[m.hi].Place.Start < s.End {
		m.hi++
	}
	r.set(m, k, a, None)
	return m
}

// Text reports a string, a comment or a docstring, or a part of one that has no
// code in it. Its parts may be reported one by one.
func (r *Recorder) Text(s Span, k Kind) { r.Word(s, k, Plain) }

// toCome returns for how many words more there is to be room, where n were seen before the byte at: what the rest of
// the file has if it is like that, but neither so few that they are soon to be copied again nor more than thrice n.
func (r *Recorder) toCome(n, at int) int { return max(min(n*(len(r.src)-at)/max(at, 1), 3*n), n/8, 64) }

// set assigns the occurrences of m a kind if the word decides them already or is stronger than the word that does.
func (r *Recorder) set(m Mark, k Kind, a Access, of int) {
	for i := m.lo; i < m.hi; i++ {
		o := &r.file.Occurrences[i]
		if o.Word != m.word && (o.Kind >= k || !o.Place.Meets(m.word)) {
			continue
		}
		o.Kind, o.Word, o.Access, o.Of = k, m.word, a, of
	}
}

// Revise corrects what a word is: a reference that proves to be the target of an assignment, for
// instance. A place with several words keeps its kind unless the corrected kind is stronger.
func (r *Recorder) Revise(m Mark, k Kind) {
	for i := m.lo; i < m.hi; i++ {
		o := &r.file.Occurrences[i]
		switch {
		case o.Word == m.word:
			o.Kind, o.Of = k, None
		case k > o.Kind && o.Place.Meets(m.word):
			o.Kind, o.Word, o.Access, o.Of = k, m.word, Plain, None
		}
	}
}

// Call makes a wanted word the name of a call and returns the index for CallAt; None for a word that nobody asked for.
func (r *Recorder) Call(m Mark, a Access, c Call) int {
	if !m.Wanted() {
		return None
	}
	r.file.Calls = append(r.file.Calls, c)
	r.set(m, Callsite, a, len(r.file.Calls)-1)
	return len(r.file.Calls) - 1
}

// Indirect reports a call of a word other than by brackets after it, and returns its index, None if
// nobody asked. Unless calls are wanted the word stays what it is; so does what Maybe is called, what
// may be a type, and what may have a method of its own by which it is called.
func (r *Recorder) Indirect(m Mark, a Access, c Call) int {
	switch {
	case !r.want.Calls || !m.Wanted() || r.file.Occurrences[m.lo].Kind >= Callsite: // or a definition, in broken text
		return None
	case c.Form&(Maybe|ByCast|ByMethod) == 0:
		if r.file.Occurrences[m.lo].Kind == Assignment { // in broken text
			return None
		}
		return r.Call(m, a, c)
	}
	r.file.Calls = append(r.file.Calls, c)
	for i := m.lo; i < m.hi; i++ {
		if o := &r.file.Occurrences[i]; o.Word == m.word {
			o.Of = len(r.file.Calls) - 1
		}
	}
	return len(r.file.Calls) - 1
}

// CallAt returns a call to complete. It is valid until the next Call.
func (r *Recorder) CallAt(i int) *Call { return &r.file.Calls[i] }

// Import reports one name of an import: names are its words, all of them Import or FromImport. It
// returns the index in File.Imports, None if nobody asked.
func (r *Recorder) Import(im ImportOf, k Kind, names ...Mark) int {
	if !r.want.Bindings && !slices.ContainsFunc(names, Mark.Wanted) {
		return None
	}
	r.file.Imports = append(r.file.Imports, im)
	of := len(r.file.Imports) - 1
	for _, m := range names {
		r.set(m, k, Plain, of)
	}
	return of
}

// Bind keeps a binding if bindings are wanted; its Scope is set to the innermost open definition.
func (r *Recorder) Bind(b Binding) { r.BindIn(0, b) }

// BindIn is Bind for the definition that stands depth levels outside of the innermost.
func (r *Recorder) BindIn(depth int, b Binding) {
	if !r.want.Bindings {
		return
	}
	b.Scope = None
	if at := len(r.open) - 1 - depth; at >= 0 {
		b.Scope = r.open[at].index
	}
	r.file.Bindings = append(r.file.Bindings, b)
}

// BindName keeps, if bindings are wanted, that a parameter or a local is bound in the innermost open definition.
func (r *Recorder) BindName(at Span, kind BindingKind) {
	if r.want.Bindings {
		r.Bind(Binding{Name: at.Of(r.src), Kind: kind, Place: at, Import: None, Declaration: None})
	}
}

// BindDefinition keeps, if wanted, that a declaration binds its name in the scope depth levels outside the innermost.
func (r *Recorder) BindDefinition(at Span, depth, declaration int) {
	if r.want.Bindings {
		r.BindIn(depth, Binding{Name: at.Of(r.src), Kind: Defined, Place: at, Import: None, Declaration: declaration})
	}
}

// BindImport keeps, if bindings are wanted, the name that the import with an index brings; "*" stands for every name.
func (r *Recorder) BindImport(name string, at Span, index int) {
	b := Binding{Name: name, Kind: Imported, Place: at, Import: index, Declaration: None}
	if name == "*" {
		b.Kind = Unknown
	}
	r.Bind(b)
}

// Values sets the function that returns where the value of a name comes from, given the text of the value.
func (r *Recorder) Values(read func(text []byte) Value) { r.file.value = read }

// Bound returns the number of bindings that were kept.
func (r *Recorder) Bound() int { return len(r.file.Bindings) }

// BindingAt returns the binding with the number i, counted from 0, so that it
// can be completed. It is valid until the next binding is kept.
func (r *Recorder) BindingAt(i int) *Binding { return &r.file.Bindings[i] }

// OpenBlock begins a block in the innermost open definition, nil if bindings are not wanted. Its caller sets Span.
func (r *Recorder) OpenBlock(start int) *Block {
	if !r.want.Bindings {
		return nil
	}
	b := &Block{Span: Span{start, len(r.src)}, Scope: r.Innermost()}
	r.file.Blocks = append(r.file.Blocks, b)
	return b
}

// Bindings reports whether bindings are wanted at all.
func (r *Recorder) Bindings() bool { return r.want.Bindings }

// Calls reports whether the receivers of calls are wanted.
func (r *Recorder) Calls() bool { return r.want.Calls }

// EachCall calls do for every reported call at an asked place, with its word.
func (r *Recorder) EachCall(do func(word Span, c *Call)) {
	for i := range r.file.Occurrences {
		if o := &r.file.Occurrences[i]; o.Kind == Callsite && o.Of != None {
			do(o.Word, &r.file.Calls[o.Of])
		}
	}
}

// Package says what the package clause of the file names.
func (r *Recorder) Package(name string) { r.file.Package = name }

// Exports records the names that the file says that it exports.
func (r *Recorder) Exports(names map[string]bool) { r.file.Exports = names }

// Open begins an enclosing definition at d.Span.Start, not before the last Open or Close. name is its word.
func (r *Recorder) Open(d Declaration, name Mark) {
	d.Span.Start = min(max(d.Span.Start, r.at), len(r.src))
	d.Span.End = d.Span.Start
	r.locate(d.Span.Start)
	r.open = append(r.open, open{Declaration: d, index: None})
	if name.Wanted() || r.want.Declarations || r.want.Bindings {
		r.keep()
	}
	if name.Wanted() {
		r.set(name, Definition, Plain, r.Innermost())
	}
}

// Declare reports a definition that encloses nothing or has no body; its Span is whole. It returns
// its index, None if nobody asked.
func (r *Recorder) Declare(d Declaration, name Mark) int {
	if !name.Wanted() && !r.want.Declarations && !r.want.Bindings {
		return None
	}
	r.keep()
	d.Parent = r.Innermost()
	r.file.Declarations = append(r.file.Declarations, d)
	of := len(r.file.Declarations) - 1
	r.set(name, Definition, Plain, of)
	return of
}

// Prototype reports the declaration of a function that is defined elsewhere. Its name stays a reference.
func (r *Recorder) Prototype(d Declaration, name Mark) {
	for i := name.lo; i < name.hi; i++ {
		if o := &r.file.Occurrences[i]; o.Word == name.word {
			o.Access = Declares
		}
	}
	if r.want.Prototypes {
		r.keep()
		d.Parent, d.Prototype = r.Innermost(), true
		r.file.Declarations = append(r.file.Declarations, d)
	}
}

// DeclaredAt returns a declaration to complete, by Declare's index. It is valid until the next Open or Declare.
func (r *Recorder) DeclaredAt(i int) *Declaration { return &r.file.Declarations[i] }

// Depth returns how many definitions are open.
func (r *Recorder) Depth() int { return len(r.open) }

// Top returns the innermost open definition, to complete it, or nil. It is valid until the next Open or Close.
func (r *Recorder) Top() *Declaration {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1].Declaration
}

// Close ends the innermost open definition before the byte end.
func (r *Recorder) Close(end int) {
	if len(r.open) == 0 {
		return
	}
	end = min(max(end, r.at), len(r.src))
	r.locate(end)
	last := &r.open[len(r.open)-1]
	last.Span.End = end
	last.Signature.End = min(last.Signature.End, end)
	if last.index != None {
		last.Parent = r.file.Declarations[last.index].Parent
		r.file.Declarations[last.index] = last.Declaration
	}
	r.open = r.open[:len(r.open)-1]
	r.kept = min(r.kept, len(r.open))
}

// locate sets the enclosing definition of every place that begins before pos.
func (r *Recorder) locate(pos int) {
	r.at = max(r.at, pos)
	all := r.file.Occurrences
	if r.located >= len(all) || all[r.located].Place.Start >= pos {
		return
	}
	r.keep()
	in := r.Innermost()
	for r.located < len(all) && all[r.located].Place.Start < pos {
		all[r.located].Enclosing = in
		r.located++
	}
}

// keep enters all open definitions among the declarations.
func (r *Recorder) keep() {
	for ; r.kept < len(r.open); r.kept++ {
		o := &r.open[r.kept]
		o.Parent = None
		if r.kept > 0 {
			o.Parent = r.open[r.kept-1].index
		}
		o.index = len(r.file.Declarations)
		r.file.Declarations = append(r.file.Declarations, o.Declaration)
	}
}

// Innermost returns the index in File.Declarations of the innermost open definition, for the
// Binding of its name; None if none is open, or nobody asked for it.
func (r *Recorder) Innermost() int {
	if len(r.open) == 0 {
		return None
	}
	return r.open[len(r.open)-1].index
}

// Doubt records that the file was not scanned by the rules of its language, and what was done instead.
func (r *Recorder) Doubt(why string) { r.file.Doubt = why }

// Partial records that the file has code that is not read.
func (r *Recorder) Partial() { r.file.Partial = true }

// Read replaces the text that the scanner reads, by one of the same length.
func (r *Recorder) Read(src []byte) { r.src = src }

// MembersInScope says that the members of a class are in scope in its methods.
func (r *Recorder) MembersInScope() { r.file.MembersInScope = true }

// Asked returns the start of the first requested place that ends after pos (or is empty and at pos): words before it
// need not be reported. The result is after the last byte if there is no such place, and pos if all words or bindings
// are requested.
func (r *Recorder) Asked(pos int) int {
	if r.want.Words || r.want.Bindings {
		return pos
	}
	for all := r.want.Places; r.next < len(all); r.next++ {
		if p := all[r.next]; p.End > pos || p.End == pos && p.Len() == 0 {
			return p.Start
		}
	}
	return len(r.src) + 1
}

// Done reports whether the rest of the file after pos cannot add to the result.
func (r *Recorder) Done(pos int) bool {
	if r.want.Words || r.want.Declarations || r.want.Bindings || r.kept > 0 {
		return false
	}
	n := len(r.want.Places)
	passed := r.next >= n
	if last := n - 1; r.next == last {
		p := r.want.Places[last]
		passed = p.End < pos || p.End == pos && p.Len() > 0 // an empty place meets the word that begins there
	}
	return passed && (r.located >= n || len(r.open) == 0)
}

// finish ends what is still open, at the end of the file.
func (r *Recorder) finish() *File {
	for len(r.open) > 0 {
		r.Close(len(r.src))
	}
	r.locate(len(r.src) + 1)
	if r.operands != nil && len(r.file.Calls) > 0 {
		r.lengthen()
	}
	if r.want.Calls && r.file.value != nil {
		r.receivers()
	}
	for i := range r.file.Occurrences {
		if o := &r.file.Occurrences[i]; o.Kind == Definition && o.Of != None {
			o.Enclosing = r.file.Declarations[o.Of].Parent
		}
	}
	return r.file
}
