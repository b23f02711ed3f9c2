package search

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	entity "github.com/ct-tools/ct/ct-search/internal/search/definitions"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	ask "github.com/ct-tools/ct/ct-search/internal/search/qlang"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// An entities is the door to definitions, imports and modules.
type entities struct {
	*telling
	search    entity.Search
	expansion ask.Expansion
}

// planEntities checks the request of --entity.
func (r *request) planEntities(f *tool.Frame, paths []string) (*tool.Job, error) {
	if err := r.onlyEntities(); err != nil {
		return nil, err
	}
	kind, err := entity.ParseKind(r.entity)
	if err != nil {
		return nil, r.refused("entity", err)
	}
	if kind == entity.Callsite {
		return r.planCallsites(f, paths)
	}
	s := &entities{search: entity.Search{Kind: kind, Symbol: r.symbol, Here: foldersDown()}}
	if s.expansion, err = r.expansion(f, kind); err != nil {
		return nil, err
	}
	if kind != entity.Import && kind != entity.Module {
		s.search.Symbol = plainSymbol(r.symbol)
	}
	if s.search.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if err := s.search.Prepare(); err != nil {
		return nil, r.refused("symbol", err)
	}
	if s.telling, err = newTelling(f, r, s.search.Files.Roots); err != nil {
		return nil, err
	}
	s.search.Where, s.search.Before, s.search.After, s.search.Limit, s.search.Offset = s.where, s.before, s.after, s.limit, s.offset
	if f.Format == formatLines {
		return s.job(tool.Job{Run: s.stream}), nil
	}
	return s.job(tool.Job{Run: s.run}), nil
}

// refused gives err as one about an option, or about --q, which says the same.
func (r *request) refused(option string, err error) error {
	if r.q != "" {
		option = "q"
	}
	return opt.Usagef(option, "--%s: %v", option, err)
}

// planCallsites takes --entity callsite for the --calls that it means.
func (r *request) planCallsites(f *tool.Frame, paths []string) (*tool.Job, error) {
	if r.symbol == "" || strings.HasPrefix(r.symbol, "~") {
		if r.q != "" {
			return nil, opt.Usagef("q", "--q: entity=callsite wants name=NAME: calls are those of one name")
		}
		return nil, opt.Usagef("symbol", "--entity callsite wants --symbol NAME: calls are those of one name")
	}
	expansion, err := ask.ParseExpand(r.expand)
	switch {
	case err != nil:
		return nil, opt.Usagef("expand", "--expand: %v", err)
	case expansion.Callees > 0:
		return nil, opt.Usagef("expand", "--expand: callees are of a definition, as in entity=function; a call has callers")
	case expansion.Callers > 0:
		r.depth = int64(expansion.Callers)
		r.table.Replace("depth", strconv.Itoa(expansion.Callers), "expand")
	}
	r.table.Replace("calls", r.symbol, "entity", "symbol")
	r.calls, r.entity, r.symbol = r.symbol, "", ""
	return r.planCalls(f, paths)
}

// onlyEntities refuses what asks for something else than definitions.
func (r *request) onlyEntities() error {
	files := r.table.Given(predicateOptions()...)
	switch {
	case r.entity == "":
		return opt.Usagef("entity", "--entity KIND is missing, which says what to find: %s", strings.Join(entity.Kinds(), " "))
	case len(files) > 0:
		return opt.Usagef("entity", "--entity looks for definitions, %s for files: leave one out", files[0])
	case len(r.layouts) > 0:
		return opt.Usagef("entity", "--entity has no layout of a filter, as %s is: for a definition a line give --format jsonl", r.table.Given(layouts()...)[0])
	case len(r.Modes) > 0 || r.Engine != "":
		return opt.Usagef("entity", "with --entity a mode is no option: --symbol NAME is the name, --symbol '~REGEX' an expression over names")
	case len(r.Cases) > 0:
		return opt.Usagef("entity", "with --entity case counts: for any case give --symbol '~(?i)^NAME$'")
	case r.strings:
		return opt.Usagef("include_strings", "--include-strings is for QUERY, as definitions are no strings: leave it out")
	}
	return nil
}

// run searches and makes the page.
func (s *entities) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	found, err := s.search.Run(ctx)
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	page := tellable{ledger: &found.Ledger, tree: &found.Tree, matches: found.Matches, files: found.Files}
	if err := s.unchanged(&page); err != nil {
		return nil, err
	}
	a := s.answer(found)
	near, err := s.nearest(ctx, a, found)
	if err != nil {
		return nil, err
	}
	report := &entity.Report{Search: &s.search, Found: found, Lines: s.everyLine(), Calls: s.callsOf, Nearest: near}
	report.Summary = s.summary(&s.search.Files, &page)
	report.Summary.Query, report.Summary.Mode, report.Summary.Notes = s.search.Query(ask.Quote), s.mode(), s.notes(found)
	if s.expansion != (ask.Expansion{}) {
		around, err := s.expand(ctx, a, found, report, &page)
		if err != nil {
			return nil, explainRoot(err, s.request)
		}
		if draws(s.frame) {
			return a, s.draw(out, a, around, &calls.Drawing{Notes: report.Summary.Notes})
		}
	}
	page.told = report.Told()
	return a, s.write(out, a, report.Answer(), &page)
}

// answer gives the figures and the reading of what was found.
func (s *entities) answer(found *entity.Found) *tool.Answer {
	reading := s.request.Reading(s.search.Files, nil, 0)
	reading.Mode, reading.Case, reading.Near = s.mode(), "sensitive", nil
	reading.Notes = append(reading.Notes, s.notes(found)...)
	f := figures(found.Matches, found.Files, found.Lines, &found.Ledger)
	for _, category := range occurrence.Categories() {
		f.Set(category, float64(found.Counts[category]))
	}
	return &tool.Answer{Figures: f, Lines: found.Lines, Base: ".", Ledger: &found.Ledger, Reading: reading}
}

// mode says how the symbol was read.
func (s *entities) mode() string {
	switch {
	case strings.HasPrefix(s.search.Symbol, "~"):
		return "regex"
	case s.search.Symbol == "":
		return "structural"
	}
	return "identifier"
}

// notes says what was left out.
func (s *entities) notes(found *entity.Found) []string {
	if found.Dropped == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d left out by --where", found.Dropped)}
}

// everyLine gives the command that prints every match.
func (s *entities) everyLine() string {
	return s.command([]string{"limit", "cursor"}, []string{"--format=" + formatLines, fmt.Sprintf("--limit=%d", mostLines)})
}

// callsOf gives the command that finds the calls of a definition.
func (s *entities) callsOf(d *occurrence.Definition) string {
	symbol := d.Qualname
	if !pattern.LooksLikeSymbol(symbol) {
		symbol = d.Symbol
	}
	if callable(d.Kind.String()) {
		return grep.CommandLine(&s.request.table, []string{"entity", "symbol", "expand", "cursor", "limit", "where", "save-artifact"}, []string{"--calls=" + symbol}, s.search.Files.Roots)
	}
	return ""
}

// stream prints one match a line, in path order.
func (s *entities) stream(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	lines := stream{of: s.telling, out: out}
	s.search.Each = lines.put
	found, err := s.search.Run(ctx)
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	aside, err := lines.end(&found.Ledger)
	if err != nil {
		return nil, err
	}
	a := s.answer(found)
	a.Aside = aside
	_, err = s.nearest(ctx, a, found)
	return a, err
}
