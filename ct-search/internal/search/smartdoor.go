package search

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/smart"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/version"
)

// A query is the door that asks for no decisions: a name or a text, and where.
type query struct {
	frame   *tool.Frame
	request *request
	text    string
	pattern *pattern.Pattern
	search  smart.Search
	page    *page
	begun   time.Time
}

// How many findings a page tells, and how many matches jsonl prints.
const (
	usualFindings = 10
	mostFindings  = 1000
	usualLines    = 1000
	mostLines     = 1_000_000
)

// formatLines is the format of one match a line.
const formatLines = "jsonl"

// planQuery checks the request of QUERY.
func (r *request) planQuery(f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	s := &query{frame: f, request: r, text: text, begun: time.Now()}
	if err := s.readPattern(); err != nil {
		return nil, err
	}
	var err error
	if s.search.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if err := s.readBounds(); err != nil {
		return nil, err
	}
	if r.where != "" {
		if s.search.Where, err = occurrence.CompileWhere(r.where); err != nil {
			return nil, opt.Usagef("where", "--where: %v", err)
		}
	}
	s.search.Binary = r.Binary()
	if here, err := filepath.Abs("."); err == nil {
		s.search.Here = strings.Split(filepath.ToSlash(here), "/")
	}
	job := &tool.Job{Run: s.run}
	if f.Format == formatLines {
		job.Run = s.stream
	}
	switch {
	case r.maxCount > 0:
		return nil, opt.Usagef("max_count", "--max-count is for a filter; findings are bounded by --limit")
	case r.artifact != "" && f.Format == formatLines:
		return nil, opt.Usagef("save_artifact", "--save-artifact writes an answer of findings; --format jsonl has none: redirect it")
	}
	if r.artifact != "" {
		job.Writable = []string{r.artifact}
	}
	return job, nil
}

// readPattern decides what the text is: a symbol, of which the last name is
// looked for, or what the options say.
func (s *query) readPattern() error {
	o, err := s.request.queryReading(s.text)
	if err != nil {
		return err
	}
	sought := s.text
	if o.Mode == pattern.Identifier {
		names := strings.Split(strings.ReplaceAll(s.text, "::", "."), ".")
		s.search.Name, s.search.Chain = names[len(names)-1], names[:len(names)-1]
		sought = s.search.Name
	}
	if !strings.ContainsAny(s.text, " \t\n") && (o.Mode == pattern.Identifier || o.Mode == pattern.Literal) {
		s.search.Named = strings.ToLower(s.text)
	}
	if s.pattern, err = pattern.Compile(sought, o); err != nil {
		return opt.Usagef("query", "%v", err)
	}
	if s.search.Matcher, err = match.New(s.pattern); err != nil {
		return opt.Usagef("query", "%v", err)
	}
	return nil
}

// readBounds settles the context, the limit and where the page begins.
func (s *query) readBounds() error {
	r := s.request
	s.search.Before, s.search.After = 1, 1
	if r.before >= 0 || r.after >= 0 || r.both >= 0 {
		s.search.Before, s.search.After = r.contextLines()
	}
	usual, most := usualFindings, mostFindings
	if s.frame.Format == formatLines {
		usual, most = usualLines, mostLines
	}
	s.search.Limit = usual
	if r.limit > 0 {
		if r.limit > int64(most) {
			return opt.Usagef("limit", "option --limit wants a number from 1 to %d here, not %d", most, r.limit)
		}
		s.search.Limit = int(r.limit)
	}
	var err error
	if s.page, err = r.page(append([]string{s.text}, s.search.Files.Roots...), "findings"); err != nil {
		return err
	}
	if s.page.from != nil {
		if s.frame.Format == formatLines {
			return opt.Usagef("cursor", "--cursor goes on with a page of findings; --format jsonl has none: raise --limit")
		}
		s.search.Offset = int(min(s.page.from.At.Shown, math.MaxInt32))
	}
	return nil
}

// run searches and makes the page.
func (s *query) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	found, err := s.search.Run(ctx)
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	if s.page.from != nil && found.Ledger.Count(ledger.Timeout) == 0 {
		if err := s.page.from.Same(&found.Tree, budget.EscapeName, func(*cursor.Tree) string { return "" }); err != nil {
			return nil, staleError{fmt.Errorf("--cursor: %w", err)}
		}
	}
	a := s.answer(found)
	if err := s.diagnose(ctx, a, found); err != nil {
		return nil, err
	}
	report := s.report(found)
	for _, other := range a.Reading.Alternatives {
		report.Others = append(report.Others, [2]string{fmt.Sprintf("no match; %d would match: %s", other.Count, other.Label), other.Command})
	}
	whole := report.Answer()
	s.complete(whole, report)
	page := s.cut(report, whole, func(a *answer.Answer) bool {
		text := a.Markdown()
		return len(text) <= s.frame.Budget.Bytes && strings.Count(text, "\n") <= s.frame.Budget.Lines
	})
	a.Document = func(o tool.Outcome) any {
		whole.Verdict, whole.Ledger = o.Result.String(), &found.Ledger
		return s.cut(report, whole, func(a *answer.Answer) bool {
			j, err := render.JSON(a, s.frame.Indent)
			return err != nil || len(j) < s.frame.Budget.Bytes
		})
	}
	if s.request.artifact != "" {
		if err := s.save(whole, page, found); err != nil {
			return nil, err
		}
	}
	text := page.Markdown()
	if s.frame.Uses("MATCHES") {
		a.Matches = text
	}
	if s.frame.Format != "json" {
		_, err = io.WriteString(out, text)
	}
	return a, err
}

