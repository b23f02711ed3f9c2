package opt

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const helpWidth = 100 // columns

// Help gives the human help: synopses, arguments, options by group, notes and
// examples.
func (t *Table) Help() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\nUsage:\n", t.Tool, t.Summary)
	for _, u := range t.Usage {
		fmt.Fprintf(&b, "  %s %s\n", t.Tool, u)
	}
	if len(t.Args) > 0 {
		rows := make([][2]string, len(t.Args))
		for i, a := range t.Args {
			rows[i] = [2]string{a.Name, a.Help}
		}
		section(&b, "Arguments", rows)
	}
	for _, list := range t.Sections {
		section(&b, list.Heading, list.Rows)
	}
	for _, g := range t.groups() {
		var rows [][2]string
		for i := range t.Options {
			if o := &t.Options[i]; o.Group == g {
				rows = append(rows, [2]string{o.left(), o.right()})
			}
		}
		section(&b, g, rows)
	}
	for _, n := range t.Notes {
		b.WriteString("\n")
		for _, line := range wrap(n, helpWidth) {
			b.WriteString(line + "\n")
		}
	}
	if len(t.Examples) > 0 {
		b.WriteString("\nExamples:\n")
		for _, e := range t.Examples {
			fmt.Fprintf(&b, "  # %s\n  %s\n", e.Comment, e.Command)
		}
	}
	return b.String()
}

// groups gives the headings in the order in which the table first names them.
func (t *Table) groups() []string {
	var groups []string
	seen := map[string]bool{}
	for i := range t.Options {
		if g := t.Options[i].Group; !seen[g] {
			seen[g] = true
			groups = append(groups, g)
		}
	}
	return groups
}

// left gives the option as it is written: "-g, --include GLOB".
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

// right gives what the option does, its values and its default.
func (o *Option) right() string {
	s := o.Help
	if o.Default != "" {
		s += " [default: " + o.Default + "]"
	}
	return s
}

// section writes a heading and rows of two columns.
func section(b *strings.Builder, heading string, rows [][2]string) {
	const indent, gap, most = 2, 2, 30
	width := 0
	for _, r := range rows {
		if n := utf8.RuneCountInString(r[0]); n <= most {
			width = max(width, n)
		}
	}
	fmt.Fprintf(b, "\n%s:\n", heading)
	for _, r := range rows {
		lines := wrap(r[1], helpWidth-indent-width-gap)
		left := r[0]
		if utf8.RuneCountInString(left) > width {
			fmt.Fprintf(b, "%*s%s\n", indent, "", left)
			left = ""
		}
		for _, line := range lines {
			fmt.Fprintf(b, "%*s%s%*s%s\n", indent, "", left, width-utf8.RuneCountInString(left)+gap, "", line)
			left = ""
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

// Guide gives the option table of the guide in Markdown.
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
		for i := range t.Options {
			if o := &t.Options[i]; o.Group == g {
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
