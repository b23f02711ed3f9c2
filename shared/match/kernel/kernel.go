// Package kernel has the inner loops of searching: they find a text, two bytes at a distance, any
// of many short windows, and bytes that are not ASCII.
//
// Each kernel has two forms with the same results. The vector form processes 32 bytes at a time
// with AVX2; it is built for amd64 under GOEXPERIMENT=simd and used if the processor supports it.
// The plain form is used everywhere else, and for slices too short for a vector.
//
// Kernels accept any slice, including empty ones, and any offset from 0 to its length. They read no byte outside the
// slice: the rest at its end is processed with a vector that ends with the slice and overlaps the previous one.
package kernel

import (
	"encoding/binary"
	"math/bits"
)

// Words of eight bytes, one value in each byte.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// word returns the first eight bytes of b, the first one lowest.
func word(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// zeros marks the zero bytes of x by their high bits, the lowest exactly; a 1 above a zero byte may be marked too.
//
// Source: Warren, Hacker's Delight, 2nd edition, section 6-1.
func zeros(x uint64) uint64 { return (x - ones) &^ x & highs }

// lowest returns the number of the lowest marked byte.
func lowest(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }
