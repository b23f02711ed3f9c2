package brace

import "github.com/ct-tools/ct/shared/source"

// nesting is what the readers of C and of Rust know of the brackets that are
// open, beside their frames.
type nesting struct {
	over      int // brackets open beyond those kept
	braces    int // open curly ones, of those that may be closed
	unsettled int // open brackets whose end does not end the statement around them
	closed    int // where the last definition ended
}

// maxNesting bounds how many brackets are kept; deeper ones are only counted.
const maxNesting = 1 << 14

// bracket is the part of a frame that both readers have.
type bracket struct {
	start int  // of the bracket
	call  int  // index of the call whose arguments it holds, else None
	args  int  // commas so far
	opens int  // definitions that end with it
	sign  byte // what closes it
	ends  bool // its end ends the statement around it
}

// deepen takes note of a bracket that sign closes.
func (n *nesting) deepen(sign byte) {
	if sign == '}' {
		n.braces++
	}
	n.unsettled++
}

// ending notes whether the end of a bracket ends the statement around it, so
// that nothing before the bracket can prove to be something else.
func (n *nesting) ending(b *bracket, ends bool) {
	if ends && b.sign != 0 {
		b.ends = true
		n.unsettled--
	}
}

// ended takes note of the end of b, and ends the definitions that end with it.
func (n *nesting) ended(b *bracket, r *source.Recorder, end int) {
	if b.sign == '}' {
		n.braces--
	}
	if !b.ends {
		n.unsettled--
	}
	for range b.opens {
		r.Close(end)
		n.closed = end
	}
}

// fits gives the number of the innermost bracket that c closes, of those that
// at gives from top down to above floor; 0 where c closes none. Of round and
// square ones it looks at a few, and not beyond a brace.
func (n *nesting) fits(c byte, top, floor int, at func(int) *bracket) int {
	if n.over > 0 {
		n.over--
		return 0
	}
	if c == '}' && n.braces == 0 {
		return 0
	}
	for i := top; i > floor; i-- {
		sign := at(i).sign
		if sign == c {
			return i
		}
		if c != '}' && (sign == '}' || top-i > 32) {
			break
		}
	}
	return 0
}

// called completes the call whose arguments b held, if it is one: how many they
// were, with the last if something stands behind the last comma.
func (b *bracket) called(r *source.Recorder, last bool, end int) {
	if b.call == source.None {
		return
	}
	c := r.CallAt(b.call)
	c.Span.End = end
	c.Positional = b.args
	if last {
		c.Positional++
	}
}
