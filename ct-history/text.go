package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/walk"
)

// checkText returns an error for a text that names lines of a file of the revision, which the working tree does not have.
func (s *search) checkText() error {
	at, ok := s.request.position(s.args, func(name string) bool {
		path, err := s.history.Path(s.frame, name, false)
		if err == nil {
			_, err = s.history.Objects.File(s.history.Commit.Tree, path)
		}
		return err == nil
	})
	if !ok {
		return nil
	}
	const short = 12
	lines := render.Shell("ct-history", lineOption(at), "--at="+s.history.Commit.ID[:short], "--", at.File)
	return opt.Usagef("QUERY", "%s names lines of a file that only %s has; for their history: %s; to look for this text add --mode=literal", s.text, s.from(), lines)
}

// choosePaths sets the paths of the log. It is an error if a path is neither there nor in the history.
func (s *search) choosePaths(ctx context.Context, q *git.LogRequest) error {
	for _, name := range s.paths {
		path, err := s.history.Path(s.frame, name, false)
		if err != nil {
			return err
		}
		if _, err := os.Lstat(name); err != nil {
			out, err := s.history.Output(ctx, "log", "-1", "--format=%H", q.From, "--", path)
			if err != nil {
				return err
			}
			if len(out) == 0 {
				return &walk.PathError{Named: name, Err: fmt.Errorf("neither in the working tree nor in the history of %s", s.from())}
			}
		}
		if path == "." {
			q.Paths = nil
			return nil
		}
		q.Paths = append(q.Paths, path)
	}
	return nil
}

// scanner matches the changed lines of commits. Lines are collected in a block, because the matcher works on many at once.
type scanner struct {
	search *search
	ctx    context.Context

	file     git.FileChange
	block    []byte
	runs     []run
	hits     match.Hits
	counting bool // only files in which the count changes are wanted (--count-changed)
	pending  []change
	lines    int64    // matching lines of the file
	counts   [2]int64 // matches in removed and in added lines of the file
}

// A run is consecutive lines of one side of a change.
type run struct {
	at         int // offset in the block
	path, old  string
	added      bool
	first, end int64 // numbers of its lines; end is that of the next
}

// blockBytes is the size from which on a block is searched.
const blockBytes = 256 << 10

// textVisitor returns a visitor that keeps commits with matching lines.
func (s *search) textVisitor(ctx context.Context) *git.LogVisitor {
	t := &scanner{search: s, ctx: ctx, counting: s.request.countChanged}
	return &git.LogVisitor{Commit: t.begin, File: t.open, Line: t.line, End: t.end}
}

func (t *scanner) begin(c git.LogCommit) bool {
	t.file = git.FileChange{}
	return t.search.begin(c)
}

func (t *scanner) open(c *git.FileChange) bool {
	if t.counting {
		t.close()
	}
	t.file = *c
	if c.Binary {
		t.binary()
	}
	return true
}

// line adds a line to the block.
func (t *scanner) line(added bool, n int64, text []byte, long bool) {
	if long {
		t.search.led.Skip(ledger.TooLarge, t.search.history.Printed(t.file.Path()), fmt.Sprintf("line %d in commit %s is over 64 MiB", n, t.search.latest))
	}
	last := len(t.runs) - 1
	switch {
	case last < 0, t.runs[last].added != added, t.runs[last].end != n, t.runs[last].path != t.file.Path():
		if t.counting && last >= 0 && t.runs[last].added != added || len(t.block) >= blockBytes {
			t.flush()
		}
		old := t.file.Old
		if old == "" {
			old = t.file.New
		}
		t.runs = append(t.runs, run{at: len(t.block), path: t.file.Path(), old: old, added: added, first: n, end: n + 1})
	case len(t.block) >= blockBytes:
		t.flush()
		t.line(added, n, text, false)
		return
	default:
		t.runs[last].end++
	}
	t.block = append(append(t.block, text...), '\n')
}

