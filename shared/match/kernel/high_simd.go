//go:build goexperiment.simd && amd64

package kernel

import (
	"math/bits"
	"simd/archsimd"
)

func indexHigh(b []byte, from int) int {
	if vectors() && len(b) >= width {
		return vectorIndexHigh(b, from)
	}
	return plainIndexHigh(b, from)
}

func indexNULOrHigh(b []byte) int {
	if vectors() && len(b) >= width {
		return vectorIndexNULOrHigh(b)
	}
	return plainIndexNULOrHigh(b)
}

// vectorIndexHigh is IndexHigh for b of at least a vector.
func vectorIndexHigh(b []byte, from int) int {
	var zero archsimd.Int8x32
	i := from
	for ; i+4*width <= len(b); i += 4 * width {
		x := (*[4 * width]byte)(b[i : i+4*width])
		x0, x1, x2, x3 := load(x, 0), load(x, 1), load(x, 2), load(x, 3)
		if zero.Greater(x0.Or(x1).Or(x2.Or(x3)).AsInt8x32()).ToBits() != 0 {
			at := leastOf(zero.Greater(x0.AsInt8x32()), zero.Greater(x1.AsInt8x32()),
				zero.Greater(x2.AsInt8x32()), zero.Greater(x3.AsInt8x32()))
			archsimd.ClearAVXUpperBits()
			return i + at
		}
	}
	for ; i < len(b); i += width {
		at := min(i, len(b)-width)
		x := archsimd.LoadUint8x32((*[width]byte)(b[at : at+width])).AsInt8x32()
		if m := zero.Greater(x).ToBits() >> (i - at); m != 0 {
			archsimd.ClearAVXUpperBits()
			return i + bits.TrailingZeros32(m)
		}
	}
	archsimd.ClearAVXUpperBits()
	return -1
}

// vectorIndexNULOrHigh is IndexNULOrHigh for b of at least a vector. Signed, the bytes looked for are below 1.
func vectorIndexNULOrHigh(b []byte) int {
	one := archsimd.BroadcastInt8x32(1)
	i := 0
	for ; i+4*width <= len(b); i += 4 * width {
		x := (*[4 * width]byte)(b[i : i+4*width])
		x0, x1 := load(x, 0).AsInt8x32(), load(x, 1).AsInt8x32()
		x2, x3 := load(x, 2).AsInt8x32(), load(x, 3).AsInt8x32()
		if one.Greater(x0.Min(x1).Min(x2.Min(x3))).ToBits() != 0 {
			at := leastOf(one.Greater(x0), one.Greater(x1), one.Greater(x2), one.Greater(x3))
			archsimd.ClearAVXUpperBits()
			return i + at
		}
	}
	for ; i < len(b); i += width {
		at := min(i, len(b)-width)
		x := archsimd.LoadUint8x32((*[width]byte)(b[at : at+width])).AsInt8x32()
		if m := one.Greater(x).ToBits() >> (i - at); m != 0 {
			archsimd.ClearAVXUpperBits()
			return i + bits.TrailingZeros32(m)
		}
	}
	archsimd.ClearAVXUpperBits()
	return -1
}
