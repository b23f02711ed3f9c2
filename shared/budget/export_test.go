package budget

// Shown gives the number of groups on the page, Left of those left out.
func (p *Page) Shown() int { return len(p.ends) }

// Left gives the number of groups left out.
func (p *Page) Left() int { return p.left }
