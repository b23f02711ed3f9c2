package fuzzy

// column is a column of the alignment matrix, in blocks. Blocks past the last active one exceed the limit.
//
// In the column of a search the row above the first is 0 everywhere, because a match may begin
// anywhere. If the alignment begins with the text, that row counts its characters.
type column struct {
	blocks [maxWords]block
	active int   // how many blocks are active
	words  int   // how many there are
	bottom uint  // the bit of the last row of the last block
	top    carry // of the row above the first
}

// start makes c the column before the text, for values up to limit.
func (c *column) start(p *Pattern, limit int, search bool) {
	c.words, c.bottom = p.forward.words, uint(p.length-1)%wordSize
	if !search {
		c.top.hp = 1
	}
	c.active = 0
	for above := 0; c.active < c.words && (above <= limit || c.active == 0); above = c.blocks[c.active-1].value {
		c.activate(above)
	}
}

// activate adds a block whose rows count up from above, the greatest possible values. All rows count as changed.
func (c *column) activate(above int) {
	c.blocks[c.active] = block{vp: ^uint64(0), value: above + int(c.bottomOf(c.active)) + 1}
	c.active++
}

// bottomOf returns the bit of the last row of block i.
func (c *column) bottomOf(i int) uint {
	if i+1 == c.words {
		return c.bottom
	}
	return topBit
}

// next advances to the column of a character, given its rows and those of the previous one. Values
// greater than limit may be computed too great, but stay greater than limit. It reports whether the
// last row is at most limit, and returns its value in that case.
//
// If a row below a block is at most limit, the last row of the block was at most limit in the previous column: a step
// down or diagonally costs nothing only if characters are equal, and an exchange that skips the last row costs no less
// than a replacement that ends there. So it is enough to add the block below in that case.
func (c *column) next(rows, before []uint64, limit int) (value int, ok bool) {
	above := c.top
	for i := 0; ; i++ {
		b := &c.blocks[i]
		was := b.value
		above = b.step(rows[i], before[i], above, c.bottomOf(i))
		if i+1 < c.active {
			continue
		}
		if i+1 == c.words || was > limit {
			break
		}
		c.activate(was)
	}
	for c.active > 1 && c.blocks[c.active-1].value > limit+int(c.bottomOf(c.active-1)) {
		c.active--
	}
	if c.active < c.words {
		return 0, false
	}
	value = c.blocks[c.words-1].value
	return value, value <= limit
}
