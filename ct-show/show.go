package main

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// What QUERY FILE refuses to go beyond.
const (
	mostLines = 20       // matching lines
	mostBytes = 64 << 20 // of a file
)

// A query is QUERY FILE: the matching lines of one file, each with its context.
type query struct {
	frame   *tool.Frame
	request *request
	text    string
	name    string // of the file as given
	pattern *pattern.Pattern
	matcher match.Matcher
	context int

	path     string // as printed
	size     int64  // in bytes
	result   scan.Result
	sections []string // of the hits
}

// planQuery checks QUERY FILE.
func (r *request) planQuery(f *tool.Frame, args []string) (*tool.Job, error) {
	switch {
	case len(args) < 2 && f.Door != "":
		return nil, opt.Usagef("query", "give query, line or range beside file")
	case len(args) < 2:
		return nil, opt.Usagef("query", "give QUERY FILE, FILE with --line N or --range A:B, or --sample QUERY (ct-show --help)")
	case len(args) > 2:
		return nil, opt.Usagef("file", "QUERY FILE shows one file, not %d%s", len(args)-1, offer(r.sampleCommand(args[0], args[1:]...)))
	}
	s := &query{frame: f, request: r, text: args[0], name: args[1], context: usualContext}
	if r.context >= 0 {
		s.context = int(r.context)
	}
	var err error
	if s.pattern, s.matcher, err = r.compile(s.text); err != nil {
		return nil, err
	}
	return &tool.Job{Run: s.run}, nil
}

// run scans the file, refuses what is too much, and shows all else in order.
func (s *query) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	led, err := visitFile(ctx, s.frame, s.name, s.request.sampleCommand(s.text, s.name), func(e *walk.Entry) (ledger.Reason, string) { return s.scan(ctx, e) })
	if err != nil {
		return nil, err
	}
	if s.size > mostBytes {
		return nil, opt.Usagef("file", "%s has %d bytes, more than the %d that are scanned for snippets; see where %q is%s", s.name, s.size, mostBytes, s.text, offer(s.request.sampleCommand(s.text, s.name)))
	}
	if n := s.result.Lines; n > mostLines {
		return nil, opt.Usagef("query", "%q is on %d lines of %s, more than %d; narrow it with a longer text, --identifier or --word, or see some of them%s", s.text, n, s.name, mostLines, offer(s.request.sampleCommand(s.text, s.name)))
	}
	a := &tool.Answer{
		Figures: figures(&led, s.result.Lines, min(s.result.Lines, 1)), Lines: s.result.Lines, Base: ".", Ledger: &led,
		Reading: s.request.Reading(walk.Options{Roots: []string{s.name}}, []*pattern.Pattern{s.pattern}, s.result.Near),
	}
	if s.result.Lines == 0 && led.Count(ledger.Timeout) == 0 {
		d := grep.Diagnosis{
			Hints: s.frame.WantsHints(), Files: oneFile(s.frame, s.name), Binary: true, Patterns: []*pattern.Pattern{s.pattern}, Bytes: s.result.Bytes,
			Command: func(without, args []string) string {
				return grep.CommandLine(&s.request.table, without, args, []string{s.text, s.name})
			},
		}
		if err := d.Run(ctx, a); err != nil {
			return nil, err
		}
	}
	b := s.body()
	a.Document = func(o tool.Outcome) any { return b.document(o, a) }
	return a, b.print(s.frame, a, out)
}

// scan looks through the file. One that is too large is not read.
func (s *query) scan(ctx context.Context, e *walk.Entry) (ledger.Reason, string) {
	s.path = e.Path()
	info, err := e.Stat()
	if err != nil {
		return ledger.Unreadable, grep.Cause(err)
	}
	if s.size = info.Size; s.size > mostBytes {
		return ledger.None, ""
	}
	scanner := scan.New(s.matcher, scan.Request{
		Want: match.Spans, Keep: mostLines, Before: s.context, After: s.context, Text: true, MaxFileBytes: mostBytes,
	})
	result, why, detail := grep.Read(ctx, e, scanner)
	s.result = result
	if why == ledger.None {
		s.sections, err = sectionsOf(ctx, e, numbers(result.Hits))
	}
	if err != nil {
		return ledger.Unreadable, grep.Cause(err)
	}
	return why, detail
}

// numbers gives the lines of hits.
func numbers(hits []scan.Hit) []int64 {
	lines := make([]int64, len(hits))
	for i := range hits {
		lines[i] = hits[i].Line
	}
	return lines
}

// body gives what is shown.
func (s *query) body() *body {
	b := &body{frame: s.frame, budget: room(s.frame, showBudget), echo: echo{Query: s.text, File: s.path}, lines: s.result.Lines, files: min(s.result.Lines, 1)}
	if s.result.Lines == 0 {
		return b
	}
	b.head = []string{fmt.Sprintf("%s in %s", grep.Plural(s.result.Lines, "matching line", "matching lines"), escaped(s.path))}
	last := int64(0)
	for i := range s.result.Hits {
		next := int64(math.MaxInt64)
		if i+1 < len(s.result.Hits) {
			next = s.result.Hits[i+1].Line
		}
		sn := snippet{path: s.path, lines: around(&s.result.Hits[i], last, next)}
		if i < len(s.sections) {
			sn.section = s.sections[i]
		}
		last = sn.end()
		b.snippets = append(b.snippets, sn)
	}
	b.left = func(shown int) string {
		return grep.Plural(int64(len(b.snippets)-shown), "more matching line", "more matching lines")
	}
	b.rest = func(shown int) string {
		return s.request.pageCommand(s.name, fmt.Sprintf("--range=%d:%d", b.snippets[shown].start(), last))
	}
	b.next = s.request.pageCommand(s.name, fmt.Sprintf("--line=%d", s.result.Hits[0].Line))
	return b
}

// figures gives what expectations judge.
func figures(l *ledger.Ledger, lines, files int64) verdict.Figures {
	f := verdict.FromLedger(l, lines)
	f.Set("files", float64(files))
	f.Set("lines", float64(lines))
	return f
}
