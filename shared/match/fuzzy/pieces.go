package fuzzy

// Pieces returns texts; every line with a match contains at least one of them, in any case if case
// is ignored.
//
// There is one piece more than a match may have edits, and each edit changes at most one piece, so
// one piece is found unchanged. An edit that deletes or replaces a character changes the piece that
// has the character; one that inserts a character changes the piece that has both its neighbors. An
// exchange of neighbors could change two adjacent pieces; therefore one character between any two
// pieces belongs to neither. (Without these gaps there would have to be 2k+1 pieces for k edits,
// half as long.) There are no pieces if a piece would be empty.
func (p *Pattern) Pieces() []string {
	n := p.limit + 1
	held := p.length - p.limit // characters in pieces and not in gaps
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
