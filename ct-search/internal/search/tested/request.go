package tested

import (
	"context"
	"fmt"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/similar"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// usualTests is how many tests a page shows at most.
const usualTests = 20

// A testSearch is the request for the tests of a symbol.
type testSearch struct {
	Search
	page *findings.Page
}

// Plan checks the request and returns its work; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	for _, option := range []struct {
		name  string
		given bool
	}{{"matcher", r.Matcher != ""}, {"include-strings", r.Strings}} {
		if option.given {
			return nil, opt.Usagef(option.name, "{"+option.name+"} is not for {tests}; leave one of them out")
		}
	}
	if request.Draws(f) {
		return nil, opt.Usagef("format", "{format} %s draws the graph of {calls}; leave one of them out", f.Format)
	}
	symbol, err := r.CalledSymbol("tests", r.Tests)
	if err != nil {
		return nil, err
	}
	s := &testSearch{Search: Search{Symbol: symbol, Depth: UsualDepth, Binary: r.Binary(), Strict: r.Strict}}
	if r.Depth > 0 {
		s.Depth = int(r.Depth)
	}
	if s.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if s.Areas, err = r.Areas(s.Files); err != nil {
		return nil, err
	}
	if s.page, err = findings.New(f, r, &s.Files); err != nil {
		return nil, err
	}
	s.page.Usually(usualTests)
	s.Where = s.page.Where
	return s.page.Job(s), nil
}

// Run searches; see findings.Search.
func (s *testSearch) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	found, err := s.Search.Run(ctx)
	if err != nil {
		return nil, err
	}
	r := &result{found, s}
	if each == nil {
		return r, nil
	}
	for i := range found.Tests {
		if !each(&found.Tests[i].Match) {
			break
		}
	}
	return r, nil
}

// A result is what was found, for an answer.
type result struct {
	*Found
	search *testSearch
}

// Totals returns what pages and the summary are made of.
func (r *result) Totals() findings.Totals {
	return findings.Totals{Ledger: &r.Ledger, Tree: &r.Tree, Matches: int64(len(r.Tests)), Files: r.Files, Groups: len(r.Tests)}
}

// Answer returns the figures and how the request was read.
func (r *result) Answer() *tool.Answer {
	n := int64(len(r.Tests))
	f := request.Figures(n, r.Files, r.Lines, &r.Ledger)
	if open := r.Open(); len(open) > 0 && f.Cut == "" {
		f.Cut, f.Whole = strings.Join(open, "; "), true
		f.Count = verdict.Bound{Min: f.Count.Min, Open: true}
	}
	occurrence.SetCategories(&f, map[string]int64{source.Definition.String(): n})
	request.SetConfidences(&f, r.tiers())
	reading := r.search.page.Request.Reading(r.search.Files, nil, 0)
	reading.Mode = pattern.Identifier.String()
	reading.Notes = append(reading.Notes, r.notes()...)
	a := &tool.Answer{Figures: f, Lines: r.Lines, Base: ".", Ledger: &r.Ledger, Reading: reading}
	if n == 0 {
		a.Hint = strings.Join(append([]string{r.Undefined(r.search.Symbol)}, r.beside()...), "; ")
		a.Hint = strings.TrimPrefix(a.Hint, "; ")
	}
	return a
}

// tiers counts the tests by how sure it is that they are of the symbol.
func (r *result) tiers() (n [resolve.Unresolved + 1]int64) {
	for _, t := range r.Tests {
		n[t.Tier]++
	}
	return n
}

// notes says what was left out.
func (r *result) notes() []string {
	var notes []string
	if r.Dropped > 0 {
		notes = append(notes, fmt.Sprintf("%d left out by %s", r.Dropped, r.search.page.Request.LeftOutBy()))
	}
	if g := r.Graph; g != nil && g.Unfollowed > 0 {
		notes = append(notes, grep.Plural(g.Unfollowed, "call", "calls")+" unresolved, not followed")
	}
	return append(notes, r.Headers()...)
}

// Suggest looks for what may have been meant, if nothing defines the symbol and nothing was found.
func (r *result) Suggest(ctx context.Context, a *tool.Answer) ([]answer.Finding, error) {
	s := r.search
	if len(r.Tests) > 0 || r.Ledger.Count(ledger.Timeout) > 0 || !s.page.Frame.WantsHints() {
		return nil, nil
	}
	owner := r.calls().Chain.Owner()
	alike := similar.Search{Files: s.Files, Name: r.calls().Name, Owner: owner}
	var names []similar.Name
	var err error
	switch {
	case r.Dropped > 0:
		a.Reading.Add(tool.Alternative{Label: "without " + s.page.Request.LeftOutBy(), Count: r.Dropped, AtLeast: r.Ledger.Cut(), Command: s.testsOf(s.Symbol)})
	case len(r.Definitions) > 0:
		if others := r.OtherOwners(owner); len(others) > 0 {
			names, err = findings.Owned(ctx, a, alike, others)
		}
	default:
		names, err = findings.Similar(ctx, a, alike)
	}
	if err != nil {
		return nil, err
	}
	return findings.Suggest(a, names, func(n *similar.Name) string {
		if owner != "" && qualname.Is(n.Qualname) {
			return s.testsOf(n.Qualname)
		}
		return s.testsOf(n.Name)
	}), nil
}

// testsOf returns the command that asks for the tests of another symbol, "" if it is not one that --tests takes.
func (s *testSearch) testsOf(symbol string) string {
	if _, err := s.page.Request.CalledSymbol("tests", symbol); err != nil {
		return ""
	}
	return s.page.Request.Refine(request.Calls, s.Files.Roots, []string{"--tests=" + symbol}, request.LeavingOut()...)
}

// Draw draws nothing: Plan refuses the formats of graphs.
func (r *result) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}

// calls returns the search for calls.
func (r *Found) calls() *calls.Search { return &r.search.calls }
