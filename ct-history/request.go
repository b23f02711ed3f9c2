package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/position"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/tool"
)

// The forms.
const (
	formText  = "history" // commits that change lines with a text
	formLines = "lines"   // commits that change given lines of a file
)

// The number of commits of an answer.
const (
	usualLimit = 20
	mostLimit  = 1000
)

// request is what the options and arguments ask for.
type request struct {
	grep.Request
	table *opt.Table
	form  string

	at, author   string
	since, until int64 // seconds since 1970, 0 unless given
	countChanged bool
	first, last  bool
	limit        int64
	cursor       cursor

	line     int64 // 0 unless given
	from, to int64 // of --range, 0 unless given
	symbol   string
}

// options returns the rows of ct-history's table. Parsing fills r.
func (r *request) options() []opt.Option {
	const own, which = "What to look for", "Which commits"
	text, lines := []string{formText}, []string{formLines}
	rows := []opt.Option{
		{Name: "line", Arg: "N", Asks: formLines, Forms: lines, Role: opt.Question, Var: opt.Func(opt.KindInt, r.setLine), Group: own, Brief: "follow line N of file", Help: "follow line N of FILE; FILE:N is the same"},
		{Name: "range", Arg: "A:B", Asks: formLines, Forms: lines, Role: opt.Question, Var: opt.Func(opt.KindText, r.setRange), Group: own, Brief: "follow lines A to B, written A:B", Help: "follow lines A to B of FILE; FILE:A-B is the same"},
		{Name: "symbol", Arg: "NAME", Asks: formLines, Forms: lines, Role: opt.Question, Var: opt.Word(&r.symbol), Group: own, Brief: "follow the definition of NAME or Type.NAME", Help: "follow the definition of NAME, or of Type.NAME, in FILE; without FILE, in the one file below the working folder that defines it"},
		{Name: "count-changed", Forms: text, Role: opt.Question, Var: opt.Flag(&r.countChanged), Group: own, Help: "only commits that change how often a file holds QUERY, as git log -S: not those that move it or change the line around it; binary files count too"},
		{Name: "at", Arg: "REV", Role: opt.Place, Var: opt.Word(&r.at), Complete: opt.Revisions, Default: "HEAD", Group: which, Help: "the history of this revision; lines are then those of its FILE"},
		{Name: "first", Role: opt.Page, Var: opt.Flag(&r.first), Group: which, Help: "only the oldest such commit: when it appeared"},
		{Name: "last", Role: opt.Page, Var: opt.Flag(&r.last), Group: which, Help: "only the newest such commit"},
		{Name: "since", Arg: "DATE", Role: opt.Place, Var: opt.Func(opt.KindText, r.setSince), Group: which, Help: `only commits from DATE on: 2026-01-31, 2026-01-31T12:00:00Z, or an age as "2 weeks"`},
		{Name: "until", Arg: "DATE", Role: opt.Place, Var: opt.Func(opt.KindText, r.setUntil), Group: which, Help: "only commits up to DATE; a day counts whole"},
		{Name: "author", Arg: "TEXT", Role: opt.Place, Var: opt.Word(&r.author), Group: which, Help: "only commits whose author's name or address contains TEXT, whatever its case"},
		{Name: "limit", Arg: "N", Role: opt.Page, Var: opt.IntRange(&r.limit, 1, mostLimit), Default: strconv.Itoa(usualLimit), Group: which, Brief: "at most N commits", Help: fmt.Sprintf("at most N commits, up to %d; the search ends there", mostLimit)},
		{Name: "cursor", Arg: "CURSOR", Role: opt.Page, Var: opt.Func(opt.KindText, r.setCursor), Group: which, Brief: "next_cursor of the answer to continue", Help: "the commits after the answer whose next_cursor is CURSOR"},
		{Name: "text", Short: "a", Forms: text, Role: opt.Wider, Var: opt.Flag(&r.Text), Group: which, Help: "search changes of binary files as text"},
	}
	modes := slices.DeleteFunc(r.Steps(text, text), func(o opt.Option) bool { return o.Group != own })
	return append(rows, modes...)
}

