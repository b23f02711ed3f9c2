package kernel

// FoldPair finds two bytes at a fixed distance, ASCII letters in either case: a Pair that does not compare the text.
type FoldPair struct {
	first, second         byte // letters in lower case
	firstCase, secondCase byte // caseBit for letters, otherwise 0
	distance              int
}

// caseBit is the bit in which the two cases of an ASCII letter differ.
const caseBit = 'a' - 'A'

// NewFoldPair returns the FoldPair for first and, distance ≥ 0 bytes after it, second. Only ASCII letters are folded.
func NewFoldPair(first, second byte, distance int) FoldPair {
	p := FoldPair{distance: distance}
	p.first, p.firstCase = foldByte(first)
	p.second, p.secondCase = foldByte(second)
	return p
}

// foldByte returns the byte to compare with, and the bit to set before: only the cases of a letter become the same.
func foldByte(c byte) (lower, ignored byte) {
	if lower = c | caseBit; 'a' <= lower && lower <= 'z' {
		return lower, caseBit
	}
	return c, 0
}

// Index returns the least i at or after from where b[i] is the first byte and b[i+distance] the second, or -1.
func (p *FoldPair) Index(b []byte, from int) int { return p.index(b, from) }

func (p *FoldPair) plain(b []byte, from int) int {
	first, firstCase := ones*uint64(p.first), ones*uint64(p.firstCase)
	second, secondCase := ones*uint64(p.second), ones*uint64(p.secondCase)
	end := len(b) - p.distance
	i := from
	for ; i+8 <= end; i += 8 {
		x := (word(b[i:]) | firstCase) ^ first
		y := (word(b[i+p.distance:]) | secondCase) ^ second
		if m := zeros(x | y); m != 0 {
			return i + lowest(m)
		}
	}
	for ; i < end; i++ {
		if b[i]|p.firstCase == p.first && b[i+p.distance]|p.secondCase == p.second {
			return i
		}
	}
	return -1
}
