package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

func samples(ms ...float64) []sample {
	var s []sample
	for i, v := range ms {
		s = append(s, sample{ms: v, kib: int64(i+1) * 1024})
	}
	return s
}

func TestMedian(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		values []float64
		want   float64
	}{{[]float64{3}, 3}, {[]float64{9, 1, 5}, 5}, {[]float64{4, 1, 3, 2}, 2.5}} {
		before := slices.Clone(c.values)
		if got := median(c.values); got != c.want {
			t.Errorf("of %v: %v, want %v", c.values, got, c.want)
		}
		if !slices.Equal(before, c.values) {
			t.Errorf("%v became %v: pairs would be torn apart", before, c.values)
		}
	}
}

func TestRatioIsThatOfThePairs(t *testing.T) {
	t.Parallel()
	// The machine slows down: the ratio of the medians would be 20 / 20.
	r := result{row: row{atMost: 0.5}, ours: samples(5, 20, 50), theirs: samples(10, 40, 20)}
	if got := r.ratio(); got != 0.5 {
		t.Errorf("ratio %v, want 0.5", got)
	}
	if got := r.difference(); got != -5 {
		t.Errorf("difference %v ms, want -5", got)
	}
	if !r.met() {
		t.Error("a ratio of 0.5 does not meet a target of 0.5")
	}
	if r.row.atMost = 0.49; r.met() {
		t.Error("a ratio of 0.5 meets a target of 0.49")
	}
	if got := geometricMean([]float64{0.5, 2, 1, 0.25}); math.Abs(got-math.Sqrt(0.5)) > 1e-9 {
		t.Errorf("geometric mean %v", got)
	}
}

func TestSummaryLeavesNothingOut(t *testing.T) {
	t.Parallel()
	b := &bound{"peak", 2}
	results := []result{
		{row: row{name: "a", limit: b}, ours: samples(1, 1), theirs: samples(2, 2)},
		{row: row{name: "b"}, ours: samples(1, 1, 1), theirs: samples(8, 8, 8)},
		{row: row{name: "c", inMS: true}, ours: samples(9), theirs: samples(1)},
	}
	got := summary(results)
	want := []judgement{
		{"geometric mean of 2 ratios", "0.25", "0.48", "yes"},
		{"peak", "2 MiB", "2 MiB", "yes"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	results[1].row.limit = b // 3 MiB
	results = append(results, result{row: row{name: "d"}, refused: "results differ"})
	got = summary(results)
	want = []judgement{
		{"geometric mean of 2 ratios", "none", "0.48", "no"},
		{"peak", "3 MiB", "2 MiB", "no"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("with a refused row: %v, want %v", got, want)
	}
	results[3].row.limit = b
	if got := summary(results)[1]; got.measured != "none" {
		t.Errorf("with a row of the bound refused: %v", got)
	}
}

func TestCells(t *testing.T) {
	t.Parallel()
	r := result{row: row{name: "a|b", atMost: 0.7}, lines: 12, ours: samples(60, 50, 70), theirs: samples(100, 101, 140)}
	want := "| a\\|b | 60.0 (50.0–70.0) | 101 (100–140) | 0.50 | 0.70 | yes | 3 / 3 | 12 |\n"
	if got := markdown(heading, [][]string{r.cells()}); !strings.HasSuffix(got, want) {
		t.Errorf("%s\nwant %s", got, want)
	}
	r.row.inMS, r.row.atMost = true, -60
	if c := r.cells(); c[3] != "-51.0 ms" || c[4] != "-60.0 ms" || c[5] != "no" {
		t.Errorf("as a difference: %q", c)
	}
	r.refused = "results differ"
	if c := r.cells(); len(c) != len(heading) || c[3] != "none: results differ" || c[5] != "no" || c[1]+c[2] != "" {
		t.Errorf("refused: %q", c)
	}
}
