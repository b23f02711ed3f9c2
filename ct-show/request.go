package main

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// The forms. Tool calls have only formShow and formSample.
const (
	formShow   = "show"   // QUERY FILE
	formPage   = "page"   // lines of a FILE by number or symbol
	formSample = "sample" // a few places of a tree
)

// Lines of context around a matching line.
const (
	usualContext  = 2
	mostContext   = 5
	sampleContext = 1
)

// request is what the options and arguments ask for.
type request struct {
	grep.Request
	table *opt.Table

	sample   bool
	skip     int64 // clusters of a sample
	context  int64 // -1 unless given
	line     int64 // 0 unless given
	from, to int64 // of --range, 0 unless given
	symbol   string
	blame    bool
}

// options returns the rows of ct-show's table. Parsing fills r.
func (r *request) options() []opt.Option {
	const own = "What to show"
	show, page, sample := []string{formShow}, []string{formPage}, []string{formSample}
	rows := []opt.Option{
		{Name: "sample", Asks: formSample, Forms: sample, Role: opt.Question, CommandLine: true, Var: opt.Flag(&r.sample), Group: own, Help: "show a few matches of a tree: QUERY [PATH…]"},
		{Name: "skip", Arg: "N", Forms: sample, Role: opt.Page, Instead: map[string]string{formPage: "use {range} A:B"}, Var: opt.Int(&r.skip, 1), Group: own, Brief: "omit the first N clusters", Help: "with --sample, omit the first N clusters, as the last line of a sample says"},
		{Name: "context", Short: "C", Arg: "N", Forms: show, Role: opt.Output, Var: opt.IntRange(&r.context, 0, mostContext), Default: strconv.Itoa(usualContext), Group: own, Brief: "lines around a match", Help: "lines before and after each matching line of FILE, at most 5"},
		{Name: "line", Arg: "N", Asks: formPage, Forms: page, Role: opt.Question, Var: opt.Func(opt.KindInt, r.setLine), Group: own, Brief: "show the definition or 40 lines around line N", Help: "show the definition around line N of FILE if it has at most 40 lines, else 40 lines around N; FILE:N is the same"},
		{Name: "range", Arg: "A:B", Asks: formPage, Forms: page, Role: opt.Question, Var: opt.Func(opt.KindText, r.setRange), Group: own, Brief: "show lines A to B, written A:B", Help: "show lines A to B of FILE, 200 lines and 16,000 bytes a page; FILE:A-B is the same"},
		{Name: "symbol", Arg: "NAME", Asks: formPage, Forms: page, Role: opt.Question, Var: opt.Word(&r.symbol), Group: own, Brief: "show the definition of NAME or Type.NAME", Help: "show the whole definition of NAME in FILE, or of Type.NAME, also as FILE:NAME without FILE; 200 lines and 16,000 bytes a page"},
		{Name: "blame", Forms: page, Role: opt.Output, Var: opt.Flag(&r.blame), Group: own, Brief: "which commit wrote each line", Help: "with {FILE} and {line}, {range} or {symbol}: which commit wrote each line, with its date and author, and the subjects below"},
	}
	rows = append(rows, r.Steps([]string{formShow, formSample}, sample)...)
	at, _ := grep.Row(rows, "at")
	at.Forms = []string{formShow, formPage, formSample}
	return rows
}

func (r *request) setLine(s string) (err error) {
	if r.line, err = lineNumber(s); err != nil {
		return errors.New("must be a line number, from 1, not " + strconv.Quote(s))
	}
	return nil
}

func (r *request) setRange(s string) error {
	a, b, ok := strings.Cut(s, ":")
	from, errFrom := lineNumber(a)
	to, errTo := lineNumber(b)
	if !ok || errFrom != nil || errTo != nil || to < from {
		return errors.New("must be a first and a last line number, as in 200:399, not " + strconv.Quote(s))
	}
	r.from, r.to = from, to
	return nil
}

// maxLine is the maximum line number; it leaves room for adding to it.
const maxLine = math.MaxInt64 / 2

func lineNumber(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && (n < 1 || n > maxLine) {
		err = strconv.ErrRange
	}
	return n, err
}

// plan checks the request and returns the work of its form.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	pages := r.table.Given("line", "range", "symbol")
	switch {
	case len(pages) > 1:
		return nil, opt.Usagef("range", "%s and %s contradict each other; give one", pages[0], pages[1])
	case f.Form == formPage && len(args) == 1 && args[0] == "", f.Form == formShow && len(args) == 2 && args[1] == "":
		return nil, opt.Usagef("FILE", "{FILE} is empty; give the path of a file")
	}
	paths := args
	if f.Form != formPage && len(args) > 1 {
		paths = args[1:]
	}
	if err := r.OpenTree(f, paths...); err != nil {
		return nil, err
	}
	switch f.Form {
	case formSample:
		return r.planSample(f, args)
	case formPage:
		return r.planPage(f, args)
	}
	return r.planQuery(f, args)
}

