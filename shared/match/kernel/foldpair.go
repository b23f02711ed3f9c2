package kernel

// A FoldPair finds where two bytes stand at a fixed distance, ASCII letters in
// either case: the candidates for a text in any case. It is Pair without the
// comparison of the text.
type FoldPair struct {
	first, second         byte // letters in lower case
	firstCase, secondCase byte // caseBit for letters, else 0
	distance              int
}

// caseBit is what tells the lower case of an ASCII letter from the upper.
const caseBit = 'a' - 'A'

// NewFoldPair makes the FoldPair of first and of second distance bytes behind
// it; distance is not negative. Bytes that are no ASCII letters are only the
// same as themselves.
func NewFoldPair(first, second byte, distance int) FoldPair {
	p := FoldPair{distance: distance}
	p.first, p.firstCase = foldByte(first)
	p.second, p.secondCase = foldByte(second)
	return p
}

// foldByte gives what a byte is compared with, and the bit that is set in the
// byte before it is: no byte but the two cases of a letter becomes the letter.
func foldByte(c byte) (lower, ignored byte) {
	if lower = c | caseBit; 'a' <= lower && lower <= 'z' {
		return lower, caseBit
	}
	return c, 0
}

// Index gives the least i at or after from where b[i] is the first byte and
// b[i+distance] the second, or -1.
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
