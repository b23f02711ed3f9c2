package toolcall

import (
	"slices"
	"strings"
)

// Alternatives returns the texts of an expression that matches one of several texts, such as A|B or (A|B), each once, and
// reports whether it is that: it has a | between texts without any other sign of expressions.
func Alternatives(expr string) ([]string, bool) {
	if inner, ok := strings.CutPrefix(expr, "("); ok {
		if inner, ok = strings.CutSuffix(strings.TrimPrefix(inner, "?:"), ")"); ok {
			expr = inner
		}
	}
	var texts []string
	for text := range strings.SplitSeq(expr, "|") {
		if strings.TrimSpace(text) == "" || strings.ContainsAny(text, `\.+*?()[]{}^$`) {
			return nil, false
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts, strings.Contains(expr, "|")
}
