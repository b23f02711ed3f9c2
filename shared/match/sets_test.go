package match

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

func literals(t testing.TB, texts ...string) []*pattern.Pattern {
	t.Helper()
	var list []*pattern.Pattern
	for _, text := range texts {
		p, err := pattern.Compile(text, pattern.Options{Mode: pattern.Literal, Case: pattern.Sensitive})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// blocks divides a text into blocks of whole lines.
func blocks(text []byte, size int) [][]byte {
	var list [][]byte
	for len(text) > 0 {
		end := min(size, len(text))
		if i := bytes.IndexByte(text[end-1:], '\n'); i >= 0 {
			end += i
		} else {
			end = len(text)
		}
		list, text = append(list, text[:end]), text[end:]
	}
	return list
}

// checkSets compares Sets and Nearby, over blocks of some size, with a search line by line.
func checkSets(t *testing.T, text []byte, terms []string, within, size int) {
	t.Helper()
	patterns := literals(t, terms...)
	each := make([]Matcher, len(patterns))
	for i, p := range patterns {
		m, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		each[i] = m
	}
	sets := NewSets(each...).Clone()
	near, err := Nearby(int64(within), patterns...)
	if err != nil {
		t.Fatal(err)
	}
	near = near.Clone()
	for range 2 { // a file after another
		sets.Reset()
		near.Reset()
		var got []string
		var h Hits
		parts := blocks(text, size)
		for i, block := range parts {
			if err := sets.Match(block, 1<<len(terms)-1, func(line int64, set uint64, text []byte) bool {
				got = append(got, fmt.Sprintf("%d:%b:%s", line, set, text))
				return true
			}); err != nil {
				t.Fatal(err)
			}
			h.Last = i == len(parts)-1
			if err := near.Match(block, Count, &h); err != nil {
				t.Fatal(err)
			}
		}
		want, pairs := slowSets(text, terms, within)
		if !slices.Equal(got, want) {
			t.Fatalf("%q in %q: %q, want %q", terms, text, got, want)
		}
		var found []bool
		for _, n := range h.Terms[min(len(terms), len(h.Terms)):] {
			found = append(found, n > 0)
		}
		if len(parts) > 0 && !slices.Equal(found, pairs) {
			t.Fatalf("%q within %d in %q: %v, want %v", terms, within, text, found, pairs)
		}
	}
}

// slowSets is the slow twin.
func slowSets(text []byte, terms []string, within int) (lines []string, pairs []bool) {
	all := strings.Split(string(text), "\n")
	on := make([][]int, len(terms))
	for n, line := range all {
		set := 0
		for i, term := range terms {
			if strings.Contains(line, term) {
				set |= 1 << i
				on[i] = append(on[i], n)
			}
		}
		if set > 0 {
			lines = append(lines, fmt.Sprintf("%d:%b:%s", n+1, set, line))
		}
	}
	for a := range terms {
		for b := a + 1; b < len(terms); b++ {
			together := false
			for _, x := range on[a] {
				for _, y := range on[b] {
					together = together || max(x, y)-min(x, y) < within
				}
			}
			pairs = append(pairs, together)
		}
	}
	return lines, pairs
}

func TestSetsAreThoseOfEachLine(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		var text strings.Builder
		for range rnd.IntN(20) {
			text.WriteString([]string{"a", "b", "c", "ab", "", "x", "cab"}[rnd.IntN(7)] + "\n")
		}
		if rnd.IntN(3) == 0 {
			text.WriteString("a")
		}
		checkSets(t, []byte(text.String()), []string{"a", "b", "c"}[:1+rnd.IntN(3)], 1+rnd.IntN(6), 1+rnd.IntN(40))
	}
}

func FuzzSets(f *testing.F) {
	f.Add([]byte("a\nb\n\nc"), "a", "b", uint8(2), uint8(3))
	f.Add([]byte("ab\r\nb"), "b", "\r", uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, text []byte, a, b string, within, size uint8) {
		if a == "" || b == "" || a == b || strings.ContainsAny(a+b, "\n") || strings.TrimSpace(a) == "" || strings.TrimSpace(b) == "" {
			t.Skip("skipped: not two different patterns of one line")
		}
		checkSets(t, text, []string{a, b}, int(within)+1, int(size)+1)
	})
}
