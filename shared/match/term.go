package match

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
)

// A term finds the matches of one pattern in a block.
type term interface {
	// begin tells that another block follows and what is wanted of it, reset that
	// another file follows.
	begin(want Want)
	reset()
	// seek gives an offset on the first matching line at or after from, which
	// is the start of a line, so that no match of that line starts before it;
	// -1 if there is none. A term whose pattern is Multiline need not have it.
	seek(b []byte, from int) (int, error)
	// next gives the first match that starts at or after from, the end of
	// another match or the start of a character, seeing what stands before
	// from. If there is none it gives none. b may end at the end of a line.
	next(b []byte, from int) (Span, error)
	// needs gives texts of which every match holds one, if these are known and
	// worth being looked for.
	needs() []required.Text
	// judge says what an occurrence of one of needs on a line comes to: it gives
	// the offset that seek would give if the line matches, else -1. line ends
	// with that line, which begins at first. It is asked for all occurrences on a
	// line in turn, in place of seek.
	judge(line []byte, first int, occurrence Span) (int, error)
	// refused gives how many occurrences of the text seek, judge and next have turned
	// down since begin, and whether that is ever other than 0: then every line
	// has to be searched to its end.
	refused() (n int64, counts bool)
	clone() term
}

// none is the Span of no match.
var none = Span{-1, -1}

// A finder finds text without a newline in it (but block). It holds no state.
type finder interface {
	// find gives the first occurrence that starts at or after from; start is -1
	// if there is none.
	find(b []byte, from int) (start, end int)
}

// newTerm gives the term of p. If it has an automaton, that keeps so many bytes
// of states.
func newTerm(p *pattern.Pattern, states int) (term, error) {
	switch p.Mode {
	case pattern.Identifier:
		return &bounded{plain: newPlain(p), alone: aloneIdentifier}, nil
	case pattern.Word:
		return &bounded{plain: newPlain(p), alone: aloneWord}, nil
	case pattern.Glob, pattern.Regex:
		if p.Engine == pattern.Backtrack {
			return newBacktrack(p, states)
		}
		return newRegex(p.Expr, p.Multiline(), states)
	case pattern.Fuzzy:
		return newApproximate(p)
	}
	return newPlain(p), nil
}

// newFinder gives what finds text, of one or several lines.
func newFinder(text string, fold bool) finder {
	switch {
	case strings.Contains(text, "\n"):
		return newBlock(text, fold)
	case fold && folds(text):
		return newFolded(text)
	}
	return newExact(text)
}

// LineEnd gives the offset of the newline that ends the line at, or len(b).
func LineEnd(b []byte, at int) int {
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(b)
}

// LineStart gives the start of the line that at is on, looking no further back
// than floor, the start of that line or an earlier one.
func LineStart(b []byte, floor, at int) int {
	return floor + bytes.LastIndexByte(b[floor:at], '\n') + 1
}

// nextCharacter gives at, or where the character ends that at is inside of: the
// match of another term, plain text that is not UTF-8, may have ended there.
func nextCharacter(b []byte, at int) int {
	if at == len(b) || utf8.RuneStart(b[at]) {
		return at
	}
	for i := at - 1; i >= max(0, at-utf8.UTFMax+1); i-- {
		if utf8.RuneStart(b[i]) {
			if _, n := utf8.DecodeRune(b[i:]); i+n > at {
				return i + n
			}
			break
		}
	}
	return at
}
