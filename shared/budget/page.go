// Package budget keeps an answer within its bounds: line and byte budgets,
// lines clipped round their match, and characters that would act on a terminal
// or hide from the reader made visible.
package budget

import "strings"

// Budget bounds a text. Bytes include the newline that ends every line; 0
// stands for no bound.
type Budget struct{ Lines, Bytes int }

// size is how much of a budget a text takes.
type size struct{ lines, bytes int }

func (b Budget) holds(s size) bool {
	return (b.Lines <= 0 || s.lines <= b.Lines) && (b.Bytes <= 0 || s.bytes <= b.Bytes)
}

// A Page gathers the lines of an answer up to its budget. It takes groups of
// lines whole or not at all, in order: after the first that does not fit all
// later ones are left out too, so that the rest begins at one place. Lines end
// with a newline that the page writes; a newline inside one counts.
//
// The text that closes a page needs room only when it is known what was left
// out. So groups are taken up to the full budget, and Close gives back as many
// of the last ones as its lines need.
type Page struct {
	budget Budget
	text   []byte
	lines  int
	ends   []size // the page's size after each group
	left   int
	full   bool
}

// New gives an empty page.
func New(b Budget) *Page { return &Page{budget: b} }

// Add takes a group of lines if all of it fits and nothing was left out
// before; else it counts the group as left out. False says that the page is
// full and whatever comes later is left out too; true is not final before
// Close, which may give the group back.
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

// Leave counts n groups as left out that were not even made; nothing fits
// afterwards.
func (p *Page) Leave(n int) {
	if n > 0 {
		p.full = true
		p.left += n
	}
}

// Close ends the page with the lines that closing gives for the number of
// groups shown and left out; it may give none. Where they do not fit, the last
// group is given back and closing is asked again. False says that they do not
// fit even alone; the page then has those of its lines, from the first, that do.
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

// giveBack takes the last group off the page.
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

// with gives the size the page would have with lines added.
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

// String gives the page; every line of it ends with a newline.
func (p *Page) String() string { return string(p.text) }
