// Package budget limits an answer: it has line and byte budgets, clips lines around their match,
// and makes characters visible that would control a terminal or hide from the reader.
package budget

import "strings"

// Budget limits a text. Bytes include the newline that ends every line; 0 means no limit.
type Budget struct{ Lines, Bytes int }

// size is how much of a budget a text takes.
type size struct{ lines, bytes int }

func (b Budget) holds(s size) bool {
	return (b.Lines <= 0 || s.lines <= b.Lines) && (b.Bytes <= 0 || s.bytes <= b.Bytes)
}

// Page collects the lines of an answer up to its budget. It takes groups of lines completely or not at all, in order:
// after the first that does not fit all later ones are left out too, so that the rest begins at one place. The page
// ends every line with a newline; a newline inside a line counts too.
//
// The text that closes a page is known only when it is known what was left out. Groups are therefore added up to the
// full budget, and Close removes as many of the last ones as its lines need room.
type Page struct {
	budget Budget
	text   []byte
	lines  int
	ends   []size // the page's size after each group
	left   int
	full   bool
}

// New returns an empty page.
func New(b Budget) *Page { return &Page{budget: b} }

// Add adds a group of lines if all of it fits and nothing was left out before, and otherwise counts it as left out. False
// means that all later groups are left out too. True is not final before Close, which may remove the group.
func (p *Page) Add(lines ...string) bool {
	if p.full || !p.budget.holds(p.with(lines)) {
		p.full = true
		p.left++
		return false
	}
	p.write(lines)
	p.ends = append(p.ends, p.size())
	return true
}

// Leave counts n groups as left out without creating them. Nothing fits afterwards.
func (p *Page) Leave(n int) {
	if n > 0 {
		p.full = true
		p.left += n
	}
}

// Close ends the page with the lines that closing returns for so many groups shown and left out. While they do not fit, it
// removes the last group and calls closing again. False means that not even they fit; as many as fit are then shown.
func (p *Page) Close(closing func(shown, left int) []string) bool {
	for {
		lines := closing(len(p.ends), p.left)
		if p.budget.holds(p.with(lines)) {
			p.write(lines)
			return true
		}
		if len(p.ends) == 0 {
			for len(lines) > 0 && p.budget.holds(p.with(lines[:1])) {
				p.write(lines[:1])
				lines = lines[1:]
			}
			return false
		}
		p.giveBack()
	}
}

// giveBack removes the last group from the page.
func (p *Page) giveBack() {
	p.ends = p.ends[:len(p.ends)-1]
	var to size
	if n := len(p.ends); n > 0 {
		to = p.ends[n-1]
	}
	p.text, p.lines = p.text[:to.bytes], to.lines
	p.left++
	p.full = true
}

func (p *Page) size() size { return size{p.lines, len(p.text)} }

// with returns the size the page would have with lines added.
func (p *Page) with(lines []string) size {
	s := p.size()
	for _, line := range lines {
		s.lines += 1 + strings.Count(line, "\n")
		s.bytes += len(line) + 1
	}
	return s
}

func (p *Page) write(lines []string) {
	s := p.with(lines)
	for _, line := range lines {
		p.text = append(p.text, line...)
		p.text = append(p.text, '\n')
	}
	p.lines = s.lines
}

// String returns the page. Every line of it ends with a newline.
func (p *Page) String() string { return string(p.text) }
