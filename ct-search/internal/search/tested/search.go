// Package tested finds the tests of a symbol: the test functions that call it, directly or through other functions, that
// use it without a call, or that are named after it. It is a view over the graph of callers, which it ends at tests, and
// over what package cases knows of the files of tests. Each test has the command that runs it, which is not run.
package tested

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/tested/runner"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/source/cases"
	"github.com/ct-tools/ct/shared/walk"
)

// UsualDepth is how many calls away a test may be, if nothing else is asked for.
const UsualDepth = 3

// mostFunctions bounds the functions between a symbol and its tests.
const mostFunctions = 500

// A Search is what is asked for.
type Search struct {
	Files  walk.Options
	Areas  []request.Area // where calls are resolved
	Symbol string         // as request.CalledSymbol returns it
	Depth  int            // calls that a test may be away
	Binary bool           // search files that are not text too
	Strict bool           // see calls.Search
	Where  *occurrence.Where

	calls   calls.Search
	files   *files
	reached map[key]*reach
	order   []key
	shared  []string // what is made for tests that take a parameter of its name, which are not looked for elsewhere
}

// By says what leads from a test to the symbol.
type By uint8

// The ways, the surest first.
const (
	Call   By = iota
	Import    // its file imports what defines the symbol, or has it at hand, and the test uses it without a call
	Name      // it is named after the symbol
)

var ways = [...]string{"call", "import", "name"}

// String returns the way as answers name it.
func (b By) String() string { return ways[b] }

// A Test is a test of the symbol.
type Test struct {
	occurrence.Match // the test as a definition
	By               By
	Distance         int // calls to the symbol, 1 if it uses it without one, 0 if only the name leads to it
	Tier             resolve.Tier
	Why              string   // why it is no surer
	Through          []string // the names of the functions from the test to the symbol, both included
	Own              bool     // its file is for what defines the symbol: named after it, or beside it
	Repeated         bool     // a macro makes one for each name that it is given
	Command          runner.Command
	Unknown          string // why no command is known, "" if one is
}

// Name returns the name of a test as answers show it.
func (t *Test) Name() string { return t.Definition.Qualname }

// Found is what a search found.
type Found struct {
	*calls.Found
	Tests   []Test // the nearest first
	Dropped int64  // by Where
	Looked  int64  // files with tests that have the name, or that of the file that defines it
	Beside  []Beside

	search *Search
}

// A Beside is a file of tests named after the file that defines the symbol.
type Beside struct {
	Path, Of string
	Tests    int
}

// key identifies a test.
type key struct {
	path  string
	start int
}

// reach is how a test reaches the symbol, at its nearest.
type reach struct {
	file     *file
	test     *cases.Case
	by       By
	distance int
	callee   int // node of the graph that it calls
	tier     resolve.Tier
	why      string
}

// compare orders ways of one test: the nearest first, then the surest.
func (r *reach) compare(o *reach) int {
	return cmp.Or(cmp.Compare(near(r.by, r.tier, r.distance), near(o.by, o.tier, o.distance)), cmp.Compare(r.tier, o.tier), cmp.Compare(r.by, o.by))
}

// near is the distance for an order: farther than all others is what only has the name, and before it what calls
// something of the name.
func near(by By, tier resolve.Tier, distance int) int {
	switch {
	case by == Name:
		return 1 << 20
	case tier == resolve.Unresolved:
		return 1 << 10
	}
	return distance
}

