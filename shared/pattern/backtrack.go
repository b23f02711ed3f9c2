package pattern

import (
	"errors"
	"fmt"
	"strings"

	"github.com/dlclark/regexp2"
	"github.com/dlclark/regexp2/syntax"
)

// maxDepth is how deeply groups may nest for Backtrack. It is RE2's own limit.
const maxDepth = 1000

// In RE2 mode regexp2 reads \w, \d and \s as ASCII but \b as Unicode. These are \b and \B in ASCII.
const (
	asciiBoundary   = `(?-i:(?<=[0-9A-Za-z_])(?![0-9A-Za-z_])|(?<![0-9A-Za-z_])(?=[0-9A-Za-z_]))`
	asciiNoBoundary = `(?-i:(?<=[0-9A-Za-z_])(?=[0-9A-Za-z_])|(?<![0-9A-Za-z_])(?![0-9A-Za-z_]))`
)

// Regexp2 compiles Expr of a pattern whose Engine is Backtrack. A match may take Timeout; a caller that searches a file in
// several calls lowers it as time passes. Case is folded by lower case, for which ſ is no s.
func (p *Pattern) Regexp2() (*regexp2.Regexp, error) {
	re, err := compileBacktrack(p.Expr, p.Fold, regexp2.Multiline)
	if err == nil {
		re.MatchTimeout = p.Timeout
	}
	return re, err
}

func compileBacktrack(expr string, fold bool, options regexp2.RegexOptions) (re *regexp2.Regexp, err error) {
	defer func() { // a panic in a foreign parser must not end the program
		if r := recover(); r != nil {
			re, err = nil, fmt.Errorf("it cannot be compiled (%v)", r)
		}
	}()
	options |= regexp2.RE2
	if fold {
		options |= regexp2.IgnoreCase
	}
	return regexp2.Compile(expr, options)
}

// backtrack compiles text for Backtrack.
func (re regex) backtrack(text string, has features) (regex, *Error) {
	switch {
	case has.unknown != "":
		return regex{}, refuse(text, "unknown escape "+has.unknown)
	case has.quote:
		return regex{}, refuse(text, `\Q is unknown to the backtracking engine`)
	case has.depth > maxDepth:
		return regex{}, &Error{Pattern: text, Problem: "it nests too deeply", Hint: useFixed, tooMuch: true}
	}
	expr := forBacktrack(text)
	for _, s := range []string{text, expr} { // the first reports errors in the user's words
		if _, err := compileBacktrack(s, re.fold, regexp2.Multiline); err != nil {
			return regex{}, refuse(text, problemOf(err))
		}
	}
	re.engine, re.expr = Backtrack, expr
	re.multiline = re.multiline || has.dotall
	return re, nil
}

// forBacktrack returns expr with the boundaries of ASCII, and with a $ that also matches before a "\r" at the end of a line.
func forBacktrack(expr string) string {
	var b strings.Builder
	tokens(expr, func(t token) {
		switch {
		case t.kind == tokOther && t.text == "$":
			b.WriteString(`(?=\r?$)`)
		case t.kind != tokBoundary:
			b.WriteString(t.text)
		case t.text == `\b`:
			b.WriteString(asciiBoundary)
		default:
			b.WriteString(asciiNoBoundary)
		}
	})
	return b.String()
}

// problemOf returns regexp2's reason on one line, without its preamble.
func problemOf(err error) string {
	problem := err.Error()
	if e, ok := errors.AsType[*syntax.Error](err); ok {
		problem = e.Code.String()
		if len(e.Args) > 0 {
			problem = fmt.Sprintf(problem, e.Args...)
		}
	}
	return inline(problem)
}
