package brace

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// open begins a definition that encloses what follows; signature is where its
// signature ends.
func (s *cReader) open(d source.Declaration, mark source.Mark, start, signature int) {
	start = max(start, s.closed)
	signature = max(start, signature)
	d.Span.Start = start
	d.Signature = source.Span{Start: start, End: s.trim(start, signature)}
	d.Doc = s.docBefore(start)
	s.r.Open(d, mark)
	if s.r.Bindings() {
		s.r.BindIn(1, s.binding(d.Name, source.Defined, s.r.Innermost()))
		for _, p := range s.parameters {
			s.r.Bind(s.binding(p, source.Parameter, source.None))
		}
	}
	s.parameters = s.parameters[:0]
}

func (s *cReader) binding(at source.Span, how source.How, declaration int) source.Binding {
	return source.Binding{Name: at.Of(s.src), How: how, Place: at, Import: source.None, Declaration: declaration}
}

// openFunction begins the body of a function, or of what a macro defines.
func (s *cReader) openFunction() {
	t := &s.now
	w, owner := t.fn, t.owner
	if !t.has(cAnyWord) && s.shouted(w.at) && t.owner.Len() == 0 {
		if w = s.macroDefines(); w.at.Len() > 0 {
			s.macroCalled(false)
			owner = source.Span{}
			if s.suite(t.fn.at) && t.first.at != w.at {
				owner = t.first.at
			}
		} else {
			w = t.fn
		}
	}
	d := source.Declaration{Name: s.nameOf(w.at), Symbol: source.Function, Visibility: s.visibility()}
	if s.scope() == cClass || owner.Len() > 0 {
		d.Symbol = source.Method
	}
	if owner.Len() > 0 {
		d.Receiver = s.receiver(owner)
	}
	defined := !s.directive
	if defined {
		s.open(d, w.mark, t.start, s.pos)
	}
	f := s.push('}', cCode, cNothing)
	s.ending(&f.bracket, true)
	if defined && f.sign != 0 {
		f.opens = 1
	} else if defined {
		s.r.Close(s.pos)
	}
}

// qualification gives what stands before the last name and qualifies it, from
// its first name; empty if nothing does.
func (s *cReader) qualification() source.Span {
	at := s.now.scope
	if at.Len() > 0 && s.now.chain < at.Start {
		at.Start = s.now.chain
	}
	return at
}

// receiver gives the names of what qualifies a method, dots between them:
// a::b::K<int>::In is a.b.K.In.
func (s *cReader) receiver(at source.Span) string {
	text := s.src[at.Start:at.End]
	if !bytes.ContainsAny(text, ":< ") {
		return string(text)
	}
	name := make([]byte, 0, len(text))
	for p, depth := at.Start, 0; p < at.End; {
		switch c := s.src[p]; {
		case c == '<' || c == '(':
			depth++
		case c == '>' || c == ')':
			depth--
		case startsWord(c):
			end := s.wordEnd(p)
			if word := s.src[p:end]; depth == 0 && string(word) != "template" {
				if len(name) > 0 {
					name = append(name, '.')
				}
				name = append(name, word...)
			}
			p = end
			continue
		}
		p++
	}
	return string(name)
}

// nameOf gives where a name stands with what belongs to it: the sign of a
// destructor, the type of a conversion.
func (s *cReader) nameOf(at source.Span) source.Span {
	switch {
	case at.Start > 0 && s.src[at.Start-1] == '~':
		at.Start--
	case s.now.has(cConversion) && at.Len() == len("operator"):
		at.End = s.trim(at.End, max(s.now.parens.Start, at.End))
	}
	return at
}

// suite tells whether a macro that opens a function names a suite before it.
func (s *cReader) suite(at source.Span) bool {
	return contains(s.src[at.Start:at.End], "TEST") || contains(s.src[at.Start:at.End], "BENCHMARK_F")
}

func contains(b []byte, part string) bool {
	for i := 0; i+len(part) <= len(b); i++ {
		if string(b[i:i+len(part)]) == part {
			return true
		}
	}
	return false
}

// macroDefines gives the argument of a macro that it defines: the first that is
// a plain name, of tests the second.
func (s *cReader) macroDefines() cWord {
	t := &s.now
	if t.second.at.Len() > 0 && (s.suite(t.fn.at) || contains(s.src[t.fn.at.Start:t.fn.at.End], "PER_CPU")) {
		return t.second
	}
	return t.first
}

