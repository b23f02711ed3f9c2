package definitions

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions/hierarchy"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/qlang"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/similar"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/tool"
)

// Plan checks the request and returns its work; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	if r.Impl != "" {
		return hierarchy.Plan(r, f, paths)
	}
	kind, err := kindOf(r)
	if err != nil {
		return nil, err
	}
	s := &Search{Kind: kind, Symbol: r.Symbol, Here: findings.Folders(), Binary: r.Binary(), public: r.Public}
	if err := s.planOutline(r, paths); err != nil {
		return nil, err
	}
	if s.expansion, err = expansion(r, f, kind); err != nil {
		return nil, err
	}
	if err := allowed(r, kind); err != nil {
		return nil, err
	}
	s.declared = r.Declared || r.Outline
	if !r.Outline && kind != Import && kind != Module {
		s.Symbol = r.PlainSymbol(r.Symbol)
	}
	if s.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if s.expansion != (qlang.Expansion{}) {
		if s.areas, err = r.Areas(s.Files); err != nil {
			return nil, err
		}
	}
	if err := s.prepare(r); err != nil {
		return nil, refused(r, "symbol", err)
	}
	if s.page, err = findings.New(f, r, &s.Files); err != nil {
		return nil, err
	}
	if s.outline != nil {
		s.page.Usually(usualOutline)
	}
	s.Window = s.page.Window
	job := s.page.Job(s)
	if !s.page.Streams() && s.expansion == (qlang.Expansion{}) { // which are of one tree
		job.Parts = s.parts()
	}
	return job, nil
}

// kindOf returns the kind, or the kinds, that the request asks for; "" for an outline of all.
func kindOf(r *request.Request) (Kind, error) {
	switch {
	case r.Entity != "":
		kind, err := parseKinds(r.Entity)
		if err != nil {
			return "", refused(r, "entity", err)
		}
		return kind, nil
	case r.Outline:
		return "", nil
	case r.Symbol != "":
		return "", opt.Usagef("entity", "{symbol} needs {entity} KIND, which says what to find: %s", strings.Join(Kinds(), " "))
	}
	return "", opt.Usagef("entity", "{entity} is missing; it says what to find: %s", strings.Join(Kinds(), " "))
}

// allowed returns an error about an option that does not go with the kind.
func allowed(r *request.Request, kind Kind) error {
	switch {
	case r.LiteralImports && (kind != Import || r.Symbol == ""):
		return opt.Usagef("literal-imports", "{literal-imports} is for {entity} import with a {symbol}; leave it out")
	case r.Declared && !kind.holds(source.Function):
		return opt.Usagef("declarations", "{declarations} is for {entity} function; leave it out")
	case r.Public && kind.alone():
		return opt.Usagef("public", "{public} is for definitions, not for {entity} %s; leave it out", kind)
	}
	return nil
}

// planOutline reads what --outline asks for.
func (s *Search) planOutline(r *request.Request, paths []string) (err error) {
	if s.outline, err = newOutline(r, paths); err != nil || s.outline == nil {
		return err
	}
	switch {
	case s.Kind.alone():
		return opt.Usagef("entity", "{entity} %s has no outline; leave {outline} out", s.Kind)
	case r.Symbol != "":
		return opt.Usagef("symbol", "{symbol} is not for {outline}; use {match} REGEX, or leave {outline} out")
	case len(r.Expand) > 0:
		return opt.Usagef("expand", "{expand} is not for {outline}; leave one of them out")
	case r.Match != "":
		if _, err := regexp.Compile(r.Match); err != nil {
			return opt.Usagef("match", "{match}: %v", err)
		}
		s.Symbol = "~" + r.Match
	}
	return nil
}

// refused returns err as one about an option, or about --q if that was given.
func refused(r *request.Request, option string, err error) error {
	if r.Q != "" {
		option = "q"
	}
	return opt.Usagef(option, "{"+option+"}: %v", err)
}

// Totals returns the figures for pages and the summary.
func (r *Found) Totals() findings.Totals {
	return findings.Totals{Ledger: &r.Ledger, Tree: &r.Tree, Matches: r.Matches, Files: r.Files, Groups: len(r.Groups)}
}

// Answer returns the figures and how the request was read.
func (r *Found) Answer() *tool.Answer {
	s := r.search
	reading := s.page.Request.Reading(s.Files, nil, 0)
	reading.Mode, reading.Case, reading.Near = s.mode(), "sensitive", nil
	reading.Notes = append(reading.Notes, r.notes()...)
	f := request.Figures(r.Matches, r.Files, r.Lines, &r.Ledger)
	if unknown := r.unknown(); unknown != "" && f.Cut == "" {
		f.Cut, f.Whole = unknown, true
		f.Count.Open = true
	}
	occurrence.SetCategories(&f, r.Counts)
	return &tool.Answer{Figures: f, Lines: r.Lines, Base: ".", Ledger: &r.Ledger, Reading: reading}
}

