package brace

import "testing"

func TestKotlinAgreesWithTreeSitter(t *testing.T) {
	truth{language: "kotlin", program: []string{"treesitter.cjs", "kotlin"}, endings: []string{".kt"}, scanner: Kotlin,
		required: map[string]float64{"definition": 98, "import": 98, "comment_match": 98, "callsite": 97}}.run(t)
}

func FuzzKotlin(f *testing.F) { fuzzScanner(f, Kotlin, kotlinSample) }

func BenchmarkKotlin(b *testing.B) { benchScanner(b, "kotlin", ".kt", Kotlin) }
