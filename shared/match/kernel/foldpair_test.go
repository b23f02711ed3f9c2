package kernel

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// slowFoldPair is the slow twin of FoldPair.Index.
func slowFoldPair(b []byte, from int, first, second byte, distance int) int {
	for i := from; i+distance < len(b); i++ {
		if sameByte(first, b[i]) && sameByte(second, b[i+distance]) {
			return i
		}
	}
	return -1
}

func checkFoldPair(t *testing.T, b []byte, from int, first, second byte, distance int) {
	t.Helper()
	p := NewFoldPair(first, second, distance)
	want := slowFoldPair(b, from, first, second, distance)
	if got := p.Index(b, from); got != want {
		t.Fatalf("Index(%q, %d) of %q and %q at %d: %d, want %d", b, from, first, second, distance, got, want)
	}
	if got := p.plain(b, from); got != want {
		t.Fatalf("plain(%q, %d) of %q and %q at %d: %d, want %d", b, from, first, second, distance, got, want)
	}
}

func TestFoldPairFindsTheFirstPlace(t *testing.T) {
	t.Parallel()
	const pairs = "aAbBkK@`[{\x00\x80\xe1\xc1."
	for seed, alphabet := range someAlphabets {
		texts(t, uint64(seed), alphabet, func(r *rand.Rand, b []byte) {
			for range 8 {
				first, second := pairs[r.IntN(len(pairs))], pairs[r.IntN(len(pairs))]
				checkFoldPair(t, b, r.IntN(len(b)+1), first, second, r.IntN(1+r.IntN(80)))
				checkFoldPair(t, b, 0, first, second, r.IntN(3))
			}
		})
	}
}

func TestFoldPairTakesOnlyLettersInEitherCase(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		for d := range 256 {
			want := -1
			if sameByte(byte(c), byte(d)) {
				want = 40
			}
			b := bytes.Repeat([]byte{byte(c) ^ 1}, 100)
			b[40] = byte(d)
			p := NewFoldPair(byte(c), byte(c), 0)
			if got := p.Index(b, 0); got != want {
				t.Errorf("%q in a text with %q: %d, want %d", byte(c), byte(d), got, want)
			}
			if got := p.plain(b, 0); got != want {
				t.Errorf("%q in a text with %q, plain: %d, want %d", byte(c), byte(d), got, want)
			}
		}
	}
}

func FuzzFoldPair(f *testing.F) {
	f.Add([]byte("EXPORT_SYMBOL_GPL(Example_Probe_Resume);\n and more, so that it takes two vectors"), byte('x'), byte('p'), 1, 0)
	f.Add(bytes.Repeat([]byte("@`Kk"), 60), byte('@'), byte('k'), 34, 5)
	f.Fuzz(func(t *testing.T, b []byte, first, second byte, distance, from int) {
		if distance < 0 || distance > 1<<20 || from < 0 || from > len(b) {
			t.Skip("not what FoldPair is given")
		}
		checkFoldPair(t, b, from, first, second, distance)
	})
}
