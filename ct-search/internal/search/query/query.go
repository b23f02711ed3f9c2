package query

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/question"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/similar"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// Plan checks the request and returns the job that runs it. text is the QUERY: a name or a literal text.
func Plan(r *request.Request, f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	s := &Search{text: text, Binary: r.Binary()}
	read := s.readPattern
	if r.Matcher != "" {
		read = s.readForeign
	}
	if err := read(r); err != nil {
		return nil, err
	}
	var err error
	if s.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	if s.page, err = findings.New(f, r, &s.Files, text); err != nil {
		return nil, err
	}
	s.Window = s.page.Window
	job := s.page.Job(s)
	if r.Matcher != "" {
		return job, s.planMatcher(job)
	}
	if !s.page.Streams() {
		job.Parts = s.parts()
	}
	return job, nil
}

// readPattern decides what the text is: a symbol, whose last name is looked for, or what the options say.
func (s *Search) readPattern(r *request.Request) error {
	sought := r.PlainSymbol(s.text)
	o, err := r.QueryPattern(sought)
	if err != nil {
		return err
	}
	if o.Mode != pattern.Identifier {
		sought = s.text
	} else {
		s.Chain, s.Name = occurrence.NewChain(sought, findings.Folders(), s.Files.View())
		sought = s.Name
	}
	if !strings.ContainsAny(s.text, " \t\n") && (o.Mode == pattern.Identifier || o.Mode == pattern.Literal) {
		s.Named = strings.ToLower(s.text)
		for strings.HasPrefix(s.Named, "./") {
			s.Named = s.Named[2:]
		}
	}
	if s.pattern, err = pattern.Compile(sought, o); err != nil {
		return opt.Usagef("QUERY", "{QUERY}: %v", err)
	}
	s.encoded = grep.Encoded(s.pattern)
	if s.Matcher, err = match.New(s.pattern); err == nil {
		s.Score, err = match.Score(s.pattern)
	}
	if err != nil {
		return opt.Usagef("QUERY", "{QUERY}: %v", err)
	}
	return nil
}

// Totals returns the figures for pages and the summary.
func (r *Found) Totals() findings.Totals {
	return findings.Totals{Ledger: &r.Ledger, Tree: &r.Tree, Matches: r.Matches, Files: r.Files, Groups: int(r.Shown())}
}

// Answer returns the figures and how the query was read.
func (r *Found) Answer() *tool.Answer {
	s := r.search
	reading := s.page.Request.Reading(s.Files, []*pattern.Pattern{s.pattern}, r.Near)
	reading.Notes = append(append(reading.Notes, r.droppedNotes(!r.isFile() || r.Matches > 0)...), r.Headers()...)
	if r.inParts && slices.ContainsFunc(r.Defined, r.needsBinding) {
		reading.Notes = append(reading.Notes, "calls of it by its last name alone are not bound over many repositories")
	}
	if s.foreign != nil {
		reading.Mode, reading.Case, reading.Literal = s.mode(), "as the matcher has it", true
		reading.Notes = append(reading.Notes, r.matcherNotes()...)
	}
	f := request.Figures(r.Matches, r.Files, r.Lines, &r.Ledger)
	r.Categorize(&f)
	a := &tool.Answer{Figures: f, Lines: r.Lines, Base: ".", Ledger: &r.Ledger, Reading: reading, Aside: r.aside()}
	grep.NoteEncoded(a, s.encoded)
	return a
}

// droppedNotes says what the dotted name, if dotted is set, and --where dropped.
func (r *Found) droppedNotes(dotted bool) []string {
	s := r.search
	var notes []string
	if dotted && r.Dropped > 0 {
		notes = append(notes, fmt.Sprintf("%s of %s not %s left out", grep.Plural(r.Dropped, "match", "matches"), s.Name, s.Chain.String()))
	}
	if r.Filtered > 0 {
		notes = append(notes, fmt.Sprintf("%d left out by %s", r.Filtered, s.page.Request.LeftOutBy()))
	}
	return notes
}

// Suggest looks for readings of the query that would have matched, if nothing
// did, and for names similar to a symbol that was not found.
func (r *Found) Suggest(ctx context.Context, a *tool.Answer) ([]answer.Finding, error) {
	s := r.search
	if r.Matches > 0 || r.Ledger.Count(ledger.Timeout) > 0 {
		return nil, nil
	}
	switch {
	case r.Filtered > 0:
		a.Reading.Add(tool.Alternative{Label: "without " + s.page.Request.LeftOutBy(), Count: r.Filtered, AtLeast: r.Ledger.Cut(), Command: s.instead(s.text, request.LeavingOut()...)})
	case r.Dropped > 0:
		if !r.isFile() {
			a.Reading.Add(tool.Alternative{Label: s.Name + " alone", Count: r.Dropped, AtLeast: r.Ledger.Cut(), Command: s.instead(s.Name, "where")})
		}
	}
	if r.inParts { // whose trees are not searched once more
		r.alternatives = a.Reading.Alternatives
		return nil, nil
	}
	if r.Filtered == 0 && s.foreign == nil && (r.Dropped == 0 || s.Chain.Placed()) { // other readings of a matcher are unknown here
		if err := r.diagnose(ctx, a); err != nil {
			return nil, err
		}
	}
	if err := r.asWords(ctx, a); err != nil {
		return nil, err
	}
	r.alternatives = a.Reading.Alternatives
	return r.near(ctx, a)
}

// diagnose looks for other readings of the query that match.
func (r *Found) diagnose(ctx context.Context, a *tool.Answer) error {
	s := r.search
	d := grep.Diagnosis{
		Hints: s.page.Frame.WantsHints(), Files: s.Files, Binary: s.Binary,
		Patterns: []*pattern.Pattern{s.asTyped()}, Bytes: s.read.Load(), Refuses: s.refuses,
		Command: func(options ...string) string { // counts are of what matches, whatever --where would leave out
			return s.page.Request.Refine(request.Query, s.args(s.text), options, request.LeavingOut()...)
		},
	}
	return d.Run(ctx, a)
}

