package match

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/pattern"
)

func compile(t testing.TB, text string, o pattern.Options) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Compile(text, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func matcherOf(t testing.TB, ps ...*pattern.Pattern) Matcher {
	t.Helper()
	m, err := New(ps...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var (
	literalMode    = pattern.Options{Mode: pattern.Literal, Case: pattern.Sensitive}
	foldedMode     = pattern.Options{Mode: pattern.Literal, Case: pattern.Insensitive}
	identifierMode = pattern.Options{Mode: pattern.Identifier, Case: pattern.Sensitive}
	wordMode       = pattern.Options{Mode: pattern.Word, Case: pattern.Sensitive}
	foldedWord     = pattern.Options{Mode: pattern.Word, Case: pattern.Insensitive}
	globMode       = pattern.Options{Mode: pattern.Glob, Case: pattern.Sensitive}
	regexMode      = pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive}
	foldedRegex    = pattern.Options{Mode: pattern.Regex, Case: pattern.Insensitive}
	backtrackMode  = pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive, Engine: pattern.Backtrack}
	foldedBack     = pattern.Options{Mode: pattern.Regex, Case: pattern.Insensitive, Engine: pattern.Backtrack}
)

func TestMatchesOfOnePattern(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text    string
		options pattern.Options
		in      string
		spans   string
		lines   int64
		near    int64
	}{
		{"ab", literalMode, "xab\nabab\nb\n", "[1 3] [4 6] [6 8]", 2, 0},
		{"ab", literalMode, "no\n", "", 0, 0},
		{"ab", literalMode, "", "", 0, 0},
		{"aa", literalMode, "aaaaa", "[0 2] [2 4]", 1, 0},
		{"a\r", literalMode, "a\r\na\n", "[0 2]", 1, 0},
		{"\xff", literalMode, "a\xffb\xfe", "[1 2]", 1, 0},
		{"k", foldedMode, "k K \u212a", "[0 1] [2 3] [4 7]", 1, 0},
		{"\u212a", foldedMode, "k K \u212a", "[0 1] [2 3] [4 7]", 1, 0},
		{"s", foldedMode, "s S ſ ß", "[0 1] [2 3] [4 6]", 1, 0},
		{"ß", foldedMode, "ß ẞ ss", "[0 2] [3 6]", 1, 0},
		{"task", foldedMode, "TAſ\u212a\ntask", "[0 7] [8 12]", 2, 0},
		{"i", foldedMode, "İıiI", "[4 5] [5 6]", 1, 0},
		{"σας", foldedMode, "ΣΑΣ σασ", "[0 6] [7 13]", 1, 0},
		{"a_b", foldedMode, "A_b a-b a_B", "[0 3] [8 11]", 1, 0},
		{"\ufffd", foldedMode, "\xff\ufffd", "[1 4]", 1, 0},

		{"foo", identifierMode, "foo foox xfoo foo_ (foo) föo éfoo", "[0 3] [20 23] [32 35]", 1, 3},
		{"aa", identifierMode, "baaaa aa", "[6 8]", 1, 2},
		{"x x", identifierMode, "yx x x", "[3 6]", 1, 1},
		{"+a", identifierMode, "b+a +a a+a", "[4 6]", 1, 2},
		{"a.b", identifierMode, "a.b a.bc xa.b", "[0 3]", 1, 2},
		{"foo", wordMode, "foo éfoo fooé foo\u0301 foo-x \xfffoo\xff", "[0 3] [22 25] [29 32]", 1, 3},
		{"k", foldedWord, "\u212a ak K", "[0 3] [7 8]", 1, 1},

		{"a*b", globMode, "a/b acccb ab\nb", "[4 12]", 1, 0},
		{"a?c", globMode, "abc ac a/c aéc", "[0 3] [11 15]", 1, 0},

		{"^", regexMode, "a\n\nb", "[0 0] [2 2] [3 3]", 3, 0},
		{"$", regexMode, "a\n\nb\n", "[1 1] [2 2] [4 4]", 3, 0},
		{"$", regexMode, "a\r\n", "[1 1] [2 2]", 1, 0},
		{"a$", regexMode, "a\r\na\n", "[0 1] [3 4]", 2, 0},
		{`a\r$`, regexMode, "a\r\na\n", "[0 2]", 1, 0},
		{"^$", regexMode, "\r\n\na\n", "[0 0] [2 2]", 2, 0},
		{"a.$", regexMode, "a\r\nab\r\n", "[0 2] [3 6]", 2, 0},
		{"a*", regexMode, "baac\n", "[0 0] [1 3] [4 4]", 1, 0},
		{"a*", regexMode, "", "", 0, 0},
		{`a\s+b`, regexMode, "a\nb a b", "[4 7]", 1, 0},
		{`a[^x]b`, regexMode, "a\nb axb ayb", "[8 11]", 1, 0},
		{`\Aa`, regexMode, "ba\na", "[3 4]", 1, 0},
		{`\bb`, regexMode, "ab b\nb", "[3 4] [5 6]", 2, 0},
		{`\w{2}`, regexMode, "abcde", "[0 2] [2 4]", 1, 0},
		{`\b\w`, regexMode, "ab cd", "[0 1] [3 4]", 1, 0},
		{`\Bb|^a`, regexMode, "aabb", "[0 1] [2 3] [3 4]", 1, 0},
		{".", regexMode, "\xff\xe2\x82é", "[0 1] [1 2] [2 3] [3 5]", 1, 0},
		{"\\x{FFFD}", regexMode, "a\xffb", "[1 2]", 1, 0},
		{`\p{Greek}+`, regexMode, "a\nβγ\n", "[2 6]", 1, 0},
		{"k", foldedRegex, "\u212a", "[0 3]", 1, 0},
		{"foo|foobar", regexMode, "foobar", "[0 3]", 1, 0},
		{"foobar|foo", regexMode, "foobar foo", "[0 6] [7 10]", 1, 0},

		{`(\w)\1`, regexMode, "abba\nxyz\ncc", "[1 3] [9 11]", 2, 0},
		{`foo(?!bar)`, regexMode, "foobar foobaz\nfoo", "[7 10] [14 17]", 2, 0},
		{`(?<=é)b`, regexMode, "éb b \xffb éb", "[2 3] [11 12]", 1, 0},
		{`(?=a)`, regexMode, "baa\na", "[1 1] [2 2] [4 4]", 2, 0},
		{`(?<=a)b$`, regexMode, "ab\nabb\nxab", "[1 2] [9 10]", 2, 0},
	}
	for _, c := range tests {
		m := matcherOf(t, compile(t, c.text, c.options))
		var h Hits
		if err := m.Match([]byte(c.in), Spans, &h); err != nil {
			t.Fatal(err)
		}
		var spans []string
		for _, sp := range h.Spans {
			spans = append(spans, fmt.Sprint([]int{sp.Start, sp.End}))
		}
		if got := strings.Join(spans, " "); got != c.spans || h.Lines != c.lines || h.Near != c.near || h.Matches != int64(len(spans)) {
			t.Errorf("%s %q in %q: spans %s, %d lines, %d near; want %s, %d, %d",
				c.options.Mode, c.text, c.in, got, h.Lines, h.Near, c.spans, c.lines, c.near)
		}
	}
}

