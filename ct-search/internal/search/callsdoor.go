package search

import (
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	entity "github.com/ct-tools/ct/ct-search/internal/search/definitions"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// The formats of a graph.
const (
	formatDOT     = "dot"
	formatMermaid = "mermaid"
)

// tellAtOnce is how many calls are held with their texts where all are printed.
const tellAtOnce = 5000

// maxDepth bounds --depth.
const maxDepth = 20

// callers is the door that tells who calls a symbol.
type callers struct {
	*telling
	symbol string
	search calls.Search
}

// asksCalls tells whether the request is one of --calls, and refuses what goes
// with it alone, or not at all.
func (r *request) asksCalls(f *tool.Frame) (bool, error) {
	asked := f.Door == doorCalls || f.Door == "" && r.calls != ""
	others := r.table.Given(append([]string{"entity", "q", "matcher"}, predicateOptions()...)...)
	forms := r.table.Given(layouts()...)
	switch {
	case asked && len(others) > 0:
		return false, opt.Usagef("calls", "%s asks for something else than --calls: leave one out", others[0])
	case asked && len(forms) > 0:
		return false, opt.Usagef("calls", "%s is a layout of a filter, and --calls prints findings: leave it out", forms[0])
	case asked && f.Format == "md":
		f.Format = "text"
	case asked:
	case f.Door == "" && (r.entity == string(entity.Callsite) || r.q != "" && r.depth == 0):
	case r.depth > 0:
		return false, opt.Usagef("depth", "--depth is for --calls: leave it out")
	case draws(f) && len(r.expand) == 0:
		return false, noGraph(f)
	}
	return asked, nil
}

// draws tells whether the format is one of a graph.
func draws(f *tool.Frame) bool { return f.Format == formatDOT || f.Format == formatMermaid }

// noGraph is the error for such a format where nothing gives a graph.
func noGraph(f *tool.Frame) error {
	return opt.Usagef("format", "--format %s draws the graph of --calls, or of --entity with --expand", f.Format)
}

// withoutMark gives a symbol without the mark that a name of Ruby may end in.
func withoutMark(symbol string) string {
	if plain, ok := strings.CutSuffix(symbol, "!"); ok {
		return plain
	}
	return strings.TrimSuffix(symbol, "?")
}

// planCalls checks the request of --calls; arguments are paths.
func (r *request) planCalls(f *tool.Frame, paths []string) (*tool.Job, error) {
	field := "calls"
	if f.Door == doorEntities { // as entity callsite
		field = "symbol"
	}
	symbol := plainSymbol(strings.TrimSpace(r.calls))
	if !pattern.LooksLikeSymbol(withoutMark(symbol)) {
		return nil, opt.Usagef(field, "--calls wants a name, as in func, Class.method or module.func, not %q; a text or an expression is what a search for text finds", grep.Echo(r.calls, 60))
	}
	if o, err := r.Pattern(); err != nil || o.Mode != pattern.Auto && o.Mode != pattern.Identifier {
		how := "a mode"
		if given := r.table.Given(grep.ModeOptions()...); len(given) > 0 {
			how = given[0]
		}
		return nil, opt.Usagef(field, "--calls takes a symbol as it stands; %s says how a text of QUERY is read: leave it out", how)
	}
	s := &callers{symbol: symbol}
	files, err := r.Files(f, paths)
	if err != nil {
		return nil, err
	}
	if s.telling, err = newTelling(f, r, files.Roots); err != nil {
		return nil, err
	}
	s.search = calls.Search{
		Files: files, Folder: path.Base(workingFolder()), Binary: r.Binary(), Before: s.before, After: s.after, Depth: int(max(r.depth, 1)), Nodes: calls.UsualNodes, Where: s.where,
	}
	if f.Format != formatLines {
		s.search.Limit, s.search.Offset = s.limit, s.offset
	}
	s.search.Chain, s.search.Name = occurrence.NewChain(symbol, foldersDown())
	p, err := pattern.Compile(s.search.Name, pattern.Options{Mode: pattern.Identifier})
	if err != nil {
		return nil, opt.Usagef(field, "%v", err)
	}
	if s.search.Matcher, err = match.New(p); err != nil {
		return nil, opt.Usagef(field, "%v", err)
	}
	switch f.Format {
	case formatLines:
		return s.job(tool.Job{Run: s.stream}), nil
	case formatDOT, formatMermaid:
		s.search.Depth = max(s.search.Depth, 2)
	}
	return s.job(tool.Job{Run: s.run}), nil
}

// run searches and makes the page.
func (s *callers) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	found, err := s.search.Run(ctx)
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	page := s.tellable(found)
	if err := s.unchanged(&page); err != nil {
		return nil, err
	}
	a := s.answer(found)
	if draws(s.frame) {
		return a, s.draw(out, a, found, &calls.Drawing{Symbol: s.symbol, Notes: s.notes(found)})
	}
	near, err := s.nearest(ctx, a, found)
	if err != nil {
		return nil, err
	}
	report := s.report(found, &page)
	page.told = report.Told()
	whole := report.Answer()
	whole.KeyFindings = append(whole.KeyFindings, near...)
	return a, s.write(out, a, whole, &page)
}