// near returns findings about names similar to a symbol that was not found. If another reading matches, only those of
// the owner that a dotted symbol names, or a similar one, are returned.
func (r *Found) near(ctx context.Context, a *tool.Answer) ([]answer.Finding, error) {
	s := r.search
	owner, others := s.Chain.Owner(), len(r.alternatives) > 0
	if s.Name == "" || !s.page.Frame.WantsHints() || r.Filtered > 0 || others && owner == "" || r.isFile() {
		return nil, nil
	}
	names, err := findings.Similar(ctx, a, similar.Search{Files: s.Files, Name: s.Name, Owner: owner})
	names = slices.DeleteFunc(names, func(n similar.Name) bool { return others && !n.Owned() })
	return findings.Suggest(a, names, func(n *similar.Name) string { return s.instead(n.Dotted(), "where") }), err
}

// asTyped returns the pattern for other readings of the query; for a dotted symbol it is the whole text.
func (s *Search) asTyped() *pattern.Pattern {
	if s.Chain.Qualified() {
		if p, err := pattern.Compile(s.text, pattern.Options{Mode: pattern.Identifier, Case: pattern.Sensitive}); err == nil {
			return p
		}
	}
	return s.pattern
}

// refuses returns an error about a reading in which the names before a dotted symbol's last one would have another case.
func (s *Search) refuses(p *pattern.Pattern) error {
	if s.Chain.Qualified() && p.Fold {
		return errors.ErrUnsupported
	}
	return nil
}

// leastWords is how many words a text has that may be a question, mostBlocks how many blocks are named that answer it.
const (
	leastWords = 2
	mostBlocks = 3
)

// asWords adds the reading of several words as a question, if no other reading matches.
func (r *Found) asWords(ctx context.Context, a *tool.Answer) error {
	s := r.search
	literal := s.pattern != nil && s.pattern.Mode == pattern.Literal
	if !literal || s.Name != "" || s.foreign != nil || !s.page.Frame.WantsHints() || len(a.Reading.Alternatives) > 0 || len(strings.Fields(s.text)) < leastWords {
		return nil
	}
	places, n, err := question.Best(ctx, s.text, s.Files, mostBlocks)
	if err != nil || len(places) == 0 {
		return err
	}
	a.Reading.Add(tool.Alternative{Label: "as a question, first " + strings.Join(places, ", "), Count: n, Command: s.page.Request.Refine(request.Question, s.args(s.text), []string{"--mode=question"}, "where")})
	return nil
}

// args returns the positional arguments of a query for text in the same files.
func (s *Search) args(text string) []string { return append([]string{text}, s.Files.Roots...) }

// instead returns the command that looks for another text in the same files, without some options.
func (s *Search) instead(text string, without ...string) string {
	return s.page.Request.Refine(request.Query, s.args(text), nil, without...)
}

// alone returns the command that looks for the last name of a dotted query, whatever precedes it; "" for another query.
func (s *Search) alone() string {
	if !s.Chain.Qualified() {
		return ""
	}
	return s.instead(s.Name)
}

// wider returns the command for the folder around the searched one, "" if there is none or calls may not leave theirs.
func (s *Search) wider() string {
	roots := s.Files.Roots
	if len(roots) > 1 || s.page.Frame.Sandbox != "" || s.page.Request.Corpus != nil {
		return ""
	}
	root := "."
	if len(roots) == 1 {
		root = roots[0]
	}
	here, err := filepath.Abs(root)
	if err != nil || filepath.Dir(here) == here || s.page.Request.Ends(here) {
		return ""
	}
	return s.page.Request.Refine(request.Query, []string{s.text, filepath.ToSlash(filepath.Join(root, ".."))}, nil, "max-depth") // which counts from the root
}

// mode names how the query was read.
func (s *Search) mode() string {
	switch {
	case s.foreign != nil && s.foreign.Occurrences:
		return pattern.Identifier.String()
	case s.foreign != nil:
		return "structural"
	case s.pattern.Mode == pattern.Block:
		return pattern.Literal.String()
	}
	return s.pattern.Mode.String()
}

// notes says how the query was read, unless that is the usual way.
func (r *Found) notes() []string {
	s := r.search
	var notes []string
	if s.foreign != nil {
		notes = r.matcherNotes()
	}
	if s.pattern.Fold && strings.ContainsFunc(s.pattern.Source, unicode.IsLetter) {
		notes = append(notes, "any case")
	}
	if s.pattern.Source != s.text {
		notes = append(notes, "looked for "+s.pattern.Source)
	}
	if r.Near > 0 {
		notes = append(notes, fmt.Sprintf("%d more inside longer words", r.Near))
	}
	notes = append(notes, r.droppedNotes(true)...)
	return append(notes, r.Headers()...)
}

// everyLine returns the command that prints every matching line: a filter, unless it lacks a condition of the request.
func (s *Search) everyLine() string {
	r := s.page.Request
	if s.Chain.Qualified() || s.Where != nil || r.Matcher != "" {
		return s.page.EveryLine()
	}
	set := []string{"--detail", "--mode=" + s.mode(), "--grep=" + s.pattern.Source}
	if s.pattern.Fold || strings.ToLower(s.pattern.Source) == s.pattern.Source { // otherwise a filter reads it so by itself
		set = append(set, "--case="+grep.CaseName(s.pattern.Fold))
	}
	return r.Table.Command(opt.Command{Form: request.Filter, Keep: opt.Search(), Args: s.Files.Roots, Set: set})
}
