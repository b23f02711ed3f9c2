package cfamily

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// open begins a definition that encloses what follows; signature is where its signature ends.
func (s *reader) open(d source.Declaration, mark source.Mark, start, signature int) {
	start = max(start, s.Closed)
	signature = max(start, signature)
	d.Span.Start = start
	d.Signature = source.Span{Start: start, End: s.Trim(start, signature)}
	d.Doc = s.DocBefore(start)
	s.Rec.Open(d, mark)
	s.Rec.BindDefinition(d.Name, 1, s.Rec.Innermost())
	for _, p := range s.parameters {
		s.Rec.BindName(p, source.Parameter)
	}
	s.parameters = s.parameters[:0]
}

// openFunction begins the body of a function, or of what a macro defines.
func (s *reader) openFunction() {
	t := &s.now
	w, owner, loose := t.fn, t.owner, false
	if !t.has(flagAnyWord) && s.shouted(w.At) && t.owner.Len() == 0 {
		if w = s.macroDefines(); w.At.Len() > 0 {
			s.macroCalled(false)
			owner = source.Span{}
			if s.suite(t.fn.At) && t.first.At != w.At {
				owner, loose = t.first.At, true
			}
		} else {
			w = t.fn
		}
	}
	d := source.Declaration{Name: s.nameOf(w.At), Symbol: source.Function, Visibility: s.visibility()}
	if s.scope() == inClass || owner.Len() > 0 {
		d.Symbol = source.Method
	}
	if owner.Len() > 0 {
		d.Receiver, d.Loose = s.receiver(owner), loose
	}
	defined := !s.directive
	if defined {
		s.open(d, w.Mark, t.start, s.Pos)
	}
	f := s.push('}', inCode, kindNothing)
	s.Ending(&f.Bracket, true)
	if defined {
		s.Opened(&f.Bracket, s.Rec, 1, s.Pos)
	}
}

// qualification returns what is before the last name and qualifies it, from its first name; empty if nothing does.
func (s *reader) qualification() source.Span {
	at := s.now.scope
	if at.Len() > 0 && s.now.chain < at.Start {
		at.Start = s.now.chain
	}
	return at
}

