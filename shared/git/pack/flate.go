package pack

import (
	"encoding/binary"
	"errors"
	"hash/adler32"
	"math/bits"
)

// This file reads deflated data (RFC 1951) of which the length is known and that lies in memory as a whole. Git writes an
// object's length before it, so that no window has to be kept and copied from: matches are copied within the output. Its
// slow twin is a library, which also reads what this refuses.

// errShort says that the data goes on after the input, errFlate that it is not deflated data of that length.
var (
	errShort = errors.New("the input is too short")
	errFlate = errors.New("not deflated data of this length")
)

// An entry of a table says what a code stands for: in its lowest byte how many bits it has, in the next one the number of
// extra bits that follow and what it is, and above them a literal, the base of a length or a distance, or where another
// table begins that goes on with longer codes, which then has as many bits as the extra ones.
type code uint32

const (
	literal code = 0 << 13
	base    code = 1 << 13
	ending  code = 2 << 13
	onward  code = 3 << 13
	kinds   code = 3 << 13
	unused  code = 0xff // more bits than there are
)

func (c code) bits() uint    { return uint(c & 0xff) }
func (c code) extra() uint   { return uint(c >> 8 & 0x1f) }
func (c code) value() uint32 { return uint32(c >> 16) }

// The bits by which the first tables are read, and how large the tables become with all that go on from them.
const (
	literalBits  = 11
	distanceBits = 8
	mostLiterals = 1<<literalBits + 143<<4 // at least two codes begin with the bits that lead to another table
	mostDistance = 1<<distanceBits + 15<<7
	mostBits     = 15
)

// flate reads deflated data. It is large, and used again.
type flate struct {
	literals  [mostLiterals]code
	distances [mostDistance]code
	lengths   [288 + 32]uint8
	fixed     bool // the tables are those of blocks with fixed codes

	src  []byte
	at   int    // of src
	hold uint64 // bits that were read, the lowest first
	n    uint   // how many
}

// Bases and extra bits of lengths and distances (RFC 1951, 3.2.5).
var (
	lengthBase    = [...]uint16{3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258}
	lengthExtra   = [...]uint8{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0}
	distanceBase  = [...]uint16{1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577}
	distanceExtra = [...]uint8{0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13}
	lengthOrder   = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}
)

// literalOf returns what a symbol of literals and lengths stands for, distanceOf and plainOf those of other codes.
func literalOf(symbol int) code {
	switch {
	case symbol < 256:
		return literal | code(symbol)<<16 //nolint:gosec // a byte
	case symbol == 256:
		return ending
	case symbol-257 < len(lengthBase):
		return base | code(lengthBase[symbol-257])<<16 | code(lengthExtra[symbol-257])<<8
	}
	return unused
}

func distanceOf(symbol int) code {
	if symbol < len(distanceBase) {
		return base | code(distanceBase[symbol])<<16 | code(distanceExtra[symbol])<<8
	}
	return unused
}

func plainOf(symbol int) code { return literal | code(symbol)<<16 } //nolint:gosec // below 19

// zlibData fills dst from src, which begins with zlib's head (RFC 1950) and may go on after the data.
func (f *flate) zlibData(dst, src []byte) error {
	if len(src) < 2 {
		return errShort
	}
	if src[0]&15 != 8 || src[1]&0x20 != 0 || binary.BigEndian.Uint16(src)%31 != 0 {
		return errFlate
	}
	f.src, f.at, f.hold, f.n = src, 2, 0, 0
	if err := f.blocks(dst); err != nil {
		return err
	}
	end := f.at - int(f.n/8)
	if end+4 > len(src) {
		return errShort
	}
	if binary.BigEndian.Uint32(src[end:]) != adler32.Checksum(dst) {
		return errFlate
	}
	return nil
}

// blocks fills dst with all blocks.
func (f *flate) blocks(dst []byte) error {
	out := 0
	for last := false; !last; {
		f.refill()
		if f.n < 3 {
			return errShort
		}
		last = f.take(1) == 1
		var err error
		switch f.take(2) {
		case 0:
			out, err = f.stored(dst, out)
		case 1:
			f.useFixed()
			out, err = f.coded(dst, out)
		case 2:
			if err = f.readTables(); err == nil {
				out, err = f.coded(dst, out)
			}
		default:
			err = errFlate
		}
		if err != nil {
			return err
		}
	}
	if out != len(dst) {
		return errFlate
	}
	return nil
}

// refill holds at least 56 bits, or all that there are.
func (f *flate) refill() {
	if f.at+8 <= len(f.src) {
		f.hold |= binary.LittleEndian.Uint64(f.src[f.at:]) << f.n
		f.at += int(63-f.n) >> 3
		f.n |= 56
		return
	}
	f.at, f.hold, f.n = bytewise(f.src, f.at, f.hold, f.n)
}

