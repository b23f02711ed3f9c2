package searchfiles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/page"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// search is a search_files call at work.
type search struct {
	frame                  *tool.Frame
	path, query            string // as given
	mode, letters, backend string
	files                  walk.Options
	scan                   scan.Request
	pattern                *pattern.Pattern
	matcher                match.Matcher
	score                  func(match []byte) float64 // nil but for mode fuzzy

	maxResults, maxPerFile, maxFiles int64

	shown   string // path as the answer has it
	elapsed time.Duration
	ledger  ledger.Ledger
	stopped ledger.Reason // what ended the search before its end: Limit, MaxFiles or Timeout
	at      string        // the file where it did

	scanned, matched int64 // files
	total, lines     int64 // matches and matching lines
	returned         int64 // matches of the answer, if they all fit
	found            sightings
	held             int  // bytes of found in JSON
	bound            int  // of held, where found is pruned the next time
	near             int  // how far away context can be in the answer, where it is cut
	full             bool // no further match can be in the answer
	cut              bool // for its bytes, not all that was found is
	short            bool // a file may have more matches than are given of it
	faults           faults
	file             fileState
	passed           string // path of the last file that was searched to its end
	pages            *page.Page
	stale            error           // the cursor is of other files than there are
	ctx              context.Context // of the run
}

// fileState is what is known of the file whose parts arrive.
type fileState struct {
	path           string
	found, matched int64 // matches and matching lines
	shown          int64 // of the matches, those that are returned, here or on earlier pages
	earlier        int64 // of the matches, those on earlier pages
	open           bool  // its last part is still to come
}

// part is what a visit hands on: a file that was searched or a part of one, or a link that leads to none.
type part struct {
	path   string
	rest   bool // not the first part
	last   bool
	whole  bool   // the last part, and nothing kept the file from being searched to its end
	link   string // why the link leads nowhere
	result scan.Result
}

// What the heap may grow to before it is collected more often than usual, in bytes:
// heapSize, by which a million matches are counted within 64 MiB, and perByte for
// each byte of the answer, which is what its matches take until they are printed.
const (
	heapSize = 32 << 20
	perByte  = 8
)

// run searches and returns the answer.
func (s *search) run(ctx context.Context, _ io.Writer) (*tool.Answer, error) {
	start := time.Now()
	defer tool.LimitHeap(heapSize + perByte*int64(s.frame.Budget.Bytes))()
	if err := s.enter(); err != nil {
		return nil, err
	}
	s.ctx = ctx
	if err := s.pages.Begin(ctx, s.files, func(e *walk.Entry) bool { return e.Type() == walk.File }); err != nil {
		return nil, s.refused(err)
	}
	search := s.ask
	if s.backend == native {
		search = s.walk
	}
	led, err := search(ctx)
	if err = cmp.Or(err, s.stale); err != nil {
		return nil, s.refused(err)
	}
	s.close(&led)
	s.elapsed = time.Since(start)
	a := &tool.Answer{Figures: request.Figures(s.total, s.matched, s.lines, &s.ledger), Lines: s.lines, Base: s.shown, Ledger: &s.ledger}
	a.Document = func(tool.Outcome) any { return s.document() }
	return a, nil
}

// enter finds the folder that path names.
func (s *search) enter() error {
	place, err := walk.Inside(s.frame.Sandbox, s.path)
	if err != nil {
		return s.refused(err)
	}
	s.files.Base = place
	if strings.Contains(s.path, "..") { // which after a link means another folder than in the plain path
		if plain, err := walk.Inside(s.frame.Sandbox, filepath.Clean(s.path)); err != nil || plain != place {
			s.shown = filepath.ToSlash(place)
		}
	}
	return s.echoes()
}

