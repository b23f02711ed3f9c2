package match

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

func TestNearestNamesTheFirstLineThatDiffers(t *testing.T) {
	t.Parallel()
	const text = "one\ntwo\nthree\nfour\n\none\ntwo\nTHREE\nfour\nfive\r\nsix"
	tests := []struct {
		block string
		fold  bool
		want  Miss
		ok    bool
	}{
		{"one\ntwo\nthree\nFOUR\n", false, Miss{1, 4, 5, 4, 4, "FOUR", "four", false}, true},
		{"one\ntwo\nx\nfour\nfive\nsix", false, Miss{6, 5, 6, 8, 3, "x", "THREE", false}, true},
		{"ONE\ntwo\nthree\nx", true, Miss{1, 3, 4, 4, 4, "x", "four", false}, true},
		{"one\ntwo\nx", false, Miss{1, 2, 3, 3, 3, "x", "three", false}, true}, // the first of two places
		{"e\ntwo\nx", false, Miss{1, 2, 3, 3, 3, "x", "three", false}, true},   // the end of a line
		{"five\nsix\nseven", false, Miss{10, 2, 3, 12, 3, "seven", "", true}, true},
		{"x\nfive\nsi", false, Miss{9, 2, 3, 9, 1, "x", "four", false}, true},
		{"q\n\ny", false, Miss{}, false}, // an empty line does not count
		{"q\ny", false, Miss{}, false},
		{"one\ntwo", false, Miss{}, false}, // the pattern matches
	}
	for _, c := range tests {
		o := literalMode
		if c.fold {
			o = foldedMode
		}
		got, ok := Nearest([]byte(text), compile(t, c.block, o))
		if got != c.want || ok != c.ok {
			t.Errorf("%q: %+v, %v; want %+v, %v", c.block, got, ok, c.want, c.ok)
		}
	}
	if _, ok := Nearest([]byte(text), compile(t, "five", literalMode)); ok {
		t.Error("a pattern of one line has a nearest place")
	}
	if _, ok := Nearest(nil, compile(t, "a\nb", literalMode)); ok {
		t.Error("an empty text has a nearest place")
	}
}

func FuzzNearest(f *testing.F) {
	f.Add("a\nb\nc", "a\nx\nc\n", false)
	f.Add("\u212a\r\n\nb", "k\n\n", true)
	f.Fuzz(func(t *testing.T, block, text string, fold bool) {
		o := literalMode
		if fold {
			o = foldedMode
		}
		p, err := pattern.Compile(block, o)
		if err != nil || p.Mode != pattern.Block {
			return
		}
		m, ok := Nearest([]byte(text), p)
		if !ok {
			return
		}
		lines := strings.Split(p.Source, "\n")
		if m.Total != len(lines) || m.Equal < 1 || m.Equal >= m.Total || m.Index < 1 || m.Index > m.Total ||
			m.At != m.Line+int64(m.Index)-1 || m.Want != lines[m.Index-1] {
			t.Fatalf("%q in %q: %+v", block, text, m)
		}
		if most := mostEqual(p, text); m.Equal > most || m.Equal < 1 {
			t.Fatalf("%q in %q: %+v, but the best place has %d", block, text, m, most)
		}
	})
}

// mostEqual counts the lines that are equal at the best place of text.
func mostEqual(p *pattern.Pattern, text string) int {
	f := newBlock(p.Source, p.Fold)
	got := strings.SplitAfter(text, "\n")
	most := 0
	for place := range got {
		equal := 0
		for i := range f.lines {
			if place+i < len(got) && got[place+i] != "" && f.same(i, withoutEnd([]byte(got[place+i]))) {
				equal++
			}
		}
		most = max(most, equal)
	}
	return most
}
