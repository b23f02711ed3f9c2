package filter

import (
	"bytes"
	"context"
	"io"

	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/walk"
)

// A worker visits entries one after another.
type worker struct {
	*search
	ctx     context.Context
	lines   *scan.Scanner // of search.matcher; nil without patterns whose lines are printed
	whether *scan.Scanner // of decider; nil without conditions
	decider *decider
	timed   grep.TimedReader // the file that lines or whether reads
}

// visitor returns what makes the visit of one worker.
func (s *search) visitor(ctx context.Context) func() walk.Visit[entry] {
	return func() walk.Visit[entry] {
		w := &worker{search: s, ctx: ctx}
		if s.matcher != nil {
			w.lines = s.scanner(s.matcher.Clone(), s.scan)
		}
		if s.conditions != nil {
			w.decider = s.conditions.newDecider(s.byLine)
			w.whether = s.scanner(w.decider, scan.Request{Want: match.First, Text: s.scan.Text, Encoded: s.scan.Encoded})
		}
		return w.visit
	}
}

// scanner returns a scanner for one worker, which closeScanners closes.
func (s *search) scanner(m match.Matcher, r scan.Request) *scan.Scanner {
	scanner := scan.New(m, r)
	s.opening.Lock()
	defer s.opening.Unlock()
	s.scanners = append(s.scanners, scanner)
	return scanner
}

// closeScanners is called once nothing of what was found is used any more.
func (s *search) closeScanners() {
	for _, scanner := range s.scanners {
		scanner.Close()
	}
	s.scanners = nil
}

// visit tests an entry.
func (s *worker) visit(e *walk.Entry) walk.Outcome[entry] {
	switch named, err := s.named(e.Name()); {
	case err != nil:
		return walk.Outcome[entry]{Skip: ledger.MatchTimeout, Detail: grep.Cause(err)}
	case !named && s.rivals != nil && s.files.Types&e.Type() != 0:
		if ok, err := hold(s.rivals, e.Name()); ok && err == nil {
			s.namesAs.Add(1)
		}
		return s.passed()
	case !named, s.files.Types&e.Type() == 0: // a named path is visited whatever it is
		return s.passed()
	case s.page.Earlier(e):
		return walk.Outcome[entry]{Skip: ledger.Earlier}
	}
	v := entry{kind: e.Type(), match: true}
	if s.where != nil && !s.byLine && !s.where.Holds(s.where.Entry(e)) {
		return s.passed()
	}
	if len(s.sizes) > 0 || s.matcher == nil && s.layout == request.LayoutDetail {
		info, err := e.Stat()
		if err != nil {
			return walk.Outcome[entry]{Skip: ledger.Unreadable, Detail: grep.Cause(err)}
		}
		v.size = info.Size
		if !s.sized(v.size) {
			return s.passed()
		}
	}
	switch {
	case s.whether != nil:
		return s.decide(e, v)
	case s.lines != nil:
		return s.scanFile(e, v)
	}
	return kept(e, v)
}

// kept returns the outcome of an entry that meets all conditions, without lines.
func kept(e *walk.Entry, v entry) walk.Outcome[entry] {
	v.path = e.Path()
	return walk.Outcome[entry]{Value: v, Keep: true, Size: len(v.path), Count: 1}
}

// scanFile looks for the patterns in a file for which everything else is true.
func (s *worker) scanFile(e *walk.Entry, v entry) walk.Outcome[entry] {
	file, err := e.Open()
	if err != nil {
		return unopened(s.ctx, err)
	}
	return s.scanFrom(e, s.timed.Of(s.ctx, file), file, v)
}

func unopened(ctx context.Context, err error) walk.Outcome[entry] {
	why, detail := grep.Shortfall(ctx, &scan.Result{}, err)
	return walk.Outcome[entry]{Skip: why, Detail: detail}
}

// scanFrom looks for the patterns in the text of a file, which it closes.
func (s *worker) scanFrom(e *walk.Entry, text io.Reader, file io.Closer, v entry) walk.Outcome[entry] {
	s.lines.Begin(text)
	if s.page.Inside() {
		v.shown = s.page.Shown(e.Path())
	}
	return s.part(e, file, v)
}

