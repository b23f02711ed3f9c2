package golang

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"

	"github.com/ct-tools/ct/shared/pattern"
)

// mostConstants is how many bytes of a group of constants are read: longer ones are tables of numbers.
const mostConstants = 8 << 10

// Outline parses declarations, nil if there are none, and blanks bodies in text; size is the number of bytes left.
func Outline(text []byte) (tree *ast.File, size int) {
	blankBodies(text)
	for _, c := range text {
		if c > ' ' {
			size++
		}
	}
	if tree, _ = parser.ParseFile(token.NewFileSet(), "", text, parser.SkipObjectResolution); tree != nil && tree.Name == nil {
		tree = nil
	}
	return tree, size
}

// blankBodies writes blanks over function bodies, composite literals, long groups of constants and comments, so that
// the rest parses as the same declarations at the same places. It stops at an unclosed brace.
func blankBodies(text []byte) {
	var last []byte // the word before, if nothing stands between
	word := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if end := literalEnd(text, i); end > i {
			if c == '/' {
				blank(text[i:end])
			} else {
				last = nil
			}
			i = end - 1
			continue
		}
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
		case pattern.IsIdentifier(c):
			if last == nil || word+len(last) != i {
				word = i
			}
			last = text[word : i+1]
		case opens(c, last):
			closing := closingBrace(text, i)
			if closing < 0 {
				return
			}
			if c == '{' || closing-i > mostConstants {
				for j := i + 1; j < closing; j++ {
					text[j] = ' '
				}
				i = closing
			}
			last = nil
		default:
			last = nil
		}
	}
}

// opens reports whether c after a word opens what is left out: braces but of types, and a group of constants.
func opens(c byte, word []byte) bool {
	switch c {
	case '{':
		return string(word) != "struct" && string(word) != "interface"
	case '(':
		return string(word) == "const"
	}
	return false
}

// blank overwrites all but line breaks with blanks.
func blank(text []byte) {
	for i := range text {
		if text[i] != '\n' {
			text[i] = ' '
		}
	}
}

// bracketing are the bytes that closingBrace looks at.
var bracketing = [256]bool{'{': true, '(': true, '}': true, ')': true, '"': true, '\'': true, '`': true, '/': true}

// closingBrace returns where the brace or parenthesis at text[at] is closed, or -1.
func closingBrace(text []byte, at int) int {
	depth := 0
	for i := at; i < len(text); {
		for i < len(text) && !bracketing[text[i]] {
			i++
		}
		if i == len(text) {
			break
		}
		switch text[i] {
		case '{', '(':
			depth++
		case '}', ')':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'', '`', '/':
			if end := literalEnd(text, i); end > i {
				i = end
				continue
			}
		}
		i++
	}
	return -1
}

// literalEnd returns the end of the string, rune or comment that begins at text[at], or at if none does.
func literalEnd(text []byte, at int) int {
	rest := text[at:]
	upTo := func(end []byte, from int) int {
		if n := bytes.Index(rest[min(from, len(rest)):], end); n >= 0 {
			return at + from + n
		}
		return len(text)
	}
	switch {
	case rest[0] == '`':
		return min(upTo([]byte("`"), 1)+1, len(text))
	case bytes.HasPrefix(rest, []byte("//")):
		return upTo([]byte("\n"), 2)
	case bytes.HasPrefix(rest, []byte("/*")):
		return min(upTo([]byte("*/"), 2)+2, len(text))
	case rest[0] == '"' || rest[0] == '\'':
		for i := 1; i < len(rest); i++ {
			switch rest[i] {
			case '\\':
				i++
			case '\n':
				return at + i
			case rest[0]:
				return at + i + 1
			}
		}
		return len(text)
	}
	return at
}
