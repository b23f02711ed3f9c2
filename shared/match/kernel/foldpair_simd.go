//go:build goexperiment.simd && amd64

package kernel

import (
	"math/bits"
	"simd/archsimd"
)

func (p *FoldPair) index(b []byte, from int) int {
	if vectors() && len(b)-p.distance >= width {
		return p.vector(b, from)
	}
	return p.plain(b, from)
}

// vector is Index for b at least a vector longer than the distance.
func (p *FoldPair) vector(b []byte, from int) int {
	first, firstCase := archsimd.BroadcastUint8x32(p.first), archsimd.BroadcastUint8x32(p.firstCase)
	second, secondCase := archsimd.BroadcastUint8x32(p.second), archsimd.BroadcastUint8x32(p.secondCase)
	end := len(b) - p.distance
	i := from
	for ; i+4*width <= end; i += 4 * width {
		x, y := (*[4 * width]byte)(b[i:i+4*width]), (*[4 * width]byte)(b[i+p.distance:i+p.distance+4*width])
		m0 := load(x, 0).Or(firstCase).Equal(first).And(load(y, 0).Or(secondCase).Equal(second))
		m1 := load(x, 1).Or(firstCase).Equal(first).And(load(y, 1).Or(secondCase).Equal(second))
		m2 := load(x, 2).Or(firstCase).Equal(first).And(load(y, 2).Or(secondCase).Equal(second))
		m3 := load(x, 3).Or(firstCase).Equal(first).And(load(y, 3).Or(secondCase).Equal(second))
		if m0.Or(m1).Or(m2.Or(m3)).ToBits() != 0 {
			at := leastOf(m0, m1, m2, m3)
			archsimd.ClearAVXUpperBits()
			return i + at
		}
	}
	for ; i < end; i += width {
		at := min(i, end-width)
		x := archsimd.LoadUint8x32((*[width]byte)(b[at : at+width])).Or(firstCase).Equal(first)
		y := archsimd.LoadUint8x32((*[width]byte)(b[at+p.distance : at+p.distance+width])).Or(secondCase).Equal(second)
		if m := x.And(y).ToBits() >> (i - at); m != 0 {
			archsimd.ClearAVXUpperBits()
			return i + bits.TrailingZeros32(m)
		}
	}
	archsimd.ClearAVXUpperBits()
	return -1
}

// leastOf returns the number of the first byte set in four masks. At least one has a byte set.
func leastOf(m0, m1, m2, m3 archsimd.Mask8x32) int {
	if m := both(m0, m1); m != 0 {
		return bits.TrailingZeros64(m)
	}
	return 2*width + bits.TrailingZeros64(both(m2, m3))
}
