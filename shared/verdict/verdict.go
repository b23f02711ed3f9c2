// Package verdict judges the figures of a search: what was expected of them,
// whether they meet it, and with which status the program exits. It is
// three-valued, because the figures of a cut search are lower bounds that
// decide some expectations and leave others open.
package verdict

import (
	"math"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
)

// Result is a verdict.
type Result uint8

// The verdicts. Undecided is the zero value: what nobody judged is no success.
const (
	Undecided Result = iota
	Error
	Success
)

// The exit statuses of every tool. A refusal, a runtime error and a search cut
// by --timeout exit with ExitFailure as usage errors do.
const (
	ExitSuccess = 0
	ExitError   = 1
	ExitFailure = 2
)

var results = [...]struct {
	name string
	exit int
}{
	Undecided: {"UNDECIDED", ExitFailure},
	Error:     {"ERROR", ExitError},
	Success:   {"SUCCESS", ExitSuccess},
}

// String gives the verdict as {RESULT} names it.
func (r Result) String() string { return results[r].name }

// Exit gives the status with which a program exits on r.
func (r Result) Exit() int { return results[r].exit }

// Bound is what is known of a figure: it is Min, or at least Min if Open.
type Bound struct {
	Min  float64
	Open bool
}

// atLeast and lessThan report whether the bound decides that the figure is at
// least n, or less; where it is open neither may hold.
func (b Bound) atLeast(n float64) bool  { return b.Min >= n }
func (b Bound) lessThan(n float64) bool { return !b.Open && b.Min < n }

// Figures are what a search found, as far as it came.
type Figures struct {
	Count Bound            // {COUNT}; in expressions the name count
	Names map[string]Bound // the other names of expressions
	Terms map[string]Bound // terms["T"] in expressions
	Cut   string           // what cut the search, naming the first such entry; "" when it is complete
	Whole bool             // nothing was cut, and Cut says what of the found is not known
	Unit  string           // what Count counts, as reasons call it; "" is a match
}

// FromLedger gives the figures that every search has: count, and the files
// searched and entries skipped of l. If l was cut they are open, as is what is
// Set after, and Cut says what cut them; paths in it are as they are.
func FromLedger(l *ledger.Ledger, count int64) Figures {
	var f Figures
	if cuts := l.Cuts(); len(cuts) > 0 {
		texts := make([]string, len(cuts))
		for i, c := range cuts {
			texts[i] = c.String()
		}
		f.Cut = strings.Join(texts, ", ")
	}
	f.Count = f.bound(float64(count))
	f.Set("searched", float64(l.Searched))
	f.Set("skipped", float64(l.Skipped()))
	return f
}

// Set sets the figure of a name; it is open if Cut is not empty.
func (f *Figures) Set(name string, min float64) {
	if f.Names == nil {
		f.Names = map[string]Bound{}
	}
	f.Names[name] = f.bound(min)
}

// SetTerm is Set for a term.
func (f *Figures) SetTerm(term string, min float64) {
	if f.Terms == nil {
		f.Terms = map[string]Bound{}
	}
	f.Terms[term] = f.bound(min)
}

func (f *Figures) bound(min float64) Bound { return Bound{min, f.Cut != ""} }

// get gives the figure of a name.
func (f *Figures) get(name string) (Bound, bool) {
	if name == "count" {
		return f.Count, true
	}
	b, ok := f.Names[name]
	return b, ok
}

// wholeLimit is the number from which a float64 does not hold every integer.
const wholeLimit = 1 << 53

func whole(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < wholeLimit }
