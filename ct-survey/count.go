package main

import (
	"context"
	"fmt"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
)

// stopAt is the number of matching lines, in path order, at which the count of a
// term ends.
const stopAt = 100_000

// A count is the work of both doors: one pass over the tree that counts the
// matching lines of each term.
type count struct {
	frame    *tool.Frame
	request  *request
	terms    []string
	patterns []*pattern.Pattern
	paths    []string // as they were named; none for the working folder
	search   grep.Search
	places   *places // found out by run

	lines   int64 // on which any of the terms matches
	inFiles int64
	tallies []tally
	stopped []stop // counts that ended, in path order
}

// A tally is the count of one term.
type tally struct {
	lines, files int64
	ended        bool // at stopAt: there is more
}

// A stop is where the count of a term ended.
type stop struct {
	term int
	path string
}

// run goes through the tree once. each is told, in path order, of every file in
// which a term matches, with the lines of each term that count.
func (s *count) run(ctx context.Context, each func(path string, lines []int64)) (*ledger.Ledger, error) {
	s.places, s.tallies = newPlaces(s.paths), make([]tally, len(s.terms))
	s.search.Files.Roots = s.places.roots()
	led, err := s.search.Run(ctx, func(f grep.Found) bool {
		lines, more := s.take(f)
		each(f.Path, lines)
		return more
	})
	if err != nil {
		return nil, err
	}
	if led.Count(ledger.MaxMatches) == 0 { // else a single file has more than that
		for _, at := range s.stopped {
			led.Skip(ledger.MaxMatches, at.path, fmt.Sprintf("the count of %s ended at %d lines", named(s.terms[at.term]), stopAt))
		}
	}
	return &led, nil
}

// take adds up what was found in a file, and tells how many lines of each term
// count. It reports false once no term is counted any longer.
func (s *count) take(f grep.Found) (lines []int64, more bool) {
	lines = f.Result.Terms
	if len(s.terms) == 1 {
		lines = []int64{f.Result.Lines}
	}
	s.inFiles++
	s.lines += f.Result.Lines
	for i := range lines {
		t := &s.tallies[i]
		switch left := stopAt - t.lines; {
		case t.ended:
			lines[i] = 0
		case lines[i] > left:
			lines[i], t.ended = left, true
			s.stopped = append(s.stopped, stop{i, f.Path})
		}
		if lines[i] > 0 {
			t.lines += lines[i]
			t.files++
		}
		more = more || !t.ended
	}
	return lines, more
}

// answer gives what was found, without the document.
func (s *count) answer(led *ledger.Ledger) *tool.Answer {
	a := &tool.Answer{Lines: s.counted(), Base: ".", Ledger: led, Figures: verdict.FromLedger(led, s.counted())}
	a.Figures.Set("files", float64(s.inFiles))
	a.Figures.Set("lines", float64(s.counted()))
	onlyStops := led.Count(ledger.MaxMatches) > 0 && len(led.Cuts()) == 1
	for i, t := range s.tallies {
		a.Figures.SetTerm(s.terms[i], float64(t.lines))
		if onlyStops && !t.ended { // its own count is whole
			a.Figures.Terms[s.terms[i]] = verdict.Bound{Min: float64(t.lines)}
		}
	}
	a.Reading = s.request.Reading(s.search.Files, s.patterns, s.search.Near)
	a.Reading.Limits = s.request.Limits()
	return a
}

// counted is the number of matching lines as the answer tells it: of a single
// term no more than are counted.
func (s *count) counted() int64 {
	if len(s.terms) == 1 {
		return s.tallies[0].lines
	}
	return s.lines
}

// diagnose looks into what may have been meant where nothing was found.
func (s *count) diagnose(ctx context.Context, a *tool.Answer) error {
	if s.lines > 0 || a.Ledger.Count(ledger.Timeout) > 0 {
		return nil
	}
	d := grep.Diagnosis{
		Hints: s.frame.WantsHints(), Files: s.search.Files, Patterns: s.patterns, Bytes: s.search.Bytes(),
		Command: s.command, Select: s.selecting,
	}
	return d.Run(ctx, a)
}

// selecting gives the command that selects another reading; terms are not read
// as regular expressions.
func (s *count) selecting(of *pattern.Pattern, r pattern.Reading) (command string, ok bool) {
	switch {
	case r.Pattern.Mode == of.Mode:
		return s.command(grep.CaseOptions(), r.Args), true
	case r.Pattern.Mode == pattern.Regex && (!s.scouts() || grep.UnescapedAlternation(of.Source)):
		return "", false
	}
	return s.command(grep.ModeOptions(), r.Args), true
}

func (s *count) scouts() bool { return len(s.request.terms) == 0 }

// command gives the command line of this search with other options.
func (s *count) command(without, args []string) string {
	if s.scouts() {
		return s.scoutCommand(s.terms[0], without, args, s.paths)
	}
	return grep.CommandLine(&s.request.table, without, args, s.paths)
}

// scoutCommand gives the command line that scouts a term.
func (s *count) scoutCommand(term string, without, args, paths []string) string {
	args = append([]string{"--scout"}, args...)
	return grep.CommandLine(&s.request.table, append(without, "term", "scout"), args, append([]string{term}, paths...))
}
