package match

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// maxRequired bounds the alternatives of required text.
const maxRequired = 32

// A text is required of a match, in any case if fold.
type text struct {
	string
	fold bool
}

// needs says what every match of a part of an expression has in it.
type needs struct {
	any    []text // one of these; none if unknown
	enough bool   // that is the whole of it: what has one of any matches
}

// required gives a finder of text, or of bytes beyond ASCII, that every match
// of re has in it, and whether a line that has it matches for certain. The
// finder is nil if there is no such text.
func required(re *syntax.Regexp) (finder, bool) {
	n := needsOf(re)
	if len(n.any) == 0 {
		if needsBeyondASCII(re) {
			return beyondASCII{}, false
		}
		return nil, false
	}
	return textFinder(n.any), n.enough
}

func textFinder(texts []text) finder {
	f := &anyOf{}
	for _, t := range texts {
		f.texts = append(f.texts, newFinder(t.string, t.fold))
		// Folding changes the length of a character by up to utf8.UTFMax - 1.
		f.longest = max(f.longest, utf8.UTFMax*len(t.string))
	}
	if len(f.texts) == 1 {
		return f.texts[0]
	}
	return f
}

// needsOf walks the tree of an expression: a literal needs itself, a
// concatenation what the best of its parts needs, an alternation what any
// part needs provided that all need something.
func needsOf(re *syntax.Regexp) needs {
	switch re.Op {
	case syntax.OpLiteral:
		return needsOfLiteral(re)
	case syntax.OpCapture:
		return needsOf(re.Sub[0])
	case syntax.OpPlus:
		return needs{needsOf(re.Sub[0]).any, false}
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needs{needsOf(re.Sub[0]).any, false}
		}
	case syntax.OpConcat:
		var best needs
		for _, sub := range re.Sub {
			if n := needsOf(sub); n.better(best) {
				best = needs{n.any, false}
			}
		}
		return best
	case syntax.OpAlternate:
		all := needs{enough: true}
		for _, sub := range re.Sub {
			n := needsOf(sub)
			if len(n.any) == 0 {
				return needs{}
			}
			all.any = append(all.any, n.any...)
			all.enough = all.enough && n.enough
		}
		if len(all.any) <= maxRequired {
			return all
		}
	}
	return needs{}
}

func needsOfLiteral(re *syntax.Regexp) needs {
	// U+FFFD also stands for any byte that is not valid UTF-8, and a newline
	// may be a line end of either kind.
	if slices.Contains(re.Rune, utf8.RuneError) || slices.Contains(re.Rune, '\n') {
		return needs{}
	}
	return needs{[]text{{string(re.Rune), re.Flags&syntax.FoldCase != 0}}, true}
}

// better reports whether n is rarer than o by its shortest text.
func (n needs) better(o needs) bool {
	if len(n.any) == 0 || len(o.any) == 0 {
		return len(n.any) > len(o.any)
	}
	if a, b := n.shortest(), o.shortest(); a != b {
		return a > b
	}
	return len(n.any) < len(o.any)
}

func (n needs) shortest() int {
	short := len(n.any[0].string)
	for _, t := range n.any {
		short = min(short, len(t.string))
	}
	return short
}

// needsBeyondASCII reports whether every match of re has a character beyond
// ASCII in it.
func needsBeyondASCII(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpCharClass:
		return len(re.Rune) > 0 && re.Rune[0] >= utf8.RuneSelf
	case syntax.OpCapture, syntax.OpPlus:
		return needsBeyondASCII(re.Sub[0])
	case syntax.OpRepeat:
		return re.Min > 0 && needsBeyondASCII(re.Sub[0])
	case syntax.OpConcat:
		return slices.ContainsFunc(re.Sub, needsBeyondASCII)
	case syntax.OpAlternate:
		return len(re.Sub) > 0 && !slices.ContainsFunc(re.Sub, func(s *syntax.Regexp) bool { return !needsBeyondASCII(s) })
	}
	return false
}
