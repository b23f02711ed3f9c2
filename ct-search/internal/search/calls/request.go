package calls

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/publicity"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/similar"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// A symbolSearch is the request for the calls of a symbol.
type symbolSearch struct {
	Search
	symbol string
	page   *findings.Page
}

// Plan checks the request and returns its work; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	if r.Calls == "" {
		return nil, opt.Usagef("calls", "the symbol is missing: give {calls} or {tests}")
	}
	symbol, err := r.CalledSymbol("calls", r.Calls)
	if err != nil {
		return nil, err
	}
	s := &symbolSearch{symbol: symbol}
	if s.page, err = s.Prepare(r, f, "calls", symbol, paths); err != nil {
		return nil, err
	}
	s.Depth, s.Nodes = int(max(r.Depth, 1)), UsualNodes
	switch {
	case f.Format == request.FormatLines:
		s.Limit, s.Offset = 0, 0 // texts are read for each match by itself
	case request.Draws(f):
		s.Depth = max(s.Depth, 2)
	}
	job := s.page.Job(s)
	if !s.page.Streams() && s.Depth == 1 && r.Matcher == "" { // which are of one tree
		job.Parts = s.parts()
	}
	if r.Matcher != "" {
		if s.Depth > 1 {
			return nil, opt.Usagef("matcher", "{depth}, and {format} dot and mermaid, follow callers without a matcher; leave {matcher} out")
		}
		s.Session, err = matchers.Session(r, f, job, s.Name)
	}
	return job, err
}

// Prepare makes s the search for a symbol that an option asks for, and returns the page that shows what it finds.
func (s *Search) Prepare(r *request.Request, f *tool.Frame, option, symbol string, paths []string) (*findings.Page, error) {
	var err error
	if s.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if s.Areas, err = r.Areas(s.Files); err != nil {
		return nil, err
	}
	page, err := findings.New(f, r, &s.Files)
	if err != nil {
		return nil, err
	}
	s.crates = publicity.NewCrates(s.Files.View())
	s.Window, s.Binary, s.Strict = page.Window, r.Binary(), r.Strict
	if err = s.For(symbol); err != nil {
		return nil, opt.Usagef(option, "{"+option+"}: %v", err)
	}
	return page, nil
}

// For makes s, whose Files are set, search for the calls of a symbol, which is one that request.CalledSymbol returned.
func (s *Search) For(symbol string) error {
	here := findings.Folders()
	s.Folder, s.Depth, s.Nodes = path.Base(strings.Join(here, "/")), 1, UsualNodes
	s.Chain, s.Name = occurrence.NewChain(symbol, here, s.Files.View())
	p, err := pattern.Compile(s.Name, pattern.Options{Mode: pattern.Identifier})
	if err == nil {
		s.Matcher, err = match.New(p)
		s.encoded = grep.Encoded(p)
	}
	return err
}

// textsAtOnce is how many calls have their texts in memory at once, if each is handed on.
const textsAtOnce = 5000

// Run searches; see findings.Search.
func (s *symbolSearch) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	found, err := s.Search.Run(ctx)
	if err != nil {
		return nil, err
	}
	if each == nil {
		return &result{Found: found, search: s}, nil
	}
	sites := slices.Clone(found.Sites)
	slices.SortStableFunc(sites, InOrder)
	for part := range slices.Chunk(sites, textsAtOnce) {
		if err := s.Describe(ctx, part); err != nil {
			return nil, err
		}
		for _, site := range part {
			if m := site.Bound(); !each(&m) {
				return &result{Found: found, search: s}, nil
			}
			site.Match = occurrence.Match{}
		}
	}
	return &result{Found: found, search: s}, nil
}

// A result is what was found, for an answer.
type result struct {
	*Found
	search  *symbolSearch
	inParts bool // in many trees, which are not searched once more
}

// Totals returns what pages and the summary are made of.
func (r *result) Totals() findings.Totals {
	return findings.Totals{Ledger: &r.Ledger, Tree: &r.Tree, Matches: r.Calls, Files: r.Files, Groups: r.report().Shown()}
}

// Answer returns the figures and how the request was read.
func (r *result) Answer() *tool.Answer {
	f := request.Figures(r.Calls, r.Files, r.Lines, &r.Ledger)
	open := r.Open(r.search.Strict)
	if len(open) > 0 && f.Cut == "" {
		f.Cut = strings.Join(open, "; ")
		f.Whole = true
		f.Count = verdict.Bound{Min: f.Count.Min, Open: true}
	}
	r.Categorize(&f)
	request.SetConfidences(&f, r.Tiers)
	f.Set(figureBound, float64(r.Tiers[resolve.High]))
	f.Set(figureUnresolved, float64(r.Tiers[resolve.Unresolved]))
	reading := r.search.page.Request.Reading(r.search.Files, nil, r.Near)
	reading.Mode = pattern.Identifier.String()
	reading.Notes = append(reading.Notes, r.notes()...)
	a := &tool.Answer{Figures: f, Lines: r.Lines, Base: ".", Ledger: &r.Ledger, Reading: reading, Hint: r.hint()}
	if b := r.search.binder; b != nil && matchers.IsBare(r.search.page.Frame) {
		a.Aside = matchers.Aside(b.Notes.Texts())
	}
	grep.NoteEncoded(a, r.search.encoded)
	return a
}

