package fuzzy

// Pieces gives texts of which every line with a match holds one, as it is or, if
// case is ignored, in any case.
//
// They are one more than the edits of a match, and each edit spoils one at
// most: that one is found whole which no edit has touched. For an edit that
// leaves out or replaces a character touches the piece that has the character,
// one that adds a character the piece that has both its neighbors. An exchange
// of neighbors would touch two pieces that stand side by side; so between any two
// there is a character that is in none. (Without these gaps it would take twice
// as many pieces and one, and they would be half as long.) Where that leaves a
// piece no character, there are none.
func (p *Pattern) Pieces() []string {
	n := p.limit + 1
	held := p.length - p.limit // without the gaps
	if held < n {
		return nil
	}
	pieces := make([]string, n)
	for i := range pieces {
		from, to := i*held/n+i, (i+1)*held/n+i
		pieces[i] = p.source[p.starts[from]:p.starts[to]]
	}
	return pieces
}
