package main

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/pattern"
)

// found returns the result of one assertion on standard output.
func found(t testing.TB, p *pattern.Pattern, s sizes, text string) finding {
	t.Helper()
	o := observed(t, looks{assertions: []assertion{{on: onStdout, pattern: p}}}, s, fixed(), text, "")
	return o.finding(0)
}

func TestTheFirstMatchingLineIsFound(t *testing.T) {
	long := strings.Repeat("-", 200)
	for _, c := range []struct {
		name, pattern, text string
		line, column        int64 // 0 for no match
		shown               string
	}{
		{"literal", "error", "ok\nan error\nerror\n", 2, 4, "an error"},
		{"no final newline", "error", "ok\nan error", 2, 4, "an error"},
		{"empty output", "error", "", 0, 0, ""},
		{"empty output and an expression for anything", "^.*$", "", 0, 0, ""},
		{"one empty line", "^$", "a\n\n", 2, 1, ""},
		{"case counts", "error", "ERROR\n", 0, 0, ""},
		{"CRLF", "error", "ok\r\nerror\r\n", 2, 1, "error"},
		{"CRLF after $", "error$", "error\r\n", 1, 1, "error"},
		{"CRLF is part of a line for other expressions", `error\z`, "error\r\n", 0, 0, ""},
		{"expression at the beginning of a line", "^b+", "abb\nbb\n", 2, 1, "bb"},
		{"glob", "err*r", "ok\nmy errrr\n", 2, 4, "my errrr"},
		{"invalid UTF-8", `a.b`, "a\xffb\n", 1, 1, "a\xffb"},
		{"binary", "error", "\x00\x01error\x00\n", 1, 3, "\x00\x01error\x00"},
		{"several lines", `a\nb`, "x\nza\nby\n", 2, 2, "za\nb"},
		{"several literal lines", "a\nb", "x\r\nza\r\nby\n", 2, 2, "za\r\nb"},
		{"look-ahead", `a(?=b)`, "ac\nxab\n", 2, 2, "xab"},
		{"in the middle of a long line", "error", "a\n" + long + "error" + long + "\n", 2, 201, ""},
		{"at the end of a long line without newline", `error$`, long + "error", 1, 201, ""},
		{"at the beginning of a long line", `^error`, "error" + long + "\n", 1, 1, ""},
		{"after a long line", `\berror\b`, long + "\n" + "an error\n", 2, 4, "an error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := found(t, compiled(t, c.pattern), small, c.text)
			h := f.first()
			if h == nil {
				h = &hit{}
			}
			if h.line != c.line || h.column != c.column {
				t.Errorf("found in line %d, column %d", h.line, h.column)
			}
			if c.shown != "" && string(h.text) != c.shown {
				t.Errorf("the line is %q", h.text)
			}
			if c.shown != "" && (h.span.End > len(h.text) || h.span.Start != int(h.column-1)) {
				t.Errorf("the span is %v", h.span)
			}
		})
	}
}

// A long line is searched in pieces, which overlap by more than the longest match.
func TestNearlyTheTextIsFoundInALongLine(t *testing.T) {
	p, err := pattern.Compile("error", pattern.Options{Mode: pattern.Fuzzy, Case: pattern.Sensitive})
	if err != nil {
		t.Fatal(err)
	}
	for before := range 200 {
		line := strings.Repeat("-", before) + "errro"
		f := found(t, p, small, "ok\n"+line+strings.Repeat("-", 200))
		h := f.first()
		if h == nil || h.line != 2 || h.column != int64(before+1) {
			t.Errorf("after %d characters: %+v", before, h)
		}
	}
	if f := found(t, p, small, strings.Repeat("-erxxor", 100)); f.first() != nil || f.undecided != "" {
		t.Errorf("%+v", f)
	}
}

