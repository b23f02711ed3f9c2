package python

import "github.com/ct-tools/ct/shared/source"

// A body is that of a lambda which is open, in the innermost of so many frames.
type body struct {
	frames int
	block  *source.Block
}

// lambda begins a lambda after its keyword: its parameters are read in a frame of their own.
func (s *scanner) lambda() {
	f := frame{kind: lambda, mode: parameter, call: source.None, opened: len(s.targets), argument: s.at}
	if s.bindings {
		start := s.at - len("lambda")
		f.block, f.object = s.r.OpenBlock(s.at), s.ofAttribute(start)
		if start > 0 && start == s.statement.valueAt && len(s.frames) == 1 {
			s.r.BindingAt(s.statement.target).Given = source.GivenFunction
		}
	}
	s.frames = append(s.frames, f)
}

// ofAttribute reports whether a lambda is what an attribute of a class is assigned: its first parameter is the object.
func (s *scanner) ofAttribute(start int) bool {
	at := s.statement.valueAt
	if at <= 0 || len(s.blocks) == 0 || !s.blocks[len(s.blocks)-1].class {
		return false
	}
	top := &s.frames[len(s.frames)-1]
	return start == at || top.chain == at && start == s.skipBlanks(top.argument) && string(s.src[at:top.argument]) == "property("
}

// beginBody begins the body of the lambda whose parameters were in f, after its colon.
func (s *scanner) beginBody(f frame) {
	if f.block != nil {
		f.block.Span.Start = s.at
		s.bodies = append(s.bodies, body{len(s.frames), f.block})
	}
}

// endBodies ends the bodies of lambdas that are open in the innermost frame.
func (s *scanner) endBodies() {
	for n := len(s.bodies) - 1; n >= 0 && s.bodies[n].frames >= len(s.frames); n-- {
		s.bodies[n].block.Span.End = s.at
		s.bodies = s.bodies[:n]
	}
}

// comprehension begins a comprehension at its first for, or another for of it.
func (s *scanner) comprehension(top *frame) {
	if s.goOver(top, s.at-len("for")); len(s.frames) > 1 && top.block == nil {
		top.block = s.r.OpenBlock(top.argument)
	}
}

// goOver begins what a comprehension iterates over first, outside of its names, or ends it before a keyword at end.
func (s *scanner) goOver(top *frame, end int) {
	switch b := top.block; {
	case b == nil || top.kind == lambda:
	case b.Except.Start == 0 && end == 0:
		b.Except = source.Span{Start: s.at, End: len(s.src)}
	case b.Except.End == len(s.src) && end > 0:
		b.Except.End = end
	}
}
