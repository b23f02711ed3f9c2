package main

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/match"
)

const (
	// defaultFocus is the most that the lines in focus take, in bytes.
	defaultFocus = 64 << 10
	// clipBytes is how much of a line is shown, round its match.
	clipBytes = 160
	// prefixBytes is how much is kept of a line that may become one of context:
	// more than is shown, so that it is seen to be cut.
	prefixBytes = 2 * clipBytes
	// mostPlaces bounds the matches whose places are held at once, where these
	// cannot be looked for in parts of the text.
	mostPlaces = 100_000
)

// A focus gathers the lines of one stream that a pattern matches, with the
// lines around them, as they are shown: with their numbers, escaped, and
// clipped round the match. When there are more than it may hold, the others are
// counted.
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
	first     []byte     // the first line that matches, for where its context is too long
	lines     int64      // that match
	shown     int64
	full      bool
	over      bool // the search failed
	undecided string

	last   int64    // number of the line shown last
	after  int      // how many lines of context follow it
	before [][]byte // beginnings of the last lines before the block, as many as context
	spare  [][]byte // memory for these

	// Of a line that is looked at in pieces:
	long   bool // it matches
	prefix []byte
}

// A shownEnd is a place where what is shown may end, and how many matching lines
// stand before it.
type shownEnd struct {
	extent
	shown int64
}

// newFocus gives the focus of a stream. Of more lines of context than it may
// hold round one match, the nearest are shown.
func newFocus(s *sought, stream string, l looks) *focus {
	room := l.focusRoom()
	return &focus{sought: s, stream: stream, context: max(0, min(l.context, (room.lines-2)/2)), most: room, matcher: s.matcher.Clone()}
}

// extent gives how much all that matches takes, or all that was kept of it.
func (f *focus) extent() extent {
	if len(f.ends) == 0 {
		return extentOf(leftOut(f.lines))
	}
	e := f.ends[len(f.ends)-1]
	left := extentOf(leftOut(f.lines - e.shown))
	return extent{e.lines + left.lines, e.bytes + left.bytes}
}

// within gives what is shown in so much room, and behind that how many lines are
// left out, which is said however little room there is; and how many of those
// that match are shown.
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

// block searches whole lines, the first of which has number first.
func (f *focus) block(b []byte, first int64) {
	if !f.matcher.Multiline() {
		f.search(b, first)
	}
}

// close searches the whole stream for a pattern that can match several lines. Of
// too many matches only the first is shown: the places of all are held at once.
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
		f.failed(f.matcher.Match(b, f.want(), &f.found))
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

// want is what is asked of the matcher: places as long as they can be shown.
func (f *focus) want() match.Want {
	if f.full {
		return match.Count
	}
	return match.Lines
}

// failed takes down an error of the matcher, which ends the search.
func (f *focus) failed(err error) {
	if err != nil {
		f.over, f.undecided = true, why(err)+" in "+f.stream
	}
}

// piece searches a part of a line that is too long. The line is shown with the
// first match in it.
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

// A cursor stands at the beginning of a line of text.
type cursor struct {
	text []byte
	at   int
	line int64 // its number
}

// next gives the line, without its newline, and goes on to the one after it.
func (c *cursor) next() (number int64, line []byte) {
	end := match.LineEnd(c.text, c.at)
	number, line = c.line, c.text[c.at:end]
	c.at = min(end+1, len(c.text))
	c.line++
	return number, line
}

// to goes on to the beginning of the line that at is on.
func (c *cursor) to(at int) {
	start := match.LineStart(c.text, c.at, at)
	c.line += count(c.text[c.at:start])
	c.at = start
}

// match shows the lines of a match, which c does not stand behind, and those
// around it.
func (f *focus) match(c *cursor, sp match.Span) {
	if f.full {
		return
	}
	if sp.Start >= c.at { // else it begins on the last line of the match before it
		f.contextTo(c, match.LineStart(c.text, c.at, sp.Start))
		c.to(sp.Start)
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

// end takes down that what is shown may end here.
func (f *focus) end() {
	f.ends = append(f.ends, shownEnd{extent{f.outLines, len(f.out)}, f.shown})
}

// contextTo shows the lines that follow a match, from c to limit.
func (f *focus) contextTo(c *cursor, limit int) {
	for ; f.after > 0 && c.at < limit && !f.full; f.after-- {
		number, line := c.next()
		if f.put(number, '-', line, 0, 0); !f.full {
			f.end()
		}
	}
}

// contextBefore shows the lines before the one of c, as far as they were not
// shown.
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

// put shows one line, unless there is no room for it.
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

// carry keeps the beginnings of the last lines of b, which may become context of
// a match in the next block. Their memory is used again.
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
		var memory []byte
		if len(f.spare) > 0 {
			memory = f.spare[len(f.spare)-1]
			f.spare = f.spare[:len(f.spare)-1]
		}
		_, line := c.next()
		f.before = append(f.before, append(memory[:0], line[:min(len(line), prefixBytes)]...))
	}
}