// part searches the next part of a file, which has a limited number of matching lines. v is the state of the file.
func (s *worker) part(e *walk.Entry, file io.Closer, v entry) walk.Outcome[entry] {
	result, more, err := s.next(e, s.lines, &v)
	o := walk.Outcome[entry]{Count: walk.NoMatches}
	if v.shown > 0 {
		if s.request.OnlyMatching {
			s.trim(&result, &v)
		}
		n := min(v.shown, int64(len(result.Hits))) // on a page that begins inside, these are all lines
		result.Hits, result.Lines, v.shown = result.Hits[n:], result.Lines-n, v.shown-n
	}
	v.read, v.near, v.match = result.Bytes, result.Near, v.rest || result.Lines > 0
	if v.match {
		found := result
		o.Count = 1
		v.result, v.path = &found, e.Path()
		o.Size = result.Size() + len(v.path)
	}
	o.Value = v
	if more {
		later := v // a copy, so that v takes memory only if there is more
		later.rest, later.result = v.match, nil
		o.Next = func() walk.Outcome[entry] { return s.part(e, file, later) }
		return o
	}
	_ = file.Close() // it was only read
	o.Skip, o.Detail = grep.Shortfall(s.ctx, &result, err)
	o.Keep = v.match || o.Skip == ledger.None && (v.near > 0 || s.every && v.read > 0)
	return o
}

// trim removes from a part the matches that earlier pages showed, with the lines that have no others.
func (s *worker) trim(result *scan.Result, v *entry) {
	for len(result.Hits) > 0 && v.shown > 0 {
		h := &result.Hits[0]
		if n := int64(len(h.Spans)); n > v.shown {
			h.Spans, v.shown = h.Spans[v.shown:], 0
		} else {
			v.shown -= n
			result.Hits, result.Lines = result.Hits[1:], result.Lines-1
		}
	}
}

// decide reads a file to know whether it meets the conditions, and searches it again if its lines are printed or counted.
func (s *worker) decide(e *walk.Entry, v entry) walk.Outcome[entry] {
	file, err := e.Open()
	if err != nil {
		return unopened(s.ctx, err)
	}
	d := s.decider
	if test := s.lineTest(e); test != nil {
		d.chosen = func(line int64, text []byte) bool { return test(line, line, bytes.TrimSuffix(text, []byte{'\r'})) }
	}
	result, err := s.whether.Scan(s.timed.Of(s.ctx, file))
	s.read.Add(result.Bytes)
	why, detail := grep.Shortfall(s.ctx, &result, err)
	// What was not read may hold what must not be there.
	holds := d.holds() && (why == ledger.None || len(d.none) == 0)
	if !holds {
		s.filtered.Add(d.dropped)
		s.conditions.miss(d)
		v.match, v.read = false, result.Bytes
		return walk.Outcome[entry]{Value: v, Keep: s.every && why == ledger.None && v.read > 0, Count: walk.NoMatches, Skip: why, Detail: detail}
	}
	if !s.conditions.reads {
		v.read = result.Bytes
		o := kept(e, v)
		o.Skip, o.Detail = why, detail
		return o
	}
	v.windows = d.windows
	o := s.again(e, file, v)
	if o.Next == nil && o.Skip == ledger.None {
		o.Skip, o.Detail = why, detail
	}
	return o
}

// again searches a file that was just read for lines: in memory if all of it is there, else by reading it once more.
func (s *worker) again(e *walk.Entry, first *walk.Reader, v entry) walk.Outcome[entry] {
	if text := s.whether.Whole(); text != nil {
		_ = first.Close()
		return s.scanFrom(e, bytes.NewReader(text), io.NopCloser(nil), v)
	}
	if first.Again() {
		return s.scanFrom(e, s.timed.Of(s.ctx, first), first, v)
	}
	second, err := e.Open()
	if err != nil {
		return unopened(s.ctx, err)
	}
	then, err := first.Stat()
	now, failed := second.Stat()
	_ = first.Close()
	if err != nil || failed != nil || then.Size != now.Size || !then.ModTime.Equal(now.ModTime) {
		_ = second.Close()
		return walk.Outcome[entry]{Skip: ledger.Changed}
	}
	return s.scanFrom(e, s.timed.Of(s.ctx, second), second, v)
}
