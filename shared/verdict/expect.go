package verdict

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/nearest"
)

// Expect is an expectation about the figures of a search.
type Expect struct {
	spec string
	kind kind
	n    int64
	expr *expression
}

// kind is the relation that an expectation requires between the count and its number.
type kind uint8

const (
	anyMatch kind = iota
	noMatch
	atLeast
	exactly
	moreThan
	fewerThan
	byExpr
)

const exprPrefix = "expr:"

// ParseExpect parses an expectation: any (at least 1), none, N (at least N), =N, +N (more than N), -N (fewer than N),
// or expr:EXPRESSION in the language of expr-lang/expr. An expression must be true or false. It may use count and the
// figures in names, which are integers, and the figures in fractional. If "terms" is among the names, terms["T"] is the
// figure of a term. The error is one line that quotes what is wrong.
func ParseExpect(spec string, names []string, fractional ...string) (*Expect, error) {
	e := &Expect{spec: spec}
	switch {
	case spec == "any":
		return e, nil
	case spec == "none":
		e.kind = noMatch
		return e, nil
	case strings.HasPrefix(spec, exprPrefix):
		x, err := compile(spec[len(exprPrefix):], names, fractional)
		if err != nil {
			return nil, err
		}
		e.kind, e.expr = byExpr, x
		return e, nil
	}
	number := spec
	e.kind = atLeast
	if spec != "" {
		if k, ok := map[byte]kind{'=': exactly, '+': moreThan, '-': fewerThan}[spec[0]]; ok {
			e.kind, number = k, spec[1:]
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || number[0] < '0' || number[0] > '9' || n >= wholeLimit {
		return nil, fmt.Errorf("invalid expectation %q: want any, none, N, =N, +N, -N or expr:EXPRESSION%s",
			short(spec), nearest.Hint(spec, []string{"any", "none"}))
	}
	if e.kind == fewerThan && n == 0 {
		return nil, fmt.Errorf("expectation %q can never be met: no count is below 0", spec)
	}
	e.n = n
	return e, nil
}

// None reports whether a search is expected to find nothing.
func (e *Expect) None() bool { return e.kind == noMatch }

// Bounded reports whether a higher count may fail the expectation.
func (e *Expect) Bounded() bool {
	return e.kind == noMatch || e.kind == exactly || e.kind == fewerThan || e.kind == byExpr
}

// CheckTerms returns an error if an expression uses a term that is not among terms.
func (e *Expect) CheckTerms(terms []string) error {
	if e.expr == nil {
		return nil
	}
	return e.expr.checkTerms(terms)
}

// CheckNames returns an error if an expression uses a figure that is not among names: some searches have fewer.
func (e *Expect) CheckNames(names []string) error {
	if e.expr == nil {
		return nil
	}
	return e.expr.checkNames(names)
}

// Judge returns the verdict on f, and the reason in one line. The caller must escape the paths in it. It is an error if
// the expression fails, for instance by dividing by zero, or uses a figure that f lacks; the result is then Undecided.
func (e *Expect) Judge(f Figures) (Result, string, error) {
	if e.kind == byExpr {
		return e.expr.judge(f)
	}
	truth := e.holds(f.Count)
	switch truth {
	case yes:
		return Success, e.wanted(f.Unit) + ", " + found(f.Count), nil
	case no:
		return Error, e.wanted(f.Unit) + ", " + found(f.Count), nil
	}
	so := found(f.Count) + ", " + e.wanted(f.Unit)
	switch e.kind {
	case anyMatch, noMatch:
		if so = "found none yet"; f.Found > 0 {
			so = fmt.Sprintf("found %d, which may be ignored", f.Found)
		}
	case atLeast:
		so = fmt.Sprintf("%s of %d", found(f.Count), e.n)
	}
	return Undecided, undecided(so, &f), nil
}

// holds compares the bound of a count with the expectation.
func (e *Expect) holds(b Bound) truth {
	n := float64(e.n)
	switch e.kind {
	case anyMatch:
		return decide(b.atLeast(1), b.lessThan(1))
	case noMatch:
		return decide(b.lessThan(1), b.atLeast(1))
	case atLeast:
		return decide(b.atLeast(n), b.lessThan(n))
	case exactly:
		return decide(!b.Open && b.Min == n, b.lessThan(n) || b.atLeast(n+1))
	case moreThan:
		return decide(b.atLeast(n+1), b.lessThan(n+1))
	default:
		return decide(b.lessThan(n), b.atLeast(n))
	}
}

// wanted describes the expectation.
func (e *Expect) wanted(unit string) string {
	unit = cmp.Or(unit, "match")
	switch e.kind {
	case anyMatch:
		return "expected a " + unit
	case noMatch:
		return "expected no " + unit
	}
	words := map[kind]string{atLeast: "at least", exactly: "exactly", moreThan: "more than", fewerThan: "fewer than"}
	return fmt.Sprintf("expected %s %d (%s)", words[e.kind], e.n, e.spec)
}

// found describes the bound of a count.
func found(b Bound) string {
	if b.Min == 0 && !b.Open {
		return "found none"
	}
	return "found " + amount(b)
}

func amount(b Bound) string {
	n := strconv.FormatFloat(b.Min, 'f', -1, 64)
	if b.Open {
		return "at least " + n
	}
	return n
}

// undecided returns the reason why there is no verdict: what the figures say, and what cut them.
func undecided(so string, f *Figures) string {
	switch {
	case f.Whole:
		return "undecided: " + so + "; " + f.Cut
	case f.Cut == "":
		return "undecided: " + so + "; the search was cut"
	}
	return "undecided: " + so + "; the search was cut: " + f.Cut
}
