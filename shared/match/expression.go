package match

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"

	"github.com/ct-tools/ct/shared/match/dfa"
	"github.com/ct-tools/ct/shared/match/required"
)

// expression is the part of a regex that its clones share.
type expression struct {
	program   *dfa.Program // nil if too large
	slow      func() *regexp.Regexp
	later     func() *regexp.Regexp // finds matches that do not start at the first character of a text
	looksBack bool                  // whether there is a match depends on the text before it
	words     bool                  // matches are the first submatch; later then finds those after the first character
	trimCR    bool                  // see pattern.Pattern
	multiline bool
	states    int // bytes of states that each automaton keeps

	texts  []required.Text // every match contains one of these
	need   finder          // finds texts; nil if none are known that are rare enough
	enough bool            // every line with one of texts matches
}

// tooFrequent is the share of positions above which a required text is too frequent to be worth looking for: the
// automaton processes a hundred bytes in the time it takes to find the ends of a line.
const tooFrequent = 0.01

// newExpression prepares expr, whose syntax tree is tree.
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

// require sets the finder for s.
func (x *expression) require(s required.Set) {
	switch {
	case s.BeyondASCII:
		x.need = beyondASCII{}
	case len(s.Texts) > 0 && (s.Whole || s.Frequency() < tooFrequent):
		x.texts, x.need, x.enough = s.Texts, textFinder(s.Texts), s.Whole && !x.multiline
	}
}

// textFinder returns a finder for any of list.
func textFinder(list []required.Text) finder {
	if len(list) == 1 {
		return newFinder(list[0].Text, list[0].Fold)
	}
	return newTexts(list)
}

// looksBack reports whether a part of re depends on the text before it.
func looksBack(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, looksBack)
}

// gauge decides whether to look for required text first. It does not pay if most lines have it and few match.
type gauge struct {
	stops, bytes int // lines with the text that did not match, and the bytes passed until then
	files        int // number of files for which the text is not looked for
}

const (
	enoughStops = 64  // stops before a decision
	bytesAStop  = 100 // bytes that the automaton processes in the time of one stop
	restFiles   = 16  // files for which one decision applies
)

// stop counts a line that has the text and does not match.
func (g *gauge) stop(bytes int) {
	g.stops++
	g.bytes += bytes
	if g.stops < enoughStops {
		return
	}
	if g.bytes < bytesAStop*g.stops {
		g.files = restFiles
	}
	g.stops, g.bytes = 0, 0
}

func (g *gauge) pays() bool { return g.files == 0 }

// file is called before each further file.
func (g *gauge) file() { g.files = max(0, g.files-1) }
