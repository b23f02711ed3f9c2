package main

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind is the kind of a line of Markdown.
type kind uint8

// The kinds of lines.
const (
	prose   kind = iota
	heading      // its text begins or names a section
	code         // in a fenced block, or a fence
	rule         // the line under a heading, or a thematic break
)

// outline parses a text line by line, as far as needed for headings: Markdown (CommonMark 0.31: 4.2, 4.3, 4.5, 4.6),
// of which it treats HTML blocks other than comments, and headings in quotes and lists, as prose, reStructuredText
// and AsciiDoc.
type outline struct {
	syntax syntax
	styles []string // of headings in reStructuredText, by level
	over   byte     // sign of the line above a title, 0 for none

	fence   byte // of the open block of code, 0 for none
	run     int  // length of the fence
	under   bool // the next line is the one under a heading
	comment bool // an HTML comment is open
}

// look returns the kind of line, given the next one, both without ends, and of a heading its level, from 1, and text.
func (o *outline) look(line, next []byte) (k kind, level int, text []byte) {
	if o.under {
		o.under = false
		return rule, 0, nil
	}
	switch o.syntax {
	case rst:
		return o.lookRST(line, next)
	case adoc:
		return o.lookADoc(line, next)
	}
	return o.lookMarkdown(line, next)
}

// lookMarkdown is look for Markdown.
func (o *outline) lookMarkdown(line, next []byte) (k kind, level int, text []byte) {
	if o.comment {
		o.comment = !bytes.Contains(line, []byte("-->"))
		return prose, 0, nil
	}
	lead := indent(line)
	if lead > 3 || lead == len(line) {
		if o.fence != 0 {
			return code, 0, nil
		}
		return prose, 0, nil
	}
	rest := line[lead:]
	c := rest[0]
	if c == '`' || c == '~' {
		if o.fenced(rest, c) {
			return code, 0, nil
		}
	}
	switch {
	case o.fence != 0:
		return code, 0, nil
	case bytes.HasPrefix(rest, []byte("<!--")):
		o.comment = !bytes.Contains(rest, []byte("-->"))
		return prose, 0, nil
	case c == '#':
		if level, text = atx(rest); level > 0 {
			return heading, level, text
		}
	case (c == '-' || c == '=' || c == '*' || c == '_') && divider(rest):
		return rule, 0, nil
	}
	if level = setext(next); level > 0 && !container(rest) {
		o.under = true
		return heading, level, rest
	}
	return prose, 0, nil
}

// indent returns the number of spaces at the beginning of line; a tab counts as four.
func indent(line []byte) int {
	for i, c := range line {
		if c == '\t' {
			return max(4, i)
		}
		if c != ' ' {
			return i
		}
	}
	return len(line)
}

// fenced opens or closes a block of code, and reports whether line, which begins with c, does that.
func (o *outline) fenced(line []byte, c byte) bool {
	run := len(line) - len(bytes.TrimLeft(line, string(c)))
	rest := line[run:]
	switch {
	case run < 3:
		return false
	case o.fence == 0:
		if c == '`' && bytes.IndexByte(rest, '`') >= 0 {
			return false // a span of code in prose
		}
		o.fence, o.run = c, run
		return true
	case c == o.fence && run >= o.run && len(bytes.TrimSpace(rest)) == 0:
		o.fence = 0
		return true
	}
	return false
}

// atx returns the level and text of a line "## text ##", and level 0 for any other line.
func atx(line []byte) (level int, text []byte) {
	for level < len(line) && line[level] == '#' {
		level++
	}
	text = line[level:]
	if level > 6 || len(text) > 0 && text[0] != ' ' && text[0] != '\t' {
		return 0, nil
	}
	text = bytes.TrimSpace(text)
	if bare := bytes.TrimRight(text, "#"); len(bare) == 0 || bare[len(bare)-1] == ' ' || bare[len(bare)-1] == '\t' {
		text = bytes.TrimSpace(bare)
	}
	return level, text
}

// setext returns the level of the heading that line makes of the previous line, 0 if it makes none.
func setext(line []byte) int {
	lead := indent(line)
	if lead > 3 || lead == len(line) {
		return 0
	}
	line = bytes.TrimRight(line[lead:], " \t")
	for level, c := range []byte("=-") {
		if line[0] == c && len(bytes.Trim(line, string(c))) == 0 {
			return level + 1
		}
	}
	return 0
}

// divider reports whether line consists of three or more of the same sign, and spaces.
func divider(line []byte) bool {
	c, n := line[0], 0
	for _, b := range line {
		switch b {
		case c:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3 || c == '='
}

// container reports whether line begins a quote, list item, table row or HTML: signs below it do not make it a heading.
func container(line []byte) bool {
	switch c := line[0]; {
	case c == '>' || c == '|' || c == '<':
		return true
	case c == '-' || c == '+' || c == '*':
		return len(line) > 1 && line[1] == ' '
	}
	digits := bytes.TrimLeft(line, "0123456789")
	return len(digits) < len(line) && len(digits) > 1 && (digits[0] == '.' || digits[0] == ')') && digits[1] == ' '
}

// plainText returns the text of a heading without emphasis, code spans, and the targets of links and images.
func plainText(text []byte) string {
	var b strings.Builder
	depth := 0 // open brackets of links
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text) && unicode.IsPunct(rune(text[i+1])):
			i++
			b.WriteByte(text[i])
		case c == '`' || c == '*' || c == '~':
		case c == '!' && i+1 < len(text) && text[i+1] == '[':
		case c == '[':
			depth++
		case c == ']' && depth > 0:
			depth--
			i += target(text[i+1:])
		case c < ' ':
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// target returns the length of the address or label, in its brackets, that follows the text of a link.
func target(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	last := map[byte]byte{'(': ')', '[': ']'}[text[0]]
	if last == 0 {
		return 0
	}
	return bytes.IndexByte(text, last) + 1
}

// slug returns a heading's name in addresses, as GitHub makes it: lower case, hyphens for spaces, no signs but - and _.
func slug(title string) string {
	var b strings.Builder
	for _, r := range title {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			b.WriteRune(unicode.ToLower(r))
		case r == utf8.RuneError:
			b.WriteByte('-')
		}
	}
	return b.String()
}
