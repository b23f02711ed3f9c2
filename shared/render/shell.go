package render

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/budget"
)

// Shell returns a command line that a POSIX shell splits into exactly args. It quotes an argument only if necessary,
// with single quotes, inside which every byte except the quote is literal. An argument with characters that control a
// terminal or are invisible is written by printf, in octal, so that the line shows what it is and runs as shown. Only
// newlines at the end of an argument, which the shell would drop there, are written literally. A NUL cannot be part of
// an argument and is dropped.
func Shell(args ...string) string {
	var b strings.Builder
	for i, arg := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		arg = strings.ReplaceAll(arg, "\x00", "")
		shown := strings.TrimRight(arg, "\n")
		switch {
		case plain(arg) && (i > 0 || plainCommand(arg)):
			b.WriteString(arg)
		case budget.EscapeName(shown) == shown:
			b.WriteString(quoted(arg))
		default:
			b.WriteString(`"$(printf ` + quoted(format(shown)) + `)"`)
			if tail := arg[len(shown):]; tail != "" {
				b.WriteString(quoted(tail))
			}
		}
	}
	return b.String()
}

func quoted(arg string) string { return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'" }

// format returns the printf format of arg: invisible characters in octal, the rest unchanged.
func format(arg string) string {
	var b strings.Builder
	if strings.HasPrefix(arg, "-") { // otherwise printf takes it for an option
		b.WriteString(`\055`)
		arg = arg[1:]
	}
	for len(arg) > 0 {
		_, n := utf8.DecodeRuneInString(arg)
		switch char := arg[:n]; {
		case budget.EscapeName(char) != char:
			for i := range n {
				fmt.Fprintf(&b, `\%03o`, char[i])
			}
		case char == "%":
			b.WriteString("%%")
		case char == `\`:
			b.WriteString(`\\`)
		default:
			b.WriteString(char)
		}
		arg = arg[n:]
	}
	return b.String()
}

// plain reports whether an argument needs no quotes, also in zsh, which expands a leading = or ~.
func plain(arg string) bool {
	if arg == "" || arg[0] == '=' {
		return false
	}
	for i := range len(arg) {
		if c := arg[i]; !alphanumeric(c) && strings.IndexByte("_-+=:,./@%", c) < 0 {
			return false
		}
	}
	return true
}

// plainCommand reports whether a plain arg is also plain as the first word: not an assignment, job or reserved word.
func plainCommand(arg string) bool {
	switch arg {
	case "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if", "in", "select", "then", "time", "until", "while":
		return false
	}
	return !strings.ContainsAny(arg, "=%")
}

func alphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}
