package search

import (
	"context"
	"io"
	"slices"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A find is the predicates door at work: entries of which all that was asked
// for holds.
type find struct {
	frame    *tool.Frame
	request  *request
	options  pattern.Options // how names and patterns are read
	files    walk.Options
	names    []*pattern.Name
	holds    func(name []byte) (bool, error) // whether a name matches all of names
	sizes    []sizeTest
	patterns []*pattern.Pattern // alternatives; none without --grep
	matcher  match.Matcher
	layout   string
	scan     scan.Request
	page     *page

	body      *body
	entries   int64
	last      string // path of the last of them
	fileCount int64  // files among the entries
	lines     int64
	terms     []int64       // matching lines of each pattern; of a single one at least whether there is any
	near      int64         // occurrences inside longer words
	read      *atomic.Int64 // bytes, by all workers
	every     bool          // hand on every file that was read, for its figures
}

// An entry is one of what was found, or where its matching lines are many, a
// part of it.
type entry struct {
	path   string
	kind   walk.Type
	size   int64
	match  bool         // all predicates hold; else it only carries figures
	rest   bool         // a part that is not the first
	result *scan.Result // of --grep, where it matches
	read   int64        // bytes
	near   int64        // occurrences inside longer words
	shown  int64        // matching lines of it that earlier pages have, and this part or later ones do not count
}

// lines gives the number of matching lines.
func (e *entry) lines() int64 {
	if e.result == nil {
		return 0
	}
	return e.result.Lines
}

// run walks, prints what holds in path order, and accounts for it.
func (s *find) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	if s.matcher == nil {
		if err := s.compileGrep(); err != nil {
			return nil, err
		}
	}
	if err := s.page.begin(ctx, s.files, s.looked); err != nil {
		return nil, err
	}
	s.body = newBody(s, out)
	progress := walk.ProgressOf(ctx)
	limited := "" // the entry at which --limit ended the search
	led, err := walk.Run(ctx, s.files, s.visitor(ctx), func(e entry) bool {
		s.near += e.near
		if !e.match {
			return true
		}
		if !e.rest && s.request.limit > 0 && s.entries == s.request.limit {
			limited = e.path
			return false
		}
		found := e // what is behind a pointer costs memory: only for those that match
		s.take(&found)
		progress.Found(max(found.lines(), 1))
		return true
	})
	if err != nil && s.frame.Door == "" { // a call names what it means by each argument
		err = explainRoot(err, s.request)
	}
	if err != nil {
		return nil, err
	}
	if limited != "" {
		led.Skip(ledger.Limit, limited, "")
	}
	s.body.close()
	a := &tool.Answer{
		Figures: figures(s.entries, s.fileCount, s.lines, &led),
		Lines:   s.lines, Base: s.base(), Matches: s.body.matches(), Ledger: &led, Reading: s.reading(),
	}
	a.Document = func(o tool.Outcome) any { return s.document(ctx, o, a) }
	if limited != "" && s.frame.Format == "text" && !s.frame.Quiet {
		a.Aside = s.nextPage(ctx)
	}
	if limited != "" || led.Count(ledger.Timeout) > 0 || s.page.from != nil {
		return a, nil
	}
	return a, s.diagnose(ctx, a)
}

// nextPage gives the line that tells how to see what comes behind --limit.
func (s *find) nextPage(ctx context.Context) string {
	next := s.page.ended(ctx, cursor.Place{Path: s.last})
	if next == "" {
		return ""
	}
	if line := s.command([]string{"cursor"}, []string{"--cursor=" + next}); line != "" {
		next = line
	}
	return "ct-search: next page: " + budget.EscapeName(next) + "\n"
}

// take accounts for an entry that matches, or a part of one, and prints it.
func (s *find) take(e *entry) {
	if !e.rest {
		s.entries++
		s.last = e.path
		if e.kind == walk.File {
			s.fileCount++
		}
	}
	if e.result != nil {
		s.lines += e.result.Lines
		for i, n := range e.result.Terms {
			s.terms[i] += n
		}
	}
	s.body.add(e)
}

// diagnose looks into what may have been meant where nothing was found.
func (s *find) diagnose(ctx context.Context, a *tool.Answer) error {
	if len(s.names) > 0 && s.entries == 0 && (s.matcher == nil || a.Ledger.Searched == 0) {
		return s.diagnoseNames(ctx, a)
	}
	d := grep.Diagnosis{
		Hints: s.entries == 0 && s.frame.WantsHints(), Files: s.files, Binary: s.scan.Text,
		Accept: s.accepts, Bytes: s.read.Load(), Command: s.command,
	}
	for i, p := range s.patterns {
		if s.terms[i] == 0 && (s.entries == 0 || p.Promoted) {
			d.Patterns = append(d.Patterns, p)
		}
	}
	if len(d.Patterns) == 0 {
		return nil
	}
	if len(s.names) > 0 {
		d.Cure = ", or --grep text:… to leave --name as it is"
		d.Select = func(of *pattern.Pattern, r pattern.Reading) (string, bool) {
			return s.selecting(of, r, len(d.Patterns) == 1)
		}
	}
	return d.Run(ctx, a)
}

