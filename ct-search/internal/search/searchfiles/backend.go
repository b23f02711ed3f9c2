package searchfiles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/searchfiles/backend"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// native is the backend that is no other program.
const native = "native"

// Options returns the row of the command line that only search_files has.
func (r *Request) Options() []opt.Option {
	return []opt.Option{{
		Name: "backend", Arg: "PROGRAM", Var: opt.Text(&r.backend), Values: append([]string{native}, backend.Names()...), Group: "Bounds",
		Role: opt.Place, Forms: []string{request.SearchFiles}, CommandLine: true,
		Help: "the program that finds the lines of a search_files call: ct-search itself, or rg or ugrep, which must be installed; the answers are the same [default: the configuration's, native]",
	}}
}

// chooseBackend settles which program finds the lines.
func (r *Request) chooseBackend(s *search, c *config.Config) error {
	s.backend = r.backend
	if s.backend == "" {
		s.backend, _ = c.String(Key("backend"))
	}
	if s.backend == native {
		return nil
	}
	if err := backend.Supports(s.backend, s.pattern); err != nil {
		from := func(given, key string) string { // the origin of what the call does not say
			if given != "" {
				return ""
			}
			return " (" + c.Origin(Key(key)) + ")"
		}
		return opt.Usagef("mode", "{mode} %s%s is not for the backend %s%s: %v", s.mode, from(r.mode, "mode_default"), s.backend, from(r.backend, "backend"), err)
	}
	return nil
}

// asked is a search whose lines another program finds. The walk collects the names
// of files, which are searched in batches, and what else has its place among them.
type asked struct {
	*search
	ctx     context.Context
	program *backend.Backend
	lookup  backend.Search
	pending []pendingEntry
	account ledger.Ledger // of what the walk took for searched and was not
	failed  error
}

// backendError is an error of the other program, which it names.
type backendError struct{ error }

// A pendingEntry is a file to be searched, a link that leads to none, or the error of a file that is not searched.
type pendingEntry struct {
	part part
	why  ledger.Reason
	lost ledger.Entry
}

// askBatch is how many files are searched together.
const askBatch = 4096

// ask is walk for a search whose lines another program finds.
func (s *search) ask(ctx context.Context) (ledger.Ledger, error) {
	box, err := walk.Inside(s.frame.Sandbox, s.frame.Sandbox)
	if err != nil {
		return ledger.Ledger{}, err
	}
	a := &asked{search: s, ctx: ctx}
	a.program, err = backend.Find(ctx, s.backend, "", backend.Rights{Confine: s.frame.Confine, Readable: []string{box}})
	if err != nil {
		if !strings.HasPrefix(err.Error(), "backend ") {
			err = fmt.Errorf("backend %w", err)
		}
		return ledger.Ledger{}, backendError{err}
	}
	a.lookup = backend.Search{Dir: s.files.Base, Pattern: s.pattern, Scan: s.scan, Open: func(name string) (fs.File, error) {
		file, err := walk.OpenFile(box, filepath.Join(s.files.Base, filepath.FromSlash(name)))
		if err != nil {
			return nil, cmp.Or(errors.Unwrap(err), err) // the answer names the file as the walk does
		}
		return file, nil
	}}
	files := s.files
	files.Cut = func(why ledger.Reason, e ledger.Entry) {
		a.pending = append(a.pending, pendingEntry{why: why, lost: e})
	}
	led, err := walk.Run(ctx, files, a.names, a.collect)
	if err == nil && !a.over() {
		a.flush()
	}
	switch {
	case err != nil || s.stale != nil:
		return led, err
	case a.failed != nil && ctx.Err() == nil:
		return led, backendError{a.failed}
	case a.failed != nil:
		led.Skip(ledger.Timeout, s.file.path, "")
	case s.stopped != ledger.None: // somewhere in the last batch: what follows does not count
		files.Cut = nil
		led, err = walk.Run(ctx, files, a.names, func(p part) bool { return p.path != s.at })
	}
	led.Add(&a.account)
	return led, err
}

func (a *asked) names() walk.Visit[part] {
	return func(e *walk.Entry) walk.Outcome[part] {
		switch {
		case a.pages.Earlier(e):
			return walk.Outcome[part]{Skip: ledger.Earlier}
		case e.Type() == walk.Link:
			return a.link(e)
		}
		p := part{path: e.Path(), last: true}
		return walk.Outcome[part]{Value: p, Keep: true, Size: len(p.path)}
	}
}

// collect adds a file to the batch, and searches a full batch.
func (a *asked) collect(p part) bool {
	a.pending = append(a.pending, pendingEntry{part: p})
	return len(a.pending) < askBatch || a.flush()
}

// flush searches the batch, and reports whether the search goes on.
func (a *asked) flush() bool {
	all := a.pending
	a.pending = nil
	var files []string
	var at []int // of the files, in all
	for i := range all {
		if p := &all[i].part; p.path != "" && p.link == "" {
			files, at = append(files, p.path), append(at, i)
		}
	}
	next := 0
	report := func(end int) {
		for ; next < end; next++ {
			if t := &all[next]; t.why != ledger.None {
				a.shortfall(t.why, t.lost)
			} else {
				a.take(t.part)
			}
		}
	}
	if len(files) > 0 {
		a.failed = a.program.Search(a.ctx, &a.lookup, files, func(file int, r scan.Result, err error) bool {
			report(at[file])
			next++
			return a.result(all[at[file]].part, r, err)
		})
	}
	if a.over() {
		return false
	}
	report(len(all))
	return true
}

func (a *asked) over() bool { return a.failed != nil || a.stale != nil || a.stopped != ledger.None }

// result accounts for a file as the native search does.
func (a *asked) result(p part, r scan.Result, err error) bool {
	why, detail := grep.Shortfall(a.ctx, &r, err)
	if why.Cuts() {
		a.shortfall(why, ledger.Entry{Path: p.path, Detail: detail})
	}
	if why != ledger.None {
		a.account.Skip(why, p.path, detail)
	}
	if !searched(why, &r) {
		return true
	}
	p.result, p.whole = r, entire(why)
	return a.take(p)
}
