package search

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// A find is the predicates door at work: entries of which all that was asked
// for holds.
type find struct {
	frame    *tool.Frame
	request  *request
	files    walk.Options
	names    []*pattern.Name
	sizes    []sizeTest
	patterns []*pattern.Pattern // alternatives; none without --grep
	matcher  match.Matcher
	layout   string
	scan     scan.Request

	body      *body
	entries   int64
	fileCount int64 // files among the entries
	lines     int64
	read      int64 // bytes
	near      int64 // occurrences inside longer words
}

// An entry is one of what was found.
type entry struct {
	path   string
	kind   walk.Type
	size   int64
	result scan.Result
	match  bool // all predicates hold; else it only carries figures
}

// planPredicates checks the request of the predicates door.
func (r *request) planPredicates(f *tool.Frame, paths []string) (*tool.Job, error) {
	s := &find{frame: f, request: r}
	var err error
	if s.files, err = r.selection(f, paths); err != nil {
		return nil, err
	}
	s.files.Base = r.base
	if s.layout, err = only("layout", r.layouts); err != nil {
		return nil, err
	}
	if s.layout == "" {
		s.layout = layoutList
	}
	if f.Door != "" && s.layout == layoutList && len(r.grep) > 0 {
		s.layout = layoutDetail
	}
	if err := s.compile(); err != nil {
		return nil, err
	}
	if s.files.Types, err = kinds(r.types, len(s.patterns)+len(s.sizes) > 0); err != nil {
		return nil, err
	}
	s.scan = s.wanted()
	return &tool.Job{Run: s.run}, nil
}

// compile makes the predicates from their texts.
func (s *find) compile() error {
	r := s.request
	o, err := r.reading()
	if err != nil {
		return err
	}
	o.Promote = o.Mode == pattern.Auto
	for _, text := range r.names {
		name, err := pattern.CompileName(text, o)
		if err != nil {
			return opt.Usagef("name", "--name: %v", err)
		}
		s.names = append(s.names, name)
	}
	for _, text := range r.sizes {
		test, err := parseSizeTest(text)
		if err != nil {
			return opt.Usagef("size", "%v", err)
		}
		s.sizes = append(s.sizes, test)
	}
	for _, arg := range r.grep {
		p, err := compileGrep(arg, o, s.frame.Sandbox)
		if err != nil {
			return err
		}
		s.patterns = append(s.patterns, p)
	}
	if len(s.patterns) > 0 {
		if s.matcher, err = match.New(s.patterns...); err != nil {
			return opt.Usagef("grep", "--grep: %v", err)
		}
	}
	return nil
}

// compileGrep makes the pattern of one --grep argument.
func compileGrep(arg string, o pattern.Options, sandbox string) (*pattern.Pattern, error) {
	text, is, err := payload(arg, sandbox)
	if err != nil {
		return nil, err
	}
	compile := pattern.Compile
	if is {
		compile = pattern.CompilePayload
	}
	p, err := compile(text, o)
	if err != nil {
		return nil, opt.Usagef("grep", "--grep: %v", err)
	}
	return p, nil
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
	q := scan.Request{Want: match.First, Text: r.text, MaxLines: r.maxCount}
	if s.layout != layoutList || f.Format == "json" || f.Uses("LINES") || strings.HasPrefix(f.Expects, "expr:") {
		q.Want = match.Count
	}
	if s.layout == layoutDetail && !f.Quiet {
		q.Want = match.Lines
		q.Before, q.After = int(max(r.before, r.both)), int(max(r.after, r.both))
	}
	return q
}

