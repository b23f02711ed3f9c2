package main

import "github.com/ct-tools/ct/shared/rank/bm25"

// pairs counts the pairs of the question in the text of a node, word by word.
type pairs struct {
	counts []bm25.PairCounts // by pair
	of     [][]beside        // by term, those beside it in the question
	last   []int             // by term, its last position in the text, -1 for none
	seen   []uint16          // the terms with a last position
}

// beside is a term beside another.
type beside struct {
	pair  uint16
	term  uint16
	after bool // it follows the other in the question
}

func newPairs(q *bm25.Question) pairs {
	p := pairs{counts: make([]bm25.PairCounts, len(q.Pairs)), of: make([][]beside, len(q.Terms)), last: make([]int, len(q.Terms))}
	for i, x := range q.Pairs {
		p.of[x.First] = append(p.of[x.First], beside{uint16(i), x.Second, true})
		p.of[x.Second] = append(p.of[x.Second], beside{uint16(i), x.First, false})
	}
	for i := range p.last {
		p.last[i] = -1
	}
	return p
}

// add adds a term at a position. Positions increase.
func (p *pairs) add(term uint16, at int) {
	for _, x := range p.of[term] {
		switch last := p.last[x.term]; {
		case last < 0 || at-last > bm25.Near:
		case x.after:
			p.counts[x.pair].Add(last - at)
		default:
			p.counts[x.pair].Add(at - last)
		}
	}
	if p.last[term] < 0 {
		p.seen = append(p.seen, term)
	}
	p.last[term] = at
}

// take returns the counts of a node, and begins the next.
func (p *pairs) take() (list []pairTally) {
	for _, t := range p.seen {
		p.last[t] = -1
	}
	if len(p.seen) > 1 {
		for i, n := range p.counts {
			if n != (bm25.PairCounts{}) {
				list = append(list, pairTally{uint16(i), n})
				p.counts[i] = bm25.PairCounts{}
			}
		}
	}
	p.seen = p.seen[:0]
	return list
}
