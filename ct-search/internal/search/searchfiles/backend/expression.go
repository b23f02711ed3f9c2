package backend

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/pattern"
)

// dialect says how much of a pattern a program receives.
type dialect uint8

const (
	// full means an expression with everything that the pattern has.
	full dialect = iota
	// plain means an expression without assertions and repetitions: the most selective part of a sequence between two
	// repetitions. It is for a program that builds its whole automaton before it reads, which counted repetitions can
	// make as large as the memory, and that tries a match at every position of a line, which takes time quadratic in
	// the length of the line if a match can be as long as the line.
	plain
)

// Limits of an expression. A pattern that exceeds them is searched for natively.
const (
	maxExpression = 8 << 10  // bytes; a command line has 32 KiB on Windows
	maxCost       = 20 << 10 // states that repetitions and characters need together
	maxNesting    = 100      // ripgrep allows 250, and one of our operators takes up to two levels
	maxText       = 128      // bytes of a text to search for; a longer text contains its first bytes
)

// expression is what a program searches for. It works on bytes and uses only syntax that ripgrep (with Unicode off) and
// ugrep (with -U) have in common. Every character except ASCII letters and digits is escaped. It matches on every line
// on which the pattern does, and never matches the empty string. Classes do not distinguish characters outside ASCII; a
// byte that is not valid UTF-8 counts as one of them.
type expression struct {
	text  string
	exact bool // it matches on no other line, except one that starts with a byte order mark
}

// express returns the expression for p. It returns false if no useful expression exists.
func express(p *pattern.Pattern, d dialect) (expression, bool) {
	w := writer{dialect: d, exact: true}
	switch {
	case p.Multiline() || p.Mode == pattern.Fuzzy || p.Engine == pattern.Backtrack:
		return expression{}, false
	case p.Expr == "":
		w.wholeText(p)
	default:
		re, err := syntax.Parse(p.Expr, syntax.Perl)
		if err != nil || matchesEmpty(re) || hasEmptyClass(re) || cost(re, 0) > maxCost {
			return expression{}, false
		}
		if w.dialect == plain {
			short := core(re)
			w.exact = short == re
			re = short
		}
		w.write(re)
	}
	if w.b.Len() > maxExpression {
		return expression{}, false
	}
	return expression{w.b.String(), w.exact}, true
}

type writer struct {
	b       strings.Builder
	dialect dialect
	exact   bool
}

// wholeText writes the text of a pattern that is not a regular expression.
func (w *writer) wholeText(p *pattern.Pattern) {
	text := p.Source
	if len(text) > maxText {
		text = text[:maxText]
		if utf8.ValidString(p.Source) {
			text = strings.ToValidUTF8(text, "")
		}
		w.exact = false
	}
	w.exact = w.exact && p.Mode == pattern.Literal
	if !p.Fold {
		for i := range len(text) {
			w.byte(text[i])
		}
		return
	}
	for _, r := range text {
		w.rune(r, true)
	}
}

func (w *writer) write(re *syntax.Regexp) {
	switch {
	case w.b.Len() > maxExpression:
		return
	case w.writesNothing(re):
		w.exact = w.exact && re.Op == syntax.OpEmptyMatch
		return
	}
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			w.rune(r, re.Flags&syntax.FoldCase != 0)
		}
	case syntax.OpCharClass:
		w.class(re.Rune)
	case syntax.OpAnyCharNotNL, syntax.OpAnyChar:
		w.class([]rune{0, '\n' - 1, '\n' + 1, unicode.MaxRune})
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpEndLine, syntax.OpEndText, syntax.OpWordBoundary:
		w.assertion(re.Op)
	case syntax.OpCapture:
		w.write(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		w.repeat(re)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			w.write(sub)
		}
	case syntax.OpAlternate:
		w.alternate(re.Sub)
	}
}

