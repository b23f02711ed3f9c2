package align

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

func TestLines(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		old, now string
		want     []int
	}{
		{"", "", []int{}},
		{"a\nb\n", "a\nb\n", []int{0, 1}},
		{"a\nb", "a\nb\n", []int{0, 1}},
		{"a\nb\n", "a\r\nb\r\n", []int{0, 1}},
		{"", "a\n", []int{-1}},
		{"a\nb\nc\n", "a\nc\n", []int{0, 2}},
		{"a\nc\n", "a\nb\nc\n", []int{0, -1, 1}},
		{"a\nb\nc\n", "x\nb\ny\n", []int{-1, 1, -1}},
		{"a\nb\nc\nd\ne\n", "z\nb\nx\nd\ny\n", []int{-1, 1, -1, 3, -1}},
	} {
		if got := Lines([]byte(test.old), []byte(test.now)); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q, %q: %v, want %v", test.old, test.now, got, test.want)
		}
	}
}

// valid checks what holds for any two texts, and returns how many lines correspond.
func valid(t *testing.T, old, now []byte) (same int) {
	t.Helper()
	a, b, last := split(old), split(now), -1
	to := Lines(old, now)
	if len(to) != len(b) || len(a) != Count(old) || len(b) != Count(now) {
		t.Fatalf("%d lines of %d", len(to), len(b))
	}
	for j, i := range to {
		if i < 0 {
			continue
		}
		if i <= last || i >= len(a) || !bytes.Equal(a[i], b[j]) {
			t.Fatalf("line %d is not line %d\n%q\n%q", j, i, old, now)
		}
		last = i
		same++
	}
	return same
}

// longest is the slow twin: how many lines can correspond.
func longest(a, b [][]byte) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		before := 0
		for j, y := range b {
			here := row[j+1]
			if bytes.Equal(x, y) {
				row[j+1] = before + 1
			} else {
				row[j+1] = max(here, row[j])
			}
			before = here
		}
	}
	return row[len(b)]
}

func TestNoMoreLinesCorrespond(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	text := func(kinds int) []byte {
		var b bytes.Buffer
		for range r.IntN(30) {
			fmt.Fprintf(&b, "%d\n", r.IntN(kinds))
		}
		return b.Bytes()
	}
	for range 5000 {
		kinds := 1 + r.IntN(12)
		old, now := text(kinds), text(kinds)
		if got, want := valid(t, old, now), longest(split(old), split(now)); got != want {
			t.Fatalf("%d lines correspond, want %d\n%q\n%q", got, want, old, now)
		}
	}
}

func TestManyEdits(t *testing.T) {
	t.Parallel()
	var old, now strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&old, "kept %d\nold %d\n}\n", i, i)
		fmt.Fprintf(&now, "kept %d\nnew %d\n}\n", i, i)
	}
	if same := valid(t, []byte(old.String()), []byte(now.String())); same < 20_000 {
		t.Errorf("%d lines correspond", same)
	}
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("a\nb\nc"), []byte("b\r\nc\nd\n"))
	f.Add([]byte("\n\n\n"), []byte("\n"))
	f.Fuzz(func(t *testing.T, old, now []byte) {
		same := valid(t, old, now)
		if len(old)+len(now) < 2000 && same != longest(split(old), split(now)) {
			t.Errorf("%d lines correspond\n%q\n%q", same, old, now)
		}
	})
}
