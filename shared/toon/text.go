package toon

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/lazy"
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
	case strings.IndexByte(s, delimiter) >= 0, strings.ContainsAny(s, `:"\[]{}`), numeric.Get().MatchString(s):
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

// escaped reports whether r is written as an escape: control characters, which may end a line or control a terminal,
// and characters that reorder a text or are invisible. Only characters up to U+FFFF have an escape.
func escaped(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' || r == 0x7F
	}
	return r <= 0xFFFF && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

func digit(c byte) bool { return '0' <= c && c <= '9' }

// numeric matches a string that a reader could take for a number, even with a leading zero or plus (§7.2).
var numeric = lazy.Regexp(`^[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// The powers of ten between which a number has no exponent (§2): from 1e-6 to below 1e21.
const (
	leastPlain = -6
	mostPlain  = 21
)

// number returns a JSON number in canonical form, with the same value: no leading zeros, no trailing zeros in the
// fraction, no minus before zero, and an exponent only outside the range of plain decimals.
func number(s string) string {
	rest, negative := strings.CutPrefix(s, "-")
	mantissa, power, exponential := strings.Cut(strings.ToLower(rest), "e")
	exponent := 0
	if exponential {
		var err error
		if exponent, err = strconv.Atoi(power); err != nil || exponent > 1<<30 || exponent < -1<<30 {
			if strings.Trim(mantissa, "0.") == "" {
				return "0"
			}
			return s // too large or too small to be useful; unchanged
		}
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	all := strings.TrimLeft(whole+fraction, "0")
	// The value is 0.all times ten to the power of point.
	point := exponent + len(whole) - (len(whole) + len(fraction) - len(all))
	all = strings.TrimRight(all, "0")
	sign := ""
	if negative {
		sign = "-"
	}
	switch {
	case all == "":
		return "0"
	case point <= leastPlain || point > mostPlain:
		if len(all) > 1 {
			all = all[:1] + "." + all[1:]
		}
		form := "e"
		if point > 0 {
			form = "e+"
		}
		return sign + all + form + strconv.Itoa(point-1)
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + all
	case point >= len(all):
		return sign + all + strings.Repeat("0", point-len(all))
	}
	return sign + all[:point] + "." + all[point:]
}
