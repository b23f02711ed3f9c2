package brace

import "testing"

func TestPHPAgreesWithTreeSitter(t *testing.T) {
	truth{language: "php", program: []string{"treesitter.cjs", "php"}, endings: []string{".php"}, scanner: PHP,
		required: map[string]float64{"definition": 98, "import": 98, "string_match": 98, "comment_match": 98, "callsite": 97}}.run(t)
}

func FuzzPHP(f *testing.F) { fuzzScanner(f, PHP, phpSample) }

func BenchmarkPHP(b *testing.B) { benchScanner(b, "php", ".php", PHP) }
