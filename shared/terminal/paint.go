package terminal

import "strconv"

// Paint colors the parts of a line as ripgrep does by default. The zero value adds no colors. The
// text must be escaped before: a color begins and ends with an escape sequence, and there may be no
// other in an answer.
type Paint bool

// The colors are those of ECMA-48's SGR, each set after a reset.
const (
	reset   = "\x1b[0m"
	magenta = reset + "\x1b[35m"
	green   = reset + "\x1b[32m"
	boldRed = reset + "\x1b[1m\x1b[31m"
)

// Path appends the path of a file.
func (p Paint) Path(dst []byte, path string) []byte { return p.put(dst, magenta, path) }

// Number appends the number of a line.
func (p Paint) Number(dst []byte, n int64) []byte {
	if !p {
		return strconv.AppendInt(dst, n, 10)
	}
	return append(strconv.AppendInt(append(dst, green...), n, 10), reset...)
}

// Match appends the text of a match.
func (p Paint) Match(dst []byte, text string) []byte { return p.put(dst, boldRed, text) }

func (p Paint) put(dst []byte, colour, text string) []byte {
	if !p || text == "" {
		return append(dst, text...)
	}
	return append(append(append(dst, colour...), text...), reset...)
}