func TestMatchesAcrossLines(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text    string
		options pattern.Options
		in      string
		spans   []Span
		lines   int64
	}{
		{"a\nb", literalMode, "xa\nby\na\r\nb\na\n\nb", []Span{{1, 4}, {6, 10}}, 2},
		{"a\r\nb", literalMode, "a\nb", []Span{{0, 3}}, 1},
		{"a\nb", foldedMode, "A\nB", []Span{{0, 3}}, 1},
		{"a\n\nlonger\nb", literalMode, "a\n\nlonger\nb a\n\nlonger\n", []Span{{0, 11}}, 1},
		{"ſ\nk", foldedMode, "s\r\n\u212a", []Span{{0, 6}}, 1},
		{"a\n", literalMode, "a\na", []Span{{0, 2}}, 1},
		{`a\nb`, regexMode, "a\nb a\nb", []Span{{0, 3}, {4, 7}}, 2},
		{`\n`, regexMode, "a\n\n", []Span{{1, 2}, {2, 3}}, 2},
		{`(?s)a.b`, regexMode, "a\nb aab", []Span{{0, 3}, {4, 7}}, 2},
		{`(?s)^.*`, regexMode, "a\nb\n", []Span{{0, 4}}, 1},
		{`^|\n\n`, regexMode, "a\nb\n", []Span{{0, 0}, {2, 2}}, 2},
		{`\z|q\nq`, regexMode, "a\nb", []Span{{3, 3}}, 1},
		{`(a)\n\1`, regexMode, "a\na a\nb", []Span{{0, 3}}, 1},
	}
	for _, c := range tests {
		m := matcherOf(t, compile(t, c.text, c.options))
		if !m.Multiline() {
			t.Errorf("%q is not multiline", c.text)
		}
		var h Hits
		if err := m.Match([]byte(c.in), Spans, &h); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(h.Spans) != fmt.Sprint(c.spans) || h.Lines != c.lines {
			t.Errorf("%q in %q: %v, %d lines; want %v, %d", c.text, c.in, h.Spans, h.Lines, c.spans, c.lines)
		}
	}
}

