package pattern

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// token is a piece of an expression in the syntax common to RE2 and regexp2, classified as far as needed here.
type token struct {
	kind     tokenKind
	text     string // as written
	value    rune   // for tokRune: the character it stands for
	in, none bool   // inside a class; inside a complemented one, [^…]
}

type tokenKind uint8

const (
	tokOther    tokenKind = iota // quantifiers, |, ^, $, comments, the ends of a class
	tokRune                      // a character, plain or escaped
	tokSet                       // \w, \pL, [:alpha:] and the like
	tokDot                       // .
	tokBoundary                  // \b or \B outside a class
	tokAnchor                    // \A, \z, \Z
	tokBackref                   // \1, \k<name>
	tokOpen                      // the beginning of a group, with its name or flags
	tokClose                     // )
	tokFlags                     // (?i) and the like
	tokQuote                     // \Q and \E
	tokUnknown                   // a backslash and a letter without a meaning
)

// tokens splits expr and calls visit for each token. It does not validate: an invalid expression is
// split as well as possible, and the concatenated texts of the tokens are always expr.
func tokens(expr string, visit func(token)) {
	in, none := false, false
	for classStart := 0; expr != ""; {
		t := token{in: in, none: none}
		n := 1
		switch c := expr[0]; {
		case c == '\\':
			if quoted, ok := strings.CutPrefix(expr, `\Q`); ok && !in {
				n = quotedTokens(quoted, visit)
				expr = expr[n:]
				continue
			}
			t.kind, t.value, n = lexEscape(expr, in)
		case in && c == ']' && classStart == 0:
			in, none = false, false
		case in && strings.HasPrefix(expr, "[:") && strings.Contains(expr[2:], ":]"):
			t.kind, n = tokSet, len("[:")+strings.Index(expr[2:], ":]")+len(":]")
		case in:
			t.kind = tokRune
			t.value, n = utf8.DecodeRuneInString(expr)
		case c == '[':
			in = true
			if strings.HasPrefix(expr, "[^") {
				none, n = true, 2
			}
			classStart = 2
		case c == '.':
			t.kind = tokDot
		case c == '(':
			t.kind, n = lexGroup(expr)
		case c == ')':
			t.kind = tokClose
		case strings.IndexByte("^$|*+?", c) >= 0:
		case c == '{':
			n = lexRepeat(expr)
		default:
			t.kind = tokRune
			t.value, n = utf8.DecodeRuneInString(expr)
		}
		classStart = max(0, classStart-1)
		t.text, expr = expr[:n], expr[n:]
		visit(t)
	}
}

// quotedTokens visits the characters of \Q…\E. rest is the text after \Q. It returns the length of the whole.
func quotedTokens(rest string, visit func(token)) int {
	text, _, ended := strings.Cut(rest, `\E`)
	visit(token{kind: tokQuote, text: `\Q`})
	n := len(`\Q`) + len(text)
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		visit(token{kind: tokRune, text: text[:size], value: r})
		text = text[size:]
	}
	if ended {
		visit(token{kind: tokQuote, text: `\E`})
		n += len(`\E`)
	}
	return n
}

// lexEscape reads the escape that s begins with and returns its length n.
func lexEscape(s string, in bool) (kind tokenKind, value rune, n int) {
	if len(s) == 1 {
		return tokOther, 0, 1
	}
	switch c := s[1]; c {
	case 'd', 'D', 's', 'S', 'w', 'W':
		return tokSet, 0, 2
	case 'p', 'P':
		return tokSet, 0, lexProperty(s)
	case 'b':
		if in {
			return tokRune, '\b', 2
		}
		return tokBoundary, 0, 2
	case 'B':
		return tokBoundary, 0, 2
	case 'A', 'z', 'Z':
		return tokAnchor, 0, 2
	case 'k':
		return tokBackref, 0, lexReference(s)
	case 'x':
		if digits, ok := strings.CutPrefix(s[2:], "{"); ok {
			end := strings.IndexByte(digits, '}')
			if end < 0 {
				return tokOther, 0, 2
			}
			return tokRune, codePoint(digits[:end], 16), len(`\x{}`) + end
		}
		return lexCode(s, 2, 2, 16)
	case 'u':
		return lexCode(s, 2, 4, 16)
	case 'c':
		if len(s) > 2 {
			return tokRune, rune(s[2] & 0x1f), 3
		}
		return tokOther, 0, 2
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if c != '0' && (len(s) == 2 || s[2] < '0' || s[2] > '7') {
			return tokBackref, 0, 2
		}
		return lexCode(s, 1, 3, 8)
	default:
		return lexOneChar(s)
	}
}

