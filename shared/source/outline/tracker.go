package outline

import (
	"bytes"
	"math"

	"github.com/ct-tools/ct/shared/source"
)

// A tracker is the sink that names the units around lines.
type tracker struct {
	wanted []int64
	found  []string // of the first of wanted

	// The line of the last byte that was read, and the wanted lines that have no name yet.
	line    int64
	within  bool // that line is the last of ranges
	next    int  // the first of wanted that is not among ranges
	ranges  []source.Span
	started bool // something stands on the first of ranges

	units  []unit // that are open
	depth  int    // of units that hold all that was seen of the first of ranges
	lowest int    // how many units were open at least since something stood there
	path   string // of those units, when one of them has ended
	ended  bool   // one of them has
}

// A unit is a key or an element that is open.
type unit struct {
	style style
	text  []byte
	index int
}

func newTracker(lines []int64) *tracker { return &tracker{wanted: lines, line: 1, lowest: math.MaxInt} }

// seen looks for wanted lines in what was read. The end of one that goes on is not known yet.
func (t *tracker) seen(offset int, block []byte) {
	for {
		if t.within {
			end := bytes.IndexByte(block, '\n') + 1
			if end == 0 {
				return
			}
			if len(t.ranges) > 0 { // else the line has its name already
				t.ranges[len(t.ranges)-1].End = offset + end
			}
			offset, block = offset+end, block[end:]
			t.line, t.within = t.line+1, false
		}
		for t.next < len(t.wanted) && t.wanted[t.next] < t.line {
			t.next++
		}
		if t.next == len(t.wanted) {
			return
		}
		if ends := int64(bytes.Count(block, []byte{'\n'})); t.line+ends < t.wanted[t.next] {
			t.line += ends
			return
		}
		for ; t.line < t.wanted[t.next]; t.line++ {
			end := bytes.IndexByte(block, '\n') + 1
			offset, block = offset+end, block[end:]
		}
		t.ranges = append(t.ranges, source.Span{Start: offset, End: math.MaxInt})
		t.within = true
	}
}

func (t *tracker) push(at int, style style, text []byte, index int) {
	t.advance(at)
	if len(t.units) < cap(t.units) { // with the room of a name that was there
		t.units = t.units[:len(t.units)+1]
	} else {
		t.units = append(t.units, unit{})
	}
	u := &t.units[len(t.units)-1]
	u.style, u.index = style, index
	u.text = append(u.text[:0], text...)
}

func (t *tracker) key(k key) { t.push(k.at, k.style, k.text, 0) }

func (t *tracker) element(at, index int) { t.push(at, element, nil, index) }

func (t *tracker) close(int) {
	left := len(t.units) - 1
	if t.started && t.depth > left && !t.ended {
		t.path, t.ended = pathOf(t.units[:t.depth]), true
	}
	t.units = t.units[:left]
	t.lowest = min(t.lowest, left)
}

func (t *tracker) content(from, to int) {
	for len(t.ranges) > 0 && t.ranges[0].Start < to {
		if t.ranges[0].End <= from {
			t.resolve()
			continue
		}
		if !t.started {
			t.started, t.depth = true, len(t.units)
		} else if t.lowest < t.depth {
			t.depth, t.ended = t.lowest, false
		}
		t.lowest = math.MaxInt
		if t.depth > 0 && t.ranges[0].End > to {
			return
		}
		t.resolve()
	}
}

// advance names the lines that end before from.
func (t *tracker) advance(from int) {
	for len(t.ranges) > 0 && t.ranges[0].End <= from {
		t.resolve()
	}
}

// resolve names the first line that has none yet.
func (t *tracker) resolve() {
	switch {
	case !t.started:
		t.path = pathOf(t.units)
	case !t.ended:
		t.path = pathOf(t.units[:t.depth])
	}
	n := t.wanted[len(t.found)]
	for len(t.found) < len(t.wanted) && t.wanted[len(t.found)] == n {
		t.found = append(t.found, t.path)
	}
	t.ranges = t.ranges[1:]
	t.started, t.ended, t.lowest, t.path = false, false, math.MaxInt, ""
}

// text and word have nothing to say of lines.
func (t *tracker) text(source.Span, source.Kind) {}
func (t *tracker) word(source.Span, source.Kind) {}

func (t *tracker) done(int) bool { return len(t.found) == len(t.wanted) }

// finish names the lines that are left, at the end of the file.
func (t *tracker) finish() []string {
	for len(t.ranges) > 0 {
		t.resolve()
	}
	for len(t.found) < len(t.wanted) {
		t.found = append(t.found, "")
	}
	return t.found
}
