package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/committed"
	"github.com/ct-tools/ct/shared/git"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// search does the work of both forms: it reads a log, and keeps the commits that are wanted.
type search struct {
	frame   *tool.Frame
	request *request
	args    []string
	limit   int64

	text    string   // of the text form, like the following
	paths   []string // as given
	pattern *pattern.Pattern
	matcher match.Matcher
	missed  int64 // occurrences inside longer words

	file        string // of the lines form, like the following; as given, "" until a symbol's file is found
	first, last int64  // lines of the file as it is, or as the revision has it; 0 for a symbol that is not there
	notes       []string

	history   *committed.History
	led       ledger.Ledger
	edges     []string // commits at which a shallow clone ends
	commits   []commit
	files     map[string]bool // paths with matching lines
	lines     int64           // matching lines of commits
	current   commit
	seen      bool   // a commit has begun
	latest    string // the short ID of the commit read last
	ended     bool   // by the limit
	toSkip    int64  // commits that earlier pages had
	requested string // hash for a cursor
}

// commit is a commit that is shown.
type commit struct {
	git.LogCommit
	edge    bool     // a shallow clone ends here
	merge   bool     // git follows lines to it and shows no change: they differ from those of each parent
	changes []change // in the order of the log, the first of them
	lines   int64    // all matching lines
	binary  []change // binary files in which the count changed
	paths   []string // of the files with matching lines, or binary ones
}

// change is a line that a commit adds or removes.
type change struct {
	path, old  string // of the file after and before the commit, in the repository; the same unless it was renamed
	added      bool
	n          int64 // its number, in the new file if added, else in the old one
	text       []byte
	start, end int // of the first match in text
	note       string
}

// The most lines that are kept of a commit: of several, and of one alone.
const (
	keptOfMany = 10
	keptOfOne  = 400
)

// run opens the repository, reads the log and returns the answer.
func (s *search) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	err := s.read(ctx)
	if s.history != nil {
		defer s.history.Close()
	}
	switch {
	case ctx.Err() != nil:
		s.led.Skip(ledger.Timeout, "", "")
	case err != nil:
		return nil, err
	}
	return s.answer(out)
}

// read reads the log of the form.
func (s *search) read(ctx context.Context) (err error) {
	s.led.Unit = "commit"
	place := s.file
	if len(s.paths) > 0 {
		place = s.paths[0]
	}
	if s.frame.Form == formLines && s.file == "" {
		if err := s.findFile(ctx); err != nil {
			return err
		}
		place = s.file
	}
	if s.history, err = committed.Open(ctx, s.frame, place, s.request.at); err != nil {
		return err
	}
	if s.edges, err = s.history.Shallow(); err != nil {
		return err
	}
	q := &git.LogRequest{
		From: s.history.Commit.ID, Author: s.request.author, Since: s.request.since, Until: s.request.until,
		Reverse: s.request.first, Text: s.request.Text,
	}
	var v *git.LogVisitor
	if s.frame.Form == formLines {
		if ok, err := s.planFile(ctx, q); !ok || err != nil {
			return err
		}
		v = s.lineVisitor()
	} else {
		if err := s.checkText(); err != nil {
			return err
		}
		if err := s.choosePaths(ctx, q); err != nil {
			return err
		}
		v = s.textVisitor(ctx)
	}
	s.requested = s.request.hashOf(append(s.args, fmt.Sprintf("%d-%d", q.First, q.Last)))
	if c := &s.request.cursor; c.head != "" {
		if err := c.check(ctx, s.history, s.requested); err != nil {
			return err
		}
		s.toSkip = c.shown
	}
	return s.follow(ctx, q, v)
}

// follow reads the log, and records what cut it.
func (s *search) follow(ctx context.Context, q *git.LogRequest, v *git.LogVisitor) error {
	err := s.history.Log(ctx, q, v)
	switch {
	case ctx.Err() != nil:
		return nil //nolint:nilerr // the end of the context is a cut, not an error
	case err != nil && !s.seen:
		if err = s.cutAt("the history of "+s.history.Name, err); err != nil {
			return fmt.Errorf("the history of %s: %w", s.history.Name, err)
		}
	case err == nil && s.request.first, err == nil && !s.ended:
		return s.noteEdges(ctx, q)
	case err != nil:
		s.led.Skip(ledger.Unreadable, "after commit "+s.latest, grep.Cause(err))
	case !s.request.last:
		s.led.Skip(ledger.Limit, "", "")
	}
	return nil
}

// cutAt records that git could not read what it needs, because an object is missing or damaged. Other errors are returned.
func (s *search) cutAt(place string, err error) error {
	if _, failed := errors.AsType[*git.FailedError](err); !failed && !errors.Is(err, git.ErrMissing) {
		return err
	}
	s.led.Skip(ledger.Unreadable, place, grep.Cause(err))
	return nil
}

