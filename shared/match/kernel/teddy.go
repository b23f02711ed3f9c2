package kernel

import "math/bits"

// Window has the bytes that may occur at one to three places: Window{{'f', 'F'}, {'n', 'N'}} is "fn" in any case.
type Window [][]byte

// Teddy finds any of several windows in one pass.
//
// The windows are divided among eight buckets. A byte is looked up by its low and by its high four bits in tables of
// sixteen entries, one pair of tables for each place of the windows; an entry has a bit for every bucket with a window
// that has such a byte at that place. If the AND of the entries of three consecutive bytes is not zero, there is nearly
// always a window, and it is looked up exactly.
//
// Source: Qiu et al., "Teddy: An Efficient SIMD-based Literal Matching Engine for Scalable Deep Packet Inspection",
// ICPP 2021, doi:10.1145/3472456.3473512; first in Hyperscan. The exact lookup by rows of bits is our own.
type Teddy struct {
	offsets   [longest]int        // of the places that are compared; for short windows some twice
	low, high [longest][32]uint8  // buckets by four bits; the table is repeated for the two halves of a vector
	filter    [longest][256]uint8 // buckets by byte
	ascii     bool                // no window is shorter than three bytes or has a byte beyond ASCII at those places
	pairs     *pairs              // nil if vectors are used, and for windows shorter than three

	// To find the windows at a candidate, every byte has a row of bits for each place, one for each window, by bucket.
	rows   [longest][256]uint16 // number of the row, 0 for an empty one
	masks  [][]uint64           // for each word, the rows
	bucket [buckets + 1]int     // bucket k has the words bucket[k] to bucket[k+1]
	window []int                // for each bit, 64 to a word

	expected float64
}

const (
	longest = 3 // places of a window that are compared
	buckets = 8 // bits of a table's entry
)

// Candidate is an occurrence of a window.
type Candidate struct {
	At     int
	Window int // its index in the argument of NewTeddy
}

// NewTeddy returns the Teddy that finds windows, at least one, each with at least one place. It compares as many of the
// first places of all as the shortest has, at most three.
func NewTeddy(windows []Window) *Teddy {
	length := longest
	for _, w := range windows {
		length = min(length, len(w))
	}
	t := &Teddy{offsets: [longest]int{0, min(1, length-1), length - 1}}
	groups := group(windows, length)
	t.lay(groups)
	t.ascii = length == longest
	for k := range longest {
		if k < length {
			t.fill(k, windows, groups)
		} else {
			t.pass(k)
		}
	}
	for _, g := range groups {
		t.expected += g.share
	}
	if length == longest && !vectors() {
		t.pairs = newPairs(&t.filter)
	}
	return t
}

// lay returns every window its bit. Each bucket has words of its own.
func (t *Teddy) lay(groups []bucket) {
	for k := range buckets {
		t.bucket[k] = len(t.window) / 64
		if k < len(groups) {
			t.window = append(t.window, groups[k].windows...)
			t.window = append(t.window, make([]int, -len(t.window)&63)...)
		}
	}
	t.bucket[buckets] = len(t.window) / 64
	t.masks = make([][]uint64, len(t.window)/64)
	t.addRow(0)
}

// fill sets the tables for place k of the windows.
func (t *Teddy) fill(k int, windows []Window, groups []bucket) {
	for g := range groups {
		entry := uint8(1) << g
		for n, w := range groups[g].windows {
			for _, c := range windows[w][k] {
				t.ascii = t.ascii && c < 0x80
				for half := 0; half < 32; half += 16 {
					t.low[k][half+int(c&15)] |= entry
					t.high[k][half+int(c>>4)] |= entry
				}
				t.filter[k][c] |= entry
				if t.rows[k][c] == 0 {
					t.rows[k][c] = t.addRow(0)
				}
				t.masks[t.bucket[g]+n/64][t.rows[k][c]] |= 1 << (n % 64)
			}
		}
	}
}

// pass lets any byte match at place k, which the windows do not have.
func (t *Teddy) pass(k int) {
	all := t.addRow(^uint64(0))
	for i := range t.low[k] {
		t.low[k][i], t.high[k][i] = 0xff, 0xff
	}
	for c := range t.filter[k] {
		t.filter[k][c] = 0xff
		t.rows[k][c] = all
	}
}

