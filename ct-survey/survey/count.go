package survey

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// count does the work of both forms: one pass over the tree that counts the matching lines of each term.
type count struct {
	frame    *tool.Frame
	request  *request
	terms    []string
	labels   []string // the names of the terms in the answer
	patterns []*pattern.Pattern
	absent   []*pattern.Pattern // of --none-of
	paths    []string           // as the user named them; none means the working folder
	search   grep.Search
	places   *places // set by run
	inParts  bool    // it answers with what was found in many trees, which are the places

	denied  int64 // files that --none-of left out
	lacking int64 // files that --all-of left out
	lines   int64 // lines on which any of the terms matches
	inFiles int64
	tallies []tally
	stops   stops
	seen    map[string]bool // the files counted by earlier walks, nil if there is only one
}

// tally is the count of one term.
type tally struct {
	lines, files int64
	ended        bool // at grep.ScanLines: there is more
}

// found is the counted result for a file.
type found struct {
	path  string // as printed
	place int    // through which it was found
	named bool   // it is the place itself
	again bool   // it was already counted for another place
	lines []int64
	near  []int64 // for each pair of terms, whether both are near enough; nil without --within
}

func (s *count) newPlaces() *places {
	tree := s.request.TreeName()
	switch {
	case tree == "":
		return newPlaces(s.paths, located)
	case len(s.paths) == 0:
		return newPlaces([]string{tree}, locatedIn)
	}
	return newPlaces(s.paths, locatedIn)
}

// run walks the tree, overlapping places separately, and calls each for every matching file in each walk's path order.
func (s *count) run(ctx context.Context, each func(found)) (*ledger.Ledger, error) {
	s.places, s.tallies = s.newPlaces(), make([]tally, len(s.terms))
	s.stops.missed = make([]uint16, len(s.places.named))
	if len(s.places.walks) > 1 {
		s.seen = map[string]bool{}
	}
	var all ledger.Ledger
	for n, walk := range s.places.walks {
		s.search.Files.Roots = s.places.names(walk)
		led, err := s.search.Run(ctx, func(f grep.Found) bool {
			one := found{path: f.Path, place: walk[f.Root], named: f.Below == ""}
			if s.seen != nil {
				file := s.places.file(one.place, &f)
				one.again = s.seen[file]
				s.seen[file] = true
			}
			if out := s.leftOut(&f); out != nil {
				if !one.again {
					*out++
				}
				return true
			}
			more := s.take(&f, &one)
			each(one)
			return more
		})
		if err != nil {
			return nil, err
		}
		if all.Add(&led); !slices.ContainsFunc(s.tallies, func(t tally) bool { return !t.ended }) {
			s.stops.left(s.places, n)
			break
		}
	}
	s.search.Files.Roots = s.paths
	if all.Count(ledger.MaxMatches) == 0 { // otherwise a single file has more than that
		for _, at := range s.stops.at {
			all.Skip(ledger.MaxMatches, at.path, fmt.Sprintf("the count of %s ended at %d lines", named(s.labels[at.term]), grep.ScanLines))
		}
	}
	return &all, nil
}

// take adds what was found in a file and sets how many lines of each term count. It is false once all terms ended.
func (s *count) take(f *grep.Found, one *found) (more bool) {
	if len(f.Result.Terms) > len(s.terms) {
		one.near = s.pairsOf(f.Result.Terms)
	}
	if one.lines = f.Result.Terms[:min(len(f.Result.Terms), len(s.terms))]; len(s.terms) == 1 {
		one.lines = []int64{f.Result.Lines}
	}
	if !one.again {
		s.inFiles++
		s.lines += f.Result.Lines
	}
	for i, n := range one.lines {
		t := &s.tallies[i]
		switch left := grep.ScanLines - t.lines; {
		case t.ended && n > 0:
			one.lines[i] = 0
			s.stops.miss(one.place, i)
		case !t.ended && !one.again && n > left:
			one.lines[i], t.ended = left, true
			s.stops.at = append(s.stops.at, stop{i, one.path})
			s.stops.miss(one.place, i)
		}
		if one.lines[i] > 0 && !one.again {
			t.lines += one.lines[i]
			t.files++
		}
		more = more || !t.ended
	}
	return more
}

// leftOut returns the count of files that are left out as a file is, nil for one that counts.
func (s *count) leftOut(f *grep.Found) *int64 {
	switch {
	case s.lacks(f):
		return &s.lacking
	case s.denies(f):
		return &s.denied
	}
	return nil
}

// lacks reports whether --all-of leaves a file out.
func (s *count) lacks(f *grep.Found) bool {
	return slices.ContainsFunc(s.request.allOf, func(term string) bool {
		i := slices.Index(s.terms, term)
		return len(s.terms) > 1 && f.Result.Terms[i] == 0
	})
}

