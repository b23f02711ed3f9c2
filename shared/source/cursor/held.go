package cursor

import "github.com/ct-tools/ct/shared/source"

// Held is what a bracket holds that may be called when the bracket is: the words
// directly in it that somebody asked for. A bracket without one has none.
type Held struct {
	words   []heldWord
	only    bool // one name is all it holds, with what it is a member of
	chain   int  // where that begins
	starred bool // stars stand before it
	chooses bool // an operator or an index chooses what is called
	display bool // it is a list or a table
	index   bool // it holds what is chosen by an index
	doubt   bool // other brackets stand directly before it
}

type heldWord struct {
	Word
	access source.Access
}

// Hold adds a word to what the innermost bracket holds, if somebody asked for it.
func (h *Held) Hold(w Word, a source.Access) *Held {
	if !w.Mark.Wanted() || h != nil && h.index {
		return h
	}
	if h == nil {
		h = &Held{}
	}
	h.words = append(h.words, heldWord{w, a})
	return h
}

// Ended is how a bracket ended.
type Ended struct {
	Held    *Held       // what stands in it
	Inside  *Held       // what the last bracket in it held, if that ends directly before
	Round   bool        // it is one round an expression
	Display bool        // it is one round a list or a table
	Name    source.Span // the last name, if the bracket ends after it
	Chain   int         // where the operand begins that it ends after
	Alone   bool        // nothing but stars stands before that
	Starred bool        // there are some
	Chooses bool        // an operator in it chooses between operands
	Doubt   bool        // other brackets stand directly before it: it may hold the arguments of what they give
}

// Close returns what a bracket that ended holds for what calls it.
func (e *Ended) Close() *Held {
	h := e.Held
	switch {
	case e.Round && e.Alone && e.Name.Len() == 0 && e.Inside != nil && e.Inside.only:
		return e.Inside
	case h == nil || h.index:
		return h
	case e.Display:
		h.display = true
		return h
	case !e.Round:
		return nil
	case e.Alone && e.Name.Len() > 0 && !e.Chooses:
		if n := len(h.words); h.words[n-1].At.Start == e.Name.Start {
			return &Held{words: h.words[n-1:], only: true, chain: e.Chain, starred: e.Starred, doubt: e.Doubt}
		}
		return nil
	}
	h.chooses = e.Chooses
	return h
}

// Index returns what an index, whose bracket begins after a bracket that held h, chooses from it.
func (h *Held) Index() *Held {
	if h == nil || !h.display {
		return nil
	}
	return &Held{words: h.words, chooses: true, index: true}
}

// Call makes what a bracket held the name of a call, if it holds nothing else, or what may be called. It returns the
// index of the call whose arguments follow, None without one.
func (h *Held) Call(r *source.Recorder, c source.Call, casts bool) int {
	of := source.None
	if h == nil || !h.only && !h.chooses {
		return of
	}
	c.Form |= source.InBrackets
	if !h.only || h.doubt {
		c.Form |= source.Maybe
	}
	for _, w := range h.words {
		if c.Chain = h.chain; casts && h.only && w.access == source.Plain && !h.starred {
			c.Form |= source.ByCast
		}
		if w.access == source.Plain {
			c.Receiver = source.Value{}
		}
		of = r.Indirect(w.Mark, w.access, c)
	}
	if !h.only {
		return source.None
	}
	return of
}
