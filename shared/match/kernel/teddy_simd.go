//go:build goexperiment.simd && amd64

package kernel

import (
	"math/bits"
	"simd/archsimd"
)

func (t *Teddy) candidates(dst []Candidate, b []byte, from, most int) ([]Candidate, int) {
	if vectors() && len(b)-t.offsets[2] >= width {
		return t.vector(dst, b, from, most)
	}
	return t.plain(dst, b, from, most)
}

// pass is the bytes that one iteration of the fast loop reads: two vectors, and the further places of a window.
const pass = 2*width + longest - 1

// vector is Candidates for b at least a vector longer than the offset of the third byte.
func (t *Teddy) vector(dst []Candidate, b []byte, from, most int) ([]Candidate, int) {
	full := len(dst) + most
	var found [2 * width]uint8
	low0, high0 := archsimd.LoadUint8x32(&t.low[0]), archsimd.LoadUint8x32(&t.high[0])
	low1, high1 := archsimd.LoadUint8x32(&t.low[1]), archsimd.LoadUint8x32(&t.high[1])
	low2, high2 := archsimd.LoadUint8x32(&t.low[2]), archsimd.LoadUint8x32(&t.high[2])
	nibble := archsimd.BroadcastUint8x32(15)
	shift := archsimd.BroadcastUint32x8(4)
	var zero archsimd.Uint8x32
	second, third := t.offsets[1], t.offsets[2]
	end := len(b) - third
	i := from
	for ; t.ascii && i+pass <= len(b); i += 2 * width {
		x := (*[pass]byte)(b[i : i+pass])
		r0 := ofASCII(archsimd.LoadUint8x32((*[width]byte)(x[0:width])), low0, high0, nibble, shift).
			And(ofASCII(archsimd.LoadUint8x32((*[width]byte)(x[1:1+width])), low1, high1, nibble, shift)).
			And(ofASCII(archsimd.LoadUint8x32((*[width]byte)(x[2:2+width])), low2, high2, nibble, shift))
		r1 := ofASCII(archsimd.LoadUint8x32((*[width]byte)(x[width:2*width])), low0, high0, nibble, shift).
			And(ofASCII(archsimd.LoadUint8x32((*[width]byte)(x[width+1:2*width+1])), low1, high1, nibble, shift)).
			And(ofASCII(archsimd.LoadUint8x32((*[width]byte)(x[width+2:2*width+2])), low2, high2, nibble, shift))
		if r0.Or(r1).IsZero() {
			continue
		}
		r0.Store((*[width]uint8)(found[:]))
		r1.Store((*[width]uint8)(found[width:]))
		marks := ^both(r0.Equal(zero), r1.Equal(zero))
		var next int
		if dst, next = t.settle(dst, b, i, marks, &found, full); len(dst) >= full {
			archsimd.ClearAVXUpperBits()
			return dst, next
		}
	}
	for ; i < end; i += width {
		at := min(i, end-width)
		x, y, z := (*[width]byte)(b[at:at+width]), (*[width]byte)(b[at+second:at+second+width]), (*[width]byte)(b[at+third:at+third+width])
		r := entries(archsimd.LoadUint8x32(x), low0, high0, nibble, shift).
			And(entries(archsimd.LoadUint8x32(y), low1, high1, nibble, shift)).
			And(entries(archsimd.LoadUint8x32(z), low2, high2, nibble, shift))
		if r.IsZero() {
			continue
		}
		r.Store((*[width]uint8)(found[:]))
		marks := ^r.Equal(zero).ToBits() >> (i - at) << (i - at)
		var next int
		if dst, next = t.settle(dst, b, at, uint64(marks), &found, full); len(dst) >= full {
			archsimd.ClearAVXUpperBits()
			return dst, next
		}
	}
	archsimd.ClearAVXUpperBits()
	return dst, len(b)
}

// ofASCII is entries for tables without bytes beyond ASCII, for which the instruction yields zero.
func ofASCII(x, low, high, nibble archsimd.Uint8x32, shift archsimd.Uint32x8) archsimd.Uint8x32 {
	l := low.PermuteOrZeroGrouped(x.AsInt8x32())
	h := high.PermuteOrZeroGrouped(x.AsUint32x8().ShiftRight(shift).AsUint8x32().And(nibble).AsInt8x32())
	return l.And(h)
}

// entries looks up the bytes of x by their low and high four bits.
func entries(x, low, high, nibble archsimd.Uint8x32, shift archsimd.Uint32x8) archsimd.Uint8x32 {
	l := low.PermuteOrZeroGrouped(x.And(nibble).AsInt8x32())
	h := high.PermuteOrZeroGrouped(x.AsUint32x8().ShiftRight(shift).AsUint8x32().And(nibble).AsInt8x32())
	return l.And(h)
}

// settle appends the windows that occur at the marked bytes from offset at on, until dst has full
// of them. found has the buckets of each byte. It returns the offset after the last window.
func (t *Teddy) settle(dst []Candidate, b []byte, at int, marks uint64, found *[2 * width]uint8, full int) ([]Candidate, int) {
	for ; marks != 0; marks &= marks - 1 {
		k := bits.TrailingZeros64(marks) % (2 * width)
		if dst = t.at(dst, b, at+k, found[k]); len(dst) >= full {
			return dst, at + k + 1
		}
	}
	return dst, 0
}
