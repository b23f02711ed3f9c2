package tested

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/changed"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/tested/runner"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source/cases"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// A changeSearch is the request for the tests of all definitions that changed.
type changeSearch struct {
	Search
	page    *findings.Page
	scratch string
}

// PlanChange is Plan for the tests of all definitions that changed.
func PlanChange(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	for _, name := range []string{"matcher", "include-strings"} {
		if r.Table.Given(name) != nil {
			return nil, opt.Usagef(name, "{"+name+"} is not for {tests}; leave one of them out")
		}
	}
	if request.Draws(f) {
		return nil, opt.Usagef("format", "{format} %s draws the graph of {calls}; leave one of them out", f.Format)
	}
	s := &changeSearch{Search: Search{Depth: UsualDepth, Binary: r.Binary(), Strict: r.Strict}}
	if r.Depth > 0 {
		s.Depth = int(r.Depth)
	}
	var err error
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
	job := s.page.Job(s)
	s.scratch, err = changed.Job(job)
	return job, err
}

// A changeResult is what was found, for an answer.
type changeResult struct {
	search *changeSearch
	of     *changed.Definitions
	tests  []Test   // the nearest first
	reach  []string // of each test, the definitions that it reaches
	open   []string
	ledger ledger.Ledger
	tree   cursor.Tree
	bare   []string // definitions that no test reaches
	looked int
}

// Run searches; see findings.Search.
func (s *changeSearch) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	of, err := changed.FindDefinitions(ctx, s.page.Request, s.page.Frame, s.scratch)
	if err != nil {
		return nil, err
	}
	r := &changeResult{search: s, of: of}
	open, err := of.Each(ctx, func(d *changed.Definition) error { return r.look(ctx, d) })
	if err != nil {
		return nil, err
	}
	r.open = append(open, r.open...)
	r.ledger.AlsoCut(&of.Ledger)
	r.arrange()
	if each != nil {
		for i := range r.tests {
			if !each(&r.tests[i].Match) {
				break
			}
		}
	}
	return r, nil
}

// look adds the tests of a definition.
func (r *changeResult) look(ctx context.Context, d *changed.Definition) error {
	one := Search{Files: r.search.Files, Areas: r.search.Areas, Symbol: d.Symbol, Depth: r.search.Depth, Binary: r.search.Binary, Strict: r.search.Strict, Where: r.search.Where}
	found, err := one.Run(ctx)
	if err != nil {
		return err
	}
	if r.looked++; r.looked == 1 {
		r.ledger, r.tree = found.Ledger, found.Tree
	} else {
		r.ledger.AlsoCut(&found.Ledger)
	}
	for _, why := range found.Open() {
		if text := d.Name + ": " + why; len(r.open) < mostOpen {
			r.open = append(r.open, text)
		}
	}
	tests := slices.DeleteFunc(found.Tests, func(t Test) bool { return t.By == Name && t.Tier.Confidence() == "low" })
	if t := one.itself(d); t != nil {
		tests = append([]Test{*t}, tests...)
	}
	for i := range tests {
		r.take(&tests[i], d)
	}
	if len(tests) == 0 {
		r.bare = append(r.bare, budget.EscapeName(d.Name)+" ("+budget.EscapeName(d.Place())+")")
	}
	return nil
}

// itself returns the test that a definition is, nil if it is none or one of a file of the base.
func (s *Search) itself(d *changed.Definition) *Test {
	row, role := lang.Of(d.Path, nil), rank.RoleOf(d.Path, true, nil)
	if d.Gone || row == nil || !cases.MayHold(row, d.Path, role == rank.Test) {
		return nil
	}
	text, ok := s.files.text(d.Path)
	if !ok {
		return nil
	}
	f, _ := read(d.Path, role, text)
	if f == nil {
		return nil
	}
	i := slices.IndexFunc(f.details, func(of detail) bool { return of.line <= d.Last && of.last >= d.First })
	if i < 0 {
		return nil
	}
	t := f.test(&f.Cases[i])
	t.By, t.Why, t.Own = Call, "it changed itself", true
	t.Through = []string{t.Name(), t.Name()}
	t.Command, t.Unknown = runner.New(s.Files.View()).Of(f.described(&f.Cases[i], t.Line))
	t.Test = &occurrence.Test{By: t.By.String(), Confidence: t.Tier.Confidence(), Reason: t.Why, Through: t.Through, NotRun: t.Unknown}
	if t.Unknown == "" {
		t.Test.Run = t.Command.String()
	}
	return &t
}

// mostOpen bounds the reasons why there may be more tests.
const mostOpen = 5

