package match

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
)

// A term finds the matches of one pattern in a block.
type term interface {
	// begin tells that another block follows and what is wanted of it, reset that
	// another file follows.
	begin(want Want)
	reset()
	// seek gives an offset on the first matching line at or after from, which
	// is the start of a line, so that no match of that line starts before it;
	// -1 if there is none. A term whose pattern is Multiline need not have it.
	seek(b []byte, from int) (int, error)
	// next gives the first match that starts at or after from, the end of
	// another match or the start of a character, seeing what stands before
	// from. If there is none it gives none. b may end at the end of a line.
	next(b []byte, from int) (Span, error)
	// needs gives texts of which every match holds one, if these are known and
	// worth being looked for.
	needs() []required.Text
	// judge says what an occurrence of one of needs on a line comes to: it gives
	// the offset that seek would give if the line matches, else -1. line ends
	// with that line, which begins at first. It is asked for all occurrences on a
	// line in turn, in place of seek.
	judge(line []byte, first int, occurrence Span) (int, error)
	// refused gives how many occurrences of the text seek, judge and next have turned
	// down since begin, and whether that is ever other than 0: then every line
	// has to be searched to its end.
	refused() (n int64, counts bool)
	clone() term
}

// none is the Span of no match.
var none = Span{-1, -1}

// A finder finds text without a newline in it (but block). It holds no state.
type finder interface {
	// find gives the first occurrence that starts at or after from; start is -1
	// if there is none.
	find(b []byte, from int) (start, end int)
}

func newTerm(p *pattern.Pattern) (term, error) {
	switch p.Mode {
	case pattern.Identifier:
		return &bounded{plain: newPlain(p), alone: aloneIdentifier}, nil
	case pattern.Word:
		return &bounded{plain: newPlain(p), alone: aloneWord}, nil
	case pattern.Glob, pattern.Regex:
		if p.Engine == pattern.Backtrack {
			return newBacktrack(p)
		}
		return newRegex(p.Expr, p.Multiline())
	}
	return newPlain(p), nil
}

// newFinder gives what finds text, of one or several lines.
func newFinder(text string, fold bool) finder {
	switch {
	case strings.Contains(text, "\n"):
		return newBlock(text, fold)
	case fold && folds(text):
		return newFolded(text)
	}
	return newExact(text)
}

// plain is a term of plain text.
type plain struct {
	text required.Text
	finder
}

func newPlain(p *pattern.Pattern) plain {
	return plain{required.Text{Text: p.Source, Fold: p.Fold}, newFinder(p.Source, p.Fold)}
}

func (plain) begin(Want)               {}
func (plain) reset()                   {}
func (plain) refused() (int64, bool)   { return 0, false }
func (p plain) clone() term            { return p }
func (p plain) needs() []required.Text { return []required.Text{p.text} }

func (plain) judge(_ []byte, _ int, occurrence Span) (int, error) { return occurrence.Start, nil }

func (p plain) seek(b []byte, from int) (int, error) {
	at, _ := p.find(b, from)
	return at, nil
}

func (p plain) next(b []byte, from int) (Span, error) {
	start, end := p.find(b, from)
	return Span{start, end}, nil
}

// bounded is a term of plain text that must stand alone.
type bounded struct {
	plain
	alone func(b []byte, start, end int) bool

	near int64
	// counted is the end of the last occurrence that was taken or counted in
	// near: one that starts before it is not counted, nor is any a second time.
	counted int
	taken   int // end of the last occurrence that was taken
}

func (t *bounded) begin(Want)             { t.near, t.counted, t.taken = 0, 0, 0 }
func (t *bounded) refused() (int64, bool) { return t.near, true }
func (t *bounded) clone() term            { return &bounded{plain: t.plain, alone: t.alone} }

func (t *bounded) seek(b []byte, from int) (int, error) {
	sp, err := t.next(b, from)
	return sp.Start, err
}

func (t *bounded) next(b []byte, from int) (Span, error) {
	for {
		start, end := t.find(b, from)
		if start < 0 {
			return none, nil
		}
		if t.takes(b, start, end) {
			return Span{start, end}, nil
		}
		from = start + 1
	}
}

func (t *bounded) judge(line []byte, _ int, occurrence Span) (int, error) {
	if occurrence.Start >= t.taken && t.takes(line, occurrence.Start, occurrence.End) {
		t.taken = occurrence.End
		return occurrence.Start, nil
	}
	return -1, nil
}

// takes reports whether an occurrence stands alone, and counts it if not.
func (t *bounded) takes(b []byte, start, end int) bool {
	if t.alone(b, start, end) {
		t.counted = max(t.counted, end)
		return true
	}
	if start >= t.counted {
		t.near++
		t.counted = end
	}
	return false
}

func aloneIdentifier(b []byte, start, end int) bool {
	return (start == 0 || !pattern.IsIdentifier(b[start-1])) && (end == len(b) || !pattern.IsIdentifier(b[end]))
}

func aloneWord(b []byte, start, end int) bool {
	return !wordBefore(b, start) && !wordAfter(b, end)
}

func wordBefore(b []byte, at int) bool {
	if at == 0 {
		return false
	}
	if c := b[at-1]; c < utf8.RuneSelf {
		return pattern.IsIdentifier(c)
	}
	r, _ := utf8.DecodeLastRune(b[:at])
	return pattern.IsWord(r)
}

func wordAfter(b []byte, at int) bool {
	if at == len(b) {
		return false
	}
	if c := b[at]; c < utf8.RuneSelf {
		return pattern.IsIdentifier(c)
	}
	r, _ := utf8.DecodeRune(b[at:])
	return pattern.IsWord(r)
}

// lineEnd gives the offset of the newline that ends the line at, or len(b).
func lineEnd(b []byte, at int) int {
	if i := bytes.IndexByte(b[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(b)
}

// lineStart gives the start of the line that at is on, looking no further back
// than floor, the start of that line or an earlier one.
func lineStart(b []byte, floor, at int) int {
	return floor + bytes.LastIndexByte(b[floor:at], '\n') + 1
}