func TestStreamsAreSearchedApart(t *testing.T) {
	l := looks{assertions: []assertion{
		{on: onStdout, pattern: compiled(t, "here")},
		{on: onStderr, pattern: compiled(t, "here")},
		{on: onBoth, pattern: compiled(t, "here")},
		{on: onBoth, pattern: compiled(t, "both")},
	}}
	o := observed(t, l, small, fixed(), "both\n", "over\nhere\nboth\n")
	for i, want := range [][2]int64{{0, 0}, {0, 2}, {0, 2}, {1, 3}} {
		f, got := o.finding(i), [2]int64{}
		for j, h := range f.hits {
			if h != nil {
				got[j] = h.line
				if h.stream != []string{"stdout", "stderr"}[j] {
					t.Errorf("assertion %d: a hit of %s is on %s", i, []string{"stdout", "stderr"}[j], h.stream)
				}
			}
		}
		if got != want {
			t.Errorf("assertion %d: found in lines %v, expected %v", i, got, want)
		}
	}
}

func TestWhatIsUnknownIsUndecided(t *testing.T) {
	long := strings.Repeat("-", 200)
	cut := small
	cut.keep = 32
	for _, c := range []struct {
		name, pattern, text string
		sizes               sizes
		want                string
	}{
		{"a miss of an expression in a long line", `x+y`, "a\n" + long + "\n", small, "stdout line 2 is longer than 64 bytes"},
		{"a literal is found or not", "absent", long, small, ""},
		{"the beginning of a line in a piece", `^-{3}x`, long + "---x", small, "stdout line 1 is longer than 64 bytes"},
		{"the end of a line in a piece", `-x$`, strings.Repeat("-", 62) + "x" + long, small, "stdout line 1 is longer than 64 bytes"},
		{"a word in a piece", `-\b`, long, small, "stdout line 1 is longer than 64 bytes"},
		{"look-around in a long line", `-(?!-)x`, long, small, "stdout line 1 is longer than 64 bytes"},
		{"several lines, partly cut", `a\nb`, long + "a\nb\n" + long, cut, "it needs the whole stdout; 2 lines (372 bytes) were not kept"},
		{"several literal lines, partly cut", "a\nb", long, cut, "it needs the whole stdout; 0 lines (168 bytes) were not kept"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := found(t, compiled(t, c.pattern), c.sizes, c.text)
			if f.first() != nil {
				t.Errorf("found in %+v", f.first())
			}
			if f.undecided != c.want {
				t.Errorf("undecided: %q", f.undecided)
			}
		})
	}
}

