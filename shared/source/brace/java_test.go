package brace

import "testing"

func TestJavaAgreesWithTreeSitter(t *testing.T) {
	truth{language: "java", program: []string{"treesitter.cjs", "java"}, endings: []string{".java"}, scanner: Java,
		required: map[string]float64{"definition": 98, "import": 98, "string_match": 98, "comment_match": 98, "callsite": 97}}.run(t)
}

func FuzzJava(f *testing.F) {
	fuzzScanner(f, Java, javaSample, `@A("x") public non-sealed interface I<T extends B & C> permits D { default <U> U f(int[]... a) throws E { return (U) a[0]; } }`,
		"module a.b { requires transitive c.d; provides e.F with g.H; }", "class A { String s = \"\"\"\n a \\\"\"\" b \"\"\"; { x -> { y::new; } } }")
}

func BenchmarkJava(b *testing.B) { benchScanner(b, "java", ".java", Java) }
