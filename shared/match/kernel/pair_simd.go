//go:build goexperiment.simd && amd64

package kernel

import (
	"math/bits"
	"simd/archsimd"
)

func (p *Pair) index(b []byte, from int) int {
	if vectors() && len(b)-(p.second-p.first) >= width {
		return p.vector(b, from)
	}
	return p.plain(b, from)
}

// vector is Index for b at least a vector longer than the distance of the two bytes. It counts from the first.
func (p *Pair) vector(b []byte, from int) int {
	first := archsimd.BroadcastUint8x32(p.text[p.first])
	second := archsimd.BroadcastUint8x32(p.text[p.second])
	distance := p.second - p.first
	end := len(b) - distance
	last := len(b) - len(p.text) + p.first
	i := from + p.first
	for ; i+4*width <= end; i += 4 * width {
		x, y := (*[4 * width]byte)(b[i:i+4*width]), (*[4 * width]byte)(b[i+distance:i+distance+4*width])
		m0 := load(x, 0).Equal(first).And(load(y, 0).Equal(second))
		m1 := load(x, 1).Equal(first).And(load(y, 1).Equal(second))
		m2 := load(x, 2).Equal(first).And(load(y, 2).Equal(second))
		m3 := load(x, 3).Equal(first).And(load(y, 3).Equal(second))
		if m0.Or(m1).Or(m2.Or(m3)).ToBits() == 0 {
			continue
		}
		if s := p.verify(b, i, both(m0, m1)); s >= 0 {
			archsimd.ClearAVXUpperBits()
			return s
		}
		if s := p.verify(b, i+2*width, both(m2, m3)); s >= 0 {
			archsimd.ClearAVXUpperBits()
			return s
		}
	}
	for ; i <= last; i += width {
		at := min(i, end-width)
		x, y := (*[width]byte)(b[at:at+width]), (*[width]byte)(b[at+distance:at+distance+width])
		m := archsimd.LoadUint8x32(x).Equal(first).And(archsimd.LoadUint8x32(y).Equal(second)).ToBits()
		if m = m >> (i - at) << (i - at); m == 0 {
			continue
		}
		if s := p.verify(b, at, uint64(m)); s >= 0 {
			archsimd.ClearAVXUpperBits()
			return s
		}
	}
	archsimd.ClearAVXUpperBits()
	return -1
}

// verify returns the first start of the text among candidates, or -1. Bit i: the first byte is at at+i.
func (p *Pair) verify(b []byte, at int, candidates uint64) int {
	for ; candidates != 0; candidates &= candidates - 1 {
		s := at + bits.TrailingZeros64(candidates) - p.first
		if s > len(b)-len(p.text) {
			return -1
		}
		if p.at(b, s) {
			return s
		}
	}
	return -1
}
