package python

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// call makes the word before the bracket a call and returns its index.
func (s *scanner) call() int {
	callee := source.Span{Start: s.chain, End: s.last.at.End}
	s.r.Load(callee, source.Dynamic, false)
	if !s.last.Wanted() {
		return source.None
	}
	return s.r.Call(s.last.Mark, s.last.access, source.Call{Callee: callee, Span: callee, Statement: s.statement.start})
}

// decorate makes the names that a decorator is, without arguments, a call.
func (s *scanner) decorate() {
	if s.before != name || s.chain != s.skipBlanks(s.statement.start+1) {
		return
	}
	end := s.last.at.End
	s.r.Indirect(s.last.Mark, s.last.access, source.Call{
		Callee: source.Span{Start: s.chain, End: end}, Span: source.Span{Start: s.statement.start, End: end}, Positional: 1, Form: source.ByDecorator,
		Statement: s.statement.start,
	})
}

// enclose notes what the innermost bracket, which ends, holds that may be called.
func (s *scanner) enclose(top *frame) {
	e := cursor.Ended{Held: top.held, Inside: s.inside, Chain: s.chain, Chooses: top.chooses}
	if s.inside = nil; top.kind != group || e.Held == nil && e.Inside == nil {
		return
	}
	e.Round = top.closer == ')'
	e.Display = !e.Round && top.chain == top.argument-1
	e.Alone = len(bytes.TrimSpace(s.src[top.argument:max(s.chain, top.argument)])) == 0
	switch s.before {
	case name:
		e.Name = s.last.at
	case closed:
	default:
		e.Alone = false
	}
	s.inside = e.Close()
}

// callInside makes what the last closed bracket holds a call, if it may be called, and returns its index.
func (s *scanner) callInside() int {
	callee := source.Span{Start: s.chain, End: s.tokenEnd}
	of := s.inside.Call(s.r, source.Call{Callee: callee, Span: callee, Statement: s.statement.start}, false)
	s.inside = nil
	return of
}

// endArgument ends an argument of a call or a base of a class before the next byte, if one has begun.
func (s *scanner) endArgument(f *frame) {
	if s.before != opening && s.before != comma {
		switch {
		case f.kind == bases && !f.named:
			s.addBase(f)
		case f.call != source.None && !f.named && !f.starred:
			s.r.CallAt(f.call).Positional++
		}
	}
	f.named, f.starred, f.argument = false, false, s.at+1
	s.before = comma
}

// keywordArgument makes the word before = the name of an argument.
func (s *scanner) keywordArgument(f *frame) {
	if s.before != name {
		return
	}
	s.trail()
	f.named = true
	if f.kind == bases && s.last.at.Of(s.src) == "metaclass" {
		s.r.Top().Metaclass = s.names(s.at + 1)
	}
	if f.call != source.None {
		c := s.r.CallAt(f.call)
		c.Keywords = append(c.Keywords, s.last.at)
	}
}

// star reads one or two stars where an argument begins.
func (s *scanner) star(f *frame, two bool) {
	if s.before != opening && s.before != comma {
		return
	}
	f.starred = true
	if f.call == source.None {
		return
	}
	c := s.r.CallAt(f.call)
	c.Spread = c.Spread || !two
	c.SpreadNames = c.SpreadNames || two
}