func TestAlternativesAreLeftmostThenFirst(t *testing.T) {
	t.Parallel()
	tests := []struct {
		patterns []string
		options  pattern.Options
		in       string
		spans    []Span
		terms    []int64
	}{
		{[]string{"foo", "foobar"}, literalMode, "foobar", []Span{{0, 3}}, []int64{1, 1}},
		{[]string{"foobar", "foo"}, literalMode, "foobar", []Span{{0, 6}}, []int64{1, 1}},
		{[]string{"ab", "bc"}, literalMode, "abc\nbc", []Span{{0, 2}, {4, 6}}, []int64{1, 2}},
		{[]string{"xa", "aa"}, literalMode, "xaaa", []Span{{0, 2}, {2, 4}}, []int64{1, 1}},
		{[]string{"b", "a"}, literalMode, "ab\n\nb", []Span{{0, 1}, {1, 2}, {4, 5}}, []int64{2, 1}},
		{[]string{"a\nb", "b"}, literalMode, "a\nb\nb", []Span{{0, 3}, {4, 5}}, []int64{1, 2}},
		{[]string{"^", "a"}, regexMode, "aa\n", []Span{{0, 0}, {1, 2}}, []int64{1, 1}},
		{[]string{`\bb`, "a"}, regexMode, "ab b", []Span{{0, 1}, {3, 4}}, []int64{1, 1}},
	}
	for _, c := range tests {
		var ps []*pattern.Pattern
		for _, s := range c.patterns {
			ps = append(ps, compile(t, s, c.options))
		}
		var h Hits
		if err := matcherOf(t, ps...).Match([]byte(c.in), Spans, &h); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(h.Spans, h.Terms) != fmt.Sprint(c.spans, c.terms) {
			t.Errorf("%q in %q: %v, terms %v; want %v, %v", c.patterns, c.in, h.Spans, h.Terms, c.spans, c.terms)
		}
	}
}

func TestNearIsTheSameWhateverIsWanted(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		literal, identifier, in string
		near                    int64
	}{
		{"x ", "x x", "x x xy", 0}, // the occurrence at 2 overlaps the one that is taken
		{"x x", "x", "x x xy", 1},
		{"q", "aa", "aa baa\naa aaa q\naaa", 3},
	} {
		ps := []*pattern.Pattern{compile(t, c.literal, literalMode), compile(t, c.identifier, identifierMode)}
		agree(t, matcherOf(t, ps...), ps, c.in)
		agree(t, matcherOf(t, ps[1]), ps[1:], c.in)
		var h Hits
		if err := matcherOf(t, ps...).Match([]byte(c.in), Count, &h); err != nil || h.Near != c.near {
			t.Errorf("%q and %q in %q: %d near, %v; want %d", c.literal, c.identifier, c.in, h.Near, err, c.near)
		}
	}
}

