package fuzzy

import "unicode/utf8"

const (
	wordSize = 64 // rows of the matrix in a word
	topBit   = wordSize - 1
	maxWords = maxLength / wordSize // for the longest query
)

// profile has for each character, by number, a bit for each row of the matrix, the first lowest, where it occurs.
type profile struct {
	words int
	rows  []uint64 // those of number n start at n*words
}

// head is the first word of a profile, with which a search begins. Its last row is in the uppermost bit. The lowest pad
// bits are rows that match any character; their values stay 0, as if the query began after them.
type head struct {
	pad   uint
	rows  []uint64 // by number
	ascii [utf8.RuneSelf]uint64
}

// fill computes the alphabet, the profiles and the head for characters.
func (p *Pattern) fill(characters []rune, fold bool) {
	numbers, count := p.number(characters, fold)
	p.forward, p.backward = newProfile(p.length, count), newProfile(p.length, count)
	for row, number := range numbers {
		p.forward.set(number, row)
		p.backward.set(number, p.length-1-row)
	}
	p.head.pad = uint(max(0, wordSize-p.length))
	for number := range count {
		p.head.rows = append(p.head.rows, p.forward.row(number)[0]<<p.head.pad|(1<<p.head.pad-1))
	}
	for c, number := range p.alphabet.ascii {
		p.head.ascii[c] = p.head.rows[number]
	}
}

func newProfile(length, count int) profile {
	words := (length + wordSize - 1) / wordSize
	return profile{words, make([]uint64, words*count)}
}

func (f *profile) set(number, row int) { f.rows[number*f.words+row/wordSize] |= 1 << (row % wordSize) }

// row returns the words of the character with that number.
func (f *profile) row(number int) []uint64 { return f.rows[number*f.words:][:f.words] }
