package match

import (
	"bytes"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/pattern"
)

// A term finds the matches of one pattern in a block.
type term interface {
	// begin tells that another block follows, reset that another file does.
	begin()
	reset()
	// seek gives an offset on the first matching line at or after from, which
	// is the start of a line, so that no match of that line starts before it;
	// -1 if there is none. A term whose pattern is Multiline need not have it.
	seek(b []byte, from int) (int, error)
	// next gives the first match that starts at or after from, the end of
	// another match or the start of a character, seeing what stands before
	// from. If there is none it gives none. b may end at the end of a line.
	next(b []byte, from int) (Span, error)
	// refused gives how many occurrences of the text seek and next have turned
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
		return &bounded{text: newFinder(p.Source, p.Fold), alone: aloneIdentifier}, nil
	case pattern.Word:
		return &bounded{text: newFinder(p.Source, p.Fold), alone: aloneWord}, nil
	case pattern.Glob, pattern.Regex:
		if p.Engine == pattern.Backtrack {
			return newBacktrack(p)
		}
		return newRegex(p.Expr, p.Multiline())
	}
	return literal{newFinder(p.Source, p.Fold)}, nil
}

// newFinder gives what finds text, of one or several lines.
func newFinder(text string, fold bool) finder {
	switch {
	case bytes.IndexByte([]byte(text), '\n') >= 0:
		return newBlock(text, fold)
	case fold && folds(text):
		return newFolded(text)
	}
	return exact(text)
}

// literal is a term of plain text.
type literal struct{ text finder }

func (literal) begin()                 {}
func (literal) reset()                 {}
func (literal) refused() (int64, bool) { return 0, false }
func (l literal) clone() term          { return l }

func (l literal) seek(b []byte, from int) (int, error) {
	at, _ := l.text.find(b, from)
	return at, nil
}

func (l literal) next(b []byte, from int) (Span, error) {
	start, end := l.text.find(b, from)
	return Span{start, end}, nil
}

// bounded is a term of plain text that must stand alone.
type bounded struct {
	text  finder
	alone func(b []byte, start, end int) bool

	near int64
	// counted is the end of the last occurrence that was taken or counted in
	// near: one that starts before it is not counted, nor is any a second time.
	counted int
}

func (t *bounded) begin()                 { t.near, t.counted = 0, 0 }
func (t *bounded) reset()                 {}
func (t *bounded) refused() (int64, bool) { return t.near, true }
func (t *bounded) clone() term            { return &bounded{text: t.text, alone: t.alone} }

func (t *bounded) seek(b []byte, from int) (int, error) {
	sp, err := t.next(b, from)
	return sp.Start, err
}

func (t *bounded) next(b []byte, from int) (Span, error) {
	for {
		start, end := t.text.find(b, from)
		if start < 0 {
			return none, nil
		}
		if t.alone(b, start, end) {
			t.counted = max(t.counted, end)
			return Span{start, end}, nil
		}
		if start >= t.counted {
			t.near++
			t.counted = end
		}
		from = start + 1
	}
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