func TestATimeLimitIsUndecided(t *testing.T) {
	p, err := pattern.Compile(`(x+x+)+(?=z)y`, pattern.Options{Promote: true, Case: pattern.Sensitive, Timeout: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	f := found(t, p, defaultSizes, "ok\n"+strings.Repeat("x", 60)+"y\n")
	if f.first() != nil || f.undecided != "the pattern's time limit was reached in stdout" {
		t.Errorf("found %v, undecided: %q", f.first(), f.undecided)
	}
}

func TestAMatchDecidesWhateverElseIsOpen(t *testing.T) {
	f := found(t, compiled(t, `x+y`), small, strings.Repeat("-", 200)+"\nxxy\n")
	if f.first() == nil || f.undecided != "" {
		t.Errorf("found %v, undecided: %q", f.first(), f.undecided)
	}
}

// twinFinds returns the offset of the first match in text, -1 for none, by Go's regexp on each
// line, or on the whole text.
func twinFinds(t testing.TB, p *pattern.Pattern, text string) int {
	t.Helper()
	expr := p.Expr
	if expr == "" {
		expr = regexp.QuoteMeta(p.Source)
		if p.Fold {
			expr = "(?i)" + expr
		}
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		t.Fatal(err)
	}
	if p.Multiline() {
		loc := re.FindStringIndex(text)
		if loc == nil || loc[0] == len(text) && (text == "" || strings.HasSuffix(text, "\n")) {
			return -1
		}
		return loc[0]
	}
	at := 0
	for line := range strings.Lines(text) {
		if loc := re.FindStringIndex(strings.TrimSuffix(line, "\n")); loc != nil {
			return at + loc[0]
		}
		at += len(line)
	}
	return -1
}

var fuzzed = []string{
	"error", "ab", "éa", "main", "ab|error", `^a`, `b$`, `\bab\b`, `a+b`, `.{3}x`, `[^a]k`, "a*r", "a?b", `^$`, `^.*error.*$`, `a\nb`, `(?s)a.b`, "é€😀", `\x{FFFD}`, `x*`,
	`a\sb`, `b[^x]a`, `\Aa`, `b\z`, `error\s+12`, `(?-m)^a`, `x\s+$`, `(?:a|\W)k`, `\Ax|12`, `^\s*a$`, `(?i)K\D+x`, `\bab[[:space:]]+\b`, `a\W{2,3}b`,
}

func FuzzAssertionsAgreeWithWholeLines(f *testing.F) {
	f.Add([]byte("\x00\x01\x0d\x03\x02"), uint8(0), uint64(1))
	f.Add([]byte("\x18\x18\x18\x03\x0d\x18\x18\x18\x18\x02"), uint8(5), uint64(2))
	f.Fuzz(func(t *testing.T, data []byte, which uint8, random uint64) {
		if len(data) > 1000 {
			return
		}
		text := scrambled(data)
		o := pattern.Options{Promote: true, Case: pattern.Sensitive}
		if which >= 128 {
			o.Case = pattern.Insensitive
		}
		p, err := pattern.Compile(fuzzed[int(which)%len(fuzzed)], o)
		if err != nil {
			t.Fatal(err)
		}
		out := observed(t, looks{assertions: []assertion{{on: onStdout, pattern: p}}}, small, rand.New(rand.NewPCG(random, 0)), text, "")
		agrees(t, p, out, text)
	})
}

// twinFindsAnywhere is twinFinds for a stream. An expression that matches no single line may match
// across line ends; one with an end of the text in it is only run on the whole.
func twinFindsAnywhere(t testing.TB, p *pattern.Pattern, text string) (at int, inLine bool) {
	t.Helper()
	ends := strings.Contains(p.Source, `\A`) || strings.Contains(p.Source, `\z`) || strings.Contains(p.Source, "(?-m)")
	if !ends {
		if at = twinFinds(t, p, text); at >= 0 || p.Mode != pattern.Regex {
			return at, true
		}
	}
	flags := "(?m)"
	if p.Fold {
		flags = "(?mi)"
	}
	loc := regexp.MustCompile(flags + p.Source).FindStringIndex(text)
	if loc == nil || loc[0] == len(text) && (text == "" || strings.HasSuffix(text, "\n")) {
		return -1, false
	}
	return loc[0], false
}

// agrees compares what was found with the expected result.
func agrees(t *testing.T, p *pattern.Pattern, o *output, text string) {
	t.Helper()
	f, w := o.finding(0), o.stdout.watches[0]
	at, inLine := twinFindsAnywhere(t, p, text)
	h := f.first()
	exact := p.Mode == pattern.Literal || p.Multiline() || reachOf(p) == ofText || !tooLong(text, small.line)
	if w.undecided != "" && h == nil && reachOf(p) == overLines {
		t.Fatalf("%q in %q: undecided, though the text is whole: %s", p.Source, text, w.undecided)
	}
	if exact && w.undecided != "" {
		t.Fatalf("%q in %q: undecided: %s", p.Source, text, w.undecided)
	}
	switch {
	case h == nil && at >= 0 && w.undecided == "":
		t.Fatalf("%q in %q: not found, is at %d", p.Source, text, at)
	case h != nil && at < 0:
		t.Fatalf("%q in %q: found in line %d, column %d, is not there", p.Source, text, h.line, h.column)
	case h == nil:
		return
	}
	number, start, _ := lineAt(text, at)
	if h.line < number || h.line > number && w.undecided == "" || exact && (h.line != number || h.column != int64(at-start)+1) {
		t.Fatalf("%q in %q: found in line %d, column %d, is in line %d, column %d", p.Source, text, h.line, h.column, number, at-start+1)
	}
	if h.line != number {
		at = 0
		for range h.line - 1 {
			at += strings.IndexByte(text[at:], '\n') + 1
		}
		if rest, _, _ := strings.Cut(text[at:], "\n"); inLine && twinFinds(t, p, rest) < 0 {
			t.Fatalf("%q in %q: found in line %d, is not there", p.Source, text, h.line)
		}
	}
	if _, _, line := lineAt(text, at); inLine && !p.Multiline() && len(line)+len("\r\n") <= small.line && string(h.text) != line {
		t.Fatalf("%q in %q: the line is %q", p.Source, text, h.text)
	}
}
