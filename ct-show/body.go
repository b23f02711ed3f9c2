package main

import (
	"io"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/tool"
)

// body is the answer of the two forms with QUERY: totals, then snippets in the order chosen, as many as fit.
type body struct {
	frame    *tool.Frame
	paint    terminal.Paint // of the final page, not while measuring
	echo     echo
	head     []string
	snippets []snippet
	files    int64 // number of files with matching lines
	lines    int64 // number of matching lines
	// heading returns the line above a file's first snippet, given how many snippets are shown; nil for one file.
	heading func(path string, shown int) string
	// left describes what is missing if that many snippets are shown; "" if nothing is.
	left func(shown int) string
	rest func(shown int) string // the command that shows it, "" if it is too long
	next string                 // the next command if nothing is missing, "" if it is too long

	samples  func(shown int) []sampleDocument // for --sample, like the following
	warnings []string
	skipped  int64 // clusters, as in --skip
	atLeast  bool  // the figures are lower bounds
}

// bound returns the words before a figure that is a lower bound.
func (b *body) bound() string {
	if b.atLeast {
		return "at least "
	}
	return ""
}

// endedByTime says what is missing if nobody knows how much it is.
const endedByTime = "the search was cut by --timeout"

// leastForHead is the minimum budget in lines for totals.
const leastForHead = 4

// shown returns how many snippets are shown. A snippet is added while the page before it is below
// the budget, and only if the page with it stays within the hard limits.
func (b *body) shown() int {
	n := 0
	room, most := b.frame.Budget, hardest(b.frame)
	for n < len(b.snippets) {
		now, then := size(b.text(n)), size(b.page(n+1))
		if now.Lines >= room.Lines || now.Bytes >= room.Bytes || then.Lines > most.Lines || then.Bytes > most.Bytes {
			break
		}
		n++
	}
	return n
}

// hardest returns what the hard limits leave after the banner.
func hardest(f *tool.Frame) budget.Budget {
	hard := grep.Hardest
	if f.Question == "" {
		return hard
	}
	return budget.Budget{Lines: hard.Lines - 1, Bytes: hard.Bytes - len("==  ==\n") - len(budget.EscapeName(f.Question))}
}

// size returns what lines take of a budget.
func size(lines []string) budget.Budget {
	b := budget.Budget{Lines: len(lines), Bytes: len(lines)}
	for _, l := range lines {
		b.Bytes += len(l)
	}
	return b
}

// text returns the page with n snippets, without its closing line. Snippets of the same file are together.
func (b *body) text(n int) []string {
	var lines []string
	if b.frame.Budget.Lines >= leastForHead {
		for _, line := range b.head {
			lines = append(lines, paintedPath(line, b.echo.File, b.paint))
		}
	}
	for first := range n {
		path := b.snippets[first].path
		if slices.ContainsFunc(b.snippets[:first], func(s snippet) bool { return s.path == path }) {
			continue
		}
		if b.heading != nil {
			lines = append(lines, paintedPath(b.heading(path, n), path, b.paint))
		}
		lines = append(lines, b.file(path, n)...)
	}
	return lines
}

// file returns the lines of those of the first n snippets that are from one file, by line number.
func (b *body) file(path string, n int) []string {
	var lines []string
	var last *snippet
	for _, s := range inOrder(b.snippets[:n], path) {
		if last != nil && s.start() > last.end()+1 {
			lines = append(lines, "  --")
		}
		if s.section != "" && (last == nil || last.section != s.section) {
			lines = append(lines, sectionLine(s.section))
		}
		for i := range s.lines {
			lines = append(lines, s.lines[i].shown(clipSnippet, b.paint))
		}
		last = s
	}
	return lines
}

// sectionLine returns the line that names the section of the next lines.
func sectionLine(section string) string {
	text, _ := budget.ClipLine([]byte(section), len(section), len(section), clipSnippet)
	return "  § " + text
}

// page returns the whole page with n snippets.
func (b *body) page(n int) []string {
	lines := b.text(n)
	if left := b.left(n); left != "" {
		return append(lines, "… "+left+grep.Onward(b.rest(n)))
	}
	return append(lines, "next"+grep.Onward(b.next))
}

// print writes the page.
func (b *body) print(f *tool.Frame, a *tool.Answer, out io.Writer) error {
	if b.lines == 0 {
		a.Text = func(tool.Outcome) string { return "" }
		return nil
	}
	page := func() string { return strings.Join(b.page(b.shown()), "\n") + "\n" }
	a.Text = func(tool.Outcome) string { return page() }
	if f.Uses("MATCHES") {
		a.Matches = page()
	}
	n := b.shown()
	b.paint = f.Paint
	_, err := io.WriteString(out, strings.Join(b.page(n), "\n")+"\n")
	return err
}

// nothing returns the command for an answer that found nothing: that of another reading that would
// have matched, or offered. A text answer shows it on standard error, like those of other readings.
func nothing(f *tool.Frame, a *tool.Answer, offered string) string {
	for _, r := range a.Reading.Alternatives {
		if r.Command != "" {
			return r.Command
		}
	}
	if offered != "" && len(a.Reading.Alternatives) == 0 && f.PrintsText() && f.WantsHints() {
		a.Aside = f.Tool + ": next: " + offered + "\n"
	}
	return offered
}

// maxPath is how many bytes of a path, from its end, a heading shows.
const maxPath = 200

// escaped returns a path in the form of a heading.
func escaped(path string) string {
	name := budget.EscapeName(path)
	name, _ = budget.Clip([]byte(name), len(name), len(name), maxPath)
	return name
}
