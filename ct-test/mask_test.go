package main

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/pattern"
)

// compared returns how two runs with these outputs differ.
func compared(t testing.TB, s sizes, masks []*pattern.Pattern, rnd *rand.Rand, a, b [2]string) (difference, undecided string) {
	t.Helper()
	o := observed(t, looks{compare: true, masks: masks}, s, rnd, a[0], a[1])
	first := o.prints()
	o.begin()
	deliver(t, o.stdout, b[0], rnd)
	deliver(t, o.stderr, b[1], rnd)
	o.close()
	return first.differs(o.prints())
}

func TestRunsAreComparedWithoutWhatIsMasked(t *testing.T) {
	long := strings.Repeat("-", 300)
	for _, c := range []struct {
		name  string
		masks string // separated by blanks
		a, b  [2]string
		want  string
	}{
		{"equal", "", [2]string{"a\n", "b"}, [2]string{"a\n", "b"}, ""},
		{"empty", "", [2]string{}, [2]string{}, ""},
		{"another line", "", [2]string{"ok\n1\ntook 12 ms\n"}, [2]string{"ok\n1\ntook 15 ms\n"}, `stdout line 3: "took 12 ms" / "took 15 ms"`},
		{"masked", `\d+`, [2]string{"ok\n1\ntook 12 ms\n"}, [2]string{"ok\n1\ntook 3 ms\n"}, ""},
		{"several masks", `\d+ms [0-9a-f]{8}`, [2]string{"12ms deadbeef\n"}, [2]string{"3ms cafecafe\n"}, ""},
		{"what is left of a masked line", `\d+`, [2]string{"12 ms\n"}, [2]string{"13 s\n"}, `stdout line 1: "*** ms" / "*** s"`},
		{"a mask is not its mark", `\d+`, [2]string{"12\n"}, [2]string{"***\n"}, `stdout line 1: "<masked>" / "***"`},
		{"a mask is not its other mark", `\d+`, [2]string{"12\n"}, [2]string{"*** <masked>\n"}, `stdout line 1: "<<masked>>" / "*** <masked>"`},
		{"empty matches are none", `\d*`, [2]string{"ab\n"}, [2]string{"ba\n"}, `stdout line 1: "ab" / "ba"`},
		{"standard error", "", [2]string{"a", "b"}, [2]string{"a", "c"}, `stderr line 1: "b" / "c"`},
		{"standard output first", "", [2]string{"a", "b"}, [2]string{"b", "c"}, `stdout line 1: "a" / "b"`},
		{"a line more", "", [2]string{"a\n"}, [2]string{"a\nb\n"}, `stdout line 2: no such line / "b"`},
		{"a line less", "", [2]string{"a\nb"}, [2]string{"a\n"}, `stdout line 2: "b" / no such line`},
		{"the last newline", "", [2]string{"a\n"}, [2]string{"a"}, `stdout line 1: "a\n" / "a"`},
		{"clipped round the difference", "", [2]string{long + "a" + long}, [2]string{long + "b" + long},
			`stdout line 1: "…` + strings.Repeat("-", 56) + "a" + strings.Repeat("-", 57) + `…" / "…` + strings.Repeat("-", 56) + "b" + strings.Repeat("-", 57) + `…"`},
		{"line ends are not masked", `\s+`, [2]string{"a\nb\n"}, [2]string{"a b\n"}, `stdout line 1: "a" / "a***b"`},
		{"invalid UTF-8", "", [2]string{"\xff"}, [2]string{"\xfe"}, `stdout line 1: "\xff" / "\xfe"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var masks []*pattern.Pattern
			for m := range strings.FieldsSeq(c.masks) {
				masks = append(masks, compiled(t, m))
			}
			s := small
			s.line = 1000
			where, undecided := compared(t, s, masks, fixed(), c.a, c.b)
			if where != c.want || undecided != "" {
				t.Errorf("%s; undecided: %q", where, undecided)
			}
		})
	}
}

func TestADifferenceBeyondWhatIsKept(t *testing.T) {
	lines := strings.Repeat("x\n", comparedLines)
	long := strings.Repeat("-", comparedBytes) + "\n"
	for _, c := range []struct{ name, a, b, want string }{
		{"after the lines", lines + "a\n", lines + "b\n", "stdout after line 50,000"},
		{"the last of the lines", lines, lines[:len(lines)-2] + "y\n", `stdout line 50,000: "x" / "y"`},
		{"after the text", long + "a\n", long + "b\n", "stdout line 2"},
		{"in a line that is not whole", strings.Repeat(long, 5), strings.Repeat(long, 4) + long[1:], "stdout line 5"},
		{"in a line that comes in pieces", "a\n" + strings.Repeat(long[:1000], 5000) + "1\n", "a\n" + strings.Repeat(long[:1000], 5000) + "2\n", "stdout line 2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			where, undecided := compared(t, defaultSizes, nil, fixed(), [2]string{c.a}, [2]string{c.b})
			if where != c.want || undecided != "" {
				t.Errorf("%s; undecided: %q", where, undecided)
			}
		})
	}
}

func TestRunsThatCannotBeMaskedAreUndecided(t *testing.T) {
	long := [2]string{strings.Repeat("-", 200)}
	masks := []*pattern.Pattern{compiled(t, `\d+`)}
	if where, undecided := compared(t, small, masks, fixed(), long, long); where != "" || undecided != "stdout line 1 is longer than 64 bytes" {
		t.Errorf("a long line: %q, undecided %q", where, undecided)
	}
	long[0] = strings.Repeat("-", longestMasked+1)
	if where, undecided := compared(t, defaultSizes, masks, fixed(), long, long); where != "" || undecided != "stdout line 1 is longer than 1,048,576 bytes" {
		t.Errorf("a longer line: %q, undecided %q", where, undecided)
	}
	slow, err := pattern.Compile(`(x+x+)+(?=z)y`, pattern.Options{Promote: true, Case: pattern.Sensitive, Timeout: 10 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	text := [2]string{"", strings.Repeat("x", 60) + "y\n"}
	if where, undecided := compared(t, defaultSizes, []*pattern.Pattern{slow}, fixed(), text, text); where != "" || undecided != "the pattern's time limit was reached in stderr" {
		t.Errorf("a time limit: %q, undecided %q", where, undecided)
	}
	if where, _ := compared(t, defaultSizes, []*pattern.Pattern{slow}, fixed(), [2]string{"a", text[1]}, [2]string{"b", text[1]}); where == "" {
		t.Error("what differs elsewhere is not seen")
	}
	if _, err := newOutput(looks{masks: []*pattern.Pattern{compiled(t, `a\nb`)}}, defaultSizes); err == nil || !strings.Contains(err.Error(), `--mask "a\\nb" can match several lines`) {
		t.Errorf("a mask of several lines: %v", err)
	}
}

func FuzzMasksAgreeWithWholeLines(f *testing.F) {
	f.Add([]byte("\x00\x13\x0d\x13"), []byte("\x00\x13\x0d\x14"), uint8(3), uint64(1))
	f.Fuzz(func(t *testing.T, data, other []byte, which uint8, random uint64) {
		if len(data)+len(other) > 1000 {
			return
		}
		masks := [][]string{nil, {"ab"}, {`\d+`, "x"}, {`a|ab`, `\bb`}, {`^..`}}[int(which)%5]
		var patterns []*pattern.Pattern
		for _, m := range masks {
			patterns = append(patterns, compiled(t, m))
		}
		a, b := scrambled(data), scrambled(other)
		if which >= 128 {
			b = a[:len(a)/2] + b
		}
		if len(masks) > 0 && (tooLong(a, small.line) || tooLong(b, small.line)) {
			return
		}
		where, undecided := compared(t, small, patterns, rand.New(rand.NewPCG(random, 0)), [2]string{a}, [2]string{b})
		masked := func(text string) (lines []string) {
			for line := range strings.Lines(text) {
				if len(masks) > 0 {
					body, end := strings.CutSuffix(line, "\n")
					line = regexp.MustCompile("(?:"+strings.Join(masks, ")|(?:")+")").ReplaceAllString(body, string(mark))
					if end {
						line += "\n"
					}
				}
				lines = append(lines, line)
			}
			return lines
		}
		linesA, linesB := masked(a), masked(b)
		want := ""
		for i := range max(len(linesA), len(linesB)) {
			if i >= len(linesA) || i >= len(linesB) || linesA[i] != linesB[i] {
				want = "stdout line " + grouped(int64(i)+1)
				break
			}
		}
		got, _, _ := strings.Cut(where, ":")
		if got != want || undecided != "" {
			t.Fatalf("%q and %q with %q: %s, expected %s; undecided: %q", a, b, masks, where, want, undecided)
		}
		validUTF8(t, "the difference", where)
	})
}
