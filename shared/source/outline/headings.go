package outline

import (
	"bytes"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// A markdown reader follows the headings of a Markdown file line by line (CommonMark 0.31, §4.2, §4.3): not in fenced code
// (§4.5), HTML (§4.6) and front matter, nor by a line of dashes that ends a list or a quotation.
type markdown struct {
	out listener
	at  int // where the line at hand begins

	fence  string // what opened the code at hand
	html   string // what ends the HTML block at hand
	opened int    // where that block began
	front  bool   // in front matter
	item   int    // where the text of the list item at hand begins, 0 outside
	blank  bool   // the line before is

	paragraph int64   // the first line of the paragraph at hand, 0 for none
	under     section // that it is if it is underlined
	title     []byte  // of that
}

// line reads the beginning of the next line, which is at offset at.
func (m *markdown) line(n int64, at int, line []byte) {
	m.at = at
	if n == 1 && bytes.HasPrefix(line, []byte("\uFEFF")) {
		line = line[len("\uFEFF"):]
		m.at += len("\uFEFF")
	}
	text := string(bytes.TrimRight(line, " \t\r\n"))
	content := strings.TrimLeft(text, " ")
	indent := len(text) - len(content)
	switch {
	case m.front:
		m.front = text != "---" && text != "..."
	case n == 1 && text == "---":
		m.front = true
	case m.html != "":
		m.inHTML(indent, content)
	case m.fence != "":
		if closes(content, m.fence) {
			m.fence = ""
		}
	default:
		m.block(n, indent, content)
	}
	m.blank = content == ""
}

// block reads a line outside of what holds no headings.
func (m *markdown) block(n int64, indent int, content string) {
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
		start := level + len(content[level:]) - len(strings.TrimLeft(content[level:], " \t"))
		m.head(section{line: n, level: level, title: title, token: m.span(indent, len(content)), name: m.span(indent+start, len(title))})
	case underline > 0 && m.paragraph > 0:
		m.under.level, m.under.title = underline, string(m.title)
		m.head(m.under)
	case strings.ContainsRune(">|", rune(content[0])), underline > 0:
		m.paragraph = 0
	case m.item > 0 && !m.blank: // the list item goes on, lazily
	case m.paragraph > 0:
		m.title = append(append(m.title[:min(len(m.title), maxHeading)], ' '), content...)
		m.under.name.End = m.at + indent + len(content)
		m.under.token = m.under.name
	default:
		text := m.span(indent, len(content))
		m.paragraph, m.under = n, section{line: n, token: text, name: text}
		m.title = append(m.title[:0], content...)
	}
}

// span returns where n bytes of the line at hand stand, from its byte from on.
func (m *markdown) span(from, n int) source.Span {
	return source.Span{Start: m.at + from, End: m.at + from + n}
}

// head begins a section.
func (m *markdown) head(s section) {
	m.out.heading(s)
	m.paragraph, m.item = 0, 0
}

// opensBlock reads a line that opens fenced code or HTML, in a list item only a comment, which ends with it at the latest.
func (m *markdown) opensBlock(indent, width int, content string) bool {
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
	m.html, m.opened = html, m.at+indent+width
	m.inHTML(indent+width, content)
	return true
}

// inHTML reads a line of an HTML block, whose content is after indent bytes.
func (m *markdown) inHTML(indent int, content string) {
	if !closesHTML(content, m.html) {
		return
	}
	if m.html == "-->" {
		end := m.at + indent + strings.Index(content, "-->") + len("-->")
		m.out.comment(source.Span{Start: m.opened, End: end})
	}
	m.html = ""
}

// heading returns the level and the title of a line that is a heading by its number signs, or level 0.
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

// underlined returns the level of the heading that a line makes of the paragraph above it, or 0.
func underlined(content string) int {
	switch {
	case strings.Trim(content, "=") == "":
		return 1
	case strings.Trim(content, "-") == "":
		return 2
	}
	return 0
}

// opensFence returns the marks that open fenced code, "" for none.
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

// unlist returns the text after the markers of list items that a line begins with, and their width.
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
