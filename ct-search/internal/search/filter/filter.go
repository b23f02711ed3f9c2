// Package filter is the form like find and grep: it prints the entries that meet all conditions.
package filter

import (
	"cmp"
	"context"
	"io"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/page"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A search looks for the entries that meet all conditions.
type search struct {
	frame      *tool.Frame
	request    *request.Request
	args       []string        // positional arguments of a command that asks the same
	options    pattern.Options // how names and patterns are read
	files      walk.Options
	names      []*pattern.Name
	rivals     []*pattern.Name                 // names with promoted globs as regular expressions; nil if there are none
	named      func(name []byte) (bool, error) // whether a name matches all of names
	sizes      []sizeTest
	patterns   []*pattern.Pattern // alternatives whose lines are printed: those of --grep and --all-of
	absent     []*pattern.Pattern // of --none-of
	matcher    match.Matcher      // of patterns; nil if there are none
	compiled   bool
	matched    []atomic.Int64 // with --invert-match, the lines of each pattern
	conditions *conditions    // nil without --all-of and --none-of
	layout     string
	scan       scan.Request
	page       *page.Page
	where      *occurrence.Where // a condition on matches, or entries without --grep; nil for none
	byLine     bool              // it is about lines

	body      *body
	entries   int64
	last      string // path of the last of them
	fileCount int64  // files among the entries
	lines     int64
	terms     []int64       // matching lines of each pattern; for a single one, at least whether there is any
	near      int64         // occurrences inside longer words
	read      *atomic.Int64 // bytes, by all workers
	filtered  *atomic.Int64 // matching lines that --where left out
	asRegex   atomic.Int64  // lines that would match besides if promoted globs were regular expressions, …
	namesAs   atomic.Int64  // … and names
	opening   sync.Mutex    // of scanners
	scanners  []*scan.Scanner
	every     bool // keep every file that was read, for its figures
}

// An entry is one of the results or, if it has many matching lines, a part of one.
type entry struct {
	path    string
	kind    walk.Type
	size    int64
	match   bool         // all predicates hold; else it only carries figures
	rest    bool         // a part that is not the first
	result  *scan.Result // of --grep, where it matches
	read    int64        // bytes
	near    int64        // occurrences inside longer words
	shown   int64        // matching lines of it that earlier pages showed, and this part or later ones do not count
	lines   int64        // matching lines of earlier parts, if --where chose them
	spans   int64        // matches of later parts that were joined with it
	ahead   *scan.Result // the next part, if it was read already
	windows windows      // with --within, where its lines have to be
}

// count returns the number of matching lines.
func (e *entry) count() int64 {
	if e.result == nil {
		return 0
	}
	return e.result.Lines
}

// prepare reads what is given by files and standard input, and compiles patterns and conditions.
func (s *search) prepare() error {
	if err := s.readStdin(); err != nil {
		return err
	}
	if !s.compiled {
		if err := s.compilePatterns(); err != nil {
			return err
		}
	}
	return s.compileConditions()
}

// run walks the tree, prints the results in path order, and accounts for them.
func (s *search) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	if err := s.prepare(); err != nil {
		return nil, err
	}
	if err := s.page.Begin(ctx, s.files, s.looked); err != nil {
		return nil, err
	}
	defer s.closeScanners()
	s.body = newBody(s, out)
	progress := walk.ProgressOf(ctx)
	limited := "" // the entry at which --limit ended the search
	led, err := walk.Run(ctx, s.files, s.visitor(ctx), func(e entry) bool {
		s.near += e.near
		if !e.match {
			return true
		}
		if !e.rest && s.request.Limit > 0 && s.entries == s.request.Limit {
			limited = e.path
			return false
		}
		found := e // a copy takes memory, so only entries that match get one
		s.take(&found)
		progress.Found(max(found.count(), 1))
		return !s.frame.OneDecides()
	})
	err = cmp.Or(err, s.where.Err())
	if err != nil && s.frame.Definition == "" { // the error of a call names its argument
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
		Figures: request.Figures(s.entries, s.fileCount, s.lines, &led),
		Lines:   s.lines, Base: s.base(), Matches: s.body.matches(), Ledger: &led, Reading: s.reading(),
	}
	a.Document = func(o tool.Outcome) any { return s.document(ctx, o, a) }
	a.Text = func(tool.Outcome) string { return s.text(ctx) }
	if limited != "" && (s.frame.PrintsText() || s.frame.Format == request.FormatLines) && !s.frame.Quiet {
		a.Aside = s.nextPage(ctx)
	}
	grep.NoteEncoded(a, s.scan.Encoded)
	if limited != "" || led.Count(ledger.Timeout) > 0 || s.page.From != nil {
		return a, nil
	}
	return a, s.diagnose(ctx, a)
}

