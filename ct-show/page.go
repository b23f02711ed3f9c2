package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/scan"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// page is FILE --line, --range or --symbol: lines of a file by number.
type page struct {
	frame    *tool.Frame
	request  *request
	name     string // of the file as given
	from, to int64  // as requested; with --line as around decides
	marked   int64  // the line of --line, otherwise 0
	symbol   string // of --symbol, whose lines are shown; otherwise ""
	absent   bool   // there is no such symbol
	aside    string // further information about it
	blame    *blame // of --blame, once that is known

	path    string // as printed
	at      string // the revision, "" for the file that is there
	section string // of the first line
	lines   []line
	end     int64 // the last line of the file, -1 if it was not reached
	full    bool  // there was no room for more
}

// above is how many lines a page has before the line of --line.
const above = 20

// planPage checks FILE --line and FILE --range.
func (r *request) planPage(f *tool.Frame, args []string) (*tool.Job, error) {
	switch len(args) {
	case 1:
	case 0:
		return nil, opt.Usagef("FILE", "{line}, {range} and {symbol} need a {FILE}")
	case 2:
		return nil, opt.Usagef("QUERY", "{line}, {range} and {symbol} take a {FILE} without a query; leave %q out, or show where it occurs%s", grep.Echo(args[0], grep.MaxEcho), grep.Offer(r.queryCommand(args[0], args[1])))
	default:
		return nil, opt.Usagef("FILE", "{line}, {range} and {symbol} show one {FILE}, not %d", len(args))
	}
	if err := f.CheckTerms(nil); err != nil {
		return nil, err
	}
	p := &page{frame: f, request: r, name: args[0], from: r.from, to: r.to, symbol: r.symbol, end: -1}
	if r.line > 0 {
		most := p.most()
		// As many as leave room for the requested line even if they are the longest possible.
		before := min(above, most.lines/4, max(0, most.bytes-3*clipPage)/(clipPage+20))
		p.marked, p.from = r.line, max(1, r.line-int64(before))
	}
	return &tool.Job{Run: p.run}, nil
}

// extent is the capacity of a page.
type extent struct{ lines, bytes int }

// closing is how many lines of a budget the heading and the last line of a page take.
const closing = 2

// envelope is the maximum size of a page in JSON without its lines, in bytes.
const envelope = 1600

// most returns how much of the file the page has room for. The usual 200 lines do not include the
// lines above and below them; a smaller requested number does.
func (p *page) most() extent {
	e := extent{p.frame.Budget.Lines, p.frame.Budget.Bytes}
	switch {
	case p.frame.Format == "json":
		e = extent{pageLines, max(p.frame.Budget.Bytes-envelope, 0)}
	case p.frame.BudgetAsked():
		e.lines = max(1, e.lines-closing)
	}
	return e
}

// run reads the lines and shows them.
func (p *page) run(ctx context.Context, out io.Writer) (*tool.Answer, error) {
	var refusal error
	led, err := p.request.VisitFile(ctx, p.frame, p.name, "", func(e *walk.Entry) (ledger.Reason, string) {
		p.path = e.Path()
		if p.symbol != "" {
			err := p.find(ctx, e)
			if _, usage := errors.AsType[*opt.UsageError](err); usage {
				refusal = err
			}
			if err != nil {
				return grep.Shortfall(ctx, &scan.Result{}, err)
			}
			if p.absent {
				return ledger.None, ""
			}
		}
		if p.marked > 0 {
			p.around(ctx, e)
		}
		if err := p.read(ctx, e); err != nil {
			return grep.Shortfall(ctx, &scan.Result{}, err)
		}
		if r := p.request; r.blame && len(p.lines) > 0 {
			if err := p.findAuthors(ctx, e); err != nil {
				if ctx.Err() == nil {
					refusal = err
				}
				p.lines, p.end = nil, -1
				return grep.Shortfall(ctx, &scan.Result{}, err)
			}
			p.fitBlame()
		}
		return ledger.None, ""
	})
	if err = cmp.Or(refusal, err); err != nil {
		return nil, err
	}
	count := int64(len(p.lines))
	a := &tool.Answer{Figures: figures(&led, "", count, min(count, 1)), Lines: count, Base: ".", Ledger: &led}
	a.Figures.Unit = "line"
	if p.request.At != "" {
		a.Reading = p.request.Reading(walk.Options{}, nil, 0)
		a.Reading.Literal = true // the heading says it
		p.at = a.Reading.At
	}
	if p.symbol == "" && count == 0 && p.end >= 0 {
		a.Hint = fmt.Sprintf("%s has %d lines", escaped(p.path), p.end)
	}
	a.Document = func(o tool.Outcome) any { return p.document(o, a) }
	a.Text = func(tool.Outcome) string { return p.text(false) }
	if p.aside != "" {
		a.Aside = p.frame.Tool + ": " + budget.EscapeLine(p.aside) + "\n"
	}
	if p.frame.Uses("MATCHES") {
		a.Matches = p.text(false)
	}
	_, err = io.WriteString(out, p.text(p.frame.Paint))
	return a, err
}

