package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded finds text whatever its case, by Unicode simple folding: characters
// are the same if unicode.SimpleFold leads from one to the other (k, K and the
// KELVIN SIGN; s, S and ſ; ß and ẞ). An occurrence may thus be longer or
// shorter in bytes than the text.
//
// One character of the text, the anchor, is looked for by the bytes that its
// forms begin with; the others are compared from there outwards.
type folded struct {
	before, after []unit // the text up to the anchor, and from it on
	lead          []byte // first bytes of the anchor's forms
}

// A unit is one character of a folded text: the least of the characters that
// are the same as it, or -1-c for a byte c that is not valid UTF-8.
type unit rune

// folds reports whether text has a character with more than one form.
func folds(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.SimpleFold(r) != r })
}

func newFolded(text string) *folded {
	var units []unit
	var leads [][]byte
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			units = append(units, -1-unit(text[i]))
			leads = append(leads, []byte{text[i]})
		} else {
			units = append(units, unit(leastForm(r)))
			leads = append(leads, leadBytes(r))
		}
		i += n
	}
	anchor := 0
	for i := range leads {
		if commonness(leads[i]) < commonness(leads[anchor]) {
			anchor = i
		}
	}
	return &folded{units[:anchor], units[anchor:], leads[anchor]}
}

// leastForm gives the least of the characters that are the same as r but for
// case.
func leastForm(r rune) rune {
	if 'a' <= r && r <= 'z' {
		return r - 'a' + 'A'
	}
	if r < utf8.RuneSelf {
		return r
	}
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	return least
}

// leadBytes gives the distinct first bytes of the forms of r.
func leadBytes(r rune) []byte {
	var lead []byte
	for f := r; ; {
		if c := string(f)[0]; !slices.Contains(lead, c) {
			lead = append(lead, c)
		}
		if f = unicode.SimpleFold(f); f == r {
			return lead
		}
	}
}

// commonness rates how often one of the bytes is to be expected in text and
// source code, to choose the anchor by.
func commonness(lead []byte) int {
	// Roughly the order of English letters, between what source code is full of
	// and what is rare in it; a byte beyond ASCII is rare but decoding costs.
	const order = "qzjx~`^@$?Zvk|&!%#+\\<>[]{}wybg'\"*/;:,.-=()puhmfcdl0123456789sinraot_e\n\t "
	sum := 0
	for _, c := range lead {
		if 'A' <= c && c <= 'Z' {
			sum += 4
			continue
		}
		i := strings.IndexByte(order, c)
		if i < 0 {
			i = len(order) / 3
		}
		sum += i
	}
	return sum
}

func (f *folded) find(b []byte, from int) (start, end int) {
	for at := from; at < len(b); at++ {
		if at = firstByte(b, at, f.lead); at < 0 {
			break
		}
		if end = foldPrefix(b, at, f.after); end >= 0 {
			if start = foldSuffix(b, from, at, f.before); start >= 0 {
				return start, end
			}
		}
	}
	return -1, -1
}

// foldPrefix gives where units end in b if they stand from at on, else -1.
func foldPrefix(b []byte, at int, units []unit) int {
	for _, u := range units {
		n := u.after(b[at:])
		if n == 0 {
			return -1
		}
		at += n
	}
	return at
}

// foldSuffix gives where, not before floor, units start in b if they end at
// at, else -1.
func foldSuffix(b []byte, floor, at int, units []unit) int {
	for _, u := range slices.Backward(units) {
		n := u.before(b[floor:at])
		if n == 0 {
			return -1
		}
		at -= n
	}
	return at
}

// after gives the length of u at the start of b, 0 if it is not there.
func (u unit) after(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	if u < 0 {
		return oneIf(b[0] == byte(-1-u))
	}
	if b[0] < utf8.RuneSelf {
		return oneIf(leastForm(rune(b[0])) == rune(u))
	}
	r, n := utf8.DecodeRune(b)
	return u.width(r, n)
}

// before gives the length of u at the end of b, 0 if it is not there.
func (u unit) before(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	last := b[len(b)-1]
	if u < 0 {
		return oneIf(last == byte(-1-u))
	}
	if last < utf8.RuneSelf {
		return oneIf(leastForm(rune(last)) == rune(u))
	}
	r, n := utf8.DecodeLastRune(b)
	return u.width(r, n)
}

// width gives n if r, a character of n bytes, is u but for case, else 0.
func (u unit) width(r rune, n int) int {
	if r == utf8.RuneError && n == 1 || leastForm(r) != rune(u) {
		return 0
	}
	return n
}

func oneIf(yes bool) int {
	if yes {
		return 1
	}
	return 0
}