// flush searches the block.
func (t *scanner) flush() {
	if len(t.runs) == 0 {
		return
	}
	s := t.search
	want := match.Lines
	t.hits.Reset()
	t.hits.Last, t.hits.Most = true, 0
	if t.counting {
		want, t.hits.Most = match.Spans, 1
	}
	err := s.matcher.Match(t.block, want, &t.hits)
	s.missed += t.hits.Near
	if t.counting { // all lines of the block are of one side of one file
		side := 0
		if t.runs[0].added {
			side = 1
		}
		t.counts[side] += t.hits.Matches
	}
	t.take()
	if errors.Is(err, match.ErrTimeout) {
		s.led.Skip(ledger.MatchTimeout, s.history.Printed(t.file.Path()), "in commit "+s.latest)
	} else if err != nil {
		s.led.Skip(ledger.Unreadable, s.history.Printed(t.file.Path()), grep.Cause(err))
	}
	s.matcher.Reset()
	t.runs = t.runs[:0]
	const keptBlock = 4 << 20
	if t.block = t.block[:0]; cap(t.block) > keptBlock {
		t.block = nil
	}
}

// take keeps the lines of the block that match.
func (t *scanner) take() {
	at, line, done := 0, t.runs[0].first, 0
	for _, span := range t.hits.Spans {
		for at+1 < len(t.runs) && t.runs[at+1].at <= span.Start {
			at++
			line, done = t.runs[at].first, t.runs[at].at
		}
		r := &t.runs[at]
		line += int64(bytes.Count(t.block[done:span.Start], []byte{'\n'}))
		done = span.Start
		start := bytes.LastIndexByte(t.block[:span.Start], '\n') + 1
		end := match.LineEnd(t.block, span.Start)
		c := change{path: r.path, old: r.old, added: r.added, n: line}
		t.keep(c, t.block[start:end], span.Start-start, min(span.End, end)-start)
	}
}

// keep keeps a line: for its file, if it is not known yet whether that is wanted, else for the commit.
func (t *scanner) keep(c change, line []byte, start, end int) {
	if !t.counting {
		t.search.keep(c, line, start, end)
		return
	}
	if t.lines++; len(t.pending) < t.search.mostKept() {
		c.text, c.start, c.end = window(line, start, end)
		t.pending = append(t.pending, c)
	}
}

// close ends a file whose matches are counted.
func (t *scanner) close() {
	t.flush()
	if t.counts[0] != t.counts[1] {
		for _, c := range t.pending {
			t.search.keep(c, c.text, c.start, c.end)
		}
		t.search.current.lines += t.lines - int64(len(t.pending))
	}
	t.pending, t.lines, t.counts = t.pending[:0], 0, [2]int64{}
}

func (t *scanner) end() bool {
	if t.counting {
		t.close()
	} else {
		t.flush()
	}
	return t.search.finish()
}

// mostBinary is how many bytes a binary file may have to be searched.
const mostBinary = 64 << 20

// binary counts the matches in a binary file before and after the commit, if counts are wanted.
func (t *scanner) binary() {
	s := t.search
	if !t.counting {
		s.led.SkipN(ledger.Binary, 1)
		return
	}
	var counts [2]int64
	for i, id := range []string{t.file.OldID, t.file.NewID} {
		if id == "" {
			continue
		}
		_, text, err := s.history.Objects.Read(id, mostBinary)
		if err != nil {
			why := ledger.Unreadable
			if !errors.Is(err, git.ErrMissing) && t.ctx.Err() == nil {
				why = ledger.TooLarge
			}
			s.led.Skip(why, s.history.Printed(t.file.Path()), "in commit "+s.latest+": "+err.Error())
			return
		}
		t.hits.Reset()
		t.hits.Last, t.hits.Most = true, 1
		if err := s.matcher.Match(text, match.Spans, &t.hits); err != nil {
			s.led.Skip(ledger.MatchTimeout, s.history.Printed(t.file.Path()), "in commit "+s.latest)
		}
		s.matcher.Reset()
		counts[i] = t.hits.Matches
	}
	if counts[0] != counts[1] {
		note := fmt.Sprintf("binary: %s before, %d after", grep.Plural(counts[0], "match", "matches"), counts[1])
		s.touch(t.file.Path())
		s.current.binary = append(s.current.binary, change{path: t.file.Path(), old: t.file.Path(), note: note})
	}
}
