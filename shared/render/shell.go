package render

import "strings"

// Shell gives a command line that a POSIX shell splits into exactly args. An
// argument is quoted only where it must be, by single quotes, inside which
// every byte but the quote stands for itself; a quote becomes '\”. Newlines
// and control characters therefore stand in the line as they are, because the
// only printable form of them ($'…') is not known to every sh. A NUL cannot be
// in an argument and is left out.
func Shell(args ...string) string {
	var b strings.Builder
	for i, arg := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		if plain(arg) && (i > 0 || plainCommand(arg)) {
			b.WriteString(arg)
			continue
		}
		b.WriteByte('\'')
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(arg, "\x00", ""), `'`, `'\''`))
		b.WriteByte('\'')
	}
	return b.String()
}

// plain reports whether an argument stands for itself without quotes, in zsh
// too, which expands a leading = or ~.
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

// plainCommand reports whether arg, which is plain, is also plain as the first
// word: no assignment, no job and no reserved word.
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
