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
	Terms    []bm25.Frequency
	Rare     uint64  // the rarest terms
	MeanSize float64 // of the files with one of them, in bytes

	question      *bm25.Question
	ordered, near []int // blocks that have a pair
	around        map[outer]uint64
}

func newCollection(q *bm25.Question) *collection {
	return &collection{question: q, Terms: make([]bm25.Frequency, len(q.Terms)), ordered: make([]int, len(q.Pairs)), near: make([]int, len(q.Pairs)), around: map[outer]uint64{}}
}

// A Census counts the files that have just the same terms.
type Census map[uint64]Sizes

// Sizes is a number of files, and their bytes.
type Sizes struct{ Files, Bytes int64 }

func (c Census) add(f *File) { c.join(f.Terms, Sizes{1, f.Size}) }

func (c Census) join(terms uint64, n Sizes) {
	all := c[terms]
	c[terms] = Sizes{all.Files + n.Files, all.Bytes + n.Bytes}
}

// take notes how many files have each term, and which terms are the rarest. It returns the words that are nowhere.
func (c *collection) take(files Census, searched int64) (absent []string) {
	c.Documents = int(searched)
	for terms, n := range files {
		for i := range c.Terms {
			c.Terms[i].Any += int(terms>>i&1) * int(n.Files)
		}
	}
	var order []int
	for i := range c.Terms {
		if c.Terms[i].Any > 0 {
			order = append(order, i)
		} else {
			absent = append(absent, c.question.Terms[i].Text)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return c.Terms[a].Any - c.Terms[b].Any })
	for _, i := range order[:min(len(order), mostRare)] {
		c.Rare |= 1 << i
	}
	var rare Sizes
	for terms, n := range files {
		if terms&c.Rare != 0 {
			rare = Sizes{rare.Files + n.Files, rare.Bytes + n.Bytes}
		}
	}
	c.MeanSize = float64(rare.Bytes) / float64(max(rare.Files, 1))
	return absent
}

// isRare reports whether a file has one of the rarest terms.
func (c *collection) isRare(f *File) bool { return f.Terms&c.Rare != 0 }

// choose returns the files to read of those with rare terms.
func (c *collection) choose(files []File) []File {
	if len(files) <= mostFiles {
		return files
	}
	for i := range files {
		c.weigh(&files[i])
	}
	return heaviest(files)
}

// heaviest returns the files that weigh most.
func heaviest(files []File) []File {
	slices.SortFunc(files, func(a, b File) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Tree, b.Tree), cmp.Compare(a.At, b.At))
	})
	return files[:min(len(files), mostFiles)]
}

// weight returns the sum of the weights of terms.
func (c *collection) weight(terms uint64) (sum float64) {
	for i := range c.Terms {
		if terms>>i&1 == 1 {
			sum += c.IDF(c.Terms[i].Any)
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

// weigh notes the weight by which a file is chosen: BM25 over whole files.
func (c *collection) weigh(f *File) {
	at := 0
	f.Weight = 0
	for term := range c.Terms {
		if f.Terms>>term&1 == 0 {
			continue
		}
		n := float64(f.Times[at])
		f.Weight += c.IDF(c.Terms[term].Any) * n / (n + fileK1*(1-fileB+fileB*float64(f.Size)/c.MeanSize))
		at++
	}
	if isAside(rank.RoleOf(f.Path, true, nil)) {
		f.Weight *= fileAside
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
func (c *collection) measure(blocks []Block) {
	c.Documents = len(blocks)
	for i := range c.Terms {
		c.Terms[i] = bm25.Frequency{}
	}
	for i := range blocks {
		b := &blocks[i]
		for f, n := range b.Lengths {
			c.Mean[f] += float64(n)
		}
		for j := range b.Tallies {
			c.Terms[b.Tallies[j].Term].Count(&b.Tallies[j].Counts, len(b.Lengths))
		}
		for j, p := range b.Pairs {
			c.ordered[j] += int(min(p.Ordered, 1))
			c.near[j] += int(min(p.Near, 1))
		}
		c.around[b.outer()] |= b.Has
	}
	for f := range c.Mean {
		c.Mean[f] /= math.Max(float64(len(blocks)), 1)
	}
}

// rank sorts blocks, the best first.
func (c *collection) rank(blocks []Block, by ranking) {
	for i := range blocks {
		b := &blocks[i]
		b.score = by.around * c.weight(c.around[b.outer()])
		for j := range b.Tallies {
			t := &b.Tallies[j]
			b.score += by.Term(&c.Collection, c.question.Terms[t.Term].Times, &c.Terms[t.Term], &t.Counts, &b.Lengths)
		}
		for j, p := range b.Pairs {
			b.score += by.PairOf(&c.Collection, c.ordered[j], c.near[j], p, &b.Lengths)
		}
		if isAside(b.Role) {
			b.score *= by.aside
		}
	}
	slices.SortFunc(blocks, func(a, b Block) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.Path, b.Path), cmp.Compare(a.Start, b.Start))
	})
}
