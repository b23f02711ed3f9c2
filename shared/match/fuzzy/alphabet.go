package fuzzy

import (
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/required"
)

// An alphabet numbers the characters of a query from 1 on, the same for all
// forms of one if case is ignored. All others are 0.
type alphabet struct {
	ascii [utf8.RuneSelf]uint16
	// Characters beyond ASCII are at a place in beyond that their value, spread
	// over all its bits, gives by the uppermost of them, or behind it where others
	// had come before. There are twice as many places as characters at least.
	beyond []entry
	shift  uint
}

// An entry is a character and its number; the character is 0 where there is
// none.
type entry struct {
	character rune
	number    uint16
}

// split gives the characters of text and the offset of each, with that of the
// end. -1-c is a byte c that is not valid UTF-8.
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

// invalid gives what stands for a byte that is not valid UTF-8.
func invalid(c byte) rune { return -1 - rune(c) }

// number fills in a, gives the number of each of characters, and how many
// numbers there are, 0 with them.
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

// place gives where a character beyond ASCII is looked for first.
//
// Source: Knuth, The Art of Computer Programming, volume 3, section 6.4, for
// multiplying by the golden ratio.
func (a *alphabet) place(r rune) int { return int(uint32(r) * 0x9e3779b1 >> a.shift) }

// of gives the number of a character beyond ASCII.
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

// firstOf gives the number of the first character of b, which is not empty, and
// how many bytes it has.
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

// lastOf is firstOf for the last character of b. Whichever way a text is gone
// through, its characters are the same, since no byte that may begin one stands
// inside another.
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
