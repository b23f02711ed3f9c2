package dfa

import (
	"math/rand/v2"
	"testing"
)

var expressions = []string{
	``, `a`, `abc`, `a|ab`, `ab|a`, `a*`, `a*?`, `a+?b`, `(?:a|ab)(?:c|bcd)(?:d*)`, `x*`, `(?:a*)+`, `(?:a*?)*?b`,
	`(?:|a)*`, `(?:|a)+`, `(?:a|b)*?c`, `a{2,3}`, `a{2,3}?`, `(?:ab){2}`, `.`, `.*`, `.*?`, `.+?$`, `(?s).`, `(?s)a.*b`, `(?s)a.*?b`,
	`^`, `$`, `^$`, `^a`, `a$`, `^a*$`, `(?m)^`, `(?m)$`, `(?m)^$`, `(?m)^a`, `(?m)a$`, `(?m)^a*$`, `(?m)^\s*//.*\.$`, `\Aa`, `a\z`, `\A\z`,
	`(?m)a$\n^b`, `(?m)(?:^|x)a`, `(?m)(?:a|$)+`, `(?:^a|b)*`, `(?:\b|a)+`, `(?:a|\b)+?b`, `(?:\b(?:|y))*x`, `(?:$|a)(?:^|b)`,
	`\b`, `\B`, `\ba`, `a\b`, `\Ba`, `a\B`, `\b\w+\b`, `\B\w`, `\b\b`, `\b\B`, `\w\B\w`, `(?:\b|^)a(?:\B|$)`, `\B\B.`, `é\b`, `\bé`, `\B$`, `^\B`, `x*\B`,
	`\w{5}\s\w{5}\s\w{5}`, `[A-Za-z_]+_resume`, `\p{Greek}`, `\p{Greek}+`, `\PN`, `\pL+`, `[^a]`, `[^a]+`, `[^\x00-\x7f]`, `[^a\n]+`, `\x{FFFD}`, `\x{FFFD}+`, `[^\x{FFFD}]+`,
	`[\x{10000}-\x{10FFFF}]`, `\x{1F600}`, `[\x{7f0}-\x{810}]`, `[\x{d7f0}-\x{e010}]`, `[é-ü]+`, `a.b`, `a..b`, `a(?s:.)b`, `é.`, `.é`,
	`(?i)k`, `(?i)s+`, `(?i)ß`, `(?i)straße`, `(?i)[k-s]+`, `(?i)é`, `(?i)Σ+`, `K`, `ſ`,
	`\n`, `a\nb`, `[^b]b`, `\s+`, `\s*\n`, `(?s)\A.*\z`, `(?m)^.*$`, `[^\x00-\x{10FFFF}]`, `[^\x00-\x{10FFFF}]|a`,
	`foo|foobar|bar`, `(?:foo|foobar)(?:bar)?`, `(?:a?){5}a{5}`, `\x00`, `a\x00b`, `[\x80-\xff]`, `\r?$`, `(?m)\r?$`,
	`\x{FFFD}(?:\x{FFFD}xyz)?`, // the match is known two bytes later, while the search continues
}

var texts = []string{
	"", "\n", "\n\n", "a", "b", "ab", "abc", "abcd", "aab\naab", "xabcdx", "aaa", "aaaa\nbbbb", "a\nb", "a\nb\n", "\na", "b\na\r\nab",
	"  // a comment.\n// none\n", "foobarbar foo", "hello world again hello world", "dev_resume(x)\n_resume", "a1_ b-c ",
	"é", "aéa", "é é", "a\u0300b", "αβγ abc Ω", "naïve Ünïcode", "日本語", "a日b", "😀", "x😀y😀", "\ufffd", "a\ufffdb", "k K \u212a s ſ S ß ẞ ς σ Σ",
	"straße STRAẞE", "\u07ff\u0800\uffff\U00010000\U0010ffff", "\ud7ff\ue000",
	"\xff", "a\xffb", "\xc3", "a\xc3", "\xc3a", "a\xc3\xc3\xa9b", "\xe2\x82", "\xe2\x82a", "a\xe2\x82\xacb", "\xe2\x82\n", "\xf0\x9f\x98", "\xf0\x9f\x98a", "\xf0\x9f\x98\xc3\xa9",
	"\xf0\x9f\x98\xf0\x9f\x98\x80", "\xed\xa0\x80", "\xe0\x80\x80", "\xc0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\x80\x80\x80\x80\x80", "a\x80\x80\x80\x80b",
	"\xe2\xe2\x82\xac\x82", "é\xa9", "\xc3\xa9\xa9é", "\xe2\x82xy\xe2\x82xy", "\x00", "a\x00b\n\x00",
}

func TestAgainstTwin(t *testing.T) {
	t.Parallel()
	for _, expr := range expressions {
		p, w := compile(t, expr), newTwin(expr)
		m := p.Machine(budget)
		for _, text := range texts {
			agree(t, m, w, []byte(text))
		}
		if m.cache.givenUp {
			t.Errorf("%q: gave up", expr)
		}
	}
}

// In blocks that are long enough to be divided into parts, lines of all lengths match or do not
// match, depending on the number that they begin with.
func TestLinesOfLongBlocks(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		var b []byte
		for want := shortest + random.IntN(3*shortest); len(b) < want; {
			b = append(b, "αxyz9"[random.IntN(4)])
			for range random.IntN(1 << random.IntN(12)) {
				b = append(b, "ab \t_é"[random.IntN(7)])
			}
			b = append(b, '\n')
		}
		if random.IntN(2) == 0 {
			b = b[:len(b)-1]
		}
		for _, expr := range []string{`^x`, `y.*a$`, `\bzb`, `^$`, `a_*b`, `é`, ``} {
			agreeOnLines(t, compile(t, expr).Machine(budget), newTwin(expr), b)
		}
	}
}
