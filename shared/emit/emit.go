// Package emit expands the {TOKEN}s of a template.
package emit

import (
	"slices"
	"strings"
)

// Expand returns template with every {TOKEN} replaced by its value. A token is one or more of A–Z,
// 0–9 and underscore within braces. The expansion of a token is never expanded again. A token that
// value does not know stays unchanged, and so does every other brace.
//
// The result ends with exactly one newline, whatever line endings the template or its last value ends with. Values are
// inserted unchanged: the caller escapes them for a terminal.
func Expand(template string, value func(token string) (string, bool)) string {
	var b strings.Builder
	b.Grow(len(template) + 1)
	for rest := template; rest != ""; {
		before, token, after := cut(rest)
		b.WriteString(before)
		if token == "" {
			break
		}
		if v, ok := value(token); ok {
			b.WriteString(v)
		} else {
			b.WriteString("{" + token + "}")
		}
		rest = after
	}
	return trimLineEnds(b.String()) + "\n"
}

// Tokens returns the tokens of template without their braces, in order and without duplicates.
func Tokens(template string) []string {
	var tokens []string
	for rest := template; rest != ""; {
		_, token, after := cut(rest)
		if token == "" {
			break
		}
		if !slices.Contains(tokens, token) {
			tokens = append(tokens, token)
		}
		rest = after
	}
	return tokens
}

// cut splits s around its first token. If there is none, before is all of s and the token is empty.
func cut(s string) (before, token, after string) {
	for open := 0; open < len(s); open++ {
		if s[open] != '{' {
			continue
		}
		end := open + 1
		for end < len(s) && tokenByte(s[end]) {
			end++
		}
		if end > open+1 && end < len(s) && s[end] == '}' {
			return s[:open], s[open+1 : end], s[end+1:]
		}
		open = end - 1
	}
	return s, "", ""
}

func tokenByte(c byte) bool { return 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' }

// trimLineEnds removes all line endings from the end of s. A carriage return that is not followed by a newline is text.
func trimLineEnds(s string) string {
	for {
		t, found := strings.CutSuffix(s, "\n")
		if !found {
			return s
		}
		s = strings.TrimSuffix(t, "\r")
	}
}
