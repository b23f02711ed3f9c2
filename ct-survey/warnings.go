package main

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/pattern"
)

// A term with more is broad: too much to look through.
const (
	broadLines = 1000
	broadFiles = 100
)

func (t tally) broad() bool { return t.lines > broadLines || t.files > broadFiles }

// dominance is from which share of all matching lines, in percent, a term
// dominates a comparison.
const dominance = 80

// shortText is up to how many characters a literal text is short.
const shortText = 3

// warnings tells what makes the counts of s a poor guide, each kind in one
// sentence.
func (s *count) warnings() []string {
	var broad, short, ended []string
	for i, t := range s.tallies {
		name := named(s.terms[i])
		if t.ended {
			ended = append(ended, name)
		}
		if t.broad() {
			broad = append(broad, name)
		}
		if p := s.patterns[i]; p.Mode == pattern.Literal && utf8.RuneCountInString(p.Source) <= shortText {
			short = append(short, name)
		}
	}
	var all []string
	if i, share := s.dominating(); i >= 0 {
		all = append(all, fmt.Sprintf("dominates with %d%% of all matching lines: %s; compare the others without it", share, named(s.terms[i])))
	}
	for _, w := range []struct {
		terms      []string
		what, cure string
	}{
		{ended, fmt.Sprintf("at least %d matching lines, where the count ended", stopAt), ""},
		{broad, fmt.Sprintf("broad, more than %d matching lines or %d files", broadLines, broadFiles), "; name a narrower PATH, -g GLOB or -t LANG, or a longer text"},
		{short, "short, and found inside words too", "; use --identifier or --word"},
	} {
		if len(w.terms) > 0 {
			all = append(all, w.what+": "+strings.Join(w.terms, ", ")+w.cure)
		}
	}
	if overlaps := s.places.overlapping(); len(overlaps) > 0 {
		all = append(all, "overlapping paths, whose files are read once and count for each: "+strings.Join(overlaps, ", "))
	}
	return all
}

// dominating gives the term with the dominance of all matching lines, and its
// share in percent; -1 if there is none, or no other to compare it with.
func (s *count) dominating() (term int, share int64) {
	sum, most := int64(0), 0
	for i, t := range s.tallies {
		sum += t.lines
		if t.lines > s.tallies[most].lines {
			most = i
		}
	}
	if len(s.tallies) == 1 || sum == 0 {
		return -1, 0
	}
	if share = s.tallies[most].lines * 100 / sum; share < dominance {
		return -1, 0
	}
	return most, share
}

// named gives a term as a sentence names it, in quotes unless it is a name.
func named(term string) string {
	if term = clip(term); pattern.LooksLikeSymbol(term) {
		return term
	}
	return strconv.Quote(term)
}

// matches gives what {MATCHES} stands for: a line for each term.
func (s *count) matches() string {
	lines := make([]string, len(s.terms))
	for i, t := range s.tallies {
		lines[i] = fmt.Sprintf("%d %d %s", t.lines, t.files, s.terms[i])
	}
	return strings.Join(lines, "\n")
}
