package impact

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/similar"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// A search is the request for what a change of a symbol touches.
type search struct {
	calls.Search
	symbol    string
	signature *Signature // nil if none was given
	page      *findings.Page
}

// usualPlaces is how many places a page shows at most.
const usualPlaces = 400

// Plan checks the request and returns its work; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	symbol, err := r.CalledSymbol("impact", r.Impact.Impact)
	if err != nil {
		return nil, err
	}
	s := &search{symbol: symbol}
	if r.Table.Given("signature") != nil {
		if s.signature, err = ParseSignature(r.Signature); err != nil {
			return nil, opt.Usagef("signature", "{signature}: %v", err)
		}
		if err := f.Usually("none"); err != nil {
			return nil, err
		}
	}
	if s.page, err = Prepare(&s.Search, r, f, "impact", symbol, paths); err != nil {
		return nil, err
	}
	return s.page.Job(s), nil
}

// Prepare makes s the search for the places of a symbol that an option asks for, and returns the page that shows them.
func Prepare(s *calls.Search, r *request.Request, f *tool.Frame, option, symbol string, paths []string) (*findings.Page, error) {
	if request.Draws(f) {
		return nil, opt.Usagef("format", "{format} %s draws the graph of {calls}; {"+option+"} has none", f.Format)
	}
	page, err := s.Prepare(r, f, option, symbol, paths)
	if err != nil {
		return nil, err
	}
	switch {
	case f.Format == request.FormatLines:
		s.Limit, s.Offset = 0, 0 // texts are read for each place by itself
	case r.Limit == 0:
		page.Limit, s.Limit = usualPlaces, usualPlaces
	}
	s.Before, s.After = 0, 0
	return page, nil
}

// Run searches; see findings.Search.
func (s *search) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	found, err := Find(ctx, &s.Search, s.signature != nil)
	if err != nil {
		return nil, err
	}
	r := &result{Found: found, search: s}
	if s.signature != nil {
		s.signature.judge(found.Places)
		arrange(found.Places, true)
	}
	if each != nil {
		return r, Each(ctx, &s.Search, found.Places, each)
	}
	from, to := s.Shown(len(found.Places))
	return r, Describe(ctx, &s.Search, found.Places[from:to])
}

// placesAtOnce is how many places have their texts in memory at once, if each is handed on.
const placesAtOnce = 5000

// Each calls each with every place, in path order, until it returns false.
func Each(ctx context.Context, s *calls.Search, places []*Place, each func(*occurrence.Match) bool) error {
	places = slices.Clone(places)
	slices.SortStableFunc(places, byPlace)
	for part := range slices.Chunk(places, placesAtOnce) {
		if err := Describe(ctx, s, part); err != nil {
			return err
		}
		for _, p := range part {
			if !each(p.Match) {
				return nil
			}
		}
	}
	return nil
}

// A result is what was found, for an answer.
type result struct {
	*Found
	search *search
}

// counted returns the places that {COUNT} counts: all, or with a signature the calls that break.
func (r *result) counted() []*Place {
	if r.search.signature == nil {
		return r.Places
	}
	return slices.DeleteFunc(slices.Clone(r.Places), func(p *Place) bool { return p.Fit != Breaks })
}

// Totals returns the figures for pages and the summary.
func (r *result) Totals() findings.Totals {
	_, files := Lines(r.Places)
	return findings.Totals{Ledger: &r.Ledger, Tree: &r.Tree, Matches: int64(len(r.Places)), Files: files, Groups: len(r.Places)}
}

// Lines returns how many lines and files places stand in.
func Lines(places []*Place) (lines, files int64) {
	type line struct {
		path string
		line int64
	}
	seen := map[line]bool{}
	for _, p := range places {
		seen[line{p.Path, p.Line}], seen[line{path: p.Path}] = true, true
	}
	for at := range seen {
		if at.line == 0 {
			files++
		}
	}
	return int64(len(seen)) - files, files
}

// Answer returns the figures and how the request was read.
func (r *result) Answer() *tool.Answer {
	counted := r.counted()
	lines, files := Lines(counted)
	f := request.Figures(int64(len(counted)), files, lines, &r.Ledger)
	Set(&f, r.Places)
	if open := r.open(); len(open) > 0 && f.Cut == "" {
		f.Cut, f.Whole = strings.Join(open, "; "), true
		f.Count = verdict.Bound{Min: f.Count.Min, Open: true}
	}
	f.Unit = "place"
	if r.search.signature != nil {
		f.Unit = "call that breaks"
		f.Names[Breaks.String()] = f.Count
	}
	reading := r.search.page.Request.Reading(r.search.Files, nil, r.Near)
	reading.Mode = pattern.Identifier.String()
	reading.Notes = append(reading.Notes, r.notes()...)
	return &tool.Answer{Figures: f, Lines: lines, Base: ".", Ledger: &r.Ledger, Reading: reading}
}

