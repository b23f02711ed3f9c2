package filter

import (
	"bytes"

	"github.com/ct-tools/ct/shared/scan"
)

// gap reports whether lines are missing between the last printed line, 0 for none, and those of h, if there is context.
func gap(h *scan.Hit, last int64) (apart, context bool) {
	return last > 0 && h.Line-int64(len(h.Before)) > last+1, len(h.Before)+len(h.After) > 0
}

// nextLine returns the line of the hit after hits[i], or after if it is the last; 0 means none.
func nextLine(hits []scan.Hit, i int, behind int64) int64 {
	if i+1 < len(hits) {
		return hits[i+1].Line
	}
	return behind
}

// around puts the lines of h in order, those before it, itself and those after it, but no line that was put before (up
// to number last) or that the next hit puts, which is on line next, 0 for none. put gets the hit with its own line and
// nil with the others. around returns the number of the line put last.
func around(h *scan.Hit, last, next int64, put func(n int64, h *scan.Hit, text []byte)) int64 {
	context := func(n int64, text []byte) {
		if n > last {
			put(n, nil, text)
			last = n
		}
	}
	for j, text := range h.Before {
		context(h.Line-int64(len(h.Before)-j), text)
	}
	end := h.Line + int64(bytes.Count(h.Text, []byte{'\n'})) // a match may extend over lines
	if h.Line > last {
		put(h.Line, h, h.Text)
		last = end
	}
	for j, text := range h.After {
		if n := end + 1 + int64(j); next == 0 || n < next {
			context(n, text)
		}
	}
	return last
}
