// Package findings runs the forms that answer with findings. It searches, judges the result, selects the page, fits the
// answer into its budget, and adds the command for the rest. What is searched for and reported is decided by a Search,
// which each form implements.
package findings

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
	"github.com/ct-tools/ct/ct-search/internal/search/page"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Search is one of the requests that are answered with findings.
type Search interface {
	// Run searches. If each is not nil, this goroutine calls it with every match in path order; false ends the search.
	Run(ctx context.Context, each func(*occurrence.Match) bool) (Result, error)
}

// A Result is what a search found.
type Result interface {
	// Totals returns the figures for pages and the summary.
	Totals() Totals
	// Answer returns the figures and how the request was read.
	Answer() *tool.Answer
	// Suggest adds similar names to the answer's reading, if little or nothing was found, and returns them as findings.
	Suggest(ctx context.Context, a *tool.Answer) ([]answer.Finding, error)
	// Report returns the answer with all that may be shown, beginning with its summary and what Suggest returned.
	Report(ctx context.Context, s answer.Summary, suggested []answer.Finding) (*answer.Answer, error)
	// Draw returns the graph of the calls found, as far as d allows.
	Draw(ctx context.Context, d *Drawing) (text string, notes []string, err error)
}

// Totals are the figures of a search.
type Totals struct {
	Ledger         *ledger.Ledger
	Tree           *cursor.Tree // the files with matches
	Matches, Files int64
	Groups         int // findings that all pages together show
}

// A Drawing says how a graph of calls is drawn.
type Drawing struct {
	Mermaid bool   // in the language of Mermaid, not in that of Graphviz
	Rest    string // the command that draws more, "" if there is none
	Fits    func(text string) bool
}

// A Window is the part of the results that a page shows, with its context.
type Window struct {
	Before, After int // lines of context
	Limit, Offset int // at most Limit findings, after the first Offset
	// Where drops the matches for which it is false; nil drops none.
	Where *occurrence.Where
}

// Shown returns the part of n results that the page shows.
func (w *Window) Shown(n int) (from, to int) { return min(w.Offset, n), min(w.Offset+w.Limit, n) }

// A Page runs a search and prints a page of its findings.
type Page struct {
	Window
	Frame   *tool.Frame
	Request *request.Request
	Files   *walk.Options // the files that are searched
	args    []string      // positional arguments of a command that asks the same
	layout  string        // of a filter, in which matches are printed; "" for none
	page    *page.Page
	begun   time.Time
}

// The default and maximum numbers of findings on a page, and of matches that jsonl prints.
const (
	usualFindings = 10
	mostFindings  = 1000
	usualLines    = 1000
	mostLines     = 1_000_000
)

// New returns the page that the request asks for; query is its QUERY, if any. Errors are of type *opt.UsageError.
func New(f *tool.Frame, r *request.Request, files *walk.Options, query ...string) (*Page, error) {
	p := &Page{Window: Window{Before: 1, After: 1}, Frame: f, Request: r, Files: files, args: append(query, files.Roots...), layout: grep.Last(r.Layouts), begun: time.Now()}
	if r.Before >= 0 || r.After >= 0 || r.Around >= 0 {
		p.Before, p.After = r.Context()
	}
	usual, most := usualFindings, mostFindings
	switch {
	case p.layout != "":
		usual, most = mostLines, mostLines
	case p.Streams():
		usual, most = usualLines, mostLines
	}
	if r.Limit > int64(most) {
		return nil, opt.Usagef("limit", "{limit} must be a number from 1 to %d for this format, not %d", most, r.Limit)
	}
	if p.Limit = int(r.Limit); r.Limit == 0 {
		p.Limit = usual
	}
	var err error
	if r.Condition != "" {
		if p.Where, err = occurrence.CompileWhere(r.Condition, occurrence.Fields(), r.Matcher != ""); err != nil {
			return nil, opt.Usagef("where", "{where}: %v", err)
		}
	}
	p.Where = p.Where.Within(r.LineTest())
	if err := p.refuse(); err != nil {
		return nil, err
	}
	if info, failed := os.Stat(r.Artifact); r.Artifact != "" && (failed != nil || !info.IsDir()) {
		return nil, opt.Usagef("save-artifact", "{save-artifact} must be a folder that exists, not %s", render.Shell(r.Artifact))
	}
	words, names, err := r.Words(p.args, "findings")
	if err != nil {
		return nil, err
	}
	if p.page, err = page.New(r.Cursor, words, names); err != nil || p.page.From == nil {
		return p, err
	}
	p.Offset = int(min(p.page.From.At.Shown, math.MaxInt32))
	return p, nil
}

