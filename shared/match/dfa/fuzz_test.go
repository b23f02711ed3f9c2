package dfa

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"
)

// machines returns machines of p: one with plenty of room, and one with so little that states are
// discarded again and again, but without giving up.
func machines(p *Program) []*Machine {
	all := []*Machine{p.Machine(budget), p.Machine(budget), p.Machine(budget)}
	for i, m := range all[1:] {
		m.cache.budget = []int{1, 2000}[i]
		m.cache.patience = 1 << 30
	}
	return all
}

func fuzzAgree(t *testing.T, expr, text string) {
	if len(text) > 200 || strings.Contains(expr, "(?P") {
		return
	}
	re, err := syntax.Parse(expr, syntax.Perl)
	if err != nil || re.MaxCap() > 0 {
		return
	}
	p, err := Compile(re)
	if err != nil {
		return
	}
	w := newTwin(re.String())
	for _, m := range machines(p) {
		agree(t, m, w, []byte(text))
		if m.cache.givenUp && m.cache.budget != budget {
			t.Fatalf("%q: gave up on %q", expr, text)
		}
	}
}

// FuzzAgainstTwin takes an arbitrary expression and text.
func FuzzAgainstTwin(f *testing.F) {
	for i, expr := range expressions {
		f.Add(expr, texts[i%len(texts)])
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		if len(expr) <= 40 {
			fuzzAgree(t, expr, text)
		}
	})
}

// FuzzGrammar derives the expression from bytes that choose among rules, and the text from bytes
// that choose among pieces.
func FuzzGrammar(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03\x04\x05"), []byte("\x00\x01\x02\x03\x04\x05"))
	f.Add([]byte("abcdefghijklmnopqrstuvwxyz"), []byte("the quick brown fox"))
	f.Fuzz(func(t *testing.T, choices, pieces []byte) {
		if len(choices) > 40 || len(pieces) > 40 {
			return
		}
		g := grammar{choices}
		fuzzAgree(t, g.expression(4), woven(pieces))
	})
}

// TestRandomExpressions is FuzzGrammar with random choices of a fixed seed: they vary more than
// those that a fuzzer tries in the same time.
func TestRandomExpressions(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	bytes := func() []byte {
		b := make([]byte, random.IntN(24))
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	for range 1000 {
		g := grammar{bytes()}
		expr := g.expression(4)
		for range 3 {
			fuzzAgree(t, expr, woven(bytes()))
		}
	}
}

// woven returns a text composed of pieces of texture.
func woven(pieces []byte) string {
	var text strings.Builder
	for _, c := range pieces {
		text.WriteString(texture[int(c)%len(texture)])
	}
	return text.String()
}

var texture = []string{
	"a", "b", "k", "s", "_", " ", "\n", "aab", "foo", "\r\n", "é", "K", "ſ", "α", "Σ", "ς", "日", "😀", "\ufffd", "ß", "\x00", "1",
	"\xff", "\xc3", "\xe2", "\xe2\x82", "\xf0\x9f", "\xf0\x9f\x98", "\x80", "\xa9", "\xed\xa0\x80", "\xe0\x80", "\xc0\xaf", "\xf4\x90", "\u07ff", "\u0800", "\U00010000",
}

// grammar writes expressions from the choices it is given.
type grammar struct{ choices []byte }

func (g *grammar) choose(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	c := int(g.choices[0])
	g.choices = g.choices[1:]
	return c % n
}

func (g *grammar) expression(depth int) string {
	atoms := []string{
		"a", "b", "ab", `\w`, ".", "(?s:.)", `\b`, `\B`, "^", "$", "(?m:^)", "(?m:$)", `\A`, `\z`, `\s`, `\d`, `\W`, "[^a]", "[^a\\n]", "[ab]",
		"(?i:k)", "(?i:s)", "(?i:σ)", "é", "日", "😀", `\x{FFFD}`, `\p{Greek}`, `\PN`, `\pL`, `[^\x00-\x7f]`, `[\x{700}-\x{10010}]`, `\n`, "", "foo", "(?i:ss|ß)",
	}
	if depth == 0 {
		return atoms[g.choose(len(atoms))]
	}
	switch g.choose(8) {
	case 0, 1:
		return g.expression(0)
	case 2, 3, 4:
		return g.expression(depth-1) + g.expression(depth-1)
	case 5:
		return "(?:" + g.expression(depth-1) + "|" + g.expression(depth-1) + ")"
	default:
		operators := []string{"*", "+", "?", "*?", "+?", "??", "{2}", "{0,2}", "{1,3}?", "{2,}"}
		return "(?:" + g.expression(depth-1) + ")" + operators[g.choose(len(operators))]
	}
}