// lexOneChar reads a backslash and one character.
func lexOneChar(s string) (tokenKind, rune, int) {
	if i := strings.IndexByte("afnrtve", s[1]); i >= 0 {
		return tokRune, rune("\a\f\n\r\t\v\x1b"[i]), 2
	}
	r, size := utf8.DecodeRuneInString(s[1:])
	if r < utf8.RuneSelf && IsIdentifier(byte(r)) && r != '_' {
		return tokUnknown, 0, 2
	}
	return tokRune, r, 1 + size
}

// lexCode reads a character code of at most width digits that begin at s[at].
func lexCode(s string, at, width, base int) (tokenKind, rune, int) {
	n := at
	for n < len(s) && n < at+width && isDigit(s[n], base) {
		n++
	}
	if n == at {
		return tokOther, 0, at
	}
	return tokRune, codePoint(s[at:n], base), n
}

func isDigit(c byte, base int) bool {
	_, err := strconv.ParseUint(string(rune(c)), base, 8)
	return err == nil
}

func codePoint(digits string, base int) rune {
	v, err := strconv.ParseUint(digits, base, 21)
	if err != nil {
		return utf8.RuneError
	}
	return rune(v)
}

// lexProperty returns the length of \pL or \p{Greek}.
func lexProperty(s string) int {
	if strings.HasPrefix(s[2:], "{") {
		if end := strings.IndexByte(s, '}'); end >= 0 {
			return end + 1
		}
		return len(s)
	}
	_, size := utf8.DecodeRuneInString(s[2:])
	return 2 + size
}

// lexReference returns the length of \k<name> or \k'name'.
func lexReference(s string) int {
	for _, q := range []string{"<>", "''"} {
		if len(s) > 2 && s[2] == q[0] {
			if end := strings.IndexByte(s[3:], q[1]); end >= 0 {
				return len(`\k<>`) + end
			}
		}
	}
	return 2
}

// lexRepeat returns the length of {2,3}, or 1 if the brace is a literal or not closed.
func lexRepeat(s string) int {
	n := len(s) - len(strings.TrimLeft(s[1:], "0123456789,"))
	if n < len(s) && s[n] == '}' && n > 1 {
		return n + 1
	}
	return 1
}

// lexGroup returns the length of what begins with '(', after "(?" with the flags, the name or the kind of the group.
func lexGroup(s string) (tokenKind, int) {
	rest, ok := strings.CutPrefix(s, "(?")
	if !ok || rest == "" {
		return tokOpen, 1
	}
	through := func(end string, from int) int { // returns the length up to and including end
		if i := strings.Index(s[from:], end); i >= 0 {
			return from + i + len(end)
		}
		return len(s)
	}
	switch {
	case rest[0] == '#':
		return tokOther, through(")", 0)
	case strings.HasPrefix(rest, "<=") || strings.HasPrefix(rest, "<!"):
		return tokOpen, len("(?<=")
	case rest[0] == '<' || strings.HasPrefix(rest, "P<"):
		return tokOpen, through(">", 0)
	case rest[0] == '\'':
		return tokOpen, through("'", len("(?'"))
	case rest[0] == '(': // a condition, itself a group
		return tokOpen, len("(?")
	case strings.IndexByte("=!>:", rest[0]) >= 0:
		return tokOpen, len("(?=")
	}
	n := 0
	for n < len(rest) && (rest[n]|0x20 >= 'a' && rest[n]|0x20 <= 'z' || rest[n] == '-') {
		n++
	}
	if n < len(rest) && rest[n] == ')' {
		return tokFlags, len("(?)") + n
	}
	if n < len(rest) && rest[n] == ':' {
		n++
	}
	return tokOpen, len("(?") + n
}
