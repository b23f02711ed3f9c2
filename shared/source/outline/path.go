package outline

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A style says how a key is written.
type style uint8

const (
	plain    style = iota // as it is
	escaped               // between quotes, with escapes by a backslash
	doubled               // between single quotes, themselves written twice
	verbatim              // between quotes, without escapes
	dotted                // of TOML: one or several names, each bare or quoted
	ready                 // a path already
	element               // an index
)

// pathOf joins the names of units from the outermost on.
func pathOf(units []unit) string {
	var path []byte
	for i := range units {
		path = units[i].appendTo(path)
	}
	return string(path)
}

// appendTo puts the name of a unit after the path to it.
func (u *unit) appendTo(path []byte) []byte {
	switch u.style {
	case element:
		return appendIndex(path, u.index)
	case ready:
		if len(path) > 0 {
			path = append(path, '.')
		}
		return append(path, u.text...)
	case dotted:
		for rest := u.text; len(rest) > 0; {
			var name string
			name, rest = firstName(rest)
			path = appendName(path, name)
		}
		return path
	}
	return appendName(path, clipped(unquoted(u.text, u.style)))
}

func appendIndex(path []byte, index int) []byte {
	path = strconv.AppendInt(append(path, '['), int64(index), 10)
	return append(path, ']')
}

// appendName puts a name after the path to it, quoted where it could be read as something else.
func appendName(path []byte, name string) []byte {
	if len(path) > 0 {
		path = append(path, '.')
	}
	odd := func(r rune) bool {
		return r == utf8.RuneError || r == '"' || r == '[' || r == ']' || r == '.' || !strconv.IsPrint(r) || r == ' '
	}
	if name == "" || strings.ContainsFunc(name, odd) {
		return strconv.AppendQuote(path, name)
	}
	return append(path, name...)
}

// clipped returns as much of a name as a path shows, whole characters.
func clipped(text string) string {
	if len(text) <= maxName {
		return text
	}
	cut := maxName
	for cut > maxName-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut]
}

// unquoted returns the name that text means.
func unquoted(text []byte, style style) string {
	switch {
	case style == escaped && bytes.IndexByte(text, '\\') >= 0:
		return unescaped(text)
	case style == doubled:
		return strings.ReplaceAll(string(text), "''", "'")
	case style == plain && bytes.IndexByte(text, '\n') >= 0:
		return strings.Join(strings.Fields(string(text)), " ")
	}
	return string(text)
}

// escapes are the characters that a letter after a backslash stands for, in any of the formats.
var escapes = [256]string{
	'0': "\x00", 'a': "\a", 'b': "\b", 't': "\t", 'n': "\n", 'v': "\v", 'f': "\f", 'r': "\r", 'e': "\x1b",
	'N': "\u0085", '_': "\u00A0", 'L': "\u2028", 'P': "\u2029", '\n': " ", // a line that is continued
}

// unescaped replaces escapes by what they stand for; what is none stays.
func unescaped(text []byte) string {
	var out []byte
	for len(text) > 0 {
		i := bytes.IndexByte(text, '\\')
		if i < 0 || i+1 == len(text) {
			return string(append(out, text...))
		}
		out = append(out, text[:i]...)
		letter := text[i+1]
		text = text[i+2:]
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[letter]
		code, err := strconv.ParseUint(string(text[:min(digits, len(text))]), 16, 32)
		switch {
		case digits > 0 && err == nil && len(text) >= digits:
			text = text[digits:]
			r := rune(code)
			if second, ok := escapedUnit(text); ok && utf16.IsSurrogate(r) {
				r = utf16.DecodeRune(r, second)
				text = text[6:]
			}
			out = utf8.AppendRune(out, r)
		case escapes[letter] != "":
			out = append(out, escapes[letter]...)
		default:
			out = append(out, letter)
		}
	}
	return string(out)
}

// escapedUnit returns the second half of a pair of surrogates that text begins with.
func escapedUnit(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	code, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(code), err == nil && 0xDC00 <= code && code < 0xE000
}

// firstName returns the first of the names of a dotted key of TOML, and what is after the dot after it.
func firstName(text []byte) (name string, rest []byte) {
	text = bytes.TrimLeft(text, " \t")
	end := 0
	for _, quote := range []byte{'"', '\''} {
		if len(text) > 0 && text[0] == quote {
			end = closing(text, quote == '"')
			style := verbatim
			if quote == '"' {
				style = escaped
			}
			name = clipped(unquoted(bytes.TrimSuffix(text[1:end], []byte{quote}), style))
		}
	}
	dot := bytes.IndexByte(text[end:], '.')
	if dot < 0 {
		dot = len(text) - end
	}
	if end == 0 {
		name = clipped(string(bytes.TrimRight(text[:dot], " \t")))
	}
	return name, text[min(end+dot+1, len(text)):]
}

// closing returns the end of the string that text begins with, its quote included, or of text if it is open.
func closing(text []byte, escapes bool) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && escapes:
			i++
		case text[i] == text[0]:
			return i + 1
		}
	}
	return len(text)
}