// take returns the next n bits, which must be held.
func (f *flate) take(n uint) uint32 {
	v := uint32(f.hold & (1<<n - 1))
	f.hold >>= n
	f.n -= n
	return v
}

// stored copies a block that is not compressed.
func (f *flate) stored(dst []byte, out int) (int, error) {
	f.at -= int(f.n / 8) // what was held but not used, up to the next byte
	f.hold, f.n = 0, 0
	if f.at+4 > len(f.src) {
		return out, errShort
	}
	n := int(binary.LittleEndian.Uint16(f.src[f.at:]))
	if n != int(^binary.LittleEndian.Uint16(f.src[f.at+2:])) || n > len(dst)-out {
		return out, errFlate
	}
	f.at += 4
	if f.at+n > len(f.src) {
		return out, errShort
	}
	copy(dst[out:], f.src[f.at:f.at+n])
	f.at += n
	return out + n, nil
}

// useFixed makes the tables those of fixed codes (RFC 1951, 3.2.6).
func (f *flate) useFixed() {
	if f.fixed {
		return
	}
	l := f.lengths[:288]
	for i := range l {
		switch {
		case i < 144, i >= 280:
			l[i] = 8
		case i < 256:
			l[i] = 9
		default:
			l[i] = 7
		}
	}
	build(f.literals[:], l, literalBits, literalOf)
	d := f.lengths[288:]
	for i := range d {
		d[i] = 5
	}
	build(f.distances[:], d, distanceBits, distanceOf)
	f.fixed = true
}

// readTables reads the codes of a block (RFC 1951, 3.2.7).
func (f *flate) readTables() error {
	f.fixed = false
	f.refill()
	if f.n < 14 {
		return errShort
	}
	literals, distances, plain := int(f.take(5))+257, int(f.take(5))+1, int(f.take(4))+4
	if literals > 286 || distances > 30 {
		return errFlate
	}
	var own [19]uint8
	for _, symbol := range lengthOrder[:plain] {
		f.refill()
		if f.n < 3 {
			return errShort
		}
		own[symbol] = uint8(f.take(3)) //nolint:gosec // three bits
	}
	const ownBits = 7
	var table [1 << ownBits]code
	if !build(table[:], own[:], ownBits, plainOf) {
		return errFlate
	}
	all := f.lengths[:literals+distances]
	for i := 0; i < len(all); {
		f.refill()
		c := table[f.hold&(1<<ownBits-1)]
		if c.bits() > f.n {
			return f.lacks()
		}
		f.take(c.bits())
		symbol, times, value := c.value(), 1, uint8(0)
		switch symbol {
		case 16:
			if i == 0 {
				return errFlate
			}
			times, value = 3+int(f.take(2)), all[i-1]
		case 17:
			times = 3 + int(f.take(3))
		case 18:
			times = 11 + int(f.take(7))
		default:
			value = uint8(symbol) //nolint:gosec // below 16
		}
		if int(f.n) < 0 || f.n > 64 { // extra bits that are not there
			return errShort
		}
		if i+times > len(all) {
			return errFlate
		}
		for range times {
			all[i] = value
			i++
		}
	}
	if all[256] == 0 || !build(f.literals[:], all[:literals], literalBits, literalOf) || !build(f.distances[:], all[literals:], distanceBits, distanceOf) {
		return errFlate
	}
	return nil
}

// lacks returns the error about a code that is longer than what is held: there is none such, or the input ends in it.
func (f *flate) lacks() error {
	if f.n >= mostBits {
		return errFlate
	}
	return errShort
}

// build makes the table of codes with the given lengths, whose first part is read by width bits. It returns false if no
// codes have such lengths. Only a set of one code, or none, may leave bits without meaning.
func build(table []code, lengths []uint8, width uint, of func(symbol int) code) bool {
	next, longest, full, ok := firstCodes(lengths)
	if !ok {
		return false
	}
	if !full || longest > width { // otherwise codes fill it
		spread(table[:1<<width], 0, 1, unused)
	}
	end, more := 1<<width, longest-min(width, longest) // each table that goes on has this many bits
	for symbol, length := range lengths {
		n := uint(length)
		if n == 0 {
			continue
		}
		c := of(symbol)
		word := uint(bits.Reverse32(next[n]) >> (32 - n))
		next[n]++
		if n <= width {
			if c != unused {
				c |= code(n)
			}
			spread(table[:1<<width], word, 1<<n, c)
			continue
		}
		first := word & (1<<width - 1)
		if table[first] == unused {
			if end+1<<more > len(table) {
				return false
			}
			spread(table[end:end+1<<more], 0, 1, unused)
			table[first] = onward | code(end)<<16 | code(more)<<8 | code(width) //nolint:gosec // small
			end += 1 << more
		}
		if c != unused {
			c |= code(n - width)
		}
		start := table[first].value()
		spread(table[start:start+1<<more], word>>width, 1<<(n-width), c)
	}
	return true
}

