// Package dfa answers for RE2 expressions with a deterministic automaton over
// bytes that is built while it runs. It gives exactly what Go's regexp gives:
// the leftmost-first match, with ASCII \w and \b, and each byte that is not
// valid UTF-8 read as one U+FFFD.
//
// The construction is that of Russ Cox, "Regular Expression Matching in the
// Wild" (2010), as in RE2: a state is the list of places in the expression
// where a match may stand, and a transition is worked out when it is first
// taken. Three kinds of automaton come of it (see kind): one that tells whether there
// is a match, one that finds the end of the leftmost-first match, and one that
// walks back from there to its start. That the text is run over line by line
// in one pass, the newline being what judges $ and starts anew, is from Cox,
// "Regular Expression Matching with a Trigram Index" (2012).
//
// Unlike RE2, places move by characters and not by bytes. A character beyond
// ASCII is read by a small automaton of its own (decoder), whose position is a
// part of the state. So what is invalid is known as soon as it is read, and it
// then moves the places as U+FFFD does.
package dfa

import (
	"errors"
	"regexp/syntax"
	"sync"
)

// Limits of a Program, above which Compile refuses an expression.
const (
	maxInsts   = 1 << 15 // instructions
	maxClasses = 1 << 12 // kinds of characters that the expression tells apart
	maxNodes   = 1 << 12 // nodes of the decoder, of 130 bytes
)

// ErrLarge says that an expression is too large for an automaton.
var ErrLarge = errors.New("the expression is too large for an automaton")

// A Program is an expression prepared for matching. It does not change and may
// be shared.
type Program struct {
	forward  *program
	backward func() *program // of the reversed expression, made when first needed
	alphabet *alphabet
	decoder  *decoder
	// linewise says that no match can hold a newline nor sees whether it is at
	// the ends of the text or of a line. Then a newline does what the end of the
	// text does, and the rest is as good as another text.
	linewise bool
}

// Compile prepares re, which should have been parsed with syntax.Perl and be
// free of groups that capture, as they cost instructions. It fails only with ErrLarge.
func Compile(re *syntax.Regexp) (*Program, error) {
	if size(re) > maxInsts {
		return nil, ErrLarge
	}
	forward, err := newProgram(re)
	if err != nil {
		return nil, err
	}
	p := &Program{forward: forward}
	p.alphabet = newAlphabet(forward)
	if p.alphabet.count > maxClasses {
		return nil, ErrLarge
	}
	if p.decoder, err = newDecoder(p.alphabet, forward); err != nil {
		return nil, err
	}
	forward.classify(p.alphabet)
	newline := p.alphabet.ascii['\n']
	p.linewise = forward.asserts&(syntax.EmptyBeginText|syntax.EmptyEndText) == 0 && !forward.anyTakes(newline)
	p.backward = sync.OnceValue(func() *program {
		// The reversed expression has the same characters and as many
		// instructions, so what held for the one holds for the other.
		back, err := newProgram(reverse(re))
		if err != nil {
			panic(err)
		}
		back.classify(p.alphabet)
		return back
	})
	return p, nil
}