// open says what leaves the count open.
func (r *result) open() []string {
	var open []string
	if n := count(r.Places, func(p *Place) bool { return p.Fit == MayBreak }); n > 0 {
		open = append(open, fmt.Sprintf("%s (%s)", grep.Plural(n, "place may break", "places may break"), firstOf(r.Places, func(p *Place) bool { return p.Fit == MayBreak })))
	}
	if spelled, _, _, _ := r.Lookups(); len(spelled) > 0 {
		open = append(open, "a text may spell the name at "+strings.Join(spelled, ", "))
	}
	if r.search.signature != nil && r.Unread > 0 {
		open = append(open, fmt.Sprintf("%s not scanned for calls (%s)", grep.Plural(r.Unread, "match was", "matches were"), r.UnreadAt))
	}
	return open
}

// firstOf names the place of the first place that holds.
func firstOf(places []*Place, holds func(*Place) bool) string {
	at := slices.IndexFunc(places, holds)
	return placeOf(places[at])
}

// count counts the places that hold.
func count(places []*Place, holds func(*Place) bool) int64 {
	n := int64(0)
	for _, p := range places {
		if holds(p) {
			n++
		}
	}
	return n
}

// Set adds to figures how many places there are of each category, of each part and of each fit.
func Set(f *verdict.Figures, places []*Place) {
	n := map[string]int64{}
	for _, p := range places {
		n[p.Kind.String()]++
		for _, name := range figuresOf(p) {
			n[name]++
		}
	}
	for k := source.Text; k <= source.Definition; k++ {
		f.Set(k.String(), float64(n[k.String()]))
	}
	for _, name := range slices.Concat(FigureNames(), FitNames()) {
		f.Set(name, float64(n[name]))
	}
}

// figures are the names of expectations that count the places of a part, as an answer counts them.
var figures = [...]string{"definitions", "overrides", "declarations", "calls", "references", "imports", "re_exports", "strings", "comments", "documents", "texts"}

// FigureNames returns the names of expectations that --impact and --dead have.
func FigureNames() []string { return append(slices.Clone(figures[:]), "bound", "maybe", "tests") }

// FitNames returns the names of expectations that --impact has with a signature.
func FitNames() []string { return []string{Breaks.String(), MayBreak.String(), Fits.String()} }

// figuresOf returns the names of expectations that a place counts for.
func figuresOf(p *Place) []string {
	names := []string{figures[p.Part]}
	add := func(name string, is bool) {
		if is {
			names = append(names, name)
		}
	}
	add(figures[Import], p.Part == ReExport) // a re-export is an import too
	add("bound", p.Part.refers() && !p.Maybe)
	add("maybe", p.Part.Bound() && p.Maybe)
	add("tests", p.InTest())
	add(p.Fit.String(), p.Fit != Unjudged)
	return names
}

// Suggest looks for names like one that has no place, or for those of other owners.
func (r *result) Suggest(ctx context.Context, a *tool.Answer) ([]answer.Finding, error) {
	s := r.search
	return Suggest(ctx, a, r.Found, &s.Search, s.page, "impact")
}

// Suggest returns the names that may have been meant, if nothing defines the symbol; option asks for them.
func Suggest(ctx context.Context, a *tool.Answer, f *Found, s *calls.Search, page *findings.Page, option string) ([]answer.Finding, error) {
	if f.Ledger.Count(ledger.Timeout) > 0 || page.Frame.Quiet || f.Defined > 0 {
		return nil, nil
	}
	owner := s.Chain.Owner()
	var names []similar.Name
	for _, t := range f.Definitions {
		if d := t.Definition; d != nil && !t.Heading && !slices.ContainsFunc(names, func(n similar.Name) bool { return n.Qualname == d.Qualname }) {
			names = append(names, similar.Name{Path: t.Path, Line: t.Line, Column: t.Column, Name: d.Symbol, Qualname: d.Qualname, Kind: d.Kind}.For(owner))
		}
	}
	slices.SortStableFunc(names, func(a, b similar.Name) int {
		return similar.Apart(owner, a.Qualname, a.Path) - similar.Apart(owner, b.Qualname, b.Path)
	})
	names = names[:min(len(names), similar.Most)]
	alike := similar.Search{Files: s.Files, Name: s.Name, Owner: owner}
	var err error
	switch known := len(names)+len(f.Places) > 0; {
	case !known:
		names, err = findings.Similar(ctx, a, alike)
	case owner != "":
		names, err = findings.Owned(ctx, a, alike, names)
	}
	if err != nil {
		return nil, err
	}
	return findings.Suggest(a, names, func(n *similar.Name) string {
		symbol := n.Name
		if owner != "" {
			symbol = n.Qualname
		}
		if _, err := page.Request.CalledSymbol(option, symbol); err != nil {
			return ""
		}
		return page.Request.Refine(request.Calls, s.Files.Roots, []string{"--" + option + "=" + symbol})
	}), nil
}

// Draw returns no graph: Plan refuses the formats that draw one.
func (r *result) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}
