package kernel

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// slowTeddy is the slow twin of Teddy.Candidates, without a limit.
func slowTeddy(b []byte, from int, windows []Window) []Candidate {
	length := 3
	for _, w := range windows {
		length = min(length, len(w))
	}
	var all []Candidate
	for i := from; i+length <= len(b); i++ {
		for n, w := range windows {
			stands := true
			for k := range length {
				stands = stands && bytes.IndexByte(w[k], b[i+k]) >= 0
			}
			if stands {
				all = append(all, Candidate{i, n})
			}
		}
	}
	return all
}

func checkTeddy(t *testing.T, b []byte, from, most int, windows []Window) {
	t.Helper()
	all := slowTeddy(b, from, windows)
	teddy := NewTeddy(windows)
	paired := *teddy
	if teddy.offsets[2] == 2 {
		paired.pairs = newPairs(&teddy.filter)
	}
	teddy.pairs = nil
	for name, form := range map[string]func([]Candidate, []byte, int, int) ([]Candidate, int){
		"Candidates": teddy.Candidates, "plain": teddy.plain, "plain with pairs": paired.plain,
	} {
		want := all
		for at := from; ; {
			got, next := form([]Candidate{{-7, -7}}, b, at, most)
			if got[0] != (Candidate{-7, -7}) || next < at || next > len(b) {
				t.Fatalf("%s(%q, %d, %d) of %q: %v, next %d", name, b, at, most, windows, got, next)
			}
			got = got[1:]
			slices.SortStableFunc(got, func(a, b Candidate) int {
				return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Window, b.Window))
			})
			n := 0
			for n < len(want) && want[n].At < next {
				n++
			}
			if !slices.Equal(got, want[:n]) {
				t.Fatalf("%s(%q, %d, %d) of %q: %v, next %d; want %v", name, b, at, most, windows, got, next, want[:n])
			}
			if len(got) < most && next != len(b) || len(got) > most && got[most-1].At != got[len(got)-1].At {
				t.Fatalf("%s(%q, %d, %d): stopped at %d with %d", name, b, at, most, next, len(got))
			}
			if want, at = want[n:], next; at == len(b) {
				break
			}
		}
	}
}

// randomWindows returns up to count windows of bytes of alphabet.
func randomWindows(r *rand.Rand, alphabet string, count int) []Window {
	windows := make([]Window, 1+r.IntN(count))
	length := 1 + r.IntN(4)
	for i := range windows {
		for range length + r.IntN(2) {
			var set []byte
			for range 1 + r.IntN(1+r.IntN(4)) {
				set = append(set, alphabet[r.IntN(len(alphabet))])
			}
			windows[i] = append(windows[i], set)
		}
	}
	return windows
}

func TestTeddyFindsEveryWindow(t *testing.T) {
	t.Parallel()
	for _, count := range []int{1, 4, 8, 12, 60} {
		t.Run(fmt.Sprint(count), func(t *testing.T) {
			t.Parallel()
			for seed, alphabet := range someAlphabets {
				texts(t, uint64(seed), alphabet, func(r *rand.Rand, b []byte) {
					from := r.IntN(1 + r.IntN(len(b)+1))
					checkTeddy(t, b, from, 1+r.IntN(1+r.IntN(40)), randomWindows(r, alphabet, count))
				})
			}
		})
	}
}

func TestTeddyTakesManyWindows(t *testing.T) {
	t.Parallel()
	for _, count := range []int{9, 64, 65, 200, 513, 1500} {
		r := rand.New(rand.NewPCG(uint64(count), 2))
		const letters = "abcdefghijklmnopqrstuvwxyz_ABCDEFGHIJKLMNOPQRSTUVWXYZ\x80\xc3\xff"
		windows := make([]Window, count)
		for i := range windows {
			for range 3 {
				windows[i] = append(windows[i], []byte{letters[r.IntN(len(letters))]})
			}
		}
		windows[count/2] = windows[0] // a duplicate
		b := make([]byte, 2000)
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
		}
		for range 100 {
			w := windows[r.IntN(count)]
			copy(b[r.IntN(len(b)-2):], []byte{w[0][0], w[1][0], w[2][0]})
		}
		checkTeddy(t, b, 0, 10, windows)
		checkTeddy(t, b, 17, 5000, windows)
	}
}

