package pattern

import (
	"fmt"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
)

const (
	maxProgram = 1 << 18 // instructions of a compiled expression, about 10 MB
	maxWritten = 4 << 20 // bytes of Expr, in which Unicode classes are written out in full
)

// parseRE2 parses expr like regexp.Compile, but with ^ and $ at line boundaries and with extra flags.
func parseRE2(expr string, fold bool, extra syntax.Flags) (*syntax.Regexp, error) {
	flags := syntax.Perl&^syntax.OneLine | extra
	if fold {
		flags |= syntax.FoldCase
	}
	return syntax.Parse(expr, flags)
}

// scope is the text that an expression runs on.
type scope uint8

const (
	inLines scope = iota // lines: nothing matches a newline, \A and \z mean ^ and $
	inText               // the whole text
)

// matchesAny reports whether re has a dot under (?s) or a class of all characters.
func matchesAny(re *syntax.Regexp) bool {
	return re.Op == syntax.OpAnyChar ||
		re.Op == syntax.OpCharClass && len(re.Rune) == 2 && re.Rune[0] == 0 && re.Rune[1] == unicode.MaxRune ||
		slices.ContainsFunc(re.Sub, matchesAny)
}

// trimsCR reports whether re has a $, which may take a "\r" into the match, and nothing else that matches one.
func trimsCR(re *syntax.Regexp) bool {
	ends, sees := false, false
	var look func(re *syntax.Regexp)
	look = func(re *syntax.Regexp) {
		switch re.Op {
		case syntax.OpEndLine:
			ends = true
		case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
			sees = true
		case syntax.OpLiteral:
			sees = sees || slices.Contains(re.Rune, '\r')
		case syntax.OpCharClass:
			for i := 0; i < len(re.Rune); i += 2 {
				sees = sees || re.Rune[i] <= '\r' && '\r' <= re.Rune[i+1]
			}
		}
		for _, sub := range re.Sub {
			look(sub)
		}
	}
	look(re)
	return ends && !sees
}

// endsLast returns the parts of a sequence with each $ after the other assertions at its place, because what is written for
// it may match a "\r".
func endsLast(parts []*syntax.Regexp) []*syntax.Regexp {
	parts = slices.Clone(parts)
	for i := range parts[1:] {
		if op := parts[i+1].Op; parts[i].Op == syntax.OpEndLine && (op == syntax.OpBeginLine || op == syntax.OpWordBoundary || op == syntax.OpNoWordBoundary) {
			parts[i], parts[i+1] = parts[i+1], parts[i]
		}
	}
	return parts
}

// writeRE2 returns re as an expression that has the same meaning under any flags, captures nothing and, in lines,
// matches no newline. (Regexp.String would keep the groups, and for a class such as [^"] it takes milliseconds to find
// where it may join flags.) The error for an expression that is too large is a *syntax.Error.
func writeRE2(re *syntax.Regexp, in scope) (string, error) {
	w := writer{in: in}
	if programSize(re) <= maxProgram {
		w.write(re)
		if w.b.Len() <= maxWritten {
			return w.b.String(), nil
		}
	}
	return "", &syntax.Error{Code: syntax.ErrLarge}
}

// programSize returns approximately how many instructions re compiles to, at most maxProgram+1.
func programSize(re *syntax.Regexp) int {
	n := 1
	for _, sub := range re.Sub {
		n = min(n+programSize(sub), maxProgram+1)
	}
	switch re.Op {
	case syntax.OpLiteral:
		n = len(re.Rune)
	case syntax.OpRepeat:
		n = min(n*max(re.Min+1, re.Max), maxProgram+1)
	}
	return n
}

type writer struct {
	b  strings.Builder
	in scope
}

