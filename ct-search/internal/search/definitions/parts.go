package definitions

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tool"
)

// A Part is what a search found in some trees.
type Part struct {
	Ledger ledger.Ledger
	occurrence.Gaps
	Files    int64 // with a match
	Matches  int64
	Lines    int64              // with a match
	Dropped  int64              // matches that Where dropped
	Declared int64              // prototypes of the name that were not asked for
	Groups   []occurrence.Group // the first Most
	In       []int              // the trees of Groups, once they have numbers
	Shares   []share            // of Groups, in the outline of folders
	Inner    int64              // declarations that are nested too deep for an outline
	Most     int                // those that a page shows, and those shown briefly after them
	Ranked   bool               // Groups are in the order of rank, else in that of paths
	Counts   map[string]int64   // matches by category
	Tree     cursor.Tree        // the files with matches
	Exact    int64              // of imports of a module: those of exactly this module
	Ending   map[string]int64   // those of others that end in its name, by module; some beyond mostEnding are left out
	Others   []occurrence.Match // the first definitions of the name that are of another kind
	Hot      []answer.FileData  // the files with most matches
	Called   bool               // something calls the name, or a file renames it
	Unknown  unknown
}

// part returns the part of no tree.
func (s *Search) part() *Part {
	return &Part{Counts: map[string]int64{}, Most: s.Offset + s.Limit + answer.MostEvidence, Ranked: s.named()}
}

// parts divides the search among many trees.
func (s *Search) parts() *tool.Parts {
	return &tool.Parts{
		Set:  []string{fmt.Sprintf("--limit=%d", s.Offset+s.Limit)},
		None: func() tool.Part { return s.part() },
		Scan: func(ctx context.Context, _ int, _ any) (tool.Part, error) {
			found, err := s.collect(ctx)
			if err != nil {
				return nil, err
			}
			if s.outline != nil {
				found.Inner = s.outline.inner.Load()
			}
			return &found.Part, nil
		},
		Answer: func(ctx context.Context, all tool.Part, out io.Writer) (*tool.Answer, error) {
			p := tool.PartOf[*Part](all)
			if s.outline != nil {
				s.outline.inner.Store(p.Inner)
			}
			return s.page.Print(ctx, &Found{Part: *p, search: s, inParts: true}, out)
		},
	}
}

// Number makes the part that of a tree; see tool.Part.
func (p *Part) Number(n int, name string) {
	p.Ledger.Number(n, name)
	p.In = slices.Repeat([]int{n}, len(p.Groups))
	for _, places := range p.Unknown.all() {
		places.Tree = n
	}
}

// Sum returns the ledger of the trees.
func (p *Part) Sum() *ledger.Ledger { return &p.Ledger }

// Merge adds another part.
func (p *Part) Merge(other tool.Part) {
	o := tool.PartOf[*Part](other)
	p.Ledger.Merge(&o.Ledger)
	p.Gaps.Merge(&o.Gaps)
	p.Tree.Merge(&o.Tree)
	p.Files, p.Matches, p.Lines = p.Files+o.Files, p.Matches+o.Matches, p.Lines+o.Lines
	p.Dropped, p.Declared, p.Exact = p.Dropped+o.Dropped, p.Declared+o.Declared, p.Exact+o.Exact
	p.Counts, p.Ending = added(p.Counts, o.Counts), added(p.Ending, o.Ending)
	p.addOthers(o.Others)
	p.Hot = answer.Hotter(p.Hot, o.Hot)
	p.Called, p.Inner = p.Called || o.Called, p.Inner+o.Inner
	p.Unknown.join(&o.Unknown)
	p.join(o)
}

// added returns the sum of two counts.
func added(p, o map[string]int64) map[string]int64 {
	if p == nil {
		return o
	}
	for name, n := range o {
		p[name] += n
	}
	return p
}

// addOthers adds definitions of another kind.
func (p *Part) addOthers(others []occurrence.Match) {
	p.Others = append(p.Others, others...)
	slices.SortStableFunc(p.Others, func(a, b occurrence.Match) int { return occurrence.Compare(&a, &b) })
	p.Others = p.Others[:min(len(p.Others), mostOthers)]
}

// join merges the groups.
func (p *Part) join(o *Part) {
	groups, in, shares := slices.Concat(p.Groups, o.Groups), slices.Concat(p.In, o.In), slices.Concat(p.Shares, o.Shares)
	if len(shares) < len(groups) { // a path of the outline is a file in some trees
		shares = nil
	}
	order := make([]int, len(groups))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if shares != nil {
			return cmp.Or(shares[a].compare(&shares[b]), cmp.Compare(in[a], in[b]))
		}
		if p.Ranked {
			return cmp.Or(occurrence.Compare(&groups[a].Match, &groups[b].Match), cmp.Compare(in[a], in[b]))
		}
		return cmp.Or(cmp.Compare(ending(&groups[a].Match), ending(&groups[b].Match)), cmp.Compare(in[a], in[b]))
	})
	order = order[:min(len(order), p.Most)]
	p.Groups, p.In, p.Shares = nil, nil, nil
	for _, i := range order {
		p.Groups, p.In = append(p.Groups, groups[i]), append(p.In, in[i])
		if shares != nil {
			p.Shares = append(p.Shares, shares[i])
		}
	}
}

// ending is 1 for an import of a module that only ends in the one that is looked for, which comes after those of it.
func ending(m *occurrence.Match) int {
	if m.Import != nil && m.Import.Other != "" {
		return 1
	}
	return 0
}