// Usually sets how many findings the page shows, unless the request says it or a format of lines shows all.
func (p *Page) Usually(n int) {
	if p.Request.Limit == 0 && !p.Streams() {
		p.Limit = n
	}
}

// notIn returns the options that an answer in a format has no place for, because they add to findings or page them.
func (p *Page) notIn(format string) []string {
	adding := []string{"save-artifact", "include-strings", "context", "after-context", "before-context", "sizes"}
	switch {
	case format == request.FormatLines, p.layout != "":
		if p.Frame.Form == request.Calls && p.Request.Tests == "" { // it only adds to the graph
			adding = append(adding, "depth")
		}
		if p.layout == request.LayoutSummary { // it counts them all
			adding = append(adding, "limit")
		}
		return append(adding, "expand", "cursor")
	case format == request.FormatDOT, format == request.FormatMermaid:
		return append(adding, "limit", "cursor")
	}
	return nil
}

// refuse returns an error about an option that has no effect on what is printed.
func (p *Page) refuse() error {
	r, format := p.Request, p.Frame.Format
	if p.layout != "" && format != "text" {
		given := r.Table.Given(p.layout)[0]
		return opt.Usagef(p.layout, "%s does not apply to {format} %s; leave it out", given, format)
	}
	given := r.Table.Given(p.notIn(format)...)
	switch {
	case len(given) == 0:
		return nil
	case p.layout != "":
		return opt.Usagef(strings.TrimLeft(given[0], "-"), "%s does not apply to %s; leave it out", given[0], r.Table.Given(p.layout)[0])
	}
	return opt.Usagef(strings.TrimLeft(given[0], "-"), "%s does not apply to {format} %s; leave it out", given[0], format)
}

// Streams reports whether matches are printed as they come, without sections, budget and pages.
func (p *Page) Streams() bool { return p.layout != "" || p.Frame.Format == request.FormatLines }

// Job returns the work of a search.
func (p *Page) Job(s Search) *tool.Job {
	job := &tool.Job{Run: func(ctx context.Context, out io.Writer) (*tool.Answer, error) { return p.run(ctx, s, out) }}
	if p.Streams() {
		job.Run = func(ctx context.Context, out io.Writer) (*tool.Answer, error) { return p.stream(ctx, s, out) }
	}
	if p.Request.Artifact != "" {
		job.Writable = []string{p.Request.Artifact}
	}
	return job
}

// run searches and prints the page, or draws the graph.
func (p *Page) run(ctx context.Context, s Search, out io.Writer) (*tool.Answer, error) {
	found, err := s.Run(ctx, nil)
	if err != nil {
		return nil, p.explain(err)
	}
	return p.Print(ctx, found, out)
}

// Print prints the page of what was found, or draws the graph.
func (p *Page) Print(ctx context.Context, found Result, out io.Writer) (*tool.Answer, error) {
	t := found.Totals()
	if t.Ledger.Count(ledger.Timeout) == 0 {
		if err := p.page.Same(t.Tree, func(*cursor.Tree) string { return "" }); err != nil {
			return nil, err
		}
	}
	a := found.Answer()
	suggested, err := found.Suggest(ctx, a)
	if err != nil {
		return nil, err
	}
	if request.Draws(p.Frame) {
		return a, p.draw(ctx, found, a, out)
	}
	whole, err := found.Report(ctx, p.summary(&t), suggested)
	if err != nil {
		return nil, err
	}
	if c := p.Request.Corpus; c != nil {
		whole.Summary.Notes = append(slices.Clone(c.Notes), whole.Summary.Notes...)
	}
	return a, p.write(out, a, whole, &t)
}

// explain adds to the error about an argument that is not a path, but may be the name or text to look for, how to give it.
func (p *Page) explain(err error) error {
	path := p.Request.Misplaced(err)
	if path == nil {
		return err
	}
	wrong := path.Named
	isName := qualname.Is(wrong)
	switch calls := p.Frame.Form == request.Calls; {
	case p.Frame.Definition == "" && (p.Request.Impact.Impact != "" || p.Request.Dead != "" || p.Request.DeadAll):
		return fmt.Errorf("%w; with %s arguments are paths", err, p.Request.Table.Given("impact", "dead", "dead-all")[0])
	case p.Frame.Definition != "" || p.Frame.Form == request.Query || !isName && !strings.Contains(wrong, " "):
		return err
	case calls && isName:
		return fmt.Errorf("%w; with %s arguments are paths: give one symbol to it, or leave it out to look for a text", err, p.asking())
	case calls:
		return fmt.Errorf("%w; with %s arguments are paths: to look for a text use --grep %s alone", err, p.asking(), render.Shell(wrong))
	case p.Request.Impl != "":
		return fmt.Errorf("%w; with --impl arguments are paths: give one symbol to --impl", err)
	case p.Request.Symbol != "":
		return fmt.Errorf("%w; with --entity arguments are paths", err)
	case p.Request.Outline:
		return fmt.Errorf("%w; with --outline arguments are paths: to choose names use --match %s", err, render.Shell(wrong))
	case isName:
		return fmt.Errorf("%w; with --entity arguments are paths: use --symbol %s", err, wrong)
	}
	return fmt.Errorf("%w; with --entity arguments are paths: use --symbol NAME, or for a text --grep %s alone", err, render.Shell(wrong))
}