// writesNothing reports whether nothing is written for re: not every syntax accepts an empty group or alternative.
func (w *writer) writesNothing(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return true
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpEndLine, syntax.OpEndText, syntax.OpWordBoundary:
		return w.dialect == plain
	case syntax.OpNoWordBoundary: // whether it holds inside a character differs between programs
		return true
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	}
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !w.writesNothing(sub) })
}

func (w *writer) alternate(subs []*syntax.Regexp) {
	w.b.WriteString("(?:")
	optional, written := "", false
	for _, sub := range subs {
		if w.writesNothing(sub) {
			w.write(sub)
			optional = "?"
			continue
		}
		if written {
			w.b.WriteByte('|')
		}
		w.write(sub)
		written = true
	}
	w.b.WriteString(")" + optional)
}

// rune writes r, and if fold is set, its case variants too.
func (w *writer) rune(r rune, fold bool) {
	var forms []rune
	if fold {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			forms = append(forms, f)
		}
	}
	switch {
	case r == utf8.RuneError || r >= 0xd800 && r <= 0xdfff: // any invalid byte, or not a character
		w.class([]rune{utf8.RuneError, utf8.RuneError})
	case len(forms) == 0:
		w.bytes(r)
	default:
		w.b.WriteString("(?:")
		w.bytes(r)
		for _, f := range forms {
			w.b.WriteByte('|')
			w.bytes(f)
		}
		w.b.WriteByte(')')
	}
}

// bytes writes the UTF-8 of r.
func (w *writer) bytes(r rune) {
	var text [utf8.UTFMax]byte
	for _, c := range text[:utf8.EncodeRune(text[:], r)] {
		w.byte(c)
	}
}

func (w *writer) byte(c byte) {
	if pattern.IsIdentifier(c) && c != '_' {
		w.b.WriteByte(c)
		return
	}
	fmt.Fprintf(&w.b, `\x%02x`, c)
}

// class writes the class of the sorted ranges [lo, hi], given in pairs.
func (w *writer) class(ranges []rune) {
	var ascii strings.Builder
	other := false
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		other = other || hi >= utf8.RuneSelf
		for _, part := range [][2]rune{{lo, min(hi, '\n'-1)}, {max(lo, '\n'+1), min(hi, utf8.RuneSelf-1)}} {
			if part[0] <= part[1] {
				fmt.Fprintf(&ascii, `\x%02x-\x%02x`, part[0], part[1])
			}
		}
	}
	switch {
	case !other:
		w.b.WriteString("[" + ascii.String() + "]")
		return
	case ascii.Len() == 0:
		w.b.WriteString(nonASCII)
	default:
		w.b.WriteString("(?:[" + ascii.String() + "]|" + nonASCII + ")")
	}
	w.exact = false
}

// nonASCII matches a character outside ASCII, or a part of one.
const nonASCII = `[\x80-\xff]{1,4}`

func (w *writer) assertion(op syntax.Op) {
	switch {
	case op == syntax.OpWordBoundary:
		w.b.WriteString(`\b`)
	case op == syntax.OpBeginLine || op == syntax.OpBeginText:
		w.b.WriteString(`(?:^(?:` + mark + `)?)`)
	default:
		w.b.WriteString(`$`)
	}
}

// mark is UTF-8's byte order mark. The first line of a file starts after it.
const mark = `\xef\xbb\xbf`

func (w *writer) repeat(re *syntax.Regexp) {
	least, most := re.Min, re.Max
	switch re.Op {
	case syntax.OpStar:
		least, most = 0, -1
	case syntax.OpPlus:
		least, most = 1, -1
	case syntax.OpQuest:
		least, most = 0, 1
	}
	w.b.WriteString("(?:")
	w.write(re.Sub[0])
	w.b.WriteByte(')')
	switch {
	case least == 0 && most < 0:
		w.b.WriteByte('*')
	case least == 1 && most < 0:
		w.b.WriteByte('+')
	case least == 0 && most == 1:
		w.b.WriteByte('?')
	case most < 0:
		fmt.Fprintf(&w.b, "{%d,}", least)
	default:
		fmt.Fprintf(&w.b, "{%d,%d}", least, most)
	}
}
