package dfa

import (
	"regexp/syntax"
	"slices"
	"sort"
	"unicode/utf8"
)

// context is what assertions need to know about the character on one side.
type context uint8

const (
	other context = iota
	word          // in \w, if the expression has \b or \B
	newline
	edge // no character: the beginning or end of the text, or of the line if lines are searched
)

// alphabet divides all characters into classes whose members the expression does not distinguish.
type alphabet struct {
	first    []rune   // start of each interval of characters of one class, from 0 on
	class    []uint16 // the class of each interval
	count    int      // number of classes
	ascii    [utf8.RuneSelf]uint16
	contexts []context // of each class
}

// wordRunes are the characters of \w.
var wordRunes = [...]rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}

// newAlphabet returns the alphabet of p. It is incomplete if it has more than maxClasses classes.
func newAlphabet(p *program) *alphabet {
	sets := append(slices.Clone(p.sets), []rune{'\n', '\n'})
	words := p.asserts&(syntax.EmptyWordBoundary|syntax.EmptyNoWordBoundary) != 0
	if words {
		sets = append(sets, wordRunes[:])
	}
	a := &alphabet{first: []rune{0}}
	for _, ranges := range sets {
		for i := 0; i < len(ranges); i += 2 {
			a.first = append(a.first, ranges[i], ranges[i+1]+1)
		}
	}
	slices.Sort(a.first)
	a.first = slices.Compact(a.first)
	a.class = make([]uint16, len(a.first))
	a.count = 1
	for _, ranges := range sets {
		a.split(ranges)
		if a.count > 4*maxClasses { // includes numbers that are no longer in use
			if a.number(); a.count > maxClasses {
				return a
			}
		}
	}
	a.number()
	for r := range a.ascii {
		a.ascii[r] = a.of(rune(r))
	}
	a.contexts = make([]context, a.count)
	if words {
		a.intervals(wordRunes[:], func(n int) { a.contexts[a.class[n]] = word })
	}
	a.contexts[a.ascii['\n']] = newline
	return a
}

// intervals calls f with the number of each interval that is part of ranges.
func (a *alphabet) intervals(ranges []rune, f func(n int)) {
	for i := 0; i < len(ranges); i += 2 {
		n, _ := slices.BinarySearch(a.first, ranges[i])
		for ; n < len(a.first) && a.first[n] <= ranges[i+1]; n++ {
			f(n)
		}
	}
}

// split separates the members of each class that are in ranges from those that are not.
func (a *alphabet) split(ranges []rune) {
	parted := map[uint16]uint16{}
	a.intervals(ranges, func(n int) {
		old := a.class[n]
		part, known := parted[old]
		if !known {
			part = uint16(a.count)
			a.count++
			parted[old] = part
		}
		a.class[n] = part
	})
}

// number renumbers the classes that have members from 0 on.
func (a *alphabet) number() {
	numbers := map[uint16]uint16{}
	for i, old := range a.class {
		n, known := numbers[old]
		if !known {
			n = uint16(len(numbers))
			numbers[old] = n
		}
		a.class[i] = n
	}
	a.count = len(numbers)
}

// interval returns the number of the interval that contains r.
func (a *alphabet) interval(r rune) int {
	return sort.Search(len(a.first), func(i int) bool { return a.first[i] > r }) - 1
}

func (a *alphabet) of(r rune) uint16 { return a.class[a.interval(r)] }
