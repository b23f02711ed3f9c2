package survey

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/qualname"
)

func (t tally) broad() bool { return grep.Broad(t.lines, t.files) }

// dominance is the share of the terms' matching lines, in percent, from which a term dominates a comparison.
const dominance = 80

// shortText is the maximum length, in characters, of a short literal text.
const shortText = 3

// warnings says why the counts of s may mislead, with one sentence for each kind of reason.
func (s *count) warnings() []string {
	var broad, inWords, short []string
	all := s.endedWarnings()
	for i, t := range s.tallies {
		name := named(s.labels[i])
		if t.broad() {
			broad = append(broad, name)
		}
		switch p := s.patterns[i]; {
		case p.Mode != pattern.Literal || utf8.RuneCountInString(p.Source) > shortText:
		case strings.ContainsFunc(p.Source, notInWords):
			short = append(short, name)
		default:
			inWords = append(inWords, name)
		}
	}
	if i, share := s.dominating(); i >= 0 {
		w := fmt.Sprintf("dominates with %d%% of the lines of all terms: %s", share, named(s.labels[i]))
		if share < 100 { // which only the term alone has, as a share is rounded down
			w += "; compare the others without it"
		}
		all = append(all, w)
	}
	for _, w := range []struct {
		terms      []string
		what, hint string
	}{
		{broad, fmt.Sprintf("broad, more than %d matching lines or %d files", grep.BroadLines, grep.BroadFiles), "; name a narrower PATH, -g GLOB or -t LANG, or a longer text"},
		{inWords, "short, and found inside words too", "; use --identifier or --word"},
		{short, "short", "; a longer text, --identifier or --word says more"},
	} {
		if len(w.terms) > 0 {
			all = append(all, w.what+": "+strings.Join(w.terms, ", ")+s.request.table.ForCaller(w.hint))
		}
	}
	if s.lacking > 0 {
		all = append(all, s.request.table.ForCaller("left out by --all-of: ")+grep.Plural(s.lacking, "file", "files"))
	}
	if s.denied > 0 {
		all = append(all, "left out by --none-of: "+grep.Plural(s.denied, "file", "files"))
	}
	if overlaps := s.places.overlapping(); len(overlaps) > 0 {
		all = append(all, "overlapping paths, each searched by itself, while a file counts once for all: "+strings.Join(overlaps, ", "))
	}
	return all
}

// endedWarnings describes counts that ended, and what is therefore not counted.
func (s *count) endedWarnings() []string {
	var all []string
	for i, t := range s.tallies {
		if !t.ended {
			continue
		}
		w := fmt.Sprintf("at least %d matching lines, where the count ended: %s", grep.ScanLines, named(s.labels[i]))
		if places := s.notCounted(i); len(places) > 0 {
			w += "; not counted, or not wholly, in " + strings.Join(places, ", ")
		}
		if len(s.terms) > 1 {
			w += "; its rows of together are lower bounds, and missing ones unknown"
		}
		all = append(all, w)
	}
	return all
}

// dominating returns the term that dominates the terms' matching lines and its share in percent; a
// line with two terms counts twice. It returns -1 if there is none, or only one term matches.
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

// notInWords reports whether r cannot be part of a name or word.
func notInWords(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// named returns a term as it appears in a sentence: in quotes unless it is a name.
func named(label string) string {
	if qualname.Is(label) {
		return label
	}
	return strconv.Quote(label)
}

// matches returns the value of {MATCHES}: a line for each term.
func (s *count) matches() string {
	lines := make([]string, len(s.terms))
	for i, t := range s.tallies {
		lines[i] = fmt.Sprintf("%d %d %s", t.lines, t.files, s.terms[i])
	}
	return strings.Join(lines, "\n")
}