// addRow adds a row of equal words and returns its number.
func (t *Teddy) addRow(word uint64) uint16 {
	number := 0
	for i := range t.masks {
		number = len(t.masks[i])
		t.masks[i] = append(t.masks[i], word)
	}
	return uint16(number)
}

// Expected returns the expected share of offsets at which a pass over a text stops to look for a window, if bytes occur
// independently and as often as package frequency says. In fact they are not independent: in source code, windows that
// are parts of names stop the pass two to fifty times as often, the more the fewer stops are expected. A stop costs as
// much as passing over some 100 bytes.
func (t *Teddy) Expected() float64 { return t.expected }

// Candidates appends to dst the windows that occur in b at or after from, by ascending offset; those at one offset are
// in no particular order. It stops after the offset at which it has added at least most of them, and returns where to
// continue: all windows before that offset have been appended, none at or after it. The offset is len(b) when b is
// done. most must be at least 1. dst should have room for a few more than most.
//
// A call costs as much as passing over some 100 bytes, so most should be 1 only if the first
// candidate is likely to be enough.
func (t *Teddy) Candidates(dst []Candidate, b []byte, from, most int) ([]Candidate, int) {
	return t.candidates(dst, b, from, most)
}

func (t *Teddy) plain(dst []Candidate, b []byte, from, most int) ([]Candidate, int) {
	full := len(dst) + most
	end := len(b) - t.offsets[2]
	for i := from; i < end; {
		if t.pairs != nil {
			i = t.pairs.skip(b, i)
		}
		for stop := min(i+8, end); i < stop; i++ {
			set := t.filter[0][b[i]] & t.filter[1][b[i+t.offsets[1]]] & t.filter[2][b[i+t.offsets[2]]]
			if set == 0 {
				continue
			}
			if dst = t.at(dst, b, i, set); len(dst) >= full {
				return dst, i + 1
			}
		}
	}
	return dst, len(b)
}

// at appends the windows of the buckets in set that occur at offset i of b.
func (t *Teddy) at(dst []Candidate, b []byte, i int, set uint8) []Candidate {
	x, y, z := t.rows[0][b[i]], t.rows[1][b[i+t.offsets[1]]], t.rows[2][b[i+t.offsets[2]]]
	for ; set != 0; set &= set - 1 {
		k := bits.TrailingZeros8(set) % buckets
		for w := t.bucket[k]; w < t.bucket[k+1]; w++ {
			rows := t.masks[w]
			for found := rows[x] & rows[y] & rows[z]; found != 0; found &= found - 1 {
				dst = append(dst, Candidate{i, t.window[w*64+bits.TrailingZeros64(found)]})
			}
		}
	}
	return dst
}

// pairs lets the plain form of a Teddy for windows of three places skip positions: two consecutive bytes decide about two
// offsets, as the second and third of a window or the first and second of the next. It is indexed by a hash of 12 bits.
type pairs [1 << 12]uint8

// newPairs returns the pairs for the windows that filter lets pass.
func newPairs(filter *[longest][256]uint8) *pairs {
	p := new(pairs)
	for k := range longest - 1 {
		for c, first := range filter[k] {
			if first == 0 {
				continue
			}
			for d, second := range filter[k+1] {
				p[hash(uint64(c)|uint64(d)<<8)] |= first & second
			}
		}
	}
	return p
}

// hash returns the index of the pair in the low 16 bits of x.
func hash(x uint64) uint64 { return (x ^ x>>4) & (1<<12 - 1) }

// skip returns the first offset of i, i+8, i+16 and so on such that a window may start there or at
// one of the next seven offsets, or that has too few bytes after it.
func (p *pairs) skip(b []byte, i int) int {
	for ; i+9 <= len(b); i += 8 {
		if x := word(b[i+1:]); p[hash(x)]|p[hash(x>>16)]|p[hash(x>>32)]|p[hash(x>>48)] != 0 {
			break
		}
	}
	return i
}
