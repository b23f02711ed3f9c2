package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// asked is a search whose matches the matcher of another program finds. It gets the files of the walk in batches; those
// with matches are then visited again, and read here.
type asked struct {
	search  *Search
	session *foreign.Session
	ctx     context.Context
	account ledger.Ledger // files that the walk counted as searched, but were not
	batch   []sent
	size    int // of the contents in batch, in bytes
	answers map[string]*answered
	misfits []misfit
	notes   matchers.Notes
	failed  error
	wrong   atomic.Pointer[error] // the first answer that does not agree with a file
}

// sent is a file that the matcher is asked about.
type sent struct {
	foreign.File
	info walk.Info
}

// answered is what it returned for a file.
type answered struct {
	info      walk.Info
	candidate *foreign.Candidate // in place of matches, where it brought the file
	matches   foreign.Matches
	reached   bool // the file was visited again, with any result
}

// heapSize is what the heap may grow to, in bytes, before it is collected more often than usual: a matcher that floods
// the search with messages leaves much garbage.
const heapSize = 128 << 20

// runForeign is run for a search whose session finds the matches.
func (s *Search) runForeign(ctx context.Context) (*Found, error) {
	defer tool.LimitHeap(heapSize)()
	var led ledger.Ledger
	session, err := s.Session(ctx)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && errors.Is(err, context.DeadlineExceeded):
		led.Skip(ledger.Timeout, "", "")
		return &Found{Part: Part{Ledger: led, Given: map[string]tally{}}}, nil
	case err != nil:
		return nil, err
	}
	defer session.Close()
	a := &asked{search: s, session: session, ctx: ctx, answers: map[string]*answered{}}
	if session.Description.Candidates {
		led, err = a.candidates()
	} else {
		led, err = a.files()
	}
	timedOut := errors.Is(ctx.Err(), context.DeadlineExceeded)
	switch {
	case timedOut && errors.Is(err, context.DeadlineExceeded):
		led.Skip(ledger.Timeout, "", "")
	case err != nil:
		return nil, err
	case !timedOut:
		if err := session.End(ctx); err != nil {
			return nil, err
		}
	}
	session.Close()
	led.Add(&a.account)
	led.Stale = a.notes.Stale()
	return a.report(led)
}

// files asks about all files of the walk.
func (a *asked) files() (ledger.Ledger, error) {
	led, err := walk.Run(a.ctx, a.search.Files, a.newVisit, func(f sent) bool {
		if a.size+len(f.Content) > foreign.MostContents && !a.ask() {
			return false
		}
		a.batch = append(a.batch, f)
		a.size += len(f.Content)
		return len(a.batch) < foreign.MostBatch || a.ask()
	})
	if err == nil && a.failed == nil && len(a.batch) > 0 {
		a.ask()
	}
	if err == nil {
		err = a.failed
	}
	return led, err
}

// newVisit returns a visit that looks whether a file is text, and reads it if the matcher needs its content.
func (a *asked) newVisit() walk.Visit[sent] {
	head := make([]byte, scan.HeadSize)
	return func(e *walk.Entry) walk.Outcome[sent] {
		f := sent{}
		var err error
		var in *walk.Reader
		if f.info, err = e.Stat(); err == nil {
			in, err = e.Open()
		}
		if err != nil {
			return walk.Outcome[sent]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
		}
		defer func() { _ = in.Close() }()
		n, err := readFull(in, head)
		if err != nil {
			return walk.Outcome[sent]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
		}
		a.search.read.Add(int64(n))
		// A matcher returns offsets into the bytes of the file, an answer needs those into its translation.
		if !a.search.Binary && scan.IsUTF16(head[:n]) {
			return walk.Outcome[sent]{Skip: ledger.Unreadable, Detail: "UTF-16, which matchers do not read"}
		}
		if !a.search.Binary && !scan.IsText(head[:n]) {
			return walk.Outcome[sent]{Skip: ledger.Binary}
		}
		f.Path = e.Path()
		if a.session.Description.Contents {
			if f.info.Size > foreign.MostContents {
				return walk.Outcome[sent]{Skip: ledger.TooLarge, Detail: "over 1 MiB, and the matcher needs contents"}
			}
			f.Content = make([]byte, max(f.info.Size, int64(n)))
			rest, err := readFull(in, f.Content[copy(f.Content, head[:n]):])
			if err != nil {
				return walk.Outcome[sent]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
			}
			f.Content = f.Content[:n+rest]
			a.search.read.Add(int64(rest))
		}
		return walk.Outcome[sent]{Value: f, Keep: true, Size: 200 + len(f.Path) + len(f.Content)}
	}
}

