package cursor

import (
	"bytes"
	"strings"
)

// An Ahead looks at the text from Here to End without reading it.
type Ahead struct {
	*Cursor
	Here, End int
}

// Byte returns the next byte, 0 at the end.
func (l *Ahead) Byte() byte {
	if l.Here < l.End {
		return l.Src[l.Here]
	}
	return 0
}

// Blank passes over white space and comments.
func (l *Ahead) Blank() {
	for l.Here < l.End {
		if IsBlank(l.Src[l.Here]) {
			l.Here++
		} else if !l.comment() {
			return
		}
	}
}

// Bracket passes over the bracket at the next byte and what it holds, and reports whether it ends.
func (l *Ahead) Bracket() bool {
	l.Here++
	l.To(")]}")
	if l.Here >= l.End {
		return false
	}
	l.Here++
	return true
}

// To goes to the next byte of stops that is outside of brackets, strings and comments; a closing
// bracket ends it as well.
func (l *Ahead) To(stops string) {
	for depth := 0; l.Here < l.End; {
		c := l.Src[l.Here]
		if depth == 0 && strings.IndexByte(stops, c) >= 0 {
			return
		}
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return
			}
			depth--
		case '"', '\'', '`':
			l.quote(c)
		case '/':
			if l.comment() {
				continue
			}
		}
		l.Here++
	}
}

// quote goes to the end of the string that begins at the next byte: at most to that of the line, but for templates.
func (l *Ahead) quote(c byte) {
	for l.Here++; l.Here < l.End && l.Src[l.Here] != c && (c == '`' || l.Src[l.Here] != '\n'); l.Here++ {
		if l.Src[l.Here] == '\\' {
			l.Here++
		}
	}
}

// comment passes over the comment that begins at the next byte, and reports whether one does.
func (l *Ahead) comment() bool {
	end := l.CommentEnd(l.Here, l.End)
	passed := end > l.Here
	l.Here = end
	return passed
}

// CommentEnd returns the end, at most end, of the comment in the manner of C that begins at p; p if none does.
func (s *Cursor) CommentEnd(p, end int) int {
	closing := "*/"
	switch {
	case s.Has(p, "//"):
		closing = "\n"
	case !s.Has(p, "/*"):
		return p
	}
	if n := bytes.Index(s.Src[min(p+2, end):end], []byte(closing)); n >= 0 {
		return p + 2 + n + len(closing)
	}
	return end
}