// noteEdges records that the clone ends before history does, if it ends within what was asked for.
func (s *search) noteEdges(ctx context.Context, q *git.LogRequest) error {
	if len(s.edges) == 0 {
		return nil
	}
	args := []string{"rev-list"}
	if q.Since != 0 {
		args = append(args, fmt.Sprintf("--max-age=%d", q.Since))
	}
	out, err := s.history.Output(ctx, append(args, q.From)...)
	if err != nil {
		return err
	}
	for id := range strings.Lines(string(out)) {
		if id = strings.TrimSpace(id); slices.Contains(s.edges, id) {
			const short = 12
			s.led.Skip(ledger.Unreadable, "before commit "+id[:short], "the clone is shallow and ends there")
		}
	}
	return nil
}

// begin begins a commit.
func (s *search) begin(c git.LogCommit) bool {
	s.seen, s.latest = true, c.Short
	s.led.Searched++
	s.current = commit{LogCommit: c, edge: slices.Contains(s.edges, c.ID)}
	return true
}

// mostKept returns how many lines of a commit are kept.
func (s *search) mostKept() int {
	if s.limit == 1 {
		return keptOfOne
	}
	return keptOfMany
}

// keep adds a line with its first match to the current commit.
func (s *search) keep(c change, line []byte, start, end int) {
	s.touch(c.path)
	if s.current.lines++; len(s.current.changes) < s.mostKept() {
		c.text, c.start, c.end = window(line, start, end)
		s.current.changes = append(s.current.changes, c)
	}
}

// finish ends a commit, and reports whether the log goes on.
func (s *search) finish() bool {
	if s.frame.Form == formText && s.current.lines+int64(len(s.current.binary)) == 0 {
		return true
	}
	s.current.merge = s.current.lines+int64(len(s.current.binary)) == 0
	if s.toSkip > 0 {
		s.toSkip--
		s.led.SkipN(ledger.Earlier, 1)
		return true
	}
	if s.files == nil {
		s.files = map[string]bool{}
	}
	for _, name := range s.current.paths {
		s.files[name] = true
	}
	s.lines += s.current.lines
	s.commits = append(s.commits, s.current)
	s.ended = int64(len(s.commits)) == s.limit
	return !s.ended
}

// touch records that a file has a matching line.
func (s *search) touch(path string) {
	if n := len(s.current.paths); n == 0 || s.current.paths[n-1] != path {
		s.current.paths = append(s.current.paths, path)
	}
}

// windowBytes is how many bytes of a long line are kept on each side of the beginning of its match.
const windowBytes = 1 << 10

// window returns a copy of what may be shown of a line, and where its match is in that.
func window(line []byte, start, end int) (text []byte, from, to int) {
	low, high := max(0, start-windowBytes), min(len(line), start+windowBytes)
	return slices.Clone(line[low:high]), start - low, min(end, high) - low
}

// answer returns what was found.
func (s *search) answer(out io.Writer) (*tool.Answer, error) {
	count := int64(len(s.commits))
	a := &tool.Answer{Figures: verdict.FromLedger(&s.led, count), Lines: s.lines, Base: ".", Ledger: &s.led}
	a.Figures.Unit = "commit"
	a.Figures.Set("files", float64(len(s.files)))
	a.Figures.Set("lines", float64(s.lines))
	if s.frame.Form == formText {
		a.Figures.SetTerm(s.text, float64(count))
		a.Reading = s.request.Reading(walk.Options{Roots: s.paths}, []*pattern.Pattern{s.pattern}, s.missed)
		if len(s.paths) == 0 {
			a.Reading.Scope = ""
		}
		a.Reading.Scope = strings.TrimSuffix("in the history of "+s.from()+", "+a.Reading.Scope, ", ")
	} else {
		a.Reading = &tool.Reading{Mode: "lines", Case: "sensitive", Scope: "in the history of " + s.from(), Literal: true}
	}
	a.Reading.Notes = s.notes
	if len(s.notes) > 0 {
		a.Hint = strings.Join(s.notes, "; ")
		if count > 0 {
			a.Hint = ""
		}
	}
	b := s.body(a)
	a.Document = func(o tool.Outcome) any { return b.document(o, a) }
	return a, b.print(out, a)
}

// from names the revision whose history it is.
func (s *search) from() string {
	if s.history == nil {
		return "HEAD"
	}
	if strings.HasPrefix(s.history.Commit.ID, s.history.Name) {
		return s.history.Short
	}
	return s.history.Name + " (" + s.history.Short + ")"
}
