package match

import (
	"regexp"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

// counted removes the automaton of t and counts how often it asks for Go's regexp.
func counted(t *regex) (runs *int) {
	runs = new(int)
	slow := t.slow
	t.program, t.machine = nil, nil
	t.slow = func() *regexp.Regexp {
		*runs++
		return slow()
	}
	return runs
}

// A line is judged once for each pattern, however many occurrences it has.
func TestALineIsJudgedOnce(t *testing.T) {
	t.Parallel()
	const lines = 3
	text := []byte(strings.Repeat(strings.Repeat("foo bar ", 1000)+"\n", lines))
	for _, c := range []struct {
		options pattern.Options
		texts   []string
	}{
		{regexMode, []string{`^foo\d`, `bar\d`}},                  // no line matches
		{regexMode, []string{`^foo .*\bbar`, `bar.*foo`}},         // every line matches
		{backtrackMode, []string{`(?<!f)foo\b(?!.)`, `bar(?!.)`}}, // regexp2 runs and finds no match
		{backtrackMode, []string{`foo(?= b)`, `(?<=o )bar`}},      // regexp2 runs and finds a match
	} {
		var terms []term
		var runs []*int
		for _, text := range c.texts {
			one, err := newTerm(compile(t, text, c.options), mostStates)
			if err != nil {
				t.Fatal(err)
			}
			switch one := one.(type) {
			case *regex:
				runs = append(runs, counted(one))
			case *backtrack:
				runs = append(runs, counted(one.relaxed))
			}
			terms = append(terms, one)
		}
		var h Hits
		if err := together(terms).Match(text, Count, &h); err != nil {
			t.Fatal(err)
		}
		for i, n := range runs {
			if *n != lines {
				t.Errorf("%q was run %d times on %d lines", c.texts[i], *n, lines)
			}
		}
	}
}

// A line that regexp2 has rejected is not searched again: there is no time left.
func TestARejectedLineIsNotSearchedAgain(t *testing.T) {
	t.Parallel()
	b, err := newBacktrack(compile(t, `foo(?!.)`, backtrackMode), mostStates)
	if err != nil {
		t.Fatal(err)
	}
	line := []byte("foo foo foo ")
	for _, at := range []int{0, 4, 8} {
		if got, err := b.judge(line, 0, Span{at, at + 3}); got != -1 || err != nil {
			t.Errorf("judged %d, %v", got, err)
		}
		b.left = 0
	}
	if _, err := b.judge([]byte("foo \nfoo "), 5, Span{5, 8}); err == nil {
		t.Error("another line is not judged again")
	}
}

// calls is a finder that counts its calls.
type calls struct {
	finder
	n int
}

func (c *calls) find(b []byte, from int) (start, end int) {
	c.n++
	return c.finder.find(b, from)
}

// Required text that is on nearly every line without a match is no longer looked for, until some
// files have been searched without it.
func TestUselessTextIsNotLookedFor(t *testing.T) {
	t.Parallel()
	re, err := newRegex(&pattern.Pattern{Expr: `zq\d`}, mostStates)
	if err != nil {
		t.Fatal(err)
	}
	need := &calls{finder: re.need}
	re.need = need
	m := &single{re}
	match := func(text string) (asked int) {
		before := need.n
		var h Hits
		m.Reset()
		if err := m.Match([]byte(text), Count, &h); err != nil || h.Lines != 1 {
			t.Fatalf("%d lines, %v", h.Lines, err)
		}
		return need.n - before
	}
	dense := strings.Repeat("a zqx\n", 1000) + "zq1\n"
	sparse := strings.Repeat(strings.Repeat("a ", bytesAStop)+"zqx\n", 1000) + "zq1\n"
	if n := match(sparse); n < 1000 {
		t.Errorf("looked for the text %d times where that pays", n)
	}
	if n := match(dense); n > 2*enoughStops { // one decision may cover both
		t.Errorf("looked for the text %d times, want at most %d", n, 2*enoughStops)
	}
	for range restFiles - 1 {
		if n := match(dense); n != 0 {
			t.Fatalf("looked for the text %d times soon after", n)
		}
	}
	if n := match(dense); n == 0 {
		t.Error("never looks for the text again")
	}
}