func TestHitsAddUpOverBlocksAndClones(t *testing.T) {
	t.Parallel()
	m := matcherOf(t, compile(t, "a", identifierMode), compile(t, "b", literalMode))
	var h Hits
	for _, m := range []Matcher{m, m.Clone()} {
		for range 2 {
			if err := m.Match([]byte("a aa\nb\n"), Spans, &h); err != nil {
				t.Fatal(err)
			}
		}
	}
	if h.Lines != 8 || h.Matches != 8 || h.Near != 8 || fmt.Sprint(h.Terms) != "[4 4]" || len(h.Spans) != 8 {
		t.Errorf("%+v", h)
	}
	h.Reset()
	if h.Lines != 0 || len(h.Spans) != 0 || fmt.Sprint(h.Terms) != "[0 0]" {
		t.Errorf("after Reset %+v", h)
	}
}

func TestClonesWorkAtTheSameTime(t *testing.T) {
	t.Parallel()
	m := matcherOf(t, compile(t, "ab", identifierMode), compile(t, `(a)\1`, regexMode), compile(t, `\bb`, regexMode))
	text := []byte(strings.Repeat("ab xab\naa\nb ab\n", 50))
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			var h Hits
			if err := m.Clone().Match(text, Spans, &h); err != nil || fmt.Sprint(h.Lines, h.Matches, h.Near, h.Terms) != "150 200 50 [100 50 50]" {
				t.Errorf("%d lines, %d matches, %d near, terms %v, %v", h.Lines, h.Matches, h.Near, h.Terms, err)
			}
		})
	}
	wait.Wait()
}

func TestNoPatternsAreRefused(t *testing.T) {
	t.Parallel()
	if _, err := New(); err == nil {
		t.Error("New() of nothing succeeds")
	}
	bad := &pattern.Pattern{Source: "(", Expr: "(", Mode: pattern.Regex, Engine: pattern.RE2}
	if _, err := New(bad); err == nil || !strings.Contains(err.Error(), `"("`) {
		t.Errorf("New of a bad expression: %v", err)
	}
}

func TestBacktrackingEndsAtItsTimeLimitForAFile(t *testing.T) {
	t.Parallel()
	p := compile(t, `(x+x+)+y(?=!)`, pattern.Options{Mode: pattern.Regex, Timeout: 50 * time.Millisecond})
	m := matcherOf(t, p)
	slow := "xy!\nxxy!\n" + strings.Repeat("x", 64) + "y\n"
	var h Hits
	if err := m.Match([]byte(slow), Count, &h); !errors.Is(err, ErrTimeout) {
		t.Fatalf("error %v, want ErrTimeout", err)
	}
	if h.Lines != 1 {
		t.Errorf("%d lines before the limit, want 1", h.Lines)
	}
	if err := m.Match([]byte("xxy\n"), Count, &h); !errors.Is(err, ErrTimeout) {
		t.Errorf("the rest of the file has time again: %v", err)
	}
	m.Reset()
	if err := m.Match([]byte("xxy\n"), Count, &h); err != nil {
		t.Errorf("the next file has no time: %v", err)
	}
}

// TestMatchersAgreeWithTheirTwins runs random patterns over random texts of few characters, so that
// most unusual cases occur.
func TestMatchersAgreeWithTheirTwins(t *testing.T) {
	t.Parallel()
	rounds := 1500
	if testing.Short() {
		rounds = 500
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		ps := randomPatterns(r)
		if len(ps) == 0 {
			continue
		}
		m := matcherOf(t, ps...)
		for range 4 {
			agree(t, m, ps, randomText(r, 24))
		}
		agree(t, m.Clone(), ps, randomText(r, 60))
		agreeInAllWays(t, ps, randomText(r, 40))
	}
}

