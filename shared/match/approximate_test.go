package match

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/ct-tools/ct/shared/match/fuzzy"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tooltest"
)

func fuzzyMode(threshold float64, c pattern.Case) pattern.Options {
	return pattern.Options{Mode: pattern.Fuzzy, Threshold: threshold, Case: c}
}

func TestApproximateMatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text      string
		threshold float64
		fold      pattern.Case
		in        string
		spans     string
		lines     int64
	}{
		{"receive", 0, pattern.Sensitive, "a receive b\nreecive\nreceve\nrecive?\nrcve\nReceive", "[2 9] [12 19] [20 26] [27 33] [40 47]", 5},
		{"receive", 1, pattern.Sensitive, "reecive\nreceive receive", "[8 15]", 1},
		{"Receive", 0.9, pattern.Insensitive, "RECEIVE\nreecive", "[0 7]", 1},
		{"kiss", 1, pattern.Insensitive, "\u212aISſ", "[0 7]", 1},
		{"abcde", 0.8, pattern.Sensitive, "abce\r\nabxde\r\nab\ncde", "[0 4] [6 11]", 2}, // a line contains all of it
		{"naïve", 0.8, pattern.Sensitive, "naive\nna\xffve\nna\u0308ve nave", "[0 5] [6 11] [12 18]", 3},
		{"abcd", 0.75, pattern.Sensitive, "xabd abcd abc", "[5 9]", 1}, // the best
		{"abcd", 0.75, pattern.Sensitive, "abd abc bcd", "[0 3]", 1},   // the first of the best
		{"abcd", 0.75, pattern.Sensitive, "abccd", "[0 3]", 1},         // the shortest of these
		{"ca", 0.5, pattern.Sensitive, "ac", "[0 1]", 1},               // half of it costs no more than the exchange
		{"abcdefgh", 0.75, pattern.Sensitive, "badcefgh", "[0 8]", 1},  // two exchanges
		{"ab", pattern.LeastThreshold, pattern.Sensitive, "xx\n\nyb", "[4 6]", 1},
		{"abcde", 0, pattern.Sensitive, "", "", 0},
	} {
		m := matcherOf(t, compile(t, c.text, fuzzyMode(c.threshold, c.fold)))
		var h Hits
		if err := m.Match([]byte(c.in), Spans, &h); err != nil {
			t.Fatal(err)
		}
		var spans []string
		for _, sp := range h.Spans {
			spans = append(spans, fmt.Sprint([]int{sp.Start, sp.End}))
		}
		if got := strings.Join(spans, " "); got != c.spans || h.Lines != c.lines || h.Matches != c.lines || h.Near != 0 || m.Multiline() {
			t.Errorf("%q at %v in %q: spans %s, %+v; want %s, %d lines", c.text, c.threshold, c.in, got, h, c.spans, c.lines)
		}
	}
}

// approximateTwin finds fuzzy and literal patterns, the latter case-sensitively, by examining every
// line.
type approximateTwin struct {
	source  []*pattern.Pattern
	queries []*fuzzy.Pattern // nil for a literal
}

