package search

import (
	"context"
	"io"
	"math"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
)

// A query is the door that asks for no decisions: a name or a text, and where.
type query struct {
	frame   *tool.Frame
	request *request
	text    string
	pattern *pattern.Pattern
	search  grep.Search

	limited bool         // --limit ended the search
	found   []grep.Found // what may be shown
	held    int64        // matching lines in found
	matches int64
	lines   int64
	inFiles int64
}

// planQuery checks the request of QUERY.
func (r *request) planQuery(f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	if r.cursor != "" {
		return nil, opt.Usagef("cursor", "--cursor goes on with the pages of a filter: give a layout (-l, -n, -c) or look by --grep and --name")
	}
	s := &query{frame: f, request: r, text: text}
	o, err := r.queryReading(text)
	if err != nil {
		return nil, err
	}
	if s.pattern, err = pattern.Compile(text, o); err != nil {
		return nil, opt.Usagef("query", "%v", err)
	}
	if s.search.Matcher, err = match.New(s.pattern); err != nil {
		return nil, opt.Usagef("query", "%v", err)
	}
	if s.search.Files, err = r.Files(f, paths); err != nil {
		return nil, err
	}
	s.search.Scan = scan.Request{
		Want: match.Spans, Keep: max(s.mostLines(), int(min(r.limit, math.MaxInt))), Text: r.Binary(), MaxLines: r.maxCount,
	}
	s.search.Scan.Before, s.search.Scan.After = r.contextLines()
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
	led, err := s.search.Run(ctx, func(h grep.Found) bool {
		if limit := s.request.limit; limit > 0 && s.lines+h.Result.Lines > limit {
			limited = h.Path
			if h.Result = firstLines(h.Result, limit-s.lines); h.Result.Lines == 0 {
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
		d := grep.Diagnosis{
			Hints: s.frame.WantsHints(), Files: s.search.Files, Binary: s.search.Scan.Text,
			Patterns: []*pattern.Pattern{s.pattern}, Bytes: s.search.Bytes(), Command: s.command,
		}
		if err := d.Run(ctx, a); err != nil {
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

func (s *query) take(h grep.Found) {
	s.matches += h.Result.Matches
	s.lines += h.Result.Lines
	s.inFiles++
	if s.held < int64(s.mostLines()) {
		s.found = append(s.found, h)
		s.held += int64(len(h.Result.Hits))
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

// reading tells how the query was understood.
func (s *query) reading() *tool.Reading {
	r := s.request.Reading(s.search.Files, []*pattern.Pattern{s.pattern}, s.search.Near)
	r.Limits = limits(s.request, "lines")
	return r
}

// command gives the command line of this search with other options.
func (s *query) command(without, args []string) string {
	operands := append([]string{s.text}, s.search.Files.Roots...)
	return grep.CommandLine(&s.request.table, without, args, operands)
}
