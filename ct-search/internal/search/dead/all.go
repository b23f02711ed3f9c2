package dead

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/publicity"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// A listing is the request for all definitions that nothing refers to.
type listing struct {
	findings.Window
	Files      walk.Options
	kinds      func(source.Symbol) bool
	expr       *regexp.Regexp // over names; nil for all
	publicOnly bool
	crates     *publicity.Crates
	page       *findings.Page
}

// usualCandidates is how many candidates a page shows at most.
const usualCandidates = 400

// PlanAll checks the request for all definitions and returns its work; arguments are paths.
func PlanAll(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	for _, name := range []string{"symbol", "outline", "expand", "declarations", "literal-imports", "sizes", "depth", "where"} {
		if len(r.Table.Given(name)) > 0 {
			return nil, opt.Usagef(name, "{"+name+"} does not apply to {dead-all}; leave it out")
		}
	}
	if request.Draws(f) {
		return nil, opt.Usagef("format", "{format} %s draws the graph of {calls}; {dead-all} has none", f.Format)
	}
	s := &listing{publicOnly: r.Public}
	var err error
	if s.kinds, err = definitions.OfDefinitions(r.Entity); err != nil {
		return nil, opt.Usagef("entity", "{entity}: %v", err)
	}
	if slices.Contains(strings.Split(r.Entity, ","), source.Field.String()) {
		return nil, opt.Usagef("entity", "{entity}: {dead-all} does not look at fields; leave field out")
	}
	if r.Match != "" {
		if s.expr, err = regexp.Compile(r.Match); err != nil {
			return nil, opt.Usagef("match", "{match}: %v", err)
		}
	}
	if s.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	s.crates = publicity.NewCrates(s.Files.View())
	if s.page, err = findings.New(f, r, &s.Files); err != nil {
		return nil, err
	}
	s.page.Usually(usualCandidates)
	s.Window = s.page.Window
	s.Before, s.After = 0, 0
	return s.page.Job(s), nil
}

// unused is what a listing found.
type unused struct {
	listing *listing
	table   *table
	ledger  ledger.Ledger
	tree    cursor.Tree
	all     []*candidate
	shown   []occurrence.Match // those of the page
}

// Run searches; see findings.Search.
func (s *listing) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	defer tool.LimitHeap(heapSize)()
	r := &unused{listing: s, table: &table{names: map[string]*word{}, lookups: map[string]string{}, hazards: map[string][]string{}}}
	first, err := s.define(ctx, r.table)
	if err != nil {
		return nil, err
	}
	if r.ledger, err = s.count(ctx, r.table, &r.tree); err != nil {
		return nil, err
	}
	r.ledger.AlsoCut(&first)
	r.all = r.table.settle()
	last, err := s.spell(ctx, r.table, r.all)
	if err != nil {
		return nil, err
	}
	r.ledger.AlsoCut(&last)
	arrange(r.all)
	if each != nil {
		return r, s.each(ctx, r.all, each)
	}
	from, to := s.Shown(len(r.all))
	r.shown, err = s.describe(ctx, r.all[from:to])
	return r, err
}

// heapSize is what the heap may grow to, in bytes, before it is collected more often.
const heapSize = 256 << 20

// atOnce is how many candidates have their texts in memory at once, if each is handed on.
const atOnce = 5000

// each calls each with every candidate, in path order, until it returns false.
func (s *listing) each(ctx context.Context, all []*candidate, each func(*occurrence.Match) bool) error {
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b *candidate) int {
		if a.path != b.path {
			return strings.Compare(a.path, b.path)
		}
		return a.start - b.start
	})
	for part := range slices.Chunk(all, atOnce) {
		matches, err := s.describe(ctx, part)
		if err != nil {
			return err
		}
		for i := range matches {
			if !each(&matches[i]) {
				return nil
			}
		}
	}
	return nil
}

