package required

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Forms returns the characters that are equal to r except for case, by unicode.SimpleFold, in
// ascending order.
func Forms(r rune) []rune {
	first := Least(r)
	all := []rune{first}
	for f := unicode.SimpleFold(first); f != first; f = unicode.SimpleFold(f) {
		all = append(all, f)
	}
	return all
}

// Least returns the first of the Forms of r.
func Least(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	if r < utf8.RuneSelf {
		return r
	}
	first := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		first = min(first, f)
	}
	return first
}

// leastForms returns s with each character replaced by its least form.
func leastForms(s string) string { return strings.Map(Least, s) }
