package bm25

import (
	"math"
	"testing"
)

// With one field and without additions a term counts as in BM25.
func TestATermCountsByBM25(t *testing.T) {
	m := Model{Fields: []Field{{Weight: 1, K1: 1.2, B: 0.75}}}
	c := Collection{Documents: 10, Mean: [MaxFields]float64{20}}
	n := Counts{Forms: [MaxFields]uint16{3}}
	got := m.Term(&c, 1, &Frequency{Any: 2}, &n, &Lengths{40})
	want := math.Log(1+8.5/2.5) * 3 * 2.2 / (3 + 1.2*(0.25+0.75*2))
	if math.Abs(got-want) > 1e-12 {
		t.Errorf("%v, want %v", got, want)
	}
}

// Everything that is found adds to the score, and a form of a word less than the word.
func TestEverythingAdds(t *testing.T) {
	m := Usual(1, 1, 1)
	c := Collection{Documents: 100, Mean: [MaxFields]float64{5, 50}}
	l := Lengths{5, 50}
	f := Frequency{Any: 10, Same: [MaxFields]int{5, 5}}
	term := func(times int, forms ...Form) float64 {
		var n Counts
		for i, form := range forms {
			n.Add(i%2, form)
		}
		return m.Term(&c, times, &f, &n, &l)
	}
	last := 0.0
	for i, score := range []float64{
		term(1, Longer), term(1, Other), term(1, Same), term(1, Same, Longer), term(1, Same, Same), term(1, Same, Same, Longer, Longer), term(2, Same, Same, Longer, Longer),
	} {
		if score <= last {
			t.Errorf("%d: %v after %v", i, score, last)
		}
		last = score
	}
	var near, ordered PairCounts
	near.Add(-Near)
	near.Add(Near + 1)
	ordered.Add(1)
	if a, b := m.PairOf(&c, 3, 3, near, &l), m.PairOf(&c, 3, 3, ordered, &l); near != (PairCounts{Near: 1}) || ordered != (PairCounts{1, 1}) || a <= 0 || b <= a {
		t.Errorf("%v %v, %v %v", near, a, ordered, b)
	}
}

// Counts stop at their maximum.
func TestCountsDoNotOverflow(t *testing.T) {
	var n Counts
	n.AddSame(0, 1<<20)
	n.Add(0, Same)
	n.Join(&n)
	if n.Same[0] != math.MaxUint16 || n.Forms[0] != math.MaxUint16 {
		t.Error(n)
	}
}