func (w *writer) write(re *syntax.Regexp) {
	if w.b.Len() > maxWritten {
		return
	}
	switch re.Op {
	case syntax.OpNoMatch:
		w.b.WriteString(nothing)
	case syntax.OpEmptyMatch:
		w.b.WriteString(`(?:)`)
	case syntax.OpLiteral:
		w.literal(re)
	case syntax.OpCharClass:
		w.class(re.Rune)
	case syntax.OpAnyCharNotNL:
		w.b.WriteString(`(?-s:.)`)
	case syntax.OpAnyChar:
		w.b.WriteString(`(?s:.)`)
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		w.assertion(re.Op)
	case syntax.OpCapture:
		w.group(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest, syntax.OpRepeat:
		w.repeat(re)
	case syntax.OpConcat:
		for _, sub := range endsLast(re.Sub) {
			if sub.Op == syntax.OpAlternate {
				w.group(sub)
			} else {
				w.write(sub)
			}
		}
	case syntax.OpAlternate:
		for i, sub := range re.Sub {
			if i > 0 {
				w.b.WriteByte('|')
			}
			w.write(sub)
		}
	}
}

const nothing = `[^\x00-\x{10FFFF}]` // never matches

func (w *writer) group(re *syntax.Regexp) {
	w.b.WriteString("(?:")
	w.write(re)
	w.b.WriteByte(')')
}

func (w *writer) literal(re *syntax.Regexp) {
	if w.in == inLines && slices.Contains(re.Rune, '\n') {
		w.b.WriteString(nothing)
		return
	}
	fold := re.Flags&syntax.FoldCase != 0
	if fold {
		w.b.WriteString("(?i:")
	}
	for _, r := range re.Rune {
		writeRune(&w.b, r)
	}
	if fold {
		w.b.WriteByte(')')
	}
}

// class writes the class of ranges, sorted pairs [lo, hi] with folding. In lines it leaves out the newline.
func (w *writer) class(ranges []rune) {
	if len(ranges) == 0 || w.in == inLines && slices.Equal(ranges, []rune{'\n', '\n'}) {
		w.b.WriteString(nothing)
		return
	}
	w.b.WriteByte('[')
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		if w.in == inLines && lo <= '\n' && '\n' <= hi {
			w.span(lo, '\n'-1)
			lo = '\n' + 1
		}
		w.span(lo, hi)
	}
	w.b.WriteByte(']')
}

// span writes the range of a class from lo to hi, which is empty if lo > hi.
func (w *writer) span(lo, hi rune) {
	if lo > hi {
		return
	}
	writeRune(&w.b, lo)
	if lo < hi {
		w.b.WriteByte('-')
		writeRune(&w.b, hi)
	}
}

func (w *writer) assertion(op syntax.Op) {
	lines := w.in == inLines
	switch {
	case op == syntax.OpBeginLine, lines && op == syntax.OpBeginText:
		w.b.WriteString(`(?m:^)`)
	case op == syntax.OpEndLine: // also before the \r of a line that ends in \r\n
		w.b.WriteString(`(?:\r??(?m:$))`)
	case lines && op == syntax.OpEndText:
		w.b.WriteString(`(?m:$)`)
	case op == syntax.OpBeginText:
		w.b.WriteString(`\A`)
	case op == syntax.OpEndText:
		w.b.WriteString(`\z`)
	case op == syntax.OpWordBoundary:
		w.b.WriteString(`\b`)
	case op == syntax.OpNoWordBoundary:
		w.b.WriteString(`\B`)
	}
}

func (w *writer) repeat(re *syntax.Regexp) {
	w.group(re.Sub[0])
	switch re.Op {
	case syntax.OpStar:
		w.b.WriteByte('*')
	case syntax.OpPlus:
		w.b.WriteByte('+')
	case syntax.OpQuest:
		w.b.WriteByte('?')
	case syntax.OpRepeat:
		switch re.Max {
		case re.Min:
			fmt.Fprintf(&w.b, "{%d}", re.Min)
		case -1:
			fmt.Fprintf(&w.b, "{%d,}", re.Min)
		default:
			fmt.Fprintf(&w.b, "{%d,%d}", re.Min, re.Max)
		}
	}
	if re.Flags&syntax.NonGreedy != 0 {
		w.b.WriteByte('?')
	}
}

// writeRune writes r as a literal, also for use in a class.
func writeRune(b *strings.Builder, r rune) {
	switch {
	case r < ' ' || r == 0x7f || r >= 0xd800 && r <= 0xdfff: // a surrogate has no UTF-8
		fmt.Fprintf(b, `\x{%x}`, r)
	case strings.ContainsRune(`\.+*?()|[]{}^$-`, r):
		b.WriteByte('\\')
		b.WriteRune(r)
	default:
		b.WriteRune(r)
	}
}
