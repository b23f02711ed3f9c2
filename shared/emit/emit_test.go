package emit_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/emit"
)

var values = map[string]string{
	"RESULT": "SUCCESS",
	"COUNT":  "3",
	"LOOP":   "{COUNT}{LOOP}",
	"OPEN":   "{COU",
	"BRACE":  "{",
	"LINES":  "a\nb\n\n",
	"CRLF":   "a\r\n\r\n",
	"EMPTY":  "",
	"A_1":    "x",
	"0":      "zero",
	"BAD":    "\xff{COUNT}",
}

func value(token string) (string, bool) {
	v, ok := values[token]
	return v, ok
}

func TestExpandIsOnePassAndEndsWithOneNewline(t *testing.T) {
	for template, want := range map[string]string{
		"":                            "\n",
		"plain":                       "plain\n",
		"result: {RESULT}":            "result: SUCCESS\n",
		"{RESULT}{COUNT}":             "SUCCESS3\n",
		"{UNKNOWN} {COUNT}":           "{UNKNOWN} 3\n",
		"{count} {Count} {} { COUNT}": "{count} {Count} {} { COUNT}\n",
		"{{COUNT}}":                   "{3}\n",
		"{COU{COUNT}":                 "{COU3\n",
		"{COUNT":                      "{COUNT\n",
		"COUNT}":                      "COUNT}\n",
		"{{{":                         "{{{\n",
		"{LOOP}":                      "{COUNT}{LOOP}\n",
		"{OPEN}NT}":                   "{COUNT}\n",
		"{BRACE}COUNT}":               "{COUNT}\n",
		"{A_1}{0}":                    "xzero\n",
		"{A-1}":                       "{A-1}\n",
		"{COUNT}\n":                   "3\n",
		"{COUNT}\n\n\n":               "3\n",
		"{LINES}":                     "a\nb\n",
		"{LINES}{EMPTY}":              "a\nb\n",
		"{LINES}.":                    "a\nb\n\n.\n",
		"{CRLF}":                      "a\n",
		"x\r":                         "x\r\n",
		"{EMPTY}":                     "\n",
		"{BAD}":                       "\xff{COUNT}\n",
		"${COUNT} $COUNT %s %[1]d":    "$3 $COUNT %s %[1]d\n",
		"{ÄNDERUNG}":                  "{ÄNDERUNG}\n",
	} {
		if got := emit.Expand(template, value); got != want {
			t.Errorf("%q: %q, want %q", template, got, want)
		}
	}
}

func TestTokensAreNamedOnceInOrder(t *testing.T) {
	for template, want := range map[string][]string{
		"":                                nil,
		"no {token} here }{ {":            nil,
		"{B}{A}{B}{{C}} {D":               {"B", "A", "C"},
		"{RESULT} of {UNKNOWN} {COU{0_X}": {"RESULT", "UNKNOWN", "0_X"},
	} {
		if got := emit.Tokens(template); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", template, got, want)
		}
	}
}

// FuzzExpand compares with the same rule written as a regular expression.
func FuzzExpand(f *testing.F) {
	for _, s := range []string{"{RESULT}", "{{COUNT}} {LOOP}\n\n", "{COU{COUNT}\r\n", "{LINES}{CRLF}", "\xff{0}{"} {
		f.Add(s)
	}
	token := regexp.MustCompile(`\{[A-Z0-9_]+\}`)
	ends := regexp.MustCompile(`(\r?\n)*\z`)
	f.Fuzz(func(t *testing.T, template string) {
		var names []string
		want := token.ReplaceAllStringFunc(template, func(s string) string {
			name := s[1 : len(s)-1]
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			if v, ok := value(name); ok {
				return v
			}
			return s
		})
		want = ends.ReplaceAllString(want, "") + "\n"
		got := emit.Expand(template, value)
		if got != want {
			t.Fatalf("%q: %q, want %q", template, got, want)
		}
		if !slices.Equal(emit.Tokens(template), names) {
			t.Fatalf("%q: tokens %q, want %q", template, emit.Tokens(template), names)
		}
		if body := strings.TrimSuffix(got, "\n"); strings.HasSuffix(body, "\n") || body == got {
			t.Fatalf("%q ends with other than one newline: %q", template, got)
		}
	})
}
