package tool

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/opt"
)

// An Extent limits the length of a form's answers; options and configuration choose within it. In JSON it bounds bytes.
type Extent struct {
	Form           string        // "" for a program whose forms have the same extent
	Usual          budget.Budget // of text, by default
	Most           budget.Budget // the maximum; 0 is no bound
	JSON, MostJSON int           // bytes, likewise; 0 is 32,768, if that can be chosen, and Most.Bytes
}

// mostJSON returns the maximum for JSON in bytes, 0 for no bound.
func (e Extent) mostJSON() int { return cmp.Or(e.MostJSON, e.Most.Bytes) }

func (e Extent) usualJSON() int { return capped(cmp.Or(e.JSON, defaultJSONBytes), e.mostJSON()) }

// extents returns the extents of all forms.
func (t *Tool) extents() []Extent {
	if len(t.Extents) == 0 {
		return []Extent{{Usual: t.Budget, Most: t.Hard}}
	}
	return t.Extents
}

// extent returns the extent of a form, the first one if it has none of its own.
func (t *Tool) extent(form string) Extent {
	all := t.extents()
	return all[max(slices.IndexFunc(all, func(e Extent) bool { return e.Form == form }), 0)]
}

// bounded returns an error about an option that sets a bound that an answer in this format does not have.
func (f *Frame) bounded(t *Tool) error {
	if t.Table.FormNamed(f.Form).Streams && f.text() && f.given.maxBytesSet {
		return opt.Usagef("max-bytes", "{max-bytes} does not apply to the text of %s, which has no budget; bound the answer with {limit}", f.Form)
	}
	if f.lines() && (f.given.maxLinesSet || f.given.maxBytesSet) {
		name := "max-bytes"
		if f.given.maxLinesSet {
			name = "max-lines"
		}
		return opt.Usagef(name, "{"+name+"} does not apply to {format} %s, which has no budget; bound the answer with {limit}", f.Format)
	}
	if f.Format == "json" && f.given.maxLinesSet && t.Judge == nil {
		return opt.Usagef("max-lines", "{max-lines} does not apply to JSON; bound the answer with {max-bytes}")
	}
	return nil
}

// budgets sets the budget of the answer, and that of the text beside it.
func (f *Frame) budgets(c *config.Config, t *Tool) error {
	if err := f.bounded(t); err != nil {
		return err
	}
	var err error
	if f.Budget, err = f.budget(c, t, f.Format); err != nil {
		return err
	}
	if f.beside.format != "" {
		f.beside.budget = f.Budget
		if f.beside.format != "json" {
			f.beside.budget = f.textBudget(c, t)
		}
	}
	return nil
}

// budget returns the budget of an answer in a format.
func (f *Frame) budget(c *config.Config, t *Tool, format string) (budget.Budget, error) {
	e := t.extent(f.Form)
	least, most := minBytes, e.Most.Bytes
	b := e.Usual
	if format == "json" {
		least, most, b.Bytes = minJSONBytes, e.mostJSON(), e.usualJSON()
	}
	if key := t.CallBytes[f.Definition]; key != "" {
		least = minBytes
		most, _ = c.Int(key)
		b.Bytes = most
	}
	var lines, bytes int
	var err error
	if f.given.maxLinesSet {
		if lines, err = e.choose("lines", f.given.maxLines, 1, e.Most.Lines, ""); err != nil {
			return b, err
		}
	}
	if f.given.maxBytesSet {
		if bytes, err = e.choose("bytes", f.given.maxBytes, least, most, format); err != nil {
			return b, err
		}
	}
	if n, ok := c.Int("output.max_lines"); ok && lines == 0 {
		lines = capped(n, e.Most.Lines)
	}
	if n, ok := c.Int("output.max_bytes"); ok && bytes == 0 {
		bytes = max(capped(n, most), least)
	}
	f.BytesBound = f.BytesBound || bytes > 0
	b.Lines = cmp.Or(lines, b.Lines)
	b.Bytes = cmp.Or(bytes, b.Bytes)
	return f.underBanner(b), nil
}

