package dfa

import (
	"regexp/syntax"
	"slices"
	"sort"
	"unicode/utf8"
)

// A context is what assertions ask about the character on one side.
type context uint8

const (
	other context = iota
	word          // of \w, where the expression has \b or \B
	newline
	edge // no character: the text, or the line where lines are searched, begins or ends
)

// An alphabet divides all characters into classes of which the expression
// treats all members alike.
type alphabet struct {
	first    []rune   // where the intervals begin that are alike throughout, from 0 on
	class    []uint16 // the class of each interval
	count    int      // of classes
	ascii    [utf8.RuneSelf]uint16
	contexts []context // of each class
}

// wordRunes are the characters of \w.
var wordRunes = [...]rune{'0', '9', 'A', 'Z', '_', '_', 'a', 'z'}

// newAlphabet gives the alphabet of p. Of more than maxClasses classes it is
// not complete.
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
		if a.count > 4*maxClasses { // numbers that are no longer in use among them
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

// intervals calls f with the number of each interval that ranges hold.
func (a *alphabet) intervals(ranges []rune, f func(n int)) {
	for i := 0; i < len(ranges); i += 2 {
		n, _ := slices.BinarySearch(a.first, ranges[i])
		for ; n < len(a.first) && a.first[n] <= ranges[i+1]; n++ {
			f(n)
		}
	}
}

// split parts the members of each class that are in ranges from those that are not.
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

// number counts the classes that have members from 0 on.
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

// interval gives the number of the interval that r is in.
func (a *alphabet) interval(r rune) int {
	return sort.Search(len(a.first), func(i int) bool { return a.first[i] > r }) - 1
}

// of gives the class of r.
func (a *alphabet) of(r rune) uint16 { return a.class[a.interval(r)] }
