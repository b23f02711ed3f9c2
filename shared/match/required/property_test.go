package required

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// contains is the slow twin of everything that looks for texts.
func contains(s string, t Text) bool {
	if !t.Fold {
		return strings.Contains(s, t.Text)
	}
	for i := range len(s) {
		if beginsFolded(s[i:], t.Text) {
			return true
		}
	}
	return false
}

func beginsFolded(s, text string) bool {
	for _, want := range text {
		r, n := utf8.DecodeRuneInString(s)
		if n == 0 || r == utf8.RuneError && n == 1 || !sameButForCase(r, want) {
			return false
		}
		s = s[n:]
	}
	return true
}

func sameButForCase(a, b rune) bool {
	for r := unicode.SimpleFold(a); r != a; r = unicode.SimpleFold(r) {
		if r == b {
			return true
		}
	}
	return a == b
}

func holdsAny(s string, set Set) bool {
	for _, t := range set.Texts {
		if contains(s, t) {
			return true
		}
	}
	return false
}

// check compares what Of says about expr with what regexp finds in texts and in random texts that
// are written to match expr.
func check(t *testing.T, expr string, rng *rand.Rand, texts ...string) {
	t.Helper()
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		return
	}
	re := regexp.MustCompile(expr)
	set := Of(tree)
	checkForm(t, expr, set)
	for range 4 {
		var b strings.Builder
		writeMatch(&b, tree, rng)
		texts = append(texts, b.String())
	}
	for _, text := range texts {
		if len(text) < 1<<12 {
			checkMatches(t, re, set, text)
		}
	}
	if set.Whole {
		for _, text := range set.Texts {
			in := texts[rng.IntN(len(texts))]
			at := rng.IntN(len(in) + 1)
			in = in[:at] + inSomeCase(text, rng) + in[at:]
			if !re.MatchString(in) {
				t.Fatalf("%q is wholly %+v, which is in %q and does not match", expr, text, in)
			}
		}
	}
}

func checkMatches(t *testing.T, re *regexp.Regexp, set Set, text string) {
	t.Helper()
	for _, at := range re.FindAllStringIndex(text, -1) {
		match := text[at[0]:at[1]]
		if len(set.Texts) > 0 && !holdsAny(match, set) {
			t.Fatalf("%q matches %q in %q, which holds none of %+v", re, match, text, set.Texts)
		}
		if set.BeyondASCII && strings.IndexFunc(match, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
			t.Fatalf("%q matches %q, which is ASCII", re, match)
		}
	}
}

// checkForm checks the invariants of a Set and its Texts.
func checkForm(t *testing.T, expr string, set Set) {
	t.Helper()
	if len(set.Texts) > maxTexts || set.Whole && len(set.Texts) == 0 || set.BeyondASCII && len(set.Texts) > 0 {
		t.Fatalf("%q: %+v", expr, set)
	}
	for i, a := range set.Texts {
		if a.Text == "" || strings.ContainsAny(a.Text, "\n\uFFFD") || !utf8.ValidString(a.Text) || a.Fold && leastForms(a.Text) != a.Text {
			t.Fatalf("%q: %+v", expr, a)
		}
		for j, b := range set.Texts {
			if i != j && (a.Fold == b.Fold || b.Fold) && contains(a.Text, b) {
				t.Fatalf("%q: %+v holds %+v", expr, a, b)
			}
		}
	}
}

func inSomeCase(text Text, rng *rand.Rand) string {
	if !text.Fold {
		return text.Text
	}
	return strings.Map(func(r rune) rune { return someForm(r, rng) }, text.Text)
}

func someForm(r rune, rng *rand.Rand) rune {
	all := Forms(r)
	return all[rng.IntN(len(all))]
}

