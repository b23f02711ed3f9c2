package fuzzy

import "unicode/utf8"

// block is the rows of a column that fit into one word.
type block struct {
	vp, vn  uint64 // rows in which the column is one more, or one less, than in the row above
	changed uint64 // rows whose value differs from that of the previous column in the row above
	value   int    // the value of the last row
}

// first returns the first block before the text.
func (p *Pattern) first() block {
	return block{vp: ^uint64(0) << p.head.pad, value: min(p.length, wordSize)}
}

// skip advances the first block over the characters of line from i on while its value is greater than limit. before is
// the previous character's row in the head. It returns where it stops and the row of the last character.
func (p *Pattern) skip(b *block, before uint64, line []byte, i, limit int) (end int, last uint64) {
	for i < len(line) && b.value > limit {
		if line[i] < utf8.RuneSelf {
			var n int
			n, before = b.skip(&p.head.ascii, before, line[i:], limit)
			i += n
			continue
		}
		number, n := p.firstOf(line[i:])
		row := p.head.rows[number]
		b.next(row, before)
		before = row
		i += n
	}
	return i, before
}

// skip is skip for the characters of text up to the first that is not ASCII; n is how many it passed. A column is
// computed from the previous one in nine dependent steps. To need so few, it computes where rows are not one more, and
// not equal, rather than where they are. Nothing branches on what is found.
func (b *block) skip(rows *[utf8.RuneSelf]uint64, before uint64, text []byte, limit int) (n int, last uint64) {
	vp, vn, changed, value := b.vp, b.vn, b.changed, b.value
	for ; n < len(text) && value > limit; n++ {
		if text[n] >= utf8.RuneSelf {
			break
		}
		row := rows[text[n]]
		swapped := (row & changed) << 1 & before
		kept := ((row & vp) + vp) ^ vp | (row | vn | swapped)
		nh := (kept | vp) &^ vn // not one more than the previous column
		hn := kept & vp         // one less
		value += 1 - int(nh>>topBit) - int(hn>>topBit)
		nh = nh<<1 + 1
		changed = ^kept
		vp, vn, before = hn<<1|nh&changed, kept&^nh, row
	}
	*b = block{vp, vn, changed, value}
	return n, before
}

// next advances to the column of a character, given its row and that of the previous one.
func (b *block) next(row, before uint64) { b.step(row, before, carry{}, topBit) }

// carry is what a block needs to know about the row above it, in the lowest bit.
type carry struct {
	hp, hn  uint64 // it is one more, or one less, than in the previous column
	swapped uint64 // the character is that of the row above, whose value changed in the previous column
}

// step is next below another block. bottom is the number of the bit of its last row.
func (b *block) step(row, before uint64, above carry, bottom uint) carry {
	swap := row & b.changed
	swapped := (swap<<1 | above.swapped) & before
	same := row | above.hn
	kept := ((same & b.vp) + b.vp) ^ b.vp | (same | b.vn | swapped)
	hp, hn := b.vn|^(kept|b.vp), b.vp&kept
	below := carry{hp >> (bottom % wordSize) & 1, hn >> (bottom % wordSize) & 1, swap >> topBit}
	b.value += int(below.hp) - int(below.hn)
	hp, hn = hp<<1|above.hp, hn<<1|above.hn
	b.vp, b.vn, b.changed = hn|^(kept|hp), hp&kept, ^kept
	return below
}
