package match

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/pattern"
)

// TestLongLinesTakeTimeInProportion would take hours if each match on a line cost a scan of the
// whole line.
func TestLongLinesTakeTimeInProportion(t *testing.T) {
	t.Parallel()
	const size = 4 << 20
	var (
		line    = []byte(strings.Repeat("ab cd xyz. ", size/11))
		tenth   = line[:size/110*11]
		patient = pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive, Timeout: time.Hour}
	)
	for _, c := range []struct {
		name    string
		options pattern.Options
		texts   []string
		in      []byte
		each    int // matches in eleven bytes
	}{
		{"literal", literalMode, []string{"xyz"}, line, 1},
		{"folded", foldedMode, []string{"XYZ"}, line, 1},
		{"word", wordMode, []string{"xyz"}, line, 1},
		{"words refused", wordMode, []string{"xy", "cd"}, line, 1},
		{"regex", regexMode, []string{`[a-z]+`}, line, 3},
		{"regex with required text", regexMode, []string{`[w-z]+z\.`}, line, 1},
		{"regex that is required text", regexMode, []string{`xyz|cd`}, line, 2},
		{"several", literalMode, []string{"xyz", "cd"}, line, 2},
		{"several regexes", regexMode, []string{`x[a-z]z`, `[a-c]b`}, line, 2},
		{"one overtaken at each byte", regexMode, []string{`[a-z]`, `[a-z]+`}, bytes.Repeat([]byte("a"), size/44*11), 11},
		{"look-around", patient, []string{`(?<=c)d`}, tenth, 1},
		{"look-around overtaken", patient, []string{`c`, `(?<= )cd(?= )`}, line, 1},
		{"back-reference without required text", patient, []string{`(.)(?!\1)[.]`}, tenth, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var ps []*pattern.Pattern
			for _, text := range c.texts {
				ps = append(ps, compile(t, text, c.options))
			}
			var h Hits
			if err := matcherOf(t, ps...).Match(c.in, Spans, &h); err != nil {
				t.Fatal(err)
			}
			if want := len(c.in) / 11 * c.each; len(h.Spans) != want || h.Lines != 1 {
				t.Errorf("%d spans on %d lines, want %d on 1", len(h.Spans), h.Lines, want)
			}
		})
	}
}

// The lines of a block are listed in parts. Lines at the boundaries are neither lost nor listed
// twice.
func TestLinesAreListedInParts(t *testing.T) {
	t.Parallel()
	dense := bytes.Repeat([]byte("aa\n"), listAhead)
	mixed := bytes.Repeat([]byte("xyz b\n\n1 c\nno\n"+strings.Repeat("long ", 50)+"\n"), 3*listAhead/270)
	long := bytes.Repeat([]byte("b"), 2*listAhead)
	for _, c := range []struct {
		name, expr string
		text       []byte
		lines      int
	}{
		{"dense", `^[a-z]{2}$`, dense, listAhead},
		{"dense or empty", `^[a-z]*$`, dense, listAhead},
		{"mixed", `[ab]$|^\d|^$`, mixed, 3 * bytes.Count(mixed, []byte("xyz"))},
		{"open end", `[ab]$|^\d|^$`, append(slices.Clip(mixed), 'a'), 3*bytes.Count(mixed, []byte("xyz")) + 1},
		{"long end", `[ab]$|^\d|^$`, slices.Concat(mixed, long), 3*bytes.Count(mixed, []byte("xyz")) + 1},
		{"long lines", `b$`, slices.Concat(long, []byte("\n\n"), long, []byte("\n"), long, []byte("c")), 2},
	} {
		for _, w := range []Want{Count, Lines} {
			var h Hits
			if err := matcherOf(t, compile(t, c.expr, regexMode)).Match(c.text, w, &h); err != nil || h.Lines != int64(c.lines) {
				t.Errorf("%s, want %d: %d lines, %v; want %d", c.name, w, h.Lines, err, c.lines)
			}
		}
	}
}

func TestBuffersOfDenseBlocksAreNotKept(t *testing.T) {
	t.Parallel()
	patient := backtrackMode
	patient.Timeout = time.Minute
	re, err := newRegex(&pattern.Pattern{Expr: `^`}, mostStates)
	if err != nil {
		t.Fatal(err)
	}
	back, err := newBacktrack(compile(t, `(?!b)\n?a$`, patient), mostStates)
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.Repeat([]byte("\n"), 4*listAhead)
	var h Hits
	if err := errors.Join((&single{re}).Match(text, Count, &h), (&single{back}).Match(bytes.Repeat([]byte("a"), listAhead), Count, &h)); err != nil {
		t.Fatal(err)
	}
	if n := cap(re.lines); n == 0 || n > 2*listAhead {
		t.Errorf("room for %d lines", n)
	}
	re.reset()
	back.reset()
	if cap(re.lines) > keepLines || cap(back.chars) > keepChars {
		t.Errorf("room for %d lines and %d characters is kept", cap(re.lines), cap(back.chars))
	}
}

func TestMatchersShareTheirStates(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ patterns, each int }{
		{0, mostStates}, {1, mostStates}, {16, mostStates}, {32, mostStates / 2}, {256, leastStates}, {5000, leastStates},
	} {
		if got := statesFor(c.patterns); got != c.each {
			t.Errorf("%d patterns: %d bytes each, want %d", c.patterns, got, c.each)
		}
	}
	var ps []*pattern.Pattern
	for range 64 {
		ps = append(ps, compile(t, `\w{5}\s\w`, regexMode))
	}
	ps = append(ps, compile(t, "plain", literalMode))
	m, ok := matcherOf(t, ps...).Clone().(*several)
	if !ok {
		t.Fatal("another kind of Matcher")
	}
	for _, one := range m.terms[:64] {
		if r, ok := one.(*regex); !ok || r.states != allStates/64 {
			t.Errorf("%+v", one)
		}
	}
}
