package main

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// weights are the constants of the ranking. docs/spec-ranking.md says why each, and why none needs to be exact.
type weights struct {
	name, desc float64 // for a term that occurs there; the body's BM25 is at most k1+1
	cover      float64 // share of name that depends on how much of the name is in the question
	k1, b      float64 // BM25's saturation, and its length normalization
}

func usualWeights() weights { return weights{name: 7, desc: 2.5, cover: 0.5, k1: 1.2, b: 0.75} }

// shortestPrefix is the number of characters from which on a term also matches the beginning of longer words.
const shortestPrefix = 3

// corpus is the nodes to rank, and what the ranking needs to know about all of them.
type corpus struct {
	nodes  []node
	df     []int     // number of nodes that have the term
	mean   float64   // average number of words in a node
	rarity []float64 // of each term, see idf
	covers []float64 // share of the words of each node's name that are in the question
}

// newCorpus reads the names of nodes with m, and counts.
func newCorpus(m *matcher, q *question, nodes []node) *corpus {
	c := &corpus{nodes: nodes, df: make([]int, len(q.terms)), covers: make([]float64, len(nodes))}
	words := 0
	for i := range nodes {
		n := &nodes[i]
		c.covers[i] = n.countName(m, q)
		words += n.words
		for j := range n.tallies {
			c.df[n.tallies[j].term]++
		}
	}
	c.mean = max(float64(words)/float64(max(len(nodes), 1)), 1)
	for t := range c.df {
		c.rarity = append(c.rarity, c.idf(uint16(t)))
	}
	return c
}

// countName adds the terms in n's title and id to its tallies, and returns the share of their words
// that match a term. A word of a name matches a term if it begins with it, but not if the term is a
// longer form of it: otherwise a plural would find every node with its singular in the name.
func (n *node) countName(m *matcher, q *question) (cover float64) {
	words, like := 0, 0
	for _, text := range []string{n.title, n.id} {
		if q.literal {
			for i, t := range q.terms {
				if k := strings.Count(text, t.text); k > 0 {
					n.tally(uint16(i)).count[inName] += uint32(k)
				}
			}
			continue
		}
		b := []byte(text)
		for start, end := nextWord(b, 0); start < len(b); start, end = nextWord(b, end) {
			words++
			matched := false
			for _, x := range m.match(b[start:end]) {
				if x.begins {
					n.tally(x.term).count[inName]++
					matched = true
				}
			}
			if matched {
				like++
			}
		}
	}
	return float64(like) / float64(max(words, 1))
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

// idf returns the weight of a term, which is higher the fewer nodes have it: that of BM25 (S.
// Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009) with 1
// added to the quotient, so that it stays above 0 if most nodes, or the only one, have the term.
func (c *corpus) idf(t uint16) float64 {
	n, df := float64(len(c.nodes)), float64(c.df[t])
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}

// best returns how much a term counts in a node: its value in the field where that is highest. Name
// and desc are short, so it only matters whether the term occurs there. In the body BM25 considers
// how often it occurs, with a limit, and how long the body is.
func (c *corpus) best(w *weights, i int, t *tally) float64 {
	tf := float64(t.count[inBody])
	length := 1 - w.b + w.b*float64(c.nodes[i].words)/c.mean
	most := tf * (w.k1 + 1) / (tf + w.k1*length)
	if t.count[inDesc] > 0 {
		most = max(most, w.desc)
	}
	if t.count[inName] > 0 {
		most = max(most, w.name*(1-w.cover+w.cover*c.covers[i]))
	}
	return most
}

// score sums the values of the terms of a node; rarer terms count more.
func (c *corpus) score(w *weights, i int) float64 {
	total := 0.0
	for j := range c.nodes[i].tallies {
		t := &c.nodes[i].tallies[j]
		total += c.rarity[t.term] * c.best(w, i, t)
	}
	return total
}

// grain is the unit of scores, so that the last bits of a sum do not decide the order.
const grain = 1e-4

// rank returns the nodes that have a term, the highest score first, and those with equal scores in path order.
func rank(q *question, nodes []node) []result {
	c, w := newCorpus(newMatcher(q.terms), q, nodes), usualWeights()
	var found []result
	for i := range nodes {
		if len(nodes[i].tallies) > 0 {
			steps := max(math.Round(c.score(&w, i)/grain), 1)
			found = append(found, result{&nodes[i], steps / math.Round(1/grain)})
		}
	}
	slices.SortStableFunc(found, func(a, b result) int { return cmp.Compare(b.score, a.score) })
	return found
}