// asking returns the option that asks for the form calls.
func (p *Page) asking() string {
	if p.Request.Tests != "" {
		return "--tests"
	}
	return "--calls"
}

// draw prints the graph as far as the budget allows, and says on standard error what is missing.
func (p *Page) draw(ctx context.Context, found Result, a *tool.Answer, out io.Writer) error {
	d := &Drawing{Mermaid: p.Frame.Format == request.FormatMermaid, Fits: p.fits}
	if p.Frame.Budget != Most {
		d.Rest = p.larger("--format=" + p.Frame.Format)
	}
	text, notes, err := found.Draw(ctx, d)
	if err != nil {
		return err
	}
	for _, note := range notes {
		a.Aside += "ct-search: " + budget.EscapeLine(note) + "\n"
	}
	_, err = io.WriteString(out, text)
	return err
}

// summary returns what was searched and how much was found; the form adds how the query was read.
func (p *Page) summary(t *Totals) answer.Summary {
	s := answer.Summary{
		FileGlobs: append([]string{}, p.Files.Narrow...), Include: append([]string{}, p.Files.Include...), Exclude: append([]string{}, p.Files.Exclude...),
		Context: answer.Context{Before: p.Before, After: p.After}, Limit: p.Limit,
		Scanned: t.Ledger.Searched, MatchedIn: t.Files, Matches: t.Matches, ScanMethod: "native",
		Truncated: t.Ledger.Cut(), TimedOut: t.Ledger.Count(ledger.Timeout) > 0,
	}
	if len(s.FileGlobs) == 0 {
		s.FileGlobs = []string{"*"}
	}
	return s
}

// Command returns the command line of this search with other options.
func (p *Page) Command(options ...string) string {
	return p.Request.Refine(p.Frame.Form, p.args, options)
}

// EveryLine returns the command that prints every match on a line of its own.
func (p *Page) EveryLine() string {
	most := mostLines
	if p.Request.Corpus != nil {
		most = grep.MostCorpusLines
	}
	return p.Request.Refine(p.Frame.Form, p.args, []string{"--format=" + request.FormatLines, fmt.Sprintf("--limit=%d", most)}, p.notIn(request.FormatLines)...)
}

// CallsOf returns the command that finds the calls of a definition in the same files.
func (p *Page) CallsOf(d *occurrence.Definition) string { return p.ask(request.Calls, "calls", d) }

// Implementations returns the command that finds what implements or extends a definition in the same files.
func (p *Page) Implementations(d *occurrence.Definition) string {
	return p.ask(request.Definitions, "impl", d)
}

// ask returns the command that asks a form about a definition, by an option that takes its name.
func (p *Page) ask(form, option string, d *occurrence.Definition) string {
	symbol := d.Qualname
	if !qualname.Is(symbol) {
		symbol = d.Symbol
	}
	set := []string{"--" + option + "=" + symbol}
	if p.Request.Corpus != nil && form != request.Calls { // what implements a type is asked of one tree
		return ""
	}
	return p.Request.Table.Command(opt.Command{
		Form: form, Keep: []opt.Role{opt.Place, opt.Wider, opt.Output}, Set: set, Without: request.Narrowing(set), Args: p.Files.Roots,
	})
}

// Show returns the command that prints lines of a file, "" if it would print another version of it.
func (p *Page) Show(option, path string) string {
	revision, ok := p.Request.Shown()
	if !ok {
		return ""
	}
	set := []string{option}
	if revision != "" {
		set = append(set, "--at="+revision)
	}
	return p.Request.Table.Command(opt.Command{Program: "ct-show", Set: set, Args: []string{path}})
}

// Folders returns the names of the folders on the path to the working folder.
// It returns none if the working folder is unknown.
func Folders() []string {
	here, err := filepath.Abs(".")
	if err != nil {
		return nil
	}
	return strings.Split(filepath.ToSlash(here), "/")
}
