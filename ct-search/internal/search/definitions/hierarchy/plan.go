package hierarchy

import (
	"context"
	"fmt"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
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

// usualItems is how many implementations a page shows at most.
const usualItems = 40

// A symbolSearch is the request for the implementations of a symbol.
type symbolSearch struct {
	Search
	window findings.Window
	page   *findings.Page
}

// Plan checks the request and returns its work; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	symbol, err := r.CalledSymbol("impl", r.Impl)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"entity", "symbol", "outline", "public", "match", "sizes", "declarations", "literal-imports", "expand", "where"} {
		if given := r.Table.Given(name); len(given) > 0 {
			return nil, opt.Usagef(name, "{"+name+"} is not for {impl}; leave one of them out")
		}
	}
	if request.Draws(f) {
		return nil, opt.Usagef("format", "{format} %s draws the graph of {calls}, or of {entity} with {expand}", f.Format)
	}
	s := &symbolSearch{Search: Search{Symbol: symbol, Here: findings.Folders(), Levels: int(r.Depth)}}
	if s.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if s.page, err = findings.New(f, r, &s.Files); err != nil {
		return nil, err
	}
	s.page.Usually(usualItems)
	s.window = s.page.Window
	return s.page.Job(s), nil
}

// Run searches; see findings.Search.
func (s *symbolSearch) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	found, err := s.Search.Run(ctx)
	r := &result{Found: found, search: s}
	if ctx.Err() != nil {
		found.Ledger.Skip(ledger.Timeout, "", "")
		return r, nil //nolint:nilerr // what the time allowed is the answer, and the ledger says that it is cut
	}
	if err == nil {
		r.tree, r.files, err = s.tree(ctx, found.Items)
	}
	if err != nil {
		return nil, err
	}
	shown := found.Items
	if each == nil {
		from, to := s.window.Shown(len(shown))
		shown = shown[from:to]
	}
	err = s.Describe(ctx, shown, s.window.Before, s.window.After, func(i *Implementation) bool {
		i.Definition.Heir = i.heir()
		return each == nil || each(&i.Match)
	})
	return r, err
}

// heir returns how an implementation implements what was asked for.
func (i *Implementation) heir() *occurrence.Heir {
	h := &occurrence.Heir{Relation: i.Relation, Base: i.Base, Level: i.Level, Confidence: i.Confidence.Confidence(), Reason: i.Reason, Pointer: i.Pointer}
	if r := i.Of; r != nil {
		h.Of = &occurrence.Bound{Path: r.Path, Qualname: r.Name(), Line: r.Line}
	}
	return h
}

// Name returns the qualified name of a definition.
func (r *Root) Name() string {
	if r.Method != "" {
		return r.Qualname + "." + r.Method
	}
	return r.Qualname
}

// A result is what was found, for an answer.
type result struct {
	*Found
	search *symbolSearch
	tree   cursor.Tree
	files  int64
}

// Totals returns what pages and the summary are made of.
func (r *result) Totals() findings.Totals {
	return findings.Totals{Ledger: &r.Ledger, Tree: &r.tree, Matches: int64(len(r.Items)), Files: r.files, Groups: len(r.Items)}
}

// Answer returns the figures and how the request was read. What only agrees in name leaves the count open.
func (r *result) Answer() *tool.Answer {
	f := request.Figures(r.Sure(), r.files, r.Sure(), &r.Ledger)
	if why := r.open(); why != "" && f.Cut == "" {
		f.Cut, f.Whole = why, true
		f.Count = verdict.Bound{Min: f.Count.Min, Open: true}
	}
	occurrence.SetCategories(&f, map[string]int64{source.Definition.String(): r.Sure()})
	request.SetConfidences(&f, r.Tiers)
	reading := r.search.page.Request.Reading(r.search.Files, nil, 0)
	reading.Mode, reading.Case, reading.Near = pattern.Identifier.String(), "sensitive", nil
	reading.Notes = append(reading.Notes, r.notes()...)
	a := &tool.Answer{Figures: f, Lines: r.Sure(), Base: ".", Ledger: &r.Ledger, Reading: reading}
	if len(r.Items) == 0 { // else it is a note
		a.Hint = r.hint()
	}
	return a
}

