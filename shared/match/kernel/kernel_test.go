package kernel

import (
	"math/rand/v2"
	"testing"
)

// longestText is longer than what the vector forms process in one step.
const longestText = 300

// texts calls f with random texts of every length, at every position in a vector. The bytes outside
// the text come from the same alphabet, so that reading them would show. The first bytes of
// alphabet are the most frequent ones.
func texts(t *testing.T, seed uint64, alphabet string, f func(r *rand.Rand, b []byte)) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var space [longestText + 128]byte
	for n := range longestText {
		for i := range space {
			space[i] = alphabet[r.IntN(1+r.IntN(len(alphabet)))]
		}
		at := n * 7 % 64
		f(r, space[at:at+n:at+n])
		f(r, space[at+1:at+1+n])
	}
}

// someAlphabets make texts with many, some and hardly any of the bytes that the tests look for: a,
// b, K, @ and similar ones.
var someAlphabets = []string{
	"ab",
	"aAbBkK",
	"abcdefghijklmnopqrstuvwxyz@`[{K\x00\x80\xff\xe1\xc1",
	".,;:-_0123456789xyzuvwabk@",
	"..........................................................aKb\x80",
}

// sameByte is the slow twin of a FoldPair's comparison.
func sameByte(c, d byte) bool {
	letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	return c == d || letter && c^0x20 == d
}

// onePlace calls f with texts of every length that contain text at only one offset: the first, the
// last and some between. It also varies the offset to start from: some up to the occurrence, and
// the next one.
func onePlace(text string, f func(b []byte, from, want int)) {
	for n := len(text); n < longestText; n++ {
		b := make([]byte, n)
		last := n - len(text)
		for _, at := range []int{0, last / 3, last / 2, last - min(last, 1), last} {
			for i := range b {
				b[i] = '.'
			}
			copy(b[at:], text)
			for _, from := range []int{0, at / 2, at} {
				f(b, from, at)
			}
			f(b, at+1, -1)
		}
	}
}

func TestTheOnlyPlaceIsFound(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"ab", "abK", "a....b", "K......................................b"} {
		end := len(text) - 1
		onePlace(text, func(b []byte, from, want int) {
			checkPair(t, b, from, text)
			checkFoldPair(t, b, from, text[0], text[end], end)
			if want >= 0 && NewPair([]byte(text)).Index(b, from) != want {
				t.Fatalf("%q is not where it was put: %q", text, b)
			}
		})
	}
	for _, text := range []string{"a", "ab", "abK"} {
		teddy := NewTeddy([]Window{exactly(text)})
		onePlace(text, func(b []byte, from, want int) {
			for name, form := range map[string]func([]Candidate, []byte, int, int) ([]Candidate, int){
				"Candidates": teddy.Candidates, "plain": teddy.plain,
			} {
				got, next := form(nil, b, from, 2)
				if next != len(b) || want < 0 && len(got) > 0 || want >= 0 && (len(got) != 1 || got[0].At != want) {
					t.Fatalf("%s(%q, %d) of %q: %v, next %d; want %d", name, b, from, text, got, next, want)
				}
			}
		})
	}
	onePlace("\x80", func(b []byte, from, _ int) { checkHigh(t, b, from) })
	onePlace("\x00", func(b []byte, from, _ int) { checkHigh(t, b, from) })
}
