// Package match finds patterns in blocks of whole lines.
//
// A Matcher is one or several patterns taken as alternatives. It is given
// block after block and adds up what it finds, so that the cost of a call is
// paid once a block and not once a line. How a pattern is found is the matter
// of a term, one for each kind of pattern; how the finds of a block become
// matching lines, spans and figures is the matter of three drivers: one term
// line by line, several line by line, and any number over a whole text. Of
// several, those whose matches hold known texts are looked for in one pass (the
// joint search), unless that would stop too often. A term that looks for plain text is built on a finder, and a finder also
// stands before every regular expression that needs some text.
//
// The work is done by the packages below: kernel has the loops that find bytes,
// frequency says which bytes to look for, required which texts an expression
// needs, and dfa runs it. What they cannot do, Go's regexp and regexp2 do. The
// automata of a Matcher keep at most 16 MiB of states, each at most 1 MiB; of
// more than 256 expressions each keeps 64 KiB.
//
// Lines end with "\n"; a "\r" before it is a byte of the line like any other,
// so that `a$` does not match the line "a\r\n" (as with Go's regexp). The text
// of several lines (pattern.Block) takes "\r\n" for "\n". A byte that is not
// valid UTF-8 is one U+FFFD to a regular expression and itself to a literal.
package match

import (
	"errors"
	"fmt"

	"github.com/ct-tools/ct/shared/pattern"
)

// ErrTimeout says that a backtracking expression used up the time it has for
// one file.
var ErrTimeout = errors.New("the pattern's time limit was reached")

// Want says what a search is for.
type Want uint8

const (
	Count Want = iota // how many lines match
	First             // whether a line matches: the search ends with the first
	Lines             // every matching line, with its first span
	Spans             // every span
)

// A Span is a range of bytes [Start, End) of a block.
type Span struct{ Start, End int }

// Hits is what was found. Match adds to it.
type Hits struct {
	// Lines counts the lines on which a match begins.
	Lines int64
	// Matches counts spans: with Spans all of them, else one for every line of
	// Lines.
	Matches int64
	// Near counts the occurrences of the text of Identifier and Word patterns
	// that were refused for what stands next to them, overlapping ones once.
	// With First it is complete only where no line matches.
	Near int64
	// Spans are in ascending order and do not overlap; none for Count, at most
	// one for First.
	Spans []Span
	// Most is how many of the spans of a line are enough; a single pattern that is
	// looked for line by line then only counts those behind. 0 = all.
	Most int
	// Terms counts the matching lines of each pattern by itself, whether or
	// not its matches overlap those of others; of the first matching line
	// alone with First.
	Terms []int64
}

// Reset empties h and keeps its memory.
func (h *Hits) Reset() {
	clear(h.Terms)
	*h = Hits{Spans: h.Spans[:0], Terms: h.Terms, Most: h.Most}
}

// grow makes room for the figures of n terms.
func (h *Hits) grow(n int) {
	for len(h.Terms) < n {
		h.Terms = append(h.Terms, 0)
	}
}

// A Matcher looks for its patterns in blocks. It keeps state between and
// during calls and belongs to one goroutine.
type Matcher interface {
	// Match adds to h what it finds in block, which holds whole lines (the last
	// may lack its newline) and, if Multiline, a whole text. Of several patterns
	// the leftmost match is taken, of matches that start together that of the
	// first pattern; after an empty match the search goes on one character
	// further, and an empty match directly after another match is none. The
	// error is ErrTimeout, with what was found until then in h, or a failure of
	// the backtracking engine.
	Match(block []byte, want Want, h *Hits) error
	// Multiline reports whether a match can hold a newline.
	Multiline() bool
	// Reset begins a new file: the time that a backtracking expression has for
	// one file is granted anew.
	Reset()
	// Clone gives a Matcher of the same patterns for another goroutine. Several
	// may be made at the same time.
	Clone() Matcher
}

// New makes a Matcher of patterns, several of which are alternatives. It fails
// when there is none or one does not compile.
func New(patterns ...*pattern.Pattern) (Matcher, error) {
	if len(patterns) == 0 {
		return nil, errors.New("no pattern to look for")
	}
	terms := make([]term, len(patterns))
	multiline := false
	states := statesFor(expressions(patterns))
	for i, p := range patterns {
		t, err := newTerm(p, states)
		if err != nil {
			return nil, fmt.Errorf("pattern %q: %w", p.Source, err)
		}
		terms[i] = t
		multiline = multiline || p.Multiline()
	}
	return assemble(terms, multiline), nil
}

// expressions counts the patterns that an automaton may run.
func expressions(patterns []*pattern.Pattern) (n int) {
	for _, p := range patterns {
		n += oneIf(p.Mode == pattern.Glob || p.Mode == pattern.Regex)
	}
	return n
}

func assemble(terms []term, multiline bool) Matcher {
	switch {
	case multiline:
		return newWhole(terms)
	case len(terms) == 1:
		return &single{term: terms[0]}
	}
	return newSeveral(terms)
}

func clones(terms []term) []term {
	c := make([]term, len(terms))
	for i, t := range terms {
		c[i] = t.clone()
	}
	return c
}
