package search

import (
	"bytes"

	"github.com/ct-tools/ct/shared/scan"
)

// gap reports whether lines are missing between the line printed last, 0 for
// none, and those of hits[i], and whether it has any context.
func gap(hits []scan.Hit, i int, last int64) (apart, context bool) {
	h := &hits[i]
	return last > 0 && h.Line-int64(len(h.Before)) > last+1, len(h.Before)+len(h.After) > 0
}

// around puts the lines of hits[i] in order, those before it, itself and those
// after it, but no line that was put before (up to number last) or that the
// next hit puts. put gets the hit with its own line and nil with the others.
// around gives the number of the line put last.
func around(hits []scan.Hit, i int, last int64, put func(n int64, h *scan.Hit, text []byte)) int64 {
	h := &hits[i]
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
		if n := end + 1 + int64(j); i+1 == len(hits) || n < hits[i+1].Line {
			context(n, text)
		}
	}
	return last
}
