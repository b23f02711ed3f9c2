package source

import (
	"bytes"
	"strings"
)

// backward reads code from its end to its beginning.
type backward struct {
	*Operands
	src   []byte
	least int // where it ends at the latest
	left  int // bytes that may be read again
}

// text returns where the text begins whose last quote is at end; -1 if that is not seen.
func (w *backward) text(end int) int {
	quote := w.src[end]
	if triple := []byte{quote, quote, quote}; end-2 >= w.least && bytes.HasSuffix(w.src[w.least:end+1], triple) {
		if at := bytes.LastIndex(w.src[w.least:end-2], triple); at >= 0 {
			return w.least + at
		}
	}
	for i := end - 1; i >= w.least; i-- {
		switch {
		case w.src[i] == '\n' && quote != '`':
			return -1
		case w.src[i] == quote && !w.escaped(i):
			return i
		}
	}
	return -1
}

// escaped reports whether an odd number of backslashes is before i.
func (w *backward) escaped(i int) bool {
	before := w.src[w.least:i]
	return (len(before)-len(bytes.TrimRight(before, `\`)))%2 == 1
}

// opening returns the bracket that the one before pos closes; -1 if it is not seen.
func (w *backward) opening(pos int) int {
	depth := 0
	for i := pos - 1; i >= w.least; i-- {
		switch c := w.src[i]; c {
		case ')', ']', '}':
			depth++
		case '(', '[', '{':
			if depth--; depth == 0 {
				if strings.IndexByte(")]}", w.src[pos-1]) != strings.IndexByte("([{", c) {
					return -1
				}
				return i
			}
		case '\n':
			i = w.code(i)
		case '/':
			if at := w.comment(i); at >= 0 {
				i = at
			}
		default:
			if strings.IndexByte(w.Quotes, c) < 0 {
				continue
			}
			if i = w.inText(i); i < 0 {
				return -1
			}
		}
	}
	return -1
}

// inText returns where the text begins whose last quote is at i, i if that is an apostrophe, -1 if it is not seen.
func (w *backward) inText(i int) int {
	quote := w.src[i]
	at := w.text(i)
	if at >= 0 && (!w.Lifetimes || quote != '\'' || i-at <= 3 || w.src[at+1] == '\\') {
		return at
	}
	if quote == '\'' {
		return i
	}
	return -1
}

// comment returns where a comment in /* */ begins that ends with the byte at i; -1 if none does.
func (w *backward) comment(i int) int {
	if i-3 < w.least || w.src[i] != '/' || w.src[i-1] != '*' || w.Comments[0] != "//" {
		return -1
	}
	if at := bytes.LastIndex(w.src[w.least:i-1], []byte("/*")); at >= 0 {
		return w.least + at
	}
	return -1
}

// code returns where the code ends of a line whose break is at end: at its comment.
func (w *backward) code(end int) int {
	start := w.least + bytes.LastIndexByte(w.src[w.least:end], '\n') + 1
	quote := byte(0)
	for i := start; i < end; i++ {
		c := w.src[i]
		switch {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' && w.Lifetimes:
			if i+2 < end && w.src[i+2] == '\'' {
				i += 2
			}
		case strings.IndexByte(w.Quotes, c) >= 0:
			quote = c
		default:
			for _, sign := range w.Comments {
				if bytes.HasPrefix(w.src[i:end], []byte(sign)) {
					return i
				}
			}
		}
	}
	return end
}

// blank returns where the blanks and comments begin that end before pos.
func (w *backward) blank(pos int) int {
	for pos > w.least {
		switch c := w.src[pos-1]; {
		case c == '\n':
			pos = w.code(pos - 1)
		case c <= ' ':
			pos--
		default:
			at := w.comment(pos - 1)
			if at < 0 {
				return pos
			}
			pos = at
		}
	}
	return pos
}

// behindComment reports whether a comment is before pos.
func (w *backward) behindComment(pos int) bool {
	return len(bytes.TrimRight(w.src[w.least:pos], " \t\r\n")) > w.blank(pos)-w.least
}

func (w *backward) wordStart(pos int) int {
	for pos > w.least && w.isWord(w.src[pos-1]) {
		pos--
	}
	return pos
}

func (w *backward) isWord(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || isDigit(c) || c == '_' || c >= 0x80 || strings.IndexByte(w.Letters, c) >= 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// leads reports whether a bracket after the word that ends before pos is not an argument of it, in any
// of the languages; blank, whether blanks stand between.
func (w *backward) leads(pos int, blank bool) bool {
	start := w.wordStart(pos)
	switch string(w.src[start:pos]) {
	case "and", "as", "await", "case", "catch", "co_await", "co_return", "co_yield", "delete", "do", "else", "elsif", "for", "foreach", "if", "in",
		"instanceof", "is", "let", "match", "mut", "not", "of", "or", "ref", "return", "switch", "then", "throw", "try", "typeof", "unless", "until",
		"void", "when", "while", "yield":
	case "new":
		if !w.Creates {
			return false
		}
	case "assert", "echo", "print", "puts", "raise":
		if !blank {
			return false
		}
	default:
		return false
	}
	return start == w.least || w.src[start-1] != '.' && w.src[start-1] != ':' && w.src[start-1] != '>'
}
