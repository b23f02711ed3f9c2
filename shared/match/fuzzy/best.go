package fuzzy

import (
	"math"
	"unicode/utf8"
)

// scanWord is scan for a query that fits into the head.
func (p *Pattern) scanWord(line []byte, any bool) (edits, end int) {
	b, before, limit := p.first(), uint64(0), p.limit
	end = -1
	for i := 0; i < len(line) && limit >= 0; {
		i, before = p.skip(&b, before, line, i, limit)
		if b.value > limit {
			break
		}
		edits, end, limit = b.value, i, b.value-1
		if any {
			break
		}
	}
	return edits, end
}

// scanBlocks is scan for longer queries. For most lines the first block is enough.
func (p *Pattern) scanBlocks(line []byte, any bool) (edits, end int) {
	var c column
	limit := p.limit
	c.start(p, limit, true)
	before := p.forward.row(0)
	end = -1
	for i := 0; i < len(line); {
		if c.active == 1 && c.blocks[0].value > limit {
			if i, _ = p.skip(&c.blocks[0], before[0], line, i, limit); i == len(line) {
				break
			}
			number, _ := p.lastOf(line[:i])
			before = p.forward.row(number)
		}
		number, n := p.firstOf(line[i:])
		i += n
		rows := p.forward.row(number)
		if value, ok := c.next(rows, before, limit); ok {
			edits, end, limit = value, i, value-1
			if any || limit < 0 {
				break
			}
		}
		before = rows
	}
	return edits, end
}

// startOf returns the start of the best span of line that starts first. end is where the best span
// that ends first ends, and edits is the number of its edits.
//
// With m characters and k edits, a span is m-k to m+k characters long. None of the best spans ends before end, so none
// starts more than m+k characters before it. The span that ends there starts at least m-k characters before it, so one
// that starts no later ends at most 2k characters after it. The number of edits between two texts does not change if
// both are reversed; therefore a backward search for the reversed query in those characters ends where spans start.
func (p *Pattern) startOf(line []byte, end, edits int) (start int) {
	steps := p.length + edits
	for ; steps < p.length+3*edits && end < len(line); steps++ {
		_, n := utf8.DecodeRune(line[end:])
		end += n
	}
	var c column
	c.start(p, edits, true)
	before := p.backward.row(0)
	for ; steps > 0 && end > 0; steps-- {
		number, n := p.lastOf(line[:end])
		end -= n
		rows := p.backward.row(number)
		if _, ok := c.next(rows, before, edits); ok {
			start = end
		}
		before = rows
	}
	return start
}

// endOf returns the length of the shortest text at the start of b that is at most edits edits from the query.
func (p *Pattern) endOf(b []byte, edits int) (end int) {
	var c column
	c.start(p, edits, false)
	before := p.forward.row(0)
	for end < len(b) {
		number, n := p.firstOf(b[end:])
		end += n
		rows := p.forward.row(number)
		if _, ok := c.next(rows, before, edits); ok {
			break
		}
		before = rows
	}
	return end
}

// Edits returns the number of edits between the query and the whole of text.
func (p *Pattern) Edits(text []byte) int {
	const all = math.MaxInt - wordSize
	var c column
	c.start(p, all, false)
	before := p.forward.row(0)
	edits := p.length
	for i := 0; i < len(text); {
		number, n := p.firstOf(text[i:])
		i += n
		rows := p.forward.row(number)
		edits, _ = c.next(rows, before, all)
		before = rows
	}
	return edits
}
