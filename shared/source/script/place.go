// Package script reads Ruby, Bash and Lua, each by a state machine that passes over the bytes once.
package script

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cursor"
)

// maxNested is how many open brackets and blocks are kept, which bounds the memory for them. Those beyond are counted.
const maxNested = 10_000

// maxTargets is how many names of one statement are kept until it is seen whether they are assigned to.
const maxTargets = 200

// ahead is how far the end of what is short is looked for, in bytes.
const ahead = 400

// place is where a scanner is in a file.
type place struct {
	cursor.Cursor
	end   int // of the last token, comments left aside
	above cursor.Remark
}

// skipMark passes over a byte order mark at the start of the file.
func (c *place) skipMark() {
	if c.Has(c.Pos, "\xef\xbb\xbf") {
		c.Pos = 3
	}
}

// lineStart returns where the line of pos begins if that is at most 200 bytes before it.
func (c *place) lineStart(pos int) int {
	from := max(pos-200, 0)
	return from + bytes.LastIndexByte(c.Src[from:pos], '\n') + 1
}

// blanks passes over blanks.
func (c *place) blanks() {
	for c.Pos < len(c.Src) && blank(c.Src[c.Pos]) {
		c.Pos++
	}
}

// space returns the first place from p on that is neither a blank nor a line end.
func (c *place) space(p int) int {
	for p < len(c.Src) && (blank(c.Src[p]) || c.Src[p] == '\n') {
		p++
	}
	return p
}

// near returns the end of the line, or a place some way on: looking ahead must not read a long line repeatedly.
func (c *place) near(from int) int {
	rest := c.Src[from:min(from+ahead, len(c.Src))]
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		return from + n
	}
	return from + len(rest)
}

func oneOf(b byte, signs string) bool { return strings.IndexByte(signs, b) >= 0 }

// word passes over the letters, digits and underscores to come.
func (c *place) word() source.Span {
	start := c.Pos
	for c.Pos < len(c.Src) && inWord(c.Src[c.Pos]) {
		c.Pos++
	}
	return source.Span{Start: start, End: c.Pos}
}

// number passes over a number and what is glued to it.
func (c *place) number() {
	for c.Pos < len(c.Src) {
		b := c.Src[c.Pos]
		exponent := c.Pos > 0 && (b == '-' || b == '+') && c.Src[c.Pos-1]|0x20 == 'e' && c.Peek(1)-'0' < 10
		if !inWord(b) && (b != '.' || c.Peek(1)-'0' >= 10) && !exponent {
			return
		}
		c.Pos++
	}
}

// comment reports the comment from start to end, and goes on after it.
func (c *place) comment(start, end int) {
	c.Pos = min(end, len(c.Src))
	s := source.Span{Start: start, End: start + len(bytes.TrimRight(c.Src[start:c.Pos], "\r"))}
	c.Rec.Text(s, source.Comment)
	c.above.See(c.Src, s, says)
}

func inWord(b byte) bool { return b|0x20-'a' < 26 || b-'0' < 10 || b == '_' || b >= 0x80 }

func digit(b byte) bool { return b-'0' < 10 }

// blankBytes are those that part the tokens of a line.
const blankBytes = " \t\r\f\v"

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\f' || b == '\v' }

// named is a word that a later token may make a target or a callee.
type named struct {
	span   source.Span
	mark   source.Mark
	access source.Access
}

func (n *named) is() bool { return n.span.End > 0 }

// says returns the first line of a comment that says something, without the signs around it.
func says(src []byte, s source.Span) source.Span {
	for line := range bytes.Lines(src[s.Start:s.End]) {
		text := bytes.Trim(bytes.TrimLeft(line, "#-=[! \t\r"), " \t\r\n]")
		if len(text) > 0 && !bytes.HasPrefix(line, []byte("#!")) && string(bytes.TrimSuffix(line, []byte("\n"))) != "=begin" {
			start := s.Start + bytes.Index(line, text)
			return source.Span{Start: start, End: start + len(text)}
		}
		s.Start += len(line)
	}
	return source.Span{}
}
