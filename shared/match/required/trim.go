package required

import (
	"regexp/syntax"
	"slices"
)

var empty = &syntax.Regexp{Op: syntax.OpEmptyMatch}

// end is an end of an expression.
type end bool

const (
	left  end = false
	right end = true
)

// trim returns the smallest expression that matches somewhere in a text if and only if re does, as far as that can be
// achieved by removing optional parts at the ends. Every match of re contains a match of it.
func trim(re *syntax.Regexp) *syntax.Regexp { return trimEnd(trimEnd(re, left), right) }

// trimEnd trims one end of re. An empty match may match anywhere; an assertion is not empty in this sense.
func trimEnd(re *syntax.Regexp, at end) *syntax.Regexp {
	switch re.Op {
	case syntax.OpStar, syntax.OpQuest:
		return empty
	case syntax.OpCapture, syntax.OpPlus:
		return trimEnd(re.Sub[0], at)
	case syntax.OpRepeat:
		switch re.Min {
		case 0:
			return empty
		case 1:
			return trimEnd(re.Sub[0], at)
		}
		return &syntax.Regexp{Op: syntax.OpRepeat, Sub: re.Sub, Min: re.Min, Max: re.Min}
	case syntax.OpConcat:
		return trimConcat(re, at)
	case syntax.OpAlternate:
		return trimAlternate(re, at)
	}
	return re
}

func trimConcat(re *syntax.Regexp, at end) *syntax.Regexp {
	subs := slices.Clone(re.Sub)
	for len(subs) > 0 {
		outer := 0
		if at == right {
			outer = len(subs) - 1
		}
		if subs[outer] = trimEnd(subs[outer], at); subs[outer].Op != syntax.OpEmptyMatch {
			break
		}
		subs = slices.Delete(subs, outer, outer+1)
	}
	switch len(subs) {
	case 0:
		return empty
	case 1:
		return subs[0]
	}
	return &syntax.Regexp{Op: syntax.OpConcat, Sub: subs}
}

func trimAlternate(re *syntax.Regexp, at end) *syntax.Regexp {
	subs := make([]*syntax.Regexp, len(re.Sub))
	for i, sub := range re.Sub {
		subs[i] = trimEnd(sub, at)
		if subs[i].Op == syntax.OpEmptyMatch {
			return empty // the other alternatives contain an empty match as well
		}
	}
	return &syntax.Regexp{Op: syntax.OpAlternate, Sub: subs}
}