// refused is the error for a path that cannot be searched, or what else keeps the search from being made.
func (s *search) refused(err error) error {
	if stale, ok := errors.AsType[*opt.ValueError](err); ok {
		return stale
	}
	if missing, ok := errors.AsType[backendError](err); ok {
		return missing
	}
	switch {
	case walk.Escapes(err):
		err = fmt.Errorf("path %q: %w, the folder %q", s.path, walk.ErrSandbox, s.frame.Sandbox)
	case errors.Is(err, fs.ErrNotExist):
		missing := err
		err = fmt.Errorf("path %q does not exist", s.path)
		if meant := walk.Meant(s.frame.Sandbox, "", s.path, missing); meant != "" {
			err = fmt.Errorf("%w; did you mean %q?", err, meant)
		}
	case errors.Is(err, syscall.ENOTDIR):
		err = fmt.Errorf("path %q is not a directory", s.path)
	default:
		err = fmt.Errorf("path %q: %w", s.path, err)
	}
	return tool.About("path", err)
}

// walk searches natively.
func (s *search) walk(ctx context.Context) (ledger.Ledger, error) {
	return walk.Run(ctx, s.files, func() walk.Visit[part] {
		scanner := scan.New(s.matcher.Clone(), s.scan)
		return func(e *walk.Entry) walk.Outcome[part] { return s.visit(ctx, e, scanner) }
	}, s.take)
}

// visit searches a file, or looks where a link leads that leads to none.
func (s *search) visit(ctx context.Context, e *walk.Entry, scanner *scan.Scanner) walk.Outcome[part] {
	switch {
	case s.pages.Earlier(e):
		return walk.Outcome[part]{Skip: ledger.Earlier}
	case e.Type() == walk.Link:
		return s.link(e)
	}
	file, err := e.Open()
	if err != nil {
		why, detail := grep.Shortfall(ctx, &scan.Result{}, err)
		return walk.Outcome[part]{Skip: why, Detail: detail}
	}
	scanner.Begin(grep.Timed(ctx, file))
	return s.part(ctx, scanner, part{path: e.Path()})
}

// part searches a file on, for as many matching lines as are a part; p is what is known of it.
func (s *search) part(ctx context.Context, scanner *scan.Scanner, p part) walk.Outcome[part] {
	result, more, err := scanner.Next()
	p.result, p.last = result, !more
	o := walk.Outcome[part]{Value: p, Size: result.Size() + len(p.path), Count: cmp.Or(result.Lines, walk.NoMatches)}
	if more {
		later := part{path: p.path, rest: true}
		o.Next = func() walk.Outcome[part] { return s.part(ctx, scanner, later) }
		return o
	}
	o.Skip, o.Detail = grep.Shortfall(ctx, &result, err)
	o.Value.whole = entire(o.Skip)
	o.Keep = p.rest || searched(o.Skip, &result)
	return o
}

// entire reports whether a file, skipped or cut because of why, has the same matches whenever it is searched.
func entire(why ledger.Reason) bool { return why == ledger.None || why == ledger.Binary }

// searched reports whether a file with the result r, whose rest why kept from being searched, counts as searched.
func searched(why ledger.Reason, r *scan.Result) bool {
	return why == ledger.None || why >= ledger.Limit || r.Lines > 0
}

// link accounts for a link that was to be followed and leads to no file.
func (s *search) link(e *walk.Entry) walk.Outcome[part] {
	p := part{path: e.Path()}
	p.link = s.leads(p.path)
	return walk.Outcome[part]{Value: p, Keep: p.link != "", Skip: ledger.Symlink}
}

// leads returns why a link that was to be followed leads to no file, "" if it leads to a folder.
func (s *search) leads(path string) string {
	place, err := walk.Inside(s.frame.Sandbox, filepath.Join(s.files.Base, filepath.FromSlash(path)))
	switch {
	case errors.Is(err, walk.ErrSandbox):
		return "symbolic link that leads out of the sandbox"
	case err != nil:
		return "symbolic link: " + grep.Cause(err)
	}
	if _, err := os.Lstat(place); err != nil {
		return "symbolic link: " + grep.Cause(err)
	}
	return ""
}

