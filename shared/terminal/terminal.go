// Package terminal says whether a file is a terminal, how wide it is, and whether to write to it in color.
package terminal

import (
	"os"
	"strconv"
)

// usualWidth is the assumed width of a terminal whose width is unknown, in columns.
const usualWidth = 80

// Is reports whether f is a terminal that supports escape sequences.
func Is(f *os.File) bool {
	_, ok := size(f)
	return ok && obeys(f)
}

// Width returns the columns of f, COLUMNS or 80 if the terminal does not know them, and whether f is a terminal.
func Width(f *os.File) (columns int, ok bool) {
	columns, ok = size(f)
	if ok && columns <= 0 {
		columns = usualWidth
		if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
			columns = n
		}
	}
	return columns, ok
}

// When says in which cases an answer is colored.
type When string

// Auto colors output to a terminal, unless NO_COLOR is set and not empty (no-color.org).
const (
	Auto   When = "auto"
	Always When = "always"
	Never  When = "never"
)

// Whens returns the names of all cases.
func Whens() []string { return []string{string(Auto), string(Always), string(Never)} }

// Colours reports whether output to f is colored.
func (w When) Colours(f *os.File) bool {
	switch w {
	case Always:
		return true
	case Never:
		return false
	}
	return os.Getenv("NO_COLOR") == "" && Is(f)
}

// Columns returns the width for help text on f: that of the terminal, from 40 to 100 columns, or 100 if f is none.
func Columns(f *os.File) int {
	const least, most = 40, 100
	if width, ok := Width(f); ok {
		return min(max(width, least), most)
	}
	return most
}

// Paint colors the parts of a line as ripgrep does by default. The zero value adds no colors. The text must be escaped
// before: a color begins and ends with an escape sequence, and there may be no other in an answer.
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
