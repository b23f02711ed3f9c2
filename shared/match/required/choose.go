package required

import (
	"math"

	"github.com/ct-tools/ct/shared/match/frequency"
)

// Costs of a search in nanoseconds a byte, about those of vector code: what it
// takes to look for a number of texts at once, and for what they find.
const (
	scanOne  = 0.05 // a packed pair
	scanFew  = 0.07 // a Teddy in which every text has a bucket of its own
	scanMany = 0.10 // buckets of several texts
	scanMost = 0.20 // beyond maxCrossed
	scanHigh = 0.04 // bytes beyond ASCII

	perMatch = 5    // of a text that makes the line match
	perLine  = 60   // of one that sends the line to the expression
	doubt    = 0.03 // of having to do so at all: texts are not spread evenly
)

func (s set) cost() float64 {
	if !s.known() {
		return math.Inf(1)
	}
	scan := scanMost
	switch n := len(s.texts); {
	case n == 1:
		scan = scanOne
	case n <= 8:
		scan = scanFew
	case n <= maxCrossed:
		scan = scanMany
	}
	if s.certain {
		return scan + perMatch*s.share
	}
	return scan + doubt + perLine*s.share
}

func costBeyondASCII() float64 { return scanHigh + doubt + perLine*shareBeyondASCII() }

// better gives the one of a and b that costs less, and of equals a.
func better(a, b set) set {
	if b.cost() < a.cost() {
		return b
	}
	return a
}

// Frequency gives the share of the places in a text at which one of the texts of s,
// or the byte that is not ASCII, is to be expected, from how often bytes occur in
// text and source code; 1 where nothing is known. What is expected at more than
// about one place in a line's length hardly pays to look for.
func (s Set) Frequency() float64 {
	if s.BeyondASCII {
		return shareBeyondASCII()
	}
	if len(s.Texts) == 0 {
		return 1
	}
	share := 0.0
	for _, t := range s.Texts {
		share += newPiece(t.Text, t.Fold).share()
	}
	return min(share, 1)
}

func shareBeyondASCII() float64 {
	share := 0.0
	for c := 0x80; c <= 0xff; c++ {
		share += math.Exp2(-float64(frequency.Bits(byte(c))) / 8)
	}
	return share
}
