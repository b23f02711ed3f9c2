package search

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	smart "github.com/ct-tools/ct/ct-search/internal/search/query"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// A query is the door that asks for no decisions: a name or a text, and where.
type query struct {
	*telling
	text    string
	pattern *pattern.Pattern
	search  smart.Search
	matcher *foreign.Description // of the matcher of another program, once it runs; else nil
}

// planQuery checks the request of QUERY.
func (r *request) planQuery(f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	s := &query{text: text}
	read := s.readPattern
	if r.matcher != "" {
		read = s.readForeign
	}
	err := read(r)
	if err != nil {
		return nil, err
	}
	if s.search.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if s.telling, err = newTelling(f, r, append([]string{text}, s.search.Files.Roots...)); err != nil {
		return nil, err
	}
	s.search.Where, s.search.Before, s.search.After, s.search.Limit, s.search.Offset = s.where, s.before, s.after, s.limit, s.offset
	s.search.Binary = r.Binary()
	job := s.job(tool.Job{Run: s.run})
	if f.Format == formatLines {
		job.Run = s.stream
	}
	if r.matcher != "" {
		return job, s.planMatcher(job)
	}
	return job, nil
}

// readPattern decides what the text is: a symbol, of which the last name is
// looked for, or what the options say.
func (s *query) readPattern(r *request) error {
	sought := plainSymbol(s.text)
	o, err := r.queryReading(sought)
	if err != nil {
		return err
	}
	if o.Mode != pattern.Identifier {
		sought = s.text
	} else {
		s.search.Chain, s.search.Name = occurrence.NewChain(sought, foldersDown())
		sought = s.search.Name
	}
	if !strings.ContainsAny(s.text, " \t\n") && (o.Mode == pattern.Identifier || o.Mode == pattern.Literal) {
		s.search.Named = strings.ToLower(s.text)
		for strings.HasPrefix(s.search.Named, "./") {
			s.search.Named = s.search.Named[2:]
		}
	}
	if s.pattern, err = pattern.Compile(sought, o); err != nil {
		return opt.Usagef("query", "%v", err)
	}
	if s.search.Matcher, err = match.New(s.pattern); err == nil {
		s.search.Score, err = match.Score(s.pattern)
	}
	if err != nil {
		return opt.Usagef("query", "%v", err)
	}
	return nil
}

// plainSymbol gives the names of a symbol that is written as code writes it,
// joined by dots: Get(), (*Client).Get, Client->Get. Another text stays as it is.
func plainSymbol(text string) string {
	plain := strings.TrimSuffix(text, "()")
	plain = strings.ReplaceAll(plain, "->", ".")
	if inside, after, ok := strings.Cut(plain, ")."); ok && strings.HasPrefix(inside, "(") {
		plain = strings.TrimPrefix(inside[1:], "*") + "." + after
	}
	if pattern.LooksLikeSymbol(plain) {
		return plain
	}
	return text
}

// run searches and makes the page.
func (s *query) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	found, err := s.search.Run(ctx)
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	page := tellable{ledger: &found.Ledger, tree: &found.Tree, matches: found.Matches, files: found.Files}
	if err := s.unchanged(&page); err != nil {
		return nil, err
	}
	a := s.answer(found)
	if err := s.diagnose(ctx, a, found); err != nil {
		return nil, err
	}
	report := s.report(found, &page)
	if report.Nearest, err = s.nearest(ctx, a, found); err != nil {
		return nil, err
	}
	for _, other := range a.Reading.Alternatives {
		atLeast := ""
		if other.AtLeast {
			atLeast = "at least "
		}
		report.Others = append(report.Others, [2]string{fmt.Sprintf("no match; %s%d would match: %s", atLeast, other.Count, other.Label), other.Command})
	}
	page.told = report.Told()
	return a, s.write(out, a, report.Answer(), &page)
}

// answer gives the figures and the reading of what was found.
func (s *query) answer(found *smart.Found) *tool.Answer {
	reading := s.request.Reading(s.search.Files, []*pattern.Pattern{s.pattern}, found.Near)
	if found.Dropped > 0 && !(found.IsFile() && found.Matches == 0) {
		reading.Notes = append(reading.Notes, s.droppedNote(found))
	}
	if s.matcher != nil {
		s.readAs(reading, found)
	}
	return &tool.Answer{
		Figures: figuresOf(found), Lines: found.Lines, Base: ".",
		Ledger: &found.Ledger, Reading: reading, Aside: s.misfits(found),
	}
}

func (s *query) droppedNote(found *smart.Found) string {
	if len(s.search.Chain.Names) == 0 {
		return fmt.Sprintf("%d left out by --where", found.Dropped)
	}
	return fmt.Sprintf("%s of %s not behind %s left out", grep.Plural(found.Dropped, "match", "matches"), s.search.Name, strings.Join(s.search.Chain.Names, "."))
}

