package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func captured(text string, most int, rnd *rand.Rand) *capture {
	c := &capture{most: most}
	for len(text) > 0 {
		n := 1 + rnd.IntN(min(len(text), 50))
		c.write([]byte(text[:n]))
		text = text[n:]
	}
	return c
}

func TestATailOfOneLongLineIsOneLine(t *testing.T) {
	if got := captured(strings.Repeat("a", 100), 100, fixed()).tail(1, 40); !strings.HasPrefix(got, "… ") || strings.Count(got, "\n") != 1 {
		t.Errorf("%q", got)
	}
}

func TestAnEmptyLastLineIsALine(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"the last", captured("a\n\n", 100, fixed()).tail(1, 100), "… 1 line (2 bytes) cut …\n"},
		{"with CRLF", captured("a\r\n\r\n", 100, fixed()).tail(1, 100), "… 1 line (3 bytes) cut …\n"},
		{"two of them", captured("a\n\n\n", 100, fixed()).tail(2, 100), "… 1 line (2 bytes) cut …\n\n"},
		{"none of them", captured("a\n\n", 100, fixed()).tail(0, 100), "… 2 lines (3 bytes) cut …"},
		{"after the cut", captured("a\nb\nc\n\n", 100, fixed()).within(3, 100), "a\n… 2 lines (4 bytes) cut …\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, expected %q", c.name, c.got, c.want)
		}
	}
}

func TestACaptureSaysWhatItLacks(t *testing.T) {
	c := captured("one\ntwo\nthree\nfour\nfive\n", 10, fixed()) // keeps "one\nt" and "five\n"
	if _, ok := c.whole(); ok || !c.cut() {
		t.Error("it passes for whole")
	}
	if bytes, lines := c.missing(); bytes != 14 || lines != 3 {
		t.Errorf("%d bytes and %d lines are missing, expected 14 and 3", bytes, lines)
	}
	if c.lines() != 5 {
		t.Errorf("%d lines", c.lines())
	}
	c.reset()
	c.write([]byte("a\nb"))
	if text, ok := c.wholeText(); text != "a\nb" || !ok || c.lines() != 2 {
		t.Errorf("another stream in the same memory is %q of %d lines", text, c.lines())
	}
}

func TestTheLastLineEndIsTrimmed(t *testing.T) {
	for text, want := range map[string]string{"": "", "a": "a", "a\n": "a", "a\r\n": "a", "a\n\n": "a\n", "\n": "", "\r": "\r"} {
		c := captured(text, 100, fixed())
		whole, _ := c.wholeText()
		if got := c.within(0, 100); got != want || whole != want || c.tail(9, 100) != want {
			t.Errorf("%q: text %q, whole %q, tail %q", text, got, whole, c.tail(9, 100))
		}
	}
}

