package pattern

import (
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

var seeds = []string{
	"WARN*", "*.java", "^FATAL", "foo(", "arr[0]", "a.c", "ok|done", `\d+ errors`, "price: $5", "main()", `(?<=a)b`, `(\w)\1`, "a\nb", `\Qa|b\E`,
	`(?i)a|b`, `[[:alpha:]]`, `[^\n]`, `\pL\p{Greek}`, `(?P<n>a)\k<n>`, `\x{10ffff}\x41\101\u0041\cA`, "a{2,3}b{1001}", `(?#x)(?x) a # b`, "[!a-z]*?",
	`\b\B\A\z\Z\G`, "(?(1)a|b)", "(?'n'a)", "[]a]", "[^]a]", "a{", "((a{100}){100}){100}", "caf\xe9", `(?m)^(?-m)$(?s).`, `[\s\S]`, "(?>a*)b", `\`, "[", "$", `a$|\r$`,
}

// FuzzCompile checks the invariants of every pattern.
func FuzzCompile(f *testing.F) {
	for _, s := range seeds {
		for m := range byte(modes) {
			f.Add(s, m, byte(0), byte(0))
		}
		f.Add(s, byte(Regex), byte(Insensitive), byte(RE2))
		f.Add(s, byte(Regex), byte(Sensitive), byte(Backtrack))
	}
	f.Fuzz(func(t *testing.T, text string, m, c, e byte) {
		o := Options{Mode: Mode(m % byte(modes)), Case: Case(c % byte(cases)), Engine: Engine(e % byte(engines))}
		if p, err := Compile(text, o); err == nil {
			checkPattern(t, p)
		} else {
			checkError(t, err)
		}
		if _, err := CompileName(text, o); err != nil {
			checkError(t, err)
		}
		promoted := Options{Promote: true, Case: o.Case}
		p, err := Compile(text, promoted)
		if refused := strings.TrimSpace(text) == "" || len(text) > maxText || final(err); refused != (err != nil) {
			t.Fatalf("promotion of %q: %v", text, err)
		}
		if err == nil {
			checkPattern(t, p)
		}
		if _, nameErr := CompileName(text, promoted); (nameErr == nil) != (err == nil) {
			t.Fatalf("promotion of the name %q: %v", text, nameErr)
		}
	})
}

func checkError(t *testing.T, err error) {
	s := err.Error()
	if strings.IndexFunc(s, unicode.IsControl) >= 0 || !utf8.ValidString(s) || len(s) > 600 {
		t.Fatalf("not one readable line: %q", s)
	}
}

func checkPattern(t *testing.T, p *Pattern) {
	if p.Mode == Auto || p.Mode >= modes {
		t.Fatalf("%q has mode %v", p.Source, p.Mode)
	}
	switch p.Engine {
	case RE2:
		if _, err := regexp.Compile(p.Expr); err != nil {
			t.Fatalf("%q as %q: %v", p.Source, p.Expr, err)
		}
	case Backtrack:
		if _, err := p.Regexp2(); err != nil {
			t.Fatalf("%q as %q: %v", p.Source, p.Expr, err)
		}
	default:
		if p.Expr != "" || p.Mode == Regex || p.Mode == Glob {
			t.Fatalf("%q: %+v", p.Source, p)
		}
	}
	if p.Fold && !utf8.ValidString(p.Source) {
		t.Fatalf("%q folds", p.Source)
	}
	var all strings.Builder
	tokens(p.Source, func(tok token) { all.WriteString(tok.text) })
	if all.String() != p.Source {
		t.Fatalf("the tokens of %q are %q", p.Source, all.String())
	}
	for _, r := range p.Readings() {
		if r.Pattern.Mode == p.Mode && r.Pattern.Fold == p.Fold {
			t.Fatalf("%q: the reading %s is the same", p.Source, r.Label)
		}
	}
}

// FuzzExpr compares Expr with regexp on the text as written, line by line, and Expr on a block of
// lines with Expr on each line. Because $ also matches before the "\r" of a line, there Expr only has
// to match no later than the text as written does, in the line with the "\r" and without.
func FuzzExpr(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "foo a.b\nab abc\n\naab WARN x\n", false)
		f.Add(s, "Ω\xff\nβa\r\n", true)
	}
	f.Fuzz(func(t *testing.T, text, block string, fold bool) {
		o := Options{Mode: Regex, Engine: RE2, Case: Sensitive}
		flags := "(?m)"
		if fold {
			o.Case, flags = Insensitive, "(?mi)"
		}
		p, err := Compile(text, o)
		if err != nil {
			return
		}
		original, err := regexp.Compile(flags + text)
		if err != nil {
			t.Fatalf("%q is no regular expression: %v", text, err)
		}
		written := regexp.MustCompile(p.Expr)
		ends := strings.Contains(p.Expr, `\r??`)
		if p.Multiline() {
			if ends && strings.Contains(block, "\r") {
				return
			}
			if want, got := original.FindAllStringIndex(block, -1), written.FindAllStringIndex(block, -1); !equal(want, got) {
				t.Fatalf("%q in %q: %v, want %v (%s)", text, block, got, want, p.Expr)
			}
			return
		}
		whole := written.FindAllStringIndex(block, -1)
		at := 0
		var each [][]int
		for line := range strings.Lines(block) {
			text := strings.TrimSuffix(line, "\n")
			got := written.FindAllStringIndex(text, -1)
			if bare, cr := strings.CutSuffix(text, "\r"); cr && ends {
				for _, line := range []string{text, bare} {
					want := original.FindStringIndex(line)
					if want != nil && !asserts.MatchString(p.Expr) && (got == nil || got[0][0] > want[0]) {
						t.Fatalf("%q in the line %q: %v, want %v (%s)", p.Source, text, got, want, p.Expr)
					}
				}
			} else if want := original.FindAllStringIndex(text, -1); !equal(want, got) {
				t.Fatalf("%q in the line %q: %v, want %v (%s)", p.Source, text, got, want, p.Expr)
			}
			for _, span := range got {
				each = append(each, []int{at + span[0], at + span[1]})
			}
			at += len(line)
		}
		if n := len(whole); n > 0 && whole[n-1][0] == len(block) && (block == "" || block[len(block)-1] == '\n') {
			whole = whole[:n-1] // there is no line
		}
		if !equal(each, whole) {
			t.Fatalf("%q in the block %q: %v, in its lines %v (%s)", p.Source, block, whole, each, p.Expr)
		}
	})
}

// asserts finds an assertion other than $ in a written expression.
var asserts = regexp.MustCompile(`\^\)|\\[bB]|[^?]\(\?m:\$`)

// FuzzName compares the matchers of names with slower ones: affixes with the expression of the
// glob, globs with path.Match, literals and regexes with regexp.
func FuzzName(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "foo.java", true)
	}
	f.Add("a*b", "aéb", true)
	f.Add("K*s", "\u212aſ", true)
	f.Fuzz(func(t *testing.T, text, name string, fold bool) {
		if name == "" || strings.ContainsAny(name, "/\x00") {
			return
		}
		o := Options{Case: Sensitive}
		if fold {
			o.Case = Insensitive
		}
		match := func(m nameMatcher) bool {
			ok, err := m([]byte(name))
			if err != nil {
				t.Fatal(err)
			}
			return ok
		}
		if m, err := newGlobName(text, fold); err == nil {
			got := match(m)
			slow, err := newSlowGlobName(text, fold)
			if err != nil {
				t.Fatal(err)
			}
			if got != match(slow) {
				t.Fatalf("the affix %q on %q: %v", text, name, got)
			}
			want, err := path.Match(text, name)
			if err == nil && !fold && utf8.ValidString(name) && !strings.Contains(text, "[!") && !strings.Contains(text, "[:") && got != want {
				t.Fatalf("the glob %q on %q: %v", text, name, got)
			}
		}
		o.Mode, o.Engine = Regex, RE2
		if n, err := CompileName(text, o); err == nil {
			got, _ := n.Match([]byte(name))
			flags := ""
			if fold {
				flags = "(?i)"
			}
			if want, err := regexp.Compile(flags + `\A(?:` + text + `)\z`); err == nil && got != want.MatchString(name) {
				t.Fatalf("the regex %q on %q: %v", text, name, got)
			}
		}
	})
}
