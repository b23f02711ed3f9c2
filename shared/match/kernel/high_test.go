package kernel

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// slowIndex returns the first offset at or after from with a wanted byte, or -1.
func slowIndex(b []byte, from int, wanted func(c byte) bool) int {
	for i := from; i < len(b); i++ {
		if wanted(b[i]) {
			return i
		}
	}
	return -1
}

func isHigh(c byte) bool      { return c >= 0x80 }
func isNULOrHigh(c byte) bool { return c == 0 || c >= 0x80 }

func checkHigh(t *testing.T, b []byte, from int) {
	t.Helper()
	want := slowIndex(b, from, isHigh)
	if got := IndexHigh(b, from); got != want {
		t.Fatalf("IndexHigh(%q, %d): %d, want %d", b, from, got, want)
	}
	if got := plainIndexHigh(b, from); got != want {
		t.Fatalf("plainIndexHigh(%q, %d): %d, want %d", b, from, got, want)
	}
	want = slowIndex(b, 0, isNULOrHigh)
	if got := IndexNULOrHigh(b); got != want {
		t.Fatalf("IndexNULOrHigh(%q): %d, want %d", b, got, want)
	}
	if got := plainIndexNULOrHigh(b); got != want {
		t.Fatalf("plainIndexNULOrHigh(%q): %d, want %d", b, got, want)
	}
}

func TestBytesBeyondASCIIAreFound(t *testing.T) {
	t.Parallel()
	for seed, alphabet := range append(someAlphabets, "a\x00", "a\x01\x7f\x00", "\x01\x01\x01\x01\x01\x01\x00\x80") {
		texts(t, uint64(seed), alphabet, func(r *rand.Rand, b []byte) {
			checkHigh(t, b, r.IntN(len(b)+1))
		})
	}
}

func TestEveryByteIsClassified(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		for n := range 200 {
			b := bytes.Repeat([]byte{'a'}, n+1)
			b[n*3/4] = byte(c)
			checkHigh(t, b, n/2)
		}
	}
}

func FuzzIndexHigh(f *testing.F) {
	f.Add(append(bytes.Repeat([]byte{'x'}, 200), 0x80), 3)
	f.Add(append(bytes.Repeat([]byte{1, 0x7f}, 100), 0), 0)
	f.Fuzz(func(t *testing.T, b []byte, from int) {
		if from < 0 || from > len(b) {
			t.Skip("not what IndexHigh is given")
		}
		checkHigh(t, b, from)
	})
}
