package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/kernel"
	"github.com/ct-tools/ct/shared/match/required"
)

// folded finds text in any case, by Unicode simple folding: two characters are equal if
// unicode.SimpleFold leads from one to the other (k, K and the KELVIN SIGN; s, S and ſ; ß and ẞ).
// An occurrence may therefore be longer or shorter in bytes than the text.
//
// It searches for a pair of bytes of the text, or, if the text has no suitable pair, for all forms
// of a few of its characters, and compares the remaining characters outwards from there.
type folded struct {
	folding
	pair   kernel.FoldPair
	within int           // offset of the pair in the anchor
	forms  *kernel.Teddy // of the anchor and the text after it; replaces the pair
}

// folding compares text in any case.
type folding struct {
	before, after []unit // the characters before the anchor, and those from it on
}

// unit is a character of a folded text: the least of its forms, or -1-c for a byte c that is not valid UTF-8.
type unit rune

// folds reports whether text has a character with more than one form.
func folds(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.SimpleFold(r) != r })
}

func unitsOf(text string) []unit {
	var units []unit
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			units = append(units, -1-unit(text[i]))
		} else {
			units = append(units, unit(required.Least(r)))
		}
		i += n
	}
	return units
}

func newFolded(text string) *folded {
	units := unitsOf(text)
	if first, second, ok := bestPair(spots(units)); ok {
		return &folded{
			folding: folding{units[:first.unit], units[first.unit:]},
			pair:    kernel.NewFoldPair(first.byte(), second.byte(), second.column-first.column),
			within:  first.within,
		}
	}
	anchor, windows := bestForms(units)
	return &folded{folding: folding{units[:anchor], units[anchor:]}, forms: kernel.NewTeddy(windows)}
}

func (f *folded) find(b []byte, from int) (start, end int) {
	if f.forms != nil {
		return f.findForms(b, from)
	}
	for at := from; at < len(b); at++ {
		if at = f.pair.Index(b, at); at < 0 {
			break
		}
		if start, end = f.at(b, from, at-f.within); start >= 0 {
			return start, end
		}
	}
	return -1, -1
}

func (f *folded) findForms(b []byte, from int) (start, end int) {
	var few [ahead]kernel.Candidate
	for at := from; at < len(b); {
		var candidates []kernel.Candidate
		candidates, at = f.forms.Candidates(few[:0], b, at, ahead)
		for _, c := range candidates {
			if start, end = f.at(b, from, c.At); start >= 0 {
				return start, end
			}
		}
	}
	return -1, -1
}

// at returns the occurrence whose anchor is at anchor and that starts at or after floor. start is -1 if there is none.
func (f *folding) at(b []byte, floor, anchor int) (start, end int) {
	if anchor < floor {
		return -1, -1
	}
	if end = foldPrefix(b, anchor, f.after); end >= 0 {
		if start = foldSuffix(b, floor, anchor, f.before); start >= 0 {
			return start, end
		}
	}
	return -1, -1
}

// foldPrefix returns where units end in b if they start at at, otherwise -1.
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

// foldSuffix returns where units start in b, not before floor, if they end at at, otherwise -1.
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

// after returns the length of u at the start of b, or 0 if b does not start with u.
func (u unit) after(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	if u < 0 {
		return oneIf(b[0] == byte(-1-u))
	}
	if b[0] < utf8.RuneSelf {
		return oneIf(required.Least(rune(b[0])) == rune(u))
	}
	r, n := utf8.DecodeRune(b)
	return u.width(r, n)
}

// before returns the length of u at the end of b, or 0 if b does not end with u.
func (u unit) before(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	last := b[len(b)-1]
	if u < 0 {
		return oneIf(last == byte(-1-u))
	}
	if last < utf8.RuneSelf {
		return oneIf(required.Least(rune(last)) == rune(u))
	}
	r, n := utf8.DecodeLastRune(b)
	return u.width(r, n)
}

// width returns n if r, a character of n bytes, equals u except for case, otherwise 0.
func (u unit) width(r rune, n int) int {
	if r == utf8.RuneError && n == 1 || required.Least(r) != rune(u) {
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