// read reads the lines of the page from the file.
func (p *page) read(ctx context.Context, e *walk.Entry) error {
	file, err := e.Open()
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	sections, err := sectionsOf(ctx, e, []int64{p.from})
	if err != nil {
		return err
	}
	if len(sections) > 0 {
		p.section = sections[0]
	}
	r := newLineReader(grep.Timed(ctx, file))
	n, err := r.skip(p.from - 1)
	if err != nil {
		return err
	}
	if n < p.from-1 {
		p.end = n
	} else if err := p.take(r); err != nil {
		return err
	}
	if p.end >= 0 && p.end < p.marked { // the lines before it were not requested
		p.from, p.to, p.lines = p.marked, p.marked+lineLines-1, nil
	}
	return nil
}

// take reads lines from the position of r while there is room.
func (p *page) take(r *lineReader) error {
	most := p.most()
	used := size(append(p.heading(maxLine), more(maxLine, p.command(maxLine, maxLine)))).Bytes
	for n := p.from; p.to == 0 || n <= p.to; n++ {
		text, ok, err := r.next()
		if err != nil {
			return err
		}
		if !ok {
			p.end = n - 1
			return nil
		}
		l := line{n: n, match: n == p.marked, text: text}
		cost, err := p.cost(&l)
		if err != nil {
			return err
		}
		if used += cost; len(p.lines) == most.lines || used > most.bytes && len(p.lines) > 0 {
			p.full = true
			return nil
		}
		l.text = bytes.Clone(text)
		p.lines = append(p.lines, l)
	}
	follows, err := r.more()
	if !follows && err == nil {
		p.end = p.last()
	}
	return err
}

// cost returns how many bytes a line takes in the answer, at least as many as in text.
func (p *page) cost(l *line) (int, error) {
	text := len(l.shown(clipPage, false)) + 1
	if p.frame.Format != "json" {
		return text, nil
	}
	j, err := render.JSON(l.document(clipPage), p.frame.Indent)
	return max(text, len(j)+1), err
}

// last returns the number of the last line of the page.
func (p *page) last() int64 { return p.from + int64(len(p.lines)) - 1 }

// heading returns what is above the lines up to last.
func (p *page) heading(last int64) []string {
	lines := []string{fmt.Sprintf("%s, lines %d to %d", escaped(p.path), p.from, last)}
	if p.at != "" {
		lines = append(lines, "at "+budget.EscapeLine(p.at))
	}
	if p.section != "" {
		lines = append(lines, sectionLine(p.section))
	}
	return lines
}

// more returns the last line of a page if line next follows.
func more(next int64, command string) string {
	return fmt.Sprintf("… more from line %d%s", next, grep.Onward(command))
}

func (p *page) command(from, to int64) string {
	return p.request.blamedCommand(p.name, fmt.Sprintf("--range=%d:%d", from, to))
}

// on returns the command for the next page: the rest of the requested range or, if that is here, as much again.
func (p *page) on() string {
	next := p.last() + 1
	if p.full && p.to > 0 {
		return p.command(next, p.to)
	}
	return p.command(next, p.last()+p.length())
}

// back returns the command for the previous page, or the file's last if this is after its end; "" if there is none.
func (p *page) back() string {
	before := p.from - 1
	if p.end >= 0 {
		before = min(before, p.end)
	}
	if before < 1 {
		return ""
	}
	return p.command(max(1, before-p.length()+1), before)
}

// length returns how many lines the next page should have.
func (p *page) length() int64 {
	most := int64(p.most().lines)
	if p.to > 0 {
		return min(most, p.to-p.from+1)
	}
	return most
}

// text returns the text answer.
func (p *page) text(paint terminal.Paint) string {
	if p.path == "" || len(p.lines) == 0 && p.end < 0 {
		return ""
	}
	var lines []string
	if len(p.lines) > 0 {
		lines = p.heading(p.last())
		lines[0] = paintedPath(lines[0], p.path, paint)
	}
	if p.blame != nil {
		lines = append(lines, p.blamedLines(paint)...)
	} else {
		for i := range p.lines {
			lines = append(lines, p.lines[i].shown(clipPage, paint))
		}
	}
	return strings.Join(append(lines, p.foot()), "\n") + "\n"
}

// foot returns the last line of the page.
func (p *page) foot() string {
	switch {
	case p.end < 0:
		return more(p.last()+1, p.on())
	case len(p.lines) == 0:
		return fmt.Sprintf("%s has %s, none from %d on%s", escaped(p.path), grep.Plural(p.end, "line", "lines"), p.from, grep.Offer(p.back()))
	case p.from == 1:
		return fmt.Sprintf("the file ends with line %d", p.end)
	}
	return fmt.Sprintf("the file ends with line %d; before line %d%s", p.end, p.from, grep.Onward(p.back()))
}

// document returns the JSON answer.
func (p *page) document(o tool.Outcome, a *tool.Answer) any {
	for {
		d := newDocument(p.frame, o, a, echo{File: p.path}, false)
		d.Count, d.Lines, d.Files = a.Lines, a.Lines, min(a.Lines, 1)
		if len(p.lines) > 0 {
			s := snippet{path: p.path, section: p.section, lines: p.lines}
			d.Snippets = append(d.Snippets, s.document(clipPage))
		}
		d.Blame = p.blameDocument()
		switch {
		case p.full:
			d.Truncated, d.Rest = true, p.on()
		case p.end < 0:
			d.Next = p.on()
		default:
			d.EndLine, d.Next = &p.end, p.back()
		}
		if len(p.lines) == 0 || fits(p.frame, d) {
			return d
		}
		p.lines, p.full, p.end = p.lines[:len(p.lines)-1], true, -1
	}
}