func TestTeddyOfNothingFindsNothing(t *testing.T) {
	t.Parallel()
	b := bytes.Repeat([]byte("abc"), 40)
	checkTeddy(t, b, 0, 1, nil)
	checkTeddy(t, b, 0, 1, []Window{{{'a'}, {}, {'c'}}})
}

func TestTeddyPutsEachWindowIntoOneBucket(t *testing.T) {
	t.Parallel()
	for _, count := range []int{0, 1, 7, 8, 9, 100, 511, 512, 513, 2049} {
		r := rand.New(rand.NewPCG(uint64(count), 3))
		windows := make([]Window, count)
		for i := range windows {
			windows[i] = Window{{byte(r.Uint32())}, {byte(r.Uint32())}}
		}
		var all []int
		groups := group(windows, 2)
		for _, g := range groups {
			all = append(all, g.windows...)
		}
		slices.Sort(all)
		want := make([]int, count)
		for i := range want {
			want[i] = i
		}
		if len(groups) > buckets || count > 0 && len(groups) < min(buckets, count) || !slices.Equal(all, want) {
			t.Errorf("%d windows: %d buckets with %v", count, len(groups), all)
		}
	}
}

func TestBucketsOfSimilarWindowsPassLess(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 5))
	for _, count := range []int{20, 64, 200} {
		var windows []Window
		dealt := make([]bucket, buckets) // in turn
		for i := range count {
			w := exactly(manyWindows[r.IntN(len(manyWindows))])
			w[2][0] = "aeiou_stnr"[r.IntN(10)]
			windows = append(windows, w)
			one := newBucket(i, w)
			dealt[i%buckets].merge(&one)
		}
		grouped, inTurn, shares := 0.0, 0.0, newShares()
		for _, g := range group(windows, 3) {
			if again := shares.of(&g, 3); g.share < again*0.999 || g.share > again*1.001 {
				t.Errorf("%d windows: a bucket's share is %g, not %g", count, g.share, again)
			}
			grouped += g.share
		}
		for i := range dealt {
			inTurn += shares.of(&dealt[i], 3)
		}
		if grouped > inTurn/2 {
			t.Errorf("%d windows: %g of the offsets pass, %g where they are dealt in turn", count, grouped, inTurn)
		}
	}
}

func TestTeddyExpectsWhatRareWindowsSave(t *testing.T) {
	t.Parallel()
	expected := func(texts ...string) float64 {
		var windows []Window
		for _, s := range texts {
			windows = append(windows, exactly(s))
		}
		return NewTeddy(windows).Expected()
	}
	rare, common, many := expected("ZQX"), expected("the"), expected("the", "ret", "int", "for")
	if !(0 < rare && rare < common/100 && common < many && many < 0.01) {
		t.Errorf("rare %g, common %g, four common %g", rare, common, many)
	}
	if all := expected("e"); all < 0.03 || all > 0.2 {
		t.Errorf("a single e: %g", all)
	}
}

// exactly returns the window of the bytes of text.
func exactly(text string) (w Window) {
	for _, c := range []byte(text) {
		w = append(w, []byte{c})
	}
	return w
}

func FuzzTeddy(f *testing.F) {
	f.Add(bytes.Repeat([]byte("static int example_probe(struct device *dev)\n"), 3), []byte("stat\x00int\x00dev"), 3, 0, 5)
	f.Add(bytes.Repeat([]byte("abAB"), 40), []byte("ab\x00AB\x00aB\x00Bb\x00bb\x00aa\x00a"), 1, 7, 1)
	f.Fuzz(func(t *testing.T, b, texts []byte, sets, from, most int) {
		if from < 0 || from > len(b) || most < 1 || len(b) > 1<<12 || len(texts) > 1<<10 {
			t.Skip("not what Teddy is given, or slow")
		}
		// Texts are separated by zero bytes. At about every fifth byte, depending on sets, a byte
		// forms a set with the one before it.
		var windows []Window
		for i, text := range bytes.Split(texts, []byte{0}) {
			var w Window
			for k, c := range text {
				if k > 0 && sets>>(uint(i+k)%32)&1 != 0 {
					w[len(w)-1] = append(w[len(w)-1], c)
				} else {
					w = append(w, []byte{c})
				}
			}
			if len(w) > 0 {
				windows = append(windows, w)
			}
		}
		checkTeddy(t, b, from, most, windows)
	})
}