// Suggest looks for what may have been meant, if nothing in the tree is the symbol.
func (r *result) Suggest(ctx context.Context, a *tool.Answer) ([]answer.Finding, error) {
	s := r.search
	if r.Ledger.Count(ledger.Timeout) > 0 || !s.page.Frame.WantsHints() || len(r.Items) > 0 {
		return nil, nil
	}
	var names []similar.Name
	switch {
	case len(r.Roots) > 0:
		return nil, nil
	case len(r.Others) > 0:
		names = r.otherNames()
	default:
		var err error
		owner := s.chain.Owner()
		wanted := func(k source.Symbol) bool {
			return k >= source.Class && k <= source.Type && k != source.Extension || owner != "" && (k == source.Method || k == source.Function)
		}
		if names, err = findings.Similar(ctx, a, similar.Search{Files: s.Files, Name: s.name, Owner: owner, Wanted: wanted}); err != nil {
			return nil, err
		}
	}
	return findings.Suggest(a, names, func(n *similar.Name) string {
		if qualname.Is(n.Qualname) {
			return s.implOf(n.Qualname)
		}
		return s.implOf(n.Name)
	}), nil
}

// otherNames returns the methods of the name, each with its type, that may have been meant.
func (r *result) otherNames() []similar.Name {
	var names []similar.Name
	for _, o := range r.Others {
		if o.Method != "" && len(names) < similar.Most {
			names = append(names, similar.Name{Path: o.Path, Line: o.Line, Column: 1, Name: o.Method, Qualname: o.Name(), Kind: source.Method})
		}
	}
	return names
}

// implOf returns the command that asks for the implementations of another symbol.
func (s *symbolSearch) implOf(symbol string) string {
	if _, err := s.page.Request.CalledSymbol("impl", symbol); err != nil {
		return ""
	}
	return s.page.Request.Refine(request.Definitions, s.Files.Roots, []string{"--impl=" + symbol})
}

// Draw draws nothing: no graph of implementations is offered.
func (r *result) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, fmt.Errorf("implementations of %s are not drawn", r.search.Symbol)
}

// hint says that nothing defines the symbol, or that it is none that can be implemented.
func (r *result) hint() string {
	switch {
	case len(r.Roots) > 0 || r.Ledger.Cut():
		return ""
	case len(r.Others) > 0:
		o := r.Others[0]
		return fmt.Sprintf("%s is a %s (%s:%d), which nothing implements: for its calls use --calls", r.search.Symbol, o.Kind, o.Path, o.Line)
	}
	return "nothing here defines " + r.search.Symbol
}

// notes says what was left out, and why.
func (r *result) notes() []string {
	var notes []string
	if n := r.Left; n > 0 {
		name := r.search.name
		if len(r.Roots) > 0 && r.Roots[0].Method != "" {
			name = lastName(r.Roots[0].Qualname)
		}
		notes = append(notes, fmt.Sprintf("%s of another %s left out%s", grep.Plural(n, "type", "types"), name, counted(r.Whose)))
	}
	unlike := int64(0)
	for _, n := range r.Unlike {
		unlike += n
	}
	if unlike > 0 {
		notes = append(notes, fmt.Sprintf("%s left out for a method with another signature%s", grep.Plural(unlike, "type", "types"), counted(r.Unlike)))
	}
	if r.Apart > 0 {
		notes = append(notes, fmt.Sprintf("%s left out with other parameters than %s", grep.Plural(r.Apart, "method", "methods"), r.search.Symbol))
	}
	if hint := r.hint(); hint != "" && len(r.Items) > 0 {
		notes = append(notes, hint)
	}
	return append(notes, r.Notes...)
}
