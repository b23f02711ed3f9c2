package match

import (
	"github.com/ct-tools/ct/shared/match/kernel"
	"github.com/ct-tools/ct/shared/match/required"
)

// joint looks for the lines of several terms in one pass, by the texts that
// their matches hold.
type joint struct {
	terms   []term
	members []int // the numbers of the terms that are looked for in this way
	has     []bool
	texts   *texts
	owner   []int // for each text the number of its term

	block   []byte
	pending []kernel.Candidate // found in block, those from head on not yet judged
	head    int
	next    int // where the search for more goes on
	end     int // of the line last given; -1 if there is no more
}

// stopCost weighs what a pass expects to stop at against the passes that it
// saves. Text stops it about ten times as often as independent bytes would, and
// a stop takes the time of going over a hundred bytes.
const stopCost = 1000

// newJoint gives nil if fewer than two terms can be looked for together, or if
// it would stop so often that each had better be looked for by itself.
func newJoint(terms []term) *joint {
	j := jointOf(terms)
	if j == nil || stopCost*j.texts.teddy.Expected() > float64(len(j.members)) {
		return nil
	}
	return j
}

// jointOf is newJoint whatever it costs.
func jointOf(terms []term) *joint {
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

// clone gives a joint of the same terms, as cloned for another goroutine.
func (j *joint) clone(terms []term) *joint {
	if j == nil {
		return nil
	}
	return &joint{terms: terms, members: j.members, has: j.has, texts: j.texts, owner: j.owner}
}

// holds reports whether term i is looked for here.
func (j *joint) holds(i int) bool { return j != nil && j.has[i] }

// begin takes another block, and looks for its first line.
func (j *joint) begin(b []byte, at []int) error {
	if j == nil {
		return nil
	}
	j.block, j.pending, j.head, j.next = b, j.pending[:0], 0, 0
	return j.line(0, at)
}

// done lets go of the block.
func (j *joint) done() {
	if j != nil {
		j.block = nil
	}
}

// after looks for the first line behind end unless the one last given is there.
func (j *joint) after(end int, at []int) error {
	if j == nil || j.end < 0 || j.end > end {
		return nil
	}
	return j.line(end+1, at)
}

// line goes on to the first line at or after from, the start of a line, on
// which a member matches. It sets at of every member to the offset that seek
// would give if it matches there, else to -1, and judges all occurrences on
// the line, so that those that are refused are counted.
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

// judge looks at all occurrences on the line from first to last, and reports
// whether a member matches there.
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

// batch is how many candidates are asked for at a time.
const batch = 64

// peek gives the next candidate if it is before end.
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
