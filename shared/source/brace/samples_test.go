package brace

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// memberScanners are those of the languages whose code is in members.
var memberScanners = map[string]source.Scanner{"java": Java, "csharp": CSharp, "php": PHP, "kotlin": Kotlin, "swift": Swift}

// Half a megabyte of anything is read in time that its length bounds.
func TestMembersReadHostileBytesInLinearTime(t *testing.T) {
	sourcetest.Alone(t)
	t.Parallel()
	pieces := []string{
		"(", "[", "{", "<", ")", "]", "}", ">", `"`, "'", "`", "/*", "\\", "a<", "a<b,", "$", "${", `"${`, `\(`, `"\(`, "#", "@", "@a(", "a(", "a{", "new ",
		"class a{", "class a ", "fun ", "func a(", "{a,", "{ a in ", "<<<A\n", "case ", "?>", "<?", "#[", "a.", "a b ", "a b(", "(a)", "if ", ": ", "->", "=>",
		"enum a{a(", "->a{", "\n", " ", "a\n", "@a ", "=", "x=", "??", "a?b:", "*/", "//", "\"\"\"", "$\"{", "[a]", "import a.", "use a\\", "using ",
	}
	for language, scanner := range memberScanners {
		prefix := ""
		if language == "php" {
			prefix = "<?php "
		}
		sourcetest.Linear(t, scanner, language, prefix, pieces)
	}
}

func TestMembersHoldOverTheirSamples(t *testing.T) {
	t.Parallel()
	samples := map[string]string{"java": javaSample, "csharp": csharpSample, "php": phpSample, "kotlin": kotlinSample, "swift": swiftSample}
	for language, scanner := range memberScanners {
		sample := samples[language]
		for cut := range len(sample) {
			sourcetest.Hold(t, scanner, []byte(sample[:cut]))
		}
	}
}

// shown compares what a scanner shows of src with the lines of want.
func shown(t *testing.T, scanner source.Scanner, src, want string) {
	t.Helper()
	got := strings.TrimSpace(sourcetest.Show(scanner, src))
	if want = strings.TrimSpace(want); got != want {
		t.Errorf("of\n%s\nis shown\n%s\nwant\n%s%s", src, got, want, firstDifference(got, want))
	}
	sourcetest.Hold(t, scanner, []byte(src))
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("\nfirst: %s, want %s", g[i], w[i])
		}
	}
	return ""
}

// declared compares the declarations of src with the lines of want.
func declared(t *testing.T, scanner source.Scanner, src, want string) {
	t.Helper()
	got := strings.TrimSpace(sourcetest.Declarations(scanner, src))
	if want = strings.TrimSpace(want); got != want {
		t.Errorf("of\n%s\nare declared\n%s\nwant\n%s%s", src, got, want, firstDifference(got, want))
	}
}

func FuzzCSharp(f *testing.F) { sourcetest.Fuzz(f, CSharp, csharpSample) }

func FuzzJava(f *testing.F) {
	sourcetest.Fuzz(f, Java, javaSample, `@A("x") public non-sealed interface I<T extends B & C> permits D { default <U> U f(int[]... a) throws E { return (U) a[0]; } }`,
		"module a.b { requires transitive c.d; provides e.F with g.H; }", "class A { String s = \"\"\"\n a \\\"\"\" b \"\"\"; { x -> { y::new; } } }")
}

func FuzzKotlin(f *testing.F) { sourcetest.Fuzz(f, Kotlin, kotlinSample) }

func FuzzPHP(f *testing.F) { sourcetest.Fuzz(f, PHP, phpSample) }

func FuzzSwift(f *testing.F) { sourcetest.Fuzz(f, Swift, swiftSample) }
