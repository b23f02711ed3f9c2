package walk

import (
	"context"
	"slices"
	"testing"
)

func TestPathsAreOrderedAsTheyAreVisited(t *testing.T) {
	dir := makeTree(t, "a/x", "a/x.c", "a.c", "a b", "a-", "A", "b/c/d", "b/c.d", "b/c-d/e", "aa/+", "é")
	var got []string
	_, err := Run(context.Background(), Options{Base: dir, Types: File | Dir, NoIgnore: true}, func() Visit[string] {
		return func(e *Entry) Outcome[string] { return Outcome[string]{Value: e.Path(), Keep: true} }
	}, func(path string) bool { got = append(got, path); return true })
	if err != nil {
		t.Fatal(err)
	}
	if len(got) < 14 || !slices.IsSortedFunc(got, ComparePaths) {
		t.Errorf("%q", got)
	}
	for i, a := range got {
		for j, b := range got {
			if c := ComparePaths(a, b); (c < 0) != (i < j) || (c == 0) != (i == j) {
				t.Errorf("ComparePaths(%q, %q) = %d", a, b, c)
			}
		}
	}
}
