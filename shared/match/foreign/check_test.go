package foreign

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

func TestWhatIsWrongWithAMatch(t *testing.T) {
	text := []byte("one\ntwo\n")
	many := make([]Capture, MostCaptures+1)
	for _, tc := range []struct {
		matches []Match
		want    string
	}{
		{[]Match{{Start: 4, End: 7, Line: 2}, {Start: 4, End: 5}}, ""},
		{[]Match{{Start: 8, End: 8, Line: 3}}, ""},
		{[]Match{{Start: -1, End: 2}}, "from byte -1"},
		{[]Match{{Start: 3, End: 2}}, "from byte 3 to 2"},
		{[]Match{{Start: 3, End: 9}}, "in a file of 8 bytes"},
		{[]Match{{Start: 4, End: 5, Line: 1}}, "a match on line 1, whose byte 4 is on line 2"},
		{[]Match{{Start: 2, End: 4}}, "beyond the end of its line, 1"},
		{[]Match{{Start: 4, End: 5}, {Start: 3, End: 3}}, "out of order"},
		{[]Match{{Score: 1.5}}, "a score of 1.5"},
		{[]Match{{Score: math.NaN()}}, "a score of NaN"},
		{[]Match{{Category: "A"}}, "a category"},
		{[]Match{{Category: strings.Repeat("a", 33)}}, "a category"},
		{[]Match{{End: 3, Captures: many}}, "33 captures"},
		{[]Match{{End: 3, Captures: []Capture{{Name: ""}}}}, "without a name"},
		{[]Match{{End: 3, Captures: []Capture{{Name: "\x1b[m"}}}}, "without a name"},
		{[]Match{{Start: 1, End: 3, Captures: []Capture{{Name: "A", Start: 0, End: 2}}}}, "outside of its match"},
	} {
		err := Check(text, held(tc.matches...), &Description{}, func(*Match) {})
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%+v: %v, want %q", tc.matches, err, tc.want)
		}
	}
	var m []Match
	if err := Check(text, held(Match{Start: 2, End: 6}), &Description{SeveralLines: true}, func(c *Match) { m = append(m, *c) }); err != nil || m[0].Line != 1 || m[0].Category != "pattern_match" || m[0].Score != 1 {
		t.Errorf("%v, %+v", err, m)
	}
}

func TestWhatBearsACandidateOut(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, tc := range []struct {
		c    Candidate
		text string
		want bool
	}{
		{Candidate{Size: 3, Matches: *held(Match{Start: 1, End: 2, Text: []byte("b")})}, "abc", true},
		{Candidate{Size: 4, Matches: *held(Match{Start: 1, End: 2, Text: []byte("b")})}, "abc", false},
		{Candidate{Size: 3, Matches: *held(Match{Start: 1, End: 2})}, "abc", false},
		{Candidate{Size: 3, Matches: *held(Match{Start: 1, End: 2, Text: []byte("B")})}, "abc", false},
		{Candidate{Size: 3, Matches: *held(Match{Start: 2, End: 9, Text: []byte("c")})}, "abc", false},
		{Candidate{Size: 300, Matches: *held(Match{End: 300, Text: []byte(long[:mostText])})}, long, true},
		{Candidate{Size: 300, Matches: *held(Match{End: 300, Text: []byte(long)})}, long, false},
	} {
		if got := tc.c.ConfirmedBy([]byte(tc.text)); got != tc.want {
			t.Errorf("%+v of %q: %v", tc.c, tc.text, got)
		}
	}
}

// A match that Check accepts is a part of the text, on the line that it says.
func FuzzCheckedMatchesAreInTheText(f *testing.F) {
	f.Add([]byte("one\ntwo\n"), 1, 3, 0, 2, 2, 5, 7, 2, false)
	f.Add([]byte("one\ntwo"), 0, 7, 1, 0, 7, 7, 7, 2, true)
	f.Fuzz(func(t *testing.T, text []byte, start, end, line, from, to, start2, end2, line2 int, several bool) {
		reported := held(
			Match{Start: start, End: end, Line: line, Captures: []Capture{{Name: "A", Start: from, End: to}}},
			Match{Start: start2, End: end2, Line: line2},
		)
		var matches []Match
		if Check(text, reported, &Description{SeveralLines: several}, func(m *Match) { matches = append(matches, *m) }) != nil {
			return
		}
		last := 0
		for _, m := range matches {
			if m.Start < last || m.Line != 1+bytes.Count(text[:m.Start], []byte{'\n'}) {
				t.Errorf("%+v", m)
			}
			last = m.Start
			if !several && bytes.Contains(text[m.Start:m.End], []byte{'\n'}) {
				t.Errorf("%q extends over lines", text[m.Start:m.End])
			}
			for _, c := range m.Captures {
				_ = text[m.Start:m.End][c.Start-m.Start : c.End-m.Start]
			}
		}
	})
}
