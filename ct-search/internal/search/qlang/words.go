package qlang

import (
	"errors"
	"fmt"
	"strings"
)

// A word is one KEY=VALUE of a query; key is "" if there is no "=" outside of quotes.
type word struct{ key, text string }

// blanks separate words, except in quotes and in parentheses.
const blanks = " \t\r\n"

// next reads the first word of text, which begins with no blank.
func next(text string) (w word, rest string, err error) {
	var out strings.Builder
	keyed, depth, i := false, 0, 0
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\'' || c == '"':
			inner, n, err := quoted(text[i:])
			if err != nil {
				return word{}, "", err
			}
			out.WriteString(inner)
			i += n - 1
		case c == '=' && !keyed:
			w.key, keyed = out.String(), true
			if w.key == "" {
				return word{}, "", fmt.Errorf("%q has no key before its =: write KEY=VALUE; the keys are %s", clip(text), strings.Join(Keys(), " "))
			}
			out.Reset()
		case strings.IndexByte(blanks, c) >= 0 && depth == 0:
			w.text = out.String()
			return w, text[i:], nil
		default:
			switch c {
			case '(':
				depth++
			case ')':
				depth = max(depth-1, 0)
			}
			out.WriteByte(c)
		}
	}
	if depth > 0 && blankBehindParenthesis(text) {
		return word{}, "", fmt.Errorf("%q has a ( without its ): quote the value if it is part of it", clip(text))
	}
	w.text = out.String()
	return w, "", nil
}

// blankBehindParenthesis reports whether an open parenthesis joined what were several words.
func blankBehindParenthesis(text string) bool {
	at := strings.IndexByte(text, '(')
	return at >= 0 && strings.ContainsAny(text[at:], blanks)
}

// quoted reads a text in quotes at the beginning of text, and returns how many bytes it takes.
func quoted(text string) (inner string, n int, err error) {
	var out strings.Builder
	mark := text[0]
	for i := 1; i < len(text); i++ {
		c := text[i]
		switch {
		case c == mark:
			return out.String(), i + 1, nil
		case c == '\\' && mark == '"' && i+1 < len(text) && (text[i+1] == '"' || text[i+1] == '\\'):
			i++
			out.WriteByte(text[i])
		default:
			out.WriteByte(c)
		}
	}
	return "", 0, errors.New("the quote " + string(mark) + " is not closed")
}

// Quote writes a value so that Parse reads it back.
func Quote(value string) string {
	if value != "" && !strings.ContainsAny(value, blanks+"'\"()") {
		return value
	}
	if !strings.Contains(value, "'") {
		return "'" + value + "'"
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}
