//go:build goexperiment.simd && amd64

package kernel

import "simd/archsimd"

// width is the number of bytes in a vector.
const width = 32

// vectors reports whether the processor supports the vector forms.
//
// These forms have to follow two rules. On every path they end with ClearAVXUpperBits. Until then
// they execute no instruction of the legacy SSE encoding, which costs some processors hundreds of
// cycles each time. The compiler generates one for ShiftAllRight (it moves the count with MOVQ);
// therefore bits are shifted by ShiftRight with a vector of counts.
func vectors() bool { return archsimd.X86.AVX2() }

// load returns vector k, from 0 to 3, of b.
func load(b *[4 * width]byte, k int) archsimd.Uint8x32 {
	return archsimd.LoadUint8x32((*[width]byte)(b[k*width:]))
}

// both returns the bits of two masks, those of low first.
func both(low, high archsimd.Mask8x32) uint64 {
	return uint64(low.ToBits()) | uint64(high.ToBits())<<width
}