// answer gives the figures and the reading of what was found.
func (s *query) answer(found *smart.Found) *tool.Answer {
	reading := s.request.Reading(s.search.Files, []*pattern.Pattern{s.pattern}, found.Near)
	if found.Dropped > 0 {
		reading.Notes = append(reading.Notes, s.droppedNote(found))
	}
	return &tool.Answer{
		Figures: figures(found.Matches, found.Files, found.Lines, &found.Ledger), Lines: found.Lines, Base: ".",
		Ledger: &found.Ledger, Reading: reading,
	}
}

func (s *query) droppedNote(found *smart.Found) string {
	if len(s.search.Chain) == 0 {
		return fmt.Sprintf("%d left out by --where", found.Dropped)
	}
	return fmt.Sprintf("%s of %s not behind %s left out", grep.Plural(found.Dropped, "match", "matches"), s.search.Name, strings.Join(s.search.Chain, "."))
}

// diagnose looks for what would have matched, where nothing did.
func (s *query) diagnose(ctx context.Context, a *tool.Answer, found *smart.Found) error {
	if found.Matches > 0 || found.Ledger.Count(ledger.Timeout) > 0 {
		return nil
	}
	if found.Dropped > 0 {
		s.offerDropped(a, found)
		return nil
	}
	d := grep.Diagnosis{
		Hints: s.frame.WantsHints(), Files: s.search.Files, Binary: s.search.Binary,
		Patterns: []*pattern.Pattern{s.pattern}, Bytes: s.search.Bytes(), Command: s.command,
	}
	return d.Run(ctx, a)
}

// offerDropped tells of matches that a dotted name or --where refused, where no
// others are left.
func (s *query) offerDropped(a *tool.Answer, found *smart.Found) {
	other := tool.Alternative{Label: "without --where", Count: found.Dropped, Command: s.command([]string{"where"}, nil)}
	if len(s.search.Chain) > 0 {
		operands := append([]string{s.search.Name}, s.search.Files.Roots...)
		other.Label, other.Command = s.search.Name+" alone", grep.CommandLine(&s.request.table, []string{"save-artifact", "cursor"}, nil, operands)
	}
	a.Reading.Add(other)
}

// report gives what is told of the finds.
func (s *query) report(found *smart.Found) *smart.Report {
	files := s.search.Files
	timedOut := found.Ledger.Count(ledger.Timeout) > 0
	r := &smart.Report{
		Query: s.text, Pattern: s.pattern.Source, Symbol: s.search.Name != "", Strings: s.request.strings, Found: found,
		Limit: s.search.Limit, Offset: s.search.Offset, Lines: s.lines(), Refine: s.command,
	}
	r.Summary = answer.Summary{
		Query: s.text, Mode: mode(s.pattern), FileGlobs: append([]string{}, files.Narrow...), Include: append([]string{}, files.Include...),
		Exclude: append([]string{}, files.Exclude...), Context: answer.Context{Before: s.search.Before, After: s.search.After}, Limit: s.search.Limit,
		Scanned: found.Ledger.Searched, MatchedIn: found.Files, Matches: found.Matches, ScanMethod: "native",
		Truncated: found.Ledger.Cut(), TimedOut: timedOut, Notes: s.notes(found),
	}
	if len(r.Summary.FileGlobs) == 0 {
		r.Summary.FileGlobs = []string{"*"}
	}
	return r
}

// mode names the mode as the summary does.
func mode(p *pattern.Pattern) string {
	if p.Mode == pattern.Block {
		return pattern.Literal.String()
	}
	return p.Mode.String()
}

// notes says how the query was read, as far as that is not the usual.
func (s *query) notes(found *smart.Found) []string {
	var notes []string
	if s.pattern.Fold {
		notes = append(notes, "any case")
	}
	if s.pattern.Source != s.text {
		notes = append(notes, "looked for "+s.pattern.Source)
	}
	if found.Near > 0 {
		notes = append(notes, fmt.Sprintf("%d more inside longer words", found.Near))
	}
	if found.Dropped > 0 {
		notes = append(notes, s.droppedNote(found))
	}
	if found.Untold > 0 {
		notes = append(notes, fmt.Sprintf("%s only counted: a file tells three findings", grep.Plural(found.Untold, "match is", "matches are")))
	}
	return notes
}

