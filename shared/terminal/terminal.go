// Package terminal says whether a file is a terminal, how wide it is, and
// whether it is to be written to in colours.
package terminal

import (
	"os"
	"strconv"
)

// usualWidth is that of a terminal that does not tell its own, in columns.
const usualWidth = 80

// Is reports whether f is a terminal that obeys escape sequences.
func Is(f *os.File) bool {
	_, ok := size(f)
	return ok && obeys(f)
}

// Width gives the columns of the terminal f, and false where f is none. A
// terminal that does not know is as wide as COLUMNS says, else 80 columns.
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

// When says in which cases an answer is coloured.
type When string

// Auto colours what goes to a terminal, unless NO_COLOR is set and not empty
// (no-color.org).
const (
	Auto   When = "auto"
	Always When = "always"
	Never  When = "never"
)

// Whens gives the names of all cases.
func Whens() []string { return []string{string(Auto), string(Always), string(Never)} }

// Colours reports whether what goes to f is coloured.
func (w When) Colours(f *os.File) bool {
	switch w {
	case Always:
		return true
	case Never:
		return false
	}
	return os.Getenv("NO_COLOR") == "" && Is(f)
}

// Columns gives how wide the text of a help may be on f: as wide as the
// terminal, if f is one, but from 40 to 100 columns, which is also what it
// is elsewhere.
func Columns(f *os.File) int {
	const least, most = 40, 100
	if width, ok := Width(f); ok {
		return min(max(width, least), most)
	}
	return most
}
