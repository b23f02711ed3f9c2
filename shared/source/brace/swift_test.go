package brace

import "testing"

func TestSwiftAgreesWithTreeSitter(t *testing.T) {
	truth{language: "swift", program: []string{"treesitter.cjs", "swift"}, endings: []string{".swift"}, scanner: Swift,
		required: map[string]float64{"definition": 98, "string_match": 98, "comment_match": 98}}.run(t)
}

func FuzzSwift(f *testing.F) { fuzzScanner(f, Swift, swiftSample) }

func BenchmarkSwift(b *testing.B) { benchScanner(b, "swift", ".swift", Swift) }