// The names of expectations for the high and the low calls, as the answer names them.
const figureBound, figureUnresolved = "bound", "unresolved"

// FigureNames returns the names of expectations that only --calls has.
func FigureNames() []string { return []string{figureBound, figureUnresolved} }

// Open returns why the calls that were found may not be all, beside what the ledger says; strict is that of the search.
func (r *Found) Open(strict bool) []string {
	var open []string
	if r.Unread > 0 {
		open = append(open, fmt.Sprintf("%s not scanned for calls (%s)", grep.Plural(r.Unread, "match was", "matches were"), r.UnreadAt))
	}
	if why := r.Texts.decide(strict); why != "" {
		open = append(open, why)
	}
	return open
}

// hint returns what the reason adds: that nothing defines the symbol, and which files may call it by a computed name.
func (r *result) hint() string {
	var all []string
	if text := r.Undefined(r.search.symbol); text != "" {
		all = append(all, text)
	}
	if l := &r.Texts; l.Computed > 0 && !r.search.Strict && (r.Calls == 0 || r.search.page.Frame.ExpectsBound()) {
		all = append(all, l.counted())
	}
	return strings.Join(all, "; ")
}

// histogram says in brackets which types have the most of some calls.
func histogram(whose map[string]int64) string {
	names := slices.SortedFunc(maps.Keys(whose), func(a, b string) int { return cmp.Or(cmp.Compare(whose[b], whose[a]), cmp.Compare(a, b)) })
	var all []string
	for _, name := range names[:min(len(names), mostWhose)] {
		of := "of " + budget.EscapeName(name)
		if name == "" {
			of = "outside of the tree"
		}
		all = append(all, fmt.Sprintf("%d %s", whose[name], of))
	}
	if more := len(names) - len(all); more > 0 {
		all = append(all, grep.Plural(int64(more), "more type", "more types"))
	}
	return " (" + strings.Join(all, ", ") + ")"
}

// mostWhose is how many types a note counts calls of.
const mostWhose = 4

// notes says what was left out, and why.
func (r *result) notes() []string {
	var notes []string
	if n := r.Elsewhere; n > 0 {
		notes = append(notes, fmt.Sprintf("%s of another %s left out%s: what they mean is seen, and it is not %s", grep.Plural(n, "call", "calls"), r.search.Name, histogram(r.Whose), r.search.symbol))
	}
	if n := r.Dropped; n > 0 {
		notes = append(notes, fmt.Sprintf("%d left out by %s", n, r.search.page.Request.LeftOutBy()))
	}
	if r.Near > 0 {
		notes = append(notes, fmt.Sprintf("%d more inside longer words", r.Near))
	}
	if g := r.Graph; g != nil && g.Unfollowed > 0 {
		notes = append(notes, grep.Plural(g.Unfollowed, "call", "calls")+" unresolved, not in the graph")
	}
	if text := r.search.around.note(); text != "" {
		notes = append(notes, text)
	}
	notes = append(notes, r.Headers()...)
	if b := r.search.binder; b != nil {
		notes = append(append(notes, strings.TrimSpace("matcher "+b.session.Description.Name+" "+b.session.Description.Version)), b.Notes.Texts()...)
	}
	return notes
}

// Suggest looks for what may have been meant, if a name is neither called nor
// defined, or is defined only in another class or module than the symbol says.
func (r *result) Suggest(ctx context.Context, a *tool.Answer) ([]answer.Finding, error) {
	s := r.search
	if r.inParts || r.Ledger.Count(ledger.Timeout) > 0 || !s.page.Frame.WantsHints() {
		return nil, nil
	}
	owner := s.Chain.Owner()
	var names []similar.Name
	var err error
	switch {
	case len(r.Sites) == 0 && r.Dropped > 0:
		a.Reading.Add(tool.Alternative{Label: "without " + s.page.Request.LeftOutBy(), Count: r.Dropped, AtLeast: r.Ledger.Cut(), Command: s.callsOf(s.symbol, request.LeavingOut()...)})
	case len(r.Definitions) > 0:
		if others := r.OtherOwners(owner); len(others) > 0 {
			names, err = findings.Owned(ctx, a, r.alike(owner), others)
		}
	case (len(r.Sites) > 0 || r.Unread > 0) && owner == "" || r.Tiers[resolve.High]+r.Tiers[resolve.Med] > 0:
	default:
		names, err = r.near(ctx, a, owner)
	}
	if err != nil {
		return nil, err
	}
	return findings.Suggest(a, names, func(n *similar.Name) string {
		if owner != "" && strings.Contains(n.Qualname, ".") && qualname.Is(n.Qualname) {
			return s.callsOf(n.Qualname, "where")
		}
		return s.callsOf(n.Dotted(), "where")
	}), nil
}

