package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/pattern"
)

func TestFocusShowsMatchingLinesWithThoseAroundThem(t *testing.T) {
	numbered := ""
	for i := range 30 {
		numbered += fmt.Sprintf("l%d\n", i+1)
	}
	long := strings.Repeat("-", 300)
	roomy := small
	roomy.line = 1000
	for _, c := range []struct {
		name, pattern  string
		context        int
		stdout, stderr string
		want           string
	}{
		{"no match", "absent", 2, numbered, "", ""},
		{"empty output", "a", 2, "", "", ""},
		{"context at the beginning", "l1$", 2, "l1\nl2\nl3\nl4\n", "", "  1: l1\n  2- l2\n  3- l3\n"},
		{"context at the end", "l4", 2, "l1\nl2\nl3\nl4", "", "  2- l2\n  3- l3\n  4: l4\n"},
		{"no context", "l[37]$", 0, numbered, "", "  3: l3\n--\n  7: l7\n"},
		{"adjacent matches without context", "l[34]$", 0, numbered, "", "  3: l3\n  4: l4\n"},
		{"windows that overlap", "l1[02]$", 2, numbered, "", "  8- l8\n  9- l9\n  10: l10\n  11- l11\n  12: l12\n  13- l13\n  14- l14\n"},
		{"windows that touch", "l[38]$", 2, numbered, "", "  1- l1\n  2- l2\n  3: l3\n  4- l4\n  5- l5\n  6- l6\n  7- l7\n  8: l8\n  9- l9\n  10- l10\n"},
		{"windows apart", "l[39]$", 2, numbered, "", "  1- l1\n  2- l2\n  3: l3\n  4- l4\n  5- l5\n--\n  7- l7\n  8- l8\n  9: l9\n  10- l10\n  11- l11\n"},
		{"both streams", "a", 0, "a\n", "b\na\n", "  1: a\nstderr:\n  2: a\n"},
		{"standard error alone", "a", 0, "b\n", "a", "stderr:\n  1: a\n"},
		{"CRLF", "a", 1, "a\r\nb\r\n", "", "  1: a\n  2- b\n"},
		{"escapes", "a", 1, "\x1b[1ma\x1b[0m\nb\xff\n", "", "  1: \\x1b[1ma\\x1b[0m\n  2- b\\xff\n"},
		{"a long line is clipped round the match", "error", 1, "x\n" + long + "error" + long + "\ny", "", "  1- x\n  2: …" + strings.Repeat("-", 74) + "error" + strings.Repeat("-", 75) + "…\n  3- y\n"},
		{"a long line of context is clipped", "error", 1, long + "\nerror\n" + long, "", "  1- " + strings.Repeat("-", 157) + "…\n  2: error\n  3- " + strings.Repeat("-", 157) + "…\n"},
		{"several lines", `l3\nl4`, 1, numbered, "", "  2- l2\n  3: l3\n  4: l4\n  5- l5\n"},
		{"several lines, twice on one", `l3\nl|4\nl5\n`, 0, numbered, "", "  3: l3\n  4: l4\n  5: l5\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := observed(t, looks{focus: compiled(t, c.pattern), context: c.context}, roomy, fixed(), c.stdout, c.stderr)
			if got := o.focused(); got.text != c.want {
				t.Errorf("got\n%swant\n%s", got.text, c.want)
			}
		})
	}
}

func TestFocusKeepsToItsBound(t *testing.T) {
	text := strings.Repeat("a\n", 1000)
	for _, c := range []struct {
		name           string
		most           int
		stdout, stderr string
		want           string
		lines, shown   int64
	}{
		{"all fits", 14, "a\na\n", "", "  1: a\n  2: a\n", 2, 2},
		{"one too many", 40, strings.Repeat("a\n", 6), "", "  1: a\n  2: a\n… 4 more matching lines\n", 6, 2},
		{"many", 48, text, "", "  1: a\n  2: a\n… 998 more matching lines\n", 1000, 2},
		{"half for each", 96, text, text, "  1: a\n  2: a\n… 998 more matching lines\nstderr:\n  1: a\n  2: a\n… 998 more matching lines\n", 2000, 4},
		{"the other's rest", 67, text, "a", "  1: a\n  2: a\n  3: a\n… 997 more matching lines\nstderr:\n  1: a\n", 1001, 4},
		{"none", 1, "a\n", "", "… 1 more matching line\n", 1, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := observed(t, looks{focus: compiled(t, "a"), focusBytes: c.most}, small, fixed(), c.stdout, c.stderr)
			if got := o.focused(); got.text != c.want || len(got.text) > max(c.most, 40) || got.lines != c.lines || got.shown != c.shown {
				t.Errorf("got %d of %d\n%s", got.shown, got.lines, got.text)
			}
		})
	}
}

