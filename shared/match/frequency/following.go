package frequency

import (
	_ "embed"
	"strings"
)

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
