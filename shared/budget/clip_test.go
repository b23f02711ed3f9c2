package budget_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
)

func TestClipCutsRoundTheMatch(t *testing.T) {
	for _, c := range []struct {
		name       string
		line       string
		start, end int
		max        int
		want       string
		from       int
	}{
		{"fits", "hello", 1, 2, 5, "hello", 0},
		{"no bound", "hello", 1, 2, 0, "hello", 0},
		{"match in the middle", "aaaaaaaaaaMbbbbbbbbbb", 10, 11, 11, "…aaMbb…", 8},
		{"match at the start", "Mbbbbbbbbbbbbbbb", 0, 1, 8, "Mbbbb…", 0},
		{"match at the end", "aaaaaaaaaaaaaaaM", 15, 16, 8, "…aaaaM", 11},
		{"match near the start", "aaMbbbbbbbbbbbbb", 2, 3, 12, "aaMbbbbbb…", 0},
		{"match near the end", "aaaaaaaaaaaaaMbb", 13, 14, 12, "…aaaaaaMbb", 7},
		{"match longer than max", "aaMMMMMMMMMMMbb", 2, 13, 10, "…MMMM…", 2},
		{"match longer than max at the start", "MMMMMMMMMMMMMbb", 0, 13, 10, "MMMMMMM…", 0},
		{"the whole line is the match", "MMMMMMMMMMMMMMM", 0, 15, 10, "MMMMMMM…", 0},
		{"no room for ellipses", "aaMMMMMMMMMMMbb", 2, 13, 4, "MMMM", 2},
		{"no room for a rune", "aa日本日本", 2, 14, 2, "", 2},
		{"one rune", "aa日本日本", 2, 14, 4, "日", 2},
		{"empty match", "aaaaaaaaaabbbbbbbbbb", 10, 10, 12, "…aaabbb…", 7},
		{"empty match at the end", "aaaaaaaaaaaaaaaaaaaa", 20, 20, 9, "…aaaaaa", 14},
		{"runes stay whole", "ääääääääMöööööööö", 16, 17, 12, "…äMö…", 14},
		{"match inside a rune", "aaaaaaaaäbbbbbbbbb", 9, 10, 10, "…aäb…", 7},
		{"marks keep their base", "aaaaae\u0301Mbbbbbbbbbb", 8, 9, 11, "…Mbb…", 8},
		{"no base before a mark is lost", "aaaaaaaaaaMbe\u0301ffffffff", 10, 11, 11, "…aaMb…", 8},
		{"controls stay", "\x1b\x1b\x1b\x1b\tM\x00\x00\x00\x00\x00\x00\x00\x00", 5, 6, 9, "…\tM\x00…", 4},
		{"invalid bytes", "\xff\xff\xff\xff\xff\xffM\xff\xff\xff\xff\xff\xff", 6, 7, 9, "…\xffM\xff…", 5},
		{"offsets out of the line", "aaaaaaaaaaaaaaa", 40, 90, 9, "…aaaaaa", 9},
		{"offsets that are turned", "aaaaaaaaaaaaaaa", -3, -9, 9, "aaaaaa…", 0},
	} {
		got, from := budget.Clip([]byte(c.line), c.start, c.end, c.max)
		if got != c.want || from != c.from {
			t.Errorf("%s: %q from %d, want %q from %d", c.name, got, from, c.want, c.from)
		}
	}
}

func TestClipJSONBoundsTheEncodedText(t *testing.T) {
	all := []byte("M")
	for r := range rune(0x2100) {
		all = append(utf8.AppendRune(all, r), '\xff')
	}
	for _, line := range []string{"plain", "\"\\\"\\M\"\\", "\x00\x01\x1f\x7fM\b\f\n\r\t\v", "\u2028\u2029M<>&", "\xff\xfeM\xc3", "日本語M日本語", string(all)} {
		at := strings.IndexByte(line, 'M')
		at = max(at, 0)
		whole, err := render.JSON(line, false)
		if err != nil {
			t.Fatal(err)
		}
		for most := 1; most <= len(whole)-2 && most < 3000; most++ {
			text, _ := budget.ClipJSON([]byte(line), at, at+1, most)
			got, err := render.JSON(text, false)
			if err != nil || len(got)-2 > most {
				t.Fatalf("%.20q within %d: %s has %d bytes, %v", line, most, got, len(got)-2, err)
			}
			if most > 20 && len(got)-2 < most-12 {
				t.Fatalf("%.20q within %d: %s has only %d bytes", line, most, got, len(got)-2)
			}
		}
		if text, from := budget.ClipJSON([]byte(line), at, at+1, len(whole)-2); text != line || from != 0 {
			t.Errorf("%.20q is cut although it fits", line)
		}
	}
}

func TestClipLineBoundsTheEscapedText(t *testing.T) {
	for _, c := range []struct {
		line       string
		start, end int
		max        int
		want       string
		from       int
	}{
		{"a\x1bM\tx", 2, 3, 20, "a\\x1bM\tx", 0},
		{"a\x1bM\tx", 2, 3, 0, "a\\x1bM\tx", 0},
		{"\x1b\x1b\x1bM\x1b\x1b\x1b", 3, 4, 15, `…\x1bM\x1b…`, 2},
		{"\x1b\x1b\x1bM\x1b\x1b\x1b", 3, 4, 14, `…M\x1b…`, 3},
		{"xxxxxxx\u202exxxxxxx", 7, 10, 14, `…x\u202ex…`, 6},
		{"xxxxxxx\nxxxxxxx", 7, 8, 10, `…x\nx…`, 6},
	} {
		got, from := budget.ClipLine([]byte(c.line), c.start, c.end, c.max)
		if got != c.want || from != c.from {
			t.Errorf("%q in %d: %q from %d, want %q from %d", c.line, c.max, got, from, c.want, c.from)
		}
	}
}

