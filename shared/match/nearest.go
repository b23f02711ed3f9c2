package match

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/match/required"
	"github.com/ct-tools/ct/shared/pattern"
)

// A Miss is the place of a text that comes nearest to a pattern of several
// lines which the text does not have.
type Miss struct {
	Line  int64 // number, from 1, of the line that stands against the pattern's first
	Equal int   // how many of the pattern's lines are the same there
	Total int   // how many it has

	At    int64  // number of the first line that differs; it may be one behind the text
	Index int    // its number in the pattern, from 1
	Want  string // that line of the pattern
	Got   string // the line of the text, without its line end
	Ended bool   // the text ends before that line
}

// Nearest gives the place of text where p, of mode Block, has most lines in
// common with it, the first of several, and there the first line that differs.
// Lines are compared as they are matched: the pattern's first with the end of
// a line, its last with the beginning of one, the others with whole lines.
// Places are chosen by lines that are not blank. It reports false if no such
// line is the same anywhere, if p matches, and for other modes. It takes 4
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

// alignments gives, for each line of text, how many lines that are not blank
// are the same if the pattern's first line stands against that one. Lines are
// looked up by their text, so that the time does not grow with the product of
// the two lengths.
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

// miss compares the pattern with the lines of text from number place on, from
// 0.
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

// same reports whether line i of the pattern is as it has to be for got, a
// line of the text.
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

// key gives what is the same for all texts that are the same line: with
// folding every character's least form.
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

// withoutEnd gives a line without its "\n" or "\r\n".
func withoutEnd(line []byte) []byte {
	if l, ok := bytes.CutSuffix(line, []byte("\n")); ok {
		return bytes.TrimSuffix(l, []byte("\r"))
	}
	return line
}
