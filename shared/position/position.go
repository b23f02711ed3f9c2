// Package position reads places of files as compilers and editors write them: FILE:LINE, FILE:LINE:COLUMN and FILE:A-B.
package position

import (
	"math"
	"strconv"
	"strings"
)

// A Position is a place of a file.
type Position struct {
	File   string
	Line   int64 // from 1
	Last   int64 // the last line of FILE:A-B, else 0
	Column int   // in bytes, from 1; 0 if it is not given
}

// Parse reads a text that ends with :LINE, :LINE:COLUMN or :A-B, also with one more ":", which compilers write. A name of
// a file may end so too: exists, if not nil, reports whether there is a file with a name, and the longest one is taken.
// The result is false if the text is no position, or the name of a file itself.
func Parse(text string, exists func(name string) bool) (Position, bool) {
	if exists != nil && exists(text) {
		return Position{}, false
	}
	text = strings.TrimSuffix(text, ":")
	rest, end, ok := cut(text)
	if !ok {
		return Position{}, false
	}
	if first, last, isRange := strings.Cut(end, "-"); isRange {
		a, b := number(first), number(last)
		return Position{File: rest, Line: a, Last: b}, a > 0 && b >= a
	}
	short := Position{File: rest, Line: number(end)}
	if name, line, ok := cut(rest); ok && number(line) > 0 && number(end) > 0 && (exists == nil || !exists(rest)) {
		return Position{File: name, Line: number(line), Column: int(min(number(end), math.MaxInt32))}, true
	}
	return short, short.Line > 0
}

// cut parts a text at its last ":", which stands neither first nor last.
func cut(text string) (before, after string, ok bool) {
	at := strings.LastIndexByte(text, ':')
	if at <= 0 || at == len(text)-1 {
		return "", "", false
	}
	return text[:at], text[at+1:], true
}

// Most is the maximum line number; it leaves room for adding to it.
const Most = math.MaxInt64 / 2

// number returns a number from 1 to Most of digits alone, 0 for another text.
func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > Most || text[0] == '+' || n < 1 {
		return 0
	}
	return n
}
