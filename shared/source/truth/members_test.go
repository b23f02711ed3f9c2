package truth

import (
	"testing"

	"github.com/ct-tools/ct/shared/source/brace"
)

func TestCSharpAgreesWithTreeSitter(t *testing.T) {
	truth{language: "csharp", program: []string{"treesitter.cjs", "csharp"}, endings: []string{".cs"}, scanner: brace.CSharp,
		required: map[string]float64{"definition": 98, "import": 98, "string_match": 98, "comment_match": 98, "callsite": 97}}.run(t)
}

func TestJavaAgreesWithTreeSitter(t *testing.T) {
	truth{language: "java", program: []string{"treesitter.cjs", "java"}, endings: []string{".java"}, scanner: brace.Java,
		required: map[string]float64{"definition": 98, "import": 98, "string_match": 98, "comment_match": 98, "callsite": 97}}.run(t)
}

func TestKotlinAgreesWithTreeSitter(t *testing.T) {
	truth{language: "kotlin", program: []string{"treesitter.cjs", "kotlin"}, endings: []string{".kt"}, scanner: brace.Kotlin,
		required: map[string]float64{"definition": 98, "import": 98, "comment_match": 98, "callsite": 97}}.run(t)
}

func TestPHPAgreesWithTreeSitter(t *testing.T) {
	truth{language: "php", program: []string{"treesitter.cjs", "php"}, endings: []string{".php"}, scanner: brace.PHP,
		required: map[string]float64{"definition": 98, "import": 98, "string_match": 98, "comment_match": 98, "callsite": 97}}.run(t)
}

func TestSwiftAgreesWithTreeSitter(t *testing.T) {
	truth{language: "swift", program: []string{"treesitter.cjs", "swift"}, endings: []string{".swift"}, scanner: brace.Swift,
		required: map[string]float64{"definition": 98, "string_match": 98, "comment_match": 98}}.run(t)
}