// compare orders tests of different places: the nearest first, then the surest, then those whose file is for what defines
// the symbol.
func (t *Test) compare(o *Test) int {
	own := func(t *Test) int {
		if t.Own {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(near(t.By, t.Tier, t.Distance), near(o.By, o.Tier, o.Distance)), cmp.Compare(t.Tier, o.Tier), cmp.Compare(t.By, o.By), cmp.Compare(own(t), own(o)))
}

// Run searches.
func (s *Search) Run(ctx context.Context) (*Found, error) {
	s.files, s.reached = newFiles(s.Files.View()), map[key]*reach{}
	c := &s.calls
	c.Files, c.Areas = s.Files, s.Areas
	if err := c.For(s.Symbol); err != nil {
		return nil, err
	}
	c.Binary, c.Strict, c.Depth, c.Nodes, c.End = s.Binary, s.Strict, max(s.Depth, 1), mostFunctions, s.end
	of, err := c.Run(ctx)
	if err != nil {
		return nil, err
	}
	found := &Found{Found: of, search: s}
	if of.Ledger.Count(ledger.Timeout) == 0 {
		if err := s.named(ctx, found); err != nil {
			return nil, err
		}
	}
	s.finish(found)
	return found, s.Where.Err()
}

// end takes the calls in tests, and in what runs before them; see calls.Search.End.
func (s *Search) end(site *resolve.Site, callee, depth int) bool {
	f := s.files.of(site)
	if f == nil {
		return false
	}
	all, shared := f.Around(site.Start)
	if shared != "" && len(all) == 0 {
		s.share(shared + " at " + site.Path)
	}
	for _, c := range all {
		s.reach(&reach{file: f, test: c, by: Call, distance: depth, callee: callee, tier: site.Tier, why: site.Reason})
	}
	return len(all) > 0
}

// share notes what is made for tests elsewhere.
func (s *Search) share(what string) {
	if !slices.Contains(s.shared, what) {
		s.shared = append(s.shared, what)
	}
}

// reach enters a way from a test to the symbol, if it is the nearest so far.
func (s *Search) reach(r *reach) {
	k := key{r.file.path, r.test.Span.Start}
	known, ok := s.reached[k]
	switch {
	case !ok:
		s.order = append(s.order, k)
		s.reached[k] = r
	case r.compare(known) < 0:
		s.reached[k] = r
	}
}

// finish makes the tests of what was reached, and orders them.
func (s *Search) finish(found *Found) {
	ways := newWays(found.Graph)
	run := runner.New(s.Files.View())
	for _, k := range s.order {
		r := s.reached[k]
		t := r.file.test(r.test)
		t.By, t.Distance, t.Tier, t.Why, t.Own = r.by, r.distance, r.tier, r.why, r.file.own(found)
		if r.by == Call {
			t.Through, t.Tier = ways.through(r, t.Name(), s.Symbol)
		}
		if !s.Where.Holds(&t.Match) {
			found.Dropped++
			continue
		}
		t.Repeated = r.test.Open && !r.test.Titled
		t.Command, t.Unknown = run.Of(r.file.described(r.test, t.Line))
		t.Test = &occurrence.Test{Distance: t.Distance, By: t.By.String(), Confidence: t.Tier.Confidence(), Reason: t.Why, Through: t.Through, NotRun: t.Unknown}
		if t.Unknown == "" {
			t.Test.Run = t.Command.String()
		}
		found.Tests = append(found.Tests, t)
	}
	slices.SortStableFunc(found.Tests, func(a, b Test) int {
		return cmp.Or(a.compare(&b), walk.ComparePaths(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	})
	found.Files, found.Lines = 0, 0
	known := map[string]bool{}
	for i := range found.Tests {
		found.Lines++
		if p := found.Tests[i].Path; !known[p] {
			known[p] = true
			found.Files++
		}
	}
}

// waysTo has the surest shortest ways from the functions of a graph to the symbol.
type waysTo struct {
	graph *calls.Graph
	next  []int // node that a node calls
	tier  []resolve.Tier
}

func newWays(g *calls.Graph) *waysTo {
	w := &waysTo{graph: g, next: make([]int, len(g.Nodes)), tier: make([]resolve.Tier, len(g.Nodes))}
	for i := range w.next {
		w.next[i] = -1
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		if g.Nodes[e.To].Depth != g.Nodes[e.From].Depth-1 {
			continue
		}
		if tier := max(e.Tier, w.tier[e.To]); w.next[e.From] < 0 || tier < w.tier[e.From] {
			w.next[e.From], w.tier[e.From] = e.To, tier
		}
	}
	return w
}

// mostThrough bounds the names of a way.
const mostThrough = 5

// through returns the names from a test to the symbol, and how sure the least sure call of them is.
func (w *waysTo) through(r *reach, test, symbol string) ([]string, resolve.Tier) {
	names := []string{test}
	for at := r.callee; at > 0 && len(names) < mostThrough-1; at = w.next[at] {
		names = append(names, w.graph.Nodes[at].Name())
	}
	return append(names, symbol), max(r.tier, w.tier[r.callee])
}

// repeated returns how many of the tests stand for several.
func (r *Found) repeated() (n int64) {
	for i := range r.Tests {
		if r.Tests[i].Repeated {
			n++
		}
	}
	return n
}

// Open returns why there may be more tests than were found, beside what the ledger says.
func (r *Found) Open() []string {
	open := r.Found.Open(r.search.Strict)
	if g := r.Graph; g != nil {
		if g.Left > 0 {
			open = append(open, "the graph of callers is full")
		}
		if g.Unfollowed > 0 {
			open = append(open, grep.Plural(g.Unfollowed, "call on the way is", "calls on the way are")+" unresolved")
		}
	}
	if n := len(r.search.files.missed); n > 0 {
		open = append(open, fmt.Sprintf("%s not read for tests (%s)", grep.Plural(int64(n), "file with calls was", "files with calls were"), r.search.files.missed[0]))
	}
	if n := r.repeated(); n > 0 {
		open = append(open, grep.Plural(n, "test is", "tests are")+" made by a macro, one for each name that it is given")
	}
	if len(r.search.shared) > 0 {
		open = append(open, "tests elsewhere may take what is made by "+strings.Join(r.search.shared[:min(len(r.search.shared), 3)], ", "))
	}
	return open
}
