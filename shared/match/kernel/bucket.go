package kernel

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/ct-tools/ct/shared/match/frequency"
)

// bucket is a set of windows that the tables of a Teddy do not distinguish.
type bucket struct {
	windows []int
	low     [longest]uint16 // for each place, the low four bits that its bytes have: a bit for each value
	high    [longest]uint16 // the same for the high four bits
	share   float64         // of the offsets of a text that pass as one of the windows
	merging float64         // the increase of share if the next bucket is merged into this one
}

// group puts windows, length places of each, into at most eight buckets so that few offsets of a text pass as one of
// them. It sorts the windows, so that those with equal beginnings are neighbors, and repeatedly merges the two
// neighbors for which the shares grow least, until there are no more than eight.
func group(windows []Window, length int) []bucket {
	all := make([]bucket, len(windows))
	for i, w := range windows {
		all[i] = newBucket(i, w[:length])
	}
	slices.SortFunc(all, byBytes)
	all = halved(all)
	shares := newShares()
	for i := range all {
		all[i].share = shares.of(&all[i], length)
	}
	price := func(i int) {
		if 0 <= i && i+1 < len(all) {
			both := all[i]
			both.merge(&all[i+1])
			all[i].merging = shares.of(&both, length) - all[i].share - all[i+1].share
		}
	}
	for i := range all {
		price(i)
	}
	for len(all) > buckets {
		i := cheapest(all[:len(all)-1])
		all[i].share += all[i].merging + all[i+1].share
		all[i].merge(&all[i+1])
		all = slices.Delete(all, i+1, i+2)
		price(i - 1)
		price(i)
	}
	return all
}

func newBucket(number int, w Window) bucket {
	b := bucket{windows: []int{number}}
	for k, set := range w {
		for _, c := range set {
			b.low[k] |= 1 << (c & 15)
			b.high[k] |= 1 << (c >> 4)
		}
	}
	return b
}

// byBytes sorts buckets with the same bytes at the first places next to each other.
func byBytes(a, b bucket) int {
	for k := range longest {
		if c := cmp.Or(cmp.Compare(a.high[k], b.high[k]), cmp.Compare(a.low[k], b.low[k])); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.windows[0], b.windows[0])
}

// halved merges every second bucket into the one before it down to worth: the choice in group is quadratic.
func halved(all []bucket) []bucket {
	const worth = 512
	for len(all) > worth {
		for i := 0; i+1 < len(all); i += 2 {
			all[i].merge(&all[i+1])
			all[i/2] = all[i]
		}
		if len(all)%2 != 0 {
			all[len(all)/2] = all[len(all)-1]
		}
		all = all[:(len(all)+1)/2]
	}
	return all
}

// merge adds the windows of next to b. It does not change b.share and b.merging.
func (b *bucket) merge(next *bucket) {
	b.windows = append(slices.Clip(b.windows), next.windows...)
	for k := range longest {
		b.low[k] |= next.low[k]
		b.high[k] |= next.high[k]
	}
}

// cheapest returns the bucket that is cheapest to merge with the next.
func cheapest(all []bucket) int {
	least := 0
	for i := range all {
		if all[i].merging < all[least].merging {
			least = i
		}
	}
	return least
}

// shares is the share of each byte in a text.
type shares [256]float64

func newShares() *shares {
	s := new(shares)
	for c := range s {
		s[c] = math.Exp2(-float64(frequency.Bits(byte(c))) / 8)
	}
	return s
}

// of returns the share of offsets that pass as a window of b: every byte has low and high bits that b has there.
func (s *shares) of(b *bucket, length int) float64 {
	product := 1.0
	for k := range length {
		sum := 0.0
		for high := b.high[k]; high != 0; high &= high - 1 {
			row := s[16*bits.TrailingZeros16(high):]
			for low := b.low[k]; low != 0; low &= low - 1 {
				sum += row[bits.TrailingZeros16(low)]
			}
		}
		product *= sum
	}
	return product
}