// checkClip fails if a promise of Clip is broken for the line.
func checkClip(t *testing.T, line []byte, start, end, max int) {
	t.Helper()
	start = min(start, len(line))
	end = min(start+end, len(line))
	fail := func(why, form, text string) {
		t.Helper()
		t.Fatalf("%s(%q, %d, %d, %d) returns %q: %s", form, line, start, end, max, text, why)
	}
	raw, from := budget.Clip(line, start, end, max)
	if len(raw) > max {
		fail("too wide", "Clip", raw)
	}
	checkPart(t, line, raw, from, start, end, max, func(part []byte) string { return string(part) })
	shown, from := budget.ClipLine(line, start, end, max)
	switch {
	case len(shown) > max:
		fail("too wide", "ClipLine", shown)
	case budget.EscapeLine(shown) != shown:
		fail("it is not escaped", "ClipLine", shown)
	}
	checkPart(t, line, shown, from, start, end, max, func(part []byte) string { return budget.EscapeLine(string(part)) })
}

// checkPart finds the part of the line that text shows. It fails if the part splits a rune, cuts a
// line that fits, or hides the match.
func checkPart(t *testing.T, line []byte, text string, from, start, end, max int, form func([]byte) string) {
	t.Helper()
	fail := func(why string) {
		t.Helper()
		t.Fatalf("%q of %q (match %d to %d, at most %d bytes): %s", text, line, start, end, max, why)
	}
	const widest = len(`\U000e0041`) + 2*len(budget.Ellipsis) // one rune with its ellipses
	before := ""
	if from > 0 && strings.HasPrefix(text, budget.Ellipsis) {
		before = budget.Ellipsis
	}
	to := -1
	for i := from; i <= min(len(line), from+max); i++ {
		after := ""
		if i < len(line) {
			after = budget.Ellipsis
		}
		if (from == 0) == (before == "") && before+form(line[from:i])+after == text {
			to = i
		}
	}
	if to < 0 {
		if max >= widest {
			fail("it is no part of the line with an ellipsis at each cut end")
		}
		return
	}
	if splits(line, from) || splits(line, to) {
		fail("a rune is split")
	}
	whole := form(line)
	if len(whole) <= max && text != whole {
		fail("the line fits and is cut")
	}
	if start < end && max >= 40 && (from > start || to <= start) {
		fail("the match does not show")
	}
	if m := form(line[start:end]); max >= 40 && len(m)+2*len(budget.Ellipsis)+2*10 <= max && (from > start || to < end) {
		fail("the match would fit and is cut")
	}
}

// splits reports whether i is inside a rune.
func splits(line []byte, i int) bool {
	for at := max(0, i-3); at < i; at++ {
		if r, n := utf8.DecodeRune(line[at:]); at+n > i && !(r == utf8.RuneError && n == 1) {
			return true
		}
	}
	return false
}

func TestClipKeepsItsPromisesOnHostileLines(t *testing.T) {
	parts := []string{"a", "word ", "\t", "\n", "\x00", "\x1b[31m", "\x80", "\xff", "\xe2\x80", "\xf0\x9f\x98", "ä", "日本", "😀", "e\u0301", "\u0301", "\u200d",
		"👩\u200d👧", "👍🏽", "\u202e", "\ufeff", "\u2028", "\U000e0041", "…", "`", `\`, "\u0080"}
	random := rand.New(rand.NewPCG(3, 4))
	runs := 8000
	if testing.Short() {
		runs = 2000
	}
	for range runs {
		var line []byte
		for range random.IntN(40) {
			line = append(line, parts[random.IntN(len(parts))]...)
		}
		checkClip(t, line, random.IntN(len(line)+1), random.IntN(12), 1+random.IntN(80))
	}
}

func FuzzClipKeepsItsPromises(f *testing.F) {
	f.Add([]byte("aaaaaaaaaaMbbbbbbbbbb"), uint16(10), uint16(1), uint8(11))
	f.Add([]byte("e\u0301\u0301\xff\x1b日本\u200d"), uint16(3), uint16(2), uint8(7))
	f.Fuzz(func(t *testing.T, line []byte, start, end uint16, max uint8) {
		if len(line) > 400 {
			t.Skip("skipped: this input says nothing here")
		}
		checkClip(t, line, int(start), int(end), 1+int(max))
	})
}

func TestClipLooksOnlyRoundTheMatch(t *testing.T) {
	line := bytes.Repeat([]byte("日本\x1b"), 1<<20)
	fastest := time.Hour
	for range 20 {
		begin := time.Now()
		_, _ = budget.Clip(line, len(line)/2, len(line)/2+9, 200)
		_, _ = budget.ClipLine(line, len(line)/2, len(line)/2+9, 200)
		fastest = min(fastest, time.Since(begin))
	}
	if fastest > time.Millisecond { // scanning the whole line takes more than ten
		t.Errorf("clipping takes %v", fastest)
	}
}

func TestALineOfMarksIsShown(t *testing.T) {
	line := bytes.Repeat([]byte("\u0301"), 1000)
	if got, _ := budget.Clip(line, 1000, 1002, 100); utf8.RuneCountInString(got) < 40 {
		t.Errorf("%q", got)
	}
}