// TestBacktrackingAgreesWithRE2 runs expressions that both engines accept.
func TestBacktrackingAgreesWithRE2(t *testing.T) {
	t.Parallel()
	rounds := 1500
	if testing.Short() {
		rounds = 500
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range rounds {
		text := randomOf(r, backtrackParts, 1+r.IntN(5))
		linear, err := pattern.Compile(text, pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive, Engine: pattern.RE2})
		if err != nil {
			continue
		}
		p, err := pattern.Compile(text, backtrackMode)
		if err != nil {
			continue
		}
		if p.Multiline() != linear.Multiline() || strings.Contains(linear.Expr, `\r??`) && !linear.TrimCR {
			continue // where something else may match a "\r", RE2's match may end after that of $
		}
		m := matcherOf(t, p)
		for range 4 {
			agree(t, m, []*pattern.Pattern{linear}, randomText(r, 24))
		}
	}
}

// backtrackParts omits what the engines read differently: an empty iteration of a loop.
var backtrackParts = []string{"a", "b", "ab", ".", `\w`, "^", "$", "[^a]", "[ab]", "a*", "b+", "(a|b)", "(ab|ba|)", "|", "a?", "é", "[é-ß]",
	"(?:ab){2}", ".*?", "(?:)", `\b`, `\x61`}

// TestRequiredTextLosesNoMatch runs expressions that only regexp2 accepts, with and without looking
// for required text.
func TestRequiredTextLosesNoMatch(t *testing.T) {
	t.Parallel()
	rounds, needed := 3000, 0
	if testing.Short() {
		rounds = 500
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range rounds {
		o := []pattern.Options{backtrackMode, foldedBack}[r.IntN(2)]
		p, err := pattern.Compile(randomOf(r, lookParts, 1+r.IntN(6)), o)
		if err != nil {
			continue
		}
		if newRelaxed(p.Expr, p.Fold, mostStates) == nil {
			continue
		}
		needed++
		with, bare := matcherOf(t, p), withoutNeeds(t, p)
		for range 4 {
			text := randomText(r, 24)
			var got, want Hits
			if err := errors.Join(with.Match([]byte(text), Spans, &got), bare.Match([]byte(text), Spans, &want)); err != nil {
				t.Fatal(err)
			}
			same(t, p, text, got, want)
		}
	}
	if needed < rounds/20 {
		t.Errorf("only %d of %d expressions have a relaxed form", needed, rounds)
	}
}

// TestLookAroundInOnePass compares several terms of regexp2 that are searched for together with the
// same terms searched for separately.
func TestLookAroundInOnePass(t *testing.T) {
	t.Parallel()
	rounds, joined := 3000, 0
	if testing.Short() {
		rounds = 500
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range rounds {
		var ps []*pattern.Pattern
		for range 2 + r.IntN(2) {
			o := []pattern.Options{backtrackMode, foldedBack, wordMode}[r.IntN(3)]
			if p, err := pattern.Compile(randomOf(r, lookParts, 1+r.IntN(6)), o); err == nil && !p.Multiline() {
				ps = append(ps, p)
			}
		}
		terms := variant{states: mostStates, term: func(*term) {}}.of(t, ps)
		m := together(terms)
		if joinAll(terms) == nil {
			continue
		}
		joined++
		apart := clones(terms)
		for range 4 {
			sameApart(t, m, apart, ps, randomText(r, 40))
		}
	}
	if joined < rounds/20 {
		t.Errorf("only %d of %d can be looked for in one pass", joined, rounds)
	}
}

// sameApart fails t unless m finds what its terms find separately.
func sameApart(t *testing.T, m Matcher, apart []term, ps []*pattern.Pattern, text string) {
	t.Helper()
	for w := Count; w <= Spans; w++ {
		var got, want Hits
		if err := errors.Join(m.Match([]byte(text), w, &got), withJoint(apart, nil).Match([]byte(text), w, &want)); err != nil {
			t.Fatal(err)
		}
		if w == First {
			got.Near, want.Near = 0, 0
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s in %q, want %d: in one pass %+v, apart %+v", describe(ps), text, w, got, want)
		}
		if w != Count {
			continue
		}
		for i, one := range apart {
			var alone Hits
			if err := (&single{one}).Match([]byte(text), Count, &alone); err != nil || alone.Lines != got.Terms[i] {
				t.Fatalf("%s in %q: %d lines in one pass, %d alone, %v", describe(ps[i:i+1]), text, got.Terms[i], alone.Lines, err)
			}
		}
	}
}

// TestExpressionsForRegexp2AreRelaxed checks which expressions have a relaxed one or a required
// text.
func TestExpressionsForRegexp2AreRelaxed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		expr string
		fold bool
		want bool // a required text is looked for
	}{
		{`(?<=a)Write`, false, true},
		{`\b(\w+)\.Write\(\1`, false, true},
		{`\bWrite\b(?!x)`, false, true},
		{`\B(?-i:Write)(?=\d+)`, false, true},
		{`(?<=a)read`, true, true},
		{`(?<=a)Write`, true, false}, // an i in any case
		{`(?i)(?<=a)Write`, false, false},
		{`(\w)\1`, false, false},
	} {
		o := backtrackMode
		if c.fold {
			o = foldedBack
		}
		p := compile(t, c.expr, o)
		relaxed := newRelaxed(p.Expr, p.Fold, mostStates)
		if got := relaxed != nil && relaxed.need != nil; got != c.want {
			t.Errorf("%s (fold %v): text is looked for: %v, want %v", c.expr, c.fold, got, c.want)
		}
	}
}

