package match

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/pattern"
)

// FuzzAgainstTwin takes one or two patterns, separated by a NUL, and a text.
func FuzzAgainstTwin(f *testing.F) {
	f.Add("foo", uint8(0), "foo\nbar foo")
	f.Add("k\x00s", uint8(1), "\u212a ſ\r\nßẞ")
	f.Add(`\bb|^a`, uint8(6), "aabb\n\n")
	f.Add("a\nb", uint8(1), "xa\r\nB")
	f.Add(`(?s)a.*\n`, uint8(6), "a\n\n")
	f.Add("[^a]$\x00aa", uint8(7), "b\r\naa")
	f.Add("\xe2\x84\x00?a", uint8(4), "\u212aa") // the first ends inside a character
	f.Fuzz(func(t *testing.T, texts string, mode uint8, in string) {
		if len(texts) > 40 || len(in) > 120 {
			return
		}
		var ps []*pattern.Pattern
		for i, text := range strings.SplitN(texts, "\x00", 2) {
			p, err := pattern.Compile(text, modes[(int(mode)+i)%len(modes)])
			if err != nil || p.Engine == pattern.Backtrack {
				return
			}
			ps = append(ps, p)
		}
		m := matcherOf(t, ps...)
		agree(t, m, ps, in)
		agree(t, m, ps, in+"\n")
		agreeInAllWays(t, ps, in)
	})
}

// FuzzRequiredText checks for both engines that looking for required text loses no match.
func FuzzRequiredText(f *testing.F) {
	f.Add(`(?=a)b(c)\1`, false, "abcc")
	f.Add(`(?<!k)s|(?>İ)x`, true, "İx Ks")
	f.Add(`(foo|bar)+[a-z]{2}`, true, "FOOxy")
	f.Add(`00|0İ`, true, "0I")
	f.Add(`(a)\<1>(?=b)`, false, "aab")
	f.Add(`(?<n>a)\'n'(?=b)`, false, "aab")
	f.Add(`\p{Lu}(?=1)|\P{Lu}(?=2)`, true, "ĸ1 ϒ2")
	f.Add(`a(?!x(?#[)y)((]))z`, false, "a]z")
	f.Add(`\c\`, true, "\x1c")
	f.Add(`(?!b)[^a]\d\b$|(?<=é)[a-c]`, false, "x٣ éb")
	f.Fuzz(func(t *testing.T, expr string, fold bool, in string) {
		if len(expr) > 40 || len(in) > 120 {
			return
		}
		for _, engine := range []pattern.Engine{pattern.RE2, pattern.Backtrack} {
			o := pattern.Options{Mode: pattern.Regex, Case: pattern.Sensitive, Engine: engine}
			if fold {
				o.Case = pattern.Insensitive
			}
			p, err := pattern.Compile(expr, o)
			if err != nil {
				continue
			}
			with, bare := matcherOf(t, p), withoutNeeds(t, p)
			var got, want Hits
			if bare.Match([]byte(in), Spans, &want) != nil || with.Match([]byte(in), Spans, &got) != nil {
				continue // a time limit
			}
			same(t, p, in, got, want)
		}
	})
}

// withoutNeeds returns a Matcher of p that looks for no required text.
func withoutNeeds(t *testing.T, p *pattern.Pattern) Matcher {
	t.Helper()
	one, err := newTerm(p, mostStates)
	if err != nil {
		t.Fatal(err)
	}
	needless(one)
	return assemble([]term{one}, p.Multiline())
}
