package kernel

// pairs lets the plain form of a Teddy for windows of three places skip positions. Two consecutive
// bytes, the second and the third of a window or the first and the second of the next, decide about
// two offsets at once. The entry of a pair is at its hash of twelve bits.
type pairs [1 << 12]uint8

// newPairs returns the pairs for the windows that filter lets pass.
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

// hash returns the index of the pair in the low 16 bits of x.
func hash(x uint64) uint64 { return (x ^ x>>4) & (1<<12 - 1) }

// skip returns the first offset of i, i+8, i+16 and so on such that a window may start there or at
// one of the next seven offsets, or that has too few bytes after it.
func (p *pairs) skip(b []byte, i int) int {
	for ; i+9 <= len(b); i += 8 {
		x := word(b[i+1:])
		if p[hash(x)]|p[hash(x>>16)]|p[hash(x>>32)]|p[hash(x>>48)] != 0 {
			break
		}
	}
	return i
}
