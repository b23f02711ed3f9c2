package search

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// planPredicates checks the request of the predicates door.
func (r *request) planPredicates(f *tool.Frame, paths []string) (*tool.Job, error) {
	o, err := r.Pattern()
	if err != nil {
		return nil, err
	}
	o.Promote = o.Mode == pattern.Auto
	return r.planFind(f, o, paths)
}

// planLayout is QUERY printed as a filter prints, as ripgrep does with -l, -c
// and -n: read as QUERY is, without a budget.
func (r *request) planLayout(f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	o, err := r.queryReading(text)
	if err != nil {
		return nil, err
	}
	r.patterns = []string{"text:" + text}
	r.query = []string{text}
	return r.planFind(f, o, paths)
}

func (r *request) planFind(f *tool.Frame, o pattern.Options, paths []string) (*tool.Job, error) {
	s := &find{frame: f, request: r, options: o, read: new(atomic.Int64)}
	s.holds = s.nameHolds
	if f.BudgetAsked() {
		return nil, opt.Usagef("max-lines", "this output is a filter's and has no line or byte budget; bound it with --limit, or leave --max-lines and --max-bytes out")
	}
	var err error
	if s.files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	s.files.Base = r.base
	if s.layout, err = r.layout(f); err != nil {
		return nil, err
	}
	if err := s.compile(); err != nil {
		return nil, err
	}
	if s.files.Types, err = kinds(r.types, len(r.patterns)+len(r.sizes) > 0); err != nil {
		return nil, err
	}
	if s.page, err = r.page(slices.Concat(r.query, s.files.Roots), s.layout); err != nil {
		return nil, err
	}
	s.scan = s.wanted()
	return &tool.Job{Run: s.run}, nil
}

// layout gives what is printed of an entry: its path, but in JSON the matching
// lines where there are any.
func (r *request) layout(f *tool.Frame) (string, error) {
	layout, err := grep.Only("layout", r.layouts)
	switch {
	case err != nil || layout != "":
		return layout, err
	case f.Format == "json" && len(r.patterns) > 0:
		return layoutDetail, nil
	}
	return layoutList, nil
}

// compile makes the predicates from their texts. Patterns that come from a file
// wait for the run: nothing is opened before the process is confined.
func (s *find) compile() error {
	r := s.request
	for _, text := range r.names {
		name, err := pattern.CompileName(text, s.options)
		if err != nil {
			return opt.Usagef("name", "--name: %v", err)
		}
		s.names = append(s.names, name)
	}
	for _, text := range r.sizes {
		test, err := parseSizeTest(text)
		if err != nil {
			return err
		}
		s.sizes = append(s.sizes, test)
	}
	if slices.ContainsFunc(r.patterns, fromFile) {
		return nil
	}
	return s.compileGrep()
}

func fromFile(arg string) bool {
	kind, _ := pattern.Payload(arg)
	return kind == pattern.File
}

// compileGrep makes the patterns of --grep and what looks for them.
func (s *find) compileGrep() error {
	for _, arg := range s.request.patterns {
		text, is, err := payload(arg, s.frame.Sandbox)
		if err != nil {
			return err
		}
		compile := pattern.Compile
		if is {
			compile = pattern.CompilePayload
		}
		p, err := compile(text, s.options)
		if err != nil {
			return opt.Usagef("grep", "--grep: %v", err)
		}
		s.patterns = append(s.patterns, p)
	}
	if len(s.patterns) == 0 {
		return nil
	}
	s.terms = make([]int64, len(s.patterns))
	var err error
	if s.matcher, err = match.New(s.patterns...); err != nil {
		return opt.Usagef("grep", "--grep: %v", err)
	}
	return nil
}

// kinds reads --type; files alone are meant without it. Content and size are a
// file's.
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
				return 0, opt.Usagef("type", "option --type wants f, d and l joined by commas, not %q", word)
			}
		}
	}
	if onlyFiles && t != walk.File {
		return 0, opt.Usagef("type", "--grep and --size look at files only; leave --type out or give --type f")
	}
	return t, nil
}

// wanted says what is to be computed of each file: no more than is printed,
// judged or emitted.
func (s *find) wanted() scan.Request {
	f, r := s.frame, s.request
	q := scan.Request{Want: match.First, Text: r.Binary(), MaxLines: r.maxCount}
	if s.layout != layoutList || f.Format == "json" || f.Uses("LINES") || f.ExpectsExpression() || len(r.patterns) > 1 {
		q.Want = match.Count
	}
	if s.layout == layoutDetail && !f.Quiet || s.page.inside() {
		q.Want = match.Lines
		if f.Paint {
			q.Want = match.Spans
		}
		q.Before, q.After = r.contextLines()
	}
	return q
}
