package python

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// quoted says how a string is quoted.
type quoted struct {
	quote              byte
	triple, raw, bytes bool
	formatted          bool // it holds fields with code
}

// isPrefix reports whether word may stand before the quote of a string.
func isPrefix(word []byte) bool {
	if len(word) > 2 {
		return false
	}
	raw := 0
	for _, c := range word {
		switch c | 0x20 {
		case 'r':
			raw++
		case 'b', 'f', 't', 'u':
		default:
			return false
		}
	}
	return raw == len(word)-1 || len(word) == 1
}

// quotedAt reads the prefix of a string and its opening quotes, and returns the place after them.
func quotedAt(src []byte, start, quote int) (quoted, int) {
	q := quoted{quote: src[quote]}
	for _, c := range src[start:quote] {
		switch c | 0x20 {
		case 'r':
			q.raw = true
		case 'b':
			q.bytes = true
		case 'f', 't':
			q.formatted = true
		}
	}
	if q.tripled(src, quote) {
		q.triple = true
		return q, quote + 3
	}
	return q, quote + 1
}

// tripled reports whether three quotes stand at a place.
func (q quoted) tripled(src []byte, at int) bool {
	return at+2 < len(src) && src[at] == q.quote && src[at+1] == q.quote && src[at+2] == q.quote
}

// closes returns the place after the quotes that stand at a place and end the string, or -1.
func (q quoted) closes(src []byte, at int) int {
	switch {
	case src[at] != q.quote:
		return -1
	case !q.triple:
		return at + 1
	case q.tripled(src, at):
		return at + 3
	}
	return -1
}

// escaped returns the place after a backslash and what it escapes.
func escaped(src []byte, at int) int {
	if at+2 < len(src) && src[at+1] == '\r' && src[at+2] == '\n' {
		return at + 3
	}
	return min(at+2, len(src))
}

// stringEnd returns the end of a string without fields, from within it, and whether its quotes are there.
func stringEnd(src []byte, at int, q quoted) (end int, whole bool) {
	if q.triple {
		return tripleEnd(src, at, q)
	}
	for at < len(src) {
		switch c := src[at]; {
		case c == q.quote:
			return at + 1, true
		case c == '\\':
			at = escaped(src, at)
		case c == '\n' || c == '\r':
			return at, false
		default:
			at++
		}
	}
	return at, false
}

// tripleEnd is stringEnd for three quotes. A quote is escaped if the number of backslashes before it is odd.
func tripleEnd(src []byte, start int, q quoted) (end int, whole bool) {
	for at := start; ; at++ {
		i := bytes.IndexByte(src[at:], q.quote)
		if i < 0 {
			return len(src), false
		}
		at += i
		if !q.tripled(src, at) {
			continue
		}
		before := at
		for before > start && src[before-1] == '\\' {
			before--
		}
		if (at-before)%2 == 0 {
			return at + 3, true
		}
	}
}

// literal reads a string whose prefix begins at start and whose quotes begin at quote.
func (s *scanner) literal(start, quote int) {
	if s.statement.fresh {
		s.statement.fresh = false
		s.decorators = s.decorators[:0]
	}
	if s.before != atom { // strings side by side are one
		s.chain = start
	}
	q, at := quotedAt(s.src, start, quote)
	if q.formatted {
		s.at = at
		s.fields(start, q, false)
		return
	}
	end, whole := stringEnd(s.src, at, q)
	kind := source.String
	if s.statement.doc {
		kind = source.Docstring
		s.document(at, end, q)
	}
	s.r.Text(source.Span{Start: start, End: end}, kind)
	s.endLiteral(end, whole)
}

// docstringAt reports whether a statement is only a string of characters, in pieces or parentheses as well.
func (s *scanner) docstringAt(at int) bool {
	depth, strings := 0, 0
	for at < len(s.src) {
		class, end := piece(s.src, at)
		switch c := s.src[at]; {
		case class == 'q':
			if q, _ := quotedAt(s.src, at, wordEnd(s.src, at)); q.formatted || q.bytes {
				return false
			}
			strings++
		case c == '(' && strings == 0:
			depth++
		case c == ')' && depth > 0:
			depth--
		case class == ' ' || class == '\\':
		case depth > 0 && (class == 'n' || class == '#'):
		default:
			return depth == 0 && strings > 0 && (class == 'n' || class == '#' || c == ';')
		}
		at = end
	}
	return depth == 0 && strings > 0
}

// document takes the first line with text of a docstring as the documentation of its definition.
func (s *scanner) document(at, end int, q quoted) {
	d := s.r.Top()
	if d == nil || len(s.blocks) == 0 || d.Doc.Len() > 0 {
		return
	}
	if q.triple && end-3 >= at && q.tripled(s.src, end-3) {
		end -= 3
	} else if end > at && s.src[end-1] == q.quote {
		end--
	}
	line := bytes.TrimLeft(s.src[at:end], " \t\f\r\n")
	at = end - len(line)
	if n := bytes.IndexAny(line, "\r\n"); n >= 0 {
		line = line[:n]
	}
	d.Doc = source.Span{Start: at, End: at + len(bytes.TrimRight(line, " \t\f"))}
}

// endLiteral continues after a string.
func (s *scanner) endLiteral(end int, whole bool) {
	s.at, s.tokenEnd, s.before = end, end, atom
	if whole {
		return
	}
	for s.onOneLine > 0 { // the line ends the strings around it as well
		s.pop()
	}
}

// number reads a number, so that its letters are no words.
func (s *scanner) number() {
	s.statement.fresh = false
	at := s.at
	switch radix := s.peek(1) | 0x20; {
	case s.src[at] == '0' && radix == 'x':
		for at += 2; at < len(s.src) && isHex(s.src[at]); {
			at++
		}
	case s.src[at] == '0' && (radix == 'o' || radix == 'b'):
		at = digits(s.src, at+2)
	default:
		at = decimal(s.src, at)
	}
	if at < len(s.src) && (s.src[at]|0x20 == 'j' || s.src[at]|0x20 == 'l') {
		at++
	}
	s.at, s.tokenEnd, s.before = at, at, operator
}

func isHex(c byte) bool { return classes[c] == '0' || c == '_' || c|0x20 >= 'a' && c|0x20 <= 'f' }

// decimal returns the end of a decimal number with its fraction and exponent.
func decimal(src []byte, at int) int {
	at = digits(src, at)
	if at < len(src) && src[at] == '.' {
		at = digits(src, at+1)
	}
	if at < len(src) && src[at]|0x20 == 'e' {
		exponent := at + 1
		if exponent < len(src) && (src[exponent] == '+' || src[exponent] == '-') {
			exponent++
		}
		if exponent < len(src) && classes[src[exponent]] == '0' {
			at = digits(src, exponent)
		}
	}
	return at
}

func digits(src []byte, at int) int {
	for at < len(src) && (classes[src[at]] == '0' || src[at] == '_') {
		at++
	}
	return at
}
