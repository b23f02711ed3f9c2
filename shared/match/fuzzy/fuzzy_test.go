package fuzzy

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// lengths of queries: around one word of rows, several words, and the maximum.
var lengths = []int{2, 5, 10, 63, 64, 65, 66, 128, 129, 300, maxLength}

// distinct returns n letters, no two neighbors in it are equal.
func distinct(n int) string {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	text, letter := make([]byte, n), r.IntN(26)
	for i := range text {
		letter = (letter + 1 + r.IntN(25)) % 26
		text[i] = 'a' + byte(letter)
	}
	return string(text)
}

// spoiled returns text with a character in the middle replaced.
func spoiled(text string) string {
	return text[:len(text)/2] + "~" + text[len(text)/2+1:]
}

// within compiles query so that a match has at most edits edits.
func within(t *testing.T, query string, edits int) *Pattern {
	t.Helper()
	n := float64(len(query))
	p, err := Compile(query, (n-float64(edits))/n, false)
	if err != nil {
		t.Fatal(err)
	}
	if p.Limit() != edits {
		t.Fatalf("%d characters: limit %d, want %d", len(query), p.Limit(), edits)
	}
	return p
}

func TestTheFirstOfTheBestSpansIsTaken(t *testing.T) {
	t.Parallel()
	for _, n := range lengths {
		query := distinct(n)
		p := within(t, query, min(2, n-1))
		apart := strings.Repeat("-", 3*n)
		for _, c := range []struct {
			line  string
			start int
			edits int
		}{
			{"-" + query + apart + query, 1, 0},
			{spoiled(query) + apart + query + apart + query, 4 * n, 0},
			{"--" + spoiled(query) + apart + spoiled(query), 2, 1},
		} {
			start, end, edits, ok := p.Best([]byte(c.line))
			if n == 2 && c.edits > 0 { // one of the two characters is enough
				continue
			}
			if !ok || start != c.start || end != c.start+n || edits != c.edits {
				t.Errorf("%d characters in %d: [%d %d] with %d edits, %v, want [%d %d] with %d", n, len(c.line), start, end, edits, ok, c.start, c.start+n, c.edits)
			}
		}
	}
}

// An exchange is one edit everywhere, also at the boundary of a word and of a piece.
func TestAnExchangeIsOneEditEverywhere(t *testing.T) {
	t.Parallel()
	for _, n := range lengths {
		query := distinct(n)
		p := within(t, query, 1)
		w := newTwin(query, 1-1/float64(n), false)
		for i := range n - 1 {
			line := "-" + query[:i] + query[i+1:i+2] + query[i:i+1] + query[i+2:] + "-"
			if _, _, edits, ok := p.Best([]byte(line)); !ok || edits != 1 {
				t.Errorf("%d characters, exchanged at %d: %d edits, %v", n, i, edits, ok)
			}
			containsPiece(t, p, w, line)
		}
	}
}

// A threshold is reached by the score that is written like it.
func TestTheLimitIsThatOfTheScore(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		length    int
		threshold float64
		limit     int
	}{
		{10, 0.1, 9}, {10, 0.2, 8}, {10, 0.3, 7}, {10, 0.4, 6}, {10, 0.6, 4}, {10, 0.7, 3}, {10, 0.8, 2}, {10, 0.9, 1}, {10, 1, 0},
		{5, 0.8, 1}, {8, 0.8, 1}, {9, 0.8, 1}, {4, 0.8, 0}, {15, 0.8, 3}, {maxLength, 0.8, 204}, {100, 0.07, 93},
		{1, 0, 0}, {3, 0, 2}, {3, 1e-300, 2}, {maxLength, 0, maxLength - 1},
	} {
		p, err := Compile(distinct(c.length), c.threshold, false)
		if err != nil {
			t.Fatal(err)
		}
		if p.Limit() != c.limit || p.Score(p.Limit()) < c.threshold || p.Score(0) != 1 || p.Score(c.length) != 0 {
			t.Errorf("%d characters at %v: limit %d with score %v, want %d", c.length, c.threshold, p.Limit(), p.Score(p.Limit()), c.limit)
		}
	}
}

func TestInvalidQueriesAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query     string
		threshold float64
		want      string
	}{
		{"", 0.8, "empty"},
		{strings.Repeat("é", maxLength+1), 0.8, "1025 characters long, more than 1024"},
		{"a\nb", 0.8, "line break"},
		{"a", 1.1, "not in 0 to 1"},
		{"a", -0.1, "not in 0 to 1"},
	} {
		if p, err := Compile(c.query, c.threshold, false); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.10q at %v: %v, %v, want %s", c.query, c.threshold, p != nil, err, c.want)
		}
	}
	if _, err := Compile(strings.Repeat("é", maxLength-1)+"\xff", 0.8, true); err != nil {
		t.Error(err)
	}
}
