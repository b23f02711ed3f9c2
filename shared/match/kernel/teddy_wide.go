//go:build goexperiment.simd && amd64

package kernel

import "simd/archsimd"

// wide is vector with 64 bytes at a time.
func (t *Teddy) wide(dst []Candidate, b []byte, from, most int) ([]Candidate, int) {
	full := len(dst) + most
	var found [2 * width]uint8
	low0, high0 := archsimd.LoadUint8x64(&t.low[0]), archsimd.LoadUint8x64(&t.high[0])
	low1, high1 := archsimd.LoadUint8x64(&t.low[1]), archsimd.LoadUint8x64(&t.high[1])
	low2, high2 := archsimd.LoadUint8x64(&t.low[2]), archsimd.LoadUint8x64(&t.high[2])
	nibble := archsimd.BroadcastUint8x64(15)
	shift := archsimd.BroadcastUint32x16(4)
	var zero archsimd.Uint8x64
	second, third := t.offsets[1], t.offsets[2]
	end := len(b) - third
	i := from
	for ; i+2*width <= end; i += 2 * width {
		x, y, z := (*[2 * width]byte)(b[i:i+2*width]), (*[2 * width]byte)(b[i+second:i+second+2*width]), (*[2 * width]byte)(b[i+third:i+third+2*width])
		r := wideEntries(archsimd.LoadUint8x64(x), low0, high0, nibble, shift).
			And(wideEntries(archsimd.LoadUint8x64(y), low1, high1, nibble, shift)).
			And(wideEntries(archsimd.LoadUint8x64(z), low2, high2, nibble, shift))
		marks := r.NotEqual(zero).ToBits()
		if marks == 0 {
			continue
		}
		r.Store(&found)
		var next int
		if dst, next = t.settle(dst, b, i, marks, &found, full); len(dst) >= full {
			archsimd.ClearAVXUpperBits()
			return dst, next
		}
	}
	archsimd.ClearAVXUpperBits()
	if i == end {
		return dst, len(b)
	}
	return t.vector(dst, b, i, full-len(dst)) // what is left at the end
}

// wideTwo is vectorTwo with 64 bytes at a time.
func (t *Teddy) wideTwo(dst []Candidate, b []byte, from, most int) ([]Candidate, int) {
	full := len(dst) + most
	var found [2 * width]uint8
	low0, high0 := archsimd.LoadUint8x64(&t.low[t.one]), archsimd.LoadUint8x64(&t.high[t.one])
	low1, high1 := archsimd.LoadUint8x64(&t.low[t.other]), archsimd.LoadUint8x64(&t.high[t.other])
	nibble := archsimd.BroadcastUint8x64(15)
	shift := archsimd.BroadcastUint32x16(4)
	var zero archsimd.Uint8x64
	one, other := t.offsets[t.one], t.offsets[t.other]
	end := len(b) - t.offsets[2]
	i := from
	for ; i+2*width <= end; i += 2 * width {
		x, y := (*[2 * width]byte)(b[i+one:i+one+2*width]), (*[2 * width]byte)(b[i+other:i+other+2*width])
		r := wideEntries(archsimd.LoadUint8x64(x), low0, high0, nibble, shift).
			And(wideEntries(archsimd.LoadUint8x64(y), low1, high1, nibble, shift))
		marks := r.NotEqual(zero).ToBits()
		if marks == 0 {
			continue
		}
		r.Store(&found)
		var next int
		if dst, next = t.settle(dst, b, i, marks, &found, full); len(dst) >= full {
			archsimd.ClearAVXUpperBits()
			return dst, next
		}
	}
	archsimd.ClearAVXUpperBits()
	if i == end {
		return dst, len(b)
	}
	return t.vector(dst, b, i, full-len(dst)) // what is left at the end
}

// wideEntries is entries for 64 bytes.
func wideEntries(x, low, high, nibble archsimd.Uint8x64, shift archsimd.Uint32x16) archsimd.Uint8x64 {
	l := low.PermuteOrZeroGrouped(x.And(nibble).AsInt8x64())
	h := high.PermuteOrZeroGrouped(x.AsUint32x16().ShiftRight(shift).AsUint8x64().And(nibble).AsInt8x64())
	return l.And(h)
}
