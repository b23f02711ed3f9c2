package main

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/rank/bm25"
)

// usualModel returns the constants of the ranking. docs/spec-ranking.md says why each, and why none needs to be exact.
func usualModel() bm25.Model { return bm25.Usual(inBody, 1, 1, 1, 0.3) }

// corpus is the nodes to rank, and what the ranking needs to know about all of them.
type corpus struct {
	bm25.Collection
	nodes         []node
	terms         []bm25.Frequency
	ordered, near []int // number of nodes with a pair
}

// newCorpus reads the names of nodes with m, and counts.
func newCorpus(m *bm25.Matcher, q *bm25.Question, nodes []node) *corpus {
	c := &corpus{nodes: nodes, terms: make([]bm25.Frequency, len(q.Terms)), ordered: make([]int, len(q.Pairs)), near: make([]int, len(q.Pairs))}
	c.Documents = len(nodes)
	var with [fields]int // nodes that have the field
	for i := range nodes {
		n := &nodes[i]
		n.countName(m, q)
		n.lengths[inBody] = uint32(min(n.words, math.MaxUint32))
		for f, k := range n.lengths {
			c.Mean[f] += float64(k)
			with[f] += int(min(k, 1))
		}
		for j := range n.tallies {
			c.terms[n.tallies[j].term].Count(&n.tallies[j].Counts, inAnchor)
		}
		for _, p := range n.pairs {
			c.ordered[p.pair] += int(min(p.Ordered, 1))
			c.near[p.pair] += int(min(p.Near, 1))
		}
	}
	for f := range c.Mean {
		c.Mean[f] /= float64(max(with[f], 1)) // a tree with few descriptions does not make these long
	}
	return c
}

// countName adds the terms in n's title and id to its tallies.
func (n *node) countName(m *bm25.Matcher, q *bm25.Question) {
	texts := []string{n.title, n.id}
	if n.id == n.title {
		texts = texts[:1]
	}
	for _, text := range texts {
		if q.Literal {
			for i, t := range q.Terms {
				if k := strings.Count(text, t.Text); k > 0 {
					n.tally(uint16(i)).AddSame(inName, k)
				}
			}
			continue
		}
		b := []byte(text)
		for start, end := bm25.NextWord(b, 0); start < len(b); start, end = bm25.NextWord(b, end) {
			n.lengths[inName]++
			for _, x := range m.Match(b[start:end]) {
				n.tally(x.Term).Add(inName, x.Form)
			}
		}
	}
}

// find returns the index of a term's tally, or where it would be inserted.
func (n *node) find(t uint16) (at int, ok bool) {
	return slices.BinarySearchFunc(n.tallies, t, func(a tally, t uint16) int { return cmp.Compare(a.term, t) })
}

// tally returns the tally of a term, which it creates if necessary.
func (n *node) tally(t uint16) *tally {
	i, ok := n.find(t)
	if !ok {
		n.tallies = slices.Insert(n.tallies, i, tally{term: t})
	}
	return &n.tallies[i]
}

// term returns how much a term of which a node has a tally counts.
func (c *corpus) term(m *bm25.Model, times int, i int, t *tally) float64 {
	return m.Term(&c.Collection, times, &c.terms[t.term], &t.Counts, &c.nodes[i].lengths)
}

// pair returns how much a pair of which a node has a tally counts.
func (c *corpus) pair(m *bm25.Model, i int, p *pairTally) float64 {
	return m.PairOf(&c.Collection, c.ordered[p.pair], c.near[p.pair], p.PairCounts, &c.nodes[i].lengths)
}

// score sums the values of the terms of a node, and of their pairs.
func (c *corpus) score(m *bm25.Model, q *bm25.Question, i int) float64 {
	total := 0.0
	n := &c.nodes[i]
	for j := range n.tallies {
		total += c.term(m, q.Terms[n.tallies[j].term].Times, i, &n.tallies[j])
	}
	for j := range n.pairs {
		total += c.pair(m, i, &n.pairs[j])
	}
	return total
}

// grain is the unit of scores, so that the last bits of a sum do not decide the order.
const grain = 1e-4

// rank returns the nodes that have a term, the highest score first, and those with equal scores in path order.
func rank(q *bm25.Question, nodes []node) []result {
	c, m := newCorpus(bm25.NewMatcher(q.Terms), q, nodes), usualModel()
	var found []result
	for i := range nodes {
		if len(nodes[i].tallies) > 0 {
			steps := max(math.Round(c.score(&m, q, i)/grain), 1)
			found = append(found, result{&nodes[i], steps / math.Round(1/grain)})
		}
	}
	slices.SortStableFunc(found, func(a, b result) int { return cmp.Compare(b.score, a.score) })
	return found
}