// firstCodes returns the first code of each length (RFC 1951, 3.2.2), the greatest length, whether the codes leave no bits
// without meaning, and whether there can be such codes.
func firstCodes(lengths []uint8) (next [mostBits + 2]uint32, longest uint, full, ok bool) {
	var count [mostBits + 1]int
	for _, n := range lengths {
		count[n]++
	}
	count[0] = 0
	left, codes := 1, 0
	for n := 1; n <= mostBits; n++ {
		if left = left<<1 - count[n]; left < 0 {
			return next, 0, false, false
		}
		if codes += count[n]; count[n] > 0 {
			longest = uint(n)
		}
		next[n+1] = (next[n] + uint32(count[n])) << 1 //nolint:gosec // at most 320
	}
	return next, longest, left == 0, left == 0 || codes == 0 || codes == 1 && count[1] == 1
}

// spread sets the entries of a table from the first one on, step by step.
func spread(table []code, first, step uint, c code) {
	for i := first; i < uint(len(table)); i += step {
		table[i] = c
	}
}

// coded reads a block of literals and matches. It keeps the bits in variables of its own: as fields they cost a third more.
func (f *flate) coded(dst []byte, out int) (int, error) {
	src, at, hold, n := f.src, f.at, f.hold, f.n
	literals, distances := &f.literals, &f.distances
	for {
		if at+8 <= len(src) { // as refill
			hold |= binary.LittleEndian.Uint64(src[at:]) << (n & 63)
			at += int(63-n) >> 3
			n |= 56
		} else {
			at, hold, n = bytewise(src, at, hold, n)
		}
		c := literals[hold&(1<<literalBits-1)]
		for ; c&kinds == literal && c.bits() <= n && n >= 2*mostBits && out < len(dst); out++ {
			hold >>= c.bits() & 63
			n -= c.bits()
			dst[out] = byte(c >> 16)
			c = literals[hold&(1<<literalBits-1)]
		}
		c = whole(literals[:], c, hold, literalBits)
		if n < 48 && at < len(src) && c.bits() <= mostBits { // a match needs as many
			at, hold, n = bytewise(src, at, hold, n)
		}
		if c.bits() > n {
			f.n = n
			return out, f.lacks()
		}
		hold >>= c.bits() & 63
		n -= c.bits()
		if c&kinds == literal {
			if out == len(dst) {
				return out, errFlate
			}
			dst[out] = byte(c >> 16)
			out++
			continue
		}
		if c&kinds == ending {
			f.at, f.hold, f.n = at, hold, n
			return out, nil
		}
		length := int(c.value()) + int(hold&(1<<(c.extra()&31)-1))
		hold >>= c.extra() & 63
		d := whole(distances[:], distances[hold&(1<<distanceBits-1)], hold, distanceBits)
		used := c.extra() + d.bits() + d.extra()
		switch {
		case d.bits() > mostBits:
			return out, errFlate
		case used > n:
			return out, errShort
		}
		n -= used
		hold >>= d.bits() & 63
		distance := int(d.value()) + int(hold&(1<<(d.extra()&31)-1))
		hold >>= d.extra() & 63
		if distance > out || length > len(dst)-out {
			return out, errFlate
		}
		repeat(dst, out, distance, length)
		out += length
	}
}

// whole returns what the bits held stand for if c is what the first table has for them, read by width bits.
func whole(table []code, c code, hold uint64, width code) code {
	if c&kinds != onward || c == unused {
		return c
	}
	return table[uint64(c.value())+hold>>width&(1<<(c.extra()&15)-1)] + width
}

// bytewise holds at least 56 bits, or all that there are, where fewer than eight bytes may be left.
func bytewise(src []byte, at int, hold uint64, n uint) (int, uint64, uint) {
	for n < 56 && at < len(src) {
		hold |= uint64(src[at]) << (n & 63)
		at, n = at+1, n+8
	}
	return at, hold, n
}

// repeat copies length bytes to dst[out:] from distance before them. What it copies may begin with what it has copied.
func repeat(dst []byte, out, distance, length int) {
	from, end := out-distance, out+length
	switch {
	case distance >= 8 && end+8 <= len(dst): // eight bytes at once, some too many
		for ; out < end; out, from = out+8, from+8 {
			binary.LittleEndian.PutUint64(dst[out:], binary.LittleEndian.Uint64(dst[from:]))
		}
	case distance >= length:
		copy(dst[out:end], dst[from:])
	default:
		for ; out < end; out, from = out+1, from+1 {
			dst[out] = dst[from]
		}
	}
}