// take enters a test of a definition: at its nearest, if it is one of several.
func (r *changeResult) take(t *Test, d *changed.Definition) {
	i := slices.IndexFunc(r.tests, func(o Test) bool { return o.Path == t.Path && o.Line == t.Line && o.Name() == t.Name() })
	if i < 0 {
		r.tests, r.reach = append(r.tests, *t), append(r.reach, d.Name)
		return
	}
	if !slices.Contains(strings.Split(r.reach[i], ", "), d.Name) {
		r.reach[i] += ", " + d.Name
	}
	if t.compare(&r.tests[i]) < 0 {
		r.tests[i] = *t
	}
}

// arrange orders the tests.
func (r *changeResult) arrange() {
	order := make([]int, len(r.tests))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.tests[a].compare(&r.tests[b]) })
	tests, reach := make([]Test, len(order)), make([]string, len(order))
	for to, from := range order {
		tests[to], reach[to] = r.tests[from], r.reach[from]
	}
	r.tests, r.reach = tests, reach
}

// files returns in how many files the tests are.
func (r *changeResult) files() int64 {
	in := map[string]bool{}
	for i := range r.tests {
		in[r.tests[i].Path] = true
	}
	return int64(len(in))
}

// Totals returns what pages and the summary are made of.
func (r *changeResult) Totals() findings.Totals {
	return findings.Totals{Ledger: &r.ledger, Tree: &r.tree, Matches: int64(len(r.tests)), Files: r.files(), Groups: len(r.tests)}
}

// Answer returns the figures and how the request was read.
func (r *changeResult) Answer() *tool.Answer {
	n := int64(len(r.tests))
	f := request.Figures(n, r.files(), n, &r.ledger)
	if len(r.open) > 0 && f.Cut == "" {
		f.Cut, f.Whole = strings.Join(r.open, "; "), true
		f.Count = verdict.Bound{Min: f.Count.Min, Open: true}
	}
	occurrence.SetCategories(&f, map[string]int64{"definition": n})
	var tiers [3]int64
	for i := range r.tests {
		tiers[r.tests[i].Tier]++
	}
	request.SetConfidences(&f, tiers)
	reading := r.search.page.Request.Reading(r.search.Files, nil, 0)
	reading.Mode, reading.Notes = pattern.Identifier.String(), append(reading.Notes, r.of.Notes...)
	return &tool.Answer{Figures: f, Lines: n, Base: ".", Ledger: &r.ledger, Reading: reading}
}

// Suggest has nothing to suggest.
func (r *changeResult) Suggest(context.Context, *tool.Answer) ([]answer.Finding, error) {
	return nil, nil
}

// Draw draws nothing: PlanChange refuses the formats of graphs.
func (r *changeResult) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}

// Report returns the whole answer; see findings.Result.
func (r *changeResult) Report(_ context.Context, sum answer.Summary, _ []answer.Finding) (*answer.Answer, error) {
	s := r.search
	sum.Query, sum.Mode, sum.Notes = "", pattern.Identifier.String(), r.of.Notes
	a := answer.New(sum)
	from, to := s.page.Shown(len(r.tests))
	shown := r.tests[from:to]
	a.Summary.Returned = int64(len(shown))
	text := r.of.Count()
	if len(r.of.List) > 0 {
		text += fmt.Sprintf("; %s", grep.Plural(int64(len(r.tests)), "test reaches them", "tests reach them"))
	}
	a.KeyFindings = []answer.Finding{primary(text, answer.PrimaryData{Type: "symbol", Why: "what changed, and its tests"})}
	if n := len(r.bare); n > 0 {
		list := strings.Join(r.bare[:min(n, mostBare)], ", ")
		if n > mostBare {
			list += fmt.Sprintf(" and %d more", n-mostBare)
		}
		a.KeyFindings = append(a.KeyFindings, primary("no test reaches "+list, answer.PrimaryData{Type: "symbol", Why: "changed without a test"}))
	}
	var top []answer.Finding
	for i := range shown {
		f := shown[i].finding(from+i+1, r.reach[from+i])
		f.Message += "  (of " + budget.EscapeName(r.reach[from+i]) + ")"
		top = append(top, f)
	}
	a.Add(answer.TitleTop, top)
	var steps answer.Steps
	for _, c := range joined(shown) {
		steps.AddAction("run "+c.what, runs("run "+c.what, c.line, len(steps)+1))
	}
	steps.Add("what the change touches", s.page.Request.Refine(request.Calls, s.Files.Roots, []string{"--impact="}, "tests", "depth", "where", "limit"), "the uses of what changed")
	a.Add(answer.TitleFollow, steps)
	limits := answer.Limits(&r.ledger, &occurrence.Gaps{})
	for _, why := range r.open {
		limits = append(limits, answer.Limit("limit", why, 0))
	}
	a.Add(answer.TitleLimits, limits)
	a.ShowNone() // that nothing changed is an answer too
	return a, nil
}

// mostBare bounds the definitions without a test that are named.
const mostBare = 8
