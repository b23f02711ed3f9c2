package main

import (
	"context"
	"fmt"
	"io"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// Where a search is broad, and where it ends.
const (
	broadLines = 1000    // matching lines
	broadFiles = 100     // files with one
	scanLines  = 100_000 // matching lines, in path order
)

// A sample is --sample QUERY: some of the places of a tree, spread over files.
type sample struct {
	frame   *tool.Frame
	request *request
	text    string
	files   walk.Options
	pattern *pattern.Pattern
	matcher match.Matcher

	found    []matching
	lines    int64
	clusters int64
	atLeast  bool // the scan ended at scanLines
	near     int64
	read     int64 // bytes
}

// matching is what is known of a file after the first pass: which lines match.
type matching struct {
	path     string
	lines    []int64
	clusters []int64 // the first lines of them
	near     int64
	bytes    int64
}

// planSample checks --sample QUERY [PATH…].
func (r *request) planSample(f *tool.Frame, args []string) (*tool.Job, error) {
	if len(args) == 0 {
		return nil, opt.Usagef("query", "--sample wants QUERY, and PATHs to look in if not the working folder")
	}
	s := &sample{frame: f, request: r, text: args[0]}
	var err error
	if s.pattern, s.matcher, err = r.compile(s.text); err != nil {
		return nil, err
	}
	if s.files, err = r.Files(f, args[1:]); err != nil {
		return nil, err
	}
	s.files.Prune = grep.Noise()
	return &tool.Job{Run: s.run}, nil
}

// run finds the lines that match, takes some of their clusters, and reads these
// again for their texts: what a first pass keeps is bounded however long its
// lines are.
func (s *sample) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	led, err := s.find(ctx)
	if err != nil {
		return nil, err
	}
	a := &tool.Answer{
		Figures: figures(&led, s.lines, int64(len(s.found))), Lines: s.lines, Base: ".", Ledger: &led,
		Reading: s.request.Reading(s.files, []*pattern.Pattern{s.pattern}, s.near),
	}
	a.Reading.Limits = s.request.Limits()
	if s.lines == 0 && led.Count(ledger.Timeout) == 0 {
		d := grep.Diagnosis{
			Hints: s.frame.WantsHints(), Files: s.files, Patterns: []*pattern.Pattern{s.pattern}, Bytes: s.read,
			Command: func(without, args []string) string {
				return grep.CommandLine(&s.request.table, without, args, append([]string{s.text}, s.files.Roots...))
			},
		}
		if err := d.Run(ctx, a); err != nil {
			return nil, err
		}
	}
	b, err := s.body(ctx)
	if err != nil {
		return nil, err
	}
	a.Document = func(o tool.Outcome) any { return b.document(o, a) }
	return a, b.print(s.frame, a, out)
}

// find is the first pass.
func (s *sample) find(ctx context.Context) (ledger.Ledger, error) {
	end := ""
	newVisit := func() walk.Visit[matching] {
		scanner := scan.New(s.matcher.Clone(), scan.Request{Want: match.Lines, MaxLines: scanLines})
		return func(e *walk.Entry) walk.Outcome[matching] { return numbersIn(ctx, e, scanner) }
	}
	led, err := walk.Run(ctx, s.files, newVisit, func(m matching) bool {
		s.near += m.near
		s.read += m.bytes
		if len(m.lines) == 0 {
			return true
		}
		if room := scanLines - s.lines; int64(len(m.lines)) > room {
			m.lines, end = m.lines[:room], m.path
		}
		if len(m.lines) > 0 {
			s.take(m)
		}
		return end == ""
	})
	if end != "" {
		led.Skip(ledger.MaxMatches, end, fmt.Sprintf("the scan ends at %d matching lines", scanLines))
	}
	s.atLeast = led.Count(ledger.MaxMatches) > 0
	return led, err
}

func (s *sample) take(m matching) {
	m.clusters = clusters(m.lines)
	s.lines += int64(len(m.lines))
	s.clusters += int64(len(m.clusters))
	s.found = append(s.found, m)
}

// numbersIn gives which lines of a file match.
func numbersIn(ctx context.Context, e *walk.Entry, scanner *scan.Scanner) walk.Outcome[matching] {
	var m matching
	why, detail := hits(ctx, e, scanner, func(r *scan.Result) {
		m.near += r.Near
		m.bytes += r.Bytes
		m.lines = append(m.lines, numbers(r.Hits)...)
	})
	if len(m.lines) > 0 {
		m.path = e.Path()
	}
	const number = 8 // bytes
	return walk.Outcome[matching]{Value: m, Keep: len(m.lines) > 0 || why == ledger.None && m.bytes > 0, Size: number*cap(m.lines) + len(m.path), Skip: why, Detail: detail}
}

// hits hands the hits of a file to take, part by part, and gives what keeps the
// file from having been read to its end.
func hits(ctx context.Context, e *walk.Entry, scanner *scan.Scanner, take func(*scan.Result)) (ledger.Reason, string) {
	file, err := e.Open()
	if err != nil {
		return grep.Shortfall(ctx, &scan.Result{}, err)
	}
	defer func() { _ = file.Close() }()
	scanner.Begin(grep.Timed(ctx, file))
	for {
		part, more, err := scanner.Next()
		take(&part)
		if !more {
			return grep.Shortfall(ctx, &part, err)
		}
	}
}
