package match

import (
	"cmp"
	"slices"
	"strings"
	"testing"
)

// FuzzTexts compares what Each finds of up to three texts with the occurrences of each by itself.
func FuzzTexts(f *testing.F) {
	f.Add("getattr(o, 'x')(); o[k](); globals()['f'](", "getattr", "](", "globals()")
	f.Add("aaaa##aaa", "aaa", "##", "a")
	f.Add("xyz", "xyz", "z", "xyz")
	f.Fuzz(func(t *testing.T, block, one, two, three string) {
		list := slices.DeleteFunc([]string{one, two, three}, func(s string) bool { return s == "" || strings.Contains(s, "\n") })
		type found struct{ start, text int }
		var want, got []found
		for i, text := range list {
			for at := range len(block) {
				if strings.HasPrefix(block[at:], text) {
					want = append(want, found{at, i})
				}
			}
		}
		texts := NewTexts(list...)
		texts.Each([]byte(block), func(start, text int) bool {
			got = append(got, found{start, text})
			return true
		})
		order := func(a, b found) int { return cmp.Or(a.text-b.text, a.start-b.start) }
		slices.SortFunc(want, order)
		slices.SortFunc(got, order)
		if !slices.Equal(got, want) || texts.In([]byte(block)) != (len(want) > 0) {
			t.Fatalf("%q in %q: %v, want %v", list, block, got, want)
		}
	})
}
