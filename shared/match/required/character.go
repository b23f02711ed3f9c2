package required

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// Limits for a class whose characters become separate texts.
const (
	maxClass    = 16           // texts
	maxInRanges = 4 * maxClass // characters, before those that differ in case are merged
)

// open reports whether r stands for other bytes: U+FFFD for each invalid one, a newline for any line ending.
func open(r rune) bool { return r == utf8.RuneError || r == '\n' || !utf8.ValidRune(r) }

// literal returns the part for the characters of re, in runs between open ones.
func literal(re *syntax.Regexp) part {
	fold := re.Flags&syntax.FoldCase != 0
	p := exactly(nothingRead())
	for rest := re.Rune; len(rest) > 0; {
		n := slices.IndexFunc(rest, open)
		if n < 0 {
			n = len(rest)
		}
		if n > 0 {
			p = concat(p, exactly(newSet([]piece{newPiece(string(rest[:n]), fold)}, true)))
		}
		if n < len(rest) {
			p = concat(p, anything())
			n++
		}
		rest = rest[n:]
	}
	return p
}

// class returns the part for one of ranges, pairs [lo, hi]. All forms of a character become one text in any case.
func class(ranges []rune) part {
	n := 0
	for i := 0; i < len(ranges); i += 2 {
		lo, hi := ranges[i], ranges[i+1]
		if n += int(hi-lo) + 1; n > maxInRanges || inRange(utf8.RuneError, lo, hi) || inRange('\n', lo, hi) || lo <= 0xdfff && 0xd800 <= hi {
			return anything()
		}
	}
	var texts []piece
	for i := 0; i < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			all := Forms(r)
			fold := len(all) > 1 && !slices.ContainsFunc(all, func(f rune) bool { return !inClass(f, ranges) })
			if !fold || r == all[0] {
				texts = append(texts, newPiece(string(r), fold))
			}
		}
	}
	if len(texts) > maxClass {
		return anything()
	}
	return exactly(newSet(texts, true))
}

func inRange(r, lo, hi rune) bool { return lo <= r && r <= hi }

func inClass(r rune, ranges []rune) bool {
	for i := 0; i < len(ranges); i += 2 {
		if inRange(r, ranges[i], ranges[i+1]) {
			return true
		}
	}
	return false
}

// beyondASCII reports whether every match of re contains a byte that is not ASCII.
func beyondASCII(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpLiteral:
		fold := re.Flags&syntax.FoldCase != 0
		return slices.ContainsFunc(re.Rune, func(r rune) bool {
			return r >= utf8.RuneSelf && (!fold || Least(r) >= utf8.RuneSelf)
		})
	case syntax.OpCharClass:
		return len(re.Rune) > 0 && re.Rune[0] >= utf8.RuneSelf
	case syntax.OpCapture, syntax.OpPlus:
		return beyondASCII(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min > 0 && beyondASCII(re.Sub[0])
	case syntax.OpConcat:
		return slices.ContainsFunc(re.Sub, beyondASCII)
	case syntax.OpAlternate:
		return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !beyondASCII(sub) })
	}
	return false
}
