package brace

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// enclose notes what the innermost bracket, which ends before pos, holds that may be called.
func (s *scanner) enclose() {
	f, p := s.f, &s.f.part
	e := cursor.Ended{Held: f.held, Inside: s.inside, Chain: s.prev.start, Chooses: f.chooses, Round: f.ctx == group && f.sign == '('}
	from := s.insideFrom
	if s.inside, s.insideFrom = nil, f.start; e.Held == nil && e.Inside == nil {
		return
	}
	e.Display = (f.ctx == list || f.ctx == literal) && !s.l.TypeFirst
	switch {
	case s.prev.kind == nameToken:
		if s.prev.member {
			e.Chain = s.chain
			if e.Chain > 0 && s.l.Variable != 0 && s.Src[e.Chain-1] == s.l.Variable {
				e.Chain--
			}
		}
		e.Name, e.Alone = source.Span{Start: s.prev.start, End: s.prev.end}, e.Chain >= 0 && e.Chain == p.start
	case s.prev.kind == closeToken && s.prev.end == s.insideTo:
		e.Alone = from == p.start
	}
	s.inside, s.insideTo = e.Close(), s.Pos+1
}

// callInside makes what the last closed bracket holds the name of a call, if it holds nothing else,
// or what may be called, and returns the index of the call.
func (s *scanner) callInside() int {
	if s.inside == nil || s.prev.kind != closeToken || s.prev.end != s.insideTo || s.l.TypeFirst && !s.l.Casts {
		return source.None // in Java brackets round a name convert what follows
	}
	callee := source.Span{Start: s.insideFrom, End: s.prev.end}
	of := s.inside.Call(s.Rec, source.Call{Callee: callee, Span: callee}, s.l.Casts)
	s.inside = nil
	return of
}

// callObject makes the name whose method is called what is called by it: f.call(…).
func (s *scanner) callObject() int {
	name := string(s.Src[s.prev.start:s.prev.end])
	if s.object.kind != nameToken || !slices.Contains(strings.Fields(s.l.CallMethods), name) {
		return source.None
	}
	callee := s.chained(source.Span{Start: s.object.start, End: s.object.end})
	form := source.ByMethod
	if name != "call" && name != "apply" {
		form |= source.Maybe
	}
	return s.Rec.Indirect(s.object.mark, accessOf(s.object.member), source.Call{Callee: callee, Span: callee, Form: form})
}

// tagged makes the name directly before a text a call of it: f`…`.
func (s *scanner) tagged() {
	if call := s.callInside(); call != source.None {
		s.Rec.CallAt(call).Positional = 1
		return
	}
	if s.prev.kind != nameToken || s.newline {
		return
	}
	callee := s.chained(source.Span{Start: s.prev.start, End: s.prev.end})
	call := source.Call{Callee: callee, Span: source.Span{Start: callee.Start, End: s.Pos + 1}, Positional: 1, Form: source.ByTemplate}
	s.Rec.Indirect(s.prev.mark, accessOf(s.prev.member), call)
}

// rendered makes the name of an element, which the last token ends, a call of the component.
func (s *scanner) rendered() {
	f, start := s.f, s.f.start+1
	if f.ctx != tag || f.closing || s.prev.kind != nameToken || s.At(s.prev.end) == '.' || s.chain != start {
		return
	}
	if c := s.Src[start]; !s.prev.member && c >= 'a' && c <= 'z' {
		return // of the page, not of the program
	}
	callee := source.Span{Start: start, End: s.prev.end}
	call := source.Call{Callee: callee, Span: source.Span{Start: f.start, End: callee.End}, Positional: 1, Form: source.ByElement}
	s.Rec.Indirect(s.prev.mark, accessOf(s.prev.member), call)
}

// decorated makes the last name of an attribute without arguments a call.
func (s *scanner) decorated(start, chain int, at source.Span, m source.Mark) {
	if !s.l.Decorates || at.Len() == 0 {
		return
	}
	s.Rec.Indirect(m, accessOf(chain < at.Start), source.Call{
		Callee: source.Span{Start: chain, End: at.End}, Span: source.Span{Start: start, End: at.End}, Positional: 1, Form: source.ByDecorator,
	})
}

// completeIndirect corrects what the arguments in f say of a call by a method, and doubts one that
// may be two casts in a row.
func (s *scanner) completeIndirect(f *frame) {
	c := s.Rec.CallAt(f.call)
	switch {
	case c.Form&source.ByCast != 0 && s.IsLetter(s.Next(s.Pos)):
		c.Form |= source.Maybe
	case c.Form&source.ByMethod == 0:
	case s.Has(s.SkipBlank(c.Callee.End), ".apply"), s.Has(s.SkipBlank(c.Callee.End), "?.apply"):
		c.Positional, c.Spread = 0, true
	default:
		c.Positional = max(c.Positional-1, 0) // this
	}
}
