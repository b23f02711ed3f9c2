package dfa

import (
	"bytes"
	"regexp"
	"regexp/syntax"
	"slices"
	"testing"
	"unicode/utf8"
)

// twin is the slow twin of a Machine: it uses Go's regexp.
type twin struct {
	expr      string
	re, later *regexp.Regexp
}

func newTwin(expr string) *twin {
	return &twin{expr, regexp.MustCompile(expr), regexp.MustCompile(`\A(?s:.)(?s:.*?)(` + expr + `)`)}
}

// lines returns the number of each line with a match.
func (w *twin) lines(b []byte) (numbers []int) {
	for i, line := range bytes.SplitAfter(b, []byte("\n")) {
		if len(line) > 0 && w.re.Match(bytes.TrimSuffix(line, []byte("\n"))) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// find returns the first match at or after from. After the start of the text it runs the expression
// after one that consumes at least the character before from, which is as far as assertions look
// back.
func (w *twin) find(text []byte, from int) (start, end int) {
	var loc []int
	base := 0
	if from == 0 {
		loc = w.re.FindIndex(text)
	} else {
		_, n := utf8.DecodeLastRune(text[:from])
		base = from - n
		if loc = w.later.FindSubmatchIndex(text[base:]); loc != nil {
			loc = loc[2:]
		}
	}
	if loc == nil {
		return -1, -1
	}
	return base + loc[0], base + loc[1]
}

// boundaries returns the offsets in text where characters begin, and its end.
func boundaries(text []byte) (at []int) {
	for i := 0; i < len(text); {
		at = append(at, i)
		_, n := utf8.DecodeRune(text[i:])
		i += n
	}
	return append(at, len(text))
}

func compile(t testing.TB, expr string) *Program {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile(re)
	if err != nil {
		t.Fatalf("%q: %v", expr, err)
	}
	return p
}

// agree fails t unless m returns the same as its twin for text, from every start. A machine that
// has given up is skipped.
func agree(t *testing.T, m *Machine, w *twin, text []byte) {
	t.Helper()
	agreeOnLines(t, m, w, text)
	if yes, ok := m.Match(text); ok && yes != w.re.Match(text) {
		t.Fatalf("%q: Match(%q) = %v", w.expr, text, yes)
	}
	for _, from := range boundaries(text) {
		start, end, ok := m.Find(text, from)
		if !ok {
			break
		}
		if s, e := w.find(text, from); s != start || e != end {
			t.Fatalf("%q: Find(%q, %d) = %d, %d, want %d, %d", w.expr, text, from, start, end, s, e)
		}
	}
}

func agreeOnLines(t *testing.T, m *Machine, w *twin, text []byte) {
	t.Helper()
	want := w.lines(text)
	for name, search := range map[string]func([]byte, int, []int) ([]int, bool){"Lines": m.Lines, "interleaved": m.interleaved} {
		lines, ok := search(text, 0, []int{-7})
		if !ok {
			if len(lines) != 1 {
				t.Fatalf("%q: %s appends before it gives up", w.expr, name)
			}
			continue
		}
		if got := numbers(text, lines[1:]); lines[0] != -7 || !slices.Equal(got, want) {
			t.Fatalf("%q: %s(%q) = %v, want lines %v", w.expr, name, text, lines, want)
		}
	}
	var got []int
	for from := 0; from >= 0; {
		at, ok := m.Next(text, from)
		if !ok {
			return
		}
		from = -1
		if at >= 0 {
			got = append(got, at)
			if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
				from = at + n + 1
			}
		}
	}
	if got := numbers(text, got); !slices.Equal(got, want) {
		t.Fatalf("%q: Next in %q = %v, want lines %v", w.expr, text, got, want)
	}
}

// numbers returns the number of the line that each offset is on.
func numbers(text []byte, offsets []int) (lines []int) {
	for _, at := range offsets {
		lines = append(lines, bytes.Count(text[:at], []byte("\n")))
	}
	return lines
}
