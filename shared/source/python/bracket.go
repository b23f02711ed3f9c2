package python

import (
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// frame is the statement itself, or an open bracket or its like.
type frame struct {
	kind    frameKind
	mode    mode
	closer  byte   // the bracket that ends it; 0 without
	as      bool   // a target after `as` is read
	inFor   bool   // the targets of a for are read
	before  mode   // the mode around those
	named   bool   // the argument has a keyword
	starred bool   // the argument is spread
	quoted  quoted // of a field of an f-string
	inSpec  bool   // the field stands in the format of another one

	opened   int // targets before it
	from     int // targets before its for or as
	call     int // in the Calls of the file, None where nobody asked
	argument int // where the argument begins
	chain    int // where the primary begins that the bracket is a part of, or is

	block   *source.Block // of a lambda or a comprehension, where bindings are wanted
	held    *cursor.Held  // nil where calls are not wanted, or none of the words
	object  bool          // of a lambda: its first parameter is the object
	chooses bool          // an operator chooses between operands
}

type frameKind uint8

const (
	group frameKind = iota // brackets round an expression, a display, a subscript; the statement
	call
	bases
	parameters
	typeParameters
	lambda // the parameters of a lambda, up to its colon
	field  // a replacement field of an f-string
)

// mode says what a name means in a frame.
type mode uint8

const (
	value      mode = iota
	target          // what may prove to be a target
	pattern         // of a case
	annotation      // a type
	parameter       // the name of a parameter comes next
	heading         // of a definition, before its brackets
)

// maxFrames is how many open brackets are known, which bounds the memory for them. Those beyond are only counted.
const maxFrames = 1 << 17

// full reports whether no more frames can be kept.
func (s *scanner) full() bool { return len(s.frames) >= maxFrames }

// open reads an opening bracket.
func (s *scanner) open(c byte) {
	closer := c + 2
	if c == '(' {
		closer = ')'
	}
	if k := s.statement.kind; k == function || k == class || k == alias {
		s.statement.kind = other // no name to define
	}
	if s.full() {
		s.trail()
		s.over++
		s.at++
		s.before = opening
		return
	}
	trailer := s.before == name || s.before == atom || s.before == closed
	around := s.frames[len(s.frames)-1].mode
	f := frame{closer: closer, call: source.None, mode: around, opened: len(s.targets), argument: s.at + 1, chain: s.at}
	if trailer {
		f.chain = s.chain
	}
	switch {
	case around == heading:
		f.kind, f.mode = s.headingBracket(c)
	case c == '{' || !trailer:
		f.mode = inBracket(around, c)
	case c == '(':
		s.trail()
		f.kind, f.mode = call, value
		switch {
		case around == pattern:
			f.mode = pattern
		case s.before == name:
			f.call = s.call()
		case s.before == closed:
			f.call = s.callInside()
		}
	default:
		s.trail()
		if c == '[' && s.before == closed {
			f.held = s.inside.Index()
		}
		s.inside = nil
		if f.mode != annotation {
			f.mode = value
		}
	}
	s.push(f)
	s.opened[code(closer)]++
	s.at++
	s.before = opening
}

// inBracket returns the mode in a bracket round an expression.
func inBracket(around mode, c byte) mode {
	switch {
	case around == target && c == '{':
		return value
	case around == parameter:
		return target // Python 2: def f(a, (b, c))
	}
	return around
}

func (s *scanner) push(f frame) {
	s.frames = append(s.frames, f)
	s.brackets++
}

// pop ends the innermost frame, before the next byte.
func (s *scanner) pop() frame {
	top := &s.frames[len(s.frames)-1]
	if top.as {
		s.endAs()
	}
	s.endBodies()
	if top.block != nil && top.kind != lambda {
		s.goOver(top, s.at)
		top.block.Span.End = s.at
	}
	switch top.kind {
	case call:
		s.endArgument(top)
		if top.call != source.None {
			s.r.CallAt(top.call).Span.End = s.at
		}
	case bases:
		s.endArgument(top)
	case field:
		if !top.quoted.triple {
			s.onOneLine--
		}
	}
	f := *top
	if f.kind == field {
		s.chain = f.chain
	}
	s.over = 0
	s.frames = s.frames[:len(s.frames)-1]
	if f.kind != lambda {
		s.brackets--
	}
	if f.closer != 0 {
		s.opened[code(f.closer)]--
	}
	return f
}

// close reads a closing bracket: it ends what is open since its opening one, if any, in an f-string's field at most.
func (s *scanner) close(c byte) {
	if s.over > 0 {
		s.over--
		s.at++
		s.tokenEnd = s.at
		s.before = closed
		return
	}
	if c == '}' && s.frames[len(s.frames)-1].kind == field {
		s.endField()
		return
	}
	for s.opened[code(c)] > 0 {
		top := &s.frames[len(s.frames)-1]
		if top.kind == field {
			break
		}
		if top.closer == c {
			if s.calls {
				s.enclose(top)
			}
			s.at++
			f := s.pop()
			s.closedFrom, s.chain = f.opened, f.chain
			s.tokenEnd = s.at
			s.before = closed
			return
		}
		s.pop()
	}
	s.at++
	s.before = closed
}
