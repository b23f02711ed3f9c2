package opt

import (
	"cmp"
	"fmt"
	"strings"
)

// A Manual has the parts of a manual page that are not in the table.
type Manual struct {
	Version            string
	Date               string // of the version, YYYY-MM-DD
	Guide              string // in Markdown: its prose becomes sections
	Environment, Files [][2]string
	See                []string // names of other programs
}

// Man returns the manual page in man(7) and tbl(1): the guide, then arguments, options by group and examples.
func (t *Table) Man(m Manual) string {
	var r roff
	name := strings.ReplaceAll(t.Tool, " ", "-")
	r.line(`'\" t`)
	r.line(".TH " + roffWord(strings.ToUpper(name)) + ` 1 ` + m.Date + " " + roffWord("ct "+m.Version) + ` "User Commands"`)
	r.line(".nh")   // an option that is divided cannot be copied
	r.line(".ad l") // and blanks that fill a line are in the way of commands
	r.line(".SH NAME")
	r.line(roffText(name) + ` \- ` + roffText(t.Summary))
	r.line(".SH SYNOPSIS")
	for i, u := range t.Usage {
		if i > 0 {
			r.line(".br")
		}
		r.line(`\fB` + roffText(t.Tool) + `\fR ` + roffText(u))
	}
	r.line(".SH DESCRIPTION")
	r.markdown(prose(m.Guide))
	if len(t.Args) > 0 {
		r.line(".SH ARGUMENTS")
		for _, a := range t.Args {
			r.item(`\fI`+roffText(a.Name)+`\fR`, a.Help)
		}
	}
	r.line(".SH OPTIONS")
	for _, g := range t.groups() {
		r.line(".SS " + roffWord(g))
		for _, o := range t.listed() {
			if o.Group == g {
				r.item(o.tag(), o.right())
			}
		}
	}
	r.calls(t.Definitions)
	if len(t.Examples) > 0 {
		r.line(".SH EXAMPLES")
		for _, e := range t.Examples {
			r.paragraph()
			r.line(roffText(e.Comment) + ":")
			r.code([]string{e.Command})
		}
	}
	r.list("ENVIRONMENT", m.Environment)
	r.list("FILES", m.Files)
	if len(m.See) > 0 {
		r.line(".SH SEE ALSO")
		for i, name := range m.See {
			r.line(".BR " + roffText(name) + " (1)" + map[bool]string{true: ","}[i < len(m.See)-1])
		}
	}
	return r.String()
}

// list writes a section of terms and meanings.
func (r *roff) list(heading string, rows [][2]string) {
	if len(rows) > 0 {
		r.line(".SH " + heading)
	}
	for _, row := range rows {
		r.item(`\fB`+roffText(row[0])+`\fR`, row[1])
	}
}

// calls writes the arguments of the definitions that have their own.
func (r *roff) calls(definitions []Definition) {
	for _, d := range definitions {
		if d.Own == nil {
			continue
		}
		r.line(".SH ARGUMENTS OF " + roffText(d.Name) + " CALLS")
		for _, a := range d.Own.Args {
			r.item(`\fB`+roffText(a.Property)+`\fR`, a.Help)
		}
		for i := range d.Own.Options {
			o := &d.Own.Options[i]
			r.item(`\fB`+roffText(o.property())+`\fR`, o.right())
		}
	}
}

// tag returns the option as a manual page writes it.
func (o *Option) tag() string {
	names := o.spelled()
	for i, n := range names {
		names[i] = `\fB` + roffText(n) + `\fR`
	}
	s := strings.Join(names, ", ")
	if o.Arg != "" {
		s += ` \fI` + roffText(o.Arg) + `\fR`
	}
	return s
}

// prose returns the part of a guide that is not generated from the table: its heading up to the options.
func prose(guide string) string {
	if strings.HasPrefix(guide, "# ") {
		_, guide, _ = strings.Cut(guide, "\n")
	}
	before, _, _ := strings.Cut(guide, "\n## Options\n")
	return before
}

// roff is a manual page as it is written.
type roff struct {
	strings.Builder
	begun bool // a section whose first paragraph is to come
}

func (r *roff) line(s string) {
	r.begun = strings.HasPrefix(s, ".SH ") || strings.HasPrefix(s, ".SS ")
	r.WriteString(s + "\n")
}

// paragraph begins one, which after a heading needs no request.
func (r *roff) paragraph() {
	if !r.begun {
		r.line(".PP")
	}
}

// item writes a term and what it means.
func (r *roff) item(term, meaning string) {
	r.line(".TP")
	r.line(term)
	r.text(roffText(meaning))
}

// described is item for a meaning in Markdown.
func (r *roff) described(term, meaning string) {
	r.line(".TP")
	r.line(term)
	r.text(roffInline(meaning))
}

// code writes lines that stay as they are.
func (r *roff) code(lines []string) {
	r.paragraph()
	r.line(".in +2n")
	r.line(".nf")
	for _, l := range lines {
		r.line(cmp.Or(roffText(l), `\&`))
	}
	r.line(".fi")
	r.line(".in")
}

// roffText quotes s as literal text, and prints the signs that a shell can read.
func roffText(s string) string {
	var b strings.Builder
	for i, c := range s {
		switch {
		case i == 0 && (c == '.' || c == '\''):
			b.WriteString(`\&` + string(c))
		case strings.ContainsRune(`\-'^~`+"`", c):
			b.WriteString(map[rune]string{'\\': `\e`, '-': `\-`, '\'': `\(aq`, '^': `\(ha`, '~': `\(ti`, '`': `\(ga`}[c])
		case c >= 0x80:
			fmt.Fprintf(&b, `\[u%04X]`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}

// roffWord returns s as one argument of a macro.
func roffWord(s string) string { return `"` + strings.ReplaceAll(roffText(s), `"`, `\(dq`) + `"` }
