package main

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/match"
)

const (
	// defaultFocus is the maximum size of the lines in focus, in bytes.
	defaultFocus = 64 << 10
	// clipBytes is how much of a line is shown, around its match.
	clipBytes = 160
	// prefixBytes is how much is kept of a line that may become context: more than is shown, so that a cut is visible.
	prefixBytes = 2 * clipBytes
	// mostPlaces is the maximum number of positions in memory if the text cannot be searched in parts.
	mostPlaces = 100_000
)

// focus collects the lines of one stream that a pattern matches, with the lines around them, as they are shown: with
// their numbers, escaped, and clipped around the match. Lines beyond its limit are counted.
type focus struct {
	sought  *sought
	stream  string
	context int
	most    extent // of out
	matcher match.Matcher
	found   match.Hits

	out       []byte
	outLines  int
	ends      []shownEnd // where out may end
	first     []byte     // the first matching line, in case its context is too long
	lines     int64      // that match
	shown     int64
	full      bool
	over      bool // the search failed
	undecided string

	last   int64    // number of the line shown last
	after  int      // how many lines of context to show next
	before [][]byte // beginnings of the last lines before the block, as many as context
	spare  [][]byte // reusable slices for these

	// For a line that is searched in pieces:
	long   bool // it matches
	prefix []byte
}

// shownEnd is a position where the shown text may end, with the number of matching lines before it.
type shownEnd struct {
	extent
	shown int64
}

// newFocus returns the focus of a stream. Context that does not fit around one match is cut to the nearest lines.
func newFocus(s *sought, stream string, l looks) *focus {
	room := l.focusRoom()
	return &focus{sought: s, stream: stream, context: max(0, min(l.context, (room.lines-2)/2)), most: room, matcher: s.matcher.Clone()}
}

// extent returns how much everything that matches takes, or everything that was kept.
func (f *focus) extent() extent {
	if len(f.ends) == 0 {
		return extentOf(leftOut(f.lines))
	}
	e := f.ends[len(f.ends)-1]
	left := extentOf(leftOut(f.lines - e.shown))
	return extent{e.lines + left.lines, e.bytes + left.bytes}
}

// within returns what fits into room, followed by a line that says how many matching lines are left
// out, even if there is no room for that line, and the number of matching lines shown.
func (f *focus) within(room extent) (text string, shown int64) {
	if f.lines == 0 {
		return "", 0
	}
	fits := func(e shownEnd) bool { return room.without(extentOf(leftOut(f.lines - e.shown))).has(e.extent) }
	for _, end := range slices.Backward(f.ends) {
		if fits(end) {
			return string(f.out[:end.bytes]) + leftOut(f.lines-end.shown), end.shown
		}
	}
	if fits(shownEnd{extent{1, len(f.first)}, 1}) {
		return string(f.first) + leftOut(f.lines-1), 1
	}
	return leftOut(f.lines), 0
}

// block searches whole lines; first is the number of the first one.
func (f *focus) block(b []byte, first int64) {
	if !f.matcher.Multiline() {
		f.search(b, first)
	}
}

// close searches the whole stream for a pattern that can match several lines. If there are too many
// matches, only the first is shown, because all positions would be in memory at once.
func (f *focus) close(kept *capture) {
	if !f.matcher.Multiline() {
		return
	}
	text, undecided := f.sought.over(kept, f.stream)
	if f.undecided = undecided; undecided != "" {
		return
	}
	f.failed(f.matcher.Match(text, match.Count, &f.found))
	f.lines = f.found.Lines
	want := match.Lines
	if f.lines > mostPlaces {
		want = match.First
	}
	f.found.Reset()
	f.failed(f.matcher.Match(text, want, &f.found))
	f.show(text, 1)
}

func (f *focus) search(b []byte, first int64) {
	f.found.Reset()
	if !f.over {
		want := match.Lines
		if f.full { // positions are of use only as long as they can be shown
			want = match.Count
		}
		f.failed(f.matcher.Match(b, want, &f.found))
	}
	f.lines += f.found.Lines
	f.show(b, first)
}

// show shows the lines of what was found in b.
func (f *focus) show(b []byte, first int64) {
	c := cursor{text: b, line: first}
	for _, sp := range f.found.Spans {
		f.match(&c, sp)
	}
	f.contextTo(&c, len(b))
	f.carry(b)
}

// failed records an error of the matcher, which ends the search.
func (f *focus) failed(err error) {
	if err != nil {
		f.over, f.undecided = true, why(err)+" in "+f.stream
	}
}

