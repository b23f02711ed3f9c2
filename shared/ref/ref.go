// Package ref lets a message name options and arguments without knowing whether its reader typed a command line or made
// a tool call. A reference is a name within braces: {max-lines} is an option, by its long name without dashes, and
// {QUERY} a positional argument, as the synopsis of the program names it.
package ref

import "strings"

// A Spelling returns how the reader writes the option or argument of a name: --max-lines, or max_lines in a call.
type Spelling func(name string) string

// CommandLine is the Spelling of command lines: --name for an option, and a positional argument as it stands.
func CommandLine(name string) string {
	if isPositional(name) {
		return name
	}
	return "--" + name
}

// Expand returns text with every reference spelled by spell. Other braces stay as they are.
func Expand(text string, spell Spelling) string {
	if !strings.Contains(text, "{") {
		return text
	}
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		name, after, closed := strings.Cut(rest, "}")
		if !closed || !isName(name) {
			out.WriteByte('{')
			text = rest
			continue
		}
		out.WriteString(spell(name))
		text = after
	}
}

// An Error is an error whose message refers to options or arguments. Error spells them as a command line does.
type Error interface {
	error
	// Message returns the message with references spelled by spell.
	Message(spell Spelling) string
}

func isName(s string) bool {
	if s == "" || s[0] == '-' {
		return false
	}
	return isPositional(s) || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == ""
}

func isPositional(s string) bool { return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" }
