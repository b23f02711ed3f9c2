package dead

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/impact"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// A search is the request whether anything refers to a symbol.
type search struct {
	calls.Search
	symbol string
	page   *findings.Page
}

// Plan checks the request for one symbol and returns its work; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	symbol, err := r.CalledSymbol("dead", r.Dead)
	if err != nil {
		return nil, err
	}
	if r.Condition != "" {
		return nil, opt.Usagef("where", "{where} would leave uses out, and {dead} asks whether there are any; leave it out")
	}
	if err := f.Usually("none"); err != nil {
		return nil, err
	}
	s := &search{symbol: symbol}
	if s.page, err = impact.Prepare(&s.Search, r, f, "dead", symbol, paths); err != nil {
		return nil, err
	}
	return s.page.Job(s), nil
}

// Run searches; see findings.Search.
func (s *search) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	found, err := impact.Find(ctx, &s.Search, true)
	if err != nil {
		return nil, err
	}
	r := &result{Found: found, search: s}
	r.sort()
	if len(r.uses) == 0 {
		if r.reasons, err = r.doubt(ctx); err != nil {
			return nil, err
		}
	}
	if each != nil {
		return r, impact.Each(ctx, &s.Search, r.shown, each)
	}
	from, to := s.Shown(len(r.shown))
	return r, impact.Describe(ctx, &s.Search, r.shown[from:to])
}

// A result is what was found, for an answer.
type result struct {
	*impact.Found
	search  *search
	uses    []*impact.Place // that refer to the symbol
	maybe   []*impact.Place // that may
	shown   []*impact.Place // these, and texts that may spell it
	own     int64           // in its own body
	reasons []string        // for doubt
}

// sort parts the places by what they say of uses.
func (r *result) sort() {
	var texts []*impact.Place
	for _, p := range r.Places {
		switch {
		case p.Part == impact.Definition, p.Part == impact.Declaration, p.Part == impact.Override:
		case p.Part.Bound() && r.isOwn(p):
			r.own++
		case p.Part.Bound() && !p.Maybe:
			r.uses = append(r.uses, p)
		case p.Part.Bound():
			r.maybe = append(r.maybe, p)
		case spells(p):
			texts = append(texts, p)
		}
	}
	r.shown = slices.Concat(r.uses, r.maybe, texts)
}

// isOwn reports whether a place is in the body of a definition of the symbol.
func (r *result) isOwn(p *impact.Place) bool {
	caller := &p.Site.Caller
	return slices.ContainsFunc(r.Places, func(d *impact.Place) bool {
		if d.Part != impact.Definition || d.Path != caller.Path {
			return false
		}
		q := d.Definition.Qualname()
		return caller.Qualname == q || strings.HasPrefix(caller.Qualname, q+".")
	})
}

// spells reports whether a text may be the name for a program: a string that is nothing but names, data, or text that no scanner reads.
func spells(p *impact.Place) bool {
	if p.Part == impact.Text {
		return true
	}
	if p.Part != impact.String {
		return false
	}
	l := lang.Named(p.Language)
	return p.Site.Use.Named || l != nil && l.Data
}

// doubt returns why something may refer to the symbol without a use that is seen.
func (r *result) doubt(ctx context.Context) ([]string, error) {
	var why []string
	add := func(is bool, format string, args ...any) {
		if is {
			why = append(why, fmt.Sprintf(format, args...))
		}
	}
	if len(r.maybe) > 0 {
		add(true, "%s to it (%s)", grep.Plural(int64(len(r.maybe)), "place may refer", "places may refer"), placeOf(r.maybe[0]))
	}
	if texts := r.shown[len(r.uses)+len(r.maybe):]; len(texts) > 0 {
		add(true, "a text is or has its name (%s)", placeOf(texts[0]))
	}
	spelled, computed, first, languages := r.Lookups()
	add(len(spelled) > 0, "a text may spell it when the program runs (%s)", strings.Join(spelled, ", "))
	for _, p := range r.Places {
		if p.Part == impact.Override {
			add(true, "%s (%s)", p.Reason, placeOf(p))
			break
		}
	}
	places := scopeOf(&r.search.Files)
	reachable := false
	items, attribute, err := r.items(ctx)
	if err != nil {
		return nil, err
	}
	add(attribute != "", "%s", attributeDoubt(attribute))
	for _, d := range items {
		for _, text := range append(d.doubts(), places.outside(d), places.unseen(d)) {
			add(text != "" && !slices.Contains(why, text), "%s", text)
		}
		reachable = reachable || d.computable() && slices.ContainsFunc(languages, func(l string) bool { return lang.Related(l, d.language) })
	}
	add(len(items) == 0, "nothing that was read defines it")
	add(computed > 0 && reachable, "%s may use a computed name (%s)", grep.Plural(computed, "file", "files"), first)
	for _, doubt := range r.Doubts[:min(len(r.Doubts), 2)] {
		add(true, "%s", doubt)
	}
	add(r.Unread > 0, "%s not scanned (%s)", grep.Plural(r.Unread, "match was", "matches were"), r.UnreadAt)
	exported, err := r.exported(ctx)
	add(exported != "", "a comment exports it (%s)", exported)
	return why, err
}

// exported returns the place of a comment of Go that makes a function known outside of Go, "" if there is none.
func (r *result) exported(ctx context.Context) (string, error) {
	var comments []*impact.Place
	for _, p := range r.Places {
		if p.Part == impact.Comment && p.Language == "go" {
			comments = append(comments, p)
		}
	}
	if err := impact.Describe(ctx, &r.search.Search, comments); err != nil {
		return "", err
	}
	for _, p := range comments {
		if text := strings.TrimSpace(p.Text); strings.HasPrefix(text, "//export ") || strings.HasPrefix(text, "//go:linkname ") {
			return placeOf(p), nil
		}
	}
	return "", nil
}

