// Package match finds patterns in blocks of whole lines.
//
// A Matcher searches for one pattern or several alternatives. It receives one block after another and adds up what it
// finds, so that there is one call per block and not one per line. Each kind of pattern has a term, which finds its
// matches. A driver turns the matches in a block into lines, spans and counts. There are three drivers: one term line
// by line, several terms line by line, and any number of terms over a whole text. Alternatives whose matches must
// contain known texts are searched for in one pass, the joint search, unless these texts are so frequent that
// separate searches are faster. Terms for plain text are built on a finder; a finder also runs before every regular
// expression whose matches must contain some text.
//
// The work is done by the packages below: kernel has the loops that find bytes, frequency knows
// which bytes are rare, required extracts the texts that an expression needs, and dfa runs the
// expression. Go's regexp and regexp2 do the rest. The automata of a Matcher keep at most 16 MiB of
// states together and 1 MiB each; with more than 256 expressions, each keeps 64 KiB.
//
// Lines end with "\n". A "\r" before it is an ordinary byte of the line, which `a\r$` and `a.` match too, but $ also
// matches before it (see pattern.Pattern.Expr). The text of several lines (pattern.Block) also matches "\r\n" where it has "\n". A byte that
// is not valid UTF-8 is one U+FFFD to a regular expression and itself to a literal.
package match

import (
	"errors"
	"fmt"

	"github.com/ct-tools/ct/shared/pattern"
)

// ErrTimeout is returned if a backtracking expression used up its time for one file.
var ErrTimeout = errors.New("the pattern's time limit was reached")

// Want is the purpose of a search.
type Want uint8

const (
	Count Want = iota // how many lines match
	First             // whether a line matches: the search ends with the first
	Lines             // every matching line, with its first span
	Spans             // every span
)

// Span is the range of bytes [Start, End) of a block.
type Span struct{ Start, End int }

// Hits is the result of a search. Match adds to it.
type Hits struct {
	// Lines counts the lines on which a match begins.
	Lines int64
	// Matches counts spans: all of them for Spans, otherwise one for each line of Lines.
	Matches int64
	// Near counts the occurrences of the text of Identifier and Word patterns that are not matches because of the
	// characters next to them. Overlapping ones count once. With First it is complete only if no line matches.
	Near int64
	// Spans are in ascending order and do not overlap. There are none for Count and at most one for First.
	Spans []Span
	// Most is the maximum of spans to keep for each line; 0 = all. A single pattern only counts the rest of a line.
	Most int
	// Last is set by the caller: nothing of the file follows the block. It makes no difference to what is found.
	Last bool
	// Terms counts each pattern's matching lines separately, even if matches overlap; with First only the first line.
	Terms []int64
}

// Reset empties h and keeps its buffers.
func (h *Hits) Reset() {
	clear(h.Terms)
	*h = Hits{Spans: h.Spans[:0], Terms: h.Terms, Most: h.Most}
}

// grow ensures that h has counters for n terms.
func (h *Hits) grow(n int) {
	for len(h.Terms) < n {
		h.Terms = append(h.Terms, 0)
	}
}

// Matcher searches blocks for its patterns. It keeps state between calls and must not be used by several goroutines.
type Matcher interface {
	// Match adds to h what it finds in block. block consists of whole lines (the last may lack its newline); if
	// Multiline, it is a whole text. Among several patterns the leftmost match wins, and among matches that start
	// together the one of the first pattern. After an empty match the search continues one character further; an empty
	// match directly after another match does not count. The error is ErrTimeout, with everything found until then in
	// h, or a failure of the backtracking engine.
	Match(block []byte, want Want, h *Hits) error
	// Multiline reports whether a match can contain a newline.
	Multiline() bool
	// Reset begins a new file: a backtracking expression again has the full time for one file.
	Reset()
	// Clone returns a Matcher of the same patterns for another goroutine. It may be called concurrently.
	Clone() Matcher
}

// New returns a Matcher of alternatives. It is an error if there are none or if one does not compile.
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

// expressions counts the patterns that may need an automaton.
func expressions(patterns []*pattern.Pattern) (n int) {
	for _, p := range patterns {
		n += oneIf(p.Mode == pattern.Glob || p.Mode == pattern.Regex)
	}
	return n
}

// Limits for the states of the automata of one Matcher, in bytes. All its expressions share allStates, but each has at
// least leastStates, with which it works or soon gives up, and at most mostStates.
const (
	allStates   = 16 << 20
	mostStates  = 1 << 20
	leastStates = 64 << 10
)

// statesFor returns the limit for each of the n automata of a Matcher.
func statesFor(n int) int { return max(leastStates, min(mostStates, allStates/max(n, 1))) }

// Slices with more elements than this are not kept for the next file.
const (
	keepLines = 1 << 14
	keepChars = 1 << 16
)

func assemble(terms []term, multiline bool) Matcher {
	switch {
	case multiline:
		return newWhole(terms)
	case len(terms) == 1:
		return &single{term: terms[0]}
	}
	return withJoint(terms, newJoint(terms))
}

func clones(terms []term) []term {
	c := make([]term, len(terms))
	for i, t := range terms {
		c[i] = t.clone()
	}
	return c
}