func (r *request) setLine(s string) error {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 1 || n > position.Most {
		return errors.New("must be a line number, from 1, not " + strconv.Quote(s))
	}
	r.line = n
	return nil
}

func (r *request) setRange(s string) error {
	p, ok := position.Parse("FILE:"+strings.Replace(s, ":", "-", 1), nil)
	if !ok || p.Last == 0 {
		return errors.New("must be a first and a last line number, as in 200:399, not " + strconv.Quote(s))
	}
	r.from, r.to = p.Line, p.Last
	return nil
}

func (r *request) setSince(s string) (err error) {
	r.since, err = parseTime(s, time.Now(), false)
	return err
}

func (r *request) setUntil(s string) (err error) {
	r.until, err = parseTime(s, time.Now(), true)
	return err
}

func (r *request) setCursor(s string) (err error) {
	r.cursor, err = parseCursor(s)
	return err
}

// rewrite turns FILE:LINE and FILE:A-B into FILE with --line or --range, unless a mode says that it is a text.
func (r *request) rewrite(args []string) ([]string, error) {
	if q, ok := qualname.Parse(r.symbol); ok && q.File != "" && len(args) == 0 {
		return []string{q.File}, nil
	}
	at, ok := r.position(args, func(name string) bool {
		_, err := os.Lstat(name)
		return err == nil
	})
	if !ok {
		return args, nil
	}
	return []string{at.File}, r.table.More([]string{lineOption(at)})
}

// position returns the lines of a file that one argument names, if nothing says that it is a text.
func (r *request) position(args []string, exists func(name string) bool) (position.Position, bool) {
	if len(args) != 1 || len(r.table.Given("line", "range", "symbol", "mode", "word-regexp", "count-changed")) > 0 {
		return position.Position{}, false
	}
	at, ok := position.Parse(args[0], exists)
	return at, ok && exists(at.File)
}

// lineOption returns the option that names the lines of a position.
func lineOption(at position.Position) string {
	if at.Last > 0 {
		return fmt.Sprintf("--range=%d:%d", at.Line, at.Last)
	}
	return fmt.Sprintf("--line=%d", at.Line)
}

// plan checks the request and returns the work of its form.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	r.form = f.Form
	switch pages, one := r.table.Given("line", "range", "symbol"), r.table.Given("first", "last", "limit", "cursor"); {
	case len(pages) > 1:
		return nil, opt.Usagef("range", "%s and %s contradict each other; give one", pages[0], pages[1])
	case (r.first || r.last) && len(one) > 1:
		return nil, opt.Usagef("limit", "%s and %s contradict each other; give one", one[0], one[1])
	case r.since > 0 && r.until > 0 && r.since > r.until:
		return nil, opt.Usagef("since", "{since} is after {until}, so no commit is meant; exchange them")
	}
	s := &search{frame: f, request: r, args: args, limit: usualLimit}
	switch {
	case r.first || r.last:
		s.limit = 1
	case r.limit > 0:
		s.limit = r.limit
	}
	if f.Form == formLines {
		return r.planLines(s, args)
	}
	return r.planText(s, args)
}

func (r *request) planText(s *search, args []string) (*tool.Job, error) {
	if len(args) == 0 {
		return nil, opt.Usagef("QUERY", "nothing to look for: give a {QUERY}, or the {FILE} with {line}, {range} or {symbol}")
	}
	o, err := r.StepPattern()
	if err != nil {
		return nil, err
	}
	s.text, s.paths = args[0], args[1:]
	if s.pattern, err = pattern.Compile(s.text, o); err != nil {
		return nil, opt.Usagef("QUERY", "{QUERY}: %v", err)
	}
	if s.pattern.Multiline() {
		return nil, opt.Usagef("QUERY", "{QUERY} is looked for in single lines of changes, and this one can contain a line break; give one line of it")
	}
	if s.matcher, err = match.New(s.pattern); err != nil {
		return nil, opt.Usagef("QUERY", "{QUERY}: %v", err)
	}
	return &tool.Job{Run: s.run}, s.frame.CheckTerms([]string{s.text})
}