func TestFocusKeepsToItsLines(t *testing.T) {
	text := strings.Repeat("a\n", 50)
	around := strings.Repeat("-\n", 50) + "a\n" + strings.Repeat("-\n", 50)
	long := strings.Repeat("-", 200) + "\n"
	for _, c := range []struct {
		name           string
		lines, context int
		stdout, stderr string
		want           string
	}{
		{"a line and what is left out", 2, 0, text, "", "  1: a\n… 49 more matching lines\n"},
		{"no room but for that", 1, 0, text, text, "… 100 more matching lines\n"},
		{"too little for two", 2, 0, "a", "a", "… 2 more matching lines\n"},
		{"all of two", 3, 0, "a", "a", "  1: a\nstderr:\n  1: a\n"},
		{"standard error alone", 3, 0, "", text, "stderr:\n  1: a\n… 49 more matching lines\n"},
		{"too little for standard error", 1, 0, "", "a", "… 1 more matching line\n"},
		{"half for each", 7, 0, text, text, "  1: a\n  2: a\n… 48 more matching lines\nstderr:\n  1: a\n  2: a\n… 48 more matching lines\n"},
		{"context shrinks", 6, 1000, around, "", "  49- -\n  50- -\n  51: a\n  52- -\n  53- -\n"},
		{"context shrinks for the other stream", 6, 1000, around, "a", "  49- -\n  50- -\n  51: a\n  52- -\nstderr:\n  1: a\n"},
		{"all context does", 4, 1000, around, text, "  51: a\nstderr:\n  1: a\n… 49 more matching lines\n"},
		{"gaps are lines too", 5, 0, "a\n-\na\n-\na\n-\na\n", "", "  1: a\n--\n  3: a\n… 2 more matching lines\n"},
		{"what could not be searched is one", 2, 0, text + long, "", "… 50 more matching lines\n… stdout line 51 is longer than 64 bytes\n"},
		{"and is said first", 1, 0, text + long, "", "… stdout line 51 is longer than 64 bytes\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := observed(t, looks{focus: compiled(t, "a(?:)"), focusLines: c.lines, context: c.context}, small, fixed(), c.stdout, c.stderr)
			if got := o.focused(); got.text != c.want || strings.Count(got.text, "\n") > c.lines {
				t.Errorf("got\n%swant\n%s", got.text, c.want)
			}
		})
	}
}

func TestFocusSaysWhatItCouldNotSearch(t *testing.T) {
	long := strings.Repeat("-", 200)
	o := observed(t, looks{focus: compiled(t, "x+y"), context: 1}, small, fixed(), "xy\n"+long+"\nxy\n", "")
	if got := o.focused(); got.lines != 2 || got.undecided != "stdout line 2 is longer than 64 bytes" || !strings.Contains(got.text, "2- ---") {
		t.Errorf("%+v", got)
	}
	cut := small
	cut.keep = 32
	o = observed(t, looks{focus: compiled(t, `x\ny`)}, cut, fixed(), "x\ny\n"+long, "")
	if got := o.focused(); got.lines != 0 || !strings.HasPrefix(got.undecided, "it needs the whole stdout") {
		t.Errorf("%+v", got)
	}
}

// twinFocus returns what is shown of a text, and how many lines match, computed from all its lines.
func twinFocus(t *testing.T, p *pattern.Pattern, text string, context int) (shown string, matching int64) {
	var lines []string
	for line := range strings.Lines(text) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	at, show := make([]int, len(lines)), make([]bool, len(lines))
	for i, line := range lines {
		if at[i] = twinFinds(t, p, line+"\n"); at[i] >= 0 {
			matching++
			for j := max(0, i-context); j < min(len(lines), i+context+1); j++ {
				show[j] = true
			}
		}
	}
	last := -1
	for i, line := range lines {
		if !show[i] {
			continue
		}
		if last >= 0 && last < i-1 {
			shown += "--\n"
		}
		mark := ':'
		if at[i] < 0 {
			mark = '-'
		}
		shown += fmt.Sprintf("  %d%c %s\n", i+1, mark, budget.EscapeLine(strings.TrimSuffix(line, "\r")))
		last = i
	}
	return shown, matching
}

func FuzzFocusAgreesWithWholeLines(f *testing.F) {
	f.Add([]byte("\x00\x0d\x01\x0d\x03\x0d\x02"), uint8(1), uint8(1), uint8(30), uint64(1))
	f.Fuzz(func(t *testing.T, data []byte, which, context, most uint8, random uint64) {
		if len(data) > 1000 {
			return
		}
		text, p := scrambled(data), compiled(t, fuzzed[int(which)%len(fuzzed)])
		for line := range strings.Lines(text) {
			if p.Multiline() || reachOf(p) == ofText || len(budget.EscapeLine(line)) > clipBytes {
				return // cases of their own
			}
		}
		rnd := rand.New(rand.NewPCG(random, 0))
		l := looks{focus: p, context: int(context % 8)}
		long := tooLong(text, small.line)
		want, matching := twinFocus(t, p, text, l.context)
		got := observed(t, l, small, rnd, text, "").focused()
		if undecided := got.undecided != ""; undecided && (!long || p.Mode == pattern.Literal) {
			t.Fatalf("%q in %q: %s", p.Source, text, got.undecided)
		}
		// Only a piece of a long line is shown, which is small here.
		if got.undecided == "" && (!long && got.text != want || got.lines != matching || got.shown != matching) {
			t.Fatalf("%q in %q: got\n%swant\n%s", p.Source, text, got.text, want)
		}
		l.focusBytes = int(most) + 1
		if random%2 == 0 {
			l.focusLines = 2*l.context + 2 + int(random%8) // there is room for all of the context of one match
		}
		bound := observed(t, l, small, rnd, text, "").focused()
		shown, _, _ := strings.Cut(bound.text, "… ")
		if !strings.HasPrefix(got.text, shown) && (bound.shown != 1 || !strings.Contains(got.text, shown)) || bound.lines != got.lines ||
			bound.shown != int64(strings.Count(shown, ": ")) && !strings.Contains(text, ": ") {
			t.Fatalf("%q in %q: in %d bytes\n%sof\n%s", p.Source, text, l.focusBytes, bound.text, got.text)
		}
		last := leftOut(bound.lines - bound.shown)
		if bound.undecided != "" {
			last += "… " + bound.undecided + "\n"
		}
		if bound.text != shown+last {
			t.Fatalf("%q in %q: %q", p.Source, text, bound.text)
		}
		if room := l.focusRoom(); shown != "" && !room.has(extentOf(bound.text)) {
			t.Fatalf("%q in %q: %q has more than %v", p.Source, text, bound.text, room)
		}
	})
}