// diagnose looks for what would have matched, where nothing did.
func (s *query) diagnose(ctx context.Context, a *tool.Answer, found *smart.Found) error {
	if found.Matches > 0 || found.Ledger.Count(ledger.Timeout) > 0 {
		return nil
	}
	if found.Dropped > 0 {
		if !found.IsFile() || s.where != nil {
			s.offerDropped(a, found)
		}
		return nil
	}
	if s.matcher != nil { // what else it would match is not known here
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
	other := tool.Alternative{Label: "without --where", Count: found.Dropped, AtLeast: found.Ledger.Cut(), Command: s.command([]string{"where"}, nil)}
	if len(s.search.Chain.Names) > 0 {
		other.Label, other.Command = s.search.Name+" alone", s.alone()
	}
	a.Reading.Add(other)
}

// alone gives the command that looks for the last name of a dotted query alone,
// whatever stands before it; "" for another query.
func (s *query) alone() string {
	if len(s.search.Chain.Names) == 0 {
		return ""
	}
	operands := append([]string{s.search.Name}, s.search.Files.Roots...)
	return grep.CommandLine(&s.request.table, []string{"save-artifact", "cursor"}, nil, operands)
}

// report gives what is told of the finds.
func (s *query) report(found *smart.Found, page *tellable) *smart.Report {
	r := &smart.Report{
		Query: s.text, Pattern: s.pattern.Source, Symbol: s.search.Name != "", Strings: s.request.strings, Found: found,
		Alone: s.alone(), Wider: s.wider(), Limit: s.search.Limit, Offset: s.search.Offset, Lines: s.lines(), Refine: s.command,
	}
	r.Summary = s.summary(&s.search.Files, page)
	r.Summary.Query, r.Summary.Mode, r.Summary.ScanMethod, r.Summary.Notes = s.text, s.mode(), s.scanMethod(), s.notes(found, r.Untold())
	return r
}

// wider gives the command that looks in the folder around the one that is
// searched; none where calls keep to it.
func (s *query) wider() string {
	roots := s.search.Files.Roots
	if len(roots) > 1 || s.frame.Sandbox != "" {
		return ""
	}
	root := "."
	if len(roots) == 1 {
		root = roots[0]
	}
	if here, err := filepath.Abs(root); err != nil || filepath.Dir(here) == here {
		return ""
	}
	around := filepath.ToSlash(filepath.Join(root, ".."))
	return grep.CommandLine(&s.request.table, []string{"save-artifact", "cursor", "base"}, nil, []string{s.text, around})
}

// mode names how the query was read.
func (s *query) mode() string {
	if s.matcher != nil {
		return "structural"
	}
	return mode(s.pattern)
}

// mode names the mode as the summary does.
func mode(p *pattern.Pattern) string {
	if p.Mode == pattern.Block {
		return pattern.Literal.String()
	}
	return p.Mode.String()
}

// notes says how the query was read, as far as that is not the usual.
func (s *query) notes(found *smart.Found, untold int64) []string {
	var notes []string
	if s.matcher != nil {
		notes = s.matcherNotes(found)
	}
	if s.pattern.Fold && strings.ContainsFunc(s.pattern.Source, unicode.IsLetter) {
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
	if untold > 0 {
		notes = append(notes, fmt.Sprintf("%s only counted: a file tells three findings", grep.Plural(untold, "match is", "matches are")))
	}
	return notes
}

// lines gives the command that prints every matching line as a filter does.
func (s *query) lines() string {
	if len(s.search.Chain.Names) > 0 || s.request.where != "" || s.request.matcher != "" { // what a filter cannot tell
		return s.command([]string{"limit", "cursor"}, []string{"--format=" + formatLines, fmt.Sprintf("--limit=%d", mostLines)})
	}
	o := []string{"--detail", "--mode=" + mode(s.pattern), "--case=" + grep.CaseName(s.pattern.Fold), "--grep=" + s.pattern.Source}
	without := slices.Concat(grep.ModeOptions(), grep.CaseOptions(), []string{"limit", "cursor", "where", "include-strings", "save-artifact", "context", "before-context", "after-context"})
	return grep.CommandLine(&s.request.table, without, o, s.search.Files.Roots)
}

// stream prints one match a line, in path order.
func (s *query) stream(ctx context.Context, out io.Writer) (*tool.Answer, error) {
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
	a.Aside += aside
	if err := s.diagnose(ctx, a, found); err != nil {
		return nil, err
	}
	_, err = s.nearest(ctx, a, found)
	return a, err
}