func TestATextIsCutInTheMiddle(t *testing.T) {
	lines := ""
	for i := range 2000 {
		lines += fmt.Sprintf("line %04d\n", i+1)
	}
	for _, c := range []struct {
		name, text string
		keep, most int
		lines      int
		want       string
	}{
		{"lines", lines, 1 << 20, 80, 0, "line 0001\nline 0002\n… 1,996 lines (19,960 bytes) cut …\nline 1999\nline 2000"},
		{"lines with their ends kept", lines, 100, 80, 0, "line 0001\nline 0002\n… 1,996 lines (19,960 bytes) cut …\nline 1999\nline 2000"},
		{"all that was kept", lines, 40, 1000, 0, "line 0001\nline 0002\n… 1,996 lines (19,960 bytes) cut …\nline 1999\nline 2000"},
		{"one line", strings.Repeat("x", 5000), 1 << 20, 40, 0, "xxxxxxx\n… 4,985 bytes cut …\nxxxxxxxx"},
		{"characters stay whole", strings.Repeat("é", 2500), 1 << 20, 40, 0, "ééé\n… 4,986 bytes cut …\néééé"},
		{"few lines", lines, 1 << 20, 1000, 4, "line 0001\n… 1,997 lines (19,970 bytes) cut …\nline 1999\nline 2000"},
		{"few lines of what was cut", lines, 100, 1000, 3, "line 0001\n… 1,998 lines (19,980 bytes) cut …\nline 2000"},
		{"as many lines as there are", "a\nb\n", 100, 1000, 2, "a\nb"},
		{"one line of two", "a\nb\n", 100, 1000, 1, "… 2 lines (4 bytes) cut …"},
		{"no room but for the marker", lines, 100, 1, 0, "… 2,000 lines (20,000 bytes) cut …"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := captured(c.text, c.keep, fixed()).within(c.lines, c.most); got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestATailSaysHowManyLinesItLacks(t *testing.T) {
	text := "one\ntwo\nthree\nfour\nfive\n"
	for _, c := range []struct {
		name              string
		keep, lines, most int
		want              string
	}{
		{"all", 100, 5, 100, "one\ntwo\nthree\nfour\nfive"},
		{"two", 100, 2, 100, "… 3 lines (14 bytes) cut …\nfour\nfive"},
		{"two of what was cut", 20, 2, 100, "… 3 lines (14 bytes) cut …\nfour\nfive"},
		{"more than was kept", 20, 4, 100, "… 3 lines (14 bytes) cut …\nfour\nfive"},
		{"none", 100, 0, 100, "… 5 lines (24 bytes) cut …"},
		{"none, for want of room", 100, 4, 1, "… 5 lines (24 bytes) cut …"},
		{"more than there is room for", 100, 4, 38, "… 4 lines (19 bytes) cut …\nfive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := captured(text, c.keep, fixed()).tail(c.lines, c.most); got != c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

var markerLine = regexp.MustCompile(`(?m)^… (?:([\d,]+) lines? \()?([\d,]+) bytes?\)? cut …$`)

// taken checks that shown is text with one part cut, and that the marker describes that part. It
// returns what is before and after the marker.
func taken(t *testing.T, text, shown string) (before, after string) {
	t.Helper()
	m := markerLine.FindStringSubmatchIndex(shown)
	if m == nil {
		t.Fatalf("%q has no marker", shown)
	}
	number := func(from, to int) int {
		if from < 0 {
			return 0
		}
		n, err := strconv.Atoi(strings.ReplaceAll(shown[from:to], ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	trimmed := text[:len(text)-lineEndSize([]byte(text))]
	before, after = shown[:m[0]], strings.TrimPrefix(shown[m[1]:], "\n")
	if !strings.HasPrefix(text, before) {
		before = strings.TrimSuffix(before, "\n")
	}
	if !strings.HasPrefix(trimmed, before) || !strings.HasSuffix(trimmed, after) {
		t.Fatalf("%q has not the ends of %q", shown, text)
	}
	if m[1] == len(shown) { // not even an empty line
		trimmed = text
	}
	// A newline before the marker may or may not belong to the text: both figures are correct.
	for _, head := range []string{before, strings.TrimSuffix(before, "\n")} {
		cut := trimmed[len(head) : len(trimmed)-len(after)]
		if number(m[4], m[5]) == len(cut) && number(m[2], m[3]) == strings.Count(cut, "\n") {
			return before, after
		}
	}
	t.Fatalf("%q is not what is left of %q", shown, text)
	return "", ""
}

func FuzzCapturesAgreeWithTheText(f *testing.F) {
	f.Add([]byte("\x00\x01\x0d\x03\x02"), uint8(10), uint8(20), uint8(2), uint64(1))
	f.Fuzz(func(t *testing.T, data []byte, keep, room, lines uint8, random uint64) {
		if keep < 2 || len(data) > 1000 {
			return
		}
		text, most := scrambled(data), int(room)
		c := captured(text, int(keep), rand.New(rand.NewPCG(random, 0)))
		trimmed := text[:len(text)-lineEndSize([]byte(text))]
		all := strings.SplitAfter(text, "\n")
		if all[len(all)-1] == "" {
			all = all[:len(all)-1]
		}
		if c.lines() != int64(len(all)) {
			t.Fatalf("%q has %d lines", text, c.lines())
		}
		whole, ok := c.whole()
		if ok != (len(text) <= int(keep)) || ok && string(whole) != text {
			t.Fatalf("%q of %q", whole, text)
		}
		shown := c.within(0, most)
		if ok && len(trimmed) <= most {
			if shown != trimmed {
				t.Fatalf("%q is shown as %q", text, shown)
			}
		} else {
			taken(t, text, shown)
			if len(shown) > max(most, len(elided(int64(len(text)), int64(len(text))))) {
				t.Fatalf("%q takes more than %d bytes", shown, most)
			}
		}
		if lines > 0 {
			for _, bounded := range []string{c.within(int(lines), most), c.tail(int(lines)-1, most)} {
				if got := strings.Count(bounded, "\n") + 1; got > int(lines) {
					t.Fatalf("%q has %d lines, at most %d expected", bounded, got, lines)
				}
				if bounded != trimmed {
					taken(t, text, bounded)
				}
			}
		}
		if len(all) <= int(lines) {
			if c.tail(int(lines), most) != c.within(int(lines)+1, most) {
				t.Fatalf("all lines of %q: %q", text, c.tail(int(lines), most))
			}
			return
		}
		before, after := taken(t, text, c.tail(int(lines), most))
		if want := strings.TrimSuffix(strings.TrimSuffix(strings.Join(all[len(all)-int(lines):], ""), "\n"), "\r"); before != "" || !strings.HasSuffix(want, after) || ok && most > len(want)+60 && after != want {
			t.Fatalf("the last %d lines of %q: %q %q", lines, text, before, after)
		}
	})
}