// denies reports whether --none-of leaves a file out. One that was not searched to its end is left out too: it is in the
// ledger, and nobody knows what it holds.
func (s *count) denies(f *grep.Found) bool {
	if len(s.absent) == 0 {
		return false
	}
	of := f.Result.Terms[len(s.terms):][:len(s.absent)]
	return f.Short != ledger.None || slices.ContainsFunc(of, func(n int64) bool { return n > 0 })
}

// pairsOf returns, for each pair of terms, whether both are near enough (match.Nearby), nil without --within.
func (s *count) pairsOf(terms []int64) []int64 {
	all := len(s.patterns) + len(s.absent)
	if s.request.within == 0 {
		return nil
	}
	var near []int64
	pair := all
	for a := range all {
		for b := a + 1; b < all; b, pair = b+1, pair+1 {
			if b < len(s.patterns) {
				near = append(near, terms[pair])
			}
		}
	}
	return near
}

// answer returns what was found. If that is nothing, it looks for what may have been meant.
func (s *count) answer(ctx context.Context, led *ledger.Ledger, document func(tool.Outcome, *tool.Answer) any) (*tool.Answer, error) {
	a := &tool.Answer{Lines: s.counted(), Base: ".", Ledger: led, Figures: verdict.FromLedger(led, s.counted())}
	grep.NoteEncoded(a, s.search.Scan.Encoded)
	a.Figures.Set("files", float64(s.inFiles))
	a.Figures.Set("lines", float64(s.counted()))
	onlyStops := led.Count(ledger.MaxMatches) > 0 && len(led.Cuts()) == 1
	for i, t := range s.tallies {
		a.Figures.SetTerm(s.terms[i], float64(t.lines))
		if onlyStops && !t.ended { // its own count is complete
			a.Figures.Terms[s.terms[i]] = verdict.Bound{Min: float64(t.lines)}
		}
	}
	a.Reading = s.request.Reading(s.search.Files, slices.Concat(s.patterns, s.absent), s.search.Near)
	a.Reading.Limits = s.request.Limits()
	if s.frame.Uses("MATCHES") {
		a.Matches = s.matches()
	}
	a.Document = func(o tool.Outcome) any { return document(o, a) }
	if s.inParts || s.lines > 0 || s.denied+s.lacking > 0 || led.Count(ledger.Timeout) > 0 {
		return a, nil
	}
	d := grep.Diagnosis{
		Hints: s.frame.WantsHints(), Files: s.search.Files, Patterns: s.patterns, Bytes: s.search.Bytes(),
		Command: s.command, Select: s.selecting,
		Paths: func(options, paths []string) string { return s.commandIn(paths, options...) },
	}
	if s.frame.Form == formScout {
		d.Refuses = grep.RefuseAlternation
	}
	return a, d.Run(ctx, a)
}

// counted returns the number of matching lines that the answer reports: for a single term only those that were counted.
func (s *count) counted() int64 {
	if len(s.terms) == 1 {
		return s.tallies[0].lines
	}
	return s.lines
}

// stops records where counts ended, and what is therefore not counted.
type stops struct {
	at     []stop   // in the order in which they ended
	missed []uint16 // for each place the terms, one bit each, with lines that are not counted there
}

// stop is the place where the count of a term ended.
type stop struct {
	term int
	path string
}

func (s *stops) miss(place, term int) { s.missed[place] |= 1 << term }

// left records that the search ended in the n-th walk. Only counts of what comes before that end are complete.
func (s *stops) left(p *places, n int) {
	end := s.at[len(s.at)-1].path
	for w, walk := range p.walks {
		for _, i := range walk {
			if w < n || w == n && comesBefore(filepath.ToSlash(filepath.Clean(p.named[i].name)), end) {
				continue
			}
			s.missed[i] = ^uint16(0)
		}
	}
}

// comesBefore reports whether a place that is printed as name comes, with everything in it, before
// a path. It is false if that is unknown, as for names that are printed in another form.
func comesBefore(name, path string) bool {
	return filepath.IsLocal(name) && filepath.IsLocal(path) && name != "." &&
		walk.ComparePaths(name, path) < 0 && !strings.HasPrefix(path, name+"/")
}

// notCounted returns the places in which the count of a term is incomplete, if there are several places.
func (s *count) notCounted(term int) []string {
	var names []string
	for i, p := range s.places.named {
		if s.stops.missed[i]>>term&1 == 1 && len(s.places.named) > 1 {
			names = append(names, clip(p.name))
		}
	}
	return names
}
