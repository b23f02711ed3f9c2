package fuzzy

import (
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/required"
)

// alphabet numbers the characters of a query from 1 on, all forms alike if case is ignored. All others are 0.
type alphabet struct {
	ascii [utf8.RuneSelf]uint16
	// beyond is a hash table of the characters beyond ASCII, with open addressing: the position of a character is the
	// upper bits of its hash, or the next free one. It has at least twice as many positions as characters.
	beyond []entry
	shift  uint
}

// entry is a character and its number; the character is 0 if the position is free.
type entry struct {
	character rune
	number    uint16
}

// split returns the characters of text, -1-c for a byte c that is not UTF-8, their offsets, and the length of text.
func split(text string) (characters []rune, starts []int) {
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && n == 1 {
			r = invalid(text[i])
		}
		characters, starts = append(characters, r), append(starts, i)
		i += n
	}
	return characters, append(starts, len(text))
}

// invalid returns the character that represents a byte that is not valid UTF-8.
func invalid(c byte) rune { return -1 - rune(c) }

// number fills a. It returns the number of each of characters, and how many numbers there are, including 0.
func (a *alphabet) number(characters []rune, fold bool) (numbers []int, count int) {
	known := make(map[rune]int)
	var wide []entry
	count = 1
	for _, r := range characters {
		forms := []rune{r}
		if fold && r >= 0 {
			forms = required.Forms(r)
		}
		number := known[forms[0]]
		if number == 0 {
			number = count
			count++
			known[forms[0]] = number
			for _, f := range forms {
				if 0 <= f && f < utf8.RuneSelf {
					a.ascii[f] = uint16(number)
				} else {
					wide = append(wide, entry{f, uint16(number)})
				}
			}
		}
		numbers = append(numbers, number)
	}
	a.enter(wide)
	return numbers, count
}

func (a *alphabet) enter(all []entry) {
	bits := uint(1)
	for 1<<bits < 2*len(all) {
		bits++
	}
	a.beyond, a.shift = make([]entry, 1<<bits), 32-bits
	for _, e := range all {
		at := a.place(e.character)
		for a.beyond[at].character != 0 {
			at = (at + 1) % len(a.beyond)
		}
		a.beyond[at] = e
	}
}

// place returns the position where the search for a character beyond ASCII begins.
//
// Source: Knuth, The Art of Computer Programming, volume 3, section 6.4, for multiplying by the golden ratio.
func (a *alphabet) place(r rune) int { return int(uint32(r) * 0x9e3779b1 >> a.shift) }

// of returns the number of a character beyond ASCII.
func (a *alphabet) of(r rune) int {
	for at := a.place(r); ; at = (at + 1) & (len(a.beyond) - 1) {
		switch a.beyond[at].character {
		case r:
			return int(a.beyond[at].number)
		case 0:
			return 0
		}
	}
}

// firstOf returns the number of the first character of b, which is not empty, and its length in bytes.
func (a *alphabet) firstOf(b []byte) (number, size int) {
	if b[0] < utf8.RuneSelf {
		return int(a.ascii[b[0]]), 1
	}
	r, n := utf8.DecodeRune(b)
	if n == 1 {
		r = invalid(b[0])
	}
	return a.of(r), n
}

// lastOf is firstOf for the last character of b: no byte that may begin a character occurs inside another.
func (a *alphabet) lastOf(b []byte) (number, size int) {
	c := b[len(b)-1]
	if c < utf8.RuneSelf {
		return int(a.ascii[c]), 1
	}
	r, n := utf8.DecodeLastRune(b)
	if n == 1 {
		r = invalid(c)
	}
	return a.of(r), n
}
