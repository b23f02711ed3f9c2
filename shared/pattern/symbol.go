package pattern

import (
	"unicode"
	"unicode/utf8"
)

// IsIdentifier reports whether c is one of [A-Za-z0-9_], which must not be next to a match in mode Identifier.
func IsIdentifier(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_'
}

// IsWord reports whether r is a word character, which must not be next to a match in mode Word: property word of Unicode
// UTS #18, annex C. utf8.RuneError, which stands for an invalid byte, is not one.
func IsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 0 && IsIdentifier(byte(r))
	}
	return unicode.In(r, unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.M, unicode.Nd, unicode.Pc, unicode.Join_Control)
}

// words are the characters for which IsWord is true, as the inside of a class in the syntax of both engines.
const words = `0-9A-Z_a-z\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}` + "\u200c\u200d\u24b6-\u24e9\U0001f130-\U0001f149\U0001f150-\U0001f169\U0001f170-\U0001f189"

// Within returns two expressions for RE2 that find matches of expr without word characters beside them, as their first
// submatch: anywhere in a line, and after the first character.
func Within(expr string) (anywhere, after string) {
	const other = words + "]"
	expr = "(" + expr + `)(?:[^\n` + other + "|(?m:$))"
	return "(?:(?m:^)|[^\\n" + other + ")" + expr, "[^" + other + expr // what precedes may be a newline in a text
}

// Bounded reports whether text[start:end] has the boundaries that Identifier and Word require; others have none.
func Bounded(m Mode, text []byte, start, end int) bool {
	switch m {
	case Identifier:
		return (start == 0 || !IsIdentifier(text[start-1])) && (end == len(text) || !IsIdentifier(text[end]))
	case Word:
		return !wordBefore(text, start) && !wordAfter(text, end)
	}
	return true
}

func wordBefore(b []byte, at int) bool {
	if at == 0 || b[at-1] < utf8.RuneSelf {
		return at > 0 && IsIdentifier(b[at-1])
	}
	r, _ := utf8.DecodeLastRune(b[:at])
	return IsWord(r)
}

func wordAfter(b []byte, at int) bool {
	if at == len(b) || b[at] < utf8.RuneSelf {
		return at < len(b) && IsIdentifier(b[at])
	}
	r, _ := utf8.DecodeRune(b[at:])
	return IsWord(r)
}
