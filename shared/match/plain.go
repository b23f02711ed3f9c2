package match

import (
	"github.com/ct-tools/ct/shared/match/kernel"
	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
)

// plain is a term for plain text.
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

// bounded is a term for plain text that must stand alone.
type bounded struct {
	plain
	mode pattern.Mode // Identifier or Word

	near int64
	// counted is the end of the last occurrence taken or counted in near. One that starts before it is not counted.
	counted int
	taken   int // end of the last occurrence that was taken
}

func (t *bounded) begin(Want)             { t.near, t.counted, t.taken = 0, 0, 0 }
func (t *bounded) refused() (int64, bool) { return t.near, true }
func (t *bounded) clone() term            { return &bounded{plain: t.plain, mode: t.mode} }

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

// takes reports whether an occurrence stands alone, and counts it in near if not.
func (t *bounded) takes(b []byte, start, end int) bool {
	if pattern.Bounded(t.mode, b, start, end) {
		t.counted = max(t.counted, end)
		return true
	}
	if start >= t.counted {
		t.near++
		t.counted = end
	}
	return false
}

// exact finds text byte by byte.
type exact struct {
	pair *kernel.Pair
	size int
}

func newExact(text string) exact { return exact{kernel.NewPair([]byte(text)), len(text)} }

func (x exact) find(b []byte, from int) (start, end int) {
	if from > len(b) {
		return -1, -1
	}
	at := x.pair.Index(b, from)
	if at < 0 {
		return -1, -1
	}
	return at, at + x.size
}

// beyondASCII finds bytes that are not ASCII.
type beyondASCII struct{}

func (beyondASCII) find(b []byte, from int) (start, end int) {
	if from > len(b) {
		return -1, -1
	}
	at := kernel.IndexHigh(b, from)
	if at < 0 {
		return -1, -1
	}
	return at, at + 1
}