// mode returns how the symbol was read.
func (s *Search) mode() string {
	switch {
	case strings.HasPrefix(s.Symbol, "~"):
		return "regex"
	case s.Symbol == "":
		return "structural"
	}
	return "identifier"
}

// notes says what was left out.
func (r *Found) notes() []string {
	var notes []string
	if r.Dropped > 0 {
		notes = append(notes, fmt.Sprintf("%d left out by %s", r.Dropped, r.search.page.Request.LeftOutBy()))
	}
	if o := r.search.outline; o != nil && o.note() != "" {
		notes = append(notes, o.note())
	}
	if s := r.search; r.Matches == 0 && s.Kind == Import && s.target == nil && strings.Contains(s.Symbol, "/") && filepath.IsLocal(s.Symbol) && languages.Of(s.Symbol, nil) != nil {
		notes = append(notes, "there is no file "+budget.EscapeName(s.Symbol))
	}
	if why := r.Unknown.imports(); why != "" && r.search.page.Request.LiteralImports {
		notes = append(notes, why+", which counts as another")
	}
	return append(notes, r.Headers()...)
}

// unknown says what leaves the count open.
func (r *Found) unknown() string {
	why := []string{r.Unknown.imports(), r.Unknown.files(r.search.matcher != nil), r.Unknown.exports()}
	if r.search.page.Request.LiteralImports {
		why[0] = ""
	}
	return strings.Join(slices.DeleteFunc(why, func(w string) bool { return w == "" }), "; ")
}

// Suggest looks for similar names, if no definition was found.
func (r *Found) Suggest(ctx context.Context, a *tool.Answer) ([]answer.Finding, error) {
	s := r.search
	switch {
	case r.Matches > 0 || r.Ledger.Count(ledger.Timeout) > 0:
		return nil, nil
	case r.Dropped > 0:
		a.Reading.Add(tool.Alternative{Label: "without " + s.page.Request.LeftOutBy(), Count: r.Dropped, Command: s.refine(nil, request.LeavingOut()...)})
		return nil, nil
	case r.Declared > 0:
		a.Reading.Add(tool.Alternative{Label: "declared and defined elsewhere", Count: r.Declared, Command: s.refine([]string{"--declarations"})})
		return nil, nil
	case !s.page.Frame.WantsHints() || !s.named():
		return nil, nil
	}
	names := r.otherKinds()
	if len(names) == 0 && !r.inParts {
		var err error
		if names, err = findings.Similar(ctx, a, similar.Search{Files: s.Files, Name: s.name, Owner: s.chain.Owner(), Wanted: s.holds}); err != nil {
			return nil, err
		}
	}
	return findings.Suggest(a, names, func(n *similar.Name) string {
		return s.refine([]string{"--entity=" + n.Kind.String(), "--symbol=" + n.Dotted()}, "where")
	}), nil
}

// refine returns the command of this search with options in place of those given, and without some.
func (s *Search) refine(options []string, without ...string) string {
	return s.page.Request.Refine(request.Definitions, s.Files.Roots, options, without...)
}

// otherKinds returns the definitions of the name that are of another kind, one for each kind.
func (r *Found) otherKinds() []similar.Name {
	var names []similar.Name
	known := map[source.Symbol]bool{}
	for i := range r.Others {
		m := &r.Others[i]
		if d := m.Definition; !known[d.Kind] {
			known[d.Kind] = true
			names = append(names, similar.Name{Path: m.Path, Line: m.Line, Column: m.Column, Name: d.Symbol, Qualname: d.Qualname, Kind: d.Kind})
		}
	}
	return names
}

// callable reports whether definitions of a kind are called.
func callable(kind string) bool {
	return kind == "function" || kind == "method" || kind == "class" || kind == "macro"
}

// expansion parses --expand.
func expansion(r *request.Request, f *tool.Frame, kind Kind) (qlang.Expansion, error) {
	e, err := qlang.ParseExpand(r.Expand)
	switch none := (e == qlang.Expansion{}); {
	case err != nil:
		return e, opt.Usagef("expand", "{expand}: %v", err)
	case none && request.Draws(f):
		return e, opt.Usagef("format", "{format} %s draws the graph of {calls}, or of {entity} with {expand}", f.Format)
	case none:
	case !kind.all(callable):
		return e, opt.Usagef("expand", "{expand} applies only to what can be called: function, method, class, macro; not to %s", kind)
	}
	return e, nil
}
