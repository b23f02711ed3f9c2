package impact

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/changed"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// A changeSearch is the request for the uses of all definitions that changed.
type changeSearch struct {
	page    *findings.Page
	request *request.Request
	frame   *tool.Frame
	paths   []string
	scratch string
	base    calls.Search
}

// PlanChange is Plan for the uses of all definitions that changed.
func PlanChange(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	s := &changeSearch{request: r, frame: f, paths: paths}
	if r.Signature != "" {
		return nil, opt.Usagef("signature", "{signature} is for {impact} SYMBOL; leave it out")
	}
	var err error
	if s.page, err = Prepare(&s.base, r, f, "impact", "x", paths); err != nil {
		return nil, err
	}
	job := s.page.Job(s)
	s.scratch, err = changed.Job(job)
	return job, err
}

// A use is the uses of one definition.
type use struct {
	of     *changed.Definition
	places []*Place // that are shown
	search *calls.Search
	tally  string
	all    int
}

// A changeResult is what was found, for an answer.
type changeResult struct {
	search *changeSearch
	of     *changed.Definitions
	uses   []use
	places []*Place // of all, each once
	open   []string
	ledger ledger.Ledger
	tree   cursor.Tree
}

// Run searches; see findings.Search.
func (s *changeSearch) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	of, err := changed.FindDefinitions(ctx, s.request, s.frame, s.scratch)
	if err != nil {
		return nil, err
	}
	r := &changeResult{search: s, of: of}
	if r.open, err = of.Each(ctx, func(d *changed.Definition) error { return r.look(ctx, d) }); err != nil {
		return nil, err
	}
	r.ledger.AlsoCut(&of.Ledger)
	if each == nil {
		return r, r.describe(ctx)
	}
	for i := range r.uses {
		if err := Each(ctx, r.uses[i].search, r.uses[i].places, each); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// look adds the uses of a definition.
func (r *changeResult) look(ctx context.Context, d *changed.Definition) error {
	s := new(calls.Search)
	if _, err := Prepare(s, r.search.request, r.search.frame, "impact", d.Symbol, r.search.paths); err != nil {
		return nil //nolint:nilerr // a name that is no symbol, as of an operator, is not looked up
	}
	found, err := Find(ctx, s, false)
	if err != nil {
		return err
	}
	if len(r.uses) == 0 {
		r.ledger, r.tree = found.Ledger, found.Tree
	} else {
		r.ledger.AlsoCut(&found.Ledger)
	}
	u := use{of: d, search: s}
	for _, p := range found.Places {
		if p.Part == Definition || p.Part == String || p.Part == Comment || p.Part == Document || p.Part == Text {
			continue
		}
		u.places = append(u.places, p)
	}
	u.tally, u.all = Tally(u.places), len(u.places)
	u.places = slices.DeleteFunc(u.places, func(p *Place) bool {
		return slices.ContainsFunc(r.places, func(o *Place) bool { return o.Path == p.Path && o.Line == p.Line && o.Column == p.Column })
	})
	r.places = append(r.places, u.places...)
	r.uses = append(r.uses, u)
	return nil
}

// describe reads the texts of the places on the page.
func (r *changeResult) describe(ctx context.Context) error {
	from, to := r.search.page.Shown(len(r.places))
	at := 0
	for i := range r.uses {
		u := &r.uses[i]
		a, b := max(from-at, 0), min(to-at, len(u.places))
		at += len(u.places)
		if a < b {
			if err := Describe(ctx, u.search, u.places[a:b]); err != nil {
				return err
			}
		}
	}
	return nil
}

// Totals returns the figures for pages and the summary.
func (r *changeResult) Totals() findings.Totals {
	_, files := Lines(r.places)
	return findings.Totals{Ledger: &r.ledger, Tree: &r.tree, Matches: int64(len(r.places)), Files: files, Groups: len(r.places)}
}

// Answer returns the figures and how the request was read.
func (r *changeResult) Answer() *tool.Answer {
	lines, files := Lines(r.places)
	f := request.Figures(int64(len(r.places)), files, lines, &r.ledger)
	Set(&f, r.places)
	if len(r.open) > 0 && f.Cut == "" {
		f.Cut, f.Whole = strings.Join(r.open, "; "), true
		f.Count = verdict.Bound{Min: f.Count.Min, Open: true}
	}
	f.Unit = "place"
	reading := r.search.request.Reading(r.search.base.Files, nil, 0)
	reading.Mode, reading.Notes = pattern.Identifier.String(), append(reading.Notes, r.of.Notes...)
	return &tool.Answer{Figures: f, Lines: lines, Base: ".", Ledger: &r.ledger, Reading: reading}
}

// Suggest has nothing to suggest.
func (r *changeResult) Suggest(context.Context, *tool.Answer) ([]answer.Finding, error) {
	return nil, nil
}

// Draw returns no graph: PlanChange refuses the formats that draw one.
func (r *changeResult) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}

