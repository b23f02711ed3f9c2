package question

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tool"
)

// A Part is what a pass found in some trees: its own fields and the ledger.
type Part struct {
	Ledger ledger.Ledger

	Census Census // of the files with words

	Files []File // the heaviest of those with one of the rarest words
	Rare  int    // how many have one

	Blocks                     []Block // of the files that were read
	Counted, WithBlocks, Lines int64   // blocks that count, files with such, lines that were read
	Tree                       cursor.Tree

	Shown []Shown // descriptions of blocks, in their order
	Gaps  occurrence.Gaps
}

func (p *Part) sort() {
	slices.SortFunc(p.Shown, func(a, b Shown) int { return cmp.Compare(a.At, b.At) })
}

// Number makes the part that of a tree; see tool.Part.
func (p *Part) Number(n int, name string) {
	p.Ledger.Number(n, name)
	for i := range p.Files {
		p.Files[i].Tree = n
	}
	for i := range p.Blocks {
		p.Blocks[i].Tree = n
	}
}

// Sum returns the ledger of the trees.
func (p *Part) Sum() *ledger.Ledger { return &p.Ledger }

// Merge adds another part of the same pass.
func (p *Part) Merge(other tool.Part) {
	o := tool.PartOf[*Part](other)
	p.Ledger.Merge(&o.Ledger)
	if p.Census == nil {
		p.Census = o.Census
	} else {
		for terms, n := range o.Census {
			p.Census.join(terms, n)
		}
	}
	p.Files, p.Rare = heaviest(append(p.Files, o.Files...)), p.Rare+o.Rare
	p.Blocks = append(p.Blocks, o.Blocks...)
	p.Counted, p.WithBlocks, p.Lines = p.Counted+o.Counted, p.WithBlocks+o.WithBlocks, p.Lines+o.Lines
	p.Tree.Merge(&o.Tree)
	p.Shown = append(p.Shown, o.Shown...)
	p.sort()
	p.Gaps.Merge(&o.Gaps)
}

// The passes over many trees. One tree needs no second one, because it keeps all files of the first.
const (
	passCount    = iota // in how many files each word is
	passChoose          // the files to read
	passRead            // their blocks
	passDescribe        // the blocks to show
)

// Known is what a pass over a tree knows of all trees, by the passes before.
type Known struct {
	Pass       int
	Collection *collection
	Files      []File  // to read
	Blocks     []Block // to show
}

// overTrees is a question about many trees.
type overTrees struct {
	search     *Search
	found      *Found
	collection *collection
	known      Known
}

// parts divides the search among many trees.
func (s *Search) parts() *tool.Parts {
	a := &overTrees{search: s, found: s.newFound(), collection: newCollection(s.question)}
	return &tool.Parts{
		None: func() tool.Part { return &Part{} },
		Scan: func(ctx context.Context, tree int, known any) (tool.Part, error) {
			k, _ := known.(Known) // nothing before the first pass
			return s.pass(ctx, tree, &k)
		},
		Next: func(all tool.Part) *tool.Pass { return a.next(tool.PartOf[*Part](all)) },
		Answer: func(ctx context.Context, all tool.Part, out io.Writer) (*tool.Answer, error) {
			a.found.Ledger = *all.Sum()
			return s.page.Print(ctx, a.found, out)
		},
	}
}

// pass returns the part of one tree.
func (s *Search) pass(ctx context.Context, tree int, k *Known) (p *Part, err error) {
	if k.Collection != nil {
		c := newCollection(s.question)
		c.Collection, c.Terms, c.Rare, c.MeanSize = k.Collection.Collection, k.Collection.Terms, k.Collection.Rare, k.Collection.MeanSize
		k.Collection, s.rare = c, c.Rare
	}
	switch k.Pass {
	case passChoose:
		p = &Part{}
		p.Ledger, err = s.count(ctx, func(f File) {
			if k.Collection.isRare(&f) {
				k.Collection.weigh(&f)
				p.Files = append(p.Files, f)
			}
		})
		p.Rare = len(p.Files)
		p.Files = heaviest(p.Files)
	case passRead:
		p, err = s.read(ctx, paths(slices.DeleteFunc(slices.Clone(k.Files), func(f File) bool { return f.Tree != tree })))
		err = cmp.Or(err, s.Where.Err())
	case passDescribe:
		p, err = s.describe(ctx, k.Collection, k.Blocks, tree)
	default:
		p = &Part{Census: Census{}}
		p.Ledger, err = s.count(ctx, func(f File) { p.Census.add(&f) })
	}
	return p, err
}

// next takes what a pass found, adds to its ledger what passes before could not read, and returns the next pass.
func (a *overTrees) next(p *Part) *tool.Pass {
	k := &a.known
	var trees []int // all
	last := false
	switch k.Pass {
	case passCount:
		a.found.Ledger = p.Ledger
		a.found.absent = a.collection.take(p.Census, p.Ledger.Searched)
		a.search.rare = a.collection.Rare
		last = a.search.rare == 0
	case passChoose:
		a.found.Ledger = p.Ledger
		a.found.Left = p.Rare - len(p.Files)
		k.Files = p.Files
		for i := range k.Files {
			trees = append(trees, k.Files[i].Tree)
		}
		last = trees == nil
	case passRead:
		a.found.add(p)
		k.Files, k.Blocks = nil, a.found.rank(a.collection, p.Blocks, false)
		for i := range k.Blocks {
			trees = append(trees, k.Blocks[i].Tree)
		}
		last = trees == nil
	case passDescribe:
		a.found.show(a.collection, k.Blocks, p)
		last = true
	}
	p.Ledger = a.found.Ledger
	if last {
		return nil
	}
	k.Pass++
	k.Collection = a.collection
	slices.Sort(trees)
	return &tool.Pass{Known: *k, Trees: slices.Compact(trees)}
}