// readFull reads until p is full or the file ends, which is not an error.
func readFull(in io.Reader, p []byte) (int, error) {
	n, err := io.ReadFull(in, p)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return n, err
}

// ask sends the batch to the matcher and reports whether the search goes on.
func (a *asked) ask() bool {
	files := make([]foreign.File, len(a.batch))
	for i := range a.batch {
		files[i] = a.batch[i].File
	}
	answers, err := a.session.Match(a.ctx, files)
	if err != nil {
		a.failed = err
		return false
	}
	for i := range answers {
		f, answer := &a.batch[i], &answers[i]
		switch {
		case answer.Excluded:
			a.account.Searched--
			a.account.SkipN(ledger.Excluded, 1)
			a.misfit(answer.Reason)
		case answer.Fault != "":
			a.account.Searched--
			a.account.Skip(ledger.Unreadable, f.Path, answer.Fault)
		}
		a.notes.Add(f.Path, answer.Notes)
		if answer.Matches.Len() > 0 {
			a.answers[f.Path] = &answered{info: f.info, matches: answer.Matches}
		}
	}
	a.batch, a.size = a.batch[:0], 0
	return true
}

// mostMisfits bounds the list of reasons.
const mostMisfits = 16

// misfit counts a file that the pattern does not fit.
func (a *asked) misfit(why string) {
	if why == "" {
		return
	}
	at := slices.IndexFunc(a.misfits, func(m misfit) bool { return m.Why == why })
	switch {
	case at >= 0:
	case len(a.misfits) == mostMisfits:
		at = mostMisfits - 1
		a.misfits[at].Why = "other reasons"
	default:
		at = len(a.misfits)
		a.misfits = append(a.misfits, misfit{Why: why})
	}
	a.misfits[at].Files++
}

// vain returns the error for a search that found nothing, with a pattern that does
// not fit its files: that proves nothing.
func (a *asked) vain(found *Found) error {
	if found.Matches+found.Dropped+found.Filtered > 0 || len(found.Misfits) == 0 || found.Ledger.Cut() {
		return nil
	}
	var all []string
	for _, m := range found.Misfits {
		all = append(all, fmt.Sprintf("%s (%s)", m.Why, grep.Plural(m.Files, "file", "files")))
	}
	return fmt.Errorf("matcher %s: no match, which proves nothing: %s", a.session.Description.Name, strings.Join(all, "; "))
}

// candidates asks for what the matcher's index has, and compares the times of the files of the walk with its age.
func (a *asked) candidates() (ledger.Ledger, error) {
	scope, err := a.scope()
	if err != nil {
		return ledger.Ledger{}, err
	}
	list, index, err := a.session.Candidates(a.ctx, scope.roots)
	if err != nil {
		return ledger.Ledger{}, err
	}
	for i := range list {
		c := &list[i]
		path, in := scope.printed(c.Path)
		switch name := budget.EscapeName(c.Path); {
		case !in:
			return ledger.Ledger{}, fmt.Errorf("matcher %s: it brought %s, which is outside the search's scope", a.session.Description.Name, name)
		case a.answers[path] != nil:
			return ledger.Ledger{}, fmt.Errorf("matcher %s: it returned %s twice", a.session.Description.Name, name)
		}
		a.answers[path] = &answered{candidate: c}
	}
	// Times of files may be finer than what the index knows of its own.
	newest := index.AsOf.Add(time.Second)
	return walk.Run(a.ctx, a.search.Files, func() walk.Visit[struct{}] {
		return func(e *walk.Entry) walk.Outcome[struct{}] {
			info, err := e.Stat()
			if err != nil {
				return walk.Outcome[struct{}]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
			}
			if !info.ModTime.Before(newest) {
				return walk.Outcome[struct{}]{Skip: ledger.Changed, Detail: "newer than the matcher's index"}
			}
			return walk.Outcome[struct{}]{}
		}
	}, func(struct{}) bool { return true })
}

// A scope is the roots of a search as the walk prints them. A matcher gets them in
// this spelling, and its paths are made to begin with them.
type scope struct {
	base  string // absolute; what relative paths are relative to
	roots []string
}