// describe reads the files of candidates again and returns their matches. One that is no longer there has its place alone.
func (s *listing) describe(ctx context.Context, all []*candidate) ([]occurrence.Match, error) {
	matches := make([]occurrence.Match, len(all))
	wanted := map[string]map[int]int{}
	files := s.Files
	files.Only, files.Cut = nil, nil
	for i, c := range all {
		matches[i] = occurrence.Match{Path: c.path, Line: c.line, End: c.line, Column: 1, Word: c.name, Text: c.name, Kind: source.Definition, Enclosing: occurrence.Outermost, Language: c.language}
		if wanted[c.path] == nil {
			wanted[c.path] = map[int]int{}
			files.Only = append(files.Only, c.path)
		}
		wanted[c.path][c.start] = i
	}
	if len(all) == 0 {
		return nil, nil
	}
	slices.Sort(files.Only)
	newVisit := func() walk.Visit[map[int]occurrence.Match] {
		c := occurrence.NewChooser(ctx, nil)
		c.Choose = func(f *occurrence.File) []source.Occurrence { return chosen(f, wanted[f.Path]) }
		return func(e *walk.Entry) walk.Outcome[map[int]occurrence.Match] {
			if wanted[e.Path()] == nil {
				return walk.Outcome[map[int]occurrence.Match]{}
			}
			f, why, detail := c.Read(e)
			found := map[int]occurrence.Match{}
			for i := range f.Places {
				m := f.Match(i)
				f.Describe(&m, 0, 0)
				m.Kind = source.Definition
				found[wanted[f.Path][f.Places[i].Span.Start]] = m
			}
			return walk.Outcome[map[int]occurrence.Match]{Value: found, Keep: true, Size: 1000 * len(found), Skip: why, Detail: detail}
		}
	}
	_, err := walk.Run(ctx, files, newVisit, func(found map[int]occurrence.Match) bool {
		for i, m := range found {
			matches[i] = m
		}
		return true
	})
	for i, c := range all {
		matches[i].Change = &occurrence.Change{Part: "definition", Confidence: c.confidence, Reason: strings.Join(c.reasons, "; "), TestsOnly: c.testsOnly, Public: c.public}
	}
	return matches, err
}

// chosen returns the declarations of a file, and its variables of Python, whose names begin at wanted bytes.
func chosen(f *occurrence.File, wanted map[int]int) []source.Occurrence {
	var all []source.Occurrence
	declared := map[int]bool{}
	for i := range f.Seen.Declarations {
		d := &f.Seen.Declarations[i]
		if _, ok := wanted[d.Name.Start]; ok && listed(f, d) {
			declared[d.Name.Start] = true
			all = append(all, source.Occurrence{Place: d.Name, Kind: source.Definition, Word: d.Name, Enclosing: d.Parent, Of: i})
		}
	}
	for start := range wanted { // variables of Python
		if start < len(f.Text) && !declared[start] {
			place := source.Span{Start: start, End: start + beginningWord(f.Text[start:])}
			all = append(all, source.Occurrence{Place: place, Kind: source.Assignment, Word: place, Enclosing: source.None, Of: source.None})
		}
	}
	slices.SortStableFunc(all, func(a, b source.Occurrence) int { return a.Place.Start - b.Place.Start })
	return slices.CompactFunc(all, func(a, b source.Occurrence) bool { return a.Place == b.Place })
}

// files counts the files of candidates.
func (r *unused) files() int64 {
	seen := map[string]bool{}
	for _, c := range r.all {
		seen[c.path] = true
	}
	return int64(len(seen))
}

// Totals returns the figures for pages and the summary.
func (r *unused) Totals() findings.Totals {
	return findings.Totals{Ledger: &r.ledger, Tree: &r.tree, Matches: int64(len(r.all)), Files: r.files(), Groups: len(r.all)}
}

// number counts the candidates for which is returns true.
func (r *unused) number(is func(*candidate) bool) int64 {
	n := int64(0)
	for _, c := range r.all {
		if is(c) {
			n++
		}
	}
	return n
}

// The names of expectations that only --dead-all has.
const figurePublic, figureTestsOnly = "public", "tests_only"

// FigureNames returns them.
func FigureNames() []string { return []string{figurePublic, figureTestsOnly} }

// Answer returns the figures and how the request was read.
func (r *unused) Answer() *tool.Answer {
	n := int64(len(r.all))
	f := request.Figures(n, r.files(), n, &r.ledger)
	if r.ledger.Cut() { // what was not read may use any of them
		f.Count = verdict.Bound{Open: true}
	} else if r.table.foreign.n > 0 {
		f.Cut, f.Whole = r.table.foreign.text(), true
		f.Count = verdict.Bound{Min: float64(n), Open: true}
	}
	for _, confidence := range request.Confidences() {
		f.Set(confidence, float64(r.number(func(c *candidate) bool { return c.confidence == confidence })))
	}
	f.Set(figurePublic, float64(r.number(func(c *candidate) bool { return c.public })))
	f.Set(figureTestsOnly, float64(r.number(func(c *candidate) bool { return c.testsOnly })))
	f.Set(source.Definition.String(), float64(n))
	reading := r.listing.page.Request.Reading(r.listing.Files, nil, 0)
	reading.Mode, reading.Case, reading.Near = "structural", "sensitive", nil
	reading.Notes = append(reading.Notes, r.notes()...)
	return &tool.Answer{Figures: f, Lines: n, Base: ".", Ledger: &r.ledger, Reading: reading}
}

