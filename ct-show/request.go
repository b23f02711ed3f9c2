package main

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// The forms, as in tool calls.
const (
	formShow   = "show"
	formSample = "sample"
)

var (
	both       = []string{formShow, formSample}
	showOnly   = []string{formShow}
	sampleOnly = []string{formSample}
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
	table opt.Table

	sample   bool
	skip     int64 // clusters of a sample
	context  int64 // -1 unless given
	line     int64 // 0 unless given
	from, to int64 // of --range, 0 unless given
	symbol   string
}

// options returns the rows of ct-show's table. Parsing fills r.
func (r *request) options() []opt.Option {
	const own = "What to show"
	rows := []opt.Option{
		{Name: "sample", Var: opt.Flag(&r.sample), Group: own, Help: "show a few places of a tree: QUERY [PATH…]"},
		{Name: "skip", Arg: "N", Var: opt.Int(&r.skip, 1), Group: own, Doors: sampleOnly, Brief: "the first N clusters", Help: "with --sample, go on behind the first N clusters, as the last line of a sample says it"},
		{Name: "context", Short: "C", Arg: "N", Var: opt.IntRange(&r.context, 0, mostContext), Default: strconv.Itoa(usualContext), Group: own, Doors: showOnly, Brief: "lines around a match, at most 5", Help: "lines before and after each matching line of FILE, at most 5"},
		{Name: "line", Arg: "N", Var: opt.Func(opt.KindInt, r.setLine), Group: own, Doors: showOnly, Brief: "a page round N", Help: "show FILE round line N, a page of up to 200 lines"},
		{Name: "range", Arg: "A:B", Var: opt.Func(opt.KindText, r.setRange), Group: own, Doors: showOnly, Brief: "A:B", Help: "show lines A to B of FILE, 200 lines and 16,000 bytes a page"},
		{Name: "symbol", Arg: "NAME", Var: opt.Word(&r.symbol), Group: own, Doors: showOnly, Brief: "definition of NAME or Type.NAME", Help: "show the whole definition of NAME in FILE, or of Type.NAME; 200 lines and 16,000 bytes a page"},
	}
	rows = append(rows, r.Steps(both)...)
	for i := range rows {
		if rows[i].Group == "Where" && len(rows[i].Doors) > 0 {
			rows[i].Doors = sampleOnly
		}
	}
	return rows
}

func (r *request) setLine(s string) (err error) {
	if r.line, err = lineNumber(s); err != nil {
		return errors.New("wants the number of a line, from 1, not " + strconv.Quote(s))
	}
	return nil
}

func (r *request) setRange(s string) error {
	a, b, ok := strings.Cut(s, ":")
	from, errFrom := lineNumber(a)
	to, errTo := lineNumber(b)
	if !ok || errFrom != nil || errTo != nil || to < from {
		return errors.New("wants the numbers of a first and a last line, as 200:399, not " + strconv.Quote(s))
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

// kind returns the requested kind of answer.
func (r *request) kind(f *tool.Frame) string {
	switch {
	case r.sample || f.Door == formSample:
		return kindSample
	case r.paged():
		return kindPage
	}
	return kindShow
}

// paged reports whether lines of a file are requested without a query.
func (r *request) paged() bool { return r.line > 0 || r.to > 0 || r.symbol != "" }

// plan checks the request and returns the work of its form. Errors for requests that a tool call
// can make too are worded so that they also apply to its properties.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	kind := r.kind(f)
	pages := r.table.Given("line", "range", "symbol")
	switch {
	case len(pages) > 1:
		return nil, opt.Usagef("range", "%s and %s contradict each other; give one", pages[0], pages[1])
	case kind == kindSample && r.paged():
		return nil, opt.Usagef("line", "%s shows one FILE, --sample some places of many: leave one out", pages[0])
	case kind == kindPage && len(args) == 1 && args[0] == "", kind == kindShow && len(args) == 2 && args[1] == "":
		return nil, opt.Usagef("file", "FILE is empty: give the path of a file")
	case kind != kindSample && r.skip > 0:
		return nil, opt.Usagef("skip", "--skip goes with --sample; lines of a FILE are shown by --range A:B")
	case kind != kindShow && r.context >= 0:
		return nil, opt.Usagef("context", "context goes with QUERY FILE; pages have none, and a sample %d line round each match: leave it out", sampleContext)
	case kind != kindSample && len(r.givenFileOptions()) > 0:
		return nil, opt.Usagef("", "%s chooses among files and goes with --sample; FILE is shown whatever it is", strings.Split(r.givenFileOptions()[0], "=")[0])
	case kind == kindSample:
		return r.planSample(f, args)
	case kind == kindPage:
		return r.planPage(f, args)
	}
	return r.planQuery(f, args)
}

// givenFileOptions returns the options that choose files as they were given.
func (r *request) givenFileOptions() []string {
	return r.table.Line(slices.Concat(own(), grep.ModeOptions(), grep.CaseOptions(), tool.Framing(), []string{"sandbox", "no-config"})...)
}

// own returns the names of the options that only ct-show has.
func own() []string { return []string{"sample", "skip", "context", "line", "range", "symbol"} }

// fileOptions returns the names of the options that choose files.
func (r *request) fileOptions() []string {
	var names []string
	for _, o := range r.table.Options {
		if o.Group == "Where" {
			names = append(names, o.Name)
		}
	}
	return names
}

// compile compiles QUERY.
func (r *request) compile(text string) (*pattern.Pattern, match.Matcher, error) {
	o, err := r.StepPattern()
	if err != nil {
		return nil, nil, err
	}
	p, err := pattern.Compile(text, o)
	if err != nil {
		return nil, nil, opt.Usagef("query", "%v", err)
	}
	if err := grep.RefuseAlternation(p); err != nil {
		return nil, nil, err
	}
	m, err := match.New(p)
	if err != nil {
		return nil, nil, opt.Usagef("query", "%v", err)
	}
	return p, m, nil
}