// macroCalled makes what looked like a function a macro that is called. Where
// more follows, the declaration begins behind it.
func (s *cReader) macroCalled(more bool) {
	t := &s.now
	s.r.Call(t.fn.mark, source.Plain, source.Call{
		Callee: t.fn.at, Span: source.Span{Start: t.fn.at.Start, End: t.parens.End}, Positional: t.args,
	})
	if more && t.start == t.fn.at.Start {
		t.start = s.skipBlank(t.parens.End)
	}
}

// visibility gives that of what is declared here.
func (s *cReader) visibility() source.Visibility {
	switch {
	case s.scope() == cClass:
		return s.top().access
	case s.now.has(cStatic):
		return source.Private
	}
	return source.Public
}

// openNamespace begins a namespace; each part of a::b encloses the next.
func (s *cReader) openNamespace() {
	start, end := s.now.start, s.pos
	opens := 0
	for _, w := range s.names {
		if opens > 0 {
			start = w.at.Start
		}
		s.open(source.Declaration{Name: w.at, Symbol: source.Module}, w.mark, start, end)
		opens++
	}
	s.names = s.names[:0]
	f := s.push('}', cFile, cNothing)
	s.ending(&f.bracket, true)
	s.opened(f, opens)
}

// opened notes that f ends definitions; a bracket that is not kept ends them at
// once.
func (s *cReader) opened(f *cFrame, opens int) {
	if f.sign != 0 {
		f.opens = opens
		return
	}
	for range opens {
		s.r.Close(s.pos)
	}
}

// openClass begins the body of a struct, class, union or enum.
func (s *cReader) openClass() {
	t := &s.now
	tag, symbol, enum := t.tag, t.symbol, t.has(cEnum)
	opens := 0
	if tag.at.Len() > 0 && !s.directive {
		start := t.start
		if s.scope() != cFile && s.scope() != cClass || start < s.closed {
			start = max(s.closed, min(tag.at.Start, s.pos))
		}
		d := source.Declaration{Name: tag.at, Symbol: symbol, Visibility: s.visibility(), Bases: s.bases}
		s.bases = nil
		s.open(d, tag.mark, start, s.pos)
		opens = 1
	}
	scope := cClass
	if enum {
		scope = cEnumerators
	}
	f := s.push('}', scope, cClassBody)
	f.class, f.access = tag.at, source.Public
	if symbol == source.Class {
		f.access = source.Private
	}
	s.opened(f, opens)
}

// enumerator declares a name in the body of an enum.
func (s *cReader) enumerator(w cWord) {
	if s.directive {
		return
	}
	of := s.r.Declare(source.Declaration{Name: w.at, Symbol: source.Field, Span: w.at, Signature: w.at, Doc: s.docBefore(w.at.Start)}, w.mark)
	s.bindDefined(w.at, of)
}

func (s *cReader) bindDefined(at source.Span, of int) {
	if s.r.Bindings() {
		s.r.Bind(s.binding(at, source.Defined, of))
	}
}

// bindLocal makes the last name a variable of a function or a parameter.
func (s *cReader) bindLocal() {
	t := &s.now
	s.r.Revise(t.name.mark, source.Assignment)
	t.clear(cCandidate)
	if !s.r.Bindings() {
		return
	}
	if s.scope() == cParameters {
		s.parameters = append(s.parameters, t.name.at)
	} else {
		s.r.Bind(s.binding(t.name.at, source.Local, source.None))
	}
}

// declare makes w what this statement defines, to end.
func (s *cReader) declare(w cWord, symbol source.Symbol, end int) {
	t := &s.now
	if s.directive {
		return
	}
	start := t.start
	if t.pending > 0 || start < s.closed {
		start = s.nameOf(w.at).Start
	}
	start = s.within(start)
	if symbol.Encloses() {
		start = max(start, s.closed)
	}
	end = max(end, start, w.at.End)
	t.pending = end
	before := end
	if t.before > 0 {
		before = t.before
	}
	before = s.trim(start, max(before, start))
	if before > start && s.src[before-1] == ';' {
		before = s.trim(start, before-1)
	}
	d := source.Declaration{
		Name: s.nameOf(w.at), Symbol: symbol, Span: source.Span{Start: start, End: end},
		Signature: source.Span{Start: start, End: before}, Doc: s.docBefore(t.start), Visibility: s.visibility(),
	}
	s.bindDefined(w.at, s.r.Declare(d, w.mark))
	if symbol.Encloses() {
		s.closed = d.Span.End
	}
}
