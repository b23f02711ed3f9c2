package opt

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/lazy"
)

// markdown writes the guides' Markdown: headings, paragraphs, quotations, flat lists, fenced code and tables.
func (r *roff) markdown(text string) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for len(lines) > 0 {
		line := lines[0]
		n := 1
		switch {
		case line == "":
		case strings.HasPrefix(line, "```"):
			n = until(lines, func(l string) bool { return l == line[:3] })
			r.code(lines[1:n])
			n++
		case strings.HasPrefix(line, "#"):
			r.heading(line)
		case strings.HasPrefix(line, "|"):
			n = until(lines, func(l string) bool { return !strings.HasPrefix(l, "|") })
			r.table(lines[:n])
		case bullet(line) != "":
			n = until(lines, func(l string) bool { return !strings.HasPrefix(l, "  ") })
			mark := bullet(line)
			r.line(".IP " + map[bool]string{true: `\(bu 2`, false: roffText(strings.TrimSpace(mark)) + " 3"}[mark == "- "])
			r.text(roffInline(line[len(mark):] + " " + strings.Join(lines[1:n], " ")))
		default:
			n = until(lines, func(l string) bool {
				return l == "" || strings.HasPrefix(l, "```") || strings.HasPrefix(l, "|") || bullet(l) != ""
			})
			for i, l := range lines[:n] {
				lines[i] = strings.TrimPrefix(l, "> ")
			}
			r.paragraph()
			r.text(roffInline(strings.Join(lines[:n], " ")))
		}
		lines = lines[min(n, len(lines)):]
	}
}

// until returns the index of the first line after lines[0] that ends a block.
func until(lines []string, end func(string) bool) int {
	for i := 1; i < len(lines); i++ {
		if end(lines[i]) {
			return i
		}
	}
	return len(lines)
}

// bullet returns the mark that an item of a list begins with, "" for another line.
func bullet(line string) string {
	if strings.HasPrefix(line, "- ") {
		return "- "
	}
	if len(line) > 3 && line[0] >= '1' && line[0] <= '9' && line[1:3] == ". " {
		return line[:3]
	}
	return ""
}

func (r *roff) heading(line string) {
	title := strings.TrimLeft(line, "# ")
	macro := ".SS "
	if strings.HasPrefix(line, "## ") {
		macro, title = ".SH ", strings.ToUpper(title)
	}
	r.line(macro + roffWord(strings.ReplaceAll(title, "`", "")))
}

// table writes one of two columns as terms and meanings, and any other as a table.
func (r *roff) table(lines []string) {
	var rows [][]string
	for i, l := range lines {
		if i != 1 { // the line with the alignment of the columns
			rows = append(rows, cells(l))
		}
	}
	if len(rows[0]) == 2 {
		for _, row := range rows[1:] {
			r.described(roffInline(row[0]), strings.Join(row[1:], " "))
		}
		return
	}
	r.paragraph()
	r.line(".TS")
	widths, _ := columns(rows)
	var head, body []string
	for _, w := range widths {
		head, body = append(head, fmt.Sprintf("lbw(%dn)", w)), append(body, fmt.Sprintf("lw(%dn)", w))
	}
	r.line(strings.Join(head, " "))
	r.line(strings.Join(body, " ") + ".")
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				r.WriteString("\t")
			}
			r.WriteString("T{\n" + strings.TrimPrefix(roffInline(cell)+"\n", "\n") + "T}")
		}
		r.line("")
	}
	r.line(".TE")
}

// A page on a terminal of 78 columns, as some programs that read pages have it, has lines of 69 characters in a section,
// and three between two columns of a table.
const (
	tableWidth = 69
	columnGap  = 3
)

// columns returns how wide the columns of a table are in characters, and whether it fits the line: a column has at least
// the width of its longest word, and of the rest each gets the same share of what its longest cell needs.
func columns(rows [][]string) (widths []int, fits bool) {
	widths = make([]int, len(rows[0]))
	needs := make([]int, len(widths))
	for _, row := range rows {
		for i := range min(len(row), len(widths)) {
			cell := escapes.Get().ReplaceAllStringFunc(roffInline(row[i]), printed)
			needs[i] = max(needs[i], utf8.RuneCountInString(cell))
			for word := range strings.FieldsSeq(cell) {
				widths[i] = max(widths[i], utf8.RuneCountInString(word))
			}
		}
	}
	left, more := tableWidth-columnGap*(len(widths)-1), 0
	for i := range widths {
		left -= widths[i]
		more += needs[i] - widths[i]
	}
	for i := range widths {
		if more > 0 && left > 0 {
			widths[i] += (needs[i] - widths[i]) * min(left, more) / more
		}
	}
	return widths, left >= 0
}

