package fuzzy

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// agree fails t unless p finds in line, and in similar lines, what its twin finds.
func agree(t *testing.T, p *Pattern, w *twin, line string) {
	t.Helper()
	start, end, edits, ok := p.Best([]byte(line))
	wantStart, wantEnd, wantEdits, want := w.best(line)
	if ok != want || ok && (start != wantStart || end != wantEnd || edits != wantEdits) {
		if !ok {
			edits = -1
		}
		if !want {
			wantEdits = -1
		}
		t.Fatalf("%q (fold %v, limit %d) in %q: [%d %d] with %d edits, want [%d %d] with %d",
			p.source, w.fold, w.limit, line, start, end, edits, wantStart, wantEnd, wantEdits)
	}
	if got := p.Matches([]byte(line)); got != want {
		t.Fatalf("%q (limit %d) matches %q: %v, want %v", p.source, w.limit, line, got, want)
	}
	if ok {
		if got := p.Edits([]byte(line[start:end])); got != edits {
			t.Fatalf("%q is %d edits from the span %q, found with %d", p.source, got, line[start:end], edits)
		}
		containsPiece(t, p, w, line)
	}
	if got, want := p.Edits([]byte(line)), w.edits(line); got != want {
		t.Fatalf("%q is %d edits from %q, want %d", p.source, got, line, want)
	}
	block := []byte("\n" + line + "\n" + line)
	at := p.Next(block, 0)
	if again := p.Next(block, len(line)+2); ok && (at != 1 || again != len(line)+2) || !ok && (at >= 0 || again >= 0) {
		t.Fatalf("%q (limit %d) in lines %q: next %d, then %d", p.source, w.limit, block, at, again)
	}
}

// containsPiece fails t if line contains none of the pieces of p.
func containsPiece(t *testing.T, p *Pattern, w *twin, line string) {
	t.Helper()
	pieces := p.Pieces()
	if len(pieces) == 0 {
		return
	}
	text := charactersOf(line)
	for _, piece := range pieces {
		one := charactersOf(piece)
		for i := 0; i+len(one) <= len(text); i++ {
			j := 0
			for j < len(one) && w.same(one[j], text[i+j]) {
				j++
			}
			if j == len(one) {
				return
			}
		}
	}
	t.Fatalf("%q matches %q, which has none of the pieces %q", line, p.source, pieces)
}

// both returns a Pattern and its twin, or nil for an invalid query.
func both(t *testing.T, query string, threshold float64, fold bool) (*Pattern, *twin) {
	t.Helper()
	p, err := Compile(query, threshold, fold)
	if err != nil {
		if query != "" && !strings.Contains(query, "\n") && threshold >= 0 && threshold <= 1 && len(query) <= maxLength {
			t.Fatalf("Compile(%q, %v): %v", query, threshold, err)
		}
		return nil, nil
	}
	w := newTwin(query, threshold, fold)
	if p.Limit() != w.limit {
		t.Fatalf("%q at %v: limit %d, want %d", query, threshold, p.Limit(), w.limit)
	}
	return p, w
}

var alphabets = [][]string{
	{"a", "b"},
	{"a", "b", "c", "d"},
	{"a", "A", "b", "k", "K", "\u212a", "s", "ſ", "ß", "ẞ", "σ", "ς"},
	{"a", "é", "\xff", "\xc3", "\xa9", "€", "\xe2", "\x82", "😀", "\ufffd", "\x00"},
	{"日", "本", "a", "語"},
}

var thresholds = []float64{0, 0.01, 0.3, 0.5, 0.6, 0.75, 0.8, 0.9, 0.95, 0.99, 1}

func randomText(r *rand.Rand, alphabet []string, n int) []string {
	text := make([]string, n)
	for i := range text {
		text[i] = alphabet[r.IntN(len(alphabet))]
	}
	return text
}

