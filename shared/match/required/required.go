// Package required finds out which texts the matches of an expression hold, so
// that lines without any of them need not be looked at.
//
// An expression is first trimmed: whatever may be missing at its ends is left
// off, since a line has a match of `x*foo.*` where it has one of foo. Then every
// part of its tree is given up to four sets: the texts that it matches and no
// others, while these are few; those that its matches begin with; those that they
// end with; and the best one of which they hold a text. A concatenation crosses
// the sets of its parts, an alternation unites them. Of all sets that come up the
// one wins that costs least to look for and to verify.
//
// Source: Cox, "Regular Expression Matching with a Trigram Index", the section
// "Indexed Regular Expression Search", for the algebra of exact, prefix and
// suffix; Gallant's regex-syntax (hir/literal) for the bounds and the choice by
// rarity.
package required

import "regexp/syntax"

// A Text is what a match may be required to hold: valid UTF-8, not empty, with
// neither a newline nor U+FFFD in it. With Fold it stands for all texts that
// unicode.SimpleFold makes of its characters (k, K and the KELVIN SIGN), and its
// own characters are the least of each kind; one that has a single form is never
// Fold.
type Text struct {
	Text string
	Fold bool
}

// A Set is what is known of the matches of an expression.
type Set struct {
	// Texts are the texts of which every match holds at least one; none if
	// nothing is known. None of them holds another.
	Texts []Text
	// Whole says that a match is wherever one of Texts is, so that what holds one
	// need not be looked at again. Where the match begins and ends it does not
	// say: `o?foo|foobar` is wholly foo.
	Whole bool
	// BeyondASCII says that every match holds a byte that is not ASCII. It is set
	// only where that is better to look for than texts, so that there are none.
	BeyondASCII bool
}

// Of gives what the matches of re hold, as syntax.Parse makes it under any
// flags. It takes re to be run on UTF-8 in which each byte that is not valid is a
// U+FFFD, and takes a newline in it to stand for any line end. re is not changed.
func Of(re *syntax.Regexp) Set {
	s := partOf(trim(re)).best()
	if beyondASCII(re) && costBeyondASCII() < s.cost() {
		return Set{BeyondASCII: true}
	}
	if !s.known() {
		return Set{}
	}
	return Set{Texts: undominated(s.texts), Whole: s.certain}
}
