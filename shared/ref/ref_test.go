package ref

import (
	"slices"
	"strings"
	"testing"
)

func TestReferencesAreSpelled(t *testing.T) {
	call := func(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "_") }
	tests := []struct{ text, line, call string }{
		{"give {QUERY} or {max-lines}", "give QUERY or --max-lines", "give query or max_lines"},
		{"{json}", "--json", "json"},
		{`want {"tool":NAME}, {…}, {}, {a b}, {-x} and {`, `want {"tool":NAME}, {…}, {}, {a b}, {-x} and {`, `want {"tool":NAME}, {…}, {}, {a b}, {-x} and {`},
		{"{{mode}}", "{--mode}", "{mode}"},
		{"", "", ""},
	}
	for _, tt := range tests {
		if got := Expand(tt.text, CommandLine); got != tt.line {
			t.Errorf("%q on a command line: %q, want %q", tt.text, got, tt.line)
		}
		if got := Expand(tt.text, call); got != tt.call {
			t.Errorf("%q in a tool call: %q, want %q", tt.text, got, tt.call)
		}
	}
	var names []string
	Expand("{a} {b-c} {D} {1}", func(name string) string {
		names = append(names, name)
		return ""
	})
	if !slices.Equal(names, []string{"a", "b-c", "D"}) {
		t.Errorf("names %q", names)
	}
}