func same(t *testing.T, p *pattern.Pattern, in string, got, want Hits) {
	t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Fatalf("%q (fold %v) in %q: with required text %+v, without %+v", p.Source, p.Fold, in, got, want)
	}
}

var lookParts = []string{"a", "b", "k", "s", "i", "ab", ".", `\w`, "(?=a)", "(?!b)", "(?<=a)", "(?<![bk])", `(a|b)\1`, "(?>a*)", "(?=[)a])",
	"[^a]", "a*", "b+", "(ab|ba)", "|", "a?", `\(`, `(?<n>s)\k<n>`, "(?:ab){2}", `\b`, "[a-k-[i]]", "(?i:k)", `[\]a]`, "{", "ß", "$"}

var textParts = []string{"a", "b", "a", "b", "k", "K", "\u212a", "s", "ſ", "S", "ß", "ẞ", "İ", "i", "_", ".", " ", "é",
	"\n", "\n", "\r\n", "\r", "\xff", "\xe2\x84", "\xaa", "\u0301", "ab", "ba", "/"}

func randomText(r *rand.Rand, n int) string { return randomOf(r, textParts, r.IntN(n)) }

func randomOf(r *rand.Rand, parts []string, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(parts[r.IntN(len(parts))])
	}
	return b.String()
}

var exprParts = []string{"a", "b", "k", "s", "ß", "i", "ab", ".", `\w`, `\s`, `\b`, `\B`, "^", "$", "[^a]", "[ab]", "[^\\n]", `\A`, `\z`,
	"a*", "b+", "(a|b)", "(ab|ba|)", "(?i:k)", "(?i:aS)", "|", "a?", "(a*)*", "\\x{FFFD}", `\n`, "(?s:.)", "é", "[é-ß]", "(?:ab){2}", ".*?", "x{0}", `\pL`}

var modes = []pattern.Options{literalMode, foldedMode, identifierMode, wordMode, foldedWord, globMode, regexMode, foldedRegex, regexMode}

// randomPatterns returns one to three patterns, or none if no valid pattern came up.
func randomPatterns(r *rand.Rand) (ps []*pattern.Pattern) {
	for range 1 + r.IntN(3)*r.IntN(2) {
		o := modes[r.IntN(len(modes))]
		text := randomOf(r, textParts, 1+r.IntN(3))
		if o.Mode == pattern.Regex {
			text = randomOf(r, exprParts, 1+r.IntN(4))
		} else if o.Mode == pattern.Glob {
			text = randomOf(r, []string{"a", "b", "*", "?", "[ab]", "[!a]", "é", "/"}, 1+r.IntN(4))
		}
		if p, err := pattern.Compile(text, o); err == nil && p.Engine != pattern.Backtrack {
			ps = append(ps, p)
		}
	}
	return ps
}
