package match

import (
	"github.com/ct-tools/ct/shared/match/kernel"
	"github.com/ct-tools/ct/shared/match/required"
)

// joint finds the lines of several terms in one pass, by the texts that their matches contain.
type joint struct {
	terms   []term
	members []int // the numbers of the terms that are searched for in this way
	has     []bool
	texts   *texts
	owner   []int // for each text the number of its term

	block   []byte
	pending []kernel.Candidate // candidates in block; those from head on are not judged yet
	head    int
	next    int // where the search for more candidates continues
	end     int // of the line last found; -1 if there are no more
}

// stopCost weighs the expected number of stops in a pass against the passes saved. A pass stops about ten times as
// often in real text as it would among independent bytes, and a stop takes as long as processing a hundred bytes.
const stopCost = 1000

// newJoint returns nil if fewer than two terms can be joined, or a joint pass would stop too often to pay.
func newJoint(terms []term) *joint {
	j := joinAll(terms)
	if j == nil || stopCost*j.texts.teddy.Expected() > float64(len(j.members)) {
		return nil
	}
	return j
}

// joinAll is newJoint without regard to cost.
func joinAll(terms []term) *joint {
	j := &joint{terms: terms, has: make([]bool, len(terms))}
	var all []required.Text
	for i, t := range terms {
		own := t.needs()
		if len(own) == 0 {
			continue
		}
		j.members = append(j.members, i)
		j.has[i] = true
		for range own {
			j.owner = append(j.owner, i)
		}
		all = append(all, own...)
	}
	if len(j.members) < 2 {
		return nil
	}
	j.texts = newTexts(all)
	return j
}

// clone returns a joint of terms, which are clones of the same terms.
func (j *joint) clone(terms []term) *joint {
	if j == nil {
		return nil
	}
	return &joint{terms: terms, members: j.members, has: j.has, texts: j.texts, owner: j.owner}
}

// includes reports whether the joint search covers term i.
func (j *joint) includes(i int) bool { return j != nil && j.has[i] }

// begin starts with another block and finds its first matching line.
func (j *joint) begin(b []byte, at []int) error {
	if j == nil {
		return nil
	}
	j.block, j.pending, j.head, j.next = b, j.pending[:0], 0, 0
	return j.line(0, at)
}

// done releases the block.
func (j *joint) done() {
	if j != nil {
		j.block = nil
	}
}

// after finds the first line after end, unless the line last found is already there.
func (j *joint) after(end int, at []int) error {
	if j == nil || j.end < 0 || j.end > end {
		return nil
	}
	return j.line(end+1, at)
}

// line finds the first line at or after from, a line's start, on which a member matches, and sets at for every member to
// what seek would return there, or -1. It judges all occurrences on the line, so that refused ones are counted.
func (j *joint) line(from int, at []int) error {
	for _, i := range j.members {
		at[i] = -1
	}
	for j.end = -1; ; {
		c, ok := j.peek(len(j.block))
		if !ok {
			return nil
		}
		start, end := j.texts.at(j.block, from, c)
		if start < 0 {
			j.head++
			continue
		}
		first, last := LineStart(j.block, from, start), LineEnd(j.block, end)
		found, err := j.judge(first, last, at)
		if err != nil {
			return err
		}
		if found {
			j.end = last
			return nil
		}
		from = last + 1
	}
}

// judge judges all occurrences on the line [first, last) and reports whether a member matches there.
func (j *joint) judge(first, last int, at []int) (found bool, err error) {
	line := j.block[:last]
	for c, ok := j.peek(last); ok; c, ok = j.peek(last) {
		j.head++
		start, end := j.texts.at(line, first, c)
		if start < 0 {
			continue
		}
		i := j.owner[j.texts.of[c.Window]]
		match, err := j.terms[i].judge(line, first, Span{start, end})
		if err != nil {
			return false, err
		}
		if match >= 0 && at[i] < 0 {
			at[i] = match
			found = true
		}
	}
	return found, nil
}

// batch is the number of candidates requested at a time.
const batch = 64

// peek returns the next candidate if it is before end.
func (j *joint) peek(end int) (c kernel.Candidate, ok bool) {
	for j.head == len(j.pending) {
		if j.next >= len(j.block) {
			return c, false
		}
		j.pending, j.next = j.texts.teddy.Candidates(j.pending[:0], j.block, j.next, batch)
		j.head = 0
	}
	c = j.pending[j.head]
	return c, c.At < end
}
