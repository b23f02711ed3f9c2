// Package required finds texts that every match of an expression contains: lines without any can be skipped.
//
// The expression is trimmed first: optional parts at its ends are removed, because a line has a match of `x*foo.*` if
// it has one of foo. Then up to four sets are computed for every part of the syntax tree: the texts that the part
// matches, if they are few and the part matches nothing else; texts that its matches begin with; texts that they end
// with; and the best set such that each contains one of its texts. A concatenation crosses the sets of its parts, an alternation
// unites them. The set that is cheapest to look for and to verify wins.
//
// Source: Cox, "Regular Expression Matching with a Trigram Index", the section "Indexed Regular
// Expression Search", for the algebra of exact, prefix and suffix; Gallant's regex-syntax
// (hir/literal) for the limits and the choice by rarity.
package required

import "regexp/syntax"

// Text is a text that a match must contain: valid UTF-8, not empty, without newlines and U+FFFD. With Fold it stands
// for all texts that unicode.SimpleFold makes of its characters (k, K and the KELVIN SIGN); its own characters are then
// the least of each kind. A text all of whose characters have a single form is never Fold.
type Text struct {
	Text string
	Fold bool
}

// Set is what is known about the matches of an expression.
type Set struct {
	// Texts are such that every match contains at least one; none if nothing is known. None contains another.
	Texts []Text
	// Whole means that there is a match wherever one of Texts is, so that a line with one need not
	// be checked again. The match may begin and end elsewhere: `o?foo|foobar` is wholly foo.
	Whole bool
	// BeyondASCII means that every match has a byte that is not ASCII, which is better to look for; Texts is then empty.
	BeyondASCII bool
}

// Of returns what the matches of re, a result of syntax.Parse with any flags, contain. It assumes that re runs on UTF-8
// in which an invalid byte is a U+FFFD, and that a newline in it stands for any line ending.
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
