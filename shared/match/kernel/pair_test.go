package kernel

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// slowPair is the slow twin of Pair.Index.
func slowPair(b []byte, from int, text string) int {
	for i := from; i <= len(b)-len(text); i++ {
		if string(b[i:i+len(text)]) == text {
			return i
		}
	}
	return -1
}

func checkPair(t *testing.T, b []byte, from int, text string) {
	t.Helper()
	p := NewPair([]byte(text))
	want := slowPair(b, from, text)
	if got := p.Index(b, from); got != want {
		t.Fatalf("Index(%q, %d) of %q: %d, want %d", b, from, text, got, want)
	}
	if got := p.plain(b, from); got != want {
		t.Fatalf("plain(%q, %d) of %q: %d, want %d", b, from, text, got, want)
	}
}

func TestPairFindsTheFirstOccurrence(t *testing.T) {
	t.Parallel()
	fixed := []string{"a", "K", "ab", "aa", "ba", "aab", "aaaa", "abab", "\x80", "a\x00", strings.Repeat("ab", 20), strings.Repeat("a", 40)}
	for seed, alphabet := range someAlphabets {
		texts(t, uint64(seed), alphabet, func(r *rand.Rand, b []byte) {
			from := r.IntN(len(b) + 1)
			checkPair(t, b, 0, fixed[r.IntN(len(fixed))])
			checkPair(t, b, from, fixed[r.IntN(len(fixed))])
			if n := len(b) - from; n > 0 {
				checkPair(t, b, r.IntN(from+1), string(b[from:from+1+r.IntN(n)]))
				checkPair(t, b, from, string(b[from:]))
				checkPair(t, b, 0, string(b[from:])+"a")
			}
		})
	}
}

func TestPairFindsEveryOccurrenceInLongText(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 7))
	b := bytes.Repeat([]byte("if (dev->state) return dev;\n"), 300)
	for range 40 {
		copy(b[r.IntN(len(b)-8):], "dev_err")
	}
	for _, text := range []string{"dev", "dev_err", "e", "state) return", "dev_error"} {
		for _, index := range []func(*Pair, []byte, int) int{(*Pair).Index, (*Pair).plain} {
			p := NewPair([]byte(text))
			for at := 0; at >= 0; {
				want := slowPair(b, at, text)
				if at = index(p, b, at); at != want {
					t.Fatalf("%q: %d, want %d", text, at, want)
				}
				if at >= 0 {
					at++
				}
			}
		}
	}
}

func TestPairChoosesRareBytesThatDiffer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text          string
		first, second int
	}{
		{"a", 0, 0}, {"aaa", 0, 2}, {"see", 0, 2}, {"  return q;", 9, 10}, {"EXPORT_SYMBOL_GPL", 1, 8}, {"zeZ", 0, 2},
	} {
		p := NewPair([]byte(c.text))
		if p.first != c.first || p.second != c.second {
			t.Errorf("%q: %d and %d, want %d and %d", c.text, p.first, p.second, c.first, c.second)
		}
	}
}

func TestPairKeepsItsOwnText(t *testing.T) {
	t.Parallel()
	text := []byte("needle")
	p := NewPair(text)
	copy(text, "xxxxxx")
	if got := p.Index([]byte("a needle"), 0); got != 2 {
		t.Errorf("%d, want 2", got)
	}
}

func FuzzPair(f *testing.F) {
	f.Add([]byte("static int example_probe(struct device *dev, const char *name)\n"), []byte("dev"), 3)
	f.Add(bytes.Repeat([]byte("aaab"), 60), []byte("aaaa"), 0)
	f.Add(bytes.Repeat([]byte("ab"), 100), []byte("abba"), 100)
	f.Fuzz(func(t *testing.T, b, text []byte, from int) {
		if len(text) == 0 || from < 0 || from > len(b) {
			t.Skip("not what Pair is given")
		}
		checkPair(t, b, from, string(text))
	})
}
