package brace

import "testing"

func TestCSharpAgreesWithTreeSitter(t *testing.T) {
	truth{language: "csharp", program: []string{"treesitter.cjs", "csharp"}, endings: []string{".cs"}, scanner: CSharp,
		required: map[string]float64{"definition": 98, "import": 98, "string_match": 98, "comment_match": 98, "callsite": 97}}.run(t)
}

func FuzzCSharp(f *testing.F) { fuzzScanner(f, CSharp, csharpSample) }

func BenchmarkCSharp(b *testing.B) { benchScanner(b, "csharp", ".cs", CSharp) }