func (r *request) planLines(s *search, args []string) (*tool.Job, error) {
	switch {
	case len(args) > 1:
		return nil, opt.Usagef("FILE", "{line}, {range} and {symbol} follow the lines of one {FILE}, not %d", len(args))
	case len(args) == 0 && r.symbol == "":
		return nil, opt.Usagef("FILE", "{line} and {range} need a {FILE}")
	case len(args) == 0 && r.at != "":
		return nil, opt.Usagef("FILE", "{symbol} with {at} needs a {FILE}")
	case len(args) == 1:
		s.file = args[0]
	}
	return &tool.Job{Run: s.run}, s.frame.CheckTerms(nil)
}

// history returns the definition of ct-history for the driver.
func history() *tool.Tool {
	usual, most := budget.Budget{Lines: 60, Bytes: 8000}, budget.Budget{Lines: 400, Bytes: 64000}
	t := &tool.Tool{
		Guide:   explain.Guide("ct-history"),
		Formats: []string{"text", "json"},
		Extents: []tool.Extent{{Form: formText, Usual: usual, Most: most}, {Form: formLines, Usual: usual, Most: most}},
		Names:   []string{"count", "files", "lines", "searched", "skipped", "terms"},
	}
	r := &request{table: &t.Table}
	t.Table = opt.Table{
		Tool:    "ct-history",
		Summary: "show which commits added or removed lines with a text, or changed given lines, in a bounded answer; read-only",
		Usage: []string{
			"[OPTIONS] QUERY [PATH…]",
			"[OPTIONS] FILE:LINE | FILE:A-B",
			"[OPTIONS] --symbol NAME [FILE]",
		},
		Forms: []opt.Form{
			{Name: formText, By: "{QUERY}", Colors: true},
			{Name: formLines, By: "{FILE} with {line}, {range} or {symbol}", Colors: true},
		},
		Args: []opt.Arg{
			{Name: "QUERY", Property: "query", Help: "text to look for in added and removed lines, literally unless a mode is given", Forms: []string{formText}, Required: []string{formText}},
			{Name: "PATH", Property: "paths", Help: "files and folders whose changes are searched, also those that no longer exist; without one, the whole repository", Brief: "files and folders whose changes are searched", Many: true, Complete: opt.Files, Forms: []string{formText}},
			{Name: "FILE", Property: "file", Help: "the file whose lines are followed", Complete: opt.Files, Forms: []string{formLines}},
		},
		Options: r.options(),
		Notes: []string{
			"The commits are those of git log -G, or with --count-changed of git log -S: merges are compared with no parent, and renames are detected. git runs confined: no hook, filter, text conversion or other program of a repository is started, and nothing is fetched.",
			"A shallow clone, an object that a partial clone lacks and --timeout cut the search; it is then undecided whether nothing was found.",
			"Exit status: 0 the expectation is met, 1 it is not, 2 an error, or a search too incomplete to decide.",
		},
		Examples: []opt.Example{
			{Comment: "Which commits added or removed a name?", Command: "ct-history --identifier ErrUnexpectedEOF"},
			{Comment: "When did it appear in a folder?", Command: "ct-history --first ErrUnexpectedEOF src"},
			{Comment: "Who changed how often it is used?", Command: "ct-history --count-changed ErrUnexpectedEOF"},
			{Comment: "What happened to these lines?", Command: "ct-history README.md:1-3"},
			{Comment: "What happened to a definition?", Command: "ct-history --symbol ErrUnexpectedEOF src/a.go"},
		},
		Definitions: []opt.Definition{
			{Name: "history", Forms: []string{formText, formLines}, Description: "Show which commits added or removed lines with a text, or changed given lines of a file", Output: outputSchema},
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