// take accounts for what was found in a file or a part of it, and is false if a limit ends the search.
func (s *search) take(p part) bool {
	if p.link != "" {
		s.fault(p.path, p.link)
		return true
	}
	if !p.rest {
		if s.scanned == s.maxFiles {
			return s.stop(ledger.MaxFiles, p.path)
		}
		s.scanned++
		s.file = fileState{path: p.path, open: true, earlier: s.pages.Shown(p.path)}
	}
	f := &s.file
	f.found += p.result.Matches
	f.matched += p.result.Lines
	for i := range p.result.Hits {
		h := &p.result.Hits[i]
		for j := range h.Spans {
			if f.shown == s.maxPerFile {
				break
			}
			if f.shown < f.earlier {
				f.shown++
				continue
			}
			if !s.show(1) {
				return s.stop(ledger.Limit, p.path)
			}
			s.keep(p.path, h, j)
		}
	}
	if !p.last {
		return true
	}
	if more := min(f.found, s.maxPerFile) - f.shown; more > 0 { // than any answer holds: the scanner kept no hits of them
		s.full, s.cut = true, true
		if !s.show(more) {
			return s.stop(ledger.Limit, p.path)
		}
	}
	if p.whole && f.earlier > f.found {
		s.stale = s.pages.Fewer(f.path, f.found)
		return false
	}
	s.pass(p.result.Binary)
	s.passed = p.path
	return true
}

// show counts n more matches of the file at hand as returned. It is false where
// max_results allows fewer; those after are then as if not found.
func (s *search) show(n int64) bool {
	f := &s.file
	shown := min(n, s.maxResults-s.returned)
	f.shown += shown
	s.returned += shown
	if shown < n {
		f.found, f.matched = f.shown, min(f.matched, f.shown)
	}
	return shown == n
}

// stop ends the search.
func (s *search) stop(why ledger.Reason, path string) bool {
	s.stopped, s.at = why, path
	if why == ledger.MaxFiles {
		s.faults.forget(path)
	}
	return false
}

// pass adds the file at hand to the figures.
func (s *search) pass(binary bool) {
	f := &s.file
	if !f.open {
		return
	}
	f.open = false
	s.total += max(f.found-f.earlier, 0) // of a file that was not searched to its end fewer may be known
	s.lines += f.matched
	if f.found > f.earlier {
		s.matched++
	}
	if binary {
		s.fault(f.path, "binary after the last match returned, and not searched there")
	}
	if f.found > f.shown && s.stopped == ledger.None {
		s.short = true
		s.fault(f.path, fmt.Sprintf("%d of %d shown", f.shown, f.found))
	}
}

func (s *search) fault(path, text string) { s.faults.add(path, text, s.frame.Budget.Bytes) }

// shortfall records an entry that was left out, or not searched to its end.
func (s *search) shortfall(why ledger.Reason, e ledger.Entry) {
	text := e.Detail
	switch {
	case why == ledger.Timeout:
		return // it is the whole search's
	case s.pages.Before(e.Path):
		return // it is in the answer with that page
	case why == ledger.TooLarge && text == "":
		text = fmt.Sprintf("larger than max_file_size_bytes, %d", s.files.MaxFileSize)
	case why == ledger.MatchTimeout:
		s.short = true
		text = "not searched to its end: the time limit of the expression was reached"
	case text == "":
		text = why.Text()
	}
	s.fault(e.Path, text)
}

// close settles the figures when the search is over.
func (s *search) close(l *ledger.Ledger) {
	s.ledger = *l
	switch {
	case s.stopped != ledger.None:
		s.ledger.Skip(s.stopped, s.at, "")
		s.pass(false)
	case s.ledger.Count(ledger.Timeout) > 0:
		s.stopped = ledger.Timeout
		s.pass(false)
		for _, cut := range s.ledger.Cuts() {
			if cut.Reason == ledger.Timeout {
				s.fault(cut.First.Path, fmt.Sprintf("the search ended here, after %v", s.frame.Timeout))
			}
		}
	}
	s.ledger.Searched = s.scanned // without what was read to know that there is more
}