// nextPage returns the line that says how to see what follows --limit entries.
func (s *search) nextPage(ctx context.Context) string {
	next := s.page.Ended(ctx, cursor.Place{Path: s.last})
	if next == "" {
		return ""
	}
	if line := s.command("--cursor=" + next); line != "" {
		next = line
	}
	return "ct-search: next page: " + budget.EscapeName(next) + "\n"
}

// take accounts for an entry that matches, or a part of one, and prints it.
func (s *search) take(e *entry) {
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

// diagnose adds other readings and similar names to the answer, if nothing was found.
func (s *search) diagnose(ctx context.Context, a *tool.Answer) error {
	if len(s.names) > 0 && s.entries == 0 && (!s.reads() || a.Ledger.Searched == 0) {
		return s.diagnoseNames(ctx, a)
	}
	d := grep.Diagnosis{
		Hints: s.entries == 0 && s.frame.WantsHints(), Files: s.files, Binary: s.scan.Text,
		Accept: s.accepts, Bytes: s.read.Load(),
		Command: func(options ...string) string { // counts are of what matches, whatever --where would leave out
			return s.request.Refine(request.Filter, s.args, options, request.LeavingOut()...)
		},
	}
	if n := s.filtered.Load(); n > 0 && s.entries == 0 {
		a.Reading.Add(tool.Alternative{Label: "without " + s.request.LeftOutBy(), Count: n, AtLeast: a.Ledger.Cut(), Command: d.Command()})
		return nil
	}
	switch {
	case s.conditions != nil:
		if err := s.diagnoseConditions(ctx, &d, a); err != nil {
			return err
		}
	case s.request.Invert:
		d.Hints = false // a line is found because nothing matches it; only what was misread matters
		for i, p := range s.patterns {
			if s.matched[i].Load() == 0 && p.Promoted {
				d.Patterns = append(d.Patterns, p)
			}
		}
	default:
		for i, p := range s.patterns {
			if s.terms[i] == 0 && (s.entries == 0 || p.Promoted) {
				d.Patterns = append(d.Patterns, p)
			}
		}
	}
	if len(d.Patterns) == 0 {
		return nil
	}
	if len(s.names) > 0 {
		d.Hint = ", or --grep text:… to leave --name as it is"
		d.Select = func(of *pattern.Pattern, r pattern.Reading) (string, bool) {
			return s.selecting(of, r, len(d.Patterns) == 1)
		}
	}
	return d.Run(ctx, a)
}

// selecting returns the command that selects another reading of a pattern beside names, and whether there is one. A
// mode is one for --name too: only a literal reading of a single pattern can be selected, as a payload.
func (s *search) selecting(of *pattern.Pattern, r pattern.Reading, alone bool) (command string, ok bool) {
	switch {
	case r.Pattern.Mode == of.Mode:
		return s.command(r.Args...), true
	case grep.IsLiteral(of, r) && alone:
		return s.command("--grep=text:" + r.Pattern.Source), true
	}
	return "", false
}

// passed returns the outcome for an entry whose name or size does not match: left out, if contents are searched.
func (s *search) passed() walk.Outcome[entry] {
	if s.reads() {
		return walk.Outcome[entry]{Skip: ledger.Excluded}
	}
	return walk.Outcome[entry]{}
}

// looked reports whether the search looks at e: its results depend on all such entries.
func (s *search) looked(e *walk.Entry) bool {
	named, err := s.nameHolds(e.Name())
	return err == nil && named && s.files.Types&e.Type() != 0
}

// accepts reports whether the name and size of e match.
func (s *search) accepts(e *walk.Entry) bool {
	if named, err := s.nameHolds(e.Name()); err != nil || !named {
		return false
	}
	if len(s.sizes) == 0 {
		return true
	}
	info, err := e.Stat()
	return err == nil && s.sized(info.Size)
}

// nameHolds reports whether a name matches every --name. It is an error if a backtracking expression exceeds its time.
func (s *search) nameHolds(name []byte) (bool, error) { return hold(s.names, name) }

func hold(names []*pattern.Name, name []byte) (bool, error) {
	for _, n := range names {
		if ok, err := n.Match(name); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

func (s *search) sized(bytes int64) bool {
	return !slices.ContainsFunc(s.sizes, func(t sizeTest) bool { return !t.holds(bytes) })
}

func (s *search) base() string {
	if s.request.Base == "" {
		return "."
	}
	return s.request.Base
}
