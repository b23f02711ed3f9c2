package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// sample is --sample QUERY: some of the places of a tree, spread over files.
type sample struct {
	encoded *atomic.Int64 // see grep.Encoded
	frame   *tool.Frame
	request *request
	text    string
	paths   []string // as named
	files   walk.Options
	pattern *pattern.Pattern
	matcher match.Matcher

	// Set by the first pass.
	found           []matching // in path order
	lines, clusters int64
	timedOut        bool // it is unknown what else there is
	near            int64
	read            int64 // bytes

	// Set by the second pass.
	snippets []snippet
	end      int64 // rank of the first cluster after those that were taken
}

// matching is a file after the first pass: which of its lines match.
type matching struct {
	path        string
	lines       []int64
	clusters    []int64 // their first lines
	near, bytes int64
}

// planSample checks --sample QUERY [PATH…].
func (r *request) planSample(f *tool.Frame, args []string) (*tool.Job, error) {
	if len(args) == 0 {
		return nil, opt.Usagef("QUERY", "{sample} needs {QUERY}, and PATHs to look in unless that is the working folder")
	}
	s := &sample{frame: f, request: r, text: args[0], paths: args[1:]}
	var err error
	if s.pattern, s.matcher, err = r.compile(s.text); err != nil {
		return nil, err
	}
	if s.files, err = r.Files(f, s.paths); err != nil {
		return nil, err
	}
	s.files.Prune = grep.Noise()
	return &tool.Job{Run: s.run}, f.CheckTerms([]string{s.text})
}

// run finds the lines that match, chooses some of their clusters, and reads these again for their
// text. The first pass therefore keeps a limited amount, however long the lines are.
func (s *sample) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	led, err := s.find(ctx)
	if err == nil {
		err = s.readAgain(ctx, &led)
	}
	if err != nil {
		return nil, err
	}
	a := &tool.Answer{
		Figures: figures(&led, s.text, s.lines, int64(len(s.found))), Lines: s.lines, Base: ".", Ledger: &led,
		Reading: s.request.Reading(s.files, []*pattern.Pattern{s.pattern}, s.near),
	}
	a.Reading.Limits = s.request.Limits()
	grep.NoteEncoded(a, s.encoded)
	if s.lines == 0 && !s.timedOut {
		if err := s.diagnose(ctx, a); err != nil {
			return nil, err
		}
	}
	b := s.body(led.Cut())
	if s.lines == 0 {
		b.next = nothing(s.frame, a, s.request.wider(s.text, s.paths))
	}
	a.Document = func(o tool.Outcome) any { return b.document(o, a) }
	return a, b.print(s.frame, a, out)
}

// diagnose looks for what may have been meant if nothing was found.
func (s *sample) diagnose(ctx context.Context, a *tool.Answer) error {
	d := grep.Diagnosis{
		Hints: s.frame.WantsHints(), Refuses: grep.RefuseAlternation, Files: s.files, Patterns: []*pattern.Pattern{s.pattern}, Bytes: s.read,
		Command: func(options ...string) string { return s.request.sampleCommand(s.text, s.paths, options...) },
		Paths:   func(options, paths []string) string { return s.request.sampleCommand(s.text, paths, options...) },
	}
	return d.Run(ctx, a)
}

// find is the first pass.
func (s *sample) find(ctx context.Context) (ledger.Ledger, error) {
	ctx, cancel := earlier(ctx)
	defer cancel()
	end := ""
	s.encoded = grep.Encoded(s.pattern)
	newVisit := func() walk.Visit[matching] {
		scanner := scan.New(s.matcher.Clone(), scan.Request{Want: match.Lines, MaxLines: grep.ScanLines, Encoded: s.encoded})
		return func(e *walk.Entry) walk.Outcome[matching] { return numbersIn(ctx, e, scanner) }
	}
	progress := walk.ProgressOf(ctx)
	led, err := walk.Run(ctx, s.files, newVisit, func(m matching) bool {
		progress.Found(int64(len(m.lines)))
		s.near += m.near
		s.read += m.bytes
		if len(m.lines) == 0 {
			return true
		}
		if room := grep.ScanLines - s.lines; int64(len(m.lines)) > room {
			m.lines, end = m.lines[:room], m.path
		}
		if len(m.lines) > 0 {
			s.take(m)
		}
		return end == ""
	})
	if end != "" {
		led.Skip(ledger.MaxMatches, end, fmt.Sprintf("the scan ends at %d matching lines", grep.ScanLines))
	}
	s.timedOut = led.Count(ledger.Timeout) > 0
	return led, err
}

// The share of the time that the first pass leaves to the second, which reads a few of the files
// again, and the maximum it needs.
const (
	reservePart   = 4
	enoughReserve = time.Second
)

// earlier returns a context with an earlier deadline than ctx, if ctx has one, so that time is left for what follows.
func earlier(ctx context.Context) (context.Context, context.CancelFunc) {
	deadline, bounded := ctx.Deadline()
	if !bounded {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, deadline.Add(-min(time.Until(deadline)/reservePart, enoughReserve)))
}

func (s *sample) take(m matching) {
	m.clusters = clusters(m.lines)
	s.lines += int64(len(m.lines))
	s.clusters += int64(len(m.clusters))
	s.found = append(s.found, m)
}

// numbersIn returns which lines of a file match.
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
	return walk.Outcome[matching]{Value: m, Keep: len(m.lines) > 0 || why == ledger.None && m.bytes > 0, Size: number*cap(m.lines) + len(m.path), Count: cmp.Or(int64(len(m.lines)), walk.NoMatches), Skip: why, Detail: detail}
}

// hits calls take with the hits of a file, part by part, and returns why the file was not read to its end.
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

// near is the maximum number of lines between a match and the previous one in the same cluster.
const near = 2

// clusters returns the first line of each cluster of matching lines, which are in ascending order.
func clusters(lines []int64) []int64 {
	var first []int64
	for i, n := range lines {
		if i == 0 || n > lines[i-1]+near {
			first = append(first, n)
		}
	}
	return first
}

// preferred returns the index of the k-th choice, from 0, among n clusters. Up to three clusters are taken in order; of
// more, the first, the middle and the last come first, and then the others in order.
func preferred(k, n int) int {
	if n <= 3 {
		return k
	}
	middle := (n - 1) / 2
	switch k {
	case 0:
		return 0
	case 1:
		return middle
	case 2:
		return n - 1
	}
	// The others are 1 to middle-1 and middle+1 to n-2.
	if i := k - 2; i < middle {
		return i
	}
	return k - 1
}

// pick is a chosen cluster.
type pick struct {
	file    int // index
	cluster int // index in the file
}

// picks chooses clusters from files in turns, at most most after the first skip. counts has the
// number of clusters of each file.
func picks(counts []int, skip int64, most int) []pick {
	var taken []pick
	for k := 0; ; k++ {
		more := false
		for i, n := range counts {
			switch {
			case k >= n:
				continue
			case len(taken) == most:
				return taken
			}
			more = true
			if skip > 0 {
				skip--
				continue
			}
			taken = append(taken, pick{i, preferred(k, n)})
		}
		if !more {
			return taken
		}
	}
}
