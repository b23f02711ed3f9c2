package required

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parse parses expr as package pattern does.
func parse(t testing.TB, expr string) *syntax.Regexp {
	t.Helper()
	re, err := syntax.Parse(expr, syntax.Perl&^syntax.OneLine)
	if err != nil {
		t.Fatal(err)
	}
	return re
}

// show formats s as in the tables: texts in order, ~ before one in any case, = before all if they
// are whole, high for bytes beyond ASCII.
func show(s Set) string {
	var out []string
	for _, t := range s.Texts {
		if t.Fold {
			t.Text = "~" + t.Text
		}
		out = append(out, t.Text)
	}
	slices.Sort(out)
	if s.Whole {
		out = append([]string{"="}, out...)
	}
	if s.BeyondASCII {
		out = append(out, "high")
	}
	return strings.Join(out, ", ")
}

func TestTexts(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, expr, want string }{
		{"a literal", `foo`, "=, foo"},
		{"in any case", `(?i)sherlock holmes`, "=, ~SHERLOCK HOLMES"},
		{"without case", `(?i)_1`, "=, _1"},
		{"characters of several bytes", `straße|世界`, "=, straße, 世界"},
		{"three forms", `(?i)\x{212a}`, "=, ~K"},
		{"an anchored literal", `^foo$`, "foo"},
		{"words", `\bfoo\b|\bbar\b`, "bar, foo"},
		{"a group", `(f)(o(o))`, "=, foo"},
		{"a long literal", strings.Repeat("long", 40), "=, " + strings.Repeat("long", 40)},

		{"alternatives", `Sherlock|Holmes|Watson`, "=, Holmes, Sherlock, Watson"},
		{"alternatives in any case", `(?i)ERR_SYS|PME_TURN_OFF`, "=, ~ERR_SYS, ~PME_TURN_OFF"},
		{"a common beginning", `fooba(?:r|z)`, "=, foobar, foobaz"},
		{"a common end", `(?:Ho|Hi)lmes`, "=, Hilmes, Holmes"},
		{"an alternative of two kinds of case", `(?i:foo)|BAR`, "=, BAR, ~FOO"},
		{"one begins as the other", `foo|foobar`, "=, foo"},
		{"one holds the other", `a?foo`, "=, foo"},
		{"one holds the other in another case", `(?i:foo)|xFoo`, "=, ~FOO"},
		{"one in any case holds one that has none", `(?i:a_b)|_`, "=, _"},
		{"one holds the other but is in any case", `(?i:xfoo)|foo`, "=, foo, ~XFOO"},
		{"one may be empty", `a|b*`, ""},
		{"one is unknown", `foo|[a-z]+`, ""},
		{"one is an assertion", `\A|foo`, ""},
		{"one matches nothing", `foo|[^\x00-\x{10FFFF}]x`, "=, foo"},

		{"an end", `[A-Z]+_RESUME`, "_RESUME"},
		{"a beginning", `TODO\([a-z]+\)`, "TODO("},
		{"a middle", `\w+\s+Holmes\s+\w+`, "Holmes"},
		{"a keyword", `\bfunc\s+(\w+)\(`, "func"},
		{"behind a negated class", `[^a-z]unsafe`, "unsafe"},
		{"the rarer of two", `foo.*bar`, "bar"},
		{"the rarer of two, first", `quux.*the`, "quux"},
		{"texts, not bytes beyond ASCII", `\p{Greek}foobar`, "foobar"},
		{"one and then more", `(foo|bar)+[a-z]{2}`, "bar, foo"},
		{"one and then more in the middle", `xa[bc]+dx`, "bdx, cdx"},
		{"a choice inside", `return (?:nil|err)`, "=, return err, return nil"},
		{"an option inside", `https?://`, "=, http://, https://"},
		{"an option of several characters", `EXPORT_SYMBOL(_GPL)?\(`, "=, EXPORT_SYMBOL(, EXPORT_SYMBOL_GPL("},

		{"what may be missing at the ends", `x*foo.*`, "=, foo"},
		{"more than one at the ends", `(?:ab)+c(?:de){2,}`, "=, abcdede"},
		{"an optional beginning", `(?:foo)?bar`, "=, bar"},
		{"an optional beginning of several kinds", `(?:a|b|)x`, "=, x"},
		{"an optional beginning, or any character", `(?:a*|\w)foo`, "=, foo"},
		{"all of it may be missing", `(?:foo)*`, ""},
		{"an assertion at the end may not be left off", `x*\bfoo`, "foo"},

		{"small classes", `[ab]x[cd]`, "=, axc, axd, bxc, bxd"},
		{"digits beside a frequent byte", `[a-z]+_[01]`, "_0, _1"},
		{"a date", `[0-9]{4}-[0-9]{2}`, "0-, 1-, 2-, 3-, 4-, 5-, 6-, 7-, 8-, 9-"},
		{"a class in any case", `(?i)[ab]x`, "=, ~AX, ~BX"},
		{"a large class", `[a-z]x`, "x"},
		{"a negated class", `[^a]`, ""},
		{"a frequent byte is given", `\.`, "=, ."},

		{"the first letter in two cases", `[Tt]he [Qq]uick`, "=, The Quick, The quick, the Quick, the quick"},
		{"letters in two cases", `[hH][eE][lL][lL][oO]`, "=, ~HELLO"},
		{"letters in two of their three cases", `[kK][eE][yY]`, "~KEY"},
		{"any case and one case", `(?i:abc)DEF`, "~ABCDEF"},
		{"any case and no case", `(?i:abc)_1`, "=, ~ABC_1"},

		{"times", `(?:ab){3}`, "=, ababab"},
		{"times within bounds", `yx{2,4}z`, "=, yxxxxz, yxxxz, yxxz"},
		{"times at the end", `x{2,4}`, "=, xx"},
		{"no times", `fo{0}x`, "=, fx"},
		{"times of a choice", `(?:ab|cd){2}`, "=, abab, abcd, cdab, cdcd"},
		{"many times", `(?:ab){500}`, strings.Repeat("ab", maxLength/2)},
		{"too many to tell apart", `(?:[ab]{9})Holmes`, "Holmes"},

		{"a script", `\p{Greek}`, "high"},
		{"a script in any case", `(?i)\p{Greek}`, "high"},
		{"bytes beyond ASCII, not a frequent text", `[[:^ascii:]]e`, "high"},
		{"a sign that is a letter in another case", `(?i)[\x{212a}]+`, "=, ~K"},
		{"characters beyond ASCII", `é|ü`, "=, é, ü"},

		{"words of five letters", `\w{5}\s+\w{5}\s+\w{5}`, ""},
		{"anything", `(?s).*`, ""},
		{"no line", `$^`, ""},
		{"invalid bytes or ASCII", `\x{FFFD}|foo`, ""},
		{"invalid bytes in a literal", `foo\x{FFFD}bars`, "bars"},
		{"invalid bytes in a class", `foo[é\x{FFFD}]`, "foo"},
		{"a newline in a literal", `foo\nHolmes`, "Holmes"},
		{"a newline in a class", `foo[\n;]`, "foo"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, show(Of(parse(t, test.expr)))); diff != "" {
				t.Errorf("%s (-want +got)\n%s", test.expr, diff)
			}
		})
	}
}