// edited returns text after n random edits.
func edited(r *rand.Rand, text, alphabet []string, n int) []string {
	text = append([]string(nil), text...)
	for range n {
		i := r.IntN(len(text) + 1)
		switch c := alphabet[r.IntN(len(alphabet))]; {
		case r.IntN(4) == 0 || i == len(text):
			text = append(text[:i:i], append([]string{c}, text[i:]...)...)
		case r.IntN(3) == 0:
			text = append(text[:i:i], text[i+1:]...)
		case r.IntN(2) == 0 && i+1 < len(text):
			text[i], text[i+1] = text[i+1], text[i]
		default:
			text[i] = c
		}
	}
	return text
}

// randomCase returns a query of at most about longest characters, and a line that often has
// something similar.
func randomCase(r *rand.Rand, longest int) (query, line string) {
	alphabet := alphabets[r.IntN(len(alphabets))]
	q := randomText(r, alphabet, 1+r.IntN(longest))
	text := randomText(r, alphabet, r.IntN(longest+1))
	for range r.IntN(3) {
		text = append(text, edited(r, q, alphabet, r.IntN(2+len(q)/2))...)
		text = append(text, randomText(r, alphabet, r.IntN(1+longest/4))...)
	}
	return strings.Join(q, ""), strings.Join(text, "")
}

func TestSpansAgreeWithTheMatrix(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ rounds, longest int }{{20000, 6}, {5000, 20}, {400, 70}, {200, 140}, {100, 300}, {10, 1000}} {
		if testing.Short() {
			c.rounds /= 10
		}
		for range c.rounds {
			query, line := randomCase(r, c.longest)
			if p, w := both(t, query, thresholds[r.IntN(len(thresholds))], r.IntN(2) == 0); p != nil {
				agree(t, p, w, line)
			}
		}
	}
}

// TestTheMatrixAgreesWithAllSpans compares the twin itself with the definition of the best span.
func TestTheMatrixAgreesWithAllSpans(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	for range 1500 {
		query, line := randomCase(r, 7)
		if len(line) > 24 {
			continue
		}
		w := newTwin(query, thresholds[r.IntN(len(thresholds))], r.IntN(2) == 0)
		start, end, edits, ok := w.best(line)
		s, e, n, want := w.bySpans(line)
		if ok != want || ok && (start != s || end != e || edits != n) {
			t.Fatalf("%q (limit %d) in %q: [%d %d] %d %v by the matrix, [%d %d] %d %v by spans", query, w.limit, line, start, end, edits, ok, s, e, n, want)
		}
	}
}

// FuzzAgainstMatrix takes a query, a line, and the minimum score of a match in thousandths.
func FuzzAgainstMatrix(f *testing.F) {
	f.Add("reecive", "x = receive(data)", uint16(800), false)
	f.Add("\u212as", "kſ \xe2\x84", uint16(500), true)
	f.Add("ab", "ba", uint16(10), false)
	f.Add("abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_-", "bacdefghijklmnopqrstuvwxyz012345679ABCDEFGHIJKLMNOPQRSTUVWXZY", uint16(900), false)
	f.Fuzz(func(t *testing.T, query, line string, thousandths uint16, fold bool) {
		if len(query) > 80 || len(line) > 160 || strings.Contains(line, "\n") {
			return
		}
		if p, w := both(t, query, float64(thousandths%1001)/1000, fold); p != nil {
			agree(t, p, w, line)
		}
	})
}

// FuzzLongAgainstMatrix generates long queries, and lines with similar texts, from a seed.
func FuzzLongAgainstMatrix(f *testing.F) {
	for _, longest := range []uint16{63, 64, 65, 128, 129, 300, maxLength} {
		f.Add(uint64(longest), longest, uint16(800), longest%2 == 0)
		f.Add(uint64(longest), longest, uint16(400), longest%2 != 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, longest, thousandths uint16, fold bool) {
		query, line := randomCase(rand.New(rand.NewPCG(seed, 0)), 1+int(longest)%maxLength)
		if p, w := both(t, query, float64(thousandths%1001)/1000, fold); p != nil {
			agree(t, p, w, line)
		}
	})
}
