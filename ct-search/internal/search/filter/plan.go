package filter

import (
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/page"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// Plan checks a request for entries; arguments are paths.
func Plan(r *request.Request, f *tool.Frame, paths []string) (*tool.Job, error) {
	o, err := r.Pattern()
	if err != nil {
		return nil, err
	}
	o.Promote = o.Mode == pattern.Auto
	return plan(r, f, o, nil, paths)
}

// PlanQuery checks a QUERY that is printed as a filter prints, without a budget, as ripgrep does with -l, -c and -n.
func PlanQuery(r *request.Request, f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	o, err := r.QueryPattern(text)
	if err != nil {
		return nil, err
	}
	r.Patterns = []string{"text:" + text}
	if len(r.Layouts) == 0 { // an option asks for lines, as ripgrep prints them
		r.Layouts = []string{request.LayoutDetail}
	}
	return plan(r, f, o, []string{text}, paths)
}

func plan(r *request.Request, f *tool.Frame, o pattern.Options, query, paths []string) (*tool.Job, error) {
	s := &search{frame: f, request: r, options: o, read: new(atomic.Int64), filtered: new(atomic.Int64)}
	s.named = s.nameHolds
	if err := f.CheckNames(request.FigureNames()); err != nil {
		return nil, err
	}
	var err error
	if s.files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	s.files.Base = r.Base
	s.args = slices.Concat(query, s.files.Roots)
	s.layout = layout(r, f)
	if err := s.compile(); err != nil {
		return nil, err
	}
	if err := s.compileWhere(); err != nil {
		return nil, err
	}
	if s.files.Types, err = kinds(r.Types, s.reads() || len(r.Sizes) > 0); err != nil {
		return nil, err
	}
	words, names, err := r.Words(s.args, s.layout)
	if err != nil {
		return nil, err
	}
	if s.page, err = page.New(r.Cursor, words, names); err != nil {
		return nil, err
	}
	if err := s.checkHabits(); err != nil {
		return nil, err
	}
	if err := s.checkConditions(); err != nil {
		return nil, err
	}
	s.scan = s.wanted()
	if err := s.useless(); err != nil {
		return nil, err
	}
	return &tool.Job{Run: s.run}, nil
}

// useless returns an error about an option that makes no difference to this request: it is about lines, patterns or
// files, and none are looked for, or about what the layout does not print.
func (s *search) useless() error {
	r, context := s.request, []string{"context", "after-context", "before-context"}
	for _, rule := range []struct {
		holds   bool
		options []string
		why     string
	}{
		{!s.prints(), append(context, "max-count", "count"), "needs {grep} or {all-of}; without them no lines are searched for"},
		{!s.reads(), []string{"text"}, "needs {grep}, {all-of} or {none-of}; without them no lines are searched"},
		{!s.reads() && len(r.Names) == 0, []string{"mode", "word-regexp", "case", "engine"}, "needs {grep}, {all-of}, {none-of} or {name}; without them there is no pattern"},
		{s.layout != request.LayoutDetail, context, "needs {detail}; without it no lines are printed"},
		{s.scan.Want == match.First, []string{"max-count"}, "needs {detail} or {count}; without them only paths are printed, which {limit} bounds"},
		{s.files.Types&walk.File == 0, []string{"lang", "max-file-size", "max-files", "include", "follow"}, "applies to files only; leave it out, or give {type} f"},
	} {
		if given := r.Table.Given(rule.options...); rule.holds && len(given) > 0 {
			return opt.Usagef(strings.TrimLeft(given[0], "-"), "%s "+rule.why, given[0])
		}
	}
	if s.layout == request.LayoutSummary && slices.Contains(r.Table.AllWords(), "--color=always") {
		return opt.Usagef("color", "{color} always does not apply to {summary}, which has no colours; use auto or never")
	}
	return nil
}

// layout returns what is printed of an entry: by default its path, but in JSON its
// matching lines if there are any.
func layout(r *request.Request, f *tool.Frame) string {
	switch layout := grep.Last(r.Layouts); {
	case layout != "":
		return layout
	case f.Format != "text" && (r.Greps() || len(r.AllOf) > 0), r.Invert, r.OnlyMatching, r.NoPath, (r.WithPath || r.NoHeading) && r.Greps():
		return request.LayoutDetail
	}
	return request.LayoutList
}

// compile compiles names, sizes and patterns. Patterns from a file wait for the run: only a confined process opens it.
func (s *search) compile() error {
	r := s.request
	for _, text := range r.Names {
		name, err := pattern.CompileName(text, s.options)
		if err != nil {
			return opt.Usagef("name", "{name}: %v", err)
		}
		s.names = append(s.names, name)
		s.rivals = append(s.rivals, s.rival(name))
	}
	if slices.Equal(s.rivals, s.names) || r.Table.Given("quiet") != nil {
		s.rivals = nil
	}
	for _, text := range r.Sizes {
		test, err := parseSizeTest(text)
		if err != nil {
			return err
		}
		s.sizes = append(s.sizes, test)
	}
	if len(r.PatternFiles) > 0 {
		return nil
	}
	for i, arg := range slices.Concat(r.Patterns, r.AllOf, r.NoneOf) {
		if kind, _ := pattern.Payload(arg); kind == pattern.File && !slices.Contains(r.Exprs, i) {
			return nil
		}
	}
	return s.compilePatterns()
}

// reads reports whether lines of files are searched, and prints whether some of them may be printed or counted.
func (s *search) reads() bool { return s.request.Greps() || s.request.Conjoins() }
func (s *search) prints() bool {
	return s.request.Greps() && !s.lacks() || len(s.request.AllOf) > 0
}

// lacks reports whether files without a matching line are listed: --grep then has patterns as --none-of has.
func (s *search) lacks() bool { return s.layout == request.LayoutWithout }

// conjoins reports whether a file has to be read as a whole to know whether it meets the conditions.
func (s *search) conjoins() bool { return s.request.Conjoins() || s.lacks() }

// rival returns a promoted glob as a regular expression, and any other name as it is.
func (s *search) rival(name *pattern.Name) *pattern.Name {
	o := s.options
	o.Promote, o.Mode = false, pattern.Regex
	if name.Promoted && name.Mode == pattern.Glob {
		if re, err := pattern.CompileName(name.Source, o); err == nil {
			return re
		}
	}
	return name
}

// compilePatterns compiles the patterns and makes their matcher.
func (s *search) compilePatterns() error {
	s.compiled = true
	if err := s.request.ReadPatterns(s.frame.Sandbox); err != nil {
		return err
	}
	to := &s.patterns
	if s.lacks() {
		to = &s.absent
	}
	for i, arg := range s.request.Patterns {
		p, err := s.compileGrep(i, arg)
		if err != nil {
			return err
		}
		if s.request.Invert && p.Multiline() {
			return opt.Usagef("invert-match", "{invert-match} does not apply to %q, which can match over several lines; list files without it by {none-of}", p.Source)
		}
		*to = append(*to, p)
	}
	for _, list := range []struct {
		option string
		args   []string
		to     *[]*pattern.Pattern
	}{{"all-of", s.request.AllOf, &s.patterns}, {"none-of", s.request.NoneOf, &s.absent}} {
		for _, arg := range list.args {
			p, err := s.compilePattern(list.option, arg)
			if err != nil {
				return err
			}
			*list.to = append(*list.to, p)
		}
	}
	if len(s.patterns) == 0 {
		return nil
	}
	s.terms = make([]int64, len(s.patterns))
	var err error
	s.matcher, err = s.alternatives("grep", !s.request.Invert, s.patterns...)
	if err == nil && s.request.Invert {
		s.matched = make([]atomic.Int64, len(s.patterns))
		s.matcher = match.Not(s.matcher, s.matched)
	}
	return err
}

// alternatives returns the matcher of patterns; counts says that it counts what promoted globs would match besides if
// they were expressions.
func (s *search) alternatives(option string, counts bool, patterns ...*pattern.Pattern) (match.Matcher, error) {
	m, err := match.New(patterns...)
	if err != nil {
		return nil, opt.Usagef(option, "{"+option+"}: %v", err)
	}
	var rival []*pattern.Pattern // the patterns with promoted globs as expressions
	globs := false
	for _, p := range patterns {
		if re := p.AsRegex(); re != nil {
			p, globs = re, true
		}
		rival = append(rival, p)
	}
	if counts && globs && !s.frame.Quiet {
		if other, err := match.New(rival...); err == nil {
			return match.Beside(m, other, &s.asRegex), nil
		}
	}
	return m, nil
}

// compileGrep compiles the pattern of --grep or --regexp with an index.
func (s *search) compileGrep(i int, arg string) (*pattern.Pattern, error) {
	if !slices.Contains(s.request.Exprs, i) {
		return s.compilePattern("grep", arg)
	}
	p, err := pattern.CompileExpression(arg, s.options)
	if wrong, ok := errors.AsType[*pattern.Error](err); ok {
		return nil, opt.Usagef("regexp", "%s: %v", s.request.Table.Given("regexp", "file")[0], wrong.Hinting("use -F to look for the text itself"))
	}
	return p, err
}

// compilePattern compiles the pattern of an option other than --regexp.
func (s *search) compilePattern(option, arg string) (*pattern.Pattern, error) {
	text, is, err := request.Payload(option, arg, s.frame.Sandbox)
	if err != nil {
		return nil, err
	}
	compile := pattern.Compile
	if is {
		compile = pattern.CompilePayload
	}
	p, err := compile(text, s.options)
	if err != nil {
		return nil, opt.Usagef(option, "{"+option+"}: %v", err)
	}
	return p, nil
}

// kinds parses --type; without it only files are meant. Only files have content and a size.
func kinds(given []string, onlyFiles bool) (walk.Types, error) {
	if len(given) == 0 {
		return walk.File, nil
	}
	var t walk.Types
	for _, word := range given {
		for kind := range strings.SplitSeq(word, ",") {
			switch kind {
			case "f":
				t |= walk.File
			case "d":
				t |= walk.Dir
			case "l":
				t |= walk.Link
			default:
				return 0, opt.Usagef("type", "{type} must be f, d and l joined by commas, not %q", word)
			}
		}
	}
	if onlyFiles && t != walk.File {
		return 0, opt.Usagef("type", "{grep}, {all-of}, {none-of} and {size} look at files only; leave {type} out, or give {type} f")
	}
	return t, nil
}

// wanted returns what has to be computed of each file: only what is printed, judged or emitted.
func (s *search) wanted() scan.Request {
	f, r := s.frame, s.request
	q := scan.Request{Want: match.First, Text: r.Binary(), MaxLines: r.MaxCount}
	if s.layout != request.LayoutList && !s.lacks() || f.Format != "text" || f.Uses("LINES") || f.ExpectsExpression() || (len(r.Patterns) > 1 || len(r.PatternFiles) > 0 || r.Invert) && !s.conjoins() {
		q.Want = match.Count
	}
	if s.layout == request.LayoutDetail && !f.Quiet || s.page.Inside() {
		q.Want = match.Lines
		if bool(f.Paint) {
			q.Want = match.Spans
		}
		q.Before, q.After = r.Context()
	}
	if r.OnlyMatching {
		q.Want = match.Spans
	}
	q.Encoded = grep.Encoded(slices.Concat(s.patterns, s.absent)...)
	if s.byLine || r.Within > 0 && q.Want != match.First {
		q.Want, q.MaxLines = max(q.Want, match.Lines), 0
	}
	return q
}

// A sizeTest is --size: a comparison with a number of bytes.
type sizeTest struct {
	sign  byte // '+' more, '-' less, 0 equal
	bytes int64
}

func parseSizeTest(s string) (sizeTest, error) {
	t := sizeTest{}
	digits := s
	if s != "" && (s[0] == '+' || s[0] == '-') {
		t.sign, digits = s[0], s[1:]
	}
	var err error
	t.bytes, err = grep.ParseSize(digits)
	if err != nil {
		err = opt.Usagef("size", "{size} must be [+|-]N with c, k, M or G, not %q", s)
	}
	return t, err
}

func (t sizeTest) holds(size int64) bool {
	switch t.sign {
	case '+':
		return size > t.bytes
	case '-':
		return size < t.bytes
	}
	return size == t.bytes
}
