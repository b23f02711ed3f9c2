package match

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"sync"
	"unicode/utf8"
)

// regex is a term of Go's regexp, given lines without their newlines or, if
// multiline, a whole text.
type regex struct {
	expr      string
	re        *regexp.Regexp
	need      finder // what every match has in it; nil if unknown
	enough    bool   // a line that has need matches
	looksBack bool   // what stands before a match decides whether it is one
	multiline bool
	later     func() *regexp.Regexp // for matches that do not start at the first character of a text
}

func newRegex(expr string, multiline bool) (*regex, error) {
	re, err := regexp.Compile(expr)
	if err != nil {
		return nil, err
	}
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return nil, err
	}
	t := &regex{expr: expr, re: re, looksBack: looksBack(tree), multiline: multiline}
	t.need, t.enough = required(tree)
	t.later = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\A(?s:.)(?s:.*?)(` + expr + `)`)
	})
	return t, nil
}

func (t *regex) begin()                 {}
func (t *regex) reset()                 {}
func (t *regex) refused() (int64, bool) { return 0, false }
func (t *regex) clone() term            { return t }

func (t *regex) seek(b []byte, from int) (int, error) {
	for from < len(b) {
		at := from
		if t.need != nil {
			if at, _ = t.need.find(b, from); at < 0 {
				break
			}
			from = lineStart(b, from, at)
		}
		end := lineEnd(b, at)
		if t.need != nil && t.enough || t.re.Match(b[from:end]) {
			return from, nil
		}
		from = end + 1
	}
	return -1, nil
}

func (t *regex) next(b []byte, from int) (Span, error) {
	if t.multiline {
		return t.within(b, 0, from), nil
	}
	start := lineStart(b, 0, from)
	end := lineEnd(b, from)
	if sp := t.within(b[:end], start, from); sp.Start >= 0 {
		return sp, nil
	}
	if end == len(b) {
		return none, nil
	}
	at, err := t.seek(b, end+1)
	if at < 0 {
		return none, err
	}
	return t.within(b[:lineEnd(b, at)], at, at), nil
}

// within gives the first match that starts at or after from in b[start:], a
// line or a whole text.
//
// Go's regexp cannot begin a search inside a text and still see what stands
// before. So the search begins one character earlier, which is all that ^, \A,
// \b and \B look back on; should a match start on that character, the
// expression is run behind one that takes at least that character.
func (t *regex) within(b []byte, start, from int) Span {
	if t.need != nil {
		if at, _ := t.need.find(b, from); at < 0 {
			return none
		}
	}
	if from == start || !t.looksBack {
		return offset(t.re.FindIndex(b[from:]), from)
	}
	_, n := utf8.DecodeLastRune(b[start:from])
	sp := offset(t.re.FindIndex(b[from-n:]), from-n)
	if sp.Start < 0 || sp.Start >= from {
		return sp
	}
	loc := t.later().FindSubmatchIndex(b[from-n:])
	if loc == nil {
		return none
	}
	return offset(loc[2:4], from-n)
}

func offset(loc []int, by int) Span {
	if loc == nil {
		return none
	}
	return Span{loc[0] + by, loc[1] + by}
}

// looksBack reports whether re has a part that matches or not by what stands
// before it.
func looksBack(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginLine, syntax.OpBeginText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return true
	}
	return slices.ContainsFunc(re.Sub, looksBack)
}
