package main

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// dialect is the syntax of a regular expression.
type dialect uint8

const (
	basic    dialect = iota // POSIX basic, with what GNU adds
	extended                // POSIX extended
	rust                    // ripgrep's
)

var (
	boundedWord = lazily(`^\\b([A-Za-z0-9_]+)\\b$`)
	interval    = lazily(`^\{[0-9]{1,2}(,([0-9]{1,2})?)?\}`)
)

// lazily returns an expression that is compiled when it is needed first: most commands need none.
func lazily(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// plainWord reports whether s is a word in every dialect.
func plainWord(s string) bool { return made(s, "_") }

// made reports whether s consists of ASCII letters and digits, and of other characters.
func made(s, others string) bool {
	letters := func(c rune) bool {
		return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.ContainsRune(others, c)
	}
	return s != "" && strings.TrimFunc(s, letters) == ""
}

// translation writes the part of a regular expression that means the same in every dialect as an expression for ct.
//
// Left out is what differs: $ (in a file with CRLF line ends ct has it match before the CR), \b \w \d \s (ASCII for ct,
// Unicode for others), named classes, and everything that one dialect alone has.
type translation struct {
	dialect dialect
	in      string
	out     strings.Builder
	depth   int
	atom    bool // the last thing written may be repeated
	empty   bool // the current alternative is empty
	plain   bool // so far only literal characters
}

// translate returns the expression for ct, and whether it is a literal text, which is then returned as it is.
func translate(pattern string, d dialect) (out string, literal, ok bool) {
	if pattern == "" || !utf8.ValidString(pattern) {
		return "", false, false
	}
	t := &translation{dialect: d, in: pattern, empty: true, plain: true}
	var text strings.Builder
	for t.in != "" {
		before := t.in
		if !t.next() {
			return "", false, false
		}
		text.WriteString(strings.TrimPrefix(before[:len(before)-len(t.in)], `\`))
	}
	if t.depth != 0 || t.empty {
		return "", false, false
	}
	if t.plain {
		return text.String(), true, true
	}
	re, err := regexp.Compile(t.out.String())
	if err != nil || re.MatchString("") {
		return "", false, false
	}
	return t.out.String(), false, true
}

// next translates the next element and reports whether it can be.
func (t *translation) next() bool {
	c, size := utf8.DecodeRuneInString(t.in)
	switch c {
	case '\\':
		return t.escaped()
	case '^':
		if t.out.Len() > 0 {
			return false
		}
		t.plain = false
		return t.write("^", 1, false, true)
	case '$':
		return false
	case '.':
		t.plain = false
		return t.write(".", 1, true, false)
	case '[':
		return t.bracket()
	case '*':
		return t.repeat("*", 1)
	case '+', '?', '(', ')', '|', '{', '}':
		if t.dialect == basic {
			return t.literal(c, size)
		}
		return t.operator(byte(c), 1)
	}
	if c < ' ' && c != '\t' {
		return false
	}
	return t.literal(c, size)
}

func (t *translation) write(s string, used int, atom, empty bool) bool {
	t.out.WriteString(s)
	t.in = t.in[used:]
	t.atom, t.empty = atom, empty
	return true
}

func (t *translation) literal(c rune, used int) bool {
	return t.write(regexp.QuoteMeta(string(c)), used, true, false)
}

func (t *translation) repeat(s string, used int) bool {
	if !t.atom {
		return false
	}
	t.plain = false
	return t.write(s, used, false, false)
}

// escaped translates a backslash and what follows it.
func (t *translation) escaped() bool {
	if len(t.in) < 2 {
		return false
	}
	switch c := t.in[1]; c {
	case '.', '*', '[', ']', '^', '$', '\\', '/', '-', '"':
		return t.literal(rune(c), 2)
	case '+', '?', '(', ')', '|':
		if t.dialect == basic {
			return t.operator(c, 2)
		}
		return t.literal(rune(c), 2)
	case '{', '}':
		if t.dialect == basic {
			return false
		}
		return t.literal(rune(c), 2)
	}
	return false
}

// operator translates an operator of used bytes.
func (t *translation) operator(c byte, used int) bool {
	switch c {
	case '+', '?':
		return t.repeat(string(c), used)
	case '(':
		if strings.HasPrefix(t.in[used:], "?") || strings.HasPrefix(t.in[used:], "*") {
			return false
		}
		t.plain = false
		t.depth++
		return t.write("(?:", used, false, true)
	case ')':
		if t.depth == 0 || t.empty {
			return false
		}
		t.depth--
		return t.write(")", used, true, false)
	case '|':
		if t.empty {
			return false
		}
		t.plain = false
		return t.write("|", used, false, true)
	case '{':
		found := interval().FindString(t.in)
		return found != "" && t.repeat(found, len(found))
	}
	return false // a lone }
}

// bracket translates a bracket expression of ASCII letters, digits, ranges of them and simple punctuation.
func (t *translation) bracket() bool {
	end := strings.IndexByte(t.in, ']')
	if end < 2 {
		return false
	}
	inside := t.in[1:end]
	var b strings.Builder
	b.WriteByte('[')
	if rest, negated := strings.CutPrefix(inside, "^"); negated {
		b.WriteByte('^')
		inside = rest
	}
	if inside == "" {
		return false
	}
	for i := 0; i < len(inside); i++ {
		c := inside[i]
		switch {
		case i+2 < len(inside) && inside[i+1] == '-':
			if !sameKind(c, inside[i+2]) {
				return false
			}
			b.WriteString(inside[i : i+3])
			i += 2
		case c == '-' && i > 0 && i < len(inside)-1, c < ' ', c > '~', strings.IndexByte(`[\&~^`, c) >= 0:
			return false
		default:
			b.WriteString(regexp.QuoteMeta(string(rune(c))))
			if c == '-' {
				text := strings.TrimSuffix(b.String(), "-")
				b.Reset()
				b.WriteString(text + `\-`)
			}
		}
	}
	b.WriteByte(']')
	t.plain = false
	return t.write(b.String(), end+1, true, false)
}

// sameKind reports whether a to z is a range of letters of one case or of digits.
func sameKind(a, z byte) bool {
	for _, kind := range []string{"09", "AZ", "az"} {
		if a >= kind[0] && a <= z && z <= kind[1] {
			return true
		}
	}
	return false
}
