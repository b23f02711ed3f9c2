package outline

import (
	"bytes"

	"github.com/ct-tools/ct/shared/source"
)

// A blockKey is a key before a colon, or after a question mark.
type blockKey struct {
	token, name source.Span
	style       style
}

// implicitKey returns the key at the cursor: a scalar or an alias on one line with a colon and a blank after it.
func (y *yamlParser) implicitKey() (k blockKey, ok bool) {
	line := y.buf[y.at:min(len(y.buf), y.at+maxKey)]
	if len(line) == 0 {
		return k, false
	}
	k, n := y.scalarAt(line)
	rest := bytes.TrimLeft(line[n:], " \t")
	colon := len(line) - len(rest)
	return k, n > 0 && len(rest) > 0 && rest[0] == ':' && y.blankAt(colon+1)
}

// scalarKey returns the scalar at the cursor.
func (y *yamlParser) scalarKey() blockKey {
	k, _ := y.scalarAt(y.buf[y.at:min(len(y.buf), y.at+maxKey)])
	return k
}

// scalarAt returns the scalar, or a collection between brackets, that line begins with, and how long it is, 0 for none.
func (y *yamlParser) scalarAt(line []byte) (k blockKey, n int) {
	at := y.pos()
	switch b := line[0]; b {
	case '"', '\'':
		n = quotedEnd(line)
		k.name, k.style = source.Span{Start: at + 1, End: at + n - 1}, escaped
		if b == '\'' {
			k.style = doubled
		}
	case '{', '[':
		n = bracketEnd(line)
		k.name = source.Span{Start: at, End: at + n}
	default:
		n = plainEnd(line)
		k.name = source.Span{Start: at, End: at + n}
	}
	k.token = source.Span{Start: at, End: at + n}
	if n == 0 {
		k.name = k.token
	}
	return k, n
}

// quotedEnd returns the length of the string that line begins with, 0 if it does not end on it.
func quotedEnd(line []byte) int {
	for i := 1; i < len(line) && line[i] != '\n'; i++ {
		switch {
		case line[i] == '\\' && line[0] == '"':
			i++
		case line[i] != line[0]:
		case line[0] == '\'' && i+1 < len(line) && line[i+1] == '\'':
			i++
		default:
			return i + 1
		}
	}
	return 0
}

// bracketEnd is quotedEnd for a collection between brackets.
func bracketEnd(line []byte) int {
	depth := 0
	for i := 0; i < len(line) && line[i] != '\n'; i++ {
		switch line[i] {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'':
			n := quotedEnd(line[i:])
			if n == 0 {
				return 0
			}
			i += n - 1
		}
	}
	return 0
}

// plainEnd returns the length of the plain scalar or alias that line begins with, 0 if it begins with none.
func plainEnd(line []byte) int {
	blank := func(i int) bool { return i >= len(line) || isBlank(line[i]) }
	switch line[0] {
	case ',', ']', '}', '#', '&', '!', '|', '>', '%', '@', '`':
		return 0
	case '-', '?', ':':
		if blank(1) {
			return 0
		}
	}
	end := 0
	for i, b := range line {
		switch {
		case b == '\n', b == ':' && blank(i+1), b == '#' && i > 0 && blank(i-1):
			return end
		case !blank(i):
			end = i + 1
		}
	}
	return end
}
