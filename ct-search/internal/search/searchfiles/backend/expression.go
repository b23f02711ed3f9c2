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

// A dialect is what of a pattern a program is given.
type dialect uint8

const (
	// full is an expression with all that the pattern has.
	full dialect = iota
	// plain has no assertions and no repetition: of a sequence it is the part
	// between two repetitions that says most. It is for a program that builds its
	// whole automaton before it reads, which counting can make as large as there
	// is memory, and that tries a match at every place of a line, which takes the
	// square of the line's length where a match can be as long as that.
	plain
)

// Bounds of an expression; what is beyond is searched natively.
const (
	maxExpression = 8 << 10  // bytes, of a command line that has 32 KiB on Windows
	maxCost       = 20 << 10 // states that repetitions and characters come to
	maxNesting    = 100      // ripgrep takes 250, and an operator of ours is up to two there
	maxText       = 128      // bytes of a text that are looked for; a longer text has them all
)

// An expression is what a program looks for. It is over bytes and in what the
// syntaxes of ripgrep (with Unicode off) and ugrep (with -U) have in common,
// with every character escaped that is no ASCII letter or digit. It matches on
// every line on which the pattern does, and never nothing. Of characters that
// are not ASCII, classes tell only that they are none; a byte that is not valid
// UTF-8 is one of them.
type expression struct {
	text  string
	exact bool // it matches on no other line, but for one that begins with a byte order mark
}

// express gives the expression for p; false where there is none of any use.
func express(p *pattern.Pattern, d dialect) (expression, bool) {
	w := writer{dialect: d, exact: true}
	switch {
	case p.Multiline() || p.Mode == pattern.Fuzzy || p.Engine == pattern.Backtrack:
		return expression{}, false
	case p.Expr == "":
		w.wholeText(p)
	default:
		re, err := syntax.Parse(p.Expr, syntax.Perl)
		if err != nil || empty(re) || never(re) || cost(re, 0) > maxCost {
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

// wholeText writes the text of a pattern that is no expression.
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
	case w.void(re):
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

// void reports whether nothing is written for re: not every syntax takes an
// empty group or alternative.
func (w *writer) void(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return true
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpEndLine, syntax.OpEndText, syntax.OpWordBoundary:
		return w.dialect == plain
	case syntax.OpNoWordBoundary: // it holds inside characters for some and not for others
		return true
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	}
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !w.void(sub) })
}

func (w *writer) alternate(subs []*syntax.Regexp) {
	w.b.WriteString("(?:")
	optional, written := "", false
	for _, sub := range subs {
		if w.void(sub) {
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

// rune writes r, if fold with the characters that are the same but for case.
func (w *writer) rune(r rune, fold bool) {
	var forms []rune
	if fold {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			forms = append(forms, f)
		}
	}
	switch {
	case r == utf8.RuneError || r >= 0xd800 && r <= 0xdfff: // any byte that is not valid, or no character at all
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

// class writes the class of the ranges [lo, hi] in pairs, sorted.
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
		w.b.WriteString(high)
	default:
		w.b.WriteString("(?:[" + ascii.String() + "]|" + high + ")")
	}
	w.exact = false
}

// high is what is no ASCII character, or part of it.
const high = `[\x80-\xff]{1,4}`

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

// mark is UTF-8's byte order mark. A line begins behind it.
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
