package kernel

// IndexHigh gives the least i at or after from where b[i] is 0x80 or more, no
// ASCII character, or -1.
func IndexHigh(b []byte, from int) int { return indexHigh(b, from) }

// IndexNULOrHigh gives the offset of the first byte of b that is 0, or 0x80 or
// more, or -1. It goes over ASCII text without a stop, and what it stops at
// tells a binary file or a text of other characters.
func IndexNULOrHigh(b []byte) int { return indexNULOrHigh(b) }

func plainIndexHigh(b []byte, from int) int {
	i := from
	for ; i+8 <= len(b); i += 8 {
		if m := word(b[i:]) & highs; m != 0 {
			return i + lowest(m)
		}
	}
	for ; i < len(b); i++ {
		if b[i] >= 0x80 {
			return i
		}
	}
	return -1
}

func plainIndexNULOrHigh(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		x := word(b[i:])
		// A byte is marked that is high or becomes so when one is taken away;
		// only a byte that is marked borrows from those above it.
		if m := (x - ones | x) & highs; m != 0 {
			return i + lowest(m)
		}
	}
	for ; i < len(b); i++ {
		if b[i] == 0 || b[i] >= 0x80 {
			return i
		}
	}
	return -1
}
