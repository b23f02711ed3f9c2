package main

import (
	"slices"
	"testing"
)

func TestMatchesAtMostTwoLinesApartAreOneCluster(t *testing.T) {
	for _, c := range []struct{ lines, want []int64 }{
		{nil, nil},
		{[]int64{7}, []int64{7}},
		{[]int64{1, 3, 5, 7}, []int64{1}},
		{[]int64{1, 4, 6, 9}, []int64{1, 4, 9}},
	} {
		if got := clusters(c.lines); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.lines, got, c.want)
		}
	}
}

func TestTheFirstTheMiddleAndTheLastComeFirst(t *testing.T) {
	for n, want := range map[int][]int{
		1: {0}, 2: {0, 1}, 3: {0, 1, 2}, 4: {0, 1, 3, 2}, 5: {0, 2, 4, 1, 3}, 6: {0, 2, 5, 1, 3, 4}, 9: {0, 4, 8, 1, 2, 3, 5, 6, 7},
	} {
		got := make([]int, n)
		for k := range got {
			got[k] = preferred(k, n)
		}
		if !slices.Equal(got, want) {
			t.Errorf("of %d: %v, want %v", n, got, want)
		}
	}
}

func TestFilesTakeTurns(t *testing.T) {
	got := picks([]int{1, 4, 2}, 0, 6)
	want := []pick{{0, 0}, {1, 0}, {2, 0}, {1, 1}, {2, 1}, {1, 3}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := picks([]int{1, 4, 2}, 0, 100); len(got) != 7 {
		t.Errorf("%v", got)
	}
	if got := picks(nil, 0, 5); got != nil {
		t.Errorf("%v", got)
	}
}