// compile compiles QUERY.
func (r *request) compile(text string) (*pattern.Pattern, match.Matcher, error) {
	o, err := r.StepPattern()
	if err != nil {
		return nil, nil, err
	}
	p, err := pattern.Compile(text, o)
	if err != nil {
		return nil, nil, opt.Usagef("QUERY", "{QUERY}: %v", err)
	}
	if err := grep.RefuseAlternation(p); err != nil {
		return nil, nil, err
	}
	m, err := match.New(p)
	if err != nil {
		return nil, nil, opt.Usagef("QUERY", "{QUERY}: %v", err)
	}
	return p, m, nil
}

// Limits of a page: lines of the file, bytes, and bytes in JSON, where the names of the members take as much again.
const (
	pageLines = 200
	pageBytes = 16000
	pageJSON  = 32768
)

// extents returns the maximum lengths of the answers. A snippet is added while a text is below its
// budget, and only if the text then stays within grep.Hardest.
func extents() []tool.Extent {
	page := budget.Budget{Lines: pageLines, Bytes: pageBytes}
	return []tool.Extent{
		{Form: formShow, Usual: budget.Budget{Lines: 30, Bytes: 8000}, Most: grep.Hardest},
		{Form: formSample, Usual: budget.Budget{Lines: 20, Bytes: 6000}, Most: grep.Hardest},
		{Form: formPage, Usual: page, Most: page, JSON: pageJSON, MostJSON: pageJSON},
	}
}

// show returns the definition of ct-show for the driver.
func show() *tool.Tool {
	t := &tool.Tool{
		Guide:   explain.Guide("ct-show"),
		Formats: []string{"text", "json"},
		Extents: extents(),
		Names:   []string{"count", "files", "lines", "terms"},
	}
	r := &request{context: -1}
	t.Table = opt.Table{
		Tool:    "ct-show",
		Summary: "show small pieces of files: matching lines with context, samples of a tree, pages by line number; read-only",
		Usage: []string{
			"[OPTIONS] QUERY FILE",
			"[OPTIONS] FILE --line N | --range A:B | --symbol NAME",
			"[OPTIONS] FILE:LINE[:COL] | FILE:A-B | FILE LINE | FILE A-B",
			"[OPTIONS] --sample QUERY [PATH…]",
		},
		Args: []opt.Arg{
			{Name: "QUERY", Property: "query", Help: "text to look for, literally unless a mode is given", Forms: []string{formShow, formSample}, Required: []string{formSample}},
			{Name: "FILE", Property: "file", Help: "the file to show", Complete: opt.Files, Forms: []string{formShow, formPage}, Required: []string{formShow, formPage}},
			{Name: "PATH", Property: "paths", Help: "with --sample, files and folders to look in; without one, the working folder", Brief: "files and folders to look in", Many: true, Complete: opt.Files, Forms: []string{formSample}},
		},
		Forms: []opt.Form{
			{Name: formShow, By: "{QUERY} {FILE}", Colors: true},
			{Name: formPage, By: "{FILE} with {line}, {range} or {symbol}", Colors: true},
			{Name: formSample, By: "{sample}", Colors: true},
		},
		Options: r.options(),
		Notes: []string{
			"QUERY FILE refuses more than 20 matching lines and a file over 64 MiB, and --sample shows where a query is broad: narrow the query or the path then. Every answer ends with the next command.",
			"Exit status: 0 the expectation is met, 1 it is not, 2 an error, a refusal, or a search too incomplete to decide.",
		},
		Examples: []opt.Example{
			{Comment: "The matches of a name in one file", Command: "ct-show --identifier ErrUnexpectedEOF src/a.go"},
			{Comment: "A few matches of a tree", Command: "ct-show --sample 'func new' src"},
			{Comment: "Around a line", Command: "ct-show README.md --line 3"},
			{Comment: "The same, as compilers write it", Command: "ct-show README.md:3"},
			{Comment: "A whole definition", Command: "ct-show src/a.go --symbol ErrUnexpectedEOF"},
			{Comment: "Who wrote these lines, and when?", Command: "ct-show --blame README.md:1-3"},
			{Comment: "Lines of a large file", Command: "ct-show src/a_test.go --range 15000:15100"},
		},
		Definitions: []opt.Definition{
			{Name: formShow, Forms: []string{formShow, formPage}, Description: "Show the matching lines of one file with context, or its lines by number", Output: showSchema},
			{Name: formSample, Forms: []string{formSample}, Description: "Show a few matches of a text in a tree, spread over files", Output: sampleSchema},
		},
	}
	t.Rewrite = func(args []string) ([]string, error) {
		r.table = &t.Table
		return r.rewrite(args)
	}
	t.Plan = func(f *tool.Frame, args []string) (*tool.Job, error) {
		r.table = &t.Table
		return r.plan(f, args)
	}
	return t
}