// piece searches a part of a line that is too long. The line is shown with the first match in it.
func (f *focus) piece(p piece) {
	if f.matcher.Multiline() {
		return
	}
	if p.first {
		f.long = false
		f.prefix = append(f.prefix[:0], p.text[:min(len(p.text), prefixBytes)]...)
	}
	if !f.long && !f.over {
		f.failed(f.sought.in(p, f.matcher, &f.found))
		for _, sp := range f.found.Spans {
			f.long = true
			f.lines++
			f.match(&cursor{text: p.text, line: p.line}, sp)
		}
	}
	if !p.last {
		return
	}
	if !f.long {
		if f.sought.pieces != complete && f.undecided == "" {
			f.undecided = p.undecided(f.stream)
		}
		f.contextTo(&cursor{text: f.prefix, line: p.line}, len(f.prefix))
	}
	f.carry(f.prefix)
}

// cursor is a position at the beginning of a line of text.
type cursor struct {
	text []byte
	at   int
	line int64 // number of the line
}

// next returns the line, without its newline, and advances to the one after it.
func (c *cursor) next() (number int64, line []byte) {
	end := match.LineEnd(c.text, c.at)
	number, line = c.line, c.text[c.at:end]
	c.at = min(end+1, len(c.text))
	c.line++
	return number, line
}

// match shows the lines of a match, which c has not passed, and those around it.
func (f *focus) match(c *cursor, sp match.Span) {
	if f.full {
		return
	}
	if sp.Start >= c.at { // otherwise it begins on the last line of the previous match
		start := match.LineStart(c.text, c.at, sp.Start)
		f.contextTo(c, start)
		c.line += count(c.text[c.at:start])
		c.at = start
		f.contextBefore(c)
	}
	for more := sp.Start >= c.at; more || c.at < sp.End; more = false {
		start := c.at
		number, line := c.next()
		f.put(number, ':', line, max(0, sp.Start-start), min(len(line), sp.End-start))
	}
	f.after = f.context
	if !f.full {
		f.shown++
		f.end()
	}
}

// end records that the shown text may end here.
func (f *focus) end() { f.ends = append(f.ends, shownEnd{extent{f.outLines, len(f.out)}, f.shown}) }

// contextTo shows the lines that follow a match, from c to limit.
func (f *focus) contextTo(c *cursor, limit int) {
	for ; f.after > 0 && c.at < limit && !f.full; f.after-- {
		number, line := c.next()
		if f.put(number, '-', line, 0, 0); !f.full {
			f.end()
		}
	}
}

// contextBefore shows the lines before the one of c that were not shown yet.
func (f *focus) contextBefore(c *cursor) {
	wanted := min(int64(f.context), c.line-1-f.last)
	before := cursor{text: c.text, at: c.at, line: c.line}
	for before.at > 0 && c.line-before.line < wanted {
		before.at = match.LineStart(c.text, 0, before.at-1)
		before.line--
	}
	earlier := f.before[len(f.before)-min(len(f.before), int(wanted-(c.line-before.line))):]
	number := before.line - int64(len(earlier))
	if f.last > 0 && number > f.last+1 && !f.full {
		f.out = append(f.out, "--\n"...)
		f.outLines++
	}
	for i, line := range earlier {
		f.put(number+int64(i), '-', line, 0, 0)
	}
	for before.at < c.at {
		number, line := before.next()
		f.put(number, '-', line, 0, 0)
	}
}

// put shows one line, if there is room for it.
func (f *focus) put(number int64, mark byte, line []byte, start, end int) {
	f.last = number
	if f.full && (f.first != nil || mark != ':') {
		return
	}
	line = bytes.TrimSuffix(line, []byte{'\r'})
	text, _ := budget.ClipLine(line, min(start, len(line)), min(end, len(line)), clipBytes)
	begun := len(f.out)
	f.out = fmt.Appendf(f.out, "  %d%c %s\n", number, mark, text)
	if f.first == nil && mark == ':' {
		f.first = bytes.Clone(f.out[begun:])
	}
	f.outLines++
	if f.full = f.full || !f.most.has(extent{f.outLines, len(f.out)}); f.full {
		f.out = f.out[:begun]
	}
}

// carry keeps the beginnings of the last lines of b as context for a match in the next block, and reuses their memory.
func (f *focus) carry(b []byte) {
	if f.context == 0 || f.full {
		return
	}
	from, n := len(b), 0
	for from > 0 && n < f.context {
		from = match.LineStart(b, 0, from-1)
		n++
	}
	drop := max(0, len(f.before)+n-f.context)
	f.spare = append(f.spare[:0], f.before[:drop]...)
	f.before = append(f.before[:0], f.before[drop:]...)
	for c := (cursor{text: b, at: from}); n > 0; n-- {
		var buf []byte
		if len(f.spare) > 0 {
			buf = f.spare[len(f.spare)-1]
			f.spare = f.spare[:len(f.spare)-1]
		}
		_, line := c.next()
		f.before = append(f.before, append(buf[:0], line[:min(len(line), prefixBytes)]...))
	}
}
