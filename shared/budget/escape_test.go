package budget_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
)

// dangerous lists the escaped characters except C0 and DEL.
var dangerous = [][2]rune{
	{0x80, 0x9F}, {0xAD, 0xAD}, {0x61C, 0x61C}, {0x180E, 0x180E}, {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
	{0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF},
}

func isDangerous(r rune) bool {
	for _, span := range dangerous {
		if span[0] <= r && r <= span[1] {
			return true
		}
	}
	return false
}

// slowEscape applies the rule to one rune at a time.
func slowEscape(s, kept string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case strings.ContainsRune(kept, r):
			b.WriteRune(r)
		case r == '\t', r == '\n', r == '\r':
			b.WriteString(map[rune]string{'\t': `\t`, '\n': `\n`, '\r': `\r`}[r])
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, `\x%02x`, r)
		case isDangerous(r) && r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		case isDangerous(r):
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
		s = s[n:]
	}
	return b.String()
}

func TestCharactersAreEscapedAsItsFormSays(t *testing.T) {
	var all []string
	for _, span := range [][2]rune{{0, 0x1FFFF}, {0xDFF00, 0xE10FF}, {utf8.MaxRune - 9, utf8.MaxRune}} {
		for r := span[0]; r <= span[1]; r++ {
			if utf8.ValidRune(r) {
				all = append(all, string(r))
			}
		}
	}
	for b := 0x80; b < 0x100; b++ {
		all = append(all, string([]byte{byte(b)}))
	}
	for _, s := range all {
		for _, c := range []struct {
			name, kept string
			form       func(string) string
		}{
			{"Escape", "\t\n", budget.Escape}, {"EscapeLine", "\t", budget.EscapeLine}, {"EscapeName", "", budget.EscapeName},
		} {
			if got, want := c.form(s), slowEscape(s, c.kept); got != want {
				t.Fatalf("%s of %+q: %q, want %q", c.name, s, got, want)
			}
		}
	}
}

func TestEscapedForms(t *testing.T) {
	for in, want := range map[string][3]string{
		"a\tb\nc\rd":       {"a\tb\nc\\rd", "a\tb\\nc\\rd", `a\tb\nc\rd`},
		"\x1b[31mred\x00":  {`\x1b[31mred\x00`, `\x1b[31mred\x00`, `\x1b[31mred\x00`},
		"\u202eevil":       {`\u202eevil`, `\u202eevil`, `\u202eevil`},
		"\x80 and \u0080":  {`\x80 and \u0080`, `\x80 and \u0080`, `\x80 and \u0080`},
		"\xffx\xc3":        {`\xffx\xc3`, `\xffx\xc3`, `\xffx\xc3`},
		"\xed\xa0\x80":     {`\xed\xa0\x80`, `\xed\xa0\x80`, `\xed\xa0\x80`}, // a surrogate
		"\ufffd ok":        {"\ufffd ok", "\ufffd ok", "\ufffd ok"},
		`\x1b`:             {`\x1b`, `\x1b`, `\x1b`}, // backslashes are text
		"\U000E0041":       {`\U000e0041`, `\U000e0041`, `\U000e0041`},
		"é e\u0301 日本 😀❤️": {"é e\u0301 日本 😀❤️", "é e\u0301 日本 😀❤️", "é e\u0301 日本 😀❤️"},
	} {
		if got := [3]string{budget.Escape(in), budget.EscapeLine(in), budget.EscapeName(in)}; got != want {
			t.Errorf("%+q: %q, want %q", in, got, want)
		}
	}
}

func TestEscapingPlainTextAllocatesNothing(t *testing.T) {
	plain := strings.Repeat("plain ASCII and ünïcode 日本\t", 20)
	line := []byte(plain)
	dst := make([]byte, 0, 2*len(line))
	if n := testing.AllocsPerRun(100, func() {
		_ = budget.Escape(plain)
		_ = budget.EscapeLine(plain)
		dst = budget.AppendLine(dst[:0], line)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzEscapeAgreesWithTheRule(f *testing.F) {
	f.Add("plain")
	f.Add("a\tb\n\x1b\x80\xc2\x80\u202e\U000e0041\xff\xe2\x80")
	f.Fuzz(func(t *testing.T, s string) {
		for kept, form := range map[string]func(string) string{"\t\n": budget.Escape, "\t": budget.EscapeLine, "": budget.EscapeName} {
			got := form(s)
			if want := slowEscape(s, kept); got != want {
				t.Fatalf("%q keeping %q: %q, want %q", s, kept, got, want)
			}
			if form(got) != got {
				t.Fatalf("%q still holds something to escape", got)
			}
		}
		if got := string(budget.AppendLine([]byte("x"), []byte(s))); got != "x"+budget.EscapeLine(s) {
			t.Fatalf("AppendLine returns %q", got)
		}
	})
}

func TestFenceIsLongerThanAnyRunInside(t *testing.T) {
	for text, want := range map[string]int{"": 3, "x": 3, "`": 3, "``": 3, "```": 4, "a ``` b ````\n`": 5, strings.Repeat("`", 70): 71} {
		if got := budget.Fence(text); got != strings.Repeat("`", want) {
			t.Errorf("%q: %s, want %s", text, strconv.Itoa(len(got)), strconv.Itoa(want))
		}
	}
}

func BenchmarkEscapeLine(b *testing.B) {
	line := []byte("	if err := enc.Encode(v); err != nil { // a usual line of source, without anything to escape")
	dst := make([]byte, 0, 2*len(line))
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		dst = budget.AppendLine(dst[:0], line)
	}
}
