package main

import (
	"io"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/tool"
)

// A body is what the two doors with QUERY show: totals, then snippets in the
// order in which they are chosen, as many as there is room for.
type body struct {
	frame    *tool.Frame
	paint    terminal.Paint // of the page at last, and not of those that are measured
	echo     echo
	head     []string
	snippets []snippet
	files    int64 // with matching lines
	lines    int64 // matching ones
	// heading gives the line above the first snippet of a file of those shown;
	// nil where there is one file.
	heading func(path string, shown int) string
	// left says, for so many snippets shown, what is missing; "" for nothing.
	left func(shown int) string
	rest func(shown int) string // the command that shows it, "" if it is too long
	next string                 // the command to go on with when nothing is missing, likewise

	samples  func(shown int) []sampleDocument // of --sample, like what follows
	warnings []string
	skipped  int64 // clusters, as --skip asked for
	atLeast  bool  // the figures are lower bounds
}

// bound stands before a figure that is a lower bound.
func (b *body) bound() string {
	if b.atLeast {
		return "at least "
	}
	return ""
}

// endedByTime says what is missing where nobody knows how much it is.
const endedByTime = "the search was cut by --timeout"

// leastForHead is the budget in lines from which totals are worth some.
const leastForHead = 4

// shown gives how many snippets are shown: one is begun while what stands there
// is below the budget, and only if with it the page ends within the hard bounds.
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

// hardest gives what the hard bounds leave beside the banner.
func hardest(f *tool.Frame) budget.Budget {
	hard := grep.Hardest
	if f.Question == "" {
		return hard
	}
	return budget.Budget{Lines: hard.Lines - 1, Bytes: hard.Bytes - len("==  ==\n") - len(budget.EscapeName(f.Question))}
}

// size gives what lines take of a budget.
func size(lines []string) budget.Budget {
	b := budget.Budget{Lines: len(lines), Bytes: len(lines)}
	for _, l := range lines {
		b.Bytes += len(l)
	}
	return b
}

// text gives the page with n snippets without what closes it. Those of a file
// stand together.
func (b *body) text(n int) []string {
	var lines []string
	if b.frame.Budget.Lines >= leastForHead {
		for _, line := range b.head {
			lines = append(lines, paintedPath(line, b.echo.File, b.paint))
		}
	}
	for first := range n {
		path := b.snippets[first].path
		if b.before(first, path) {
			continue
		}
		if b.heading != nil {
			lines = append(lines, paintedPath(b.heading(path, n), path, b.paint))
		}
		lines = append(lines, b.file(path, n)...)
	}
	return lines
}

// before reports whether one of the first n snippets is of the file.
func (b *body) before(n int, path string) bool {
	for i := range n {
		if b.snippets[i].path == path {
			return true
		}
	}
	return false
}

// file gives the lines of those of the first n snippets that are of one file, by
// line number.
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

// sectionLine names the section that the next lines stand in.
func sectionLine(section string) string {
	text, _ := budget.ClipLine([]byte(section), len(section), len(section), clipSnippet)
	return "  § " + text
}

// page gives the whole page with n snippets.
func (b *body) page(n int) []string {
	lines := b.text(n)
	if left := b.left(n); left != "" {
		return append(lines, "… "+left+onward(b.rest(n)))
	}
	return append(lines, "next"+onward(b.next))
}

// print writes the page.
func (b *body) print(f *tool.Frame, a *tool.Answer, out io.Writer) error {
	if b.lines == 0 {
		return nil
	}
	n := b.shown()
	page := func() string { return strings.Join(b.page(n), "\n") + "\n" }
	if f.Uses("MATCHES") {
		a.Matches = page()
	}
	b.paint = f.Paint
	_, err := io.WriteString(out, page())
	return err
}

// nothing gives the command of an answer that found nothing: that of another
// reading which would have matched, or what is offered. A text answer names it on
// standard error, where those of other readings stand anyway.
func nothing(f *tool.Frame, a *tool.Answer, offered string) string {
	for _, r := range a.Reading.Alternatives {
		if r.Command != "" {
			return r.Command
		}
	}
	if offered != "" && len(a.Reading.Alternatives) == 0 && f.Format == "text" && f.WantsHints() {
		a.Aside = f.Tool + ": next: " + offered + "\n"
	}
	return offered
}

// maxPath is how much of a path a heading shows, its end, in bytes.
const maxPath = 200

// escaped gives a path as a heading shows it.
func escaped(path string) string {
	name := budget.EscapeName(path)
	name, _ = budget.Clip([]byte(name), len(name), len(name), maxPath)
	return name
}
