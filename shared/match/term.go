package match

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
)

// term finds the matches of one pattern in a block.
type term interface {
	// begin is called before each block, with the purpose of the search; reset is called before each further file.
	begin(want Want)
	reset()
	// seek returns an offset on the first matching line at or after from, a line's start, or -1. No match of that line starts
	// before the offset. A term whose pattern is Multiline need not support it.
	seek(b []byte, from int) (int, error)
	// next returns the first match that starts at or after from, or none. from is the end of another match or the start
	// of a character; the text before it is taken into account. b may end at the end of a line.
	next(b []byte, from int) (Span, error)
	// needs returns texts, if they are known and worth looking for. Every match contains at least one of them.
	needs() []required.Text
	// judge decides whether an occurrence of one of needs makes its line match. It returns the offset that seek would
	// return if the line matches, otherwise -1. The line begins at first and ends at the end of the slice line. judge
	// is called for all occurrences on a line in turn, instead of seek.
	judge(line []byte, first int, occurrence Span) (int, error)
	// refused returns how many occurrences of the text seek, judge and next have rejected since begin, and whether that
	// number can differ from 0. If it can, every line has to be searched to its end.
	refused() (n int64, counts bool)
	clone() term
}

// none is the Span of no match.
var none = Span{-1, -1}

// finder finds text. Only block finds text that contains a newline. A finder has no state.
type finder interface {
	// find returns the first occurrence that starts at or after from; start is -1 if there is none.
	find(b []byte, from int) (start, end int)
}

// newTerm returns the term of p. If it has an automaton, that keeps at most states bytes of states.
func newTerm(p *pattern.Pattern, states int) (term, error) {
	switch p.Mode {
	case pattern.Identifier, pattern.Word:
		return &bounded{plain: newPlain(p), mode: p.Mode}, nil
	case pattern.Glob, pattern.Regex:
		if p.Engine == pattern.Backtrack {
			return newBacktrack(p, states)
		}
		return newRegex(p, states)
	case pattern.Fuzzy:
		return newApproximate(p)
	}
	return newPlain(p), nil
}

// newFinder returns a finder for text, which may have several lines.
func newFinder(text string, fold bool) finder {
	switch {
	case strings.Contains(text, "\n"):
		return newBlock(text, fold)
	case fold && folds(text):
		return newFolded(text)
	}
	return newExact(text)
}

// LineEnd returns the offset of the newline that ends the line containing at, or len(b).
func LineEnd(b []byte, at int) int {
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(b)
}

// LineStart returns the start of the line that contains at, looking back to floor, the start of a line, at most.
func LineStart(b []byte, floor, at int) int {
	return floor + bytes.LastIndexByte(b[floor:at], '\n') + 1
}

// Character returns the bounds of the character that at is inside of; both are at if it is between characters, as in plain
// text that is not UTF-8.
func Character(b []byte, at int) (start, end int) {
	if at == len(b) || utf8.RuneStart(b[at]) {
		return at, at
	}
	for i := at - 1; i >= max(0, at-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(b[i]) {
			if _, n := utf8.DecodeRune(b[i:]); i+n > at {
				return i, i + n
			}
			break
		}
	}
	return at, at
}

// WholeCharacters returns b without an incomplete character at its end.
func WholeCharacters(b []byte) []byte {
	for i := len(b) - 1; i >= max(0, len(b)-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(b[i]) {
			if !utf8.FullRune(b[i:]) {
				return b[:i]
			}
			break
		}
	}
	return b
}