var escapes = lazy.Regexp(`\\\[u[0-9A-F]+\]|\\f[BIR]|\\.`)

// printed returns a text as wide as an escape: fonts and what permits a break take no space.
func printed(escape string) string {
	if strings.HasPrefix(escape, `\f`) || escape == `\&` || escape == `\:` {
		return ""
	}
	return "x"
}

// cells divides a row of a table; \| is a bar in a cell.
func cells(line string) []string {
	const bar = "\x00"
	line = strings.TrimSpace(strings.ReplaceAll(line, `\|`, bar))
	list := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "|"), "|"), "|")
	for i, c := range list {
		list[i] = strings.ReplaceAll(strings.TrimSpace(c), bar, "|")
	}
	return list
}

// roffInline returns Markdown text: code and strong words bold, emphasis slanted (often underlined), links as words.
func roffInline(s string) string {
	var b strings.Builder
	inline(&b, s, `\fR`)
	return strings.TrimSpace(b.String())
}

// inline writes a text of Markdown in a font.
func inline(b *strings.Builder, s, font string) {
	write := func(s string) {
		s = roffText(s)
		if b.Len() > 0 { // only what begins a line can be a request
			s = strings.TrimPrefix(s, `\&`)
		}
		b.WriteString(s)
	}
	for s != "" {
		at := strings.IndexAny(s, "`*[")
		if at < 0 {
			write(s)
			return
		}
		write(s[:at])
		words, mark, rest := marked(s[at:], at > 0 && isWord(s[at-1]))
		switch mark {
		case "`":
			b.WriteString(`\fB` + breakable(strings.TrimPrefix(roffText(words), `\&`)) + font)
		case "**", "*":
			inner := map[string]string{"**": `\fB`, "*": `\fI`}[mark]
			b.WriteString(inner)
			inline(b, words, inner)
			b.WriteString(font)
		case "[":
			inline(b, words, font)
		default:
			write(words)
		}
		s = rest
	}
}

// marked splits a text that begins with a mark into the marked words, the mark, and the rest. An unpaired mark is text.
func marked(s string, inWord bool) (words, mark, rest string) {
	mark = s[:1]
	if strings.HasPrefix(s, "**") {
		mark = "**"
	}
	words, rest, closed := cutMark(s[len(mark):], map[string]string{"[": "]("}[mark], mark)
	switch {
	case !closed:
	case mark == "[":
		if _, after, ok := strings.Cut(rest, ")"); ok {
			return words, mark, after
		}
	case mark == "`":
		return words, mark, rest
	case words != "" && strings.TrimSpace(words) == words && (len(mark) > 1 || !inWord && (rest == "" || !isWord(rest[0]))):
		return words, mark, rest
	}
	return mark, "", s[len(mark):]
}

// cutMark cuts s at what ends a mark, the mark itself where that is "", and
// passes over code unless code is what it ends.
func cutMark(s, end, mark string) (before, after string, found bool) {
	end = cmp.Or(end, mark)
	for at := 0; at < len(s); at++ {
		if mark == "*" && strings.HasPrefix(s[at:], "**") {
			at++
			continue
		}
		if strings.HasPrefix(s[at:], end) {
			return s[:at], s[at+len(end):], true
		}
		if s[at] == '`' {
			code := strings.IndexByte(s[at+1:], '`')
			if code < 0 {
				break
			}
			at += code + 1
		}
	}
	return s, "", false
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// longWord is how many bytes of code without a blank fit the narrowest line.
const longWord = 40

// breakable lets long words of code end a line after a comma.
func breakable(code string) string {
	words := strings.Split(code, " ")
	for i, w := range words {
		if len(w) > longWord {
			words[i] = strings.ReplaceAll(w, ",", `,\:`)
		}
	}
	return strings.Join(words, " ")
}

// text writes a text in lines that are short enough to read, none of which begins as a request does.
func (r *roff) text(s string) {
	const width = 78
	for _, l := range wrap(s, width) {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			l = `\&` + l
		}
		r.line(l)
	}
}
