// Package dfa runs RE2 expressions with a deterministic automaton over bytes that is built while it
// runs. Its results are exactly those of Go's regexp: the leftmost-first match, with ASCII \w and
// \b, and each byte that is not valid UTF-8 read as one U+FFFD.
//
// The construction is that of Russ Cox, "Regular Expression Matching in the Wild" (2010), as in RE2: a state is the
// list of positions in the expression that a match may have reached, and a transition is computed when it is first
// taken. There are three kinds of automaton (see kind): one decides whether there is a match, one finds the end of the
// leftmost-first match, and one searches backwards from there for its start. Searching the lines of a text in one pass,
// with the newline deciding $ and restarting the automaton, is from Cox, "Regular Expression Matching with a Trigram
// Index" (2012).
//
// Unlike in RE2, positions advance by characters and not by bytes. A character beyond ASCII is read
// by a small automaton of its own (decoder), whose position is part of the state. An invalid byte
// is therefore recognized as soon as it is read, and it then advances the positions as U+FFFD does.
package dfa

import (
	"errors"
	"regexp/syntax"
	"sync"
)

// Limits for a Program. Compile refuses larger expressions.
const (
	maxInsts   = 1 << 15 // instructions
	maxClasses = 1 << 12 // classes of characters that the expression distinguishes
	maxNodes   = 1 << 12 // nodes of the decoder, of 130 bytes each
)

// ErrLarge is returned if an expression is too large for an automaton.
var ErrLarge = errors.New("the expression is too large for an automaton")

// Program is an expression prepared for matching. It does not change and may be shared.
type Program struct {
	forward  *program
	backward func() *program // of the reversed expression, compiled when first needed
	alphabet *alphabet
	decoder  *decoder
	// linewise is set if no match can contain a newline or depends on where the text begins or ends. A newline then has
	// the effect of the end of the text, and what follows is treated as another text.
	linewise bool
}

// Compile prepares re, which should have been parsed with syntax.Perl and should have no capturing
// groups, because they cost instructions. The error is always ErrLarge.
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
		// The reversed expression has the same characters and as many instructions, so this cannot fail.
		back, err := newProgram(reverse(re))
		if err != nil {
			panic(err)
		}
		back.classify(p.alphabet)
		return back
	})
	return p, nil
}
