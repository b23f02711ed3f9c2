package main

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
)

// The doors, as tool calls name them.
const (
	doorShow   = "show"
	doorSample = "sample"
)

var (
	both       = []string{doorShow, doorSample}
	showOnly   = []string{doorShow}
	sampleOnly = []string{doorSample}
)

// Lines of context round a matching line.
const (
	usualContext  = 2
	mostContext   = 5
	sampleContext = 1
)

// A request is what the options and arguments ask for.
type request struct {
	grep.Request
	table  opt.Table
	budget *budget.Budget // of the tool, by the door that options choose

	sample   bool
	context  int64 // -1 unless given
	line     int64 // 0 unless given
	from, to int64 // of --range, 0 unless given
}

// options gives the rows of ct-show; parsing fills r.
func (r *request) options() []opt.Option {
	const own = "What to show"
	rows := []opt.Option{
		{Name: "sample", Var: opt.Func(opt.KindFlag, r.setSample), Group: own, Help: "show a few places of a tree: QUERY [PATH…]"},
		{Name: "context", Short: "C", Arg: "N", Var: opt.IntRange(&r.context, 0, mostContext), Default: strconv.Itoa(usualContext), Group: own, Doors: showOnly, Help: "lines before and after each matching line of FILE, at most 5"},
		{Name: "line", Arg: "N", Var: opt.Func(opt.KindInt, r.setLine), Group: own, Doors: showOnly, Help: "show FILE round line N, a page of up to 200 lines"},
		{Name: "range", Arg: "A:B", Var: opt.Func(opt.KindText, r.setRange), Group: own, Doors: showOnly, Help: "show lines A to B of FILE, 200 lines and 16,000 bytes a page"},
	}
	rows = append(rows, r.Steps(both)...)
	for i := range rows {
		if rows[i].Group == "Where" && len(rows[i].Doors) > 0 {
			rows[i].Doors = sampleOnly
		}
	}
	return rows
}

func (r *request) setSample(s string) (err error) {
	if r.sample, err = strconv.ParseBool(s); err != nil {
		return errors.New("takes no value")
	}
	if r.sample {
		*r.budget = sampleBudget
	}
	return nil
}

func (r *request) setLine(s string) (err error) {
	*r.budget = pageBudget
	if r.line, err = lineNumber(s); err != nil {
		return errors.New("wants the number of a line, from 1, not " + strconv.Quote(s))
	}
	return nil
}

func (r *request) setRange(s string) error {
	*r.budget = pageBudget
	a, b, ok := strings.Cut(s, ":")
	from, errFrom := lineNumber(a)
	to, errTo := lineNumber(b)
	if !ok || errFrom != nil || errTo != nil || to < from {
		return errors.New("wants the numbers of a first and a last line, as 200:399, not " + strconv.Quote(s))
	}
	r.from, r.to = from, to
	return nil
}

// maxLine leaves room to count on behind a line.
const maxLine = math.MaxInt64 / 2

func lineNumber(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err == nil && (n < 1 || n > maxLine) {
		err = strconv.ErrRange
	}
	return n, err
}

// plan checks the request and gives the work of its door.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	if f.Door == doorSample {
		r.sample = true
	}
	paged := r.line > 0 || r.to > 0
	switch {
	case r.line > 0 && r.to > 0:
		return nil, opt.Usagef("range", "--line and --range contradict each other; give one")
	case r.sample && paged:
		return nil, opt.Usagef("line", "--line and --range show one FILE; leave --sample out")
	case (r.sample || paged) && r.context >= 0:
		return nil, opt.Usagef("context", "--context goes with QUERY FILE; --sample shows %d line round each match", sampleContext)
	case !r.sample && len(r.where()) > 0:
		return nil, opt.Usagef("", "%s chooses among files and goes with --sample; FILE is shown whatever it is", strings.Split(r.where()[0], "=")[0])
	case r.sample:
		return r.planSample(f, args)
	case paged:
		return r.planPage(f, args)
	}
	return r.planQuery(f, args)
}

// where gives the options that choose files as they were given.
func (r *request) where() []string {
	return r.table.Line(slices.Concat(r.own(), grep.ModeOptions(), grep.CaseOptions(), tool.Framing(), []string{"sandbox", "no-config"})...)
}

// own names the options of ct-show alone.
func (*request) own() []string { return []string{"sample", "context", "line", "range"} }

// whereOptions names the options that choose files.
func (r *request) whereOptions() []string {
	var names []string
	for _, o := range r.table.Options {
		if o.Group == "Where" {
			names = append(names, o.Name)
		}
	}
	return names
}

// compile reads QUERY.
func (r *request) compile(text string) (*pattern.Pattern, match.Matcher, error) {
	o, err := r.StepPattern()
	if err != nil {
		return nil, nil, err
	}
	p, err := pattern.Compile(text, o)
	if err != nil {
		return nil, nil, opt.Usagef("query", "%v", err)
	}
	if p.Mode == pattern.Regex && grep.UnescapedAlternation(text) {
		return nil, nil, opt.Usagef("query", `the expression %q has an unescaped |: ask for one alternative at a time, compare them with ct-survey --term A --term B, or escape it as \|`, text)
	}
	m, err := match.New(p)
	if err != nil {
		return nil, nil, opt.Usagef("query", "%v", err)
	}
	return p, m, nil
}

// pageCommand gives the command that shows lines of a file.
func (r *request) pageCommand(name, option string) string {
	return grep.CommandLine(&r.table, slices.Concat(r.own(), grep.ModeOptions(), grep.CaseOptions(), r.whereOptions()), []string{option}, []string{name})
}

// queryCommand gives the command that shows the matching lines of one file.
func (r *request) queryCommand(text, name string) string {
	return grep.CommandLine(&r.table, append(r.own(), r.whereOptions()...), nil, []string{text, name})
}

// sampleCommand gives the command that samples paths.
func (r *request) sampleCommand(text string, paths ...string) string {
	return grep.CommandLine(&r.table, r.own(), []string{"--sample"}, append([]string{text}, paths...))
}

// room is the budget by which an answer chooses what it shows: that of its door
// in JSON, which so holds what the text holds.
func room(f *tool.Frame, door budget.Budget) budget.Budget {
	if f.Format == "json" {
		return door
	}
	return f.Budget
}
