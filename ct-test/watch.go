package main

import (
	"errors"

	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/pattern"
)

// watch searches one stream for the first match of a pattern.
type watch struct {
	sought  *sought
	stream  string
	matcher match.Matcher
	others  []otherWatch
	found   match.Hits

	over      bool // nothing more can be found out before the end
	hit       *hit
	undecided string
}

func newWatch(s *sought, stream string) *watch {
	w := &watch{sought: s, stream: stream, matcher: s.matcher.Clone()}
	for i := range s.others {
		w.others = append(w.others, otherWatch{reading: &s.others[i], matcher: s.others[i].matcher.Clone()})
	}
	// What needs the whole stream is searched for at its end.
	w.over = w.matcher.Multiline()
	for i := range w.others {
		w.over = w.over && w.others[i].matcher.Multiline()
	}
	return w
}

// block searches whole lines; first is the number of the first one.
func (w *watch) block(b []byte, first int64) {
	if w.over || !w.matcher.Multiline() && !w.search(w.matcher, b, first) {
		return
	}
	for i := range w.others {
		if o := &w.others[i]; !o.matcher.Multiline() {
			o.count(b, &w.found)
		}
	}
}

// search searches for the first match of m. It reports whether there was none and the search should continue.
func (w *watch) search(m match.Matcher, b []byte, first int64) bool {
	w.found.Reset()
	err := m.Match(b, match.First, &w.found)
	if len(w.found.Spans) > 0 {
		sp := w.found.Spans[0]
		start := match.LineStart(b, 0, sp.Start)
		end := max(min(match.LineEnd(b, sp.Start)+1, len(b)), sp.End)
		w.take(excerpt(b[start:end], match.Span{Start: sp.Start - start, End: sp.End - start}), first+count(b[:start]), 0)
		return false
	}
	return !w.failed(err)
}

// failed reports whether a search failed, which ends all of them.
func (w *watch) failed(err error) bool {
	if err == nil {
		return false
	}
	w.over, w.undecided = true, why(err)+" in "+w.stream
	return true
}

// why describes an error of a matcher.
func why(err error) string {
	if errors.Is(err, match.ErrTimeout) {
		return match.ErrTimeout.Error()
	}
	return "the search failed: " + err.Error()
}

// take records the match h, whose text begins at offset at of line.
func (w *watch) take(h hit, line, at int64) {
	h.stream, h.line = w.stream, line
	h.column += at
	w.hit, w.over = &h, true
}

// piece searches a part of a line that is too long.
func (w *watch) piece(p piece) {
	if w.over || !w.matcher.Multiline() && !w.searchPiece(p) {
		return
	}
	for i := range w.others {
		if o := &w.others[i]; !o.matcher.Multiline() {
			o.piece(p, &w.found)
		}
	}
}

// searchPiece is search for a piece of a line.
func (w *watch) searchPiece(p piece) bool {
	err := w.sought.in(p, w.matcher, &w.found)
	if len(w.found.Spans) > 0 {
		w.take(excerpt(p.text, w.found.Spans[0]), p.line, p.at)
		return false
	}
	if w.failed(err) {
		return false
	}
	if w.sought.pieces != complete && w.undecided == "" {
		w.undecided = p.undecided(w.stream)
	}
	return true
}

// end searches the whole stream if lines are not enough: for a pattern of several lines, and for
// one that did not match and may match across line ends.
func (w *watch) end(kept *capture) {
	switch {
	case w.matcher.Multiline():
		w.overall(w.matcher, kept)
	case w.sought.across != nil && !w.over:
		w.overall(w.sought.across.Clone(), kept)
	}
	if w.hit != nil {
		return
	}
	for i := range w.others {
		if o := &w.others[i]; o.matcher.Multiline() {
			if text, ok := kept.whole(); ok {
				o.count(text, &w.found)
			}
		}
	}
}

// overall searches the whole stream for the first match of m. For a linear expression that decides what pieces of long
// lines left open: what matches in a line also matches in the whole. With look-behind it may not.
func (w *watch) overall(m match.Matcher, kept *capture) {
	text, undecided := w.sought.over(kept, w.stream)
	switch {
	case undecided != "":
		w.undecided = undecided
		return
	case w.sought.pattern.Engine != pattern.Backtrack:
		w.undecided = ""
	}
	w.search(m, text, 1)
}
