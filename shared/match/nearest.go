package match

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
)

// Miss is the place in a text that is most similar to a pattern of several lines that does not match.
type Miss struct {
	Line  int64 // number, from 1, of the line compared with the pattern's first line
	Equal int   // number of the pattern's lines that are equal there
	Total int   // number of the pattern's lines

	At    int64  // number of the first line that differs; it may be the one after the last line of the text
	Index int    // number of that line in the pattern, from 1
	Want  string // that line of the pattern
	Got   string // that line of the text, without its line ending
	Ended bool   // the text ends before that line
}

// Nearest returns the place in text at which p, a pattern of mode Block, has the most lines in common with it, the
// first of several such places, and the first line that differs there. Lines are compared as for a match: the pattern's
// first line with the end of a line, its last with the beginning of a line, the others with whole lines. Blank lines do
// not count. Nearest returns false if no other line is equal anywhere, if p matches, and for other modes. It needs 4
// bytes of memory for every line of text.
func Nearest(text []byte, p *pattern.Pattern) (Miss, bool) {
	if p.Mode != pattern.Block {
		return Miss{}, false
	}
	f := newBlock(p.Source, p.Fold)
	if start, _ := f.find(text, 0); start >= 0 {
		return Miss{}, false
	}
	best, most := 0, int32(0)
	for place, equal := range f.alignments(text) {
		if equal > most {
			best, most = place, equal
		}
	}
	if most == 0 {
		return Miss{}, false
	}
	return f.miss(text, best)
}

// alignments returns, for each line of text, how many lines that are not blank are equal if the pattern's first line is
// compared with that one. Lines are looked up, so the time does not grow with the product of the lengths.
func (f *block) alignments(text []byte) []int32 {
	last := len(f.lines) - 1
	inner := make(map[string][]int)
	for i := 1; i < last; i++ {
		if l := &f.lines[i]; !l.blank() {
			inner[l.key(l.text)] = append(inner[l.key(l.text)], i)
		}
	}
	votes := make([]int32, bytes.Count(text, []byte{'\n'})+1)
	at := 0
	for got := range bytes.Lines(text) {
		got = withoutEnd(got)
		matching := inner[f.lines[0].key(got)]
		for _, i := range []int{0, last} {
			if !f.lines[i].blank() && f.same(i, got) {
				matching = append(slices.Clip(matching), i)
			}
		}
		for _, i := range matching {
			if i <= at {
				votes[at-i]++
			}
		}
		at++
	}
	return votes
}

// miss compares the pattern with the lines of text from the line with index place on.
func (f *block) miss(text []byte, place int) (Miss, bool) {
	m := Miss{Line: int64(place) + 1, Total: len(f.lines)}
	for range place {
		text = text[LineEnd(text, 0)+1:]
	}
	for i := range f.lines {
		var got []byte
		ended := len(text) == 0
		if !ended {
			end := min(LineEnd(text, 0)+1, len(text))
			got, text = withoutEnd(text[:end]), text[end:]
		}
		switch {
		case !ended && f.same(i, got):
			m.Equal++
		case m.Index == 0:
			m.At, m.Index = m.Line+int64(i), i+1
			m.Want, m.Got, m.Ended = string(f.lines[i].text), string(got), ended
		}
	}
	return m, m.Index > 0
}

// same reports whether line i of the pattern matches got, a line of the text.
func (f *block) same(i int, got []byte) bool {
	l := &f.lines[i]
	switch i {
	case 0:
		return l.suffix(got, 0, len(got)) >= 0
	case len(f.lines) - 1:
		return l.prefix(got, 0) >= 0
	}
	return l.suffix(got, 0, len(got)) == 0
}

func (l *line) blank() bool { return len(bytes.TrimSpace(l.text)) == 0 }

// key returns the same string for all texts that are equal as lines: with folding, the least form of every character.
func (l *line) key(text []byte) string {
	if !l.fold {
		return string(text)
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r == utf8.RuneError {
			b.Write(text[:n])
		} else {
			b.WriteRune(required.Least(r))
		}
		text = text[n:]
	}
	return b.String()
}

// withoutEnd returns a line without its "\n" or "\r\n".
func withoutEnd(line []byte) []byte {
	if l, ok := bytes.CutSuffix(line, []byte("\n")); ok {
		return bytes.TrimSuffix(l, []byte("\r"))
	}
	return line
}
