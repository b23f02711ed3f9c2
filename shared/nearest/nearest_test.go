package nearest_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/nearest"
)

func TestOfNamesWhatIsPlausibleBestFirst(t *testing.T) {
	options := []string{"emit", "emit-stdout", "emit-stderr", "expect", "explain", "hidden", "heartbeat", "heartbeat-to", "limit", "list", "list", "json", "json-pretty", "e", "i", ""}
	for _, c := range []struct {
		word string
		max  int
		want []string
	}{
		{"expct", 3, []string{"expect"}},
		{"exepct", 3, []string{"expect"}}, // two neighbours exchanged are one edit
		{"emti", 3, []string{"emit"}},
		{"emit-stdrr", 1, []string{"emit-stderr"}},
		{"hid", 0, []string{"hidden"}},
		{"heart", 0, []string{"heartbeat", "heartbeat-to"}},
		{"lit", 0, []string{"list"}}, // limit is two edits off
		{"lists", 0, []string{"list"}},
		{"jsn", 0, []string{"json"}},
		{"JSON", 0, []string{"json", "json-pretty"}},
		{"JSON", 1, []string{"json"}},
		{"heartbeat-t", 0, []string{"heartbeat-to", "heartbeat"}},
		{"x", 0, nil}, // nothing in common
		{"banana", 0, nil},
		{"", 0, nil},
		{"json", 1, []string{"json"}},
	} {
		if got := nearest.Of(c.word, options, c.max); !slices.Equal(got, c.want) && len(got)+len(c.want) > 0 {
			t.Errorf("%q: %q, want %q", c.word, got, c.want)
		}
	}
}

func TestOfBreaksTiesByCaseThenByOrder(t *testing.T) {
	for _, c := range []struct {
		word       string
		candidates []string
		want       []string
	}{
		{"Count", []string{"count", "COUNT", "Count"}, []string{"Count", "count", "COUNT"}},
		{"bat", []string{"cat", "bad", "hat"}, []string{"cat", "bad", "hat"}},
		{"Bat", []string{"bad", "cat", "Bad"}, []string{"cat", "Bad", "bad"}},
		{"größe", []string{"GRÖSSE", "Größe", "GROSS"}, []string{"Größe", "GRÖSSE"}},
		{"header", []string{"hexdxr", "header-bytes"}, []string{"header-bytes", "hexdxr"}}, // a prefix counts as one edit
		{"été", []string{"ete", "étè"}, []string{"étè"}},
	} {
		if got := nearest.Of(c.word, c.candidates, 0); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.word, got, c.want)
		}
	}
}

func TestHintNamesTheBestOrNothing(t *testing.T) {
	if got := nearest.Hint("cuont", []string{"files", "count"}); got != `; did you mean "count"?` {
		t.Error(got)
	}
	if got := nearest.Hint("zzz", []string{"files", "count"}); got != "" {
		t.Error(got)
	}
}

func TestDistanceIsOptimalStringAlignment(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"abc", "abd", 1},
		{"ab", "ba", 1}, {"ca", "abc", 3}, // the unrestricted distance would be 2
		{"abcdef", "badcfe", 3}, {"kitten", "sitting", 3}, {"äö", "öä", 1},
	} {
		if got := nearest.Distance([]rune(c.a), []rune(c.b)); got != c.want {
			t.Errorf("%q to %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

// matrix is the recurrence as in its source, with a cell for every pair of prefixes.
func matrix(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			d[i][j] = min(d[i-1][j], d[i][j-1]) + 1
			if a[i-1] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-1][j-1])
			} else {
				d[i][j] = min(d[i][j], d[i-1][j-1]+1)
			}
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}

func FuzzDistanceAgreesWithTheMatrix(f *testing.F) {
	f.Add("kitten", "sitting")
	f.Add("abcd", "badc")
	f.Add("", "\xff")
	f.Fuzz(func(t *testing.T, x, y string) {
		a, b := []rune(x), []rune(y)
		if len(a)*len(b) > 1<<16 {
			t.Skip("skipped: this input says nothing here")
		}
		if got, want := nearest.Distance(a, b), matrix(a, b); got != want {
			t.Fatalf("%q to %q is %d, want %d", x, y, got, want)
		}
	})
}

// FuzzOfKeepsItsBound checks that every result follows the rule, and that no plausible candidate is
// missing.
func FuzzOfKeepsItsBound(f *testing.F) {
	f.Add("emit", "omit emit emit-stderr time e")
	f.Add("A", "a b")
	f.Fuzz(func(t *testing.T, word, list string) {
		if len(word) > 64 || len(list) > 512 {
			t.Skip("skipped: this input says nothing here")
		}
		candidates := strings.Split(list, " ")
		got := nearest.Of(word, candidates, 0)
		for i, name := range candidates {
			a, b := fold(word), fold(name)
			long, short := max(len(a), len(b)), min(len(a), len(b))
			d := matrix(a, b)
			near := d <= max(1, long/3) && d < long
			if short >= 2 && slices.Equal(a[:short], b[:short]) {
				near = true
			}
			near = near && word != "" && name != "" && slices.Index(candidates, name) == i
			if slices.Contains(got, name) != near && slices.Index(candidates, name) == i {
				t.Fatalf("%q near %q: %v, want %v", word, name, !near, near)
			}
		}
		if len(got) > 1 && len(nearest.Of(word, candidates, 1)) != 1 {
			t.Fatal("max is not kept")
		}
	})
}

func fold(s string) []rune {
	out := make([]rune, 0, utf8.RuneCountInString(s))
	for _, r := range s {
		out = append(out, unicode.ToLower(r))
	}
	return out
}
