package backend

import (
	"regexp/syntax"
	"slices"
)

// matchesEmpty reports whether re matches the empty string, if all assertions are taken to hold.
func matchesEmpty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return matchesEmpty(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min == 0 || matchesEmpty(re.Sub[0])
	case syntax.OpConcat:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !matchesEmpty(sub) })
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, matchesEmpty)
	}
	return true
}

// hasEmptyClass reports whether re has a class without characters, which programs write differently or not at all.
func hasEmptyClass(re *syntax.Regexp) bool {
	if re.Op == syntax.OpNoMatch || re.Op == syntax.OpCharClass && len(re.Rune) == 0 {
		return true
	}
	return slices.ContainsFunc(re.Sub, hasEmptyClass)
}

// cost returns approximately how many states re at a depth requires, or a number above maxCost.
func cost(re *syntax.Regexp, depth int) int {
	if depth > maxNesting {
		return maxCost + 1
	}
	n := 1
	switch re.Op {
	case syntax.OpLiteral:
		n = 4 * len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		n = 5
	}
	for _, sub := range re.Sub {
		n = min(n+cost(sub, depth+1), maxCost+1)
	}
	if re.Op == syntax.OpRepeat {
		n *= max(re.Min+1, re.Max)
	}
	return min(n, maxCost+1)
}

// core returns an expression without repetitions for one that does not match the empty string: it
// matches on each line on which re matches. It is re itself if re has no repetitions.
func core(re *syntax.Regexp) *syntax.Regexp {
	switch {
	case finite(re):
		return re
	case re.Op == syntax.OpConcat:
		return longest(re.Sub)
	case re.Op == syntax.OpAlternate:
		subs := make([]*syntax.Regexp, len(re.Sub))
		for i, sub := range re.Sub {
			subs[i] = core(sub)
		}
		return &syntax.Regexp{Op: syntax.OpAlternate, Sub: subs}
	}
	return core(re.Sub[0]) // a group, or a repetition with at least one iteration
}

// longest returns the most selective part of a sequence between elements that may be empty, repetitions, and adjacent
// classes. The first and the last iteration of a repetition belong to the parts next to it.
func longest(subs []*syntax.Regexp) *syntax.Regexp {
	var best, part []*syntax.Regexp
	end := func(next ...*syntax.Regexp) {
		if weight(part) > weight(best) || best == nil {
			best = part
		}
		part = next
	}
	for _, sub := range subs {
		if matchesEmpty(sub) {
			end()
			continue
		}
		once, whole := single(sub)
		if !whole || len(part) > 0 && hasClass(once) && hasClass(part[len(part)-1]) {
			end()
		}
		part = append(part, once)
		switch {
		case !whole: // it can be anywhere in the match of sub
			end()
		case once != sub:
			end(once)
		}
	}
	end()
	return &syntax.Regexp{Op: syntax.OpConcat, Sub: best}
}

// single returns the core of re, and whether each match of re both starts and ends with a match of that.
func single(re *syntax.Regexp) (once *syntax.Regexp, whole bool) {
	once = core(re)
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	repeats := re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat
	return once, finite(re) || repeats && finite(re.Sub[0])
}

// weight returns how selective a sequence is: four for a character and one for a class.
func weight(subs []*syntax.Regexp) int {
	n := 0
	for _, re := range subs {
		switch re.Op {
		case syntax.OpLiteral:
			n += 4 * len(re.Rune)
		case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
			n++
		case syntax.OpCapture, syntax.OpConcat:
			n += weight(re.Sub)
		case syntax.OpAlternate:
			least := weight(re.Sub[:1])
			for i := range re.Sub {
				least = min(least, weight(re.Sub[i:i+1]))
			}
			n += least
		}
	}
	return n
}

// finite reports whether re has neither repetitions nor adjacent classes.
func finite(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		return false
	case syntax.OpConcat:
		for i := 1; i < len(re.Sub); i++ {
			if hasClass(re.Sub[i-1]) && hasClass(re.Sub[i]) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !finite(sub) })
}

// hasClass reports whether re has a class.
func hasClass(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	}
	return slices.ContainsFunc(re.Sub, hasClass)
}
