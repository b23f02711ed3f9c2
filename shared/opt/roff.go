package opt

import "strings"

// markdown writes what the guides use of Markdown: headings, paragraphs,
// quotations, lists of one level, fenced code and tables.
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

// until gives the index of the first line behind lines[0] that ends a block.
func until(lines []string, end func(string) bool) int {
	for i := 1; i < len(lines); i++ {
		if end(lines[i]) {
			return i
		}
	}
	return len(lines)
}

// bullet gives the mark that an item of a list begins with, "" for another line.
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

// table writes one of two columns as terms and meanings, and any other as a
// table.
func (r *roff) table(lines []string) {
	var rows [][]string
	for i, l := range lines {
		if i != 1 { // the line that says how the columns stand
			rows = append(rows, cells(l))
		}
	}
	if len(rows[0]) == 2 {
		for _, row := range rows[1:] {
			r.told(roffInline(row[0]), row[1])
		}
		return
	}
	r.paragraph()
	r.line(".TS")
	r.line(strings.TrimSpace(strings.Repeat("lb ", len(rows[0]))))
	r.line(strings.TrimSpace(strings.Repeat("l ", len(rows[0]))) + ".")
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

// roffInline gives a text of Markdown: code and strong words are bold, of links
// their words stay.
func roffInline(s string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, "`") {
		if i%2 == 1 {
			b.WriteString(`\fB` + strings.TrimPrefix(roffText(part), `\&`) + `\fR`)
			continue
		}
		for j, words := range strings.Split(unlinked(part), "**") {
			words = roffText(words)
			if i > 0 || j > 0 {
				words = strings.TrimPrefix(words, `\&`)
			}
			if j%2 == 1 {
				words = `\fB` + words + `\fR`
			}
			b.WriteString(words)
		}
	}
	return strings.TrimSpace(b.String())
}

// text writes a text in lines that are short enough to read, none of which
// begins as a request does.
func (r *roff) text(s string) {
	const width = 78
	for _, l := range wrap(s, width) {
		if strings.HasPrefix(l, ".") || strings.HasPrefix(l, "'") {
			l = `\&` + l
		}
		r.line(l)
	}
}

// unlinked gives the words of links in place of these: [words](address).
func unlinked(s string) string {
	for {
		before, rest, found := strings.Cut(s, "](")
		_, after, closed := strings.Cut(rest, ")")
		open := strings.LastIndex(before, "[")
		if !found || !closed || open < 0 {
			return s
		}
		s = before[:open] + before[open+1:] + after
	}
}
