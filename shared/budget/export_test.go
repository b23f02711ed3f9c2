package budget

// Shown returns the number of groups on the page.
func (p *Page) Shown() int { return len(p.ends) }

// Left returns the number of groups left out.
func (p *Page) Left() int { return p.left }