// near returns the names similar to a symbol that nothing defines: what something calls, and what a similar owner has. If
// there are calls of the name, it is the latter alone.
func (r *result) near(ctx context.Context, a *tool.Answer, owner string) ([]similar.Name, error) {
	if len(r.Sites) > 0 || r.Unread > 0 {
		return findings.Owned(ctx, a, r.alike(owner), nil)
	}
	return findings.Similar(ctx, a, r.alike(owner))
}

// alike is the search for names similar to the symbol.
func (r *result) alike(owner string) similar.Search {
	callable := func(k source.Symbol) bool {
		return k == source.Function || k == source.Method || k == source.Class || k == source.Macro
	}
	return similar.Search{Files: r.search.around.files(r.search.Files), Name: r.search.Name, Owner: owner, Called: owner == "", Wanted: callable}
}

// OtherOwners returns the definitions of the last name of a dotted symbol, those of the most similar owner first, if
// the symbol means none of them and no call is bound.
func (r *Found) OtherOwners(owner string) []similar.Name {
	if owner == "" || r.Tiers[resolve.High]+r.Tiers[resolve.Med] > 0 || slices.ContainsFunc(r.Definitions, func(t *resolve.Definition) bool { return t.Wanted }) {
		return nil
	}
	var names []similar.Name
	for _, t := range r.Definitions {
		if d := t.Definition; d != nil && !slices.ContainsFunc(names, func(n similar.Name) bool { return n.Qualname == d.Qualname }) {
			names = append(names, similar.Name{Path: t.Path, Line: t.Line, Column: t.Column, Name: d.Symbol, Qualname: d.Qualname, Kind: d.Kind}.For(owner))
		}
	}
	slices.SortStableFunc(names, func(a, b similar.Name) int {
		return cmp.Compare(similar.Apart(owner, a.Qualname, a.Path), similar.Apart(owner, b.Qualname, b.Path))
	})
	return names[:min(len(names), similar.Most)]
}

// Report returns the whole answer; see findings.Result.
func (r *result) Report(_ context.Context, sum answer.Summary, suggested []answer.Finding) (*answer.Answer, error) {
	report := r.report()
	report.Summary = sum
	if r.search.binder != nil {
		report.Summary.ScanMethod = "hybrid"
	}
	report.Summary.Query, report.Summary.Mode, report.Summary.Notes = r.search.symbol, pattern.Identifier.String(), r.notes()
	whole := report.Answer()
	whole.KeyFindings = append(whole.KeyFindings, suggested...)
	return whole, nil
}

func (r *result) report() *Report {
	s := r.search
	var without []string
	if r.Calls == 0 { // what follows would be left out too
		without = []string{"where"}
	}
	deeper := ""
	if !r.inParts {
		deeper = s.page.Request.Refine(request.Calls, s.Files.Roots, []string{"--depth=2"}, append(without, "matcher")...)
	}
	return &Report{
		LeftOutBy: s.page.Request.LeftOutBy(),
		Where:     s.around.where(), Symbol: s.symbol, Pattern: s.Name, Strings: s.page.Request.Strings, Found: r.Found, Limit: s.Limit, Offset: s.Offset,
		Refine: func(options ...string) string {
			return s.page.Request.Refine(request.Calls, s.Files.Roots, options, without...)
		},
		Calls:  func(symbol string) string { return s.callsOf(symbol) },
		Show:   s.page.Show,
		Deeper: deeper,
		Ask: func(name string) string {
			return s.page.Request.Refine(request.Query, append([]string{name}, s.Files.Roots...), nil, without...)
		},
	}
}

// Draw returns the graph of callers.
func (r *result) Draw(_ context.Context, d *findings.Drawing) (string, []string, error) {
	return r.DrawGraph(d, r.search.symbol, r.Limits(), r.notes())
}

// callsOf returns the command that asks for the calls of another symbol in the same
// files, without some options, "" if it is not one that --calls takes.
func (s *symbolSearch) callsOf(symbol string, without ...string) string {
	if _, err := s.page.Request.CalledSymbol("calls", symbol); err != nil {
		return ""
	}
	return s.page.Request.Refine(request.Calls, s.Files.Roots, []string{"--calls=" + symbol}, without...)
}
