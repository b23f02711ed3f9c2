package pattern

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestNamePromotion(t *testing.T) {
	for _, test := range []struct {
		text     string
		mode     Mode
		matches  string // names that match, separated by spaces
		misses   string
		promoted bool
	}{
		{"README", Literal, "README", "README.md XREADME readme", false},
		{"readme", Literal, "README Readme", "readme.md", false},
		{"*", Glob, "a .x é \xff", "", true},
		{"*.java", Glob, "a.java .java A.JAVA", "ajava a.javax", true},
		{"*.Go", Glob, "a.Go", "a.go", true},
		{"test_*.py", Glob, "test_a.py test_.py", "test.py xtest_a.py", true},
		{"a?.c", Glob, "ab.c aé.c", "a.c abxc", true},
		{"[ab].c", Regex, "a.c axc", "c.c", true},
		{"[!ab]*", Glob, "c", "a b", true},
		{"Cargo.toml", Regex, "Cargo.toml CargoXtoml", "xCargo.toml Cargo.toml2", true},
		{"*.go|*.mod|Makefile", Glob, "a.go go.mod", "makefile a.sum", true},
		{"Makefile|*.mk", Glob, "Makefile a.mk", "xMakefile a.mkx", true},
		{"Makefile|test_*.mk", Glob, "Makefile test_a.mk", "test_a_mk", true},
		{"a|b", Literal, "a b", "a|b ab", true},
		{"a|", Literal, "a", "b a|", true},
		{"|", Literal, "|", "a", false},
		{"(a|b)\\.go", Regex, "a.go b.go", "c.go a", true},
		{"foo(|bar", Literal, "foo( bar", "foo", true},
		{"x[|]y", Regex, "x|y", "x y", true},
		{"x[|y", Glob, "x[ y", "x", true},
		{"[[:alpha:]|]x", Regex, "|x ax", "1x", true},
		{`a\|b`, Regex, "a|b", "a b", true},
		{`^a.*\.go$`, Regex, "a.go ab.go", "xa.go", true},
		{"(?i)A|b", Regex, "a B", "ab", true},
		{`(?<!_test)\.go`, Regex, ".go", "_test.go", true},
		{`.*(?<!_test)\.go`, Regex, "a.go", "a_test.go", true},
		{`(.)\1`, Regex, "aa bb", "ab aaa", true},
		{"foo(", Literal, "foo(", "foo", false},
		{"caf\xe9*", Literal, "caf\xe9*", "caf", false},
	} {
		n, err := CompileName(test.text, Options{Promote: true})
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if n.Mode != test.mode || n.Promoted != test.promoted {
			t.Errorf("%q: %v, promoted %v", test.text, n.Mode, n.Promoted)
		}
		if literal := n.LiteralText(); test.promoted != (literal == test.text) || !test.promoted && literal != "" {
			t.Errorf("%q: LiteralText %q", test.text, literal)
		}
		checkNames(t, n, test.matches, test.misses)
	}
}

func checkNames(t *testing.T, n *Name, matches, misses string) {
	t.Helper()
	for list, want := range map[string]bool{matches: true, misses: false} {
		for name := range strings.FieldsSeq(list) {
			if got, err := n.Match([]byte(name)); got != want || err != nil {
				t.Errorf("%q matches %q: %v, %v", n.Source, name, got, err)
			}
		}
	}
}

func TestNameModes(t *testing.T) {
	for _, test := range []struct {
		text    string
		o       Options
		matches string
		misses  string
	}{
		{"a|b", Options{}, "a|b A|B", "a b"},
		{"*.go", Options{}, "*.go", "a.go"},
		{"a.c", Options{Mode: Literal, Case: Sensitive}, "a.c", "abc A.c"},
		{"a.c|*.h", Options{Mode: Glob}, "a.c x.h X.H", "abc a.c|x"},
		{"a.c|b", Options{Mode: Regex}, "abc b", "xabc bb"},
		{"^a$", Options{Mode: Regex}, "a", "ab"},
		{"foo", Options{Mode: Identifier}, "foo foo.go x-foo", "Foo food _foo"},
		{"foo", Options{Mode: Word}, "FOO.go foo xfoo.foo", "food éfoo"},
		{"foo", Options{Mode: Word, Case: Sensitive}, "foo.go fooo.foo", "FOO fooé"},
		{"σ*", Options{Mode: Glob}, "ς Σx", "x"},
		{"k*", Options{Mode: Glob}, "\u212a K", "x"},
		{"*s", Options{Mode: Glob}, "aſ aS", "x"},
		{"\u212a*", Options{Mode: Glob, Case: Insensitive}, "kx Kx", "x"},
		{"@a*", Options{Mode: Glob}, "@Ax", "`ax"},
		{`[\]|]y|z`, Options{Mode: Glob}, "|y ]y z", "y"},
	} {
		n, err := CompileName(test.text, test.o)
		if err != nil {
			t.Fatalf("%q: %v", test.text, err)
		}
		if test.o.Mode != Auto && n.Mode != test.o.Mode || n.Promoted {
			t.Errorf("%q: mode %v", test.text, n.Mode)
		}
		checkNames(t, n, test.matches, test.misses)
	}
}

func TestNamesMayContainNewlines(t *testing.T) {
	for _, test := range []struct {
		text  string
		mode  Mode
		name  string
		match bool
	}{
		{"a*b", Glob, "a\nb", true},
		{"a?b", Glob, "a\nb", true},
		{"a*b", Glob, "a/b", false},
		{"a[^x]b", Regex, "a\nb", true},
		{"a.b", Regex, "a\nb", false},
		{`a$\nb`, Regex, "a\nb", false}, // $ is the end of the name
		{`a\n^b`, Regex, "a\nb", false},
		{"a\nb", Literal, "a\nb", true},
	} {
		n, err := CompileName(test.text, Options{Mode: test.mode})
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := n.Match([]byte(test.name)); ok != test.match || err != nil {
			t.Errorf("%v %q matches %q: %v, %v", test.mode, test.text, test.name, ok, err)
		}
	}
}

func TestNameErrors(t *testing.T) {
	for text, o := range map[string]Options{
		"":      {Promote: true},
		"  ":    {},
		"a(b":   {Mode: Regex},
		"[z-a]": {Mode: Glob},
		"|":     {Mode: Glob},
		"a)|(b": {Mode: Regex},
	} {
		if _, err := CompileName(text, o); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
	for text, hint := range map[string]string{"*.go": "mode glob", "(": "mode literal", "a(*": "mode glob"} {
		if _, err := CompileName(text, Options{Mode: Regex}); err == nil || !strings.Contains(err.Error(), "use --"+hint) {
			t.Errorf("%q: %v, want %s", text, err, hint)
		}
	}
	n, err := CompileName(`(?=(a+)+\1b).*`, Options{Promote: true, Timeout: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := n.Match([]byte(strings.Repeat("a", 200))); err == nil {
		t.Error("a match that never ends is not an error")
	}
}

func BenchmarkNameMatch(b *testing.B) {
	for _, text := range []string{"*", "*.go", "test_*.py", "[a-m]*.go", `.*_test\.go`} {
		n, err := CompileName(text, Options{Promote: true})
		if err != nil {
			b.Fatal(err)
		}
		var names [][]byte
		for i := range 64 {
			names = append(names, fmt.Appendf(nil, "some_file_name_%d.go", i))
		}
		b.Run(text, func(b *testing.B) {
			i := 0
			for b.Loop() {
				if _, err := n.Match(names[i&63]); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}
