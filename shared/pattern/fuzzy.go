package pattern

import (
	"fmt"
	"unicode/utf8"
)

// MaxFuzzy is the maximum length of a text in mode Fuzzy, in characters; a byte that is not UTF-8 counts as one.
const MaxFuzzy = 1024

// Thresholds of mode Fuzzy. The score of a match is 1 - edits/length, with the length of the pattern in characters. A
// score of 0, with nothing in common, is not a match; at LeastThreshold one character in common is enough.
const (
	defaultThreshold = 0.8
	LeastThreshold   = 1.0 / MaxFuzzy
)

// readThreshold sets Threshold. It is an error if the threshold is invalid or the text is too long.
func (p *Pattern) readThreshold() error {
	if n := utf8.RuneCountInString(p.Source); n > MaxFuzzy {
		return &Error{Pattern: p.Source, Problem: fmt.Sprintf("it is %d characters long, more than the %d that mode fuzzy takes", n, MaxFuzzy), tooMuch: true}
	}
	p.Threshold = p.opts.Threshold
	if p.Threshold == 0 {
		p.Threshold = defaultThreshold
	}
	if !(p.Threshold > 0 && p.Threshold <= 1) {
		return &Error{Pattern: p.Source, Problem: fmt.Sprintf("a threshold of %v is not in 0 to 1", p.Threshold)}
	}
	return nil
}
