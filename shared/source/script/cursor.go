// Package script reads Ruby, Bash and Lua, each by a state machine that passes
// over the bytes once.
package script

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// maxNested bounds how many open brackets and blocks are told apart, and so the
// memory that they take. What is open beyond is counted only.
const maxNested = 10_000

// maxTargets bounds how many names of one statement are kept until it is seen
// whether they are assigned to.
const maxTargets = 200

// ahead bounds how far is looked for the end of what is short, in bytes.
const ahead = 400

// cursor is where a scanner stands in a file.
type cursor struct {
	src   []byte
	r     *source.Recorder
	pos   int
	end   int // of the last token, comments left aside
	above remark
}

// at gives the byte n behind the next one, 0 behind the end of the file.
func (c *cursor) at(n int) byte {
	if c.pos+n < len(c.src) {
		return c.src[c.pos+n]
	}
	return 0
}

// skipMark passes over a byte order mark at the start of the file.
func (c *cursor) skipMark() {
	if c.has("\xef\xbb\xbf") {
		c.pos = 3
	}
}

// has tells whether the bytes to come begin with s.
func (c *cursor) has(s string) bool {
	return len(c.src)-c.pos >= len(s) && string(c.src[c.pos:c.pos+len(s)]) == s
}

// line gives where the line ends, its end left aside.
func (c *cursor) line(from int) int {
	if n := bytes.IndexByte(c.src[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(c.src)
}

// near gives where the line ends, or a place some way on where that is further:
// what looks ahead must not read a long line again and again.
func (c *cursor) near(from int) int {
	rest := c.src[from:min(from+ahead, len(c.src))]
	if n := bytes.IndexByte(rest, '\n'); n >= 0 {
		return from + n
	}
	return from + len(rest)
}

// oneOf tells whether b is one of the signs.
func oneOf(b byte, signs string) bool { return strings.IndexByte(signs, b) >= 0 }

// word passes over the letters, digits and underscores to come.
func (c *cursor) word() source.Span {
	start := c.pos
	for c.pos < len(c.src) && inWord(c.src[c.pos]) {
		c.pos++
	}
	return source.Span{Start: start, End: c.pos}
}

// number passes over a number and what is glued to it.
func (c *cursor) number() {
	for c.pos < len(c.src) {
		b := c.src[c.pos]
		exponent := c.pos > 0 && (b == '-' || b == '+') && c.src[c.pos-1]|0x20 == 'e' && c.at(1)-'0' < 10
		if !inWord(b) && (b != '.' || c.at(1)-'0' >= 10) && !exponent {
			return
		}
		c.pos++
	}
}

// comment tells of the comment from start to end, and goes on behind it.
func (c *cursor) comment(start, end int) {
	c.pos = min(end, len(c.src))
	s := source.Span{Start: start, End: c.pos}
	for s.End > start && c.src[s.End-1] == '\r' {
		s.End--
	}
	c.r.Text(s, source.Comment)
	c.above.see(c.src, s)
}

func inWord(b byte) bool {
	return b|0x20-'a' < 26 || b-'0' < 10 || b == '_' || b >= 0x80
}

func digit(b byte) bool { return b-'0' < 10 }

func blank(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\f' || b == '\v' }

// named is a word that a later token may make a target or a callee.
type named struct {
	span   source.Span
	mark   source.Mark
	access source.Access
}

func (n *named) is() bool { return n.span.End > 0 }

// remark is the run of comments that was seen last, each on the line behind
// the one before it.
type remark struct {
	says source.Span // its first line that says something
	end  int
}

func (m *remark) see(src []byte, s source.Span) {
	if m.end == 0 || !nextLine(src, m.end, s.Start) || bytes.IndexByte(src[m.end:s.Start], '\n') < 0 {
		m.says = source.Span{}
	}
	if m.says.Len() == 0 {
		m.says = says(src, s)
	}
	m.end = s.End
}

// doc gives the line for what begins at start, if the run stands directly
// above it.
func (m *remark) doc(src []byte, start int) source.Span {
	if m.end == 0 || start < m.end || !nextLine(src, m.end, start) {
		return source.Span{}
	}
	return m.says
}

// nextLine tells whether nothing but blanks and at most one line end stand
// from end to start.
func nextLine(src []byte, end, start int) bool {
	if start-end > 1000 {
		return false
	}
	lines := 0
	for _, b := range src[end:start] {
		switch {
		case b == '\n':
			lines++
		case !blank(b):
			return false
		}
	}
	return lines <= 1
}

// says gives the first line of a comment that says something, without the
// signs around it.
func says(src []byte, s source.Span) source.Span {
	for at := s.Start; at < s.End; {
		end := s.End
		if n := bytes.IndexByte(src[at:end], '\n'); n >= 0 {
			end = at + n
		}
		line := src[at:end]
		text := bytes.Trim(bytes.TrimLeft(line, "#-=[! \t\r"), " \t\r]")
		if len(text) > 0 && !bytes.HasPrefix(line, []byte("#!")) && string(line) != "=begin" {
			start := at + bytes.Index(line, text)
			return source.Span{Start: start, End: start + len(text)}
		}
		at = end + 1
	}
	return source.Span{}
}