// writeMatch writes a text that re matches, except for its assertions.
func writeMatch(b *strings.Builder, re *syntax.Regexp, rng *rand.Rand) {
	if b.Len() > 1<<12 {
		return
	}
	times := 1
	switch re.Op {
	case syntax.OpLiteral:
		for _, r := range re.Rune {
			if re.Flags&syntax.FoldCase != 0 {
				r = someForm(r, rng)
			}
			writeSome(b, r, rng)
		}
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			i := rng.IntN(len(re.Rune)/2) * 2
			writeSome(b, re.Rune[i]+rng.Int32N(re.Rune[i+1]-re.Rune[i]+1), rng)
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		writeSome(b, []rune{'a', 'S', 'é', utf8.RuneError}[rng.IntN(4)], rng)
	case syntax.OpAlternate:
		writeMatch(b, re.Sub[rng.IntN(len(re.Sub))], rng)
		return
	case syntax.OpQuest:
		times = rng.IntN(2)
	case syntax.OpStar:
		times = rng.IntN(4)
	case syntax.OpPlus:
		times = 1 + rng.IntN(3)
	case syntax.OpRepeat:
		most := re.Max
		if most < 0 {
			most = re.Min + 2
		}
		times = re.Min + rng.IntN(most-re.Min+1)
	}
	for range times {
		for _, sub := range re.Sub {
			writeMatch(b, sub, rng)
		}
	}
}

// writeSome writes r, or an invalid byte if r stands for one.
func writeSome(b *strings.Builder, r rune, rng *rand.Rand) {
	if r == utf8.RuneError && rng.IntN(2) == 0 {
		b.WriteByte(0x80 + byte(rng.IntN(0x80)))
		return
	}
	b.WriteRune(r)
}

// author writes random expressions.
type author struct {
	rng *rand.Rand
}

func (a author) write(depth int) string {
	atoms := []string{
		`a`, `b`, `ab`, `k`, `S`, `ß`, `é`, `_1`, `[ab]`, `[a-d]`, `[kK]`, `[Aa]`, `[^a]`, `.`, `\w`, `\s`, `\d`, `^`, `$`, `\b`, `\B`, `\A`, `\z`,
		`\x{FFFD}`, `[é\x{FFFD}]`, `\n`, `[\n_]`, `\x{17f}`, `[[:^ascii:]]`, `[0-9a-f]`, `(?i)k`, `\x{d800}`, `(?:)`, `[^\x00-\x{10FFFF}]`, `\p{Lu}`,
	}
	if depth == 0 {
		return atoms[a.rng.IntN(len(atoms))]
	}
	switch a.rng.IntN(9) {
	case 0, 1, 2, 3:
		return a.write(depth-1) + a.write(depth-1)
	case 4, 5:
		return "(?:" + a.write(depth-1) + "|" + a.write(depth-1) + "|" + a.write(depth-1) + ")"
	case 6:
		return "(?i:" + a.write(depth-1) + ")"
	case 7:
		times := []string{"*", "+", "?", "{2}", "{1,3}", "{2,}", "{0,2}", "{0}", "{0,}", "+?", "{40}"}
		return "(" + a.write(depth-1) + ")" + times[a.rng.IntN(len(times))]
	}
	return a.write(depth - 1)
}

func TestMatchesHoldRequiredTexts(t *testing.T) {
	t.Parallel()
	n := 6_000
	if testing.Short() {
		n = 1_000
	}
	rng := rand.New(rand.NewPCG(3, 4))
	known, whole := 0, 0
	for i := range n {
		expr := author{rng}.write(1 + i%6)
		check(t, expr, rng, "", "aAbk\u212aKsSſßẞé_1 \xff\n", "ab ab\xc3 \r\nkK")
		if tree, err := syntax.Parse(expr, syntax.Perl); err == nil {
			set := Of(tree)
			if len(set.Texts) > 0 {
				known++
			}
			if set.Whole {
				whole++
			}
		}
	}
	if known < n/4 || whole < n/20 {
		t.Errorf("of %d expressions %d have texts and %d are whole: the test tests little", n, known, whole)
	}
}

func FuzzMatchesHoldRequiredTexts(f *testing.F) {
	f.Add(`(foo|bar)+[a-z]{2}`, uint64(1), "fooxy")
	f.Add(`(?i)k[sS]{2,3}|ß*x`, uint64(2), "K\u017fs ẞx")
	f.Add(`(?m)^\x{FFFD}a?$|\p{Greek}`, uint64(3), "\xff\xc3a\nα")
	f.Add(`(?i:abc)DEF|[Tt]he`, uint64(4), "abcDEF The")
	f.Add(`10{0}010`, uint64(3), "0")
	f.Add(`(a|ab)(c|bcd)(d*)`, uint64(5), "abcd")
	f.Fuzz(func(t *testing.T, expr string, seed uint64, in string) {
		if len(expr) > 60 || len(in) > 200 {
			return
		}
		check(t, expr, rand.New(rand.NewPCG(seed, seed)), in)
	})
}
