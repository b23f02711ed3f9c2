// Package frequency knows how often bytes occur in text and source code, so that searches can look for the rare ones.
package frequency

import (
	_ "embed"
	"math"
	"strings"
)

// Bits returns the information of c, -log2 of its share in text and source code, in eighths of a bit: about 19 for a
// space, 213 for a byte that hardly ever occurs. It adds up as if bytes occurred independently.
func Bits(c byte) int { return int(bits[c]) }

// Expected returns the information of a byte that may be any of set, in eighths of a bit: less for larger sets.
func Expected(set ...byte) int {
	if len(set) == 0 {
		return rarest
	}
	least := rarest
	for _, c := range set {
		least = min(least, Bits(c))
	}
	share := 0.0
	for _, c := range set {
		share += math.Exp2(float64(least-Bits(c)) / unit)
	}
	return max(0, least-int(unit*math.Log2(share)))
}

const (
	unit   = 8   // units per bit
	rarest = 213 // 2^-26.6, the minimum share in the table
)

// bits was counted over equal parts of Linux 6.1, Go's source, Python's and Perl's standard
// libraries and the documents of a Debian system, in text files, and rounded.
var bits = [256]uint8{
	213, 206, 209, 208, 211, 211, 207, 186, 213, 51, 41, 212, 166, 142, 213, 213,
	211, 213, 213, 213, 211, 213, 177, 213, 213, 213, 213, 206, 213, 213, 213, 213,
	19, 86, 55, 63, 73, 87, 85, 56, 56, 56, 67, 82, 51, 60, 52, 54,
	46, 55, 56, 62, 62, 65, 63, 66, 64, 66, 58, 67, 64, 57, 59, 97,
	90, 54, 66, 58, 61, 54, 63, 69, 70, 57, 91, 77, 59, 64, 60, 62,
	62, 87, 58, 58, 55, 68, 73, 76, 74, 77, 90, 69, 69, 70, 104, 46,
	79, 40, 56, 46, 46, 34, 49, 55, 51, 40, 76, 65, 44, 51, 40, 41,
	48, 79, 40, 39, 37, 49, 62, 64, 55, 59, 82, 70, 84, 70, 97, 211,
	115, 124, 126, 131, 132, 132, 132, 125, 125, 133, 135, 138, 132, 136, 137, 122,
	133, 130, 136, 134, 121, 132, 120, 135, 132, 124, 132, 136, 127, 130, 137, 112,
	107, 133, 137, 135, 131, 134, 133, 132, 133, 127, 137, 133, 136, 136, 133, 136,
	134, 132, 134, 134, 134, 135, 130, 118, 126, 131, 133, 131, 127, 131, 132, 135,
	212, 212, 103, 117, 143, 140, 173, 166, 169, 157, 160, 171, 154, 166, 118, 131,
	109, 121, 171, 171, 174, 163, 136, 125, 135, 134, 171, 171, 189, 211, 207, 201,
	140, 134, 106, 133, 135, 127, 130, 133, 136, 140, 153, 153, 154, 163, 211, 135,
	113, 212, 212, 207, 205, 212, 207, 213, 212, 212, 212, 212, 212, 204, 212, 212,
}

// Following returns the information of b if it follows a, in eighths of a bit: "qu" has hardly more than "q" alone, "k_"
// more than the sum of its bytes. For a byte that is not printable ASCII, the preceding byte is ignored.
func Following(a, b byte) int {
	if row(a) == classes-1 || row(b) == classes-1 {
		return Bits(b)
	}
	return unit / 2 * strings.IndexByte(halves, following[row(a)*(classes+1)+row(b)])
}

const classes = '~' - ' ' + 2 // printable ASCII, and one class for everything else

// row returns the class of a byte.
func row(c byte) int {
	if c < ' ' || c > '~' {
		return classes - 1
	}
	return int(c - ' ')
}

// halves are the digits of following, in half bits.
const halves = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// following has a line for each class, with a digit for each class that may follow it. It was counted over equal parts of
// Linux 6.1, Go's source, and Python's and Perl's libraries of a Debian system, in text files, and rounded.
//
//go:embed following.txt
var following string