// Report returns the whole answer; see findings.Result.
func (r *changeResult) Report(_ context.Context, sum answer.Summary, _ []answer.Finding) (*answer.Answer, error) {
	s := r.search
	sum.Query, sum.Mode, sum.Notes = "", pattern.Identifier.String(), r.of.Notes
	a := answer.New(sum)
	from, to := s.page.Shown(len(r.places))
	a.Summary.Returned = int64(to - from)
	_, files := Lines(r.places)
	text := r.of.Count()
	if len(r.of.List) > 0 {
		text += fmt.Sprintf("; %s in %s", grep.Plural(int64(len(r.places)), "use", "uses"), grep.Plural(files, "file", "files"))
	}
	a.KeyFindings = append([]answer.Finding{primary(text, "what the change touches", "", nil)}, r.definitions()...)
	var rows []answer.Finding
	at := 0
	for i := range r.uses {
		u := &r.uses[i]
		heading := fmt.Sprintf("uses of %s", budget.EscapeName(u.of.Name))
		for _, p := range u.places {
			if at++; at > from && at <= to {
				row := Row(p, at, u.search.Name, heading)
				row.Under(heading, budget.EscapeName(p.Path)+":"+lineOf(p))
				rows = append(rows, row)
			}
		}
	}
	a.Add(answer.TitleTop, rows)
	var steps answer.Steps
	steps.Add("the tests of what changed", s.request.Refine(request.Calls, s.base.Files.Roots, []string{"--tests="}, "impact", "limit", "where"), "and how to run them")
	for i := range r.uses {
		if u := &r.uses[i]; u.all > 0 {
			steps.Add("all places of "+budget.EscapeName(u.of.Name), s.request.Refine(request.Calls, s.base.Files.Roots, []string{"--impact=" + u.of.Symbol}, "changed", "staged"), "with strings, comments and documents")
		}
	}
	a.Add(answer.TitleFollow, steps)
	limits := answer.Limits(&r.ledger, &occurrence.Gaps{})
	for _, why := range r.open {
		limits = append(limits, answer.Limit("limit", why, 0))
	}
	a.Add(answer.TitleLimits, limits)
	a.ShowNone() // that nothing changed is an answer too
	return a, nil
}

// lineOf is what a row says of a place after its path.
func lineOf(p *Place) string {
	words := []string{fmt.Sprint(p.Line), p.Part.Word()}
	if p.Maybe {
		words = append(words, "maybe")
	}
	if p.Enclosing != "" && p.Enclosing != occurrence.Outermost {
		words = append(words, budget.EscapeName(p.Enclosing))
	}
	return strings.Join(append(words, strings.TrimSpace(p.Text)), "  ")
}

// mostNamed bounds the definitions that are named first.
const mostNamed = 12

// definitions says of each definition where it is and how it is used.
func (r *changeResult) definitions() []answer.Finding {
	var all []answer.Finding
	for i := range r.uses {
		u := &r.uses[i]
		if i == mostNamed {
			all = append(all, primary(fmt.Sprintf("and %d more", len(r.uses)-i), "what changed", "", nil))
			break
		}
		text := fmt.Sprintf("%s %s at %s", u.of.Kind, budget.EscapeName(u.of.Name), budget.EscapeName(u.of.Place()))
		if u.of.Gone {
			text = fmt.Sprintf("%s %s is gone from %s", u.of.Kind, budget.EscapeName(u.of.Name), budget.EscapeName(u.of.Path))
		}
		if u.all == 0 {
			text += ": nothing refers to it"
		} else {
			text += ": " + u.tally
		}
		all = append(all, primary(text, "what changed", u.of.Symbol, nil))
	}
	return all
}
