package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/walk"
)

// sectionsOf gives for each of lines, in ascending order, the headings that it
// stands under in a Markdown file; nothing for another file.
func sectionsOf(ctx context.Context, e *walk.Entry, lines []int64) ([]string, error) {
	switch ext := strings.ToLower(path.Ext(string(e.Name()))); {
	case ext != ".md" && ext != ".markdown", len(lines) == 0:
		return nil, nil
	}
	file, err := e.Open()
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return sections(grep.Timed(ctx, file), lines)
}

// maxHeading is how much of a line is looked at, in bytes: headings are shorter.
const maxHeading = 1 << 10

// sections reads Markdown as far as the last of lines, which ascend, and gives
// the path of headings that each stands under, joined by " > "; a heading and
// the underline below it stand under themselves.
func sections(r io.Reader, lines []int64) ([]string, error) {
	m := outline{wanted: lines}
	br := bufio.NewReader(r)
	for n := int64(1); len(m.found) < len(lines) && (n <= lines[len(lines)-1] || m.paragraph > 0); n++ {
		text, err := headOfLine(br)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if n == 1 {
			text = bytes.TrimPrefix(text, []byte("\uFEFF"))
		}
		m.line(n, strings.TrimRight(string(text), " \t\r\n"))
	}
	m.resolve(maxLine)
	return m.found, nil
}

// headOfLine gives the first maxHeading bytes of the next line.
func headOfLine(br *bufio.Reader) ([]byte, error) {
	var head []byte
	for {
		part, err := br.ReadSlice('\n')
		head = append(head, part[:min(len(part), maxHeading-len(head))]...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF) && len(head) > 0:
			return head, nil
		}
		return head, err
	}
}

// An outline follows the headings of a Markdown file line by line, as far as
// CommonMark 0.31 makes them (§4.2, §4.3): not in fenced code (§4.5), HTML
// (§4.6) and front matter, nor where a line of dashes ends a list or a quotation.
type outline struct {
	wanted []int64
	found  []string // of the first of wanted

	levels [6]string // titles by level; those without a text are not named

	fence     string // what opened the code at hand
	html      string // what ends the HTML block at hand
	front     bool   // in front matter
	item      int    // where the text of the list item at hand begins, 0 outside
	blank     bool   // the line before is
	paragraph int64  // the first line of the paragraph at hand, 0 for none
	title     string
}

// line takes the next line, without its end.
func (m *outline) line(n int64, text string) {
	content := strings.TrimLeft(text, " ")
	indent := len(text) - len(content)
	switch {
	case m.front:
		m.front = text != "---" && text != "..."
	case n == 1 && text == "---":
		m.front = true
	case m.html != "":
		if closesHTML(content, m.html) {
			m.html = ""
		}
	case m.fence != "":
		if closes(content, m.fence) {
			m.fence = ""
		}
	default:
		m.block(n, indent, content)
	}
	m.blank = content == ""
}

// block takes a line outside of what holds no headings.
func (m *outline) block(n int64, indent int, content string) {
	if content == "" {
		m.paragraph = 0
		return
	}
	if indent < m.item && m.blank {
		m.item = 0
	}
	content, width := unlist(content)
	if width > 0 {
		m.item, m.paragraph = indent+width, 0
	}
	if m.opensBlock(indent, width, content) {
		m.paragraph = 0
		return
	}
	level, title := heading(content)
	switch underline := underlined(content); {
	case indent > m.item+3 && m.paragraph == 0: // indented code
	case width > 0, indent > 3, m.item > 0 && indent >= m.item: // in a list item
	case level > 0:
		m.head(n, level, title)
	case underline > 0 && m.paragraph > 0:
		m.head(m.paragraph, underline, m.title)
	case strings.ContainsRune(">|", rune(content[0])), underline > 0:
		m.paragraph = 0
	case m.item > 0 && !m.blank: // the list item goes on, lazily
	case m.paragraph > 0:
		m.title = m.title[:min(len(m.title), maxHeading)] + " " + content
	default:
		m.paragraph, m.title = n, content
	}
}

// opensBlock takes a line that opens fenced code or HTML. HTML in a list item is
// left out, but for comments: it ends with the item at the latest.
func (m *outline) opensBlock(indent, width int, content string) bool {
	if indent > m.item+3 && m.paragraph == 0 { // indented code
		return false
	}
	if fence := opensFence(content); fence != "" {
		m.fence = fence
		return true
	}
	html := opensHTML(content, m.paragraph > 0)
	inItem := width > 0 || indent > 3 || m.item > 0 && indent >= m.item
	if html == "" || inItem && html != "-->" {
		return false
	}
	if !closesHTML(content, html) {
		m.html = html
	}
	return true
}

// head begins a section at line n.
func (m *outline) head(n int64, level int, title string) {
	m.resolve(n)
	for i := level - 1; i < len(m.levels); i++ {
		m.levels[i] = ""
	}
	m.levels[level-1] = title
	m.paragraph, m.item = 0, 0
}

// resolve gives the wanted lines before line n their section, which is the one
// at hand.
func (m *outline) resolve(n int64) {
	var titles []string
	for _, title := range m.levels {
		if title != "" {
			titles = append(titles, title)
		}
	}
	for len(m.found) < len(m.wanted) && m.wanted[len(m.found)] < n {
		m.found = append(m.found, strings.Join(titles, " > "))
	}
}

// heading gives the level and the title of a line that is a heading by its
// number signs, or level 0.
func heading(content string) (level int, title string) {
	rest := strings.TrimLeft(content, "#")
	level = len(content) - len(rest)
	if level == 0 || level > 6 || rest != "" && rest[0] != ' ' && rest[0] != '\t' {
		return 0, ""
	}
	title = strings.Trim(rest, " \t")
	if bare := strings.TrimRight(title, "#"); bare == "" || strings.HasSuffix(bare, " ") || strings.HasSuffix(bare, "\t") {
		title = strings.TrimRight(bare, " \t")
	}
	return level, title
}

// underlined gives the level of the heading that a line makes of the paragraph
// above it, or 0.
func underlined(content string) int {
	switch {
	case strings.Trim(content, "=") == "":
		return 1
	case strings.Trim(content, "-") == "":
		return 2
	}
	return 0
}

// opensFence gives the marks that open fenced code, "" for none.
func opensFence(content string) string {
	for _, mark := range []string{"`", "~"} {
		rest := strings.TrimLeft(content, mark)
		if n := len(content) - len(rest); n >= 3 && (mark == "~" || !strings.Contains(rest, mark)) {
			return content[:n]
		}
	}
	return ""
}

// closes reports whether a line ends the code that fence opened.
func closes(content, fence string) bool {
	return strings.HasPrefix(content, fence) && strings.Trim(content, fence[:1]) == ""
}

// unlist gives the text behind the markers of list items that a line begins
// with, and how wide these are.
func unlist(content string) (rest string, width int) {
	for rest = content; ; {
		marker := strings.TrimLeft(rest, "0123456789")
		switch digits := len(rest) - len(marker); {
		case digits > 9 || marker == "":
			return rest, width
		case digits > 0 && marker[0] != '.' && marker[0] != ')', digits == 0 && strings.IndexByte("-*+", marker[0]) < 0:
			return rest, width
		}
		text := strings.TrimLeft(marker[1:], " ")
		if text == marker[1:] || text == "" && underlined(rest) > 0 {
			return rest, width
		}
		width += len(rest) - len(text)
		rest = text
	}
}
