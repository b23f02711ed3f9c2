package budget

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// keep says which control characters a form does not escape.
type keep uint8

const (
	keepTab keep = 1 << iota
	keepNewline
)

// Escape makes characters visible that would control a terminal, reorder the text or hide in it: C0 except tab and
// newline, DEL, C1, bidirectional controls, zero-width and other invisible characters, line and paragraph separators,
// and bytes that are not UTF-8. An invalid byte and a control below U+0080 become \xNN (carriage return \r), every
// other character \uNNNN or \UNNNNNNNN, so that the C1 control U+0080 and the byte 80 differ.
//
// A backslash is not doubled: it is frequent in source code, and a text with doubled backslashes
// can neither be compared with the file nor pasted. The price is that a file with the four
// characters \x1b looks the same as one with the control character; the JSON forms distinguish
// them. If there is nothing to escape, Escape returns s and allocates nothing.
func Escape(s string) string { return escape(s, keepTab|keepNewline) }

// EscapeLine is Escape for one line of text: a newline becomes \n too.
func EscapeLine(s string) string { return escape(s, keepTab) }

// EscapeName is Escape for a path or another name: newline and tab become \n and \t.
func EscapeName(s string) string { return escape(s, 0) }

// AppendLine appends line to dst, escaped as by EscapeLine.
func AppendLine(dst, line []byte) []byte { return appendEscaped(dst, line, keepTab) }

func escape(s string, k keep) string {
	n := plainPrefix(s, k)
	if n == len(s) {
		return s
	}
	dst := make([]byte, 0, len(s)+16)
	return string(appendRest(append(dst, s[:n]...), s[n:], k))
}

func appendEscaped(dst, s []byte, k keep) []byte {
	n := plainPrefix(s, k)
	dst = append(dst, s[:n]...)
	return appendRest(dst, s[n:], k)
}

// plainPrefix returns the number of bytes before the first that is escaped.
func plainPrefix[T string | []byte](s T, k keep) int {
	for i := 0; i < len(s); {
		if len(s)-i >= 8 && plainWord(wordAt(s, i), k) {
			i += 8
			continue
		}
		if c := s[i]; c < utf8.RuneSelf {
			if hiddenASCII(c, k) {
				return i
			}
			i++
			continue
		}
		r, n := decode(s[i:])
		if r == utf8.RuneError && n == 1 || hidden(r) {
			return i
		}
		i += n
	}
	return len(s)
}

// wordAt returns the 8 bytes of s at i as a word, the first in its lowest byte.
func wordAt[T string | []byte](s T, i int) uint64 {
	s = s[i : i+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// plainWord reports whether 8 bytes are ASCII and none of them is escaped. It examines all at once
// (Warren, "Hacker's Delight", 6-1: finding a zero byte). For a newline it returns false.
func plainWord(w uint64, k keep) bool {
	const each = 0x0101010101010101
	control := zeros(w & (each * 0xE0))
	if k&keepTab != 0 {
		control &^= zeros(w ^ each*'\t')
	}
	return control|zeros(w^each*0x7F)|w&(each*0x80) == 0
}

// zeros sets the highest bit of each byte of w that is zero, and no other bit.
func zeros(w uint64) uint64 {
	const low = 0x7F7F7F7F7F7F7F7F
	return ^(w&low + low | w | low)
}

// appendRest appends the escaped form of s.
func appendRest[T string | []byte](dst []byte, s T, k keep) []byte {
	for len(s) > 0 {
		r, n := decode(s)
		dst = appendRune(dst, r, s[:n], k)
		s = s[n:]
	}
	return dst
}

// appendRune appends the escaped form of r, which is encoded as raw.
func appendRune[T string | []byte](dst []byte, r rune, raw T, k keep) []byte {
	switch {
	case r == utf8.RuneError && len(raw) == 1, r < utf8.RuneSelf && hiddenASCII(byte(r), k):
		return appendByte(dst, raw[0])
	case r < utf8.RuneSelf || !hidden(r):
		return append(dst, raw...)
	case r <= 0xFFFF:
		return appendHex(append(dst, `\u`...), uint32(r), 4)
	default:
		return appendHex(append(dst, `\U`...), uint32(r), 8)
	}
}

func appendByte(dst []byte, c byte) []byte {
	switch c {
	case '\t':
		return append(dst, `\t`...)
	case '\n':
		return append(dst, `\n`...)
	case '\r':
		return append(dst, `\r`...)
	}
	return appendHex(append(dst, `\x`...), uint32(c), 2)
}

func appendHex(dst []byte, v uint32, digits int) []byte {
	for shift := 4 * (digits - 1); shift >= 0; shift -= 4 {
		dst = append(dst, "0123456789abcdef"[v>>shift&0xF])
	}
	return dst
}

// escapedWidth returns the number of bytes of the escaped form of r, which is encoded in n bytes.
func escapedWidth(r rune, n int, k keep) int {
	var raw, form [16]byte
	if r == utf8.RuneError && n == 1 {
		return len(`\xff`)
	}
	n = utf8.EncodeRune(raw[:], r)
	return len(appendRune(form[:0], r, raw[:n], k))
}

func hiddenASCII(c byte, k keep) bool {
	switch {
	case c == '\t':
		return k&keepTab == 0
	case c == '\n':
		return k&keepNewline == 0
	}
	return c < ' ' || c == 0x7F
}

// AppendJSON appends to dst a JSON document in which every character that Escape makes visible is escaped as JSON has
// it: \uNNNN, beyond U+FFFF as a pair of surrogates. A JSON document is valid UTF-8 and has such characters in strings
// only.
func AppendJSON(dst, document []byte) []byte {
	for len(document) > 0 {
		r, n := utf8.DecodeRune(document)
		switch {
		case r != 0x7F && (r < utf8.RuneSelf || !hidden(r)):
			dst = append(dst, document[:n]...)
		case r <= 0xFFFF:
			dst = appendHex(append(dst, `\u`...), uint32(r), 4)
		default:
			high, low := utf16.EncodeRune(r)
			dst = appendHex(append(dst, `\u`...), uint32(high), 4)
			dst = appendHex(append(dst, `\u`...), uint32(low), 4)
		}
		document = document[n:]
	}
	return dst
}

// hidden reports whether r, which is not ASCII, is a control or invisible.
func hidden(r rune) bool {
	switch {
	case r < 0xA0: // C1
		return true
	case r < 0x061C:
		return r == 0xAD // soft hyphen
	case r < 0x200B:
		return r == 0x061C || r == 0x180E // Arabic letter mark, Mongolian vowel separator
	case r <= 0x206F:
		return r <= 0x200F || // zero width, joiners, direction marks
			0x2028 <= r && r <= 0x202E || // separators, embeddings, overrides
			r >= 0x2060 // word joiner, invisible operators, isolates
	case r == 0xFEFF: // byte order mark, zero width no-break space
		return true
	case 0xFFF9 <= r && r <= 0xFFFB: // interlinear annotation
		return true
	}
	return 0xE0000 <= r && r <= 0xE0FFF // tags and supplementary selectors
}

func decode[T string | []byte](s T) (rune, int) {
	switch s := any(s).(type) {
	case string:
		return utf8.DecodeRuneInString(s)
	case []byte:
		return utf8.DecodeRune(s)
	}
	return utf8.RuneError, 1
}

// Fence returns the backticks around a Markdown code block with text: at least three, more than text has in a run.
func Fence(text string) string {
	longest, run := 2, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}