// notes says what is not listed.
func (r *unused) notes() []string {
	var notes []string
	if r.table.aside > 0 {
		notes = append(notes, grep.Plural(r.table.aside, "definition", "definitions")+" of tests, examples and generated files, entry points, and functions in expressions, not listed")
	}
	if text := r.table.foreign.text(); text != "" {
		notes = append(notes, text+": what they define is not listed")
	}
	return notes
}

// Suggest has nothing to suggest.
func (r *unused) Suggest(context.Context, *tool.Answer) ([]answer.Finding, error) { return nil, nil }

// Draw returns no graph: PlanAll refuses the formats that draw one.
func (r *unused) Draw(context.Context, *findings.Drawing) (string, []string, error) {
	return "", nil, nil
}

// Report returns the whole answer; see findings.Result.
func (r *unused) Report(_ context.Context, sum answer.Summary, _ []answer.Finding) (*answer.Answer, error) {
	s := r.listing
	sum.Query, sum.Mode, sum.Notes = "dead-all", "structural", r.notes()
	a := answer.New(sum)
	a.ShowNone()
	from, to := s.Shown(len(r.all))
	a.Summary.Returned = int64(to - from)
	a.KeyFindings = r.key()
	in := map[string]int64{}
	for _, c := range r.all {
		in[r.heading(c)]++
	}
	var rows []answer.Finding
	for i, c := range r.all[from:to] {
		head := r.heading(c)
		rows = append(rows, answer.Place(&r.shown[i], from+i+1, c.name, fmt.Sprintf("%s (%d)", head, in[head]), row(c, &r.shown[i])))
	}
	a.Add(answer.TitleTop, rows)
	a.Add(answer.TitleLimits, answer.Limits(&r.ledger, &occurrence.Gaps{}))
	return a, nil
}

// heading returns what stands above a candidate: its group and its file.
func (r *unused) heading(c *candidate) string {
	group := [...]string{"", "Used by tests alone: ", "Public: "}[c.group()]
	return group + budget.EscapeName(c.path)
}

// row is the line of a candidate.
func row(c *candidate, m *occurrence.Match) string {
	text, kind := c.name, c.kind.String()
	if d := m.Definition; d != nil {
		text, kind = d.Qualname, d.Kind.String()
	}
	line := fmt.Sprintf("%d  %s  %s  %s", c.line, c.confidence, kind, budget.EscapeName(text))
	if len(c.reasons) > 0 {
		line += "  (" + budget.EscapeName(strings.Join(c.reasons, "; ")) + ")"
	}
	return line
}

// key says how many candidates there are.
func (r *unused) key() []answer.Finding {
	if len(r.all) == 0 {
		return []answer.Finding{answer.Nothing(answer.HintData{Kind: "broaden_scope", Why: fmt.Sprintf("none of %s is unused by its name", grep.Plural(int64(r.table.n), "definition", "definitions"))})}
	}
	private := func(c *candidate) bool { return c.group() == 0 }
	var sure []string
	for _, confidence := range request.Confidences() {
		if n := r.number(func(c *candidate) bool { return private(c) && c.confidence == confidence }); n > 0 {
			sure = append(sure, fmt.Sprintf("%d %s", n, confidence))
		}
	}
	text := fmt.Sprintf("of %s nothing uses %d by name", grep.Plural(int64(r.table.n), "definition", "definitions"), r.number(private))
	if len(sure) > 0 {
		text += " (confidence " + strings.Join(sure, ", ") + ")"
	}
	if n := r.number(func(c *candidate) bool { return c.group() == 2 }); n > 0 {
		text += fmt.Sprintf("; %d more are public", n)
	}
	if n := r.number(func(c *candidate) bool { return c.group() == 1 }); n > 0 {
		text += fmt.Sprintf("; only tests use %d more", n)
	}
	if r.ledger.Cut() {
		text += "; the search was cut, and what was not read may use any of them"
	}
	data := answer.PrimaryData{Type: "match", Why: "definitions that nothing uses"}
	return []answer.Finding{{Category: "summary", Message: text, Severity: "info", Details: answer.Details{Kind: "smart_search.primary", Impact: answer.High, Confidence: answer.Med, Data: data}}}
}
