package fuzzy

import (
	"cmp"
	"unicode"
	"unicode/utf8"
)

// twin is the slow twin of a Pattern: the full matrix of optimal string alignment, with the first
// start of the best alignments of every cell.
type twin struct {
	query []string
	fold  bool
	limit int
}

func newTwin(query string, threshold float64, fold bool) *twin {
	w := &twin{query: charactersOf(query), fold: fold}
	for w.limit+1 < len(w.query) && 1-float64(w.limit+1)/float64(len(w.query)) >= threshold-1e-9 {
		w.limit++
	}
	return w
}

// charactersOf splits text; a byte that is not valid UTF-8 is a character.
func charactersOf(text string) (all []string) {
	for text != "" {
		_, n := utf8.DecodeRuneInString(text)
		all, text = append(all, text[:n]), text[n:]
	}
	return all
}

// same reports whether two characters are equal.
func (w *twin) same(a, b string) bool {
	if a == b || !w.fold {
		return a == b
	}
	r, n := utf8.DecodeRuneInString(a)
	s, m := utf8.DecodeRuneInString(b)
	if r == utf8.RuneError && n == 1 || s == utf8.RuneError && m == 1 {
		return false
	}
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		if f == s {
			return true
		}
	}
	return false
}

// cell is the least number of edits of an alignment, and the first start, in characters, of the
// alignments that have it.
type cell struct{ edits, start int }

func lesser(a, b cell) cell {
	if cmp.Or(cmp.Compare(a.edits, b.edits), cmp.Compare(a.start, b.start)) <= 0 {
		return a
	}
	return b
}

func (c cell) plus(edits int) cell { return cell{c.edits + edits, c.start} }

// places returns for each character of text where it occurs in the query.
func (w *twin) places(text []string) [][]bool {
	known := make(map[string][]bool)
	all := make([][]bool, len(text))
	for j, c := range text {
		if known[c] == nil {
			known[c] = make([]bool, len(w.query))
			for i, q := range w.query {
				known[c][i] = w.same(q, c)
			}
		}
		all[j] = known[c]
	}
	return all
}

// matrix returns the last row for text, for alignments that begin anywhere or only at the start.
func (w *twin) matrix(text []string, anywhere bool) []cell {
	stands := w.places(text)
	above2, above := make([]cell, len(text)+1), make([]cell, len(text)+1)
	for j := range above {
		if anywhere {
			above[j] = cell{0, j}
		} else {
			above[j] = cell{j, 0}
		}
	}
	for i := 1; i <= len(w.query); i++ {
		row := make([]cell, len(text)+1)
		row[0] = cell{i, 0}
		for j := 1; j <= len(text); j++ {
			here := lesser(above[j].plus(1), row[j-1].plus(1))
			if stands[j-1][i-1] {
				here = lesser(here, above[j-1])
			} else {
				here = lesser(here, above[j-1].plus(1))
			}
			if i > 1 && j > 1 && stands[j-2][i-1] && stands[j-1][i-2] {
				here = lesser(here, above2[j-2].plus(1))
			}
			row[j] = here
		}
		above2, above = above, row
	}
	return above
}

// best is Best.
func (w *twin) best(line string) (start, end, edits int, ok bool) {
	text := charactersOf(line)
	found := cell{w.limit + 1, 0}
	last := 0
	for j, c := range w.matrix(text, true) {
		if c != found && lesser(c, found) == c {
			found, last = c, j
		}
	}
	if found.edits > w.limit {
		return 0, 0, 0, false
	}
	offset := func(n int) (bytes int) {
		for _, c := range text[:n] {
			bytes += len(c)
		}
		return bytes
	}
	return offset(found.start), offset(last), found.edits, true
}

// edits is Edits.
func (w *twin) edits(text string) int {
	row := w.matrix(charactersOf(text), false)
	return row[len(row)-1].edits
}

// bySpans is best by trying every span.
func (w *twin) bySpans(line string) (start, end, edits int, ok bool) {
	edits = w.limit + 1
	for s := 0; s <= len(line); s++ {
		if !boundary(line, s) {
			continue
		}
		for e := s; e <= len(line); e++ {
			if !boundary(line, e) {
				continue
			}
			if n := w.edits(line[s:e]); n < edits {
				start, end, edits, ok = s, e, n, true
			}
		}
	}
	return start, end, edits, ok
}

// boundary reports whether a character of text begins or ends at at.
func boundary(text string, at int) bool {
	i := 0
	for _, c := range charactersOf(text) {
		if i >= at {
			break
		}
		i += len(c)
	}
	return i == at
}
