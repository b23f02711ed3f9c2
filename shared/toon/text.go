package toon

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// appendString appends a string, in quotes if it could be read as something else (§7.2).
func appendString(dst []byte, s string, delimiter byte) []byte {
	if quotes(s, delimiter) {
		return appendQuoted(dst, s)
	}
	return append(dst, s...)
}

// appendKey appends the key of a member or the name of a field (§7.3).
func appendKey(dst []byte, s string) []byte {
	if plainKey(s) {
		return append(dst, s...)
	}
	return appendQuoted(dst, s)
}

// quotes reports whether a string needs quotes.
func quotes(s string, delimiter byte) bool {
	switch {
	case s == "", s == "true", s == "false", s == "null", s[0] == '-', s[0] == '#':
		return true
	case strings.IndexByte(s, delimiter) >= 0, strings.ContainsAny(s, `:"\[]{}`), numeric(s):
		return true
	}
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return unicode.IsSpace(first) || unicode.IsSpace(last) || strings.ContainsFunc(s, escaped)
}

func plainKey(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !digit(c) && c != '.') {
			return false
		}
	}
	return s != ""
}

// appendQuoted appends s in quotes (§7.1).
func appendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"', r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == '\t':
			dst = append(dst, `\t`...)
		case escaped(r):
			dst = append(dst, '\\', 'u', hex[r>>12&0xF], hex[r>>8&0xF], hex[r>>4&0xF], hex[r&0xF])
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return append(dst, '"')
}

// escaped reports whether r is written as an escape: control characters, which may end a line or
// control a terminal, and characters that reorder a text or are invisible. Only characters up to
// U+FFFF have an escape.
func escaped(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7F
	}
	return r <= 0xFFFF && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
