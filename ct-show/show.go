package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"sync/atomic"

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

// Limits beyond which QUERY FILE refuses.
const (
	mostLines = 20       // matching lines
	mostBytes = 64 << 20 // of a file
)

// query is QUERY FILE: the matching lines of one file, each with its context.
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
	encoded  *atomic.Int64 // see grep.Encoded
	sections []string      // of the hits
}

// planQuery checks QUERY FILE.
func (r *request) planQuery(f *tool.Frame, args []string) (*tool.Job, error) {
	switch {
	case len(args) < 2 && f.Definition != "":
		return nil, opt.Usagef("QUERY", "give {QUERY}, {line}, {range} or {symbol} with {FILE}")
	case len(args) == 1:
		return nil, opt.Usagef("QUERY", "only %q was given; give {QUERY} {FILE}, {FILE} with {line} N, {range} A:B or {symbol} NAME, or {sample} {QUERY} (ct-show {help})", grep.Echo(args[0], grep.LeanEcho))
	case len(args) == 0:
		return nil, opt.Usagef("QUERY", "give {QUERY} {FILE}, {FILE} with {line} N, {range} A:B or {symbol} NAME, or {sample} {QUERY} (ct-show {help})")
	case len(args) > 2:
		return nil, opt.Usagef("FILE", "{QUERY} {FILE} shows one file, not %d%s", len(args)-1, grep.Offer(r.sampleCommand(args[0], args[1:])))
	}
	s := &query{frame: f, request: r, text: args[0], name: args[1], context: usualContext}
	if r.context >= 0 {
		s.context = int(r.context)
	}
	var err error
	if s.pattern, s.matcher, err = r.compile(s.text); err != nil {
		return nil, err
	}
	return &tool.Job{Run: s.run}, f.CheckTerms([]string{s.text})
}

// run scans the file, refuses if there is too much, and otherwise shows everything in order.
func (s *query) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	sample := s.request.sampleCommand(s.text, []string{s.name})
	led, err := s.request.VisitFile(ctx, s.frame, s.name, sample, func(e *walk.Entry) (ledger.Reason, string) { return s.scan(ctx, e) })
	if err != nil {
		return nil, err
	}
	if s.size > mostBytes {
		return nil, opt.Usagef("FILE", "%s has %d bytes, more than the %d that are scanned for snippets; see where %q occurs%s", s.name, s.size, mostBytes, grep.Echo(s.text, grep.MaxEcho), grep.Offer(sample))
	}
	if n := s.result.Lines; n > mostLines {
		return nil, opt.Usagef("QUERY", "%q is on %d lines of %s, more than %d; narrow it with "+s.narrower()+", or see some of them%s", grep.Echo(s.text, grep.MaxEcho), n, s.name, mostLines, grep.Offer(sample))
	}
	a := &tool.Answer{
		Figures: figures(&led, s.text, s.result.Lines, min(s.result.Lines, 1)), Lines: s.result.Lines, Base: ".", Ledger: &led,
		Reading: s.request.Reading(walk.Options{Roots: []string{s.name}}, []*pattern.Pattern{s.pattern}, s.result.Near),
	}
	grep.NoteEncoded(a, s.encoded)
	if s.result.Lines == 0 && led.Count(ledger.Timeout) == 0 {
		d := grep.Diagnosis{
			Hints: s.frame.WantsHints(), Refuses: grep.RefuseAlternation, Files: s.request.OneFile(s.frame, s.name), Binary: true, Patterns: []*pattern.Pattern{s.pattern}, Bytes: s.result.Bytes,
			Command: func(options ...string) string { return s.request.againCommand(s.text, s.name, options...) },
		}
		if err := d.Run(ctx, a); err != nil {
			return nil, err
		}
	}
	b := s.body(&led)
	if s.result.Lines == 0 {
		b.next = nothing(s.frame, a, s.request.scoutCommand(s.text, folderOf(s.path), files()...))
	}
	a.Document = func(o tool.Outcome) any { return b.document(o, a) }
	return a, b.print(s.frame, a, out)
}

// scan scans the file. If it is too large, it is not read.
func (s *query) scan(ctx context.Context, e *walk.Entry) (ledger.Reason, string) {
	s.path = e.Path()
	info, err := e.Stat()
	if err != nil {
		return ledger.Unreadable, grep.Cause(err)
	}
	if s.size = info.Size; s.size > mostBytes {
		return ledger.None, ""
	}
	s.encoded = grep.Encoded(s.pattern)
	scanner := scan.New(s.matcher, scan.Request{
		Want: match.Spans, Keep: mostLines, Before: s.context, After: s.context, Text: true, MaxFileBytes: mostBytes, Encoded: s.encoded,
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

// numbers returns the line numbers of hits.
func numbers(hits []scan.Hit) []int64 {
	lines := make([]int64, len(hits))
	for i := range hits {
		lines[i] = hits[i].Line
	}
	return lines
}

// narrower says how to narrow a query.
func (s *query) narrower() string {
	switch s.pattern.Mode {
	case pattern.Literal:
		return "a longer text, {mode} identifier or {mode} word"
	case pattern.Regex:
		return "a narrower expression"
	}
	return "a longer text"
}

// body returns what is shown.
func (s *query) body(led *ledger.Ledger) *body {
	b := &body{
		frame: s.frame, echo: echo{Query: s.text, File: s.path},
		lines: s.result.Lines, files: min(s.result.Lines, 1), atLeast: led.Cut(),
	}
	if s.result.Lines == 0 {
		return b
	}
	b.head = []string{fmt.Sprintf("%s%s in %s", b.bound(), grep.Plural(s.result.Lines, "matching line", "matching lines"), escaped(s.path))}
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
	timedOut := led.Count(ledger.Timeout) > 0
	b.left = func(shown int) string {
		switch n := int64(len(b.snippets) - shown); {
		case n > 0:
			return b.bound() + grep.Plural(n, "more matching line", "more matching lines")
		case timedOut:
			return endedByTime
		}
		return ""
	}
	b.rest = func(shown int) string {
		if timedOut {
			return s.request.againCommand(s.text, s.name)
		}
		return s.request.pageCommand(s.name, fmt.Sprintf("--range=%d:%d", b.snippets[shown].start(), last))
	}
	b.next = s.request.pageCommand(s.name, fmt.Sprintf("--line=%d", s.result.Hits[0].Line))
	return b
}

// figures returns the figures for expectations. term is the text that was searched for, if any.
func figures(l *ledger.Ledger, term string, lines, files int64) verdict.Figures {
	f := verdict.FromLedger(l, lines)
	if term != "" {
		f.SetTerm(term, float64(lines))
	}
	f.Set("files", float64(files))
	f.Set("lines", float64(lines))
	return f
}
