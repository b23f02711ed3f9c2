package pattern

import (
	"fmt"
	"unicode/utf8"
)

// MaxFuzzy is the longest text of a pattern in mode Fuzzy, in characters; a byte
// that is not valid UTF-8 counts as one.
const MaxFuzzy = 1024

// Thresholds of mode Fuzzy. The score of a match is 1 - edits/length, length
// being that of the pattern in characters. A score of 0, where nothing is as it
// is in the pattern, is none, so that no threshold is below LeastThreshold in
// effect: it takes what has a single character of any pattern.
const (
	DefaultThreshold = 0.8
	LeastThreshold   = 1.0 / MaxFuzzy
)

// readThreshold fills in Threshold, and refuses one that is none and a text
// that is too long.
func (p *Pattern) readThreshold() error {
	if n := utf8.RuneCountInString(p.Source); n > MaxFuzzy {
		return &Error{Pattern: p.Source, Problem: fmt.Sprintf("it is %d characters long, more than the %d that mode fuzzy takes", n, MaxFuzzy), tooMuch: true}
	}
	p.Threshold = p.opts.Threshold
	if p.Threshold == 0 {
		p.Threshold = DefaultThreshold
	}
	if !(p.Threshold > 0 && p.Threshold <= 1) {
		return &Error{Pattern: p.Source, Problem: fmt.Sprintf("a threshold of %v is not in 0 to 1", p.Threshold)}
	}
	return nil
}