// receiver returns the names of what qualifies a method, dots between them: a::b::K<int>::In is a.b.K.In.
func (s *reader) receiver(at source.Span) string {
	text := s.Src[at.Start:at.End]
	if !bytes.ContainsAny(text, ":< ") {
		return string(text)
	}
	name := make([]byte, 0, len(text))
	for p, depth := at.Start, 0; p < at.End; {
		switch c := s.Src[p]; {
		case c == '<' || c == '(':
			depth++
		case c == '>' || c == ')':
			depth--
		case cursor.StartsWord(c):
			end := s.WordEnd(p)
			if word := s.Src[p:end]; depth == 0 && string(word) != "template" {
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

// nameOf returns where a name stands with what belongs to it: the sign of a destructor, the type of a conversion.
func (s *reader) nameOf(at source.Span) source.Span {
	switch {
	case at.Start > 0 && s.Src[at.Start-1] == '~':
		at.Start--
	case s.now.has(flagConversion) && at.Len() == len("operator"):
		at.End = s.Trim(at.End, max(s.now.parens.Start, at.End))
	}
	return at
}

// suite reports whether a macro that opens a function names a suite before it.
func (s *reader) suite(at source.Span) bool {
	name := s.Src[at.Start:at.End]
	return bytes.Contains(name, []byte("TEST")) || bytes.Contains(name, []byte("BENCHMARK_F"))
}

// macroDefines returns the argument of a macro that it defines: the first that is a plain name, of tests the second.
func (s *reader) macroDefines() cursor.Word {
	t := &s.now
	if t.second.At.Len() > 0 && (s.suite(t.fn.At) || bytes.Contains(s.Src[t.fn.At.Start:t.fn.At.End], []byte("PER_CPU"))) {
		return t.second
	}
	return t.first
}

// macroCalled makes what looked like a function a macro that is called. If more follows, the
// declaration begins after it.
func (s *reader) macroCalled(more bool) {
	t := &s.now
	s.Rec.Call(t.fn.Mark, source.Plain, source.Call{
		Callee: t.fn.At, Span: source.Span{Start: t.fn.At.Start, End: t.parens.End}, Positional: t.args,
	})
	if more && t.start == t.fn.At.Start {
		t.start = s.SkipBlank(t.parens.End)
	}
}

// visibility returns that of what is declared here.
func (s *reader) visibility() source.Visibility {
	switch {
	case s.scope() == inClass:
		return s.top().access
	case s.now.has(flagStatic):
		return source.Private
	}
	return source.Public
}

// openNamespace begins a namespace; each part of a::b encloses the next.
func (s *reader) openNamespace() {
	start, opens := s.now.start, len(s.names)
	for i, w := range s.names {
		if i > 0 {
			start = w.At.Start
		}
		s.open(source.Declaration{Name: w.At, Symbol: source.Module}, w.Mark, start, s.Pos)
	}
	s.names = s.names[:0]
	f := s.push('}', inFile, kindNothing)
	s.Ending(&f.Bracket, true)
	s.Opened(&f.Bracket, s.Rec, opens, s.Pos)
}

// openClass begins the body of a struct, class, union or enum.
func (s *reader) openClass() {
	t := &s.now
	tag, symbol, enum := t.tag, t.symbol, t.has(flagEnum)
	opens := 0
	if tag.At.Len() > 0 && !s.directive {
		start := t.start
		if s.scope() != inFile && s.scope() != inClass || start < s.Closed {
			start = max(s.Closed, min(tag.At.Start, s.Pos))
		}
		d := source.Declaration{Name: tag.At, Symbol: symbol, Visibility: s.visibility(), Bases: s.bases}
		s.bases = nil
		s.open(d, tag.Mark, start, s.Pos)
		opens = 1
	}
	scope := inClass
	if enum {
		scope = inEnumerators
	}
	f := s.push('}', scope, kindClassBody)
	f.class, f.access = tag.At, source.Public
	if symbol == source.Class {
		f.access = source.Private
	}
	s.Opened(&f.Bracket, s.Rec, opens, s.Pos)
}

// enumerator declares a name in the body of an enum.
func (s *reader) enumerator(w cursor.Word) {
	if s.directive {
		return
	}
	of := s.Rec.Declare(source.Declaration{Name: w.At, Symbol: source.Field, Span: w.At, Signature: w.At, Doc: s.DocBefore(w.At.Start)}, w.Mark)
	s.Rec.BindDefinition(w.At, 0, of)
}

// bindLocal makes the last name a variable of a function or a parameter.
func (s *reader) bindLocal() {
	t := &s.now
	s.Rec.Revise(t.name.Mark, source.Assignment)
	t.clear(flagCandidate)
	if !s.Rec.Bindings() {
		return
	}
	if s.scope() == inParameters {
		s.parameters = append(s.parameters, t.name.At)
	} else {
		s.Rec.BindName(t.name.At, source.Local)
	}
}

// declare makes w what this statement defines, to end.
func (s *reader) declare(w cursor.Word, symbol source.Symbol, end int) {
	if s.directive {
		return
	}
	d := s.declaration(w, symbol, end)
	s.Rec.BindDefinition(w.At, 0, s.Rec.Declare(d, w.Mark))
	if symbol.Encloses() {
		s.Closed = d.Span.End
	}
}

// declaration returns what is known of the definition of w that this statement is, to end.
func (s *reader) declaration(w cursor.Word, symbol source.Symbol, end int) source.Declaration {
	t := &s.now
	start := t.start
	if t.pending > 0 || start < s.Closed {
		start = s.nameOf(w.At).Start
	}
	start = s.Within(start)
	if symbol.Encloses() {
		start = max(start, s.Closed)
	}
	end = max(end, start, w.At.End)
	t.pending = end
	before := end
	if t.before > 0 {
		before = t.before
	}
	before = s.Trim(start, max(before, start))
	if before > start && s.Src[before-1] == ';' {
		before = s.Trim(start, before-1)
	}
	return source.Declaration{
		Name: s.nameOf(w.At), Symbol: symbol, Span: source.Span{Start: start, End: end},
		Signature: source.Span{Start: start, End: before}, Doc: s.DocBefore(t.start), Visibility: s.visibility(),
	}
}
