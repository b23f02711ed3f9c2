package search

import (
	"context"
	"io"
	"math"
	"sync/atomic"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A query is the door that asks for no decisions: a name or a text, and where.
type query struct {
	frame   *tool.Frame
	request *request
	text    string
	files   walk.Options
	pattern *pattern.Pattern
	matcher match.Matcher
	scan    scan.Request

	limited bool       // --limit ended the search
	found   []fileHits // what may be shown
	held    int64      // matching lines in found
	matches int64
	lines   int64
	inFiles int64
	near    int64
	read    atomic.Int64 // bytes, by all workers
}

// fileHits are the matching lines of one file.
type fileHits struct {
	path   string
	result scan.Result
}

// planQuery checks the request of QUERY.
func (r *request) planQuery(f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	s := &query{frame: f, request: r, text: text}
	o, err := r.queryReading(text)
	if err != nil {
		return nil, err
	}
	if s.pattern, err = pattern.Compile(text, o); err != nil {
		return nil, opt.Usagef("query", "%v", err)
	}
	if s.matcher, err = match.New(s.pattern); err != nil {
		return nil, opt.Usagef("query", "%v", err)
	}
	if s.files, err = r.selection(f, paths); err != nil {
		return nil, err
	}
	s.scan = scan.Request{
		Want: match.Spans, Keep: max(s.mostLines(), int(min(r.limit, math.MaxInt))), Text: r.binary(), MaxLines: r.maxCount,
	}
	s.scan.Before, s.scan.After = r.contextLines()
	return &tool.Job{Run: s.run}, nil
}

// mostLines is how many matching lines can be shown at all, so that no more
// are kept of a file.
func (s *query) mostLines() int {
	if s.frame.Format == "json" {
		return s.frame.Budget.Bytes / 40 // no line of the document is shorter
	}
	return s.frame.Budget.Lines
}

// run searches and keeps, in path order, what the budget may show.
func (s *query) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	limited := "" // the file at which --limit ended the search
	led, err := walk.Run(ctx, s.files, s.visitor(ctx), func(h fileHits) bool {
		s.near += h.result.Near
		if h.result.Lines == 0 {
			return true
		}
		if limit := s.request.limit; limit > 0 && s.lines+h.result.Lines > limit {
			limited = h.path
			if h.result = firstLines(h.result, limit-s.lines); h.result.Lines == 0 {
				return false
			}
		}
		s.take(h)
		return limited == ""
	})
	if err != nil {
		return nil, explainRoot(err, s.request)
	}
	if s.limited = limited != ""; s.limited {
		led.Skip(ledger.Limit, limited, "")
	}
	a := &tool.Answer{
		Figures: figures(s.matches, s.inFiles, s.lines, &led),
		Lines:   s.lines, Base: ".", Ledger: &led, Reading: s.reading(),
	}
	a.Document = func(o tool.Outcome) any { return s.document(o, a) }
	if s.lines == 0 && led.Count(ledger.Timeout) == 0 {
		d := diagnosis{
			frame: s.frame, empty: true, files: s.files, text: s.scan.Text, patterns: []*pattern.Pattern{s.pattern},
			accept: func(*walk.Entry) bool { return true }, allowance: 2 * s.read.Load(), command: s.command,
		}
		if err := d.run(ctx, a); err != nil {
			return nil, err
		}
	}
	page := s.page()
	if s.frame.Uses("MATCHES") {
		a.Matches = page
	}
	_, err = io.WriteString(out, page)
	return a, err
}

func (s *query) take(h fileHits) {
	s.matches += h.result.Matches
	s.lines += h.result.Lines
	s.inFiles++
	if s.held < int64(s.mostLines()) {
		s.found = append(s.found, h)
		s.held += int64(len(h.result.Hits))
	}
}

// firstLines cuts a result down to its first n matching lines.
func firstLines(r scan.Result, n int64) scan.Result {
	if n < int64(len(r.Hits)) {
		r.Hits = r.Hits[:n]
	}
	r.Lines, r.Matches = int64(len(r.Hits)), 0
	for i := range r.Hits {
		r.Matches += int64(len(r.Hits[i].Spans))
	}
	return r
}

func (s *query) visitor(ctx context.Context) func() walk.Visit[fileHits] {
	return func() walk.Visit[fileHits] {
		scanner := scan.New(s.matcher.Clone(), s.scan)
		return func(e *walk.Entry) walk.Outcome[fileHits] {
			result, why, detail := read(ctx, e, scanner)
			h := fileHits{result: result}
			if result.Lines > 0 {
				h.path = e.Path()
			}
			s.read.Add(result.Bytes)
			keep := result.Lines > 0 || why == ledger.None && result.Near > 0
			return walk.Outcome[fileHits]{Value: h, Keep: keep, Size: result.Size() + len(h.path), Skip: why, Detail: detail}
		}
	}
}

// reading tells how the query was understood.
func (s *query) reading() *tool.Reading {
	r := reading(s.request, s.files, []*pattern.Pattern{s.pattern}, s.near)
	r.Limits = limits(s.request, "lines")
	return r
}

// command gives the command line of this search with other options.
func (s *query) command(without, args []string) string {
	operands := append([]string{s.text}, s.files.Roots...)
	return commandLine(&s.request.table, without, args, operands)
}
