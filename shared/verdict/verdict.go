// Package verdict judges the figures of a search against what was expected, and decides the exit status. A verdict is
// success, error or undecided: the figures of a cut search are lower bounds, which do not decide every expectation.
package verdict

import (
	"math"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
)

// Result is a verdict.
type Result uint8

// The verdicts. Undecided is the zero value, so that a missing verdict is not a success.
const (
	Undecided Result = iota
	Error
	Success
)

// The exit statuses of every tool. Refusals, runtime errors and --timeout exit with exitFailure, as usage errors do.
const (
	exitSuccess = 0
	exitError   = 1
	exitFailure = 2
)

var results = [...]struct {
	name string
	exit int
}{
	Undecided: {"UNDECIDED", exitFailure},
	Error:     {"ERROR", exitError},
	Success:   {"SUCCESS", exitSuccess},
}

// String returns the verdict in the form of {RESULT}.
func (r Result) String() string { return results[r].name }

// Exit returns the exit status of a program for r.
func (r Result) Exit() int { return results[r].exit }

// Bound is what is known about a figure: it is Min, or at least Min if Open.
type Bound struct {
	Min  float64
	Open bool
}

// atLeast and lessThan report whether the bound proves that; if it is open, both may be false.
func (b Bound) atLeast(n float64) bool  { return b.Min >= n }
func (b Bound) lessThan(n float64) bool { return !b.Open && b.Min < n }

// Figures are the numbers that a search found, until it was cut.
type Figures struct {
	Found int64            // {COUNT}
	Count Bound            // what is known about it; in expressions the name count
	Names map[string]Bound // the other names of expressions
	Terms map[string]Bound // terms["T"] in expressions
	Cut   string           // what cut the search, with the first such entry; "" if it is complete
	Whole bool             // nothing was cut, and Cut says what is unknown about the matches found
	Unit  string           // what Count counts, in reasons; "" means match

	unsure bool // some of what was found may be ignored (ledger.Rules)
}

// FromLedger returns the figures that every search has: count, and from l the files searched and the entries skipped. If
// l was cut, all figures are open, also those Set later, and Cut says why, with paths that are not escaped. If count is
// 0, nothing that was found is unsure, and l says so.
func FromLedger(l *ledger.Ledger, count int64) Figures {
	var f Figures
	if count == 0 {
		l.Rules.Unsure = 0
	}
	if cuts := l.Cuts(); l.Cut() {
		texts := make([]string, len(cuts))
		for i, c := range cuts {
			texts[i] = c.String()
		}
		f.Cut = strings.Join(texts, ", ")
	}
	f.Found, f.unsure = count, l.Rules.Unsure > 0
	f.Count = Bound{float64(max(count-l.Rules.Unsure, 0)), f.Cut != ""}
	f.Set("searched", float64(l.Searched))
	f.Set("skipped", float64(l.Skipped()))
	if l.Rules.Unread > 0 {
		f.Names["searched"], f.Names["skipped"] = Bound{Open: true}, Bound{Open: true}
	}
	return f
}

// Add adds the figures of another part of a search, in any order. What cut them is known when Together is called.
func (f *Figures) Add(o *Figures) {
	f.Found += o.Found
	f.Count = f.Count.plus(o.Count)
	f.Names, f.Terms = sums(f.Names, o.Names), sums(f.Terms, o.Terms)
	if f.Unit == "" {
		f.Unit = o.Unit
	}
	if o.Whole {
		f.Whole = true
	}
	if f.Cut == "" || o.Cut != "" && o.Cut < f.Cut {
		f.Cut = o.Cut
	}
}

func (b Bound) plus(o Bound) Bound { return Bound{b.Min + o.Min, b.Open || o.Open} }

func sums(a, b map[string]Bound) map[string]Bound {
	if a == nil && len(b) > 0 {
		a = map[string]Bound{}
	}
	for name, n := range b {
		a[name] = a[name].plus(n)
	}
	return a
}

// Together ends the adding of parts, whose ledger is l. If that is cut, every figure is open.
func (f *Figures) Together(l *ledger.Ledger) {
	cut := FromLedger(l, f.Found)
	if cut.Cut == "" {
		return
	}
	f.Cut, f.Whole, f.unsure = cut.Cut, false, cut.unsure
	f.Count = cut.Count
	for _, figures := range []map[string]Bound{f.Names, f.Terms} {
		for name, b := range figures {
			figures[name] = f.bound(b.Min)
		}
	}
}

// Set sets the figure with that name. It is open if Cut is not empty.
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

func (f *Figures) bound(n float64) Bound {
	if f.unsure {
		n = 0
	}
	return Bound{n, f.Cut != ""}
}

// get returns the figure with that name.
func (f *Figures) get(name string) (Bound, bool) {
	if name == "count" {
		return f.Count, true
	}
	b, ok := f.Names[name]
	return b, ok
}

// wholeLimit is the number from which on a float64 cannot represent every integer.
const wholeLimit = 1 << 53

func whole(v float64) bool { return v == math.Trunc(v) && math.Abs(v) < wholeLimit }
