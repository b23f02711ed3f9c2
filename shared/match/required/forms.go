package required

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Forms gives the characters that are the same as r but for case, by
// unicode.SimpleFold, in ascending order.
func Forms(r rune) []rune {
	first := Least(r)
	all := []rune{first}
	for f := unicode.SimpleFold(first); f != first; f = unicode.SimpleFold(f) {
		all = append(all, f)
	}
	return all
}

// Least gives the first of the Forms of r.
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

// leastForms gives s with the least form of each character.
func leastForms(s string) string { return strings.Map(Least, s) }
