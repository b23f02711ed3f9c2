package python

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// call makes the word before the bracket a call and gives its index.
func (s *scanner) call() int {
	if !s.last.Wanted() {
		return source.None
	}
	callee := source.Span{Start: s.chain, End: s.last.at.End}
	c := source.Call{Callee: callee, Span: callee}
	if s.calls {
		c.Receiver, c.Statement = s.receiver(s.chain, s.last), s.statement.start
	}
	return s.r.Call(s.last.Mark, s.last.access, c)
}

// decorate makes the names that a decorator is, without arguments, a call.
func (s *scanner) decorate() {
	if s.before != name || s.chain != s.skipBlanks(s.statement.start+1) {
		return
	}
	end := s.last.at.End
	s.r.Indirect(s.last.Mark, s.last.access, source.Call{
		Callee: source.Span{Start: s.chain, End: end}, Span: source.Span{Start: s.statement.start, End: end}, Positional: 1, Form: source.Decorator,
		Receiver: s.receiver(s.chain, s.last), Statement: s.statement.start,
	})
}

// enclosed is what a bracket holds that may be called: the words that somebody
// asked for and that stand directly in it.
type enclosed struct {
	words   []word
	only    bool // one name is all it holds, with what it is a member of
	chain   int  // where that begins
	chooses bool // an operator or an index chooses what is called
	display bool // it is a list, a set or a dictionary
	index   bool // it holds what is chosen by an index
}

// hold keeps the last word among those of its bracket.
func (s *scanner) hold() {
	top := &s.frames[len(s.frames)-1]
	if !s.last.Wanted() || len(s.frames) == 1 || top.held != nil && top.held.index {
		return
	}
	if top.held == nil {
		top.held = &enclosed{}
	}
	top.held.words = append(top.held.words, s.last)
}

// choose notes that an operator chooses between operands.
func (s *scanner) choose() { s.frames[len(s.frames)-1].chooses = true }

// enclose notes what the innermost bracket, which ends, holds.
func (s *scanner) enclose(top *frame) {
	inner, held := s.inside, top.held
	if s.inside = nil; top.kind != group || held == nil && inner == nil {
		return
	}
	alone := len(bytes.TrimSpace(s.src[top.argument:max(s.chain, top.argument)])) == 0
	switch {
	case top.closer == ')' && alone && s.before == closed && inner != nil && inner.only:
		s.inside = inner
	case held == nil || held.index:
		s.inside = held
	case top.chain != top.argument-1: // an index
	case top.closer != ')':
		held.display, s.inside = true, held
	case alone && s.before == name:
		if n := len(held.words); held.words[n-1].at == s.last.at {
			s.inside = &enclosed{words: held.words[n-1:], only: true, chain: s.chain}
		}
	default:
		held.chooses, s.inside = top.chooses, held
	}
}

// callInside makes what the last closed bracket holds the name of a call, if it
// holds nothing else, or what may be called, and gives the index of the call.
func (s *scanner) callInside() int {
	held := s.inside
	s.inside = nil
	if held == nil || !held.only && !held.chooses {
		return source.None
	}
	of := source.None
	for _, w := range held.words {
		c := source.Call{Callee: source.Span{Start: s.chain, End: s.tokenEnd}, Form: source.Wrapped, Statement: s.statement.start}
		if c.Span = c.Callee; held.only {
			c.Receiver = s.receiver(held.chain, w)
		} else {
			c.Form |= source.Maybe
		}
		of = s.r.Indirect(w.Mark, w.access, c)
	}
	if !held.only {
		return source.None
	}
	return of
}

// choice gives what an index, whose bracket begins with c, chooses of a display
// before it.
func (s *scanner) choice(c byte) *enclosed {
	held := s.inside
	s.inside = nil
	if c == '[' && s.before == closed && held != nil && held.display {
		return &enclosed{words: held.words, chooses: true, index: true}
	}
	return nil
}

// endArgument ends an argument of a call or a base of a class before the next
// byte, if one has begun.
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
