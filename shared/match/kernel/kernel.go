// Package kernel holds the inner loops of searching: where a text stands, where
// two bytes stand at a distance, where any of many short windows may stand, and
// where bytes are that are not ASCII.
//
// Each kernel has two forms that give the same answers. The vector form looks
// at 32 bytes at a time with AVX2; it is built for amd64 under GOEXPERIMENT=simd
// and used where the processor has it. The plain form is used everywhere else,
// and on slices too short for a vector.
//
// Kernels take any slice, empty ones too, and any offset from 0 to its length.
// They read no byte outside the slice: what is left at its end is looked at
// with a vector that ends with the slice and overlaps the one before.
package kernel

import (
	"encoding/binary"
	"math/bits"
)

// Words of eight bytes, one value in each.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// word gives the first eight bytes of b, the first one lowest.
func word(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// zeros marks zero bytes of x by their high bits. The lowest mark is exact; a
// byte of 1 above a zero byte may be marked too.
//
// Source: Warren, Hacker's Delight, 2nd edition, section 6-1.
func zeros(x uint64) uint64 { return (x - ones) &^ x & highs }

// lowest gives the number of the lowest byte that is marked.
func lowest(marks uint64) int { return bits.TrailingZeros64(marks) / 8 }
