package backend

import (
	"regexp/syntax"
	"slices"
)

// empty reports whether re matches nothing, if assertions hold everywhere.
func empty(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral, syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL, syntax.OpNoMatch:
		return false
	case syntax.OpCapture, syntax.OpPlus:
		return empty(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min == 0 || empty(re.Sub[0])
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			if !empty(sub) {
				return false
			}
		}
		return true
	case syntax.OpAlternate:
		return slices.ContainsFunc(re.Sub, empty)
	}
	return true
}

// never reports whether re has a class of no character, which programs write in
// different ways or not at all.
func never(re *syntax.Regexp) bool {
	if re.Op == syntax.OpNoMatch || re.Op == syntax.OpCharClass && len(re.Rune) == 0 {
		return true
	}
	return slices.ContainsFunc(re.Sub, never)
}

// cost gives about how many states re at a depth takes, or more than maxCost.
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

// core gives an expression without repetitions for one that is not empty: each
// line on which re matches has a match of it. It is re itself if that has none.
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
	return core(re.Sub[0]) // a group, or a repetition of at least one
}

// longest gives the part of a sequence that says most, between what may be
// nothing, repetitions, and classes that are neighbours. Of a repetition, its
// first and its last stand in the parts beside it.
func longest(subs []*syntax.Regexp) *syntax.Regexp {
	var best, part []*syntax.Regexp
	end := func(next ...*syntax.Regexp) {
		if weight(part) > weight(best) || best == nil {
			best = part
		}
		part = next
	}
	for _, sub := range subs {
		if empty(sub) {
			end()
			continue
		}
		once, whole := single(sub)
		if !whole || len(part) > 0 && wide(once) && wide(part[len(part)-1]) {
			end()
		}
		part = append(part, once)
		switch {
		case !whole: // it stands anywhere in the match of sub
			end()
		case once != sub:
			end(once)
		}
	}
	end()
	return &syntax.Regexp{Op: syntax.OpConcat, Sub: best}
}

// single gives the core of re and whether a match of re begins with a match of it
// and ends with one.
func single(re *syntax.Regexp) (once *syntax.Regexp, whole bool) {
	once = core(re)
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	repeats := re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat
	return once, finite(re) || repeats && finite(re.Sub[0])
}

// weight gives how much a sequence says, four for a character and one for a
// class.
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

// finite reports whether re has neither repetitions nor classes that are
// neighbours.
func finite(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpStar, syntax.OpPlus, syntax.OpRepeat:
		return false
	case syntax.OpConcat:
		for i := 1; i < len(re.Sub); i++ {
			if wide(re.Sub[i-1]) && wide(re.Sub[i]) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !finite(sub) })
}

// wide reports whether re has a class.
func wide(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return true
	}
	return slices.ContainsFunc(re.Sub, wide)
}