// underBanner returns what the banner of an answer, which is part of it, leaves of a budget.
func (f *Frame) underBanner(b budget.Budget) budget.Budget {
	if banner := f.banner(); banner != "" && b.Bytes > 0 {
		b.Bytes, b.Lines = max(b.Bytes-len(banner), 1), max(b.Lines-1, 1)
	}
	return b
}

// textBudget returns the budget of the text beside a document: what a command line has by default, within the bytes of
// the document if the call or the configuration bounds these.
func (f *Frame) textBudget(c *config.Config, t *Tool) budget.Budget {
	e := t.extent(f.Form)
	b := e.Usual
	if n, ok := c.Int("output.max_lines"); ok {
		b.Lines = capped(n, e.Most.Lines)
	}
	_, configured := c.Int("output.max_bytes")
	if f.given.maxBytesSet || configured {
		b.Bytes = capped(f.Budget.Bytes, e.Most.Bytes)
	}
	if b.Bytes == 0 {
		b.Bytes = f.Budget.Bytes
	}
	return b
}

// choose parses --max-lines or --max-bytes; it is an error if the form does not allow the number. A most of 0 is no
// bound. The error holds for the format, if one is named.
func (e Extent) choose(what, text string, least, most int, format string) (int, error) {
	if n, err := strconv.Atoi(text); err == nil && n >= least && (most == 0 || n <= most) {
		return n, nil
	}
	bounds := fmt.Sprintf("of at least %d", least)
	if most > 0 {
		bounds = fmt.Sprintf("from %d to %d", least, most)
	}
	if of := strings.TrimSpace(e.Form + " " + format); of != "" {
		bounds += " (" + of + ")"
	}
	return 0, opt.Usagef("max-"+what, "{max-"+what+"} must be a whole number %s, not %q", bounds, text)
}

func capped(n, most int) int {
	if most > 0 {
		return min(n, most)
	}
	return n
}

// perForm returns a number for a help text: once if it is the same for each form, else with the names of the forms.
func perForm(extents []Extent, number func(Extent) string) string {
	all := make([]string, len(extents))
	same := true
	for i, e := range extents {
		n := number(e)
		all[i] = strings.TrimSpace(e.Form + " " + n)
		same = same && n == number(extents[0])
	}
	if same {
		return number(extents[0])
	}
	return list(all)
}

// linesHelp and bytesHelp return the help and the default of --max-lines and --max-bytes.
func linesHelp(extents []Extent) (help, usual string) {
	return "line budget of a text answer" + atMost(perForm(extents, func(e Extent) string { return number(e.Most.Lines) })),
		perForm(extents, func(e Extent) string { return number(e.Usual.Lines) })
}

func bytesHelp(extents []Extent) (help, usual string) {
	most := perForm(extents, func(e Extent) string { return number(e.Most.Bytes) })
	if json := perForm(extents, func(e Extent) string { return number(e.mostJSON()) }); json != most {
		most += "; JSON " + json
	}
	return "byte budget of an answer" + atMost(most),
		perForm(extents, func(e Extent) string { return number(e.Usual.Bytes) }) + "; JSON " + perForm(extents, func(e Extent) string { return number(e.usualJSON()) })
}

func atMost(number string) string {
	if number == noBound {
		return ""
	}
	return ", at most " + number
}

// boundCalls sets in the table the range of max_bytes: from a size that any answer fits in to the default.
func (t *Tool) boundCalls() error {
	c, err := config.Load(config.Options{NoConfig: true, Env: func(string) string { return "" }})
	if err != nil {
		return err
	}
	definitions := t.Table.Definitions
	if len(definitions) == 0 {
		return nil
	}
	ranges := make([]opt.Range, len(definitions))
	for i, d := range definitions {
		r := opt.Range{minJSONBytes, 0}
		for _, e := range t.extents() {
			if e.Form == "" || slices.Contains(d.Forms, e.Form) {
				r[1] = max(r[1], e.usualJSON())
			}
		}
		if key := t.CallBytes[d.Name]; key != "" {
			r[0] = minBytes
			r[1], _ = c.Int(key)
		}
		ranges[i] = r
	}
	t.Table.Bytes = ranges[len(ranges)-1]
	for i, r := range ranges {
		if r != t.Table.Bytes {
			definitions[i].Bytes = r
		}
	}
	return nil
}
