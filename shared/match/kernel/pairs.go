package kernel

// pairs is where the plain form of a Teddy of windows of three places does not
// have to look: two bytes in a row, the second and the third of a window or
// the first and the second of the next, tell about two offsets at once.
// A pair has its entry under a hash of twelve bits.
type pairs [1 << 12]uint8

// newPairs makes the pairs for the windows that filter lets pass.
func newPairs(filter *[longest][256]uint8) *pairs {
	p := new(pairs)
	for k := range longest - 1 {
		for c, first := range filter[k] {
			if first == 0 {
				continue
			}
			for d, second := range filter[k+1] {
				p[hash(uint64(c)|uint64(d)<<8)] |= first & second
			}
		}
	}
	return p
}

// hash gives the place of the pair in the low 16 bits of x.
func hash(x uint64) uint64 { return (x ^ x>>4) & (1<<12 - 1) }

// skip gives the first offset of i, i+8, i+16 and so on where a window may
// start or at one of the seven after it, or behind which b has too few bytes
// to tell.
func (p *pairs) skip(b []byte, i int) int {
	for ; i+9 <= len(b); i += 8 {
		x := word(b[i+1:])
		if p[hash(x)]|p[hash(x>>16)]|p[hash(x>>32)]|p[hash(x>>48)] != 0 {
			break
		}
	}
	return i
}
