package checks

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/render"
)

const (
	// mostShown bounds the places that a text shows of a check.
	mostShown = 5
	// maxPlaceText bounds what is shown of a place, in bytes.
	maxPlaceText = 160
)

// Text returns the report as a table with a line for each check, below those that are not met why they matter and the
// first places of what was found, and a line with totals.
func (r *Report) Text() string {
	var table, b strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	for i := range r.Results {
		x := &r.Results[i]
		reason := x.Reason
		if x.Verdict == Success {
			reason = ""
		}
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", budget.EscapeName(x.Name), x.Verdict, x.count(), reason)
	}
	_ = w.Flush()
	i := 0
	for line := range strings.Lines(table.String()) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
		if x := &r.Results[i]; x.Verdict != Success {
			b.WriteString(x.details())
		}
		i++
	}
	b.WriteString(r.Totals() + "\n")
	return b.String()
}

// count returns the number of what was found, - if it is not known.
func (x *Result) count() string {
	if x.Count < 0 {
		return "-"
	}
	return strconv.FormatInt(x.Count, 10)
}

// details returns the lines below a check.
func (x *Result) details() string {
	var b strings.Builder
	if x.Why != "" {
		fmt.Fprintf(&b, "    %s\n", budget.EscapeName(x.Why))
	}
	for _, p := range x.Places[:min(len(x.Places), mostShown)] {
		fmt.Fprintf(&b, "    %s\n", p.String())
	}
	switch more := x.Count - mostShown; {
	case len(x.Places) <= mostShown:
	case more > 0:
		fmt.Fprintf(&b, "    … %d in all: %s\n", x.Count, x.Command())
	default: // what is counted is not what has places
		fmt.Fprintf(&b, "    … more: %s\n", x.Command())
	}
	return b.String()
}

// Tool returns the name of the tool that a check calls.
func (c *Check) Tool() string { return c.call.tool }

// Compares reports whether the check is about what changed.
func (c *Check) Compares() bool { return c.call.compares() }

// Command returns the call of a check as a command line.
func (c *Check) Command() string {
	words := c.Words
	if len(words) > 0 && words[0] != "ct" && !strings.HasPrefix(words[0], "ct-") {
		words = append([]string{"ct"}, words...)
	}
	return budget.EscapeName(render.Shell(words...))
}

// String returns a place with its text in one line of limited length.
func (p *Place) String() string {
	s := budget.EscapeName(p.Path)
	if p.Line > 0 {
		s += ":" + strconv.FormatInt(p.Line, 10)
	}
	if text := p.clipped(); text != "" {
		s += ": " + text
	}
	return s
}

// clipped returns the text of a place as one line of limited length, escaped.
func (p *Place) clipped() string {
	text, _ := budget.Clip([]byte(strings.TrimSpace(p.Text)), 0, 0, maxPlaceText)
	return budget.EscapeName(text)
}

// Totals returns the last line: how many checks have which verdict.
func (r *Report) Totals() string {
	noun := "checks"
	if len(r.Results) == 1 {
		noun = "check"
	}
	parts := []string{fmt.Sprintf("%d %s", len(r.Results), noun)}
	for i, v := range []Verdict{Success, Error, Undecided, Failure} {
		if n := r.Number(v); n > 0 || i < 2 {
			parts = append(parts, fmt.Sprintf("%d %s", n, v))
		}
	}
	return strings.Join(parts, ", ")
}
