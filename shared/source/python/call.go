package python

import "github.com/ct-tools/ct/shared/source"

// call makes the word before the bracket a call and gives its index.
func (s *scanner) call() int {
	if !s.last.Wanted() {
		return source.None
	}
	callee := source.Span{Start: s.chain, End: s.last.at.End}
	return s.r.Call(s.last.Mark, s.last.access, source.Call{Callee: callee, Span: callee})
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