// words returns n different words of small letters.
func words(n int) []string {
	rng := rand.New(rand.NewPCG(1, 2))
	var all []string
	for len(all) < n {
		w := make([]byte, 6+rng.IntN(6))
		for i := range w {
			w[i] = 'a' + byte(rng.IntN(26))
		}
		all = append(all, string(w))
	}
	return all
}

func TestManyAlternativesAreAllTaken(t *testing.T) {
	t.Parallel()
	for _, n := range []int{65, 200, maxTexts} {
		for _, fold := range []string{"", "(?i)"} {
			all := words(n)
			got := Of(parse(t, fold+strings.Join(all, "|")))
			if len(got.Texts) != n || !got.Whole {
				t.Errorf("%s%d words: %d texts, whole %v", fold, n, len(got.Texts), got.Whole)
			}
		}
	}
	if got := Of(parse(t, strings.Join(words(maxTexts+1), "|"))); len(got.Texts) > 0 {
		t.Errorf("%d texts of more than are distinguished", len(got.Texts))
	}
}

func TestFrequency(t *testing.T) {
	t.Parallel()
	falling := []string{`a*`, `[et]`, `e`, `-`, `the`, `(?i)func`, `func`, `function`, `EXPORT_SYMBOL`}
	last := 2.0
	for _, expr := range falling {
		f := Of(parse(t, expr)).Frequency()
		if f >= last || f <= 0 || f > 1 {
			t.Errorf("%s: %g after %g", expr, f, last)
		}
		last = f
	}
	if f := Of(parse(t, `[^a]`)).Frequency(); f != 1 {
		t.Errorf("nothing known: %g, want 1", f)
	}
	high, e := Of(parse(t, `\p{Greek}`)).Frequency(), Of(parse(t, `e`)).Frequency()
	if high <= 0 || high > e/8 {
		t.Errorf("beyond ASCII: %g, e %g", high, e)
	}
}

// The tree belongs to the caller, who compiles it afterwards.
func TestTheTreeIsNotChanged(t *testing.T) {
	t.Parallel()
	for _, expr := range []string{`x*foo(a|b+)?`, `(?:(a+)b){2,3}|c*d`, `(?i)[kK]x{1,2}y`} {
		re := parse(t, expr)
		before := fmt.Sprint(re)
		Of(re)
		if after := fmt.Sprint(re); after != before {
			t.Errorf("%s became %s", before, after)
		}
	}
}

func BenchmarkOf(b *testing.B) {
	for _, bench := range []struct{ name, expr string }{
		{"literal", `PM_RESUME`},
		{"suffix", `[A-Z]+_RESUME`},
		{"greek", `\p{Greek}`},
		{"words=200", strings.Join(words(200), "|")},
		{"classes=1000", strings.Repeat("[ab]c", 1000)},
		{"options=1000", strings.Repeat("a?", 1000) + "b"},
		{"nested=200", strings.Repeat("(a|", 200) + strings.Repeat("b)+c", 200)},
	} {
		re := parse(b, bench.expr)
		b.Run(bench.name, func(b *testing.B) {
			for b.Loop() {
				Of(re)
			}
		})
	}
}
