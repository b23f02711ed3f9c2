package foreign

import (
	"reflect"
	"slices"
	"testing"
)

func held(list ...Match) *Matches {
	var h Matches
	for i := range list {
		h.Add(&list[i])
	}
	return &h
}

// Matches are decoded as they were added, also from several parts.
func TestMatchesAreKeptAsTheyAre(t *testing.T) {
	kinds := []Match{
		{},
		{Start: 1<<31 - 1, End: 1 << 20, Line: 7},
		{Start: -1, Score: 0.25},
		{Category: "todo_match", End: 300},
		{Captures: []Capture{{Name: "A", Start: 1, End: 2}, {Name: "", Start: 1 << 30}}},
		{Text: []byte("text"), Score: 1, Category: "x", Captures: []Capture{{Name: "ä", End: 1}}},
	}
	var in []Match
	for i := range 20_000 {
		in = append(in, kinds[i%len(kinds)])
	}
	h := held(in...)
	out := slices.Collect(h.All())
	if h.Len() != len(in) || !reflect.DeepEqual(in, out) {
		t.Errorf("%d and %d of %d", h.Len(), len(out), len(in))
	}
	for i, part := range h.parts {
		if len(part) > partSize+1<<10 || i < len(h.parts)-1 && len(part) < partSize {
			t.Errorf("part %d of %d has %d bytes", i, len(h.parts), len(part))
		}
	}
}
