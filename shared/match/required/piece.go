package required

import (
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/frequency"
)

// piece is a Text that may grow, with values that are kept up to date at every step.
type piece struct {
	Text
	cased bool // one of its characters has another form, whether or not Fold is set

	// In the unit of frequency.Bits:
	rarest int // the information of its rarest character
	all    int // the sum over all characters
}

// newPiece returns the piece of text, in any case if fold is set.
func newPiece(text string, fold bool) piece {
	var p piece
	for _, r := range text {
		p.cased = p.cased || unicode.SimpleFold(r) != r
	}
	p.Fold = fold && p.cased
	if p.Fold {
		text = leastForms(text)
	}
	for _, r := range text {
		bits := information(r, p.Fold)
		p.rarest = max(p.rarest, bits)
		p.all += bits
	}
	p.Text.Text = text
	return p
}

// then returns p followed by q: both Fold, or the other without case, as sameCase ensures.
func (p piece) then(q piece) piece {
	return piece{
		Text:   Text{p.Text.Text + q.Text.Text, p.Fold || q.Fold},
		cased:  p.cased || q.cased,
		rarest: max(p.rarest, q.rarest),
		all:    p.all + q.all,
	}
}

// share returns the share of the positions in a text at which p is expected. All but its rarest character count half,
// because neighbors depend on each other: English has about half the information of its letters.
func (p piece) share() float64 { return math.Exp2(-float64(p.rarest+(p.all-p.rarest)/2) / 8) }

// information returns the information of r, or of any form of it if fold is set.
func information(r rune, fold bool) int {
	if !fold {
		return encoded(r)
	}
	share := 0.0
	for _, f := range Forms(r) {
		share += math.Exp2(-float64(encoded(f)) / 8)
	}
	return int(-8 * math.Log2(share))
}

// encoded returns the information of the bytes of r. Bytes after the first count half, because they depend on it.
func encoded(r rune) int {
	if r < utf8.RuneSelf {
		return frequency.Bits(byte(r))
	}
	bits := 0
	for i, c := range []byte(string(r)) {
		if i == 0 {
			bits = frequency.Bits(c)
		} else {
			bits += frequency.Bits(c) / 2
		}
	}
	return bits
}