// selecting gives the command that selects another reading of a pattern where
// there are names. A mode is one for --name too: only a literal reading can be
// selected, as a payload, and of one pattern alone.
func (s *find) selecting(of *pattern.Pattern, r pattern.Reading, alone bool) (command string, ok bool) {
	switch {
	case r.Pattern.Mode == of.Mode:
		return s.command(grep.CaseOptions(), r.Args), true
	case grep.IsCure(of, r) && alone:
		return s.command([]string{"grep"}, []string{"--grep=text:" + r.Pattern.Source}), true
	}
	return "", false
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
	switch named, err := s.holds(e.Name()); {
	case err != nil:
		return walk.Outcome[entry]{Skip: ledger.MatchTimeout, Detail: grep.Cause(err)}
	case !named, s.files.Types&e.Type() == 0: // a named path is visited whatever it is
		return s.passed()
	case s.page.earlier(e):
		return walk.Outcome[entry]{Skip: ledger.Earlier}
	}
	v := entry{kind: e.Type(), match: true}
	if len(s.sizes) > 0 || s.matcher == nil && s.layout == layoutDetail {
		info, err := e.Stat()
		if err != nil {
			return walk.Outcome[entry]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
		}
		v.size = info.Size
		if !s.sized(v.size) {
			return s.passed()
		}
	}
	if scanner != nil {
		return s.search(ctx, e, scanner, v)
	}
	v.path = e.Path()
	return walk.Outcome[entry]{Value: v, Keep: true, Size: len(v.path)}
}

// search looks for the patterns in a file of which all else holds.
func (s *find) search(ctx context.Context, e *walk.Entry, scanner *scan.Scanner, v entry) walk.Outcome[entry] {
	file, err := e.Open()
	if err != nil {
		why, detail := grep.Shortfall(ctx, &scan.Result{}, err)
		return walk.Outcome[entry]{Skip: why, Detail: detail}
	}
	scanner.Begin(grep.Timed(ctx, file))
	if s.page.inside() {
		v.shown = s.page.shown(e.Path())
	}
	return s.part(ctx, e, file, scanner, v)
}

// part searches a file on, for as many matching lines as are a part. v is what
// is known of the file.
func (s *find) part(ctx context.Context, e *walk.Entry, file *walk.Reader, scanner *scan.Scanner, v entry) walk.Outcome[entry] {
	result, more, err := scanner.Next()
	s.read.Add(result.Bytes)
	var o walk.Outcome[entry]
	if v.shown > 0 {
		n := min(v.shown, int64(len(result.Hits))) // where a page begins inside, these are all lines
		result.Hits, result.Lines, v.shown = result.Hits[n:], result.Lines-n, v.shown-n
	}
	v.read, v.near, v.match = result.Bytes, result.Near, v.rest || result.Lines > 0
	if v.match {
		found := result
		v.result, v.path = &found, e.Path()
		o.Size = result.Size() + len(v.path)
	}
	o.Value = v
	if more {
		later := v // a copy, so that v takes memory only where there is more
		later.rest, later.result = v.match, nil
		o.Next = func() walk.Outcome[entry] { return s.part(ctx, e, file, scanner, later) }
		return o
	}
	_ = file.Close() // it was only read
	o.Skip, o.Detail = grep.Shortfall(ctx, &result, err)
	o.Keep = v.match || o.Skip == ledger.None && (v.near > 0 || s.every && v.read > 0)
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

// looked reports whether e is one of the entries that the search looks at: what
// it finds depends on all of them.
func (s *find) looked(e *walk.Entry) bool {
	named, err := s.nameHolds(e.Name())
	return err == nil && named && s.files.Types&e.Type() != 0
}

// accepts reports whether the name and size of e hold.
func (s *find) accepts(e *walk.Entry) bool {
	if named, err := s.nameHolds(e.Name()); err != nil || !named {
		return false
	}
	if len(s.sizes) == 0 {
		return true
	}
	info, err := e.Stat()
	return err == nil && s.sized(info.Size)
}

// nameHolds reports whether a name matches every --name; the error is that of a
// backtracking expression out of time.
func (s *find) nameHolds(name []byte) (bool, error) {
	for _, n := range s.names {
		if ok, err := n.Match(name); err != nil || !ok {
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