func placeOf(p *impact.Place) string { return fmt.Sprintf("%s:%d", p.Path, p.Line) }

// itemOf returns what a definition says of itself.
func itemOf(t *resolve.Definition) *item {
	d := &item{
		name: t.Word, path: t.Path, language: t.Language, owner: t.Owner, pkg: t.Package, bases: t.Bases, public: t.Public, role: t.Role,
		nested: t.Nested, loose: t.Loose || t.ForTrait, kind: source.Variable,
	}
	if in := t.Match.Definition; in != nil {
		d.kind, d.signature, d.visibility = in.Kind, in.Signature, in.Visibility
		d.decorators = in.Decorators
	}
	if t.Class {
		d.bases = nil
	}
	return d
}

// Totals returns the figures for pages and the summary.
func (r *result) Totals() findings.Totals {
	_, files := impact.Lines(r.shown)
	return findings.Totals{Ledger: &r.Ledger, Tree: &r.Tree, Matches: int64(len(r.shown)), Files: files, Groups: len(r.shown)}
}

// Answer returns the figures and how the request was read.
func (r *result) Answer() *tool.Answer {
	lines, files := impact.Lines(r.uses)
	f := request.Figures(int64(len(r.uses)), files, lines, &r.Ledger)
	impact.Set(&f, r.Places)
	if len(r.reasons) > 0 && f.Cut == "" {
		f.Cut, f.Whole = strings.Join(r.reasons, "; "), true
		f.Count = verdict.Bound{Min: f.Count.Min, Open: true}
	}
	f.Unit = "use"
	reading := r.search.page.Request.Reading(r.search.Files, nil, r.Near)
	reading.Mode = pattern.Identifier.String()
	reading.Notes = append(reading.Notes, r.notes()...)
	return &tool.Answer{Figures: f, Lines: lines, Base: ".", Ledger: &r.Ledger, Reading: reading}
}

// notes says what was left out, and why.
func (r *result) notes() []string {
	notes := impact.Notes(r.Found, r.search.symbol)
	if r.own > 0 {
		notes = append(notes, fmt.Sprintf("%s in its own body left out", grep.Plural(r.own, "use", "uses")))
	}
	return notes
}

// Suggest looks for names like one that nothing defines.
func (r *result) Suggest(ctx context.Context, a *tool.Answer) ([]answer.Finding, error) {
	s := r.search
	return impact.Suggest(ctx, a, r.Found, &s.Search, s.page, "dead")
}

// Draw returns no graph: Plan refuses the formats that draw one.
func (r *result) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}

// Report returns the whole answer; see findings.Result.
func (r *result) Report(_ context.Context, sum answer.Summary, suggested []answer.Finding) (*answer.Answer, error) {
	s := r.search
	sum.Query, sum.Mode, sum.Notes = s.symbol, pattern.Identifier.String(), r.notes()
	a := answer.New(sum)
	a.ShowNone()
	from, to := s.Shown(len(r.shown))
	a.Summary.Returned = int64(to - from)
	a.KeyFindings = append([]answer.Finding{impact.Line(r.verdict())}, impact.Defined(r.Found, s.symbol)...)
	a.KeyFindings = append(a.KeyFindings, suggested...)
	var rows []answer.Finding
	in := map[string]int64{}
	for _, p := range r.shown {
		in[p.Path]++
	}
	for i, p := range r.shown[from:to] {
		rows = append(rows, impact.Row(p, from+i+1, s.Name, fmt.Sprintf("%s (%s)", p.Path, grep.Plural(in[p.Path], "use", "uses"))))
	}
	a.Add(answer.TitleTop, rows)
	a.Add(answer.TitleKinds, impact.Kinds(r.Places))
	a.Add(answer.TitleHazards, r.hazards())
	a.Add(answer.TitleLimits, impact.Limits(r.Found))
	return a, nil
}

// verdict says in one line whether anything refers to the symbol.
func (r *result) verdict() string {
	symbol := r.search.symbol
	var first []string
	for _, p := range r.uses[:min(len(r.uses), 3)] {
		first = append(first, placeOf(p))
	}
	switch n := int64(len(r.uses)); {
	case n > 0:
		return fmt.Sprintf("%s to %s: %s", grep.Plural(n, "place refers", "places refer"), symbol, strings.Join(first, ", "))
	case r.Defined == 0:
		return fmt.Sprintf("whether %s is dead is not known: nothing that was read defines it", symbol)
	case r.Ledger.Cut():
		return fmt.Sprintf("nothing refers to %s in what was read; the search was cut, so something may", symbol)
	case len(r.reasons) > 0:
		return fmt.Sprintf("nothing refers to %s for certain; something may", symbol) // Hazards says why
	}
	return fmt.Sprintf("nothing refers to %s, and nothing can spell its name", symbol)
}

// hazards says one by one why something may refer to the symbol.
func (r *result) hazards() []answer.Finding {
	var all []answer.Finding
	for _, why := range r.reasons {
		all = append(all, answer.Finding{
			Category: "hazard", Message: why, Severity: "warning",
			Details: answer.Details{Kind: "smart_search.hazard", Impact: answer.Med, Confidence: answer.Med, Data: answer.HazardData{Kind: "unknown", Why: why}},
		})
	}
	return all
}