// run walks, prints what holds in path order, and accounts for it.
func (s *find) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	s.body = newBody(s, out)
	limited := false
	led, err := walk.Run(ctx, s.files, s.visitor(ctx), func(e entry) bool {
		s.read += e.result.Bytes
		s.near += e.result.Near
		if !e.match {
			return true
		}
		if limited = s.request.limit > 0 && s.entries == s.request.limit; limited {
			return false
		}
		s.entries++
		s.lines += e.result.Lines
		if e.kind == walk.File {
			s.fileCount++
		}
		s.body.add(&e)
		return true
	})
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	if limited {
		led.Skip(ledger.Limit, "", "")
	}
	s.body.close()
	a := &tool.Answer{
		Figures: figures(s.entries, s.fileCount, s.lines, &led),
		Lines:   s.lines, Base: s.base(), Matches: s.body.matches(), Ledger: &led, Reading: s.reading(),
	}
	a.Document = func(o tool.Outcome) any { return s.document(o, a) }
	if s.entries == 0 && len(s.patterns) > 0 && ctx.Err() == nil {
		d := diagnosis{frame: s.frame, files: s.files, text: s.scan.Text, patterns: s.patterns, accept: s.accepts, allowance: 2 * s.read, command: s.command}
		return a, d.run(ctx, a)
	}
	return a, nil
}

// visitor gives what makes a worker's test of an entry.
func (s *find) visitor(ctx context.Context) func() walk.Visit[entry] {
	return func() walk.Visit[entry] {
		var scanner *scan.Scanner
		if s.matcher != nil {
			scanner = scan.New(s.matcher.Clone(), s.scan)
		}
		return func(e *walk.Entry) walk.Outcome[entry] { return s.visit(ctx, e, scanner) }
	}
}

// visit tests an entry; scanner is nil without --grep.
func (s *find) visit(ctx context.Context, e *walk.Entry, scanner *scan.Scanner) walk.Outcome[entry] {
	switch named, err := s.named(e); {
	case err != nil:
		return walk.Outcome[entry]{Skip: ledger.MatchTimeout, Detail: cause(err)}
	case !named:
		return s.passed()
	}
	v := entry{kind: e.Type(), match: true}
	if len(s.sizes) > 0 || s.matcher == nil && s.layout == layoutDetail {
		info, err := e.Stat()
		if err != nil {
			return walk.Outcome[entry]{Skip: ledger.Unreadable, Detail: cause(err)}
		}
		v.size = info.Size
		if !s.sized(v.size) {
			return s.passed()
		}
	}
	o := walk.Outcome[entry]{Keep: true}
	if scanner != nil {
		v.result, o.Skip, o.Detail = read(ctx, e, scanner)
		v.match = v.result.Lines > 0
		o.Keep = v.match || v.result.Bytes > 0
	}
	if v.match {
		v.path = e.Path()
	}
	o.Value, o.Size = v, v.result.Size()+len(v.path)
	return o
}

// passed is the outcome for an entry that fails a predicate on its name or
// size: where contents are searched it was left out of the search.
func (s *find) passed() walk.Outcome[entry] {
	if s.matcher != nil {
		return walk.Outcome[entry]{Skip: ledger.Excluded}
	}
	return walk.Outcome[entry]{}
}

// accepts reports whether the name and size of e hold.
func (s *find) accepts(e *walk.Entry) bool {
	if named, err := s.named(e); err != nil || !named {
		return false
	}
	if len(s.sizes) == 0 {
		return true
	}
	info, err := e.Stat()
	return err == nil && s.sized(info.Size)
}

// named reports whether the name of e matches every --name; the error is that of
// a backtracking expression out of time.
func (s *find) named(e *walk.Entry) (bool, error) {
	for _, n := range s.names {
		if ok, err := n.Match(e.Name()); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

func (s *find) sized(bytes int64) bool {
	return !slices.ContainsFunc(s.sizes, func(t sizeTest) bool { return !t.holds(bytes) })
}

func (s *find) base() string {
	if s.request.base == "" {
		return "."
	}
	return s.request.base
}

// figures gives what expectations judge.
func figures(count, files, lines int64, l *ledger.Ledger) verdict.Figures {
	f := verdict.FromLedger(l, count)
	f.Set("files", float64(files))
	f.Set("lines", float64(lines))
	return f
}
