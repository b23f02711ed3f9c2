package opt

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// HelpWidth is the width of the help without a terminal, in columns.
const HelpWidth = 100

// Help returns the human help: synopses, arguments, options by group, notes and examples. It is wrapped to width
// columns, except longer words and the commands of examples, which stay on one line so that they can be run.
func (t *Table) Help(width int) string {
	h := helper{width: width}
	h.paragraph("", t.Tool+": "+t.Summary)
	h.text.WriteString("\nUsage:\n")
	for _, u := range t.Usage {
		h.hanging("  ", "      ", t.Tool+" "+u)
	}
	if len(t.Args) > 0 {
		rows := make([][2]string, len(t.Args))
		for i, a := range t.Args {
			rows[i] = [2]string{a.Name, a.Help}
		}
		h.section("Arguments", rows)
	}
	for _, list := range t.Sections {
		h.section(list.Heading, list.Rows)
	}
	for _, g := range t.groups() {
		var rows [][2]string
		for _, o := range t.listed() {
			if o.Group == g {
				rows = append(rows, [2]string{o.left(), o.right()})
			}
		}
		h.section(g, rows)
	}
	for _, n := range t.Notes {
		h.text.WriteString("\n")
		h.paragraph("", n)
	}
	if len(t.Examples) > 0 {
		h.text.WriteString("\nExamples:\n")
		for _, e := range t.Examples {
			h.paragraph("  # ", e.Comment)
			h.text.WriteString("  " + e.Command + "\n")
		}
	}
	return h.text.String()
}

// A helper writes a help of at most width columns.
type helper struct {
	text  strings.Builder
	width int
}

// paragraph writes s, each line after indent.
func (h *helper) paragraph(indent, s string) { h.hanging(indent, indent, s) }

// hanging writes s, the first line after first and the others after indent.
func (h *helper) hanging(first, indent, s string) {
	for _, line := range wrap(s, h.width-utf8.RuneCountInString(indent)) {
		h.text.WriteString(first + line + "\n")
		first = indent
	}
}

// groups returns the headings in the order in which the table first names them.
func (t *Table) groups() []string {
	var groups []string
	seen := map[string]bool{}
	for _, o := range t.listed() {
		if !seen[o.Group] {
			seen[o.Group] = true
			groups = append(groups, o.Group)
		}
	}
	return groups
}

// left returns the option as it is written: "-g, --include GLOB".
func (o *Option) left() string {
	s := "    --" + o.Name
	if o.Short != "" {
		s = "-" + o.Short + ", --" + o.Name
	}
	for _, a := range o.Aliases {
		s += ", --" + a
	}
	if o.Arg != "" {
		s += " " + o.Arg
	}
	return s
}

// right returns what the option does, its values and its default.
func (o *Option) right() string {
	s := o.Help
	if o.Default != "" {
		s += " [default: " + o.Default + "]"
	}
	return s
}

// section writes a heading and rows of two columns. If that would leave the right column less than leastRight, each
// row's left part goes above the right one.
func (h *helper) section(heading string, rows [][2]string) {
	const indent, gap, most, leastRight, below = 2, 2, 30, 30, 8
	width := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r[0]); n <= most {
			width = max(width, n)
		}
	}
	margin, stacked := indent+width+gap, false
	if h.width-margin < leastRight {
		margin, stacked = below, true
	}
	fmt.Fprintf(&h.text, "\n%s:\n", heading)
	for _, r := range rows {
		left := r[0]
		if n := utf8.RuneCountInString(left); stacked || n > width {
			name := strings.TrimLeft(left, " ")
			h.hanging("  "+left[:len(left)-len(name)], "      ", name)
			h.paragraph(strings.Repeat(" ", margin), r[1])
		} else {
			h.hanging("  "+left+strings.Repeat(" ", width-n+gap), strings.Repeat(" ", margin), r[1])
		}
	}
}

// wrap breaks s at blanks into lines of at most width columns.
func wrap(s string, width int) []string {
	var lines []string
	line, n := "", 0
	for word := range strings.FieldsSeq(s) {
		w := utf8.RuneCountInString(word)
		if n > 0 && n+1+w > width {
			lines = append(lines, line)
			line, n = "", 0
		}
		if n > 0 {
			line += " "
			n++
		}
		line += word
		n += w
	}
	return append(lines, line)
}

// Guide returns the option table of the guide in Markdown.
func (t *Table) Guide() string {
	var b strings.Builder
	cell := strings.NewReplacer("|", `\|`, "\n", " ").Replace
	if len(t.Args) > 0 {
		b.WriteString("| Argument | Meaning |\n| --- | --- |\n")
		for _, a := range t.Args {
			fmt.Fprintf(&b, "| `%s` | %s |\n", a.Name, cell(a.Help))
		}
	}
	for _, g := range t.groups() {
		fmt.Fprintf(&b, "\n**%s**\n\n| Option | Meaning |\n| --- | --- |\n", g)
		for _, o := range t.listed() {
			if o.Group == g {
				fmt.Fprintf(&b, "| `%s` | %s |\n", cell(strings.TrimSpace(o.left())), cell(o.right()))
			}
		}
	}
	for _, d := range t.Definitions {
		if d.Own == nil {
			continue
		}
		fmt.Fprintf(&b, "\n**Arguments of %s calls**\n\n| Argument | Meaning |\n| --- | --- |\n", d.Name)
		for _, a := range d.Own.Args {
			fmt.Fprintf(&b, "| `%s` | %s |\n", a.Property, cell(a.Help))
		}
		for i := range d.Own.Options {
			o := &d.Own.Options[i]
			fmt.Fprintf(&b, "| `%s` | %s |\n", o.property(), cell(o.right()))
		}
	}
	return b.String()
}
