//go:build goexperiment.simd && amd64

package kernel

import "simd/archsimd"

// width is the number of bytes in a vector.
const width = 32

// vectors reports whether the processor has what the vector forms need.
//
// These forms have to keep two rules. They end, on every path, with
// ClearAVXUpperBits. And until then they run no instruction of the old
// encoding, which costs some processors hundreds of cycles each time: the
// compiler makes one of ShiftAllRight (the count is moved with MOVQ), so that
// bits are shifted by ShiftRight and a vector of counts.
func vectors() bool { return archsimd.X86.AVX2() }

// load gives vector k, from 0 to 3, of b.
func load(b *[4 * width]byte, k int) archsimd.Uint8x32 {
	return archsimd.LoadUint8x32((*[width]byte)(b[k*width:]))
}

// both gives the bits of two masks, those of low first.
func both(low, high archsimd.Mask8x32) uint64 {
	return uint64(low.ToBits()) | uint64(high.ToBits())<<width
}
