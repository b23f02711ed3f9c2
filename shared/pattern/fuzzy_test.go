package pattern

import (
	"math"
	"strings"
	"testing"
)

func TestFuzzyTextHasAThresholdAndABound(t *testing.T) {
	longest := strings.Repeat("é", MaxFuzzy-1) + "\xff"
	for _, c := range []struct {
		text      string
		o         Options
		fold      bool
		threshold float64
	}{
		{"receive", Options{}, true, defaultThreshold},
		{"Receive", Options{}, false, defaultThreshold},
		{"Receive", Options{Case: Insensitive, Threshold: 0.6}, true, 0.6},
		{"receive", Options{Case: Sensitive, Threshold: 1}, false, 1},
		{"a.*(", Options{Threshold: LeastThreshold}, true, LeastThreshold},
		{longest, Options{}, false, defaultThreshold}, // an invalid byte is one character
	} {
		c.o.Mode = Fuzzy
		p := mustCompile(t, c.text, c.o)
		if p.Mode != Fuzzy || p.Source != c.text || p.Fold != c.fold || p.Threshold != c.threshold || p.Multiline() || p.Expr != "" {
			t.Errorf("%q: %+v", c.text, p)
		}
	}
	for _, c := range []struct {
		text      string
		threshold float64
		want      string
	}{
		{longest + "é", 0, "it is 1025 characters long, more than the 1024 that mode fuzzy takes"},
		{"a\nb", 0, "mode fuzzy cannot contain a line break"},
		{"  ", 0, "it is blank"},
		{"a", 1.01, "a threshold of 1.01 is not in 0 to 1"},
		{"a", -0.1, "a threshold of -0.1 is not in 0 to 1"},
		{"a", math.NaN(), "a threshold of NaN is not in 0 to 1"},
	} {
		p, err := Compile(c.text, Options{Mode: Fuzzy, Threshold: c.threshold})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q at %v: %+v, %v, want %s", c.text, c.threshold, p, err, c.want)
		}
	}
	if p := mustCompile(t, "ab", Options{Threshold: 0.6}); p.Threshold != 0 {
		t.Errorf("a literal has the threshold %v", p.Threshold)
	}
	if n, err := CompileName("main", Options{Mode: Fuzzy}); err == nil || !strings.Contains(err.Error(), "--include") {
		t.Errorf("a name in mode fuzzy: %+v, %v", n, err)
	}
}

// The reading that ignores case keeps the threshold.
func TestOtherReadingsOfFuzzyText(t *testing.T) {
	for _, threshold := range []float64{0, 0.6} {
		all := mustCompile(t, "Foo.*", Options{Mode: Fuzzy, Threshold: threshold}).Readings()
		want := threshold
		if want == 0 {
			want = defaultThreshold
		}
		if len(all) != 1 || all[0].Pattern.Mode != Fuzzy || !all[0].Pattern.Fold || all[0].Pattern.Threshold != want || strings.Join(all[0].Args, " ") != "-i" {
			t.Errorf("threshold %v: %+v", threshold, all)
		}
	}
}
