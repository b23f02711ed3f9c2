package question

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/rank/bm25"
)

// collection is what the ranking knows of all files, until blocks are read, and then of all blocks.
type collection struct {
	bm25.Collection
	question      *bm25.Question
	terms         []bm25.Frequency
	ordered, near []int // blocks that have a pair
	around        map[outer]uint64
	rare          uint64
}

func newCollection(q *bm25.Question) *collection {
	return &collection{question: q, terms: make([]bm25.Frequency, len(q.Terms)), ordered: make([]int, len(q.Pairs)), near: make([]int, len(q.Pairs)), around: map[outer]uint64{}}
}

// weight returns the sum of the weights of terms.
func (c *collection) weight(terms uint64) (sum float64) {
	for i := range c.terms {
		if terms>>i&1 == 1 {
			sum += c.IDF(c.terms[i].Any)
		}
	}
	return sum
}

// The constants of BM25 by which files are chosen, docs/question-ranking.md says how.
const (
	fileK1    = 3
	fileB     = 0.75
	fileAside = 0.8
)

// weigh notes the weights by which files are chosen: BM25 over whole files.
func (c *collection) weigh(files []words) {
	mean := 0.0
	for i := range files {
		mean += float64(files[i].size)
	}
	mean /= float64(max(len(files), 1))
	for i := range files {
		f := &files[i]
		at := 0
		for term := range c.terms {
			if f.terms>>term&1 == 0 {
				continue
			}
			n := float64(f.times[at])
			f.weight += c.IDF(c.terms[term].Any) * n / (n + fileK1*(1-fileB+fileB*float64(f.size)/mean))
			at++
		}
		if isAside(rank.RoleOf(f.path, true, nil)) {
			f.weight *= fileAside
		}
	}
}

// isAside reports whether files of a role answer questions only where others do not: tests, samples, data and what is generated.
func isAside(r rank.Role) bool { return r != rank.Source && r != rank.Script && r != rank.Doc }

// A ranking is the constants of the order of blocks.
type ranking struct {
	bm25.Model
	around float64 // weight of the terms that the block and those beside it in the same definition have
	aside  float64 // what the score of a block is multiplied by whose file is a test, a sample or generated
}

// usual returns the constants that were chosen; docs/question-ranking.md says how.
func usual() ranking {
	r := ranking{Model: bm25.Usual(inText, 1.5, 0.5, 1), around: 0.2, aside: 0.8}
	r.Fields[inText].K1, r.Fields[inText].B = 1.2, 0.9
	r.Same = 0.6
	return r
}

// measure notes what scores need to know of all blocks: how many have a term or pair, and how long they are.
func (c *collection) measure(blocks []block) {
	c.Documents = len(blocks)
	for i := range c.terms {
		c.terms[i] = bm25.Frequency{}
	}
	for i := range blocks {
		b := &blocks[i]
		for f, n := range b.lengths {
			c.Mean[f] += float64(n)
		}
		for j := range b.tallies {
			c.terms[b.tallies[j].term].Count(&b.tallies[j].Counts, len(b.lengths))
		}
		for j, p := range b.pairs {
			c.ordered[j] += int(min(p.Ordered, 1))
			c.near[j] += int(min(p.Near, 1))
		}
		c.around[b.outer()] |= b.has
	}
	for f := range c.Mean {
		c.Mean[f] /= math.Max(float64(len(blocks)), 1)
	}
}

// rank sorts blocks, the best first.
func (c *collection) rank(blocks []block, by ranking) {
	for i := range blocks {
		b := &blocks[i]
		b.score = by.around * c.weight(c.around[b.outer()])
		for j := range b.tallies {
			t := &b.tallies[j]
			b.score += by.Term(&c.Collection, c.question.Terms[t.term].Times, &c.terms[t.term], &t.Counts, &b.lengths)
		}
		for j, p := range b.pairs {
			b.score += by.PairOf(&c.Collection, c.ordered[j], c.near[j], p, &b.lengths)
		}
		if isAside(b.role) {
			b.score *= by.aside
		}
	}
	slices.SortFunc(blocks, func(a, b block) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.path, b.path), cmp.Compare(a.start, b.start))
	})
}
