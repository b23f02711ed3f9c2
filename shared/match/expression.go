package match

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"

	"github.com/ct-tools/ct/shared/match/dfa"
	"github.com/ct-tools/ct/shared/match/required"
)

// expression is what clones of a regex share.
type expression struct {
	program   *dfa.Program // nil if too large
	slow      func() *regexp.Regexp
	later     func() *regexp.Regexp // for matches that do not start at the first character of a text
	looksBack bool                  // what stands before a match decides whether it is one
	multiline bool
	states    int // bytes of states that each automaton keeps

	texts  []required.Text // of which every match holds one
	need   finder          // of these; nil if none are known that are rare enough
	enough bool            // a line that has one matches
}

// tooFrequent is the share of places from which on a required text is too
// frequent to be looked for: the automaton goes over a hundred bytes in the
// time that it takes to find a line's ends.
const tooFrequent = 0.01

// newExpression prepares expr, which was parsed as tree.
func newExpression(expr string, tree *syntax.Regexp, multiline bool, states int) *expression {
	x := &expression{looksBack: looksBack(tree), multiline: multiline, states: states}
	x.slow = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
	x.later = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?s:.)(?s:.*?)(` + expr + `)`)
	})
	x.require(required.Of(tree))
	if program, err := dfa.Compile(tree); err == nil {
		x.program = program
	}
	return x
}

// require makes the finder of s.
func (x *expression) require(s required.Set) {
	switch {
	case s.BeyondASCII:
		x.need = beyondASCII{}
	case len(s.Texts) > 0 && (s.Whole || s.Frequency() < tooFrequent):
		x.texts, x.need, x.enough = s.Texts, textFinder(s.Texts), s.Whole && !x.multiline
	}
}

// textFinder gives what finds any of list.
func textFinder(list []required.Text) finder {
	if len(list) == 1 {
		return newFinder(list[0].Text, list[0].Fold)
	}
	return newTexts(list)
}

// looksBack reports whether re has a part that matches or not by what stands
// before it.
func looksBack(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, looksBack)
}