func (a *asked) scope() (*scope, error) {
	base, err := filepath.Abs(a.search.Files.Base)
	if err != nil {
		return nil, err
	}
	roots, err := walk.PrintedRoots(a.search.Files)
	return &scope{base, roots}, err
}

// full returns a path in its absolute form.
func (s *scope) full(path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(s.base, path)
}

// printed returns a file's path as the walk prints it, and whether it is below a root. It follows no links.
func (s *scope) printed(file string) (string, bool) {
	for _, root := range s.roots {
		below, err := filepath.Rel(s.full(root), s.full(file))
		if err == nil && file != "" && filepath.IsLocal(below) {
			return path.Join(root, filepath.ToSlash(below)), true
		}
	}
	return "", false
}

// report visits the files with matches and returns what was found. A wrong answer of the matcher is an error.
func (a *asked) report(led ledger.Ledger) (*Found, error) {
	s, found := a.search, newFound(a.search.most())
	found.Ledger, found.Misfits, found.Notes = led, a.misfits, a.notes
	if !a.session.Description.Occurrences {
		found.Given = map[string]tally{}
	}
	files := s.Files
	files.Only = []string{}
	for path := range a.answers {
		files.Only = append(files.Only, path)
	}
	slices.Sort(files.Only)
	newVisit := func() walk.Visit[*file] {
		v := s.newVisitor(a.ctx)
		v.Given, v.GivenBy, v.Bound = a.given, a.session.Description.Name, a.session.Description.Occurrences
		return func(e *walk.Entry) walk.Outcome[*file] {
			if t := a.answers[e.Path()]; t != nil {
				t.reached = true // a file is visited once
			}
			return v.visit(e)
		}
	}
	whole := true
	again, err := walk.Run(a.ctx, files, newVisit, func(f *file) bool {
		found.take(s, f)
		for i := range f.each {
			if whole = s.each(&f.each[i]); !whole {
				return false
			}
		}
		return true
	})
	found.rank()
	found.lead()
	for _, cut := range again.Cuts() { // these files are counted already
		for range cut.Count {
			found.Ledger.Skip(cut.Reason, cut.First.Path, cut.First.Detail)
		}
	}
	if wrong := a.wrong.Load(); err == nil && wrong != nil {
		err = *wrong
	}
	err = cmp.Or(err, s.Where.Err())
	found.Ledger.SkipN(ledger.Binary, again.Count(ledger.Binary)) // a NUL ended the search of these
	if whole && again.Count(ledger.Timeout) == 0 {
		a.unreached(found, files.Only)
	}
	if err == nil {
		err = a.vain(found)
	}
	return found, err
}

// unreached accounts for files that the matcher returned and that are not among the files of the search.
func (a *asked) unreached(found *Found, paths []string) {
	for _, path := range paths {
		t := a.answers[path]
		if t.reached {
			continue
		}
		_, err := os.Lstat(filepath.Join(a.search.Files.Base, filepath.FromSlash(path)))
		switch {
		case t.candidate == nil:
			found.Ledger.Searched--
			found.Ledger.Skip(ledger.Changed, path, "gone since the matcher was asked about it")
		case err != nil:
			found.Ledger.Skip(ledger.Changed, path, "the matcher's index has it, and the tree has not")
		default:
			found.Outside++
		}
	}
}

// given passes on the checked matches of one file; see occurrence.Given.
func (a *asked) given(path string, info walk.Info, text []byte, each func(*foreign.Match)) (ledger.Reason, string) {
	t := a.answers[path]
	if t == nil { // a root, which is visited whatever files.Only says
		return ledger.None, ""
	}
	matches := &t.matches
	if c := t.candidate; c != nil {
		if !c.ConfirmedBy(text) {
			return ledger.Changed, "it is not what the matcher's index has"
		}
		matches = &c.Matches
	} else if info.Size != t.info.Size || !info.ModTime.Equal(t.info.ModTime) {
		return ledger.Changed, ""
	}
	if err := foreign.Check(text, matches, &a.session.Description, each); err != nil {
		err = fmt.Errorf("matcher %s: its answer about %s is wrong: %w", a.session.Description.Name, budget.EscapeName(path), err)
		a.wrong.CompareAndSwap(nil, &err)
		return ledger.Changed, ""
	}
	return ledger.None, ""
}