func newApproximateTwin(t testing.TB, ps []*pattern.Pattern) *approximateTwin {
	t.Helper()
	w := &approximateTwin{source: ps, queries: make([]*fuzzy.Pattern, len(ps))}
	for i, p := range ps {
		if p.Mode != pattern.Fuzzy {
			continue
		}
		var err error
		if w.queries[i], err = fuzzy.Compile(p.Source, p.Threshold, p.Fold); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// next returns the first match of pattern i in line at or after from.
func (w *approximateTwin) next(i int, line []byte, from int) Span {
	if w.queries[i] == nil {
		if at := bytes.Index(line[from:], []byte(w.source[i].Source)); at >= 0 {
			return Span{from + at, from + at + len(w.source[i].Source)}
		}
		return none
	}
	start, end, _, ok := w.queries[i].Best(line)
	if !ok || start < from {
		return none
	}
	return Span{start, end}
}

// find returns what a Matcher has to find with Spans, the spans of each line and, for the first
// matching line, which patterns match it.
func (w *approximateTwin) find(text string) (all find) {
	all.Terms, all.first = make([]int64, len(w.source)), make([]bool, len(w.source))
	lines, bases := splitLines(text)
	for n, line := range lines {
		var own []Span
		for from := 0; from <= len(line); {
			best := none
			for i := range w.source {
				sp := w.next(i, []byte(line), from)
				if sp.Start >= 0 && (best.Start < 0 || sp.Start < best.Start) {
					best = sp
				}
			}
			if best.Start < 0 {
				break
			}
			own, from = append(own, best), best.End
		}
		for i := range w.source {
			if w.next(i, []byte(line), 0).Start >= 0 {
				all.Terms[i]++
				all.first[i] = all.first[i] || all.Lines == 0
			}
		}
		if len(own) > 0 {
			own = shifted(own, bases[n])
			all.Lines++
			all.Matches += int64(len(own))
			all.Spans, all.byLine = append(all.Spans, own...), append(all.byLine, own)
		}
	}
	return all
}

// approximateMatchers returns the Matchers of ps that have to find the same: the ordinary one, one
// without pieces, and one that searches for all patterns in one pass.
func approximateMatchers(t testing.TB, ps []*pattern.Pattern) map[string]Matcher {
	t.Helper()
	terms := func(pieces bool) (all []term) {
		for _, p := range ps {
			one, err := newTerm(p, mostStates)
			if err != nil {
				t.Fatal(err)
			}
			if a, ok := one.(*approximate); ok && !pieces {
				a.texts, a.need = nil, nil
			}
			all = append(all, one)
		}
		return all
	}
	m := map[string]Matcher{"as it is": matcherOf(t, ps...), "without pieces": assemble(terms(false), false)}
	if len(ps) > 1 {
		m["in one pass"], m["one by one"] = together(terms(true)), withJoint(terms(true), nil)
	}
	for name, one := range m {
		m[name+", cloned"] = one.Clone()
	}
	return m
}

func agreeApproximately(t *testing.T, ps []*pattern.Pattern, text string) {
	t.Helper()
	all := newApproximateTwin(t, ps).find(text)
	for name, m := range approximateMatchers(t, ps) {
		for w := Count; w <= Spans; w++ {
			want := all.hits(w)
			var got Hits
			if err := m.Match([]byte(text), w, &got); err != nil {
				t.Fatal(err)
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s: %s in %q, want %d:\n got %+v\nwant %+v", name, describe(ps), text, w, got, want)
			}
		}
	}
}

// edited returns text after some random edits.
func edited(r *rand.Rand, text string, n int) string {
	for range n {
		i := r.IntN(len(text) + 1)
		text = text[:i] + randomText(r, 2) + text[min(len(text), i+r.IntN(3)):]
	}
	return text
}

// randomApproximate returns one to three patterns, the first of them fuzzy, and a text that
// contains similar texts.
func randomApproximate(r *rand.Rand) (ps []*pattern.Pattern, text string) {
	for range 1 + r.IntN(3)*r.IntN(2) {
		source := randomOf(r, []string{"a", "b", "k", "ab", "ß", "é", "S", "lo", "ng", "\xff", "xyz"}, 1+r.IntN(12))
		o := fuzzyMode([]float64{0.3, 0.5, 0.6, 0.8, 0.9}[r.IntN(5)], []pattern.Case{pattern.Sensitive, pattern.Insensitive}[r.IntN(2)])
		if len(ps) > 0 && r.IntN(2) == 0 {
			o = literalMode
		}
		p, err := pattern.Compile(source, o)
		if err != nil {
			continue
		}
		ps = append(ps, p)
		for range r.IntN(4) {
			text += randomText(r, 12) + edited(r, source, r.IntN(4))
		}
	}
	return ps, text + randomText(r, 12)
}

func TestApproximateMatchersAgreeWithEveryLine(t *testing.T) {
	t.Parallel()
	rounds := 2000
	if testing.Short() {
		rounds = 300
	}
	r := rand.New(rand.NewPCG(9, 10))
	for range rounds {
		if ps, text := randomApproximate(r); len(ps) > 0 {
			agreeApproximately(t, ps, text)
			agreeApproximately(t, ps, strings.Repeat(text+"\n", 3))
		}
	}
}

// FuzzApproximate takes two patterns separated by a NUL, the first fuzzy, the second fuzzy or
// literal; the minimum score of a match in hundredths; and a text.
func FuzzApproximate(f *testing.F) {
	f.Add("receive\x00reecive", uint8(80), uint8(0), "a reecive\nb receive\nreceve receiver\n")
	f.Add("kiss", uint8(75), uint8(1), "\u212aISſ\r\nK\xffSS")
	f.Add("abcdefghij\x00fgh", uint8(60), uint8(2), "abdcefghji\nfghabcdefghij")
	f.Fuzz(func(t *testing.T, texts string, hundredths, kind uint8, in string) {
		if len(texts) > 60 || len(in) > 200 {
			return
		}
		o := fuzzyMode(float64(hundredths%101)/100, []pattern.Case{pattern.Sensitive, pattern.Insensitive}[kind%2])
		var ps []*pattern.Pattern
		for _, text := range strings.SplitN(texts, "\x00", 2) {
			p, err := pattern.Compile(text, o)
			if err != nil || p.Multiline() {
				return
			}
			ps = append(ps, p)
			if kind&2 != 0 {
				o = literalMode
			}
		}
		agreeApproximately(t, ps, in)
		agreeApproximately(t, ps, in+"\n"+in)
	})
}

// In combination with a pattern of several lines, the chain of matches crosses line ends and takes
// the best span of a line unless the previous match reaches into it.
func TestApproximateMatchesBesideABlock(t *testing.T) {
	t.Parallel()
	m := matcherOf(t, compile(t, "b\nreceive", literalMode), compile(t, "receive", fuzzyMode(0, pattern.Sensitive)))
	var h Hits
	if err := m.Match([]byte("reecive\nab\nreceive\nrecive b\nreceiver"), Spans, &h); err != nil || !m.Multiline() {
		t.Fatal(err)
	}
	if got := fmt.Sprint(h.Spans, h.Lines, h.Terms); got != "[{0 7} {9 18} {19 25} {26 35}] 3 [2 4]" {
		t.Errorf("%s", got)
	}
}

// Pieces that are on nearly every line without a match are no longer looked for, and no match is
// lost.
func TestUselessPiecesAreNotLookedFor(t *testing.T) {
	t.Parallel()
	p := compile(t, "zqxjvk", fuzzyMode(0.8, pattern.Sensitive)) // zqx or jvk, or one of them and its neighbor
	one, err := newApproximate(p)
	if err != nil {
		t.Fatal(err)
	}
	if one.need == nil {
		t.Fatal("no pieces")
	}
	need := &calls{finder: one.need}
	one.need = need
	m := &single{one}
	text := strings.Repeat("zqx\njvk\n", 1000)
	var h Hits
	if err := m.Match([]byte(text+"zqxvjk\n"+text+"zqxjk"), Count, &h); err != nil || h.Lines != 2 {
		t.Errorf("%d lines, %v", h.Lines, err)
	}
	if need.n == 0 || need.n > 2*enoughStops {
		t.Errorf("looked for pieces %d times", need.n)
	}
	for range restFiles {
		m.Reset()
	}
	need.n = 0
	if err := m.Match([]byte("nothing"), Count, &h); err != nil || need.n != 1 {
		t.Errorf("looked for pieces %d times in a later file, %v", need.n, err)
	}
}

// Pieces that are too frequent are not looked for.
func TestRarePiecesAreLookedFor(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text      string
		threshold float64
		fold      pattern.Case
		want      bool
	}{
		{"receievd", 0.8, pattern.Sensitive, true},
		{"receievd", 0.8, pattern.Insensitive, true},
		{"EXPORT_SYMBOL_GPL", 0.8, pattern.Sensitive, true},
		{"abcd", 0.8, pattern.Sensitive, true}, // all of it
		{"receievd", 0.6, pattern.Sensitive, false},
		{"aeiou", 0.8, pattern.Insensitive, false},
		{"abc", 0.3, pattern.Sensitive, false},
	} {
		one, err := newApproximate(compile(t, c.text, fuzzyMode(c.threshold, c.fold)))
		if err != nil {
			t.Fatal(err)
		}
		if got := one.need != nil; got != c.want || got != (len(one.needs()) > 0) {
			t.Errorf("%q at %v: pieces %v, looked for: %v", c.text, c.threshold, one.query.Pieces(), got)
		}
	}
}

// TestALongLineIsScannedOnce would take hours if each place similar to the query cost a scan of the
// whole line.
func TestALongLineIsScannedOnce(t *testing.T) {
	t.Parallel()
	const size = 8 << 20
	best := "receive"
	line := strings.Repeat("reecive recxive ", size/16) + best
	ps := []*pattern.Pattern{
		compile(t, best, fuzzyMode(0.8, pattern.Sensitive)),
		compile(t, "reecive rxcieve", fuzzyMode(0.9, pattern.Sensitive)),
		compile(t, "not on the line", fuzzyMode(0.8, pattern.Sensitive)),
	}
	for i, want := range []string{
		fmt.Sprintf("[{%d %d}] 1", len(line)-len(best), len(line)),
		"[] 0",
		"[] 0",
	} {
		var h Hits
		if err := matcherOf(t, ps[i]).Match([]byte(line), Spans, &h); err != nil || fmt.Sprint(h.Spans, h.Lines) != want {
			t.Errorf("%q: %v %d, %v, want %s", ps[i].Source, h.Spans, h.Lines, err, want)
		}
	}
	var h Hits
	ps = append(ps, compile(t, "recxive", literalMode))
	if err := together(variant{states: mostStates, term: func(*term) {}}.of(t, ps)).Match([]byte(line), Spans, &h); err != nil || h.Matches != size/16+1 {
		t.Errorf("%d matches, %v", h.Matches, err)
	}
}

func TestTheScoreOfAMatch(t *testing.T) {
	t.Parallel()
	score, err := Score(compile(t, "Receive", fuzzyMode(0.5, pattern.Insensitive)))
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for text, edits := range map[string]float64{"receive": 0, "REECIVE": 1, "rceeievx": 3, "rece\xffve": 1, "": 7, "zzz": 7} {
		wait.Go(func() {
			if got := score([]byte(text)); math.Abs(got-(1-edits/7)) > 1e-9 {
				t.Errorf("%q: %v", text, got)
			}
		})
	}
	wait.Wait()
	if score, err := Score(compile(t, "receive", literalMode)); score != nil || err != nil {
		t.Errorf("a literal has scores, %v", err)
	}
}

// goSource returns the Go files of Go's own source, concatenated, up to most bytes.
func goSource(tb testing.TB, most int) (all []byte) {
	tb.Helper()
	root, err := os.OpenRoot(tooltest.GoSource(tb))
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	err = fs.WalkDir(root.FS(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || len(all) > most {
			return err
		}
		text, err := fs.ReadFile(root.FS(), name)
		all = append(all, text...)
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// nearMisses returns about size bytes of lines on which text occurs again and again with one edit
// more than a match may have, all of them towards its end.
func nearMisses(text string, edits, size int) []byte {
	one := []rune(text)
	for i := range edits + 1 {
		one[len(one)-1-2*i] = '~'
	}
	line := strings.Repeat(string(one), 1+60/len(one)) + "\n"
	return bytes.Repeat([]byte(line), size/len(line))
}

// BenchmarkApproximate counts lines in Go's source, in blocks of the size in which files are read.
func BenchmarkApproximate(b *testing.B) {
	const block = 256 << 10
	source := goSource(b, 32<<20)
	long := "func (srv *Server) ListenAndServeTLS(certFile, keyFile string) error {"
	for _, c := range []struct {
		text      string
		threshold float64
		fold      pattern.Case
	}{
		{"receievd", 0.8, pattern.Sensitive},
		{"receievd", 0.8, pattern.Insensitive},
		{"return e", 0.8, pattern.Sensitive}, // common
		{"receievd", 0.6, pattern.Sensitive},
		{"receievd", 0.6, pattern.Insensitive},
		{"fetch", 0.8, pattern.Sensitive},
		{"http.ResponceWrt", 0.8, pattern.Sensitive},
		{long[:32], 0.8, pattern.Sensitive},
		{long[:64], 0.8, pattern.Sensitive},
		{long[:65], 0.8, pattern.Sensitive},
		{strings.Repeat(long, 5)[:300], 0.8, pattern.Sensitive},
		{strings.Repeat(long, 15)[:pattern.MaxFuzzy], 0.8, pattern.Sensitive},
	} {
		p := compile(b, c.text, fuzzyMode(c.threshold, c.fold))
		one, err := newApproximate(p)
		if err != nil {
			b.Fatal(err)
		}
		bare := &approximate{query: one.query}
		for _, in := range []struct {
			name string
			term *approximate
			text []byte
		}{
			{"source", one, source},
			{"source without pieces", bare, source},
			{"one line", one, bytes.ReplaceAll(source[:4<<20], []byte("\n"), []byte(" "))},
			{"near misses", one, nearMisses(c.text, one.query.Limit(), 4<<20)},
		} {
			b.Run(fmt.Sprintf("%d characters at %v, %s/%s", len(c.text), c.threshold, c.fold, in.name), func(b *testing.B) {
				m := &single{in.term}
				var h Hits
				b.SetBytes(int64(len(in.text)))
				b.ReportAllocs()
				for b.Loop() {
					m.Reset()
					for text := in.text; len(text) > 0; {
						n := len(text)
						if n > block {
							n = min(LineEnd(text, block)+1, n)
						}
						if err := m.Match(text[:n], Count, &h); err != nil {
							b.Fatal(err)
						}
						text = text[n:]
					}
				}
			})
		}
	}
}