// cut fits an answer into its budget and says how to see the rest.
func (s *query) cut(r *smart.Report, whole *answer.Answer, fits func(*answer.Answer) bool) *answer.Answer {
	page := answer.Fit(whole, fits)
	// The cursor takes room too, for which another match may have to go.
	for told := whole.Summary.Returned; page.Summary.Returned < told; page = answer.Fit(page, fits) {
		told = page.Summary.Returned
		s.goOn(page, r.Found, int(told))
	}
	if !fits(page) {
		least := *page
		least.Only(s.leastLine(r.Found))
		page = &least
	}
	return page
}

// leastLine is the answer in one line: the totals and how to see more.
func (s *query) leastLine(found *smart.Found) string {
	line := fmt.Sprintf("%s in %s", grep.Plural(found.Matches, "match", "matches"), grep.Plural(found.Files, "file", "files"))
	if more := s.command(nil, []string{fmt.Sprintf("--max-lines=%d", most.Lines), fmt.Sprintf("--max-bytes=%d", most.Bytes)}); more != "" {
		line += ": " + more
	}
	return line + "\n"
}

// complete adds what does not depend on the budget: the run and the cursor.
func (s *query) complete(a *answer.Answer, r *smart.Report) {
	root, err := os.Getwd()
	if err != nil {
		root = "." // removed in the meantime
	}
	a.Question = s.frame.Question
	a.Run = answer.Run{
		Tool: "ct-search", Schema: answer.Schema, Version: version.String(), Args: s.args(), Root: filepath.ToSlash(root),
		Elapsed: time.Since(s.begun).Milliseconds(),
	}
	if r.Told() > s.search.Offset+s.search.Limit {
		s.goOn(a, r.Found, s.search.Limit)
	}
}

// args gives the command line: as it was typed, or for a call what it amounts to.
func (s *query) args() []string {
	if s.frame.Door == "" {
		return s.frame.Argv
	}
	return append(append(s.request.table.Line("call"), s.text), s.search.Files.Roots...)
}

// goOn gives an answer the cursor of the page behind the n findings that it
// tells.
func (s *query) goOn(a *answer.Answer, found *smart.Found, n int) {
	c := s.page.next(cursor.Place{Path: "findings", Shown: int64(s.search.Offset + n)})
	c.Tree = found.Tree
	text := c.String()
	a.NextCursor = &text
	a.More(s.command([]string{"cursor"}, []string{"--cursor=" + text}))
}

// lines gives the command that prints every matching line as a filter does.
func (s *query) lines() string {
	if len(s.search.Chain) > 0 || s.request.where != "" { // what a filter cannot tell
		return s.command([]string{"limit", "cursor"}, []string{"--format=" + formatLines, fmt.Sprintf("--limit=%d", mostLines)})
	}
	o := []string{"--detail", "--mode=" + mode(s.pattern), "--case=" + grep.CaseName(s.pattern.Fold), "--grep=" + s.pattern.Source}
	without := slices.Concat(grep.ModeOptions(), grep.CaseOptions(), []string{"limit", "cursor", "where", "include-strings", "save-artifact", "context", "before-context", "after-context"})
	return grep.CommandLine(&s.request.table, without, o, s.search.Files.Roots)
}

// command gives the command line of this search with other options.
func (s *query) command(without, args []string) string {
	operands := append([]string{s.text}, s.search.Files.Roots...)
	return grep.CommandLine(&s.request.table, append(without, "save-artifact"), args, operands)
}

// save writes the whole answer to the folder of --save-artifact.
func (s *query) save(whole, page *answer.Answer, found *smart.Found) error {
	whole.Ledger = &found.Ledger
	name := filepath.Join(s.request.artifact, "ct-search-"+time.Now().UTC().Format("20060102T150405.000")+".json")
	j, err := render.JSON(whole, true)
	if err == nil {
		err = os.WriteFile(name, append(j, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("--save-artifact: %w", err)
	}
	for _, a := range []*answer.Answer{whole, page} {
		a.Artifacts = []answer.Artifact{{Path: filepath.ToSlash(name), Format: "json"}}
	}
	return nil
}

// stream prints one match a line, in path order.
func (s *query) stream(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	var failed error
	limit, limited := s.search.Limit, ""
	shown := 0
	s.search.Each = func(m *occurrence.Match) bool {
		if shown == limit {
			limited = m.Path
			return false
		}
		shown++
		line, err := render.JSON(answer.LineOf(m), false)
		if err == nil {
			_, err = out.Write(append(line, '\n'))
		}
		failed = err
		return err == nil
	}
	found, err := s.search.Run(ctx)
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	if failed != nil {
		return nil, failed
	}
	if limited != "" {
		found.Ledger.Skip(ledger.Limit, limited, "")
	}
	a := s.answer(found)
	if err := s.diagnose(ctx, a, found); err != nil {
		return nil, err
	}
	if limited != "" {
		a.Aside = fmt.Sprintf("ct-search: %d matches, cut by --limit; more: %s\n", shown, s.command([]string{"limit"}, []string{fmt.Sprintf("--limit=%d", mostLines)}))
	}
	return a, nil
}
