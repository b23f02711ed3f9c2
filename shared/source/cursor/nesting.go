package cursor

import "github.com/ct-tools/ct/shared/source"

// A Nesting counts the brackets that are open, beside the frames that a scanner keeps of them.
type Nesting struct {
	Over      int // brackets open beyond those kept
	Braces    int // open curly ones, of those that may be closed
	Unsettled int // open brackets whose end does not end the statement around them
	Closed    int // where the last definition ended

	Calls  bool  // it is wanted what calls are called on
	Inside *Held // what the last closed bracket held that may be called
	Begins int   // where that begins
}

// MaxNesting bounds how many brackets are kept; deeper ones are only counted.
const MaxNesting = 1 << 14

// A Bracket is the part of a frame that several scanners have.
type Bracket struct {
	Start int  // of the bracket
	Call  int  // index of the call whose arguments it holds, else None
	Args  int  // commas so far
	Opens int  // definitions that end with it
	Sign  byte // what closes it
	Ends  bool // its end ends the statement around it

	Group   bool  // it stands where an operand is due: no arguments
	Held    *Held // what in it may be called, where calls are wanted
	Chooses bool  // an operator in it chooses between operands
}

// Enclose returns what b, which ended, and the last bracket in it held that may be called, and where
// the latter begins; ok is false if b is not one round an operand, or holds nothing of the kind.
func (n *Nesting) Enclose(b *Bracket) (e Ended, inner int, ok bool) {
	e, inner = Ended{Held: b.Held, Inside: n.Inside, Round: true, Chooses: b.Chooses}, n.Begins
	n.Inside, n.Begins = nil, b.Start
	return e, inner, b.Sign == ')' && b.Group && (e.Held != nil || e.Inside != nil)
}

// CallInside makes what the last closed bracket, which ended at end, held the name of a call, and
// returns the index of the call.
func (n *Nesting) CallInside(r *source.Recorder, c source.Call, end int, casts bool) int {
	c.Callee = source.Span{Start: n.Begins, End: end}
	c.Span = c.Callee
	of := n.Inside.Call(r, c, casts)
	n.Inside = nil
	return of
}

// Deepen counts a bracket that sign closes.
func (n *Nesting) Deepen(sign byte) {
	if sign == '}' {
		n.Braces++
	}
	n.Unsettled++
}

// Ending notes whether the end of a bracket ends the statement around it, so that nothing before
// the bracket can prove to be something else.
func (n *Nesting) Ending(b *Bracket, ends bool) {
	if ends && b.Sign != 0 {
		b.Ends = true
		n.Unsettled--
	}
}

// Opened notes that b ends definitions; a bracket that is not kept ends them at once, before the byte end.
func (n *Nesting) Opened(b *Bracket, r *source.Recorder, opens, end int) {
	if b.Sign != 0 {
		b.Opens = opens
		return
	}
	for range opens {
		r.Close(end)
	}
}

// Ended uncounts b, and ends the definitions that end with it before the byte end.
func (n *Nesting) Ended(b *Bracket, r *source.Recorder, end int) {
	if b.Sign == '}' {
		n.Braces--
	}
	if !b.Ends {
		n.Unsettled--
	}
	for range b.Opens {
		r.Close(end)
		n.Closed = end
	}
}

// Doubt makes the call whose arguments b held one that may be none, if it may be a cast and a value follows it.
func (n *Nesting) Doubt(b *Bracket, r *source.Recorder, follows bool) {
	if b.Call != source.None && follows && r.CallAt(b.Call).Form&source.ByCast != 0 {
		r.CallAt(b.Call).Form |= source.Maybe
	}
}

// Fits returns the index of the innermost bracket that c closes, among those that at returns from top down to above
// floor; 0 if c closes none. It looks at a few round and square ones only, and not beyond a brace.
func (n *Nesting) Fits(c byte, top, floor int, at func(int) *Bracket) int {
	if n.Over > 0 {
		n.Over--
		return 0
	}
	if c == '}' && n.Braces == 0 {
		return 0
	}
	for i := top; i > floor; i-- {
		sign := at(i).Sign
		if sign == c {
			return i
		}
		if c != '}' && (sign == '}' || top-i > 32) {
			break
		}
	}
	return 0
}

// Called completes the call whose arguments b held, if it is one: how many they were, with the last
// if something is after the last comma.
func (b *Bracket) Called(r *source.Recorder, last bool, end int) {
	if b.Call == source.None {
		return
	}
	c := r.CallAt(b.Call)
	c.Span.End = end
	c.Positional = b.Args
	if last {
		c.Positional++
	}
}