// tellable gives what pages go by.
func (s *callers) tellable(found *calls.Found) tellable {
	return tellable{ledger: &found.Ledger, tree: &found.Tree, matches: int64(len(found.Sites)), files: found.Files}
}

// stream prints one call a line, in path order.
func (s *callers) stream(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	found, err := s.search.Run(ctx)
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	lines := stream{of: s.telling, out: out}
	sites := slices.Clone(found.Sites)
	slices.SortStableFunc(sites, calls.InOrder)
	for part := range slices.Chunk(sites, tellAtOnce) {
		if err := s.search.Tell(ctx, part); err != nil {
			return nil, err
		}
		for _, site := range part {
			if m := site.Bound(); !lines.put(&m) {
				break
			}
			site.Match = occurrence.Match{}
		}
		if lines.limited != "" || lines.failed != nil {
			break
		}
	}
	aside, err := lines.end(&found.Ledger)
	if err != nil {
		return nil, err
	}
	a := s.answer(found)
	a.Aside = aside
	return a, nil
}

// answer gives the figures and the reading of what was found.
func (s *callers) answer(found *calls.Found) *tool.Answer {
	f := figures(int64(len(found.Sites)), found.Files, found.Lines, &found.Ledger)
	if found.Unread > 0 && f.Cut == "" {
		f.Cut = fmt.Sprintf("%s not scanned for calls (%s)", grep.Plural(found.Unread, "match was", "matches were"), found.UnreadAt)
		f.Whole = true
		f.Count = verdict.Bound{Min: f.Count.Min, Open: true}
	}
	found.Categorize(&f)
	reading := s.request.Reading(s.search.Files, nil, found.Near)
	reading.Mode = pattern.Identifier.String()
	reading.Notes = append(reading.Notes, s.notes(found)...)
	return &tool.Answer{Figures: f, Lines: found.Lines, Base: ".", Ledger: &found.Ledger, Reading: reading}
}

// notes says what was left out, and why.
func (s *callers) notes(found *calls.Found) []string {
	var notes []string
	if n := found.Elsewhere; n > 0 {
		notes = append(notes, fmt.Sprintf("%s of another %s left out: what they mean is seen, and it is not %s", grep.Plural(n, "call", "calls"), s.search.Name, s.symbol))
	}
	if n := found.Dropped; n > 0 {
		notes = append(notes, fmt.Sprintf("%d left out by --where", n))
	}
	if found.Near > 0 {
		notes = append(notes, fmt.Sprintf("%d more inside longer words", found.Near))
	}
	if g := found.Graph; g != nil && g.Unfollowed > 0 {
		notes = append(notes, grep.Plural(g.Unfollowed, "call", "calls")+" unresolved, not in the graph")
	}
	return notes
}

// report gives what is told of the finds.
func (s *callers) report(found *calls.Found, page *tellable) *calls.Report {
	r := &calls.Report{
		Symbol: s.symbol, Pattern: s.search.Name, Strings: s.request.strings, Found: found, Limit: s.limit, Offset: s.offset,
		Refine: s.command, Ask: s.ask, Calls: s.calls,
	}
	r.Summary = s.summary(&s.search.Files, page)
	r.Summary.Query, r.Summary.Mode, r.Summary.Notes = s.symbol, pattern.Identifier.String(), s.notes(found)
	return r
}

// ask gives the command that searches for a name in the same files.
func (s *callers) ask(name string) string {
	without := []string{"calls", "depth", "cursor", "save-artifact", "format"}
	return grep.CommandLine(&s.request.table, without, nil, append([]string{name}, s.search.Files.Roots...))
}

// calls gives the command that asks for the calls of another symbol in the same
// files.
func (s *callers) calls(symbol string) string {
	without := []string{"calls", "entity", "symbol", "q", "cursor", "save-artifact", "format"}
	return grep.CommandLine(&s.request.table, without, []string{"--calls=" + symbol}, s.search.Files.Roots)
}
