package kernel

// IndexHigh returns the least i at or after from where b[i] is not ASCII (0x80 or more), or -1.
func IndexHigh(b []byte, from int) int { return indexHigh(b, from) }

// IndexNULOrHigh returns the offset of the first byte of b that is 0, or 0x80 or more, or -1. It passes over ASCII text
// without a stop; the byte where it stops distinguishes a binary file from a text with other characters.
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
		// A byte is marked if it is high, or becomes so minus one. Only a marked byte borrows from those above it.
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
