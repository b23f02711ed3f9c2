package query

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tool"
)

// parts divides the search among many trees. Calls of what a dotted query means are not looked for: they are bound by one
// tree, and the uses of each kind are counted anyway.
func (s *Search) parts() *tool.Parts {
	return &tool.Parts{
		Set:  []string{fmt.Sprintf("--limit=%d", s.Offset+s.Limit)},
		None: func() tool.Part { return &newFound(s.most()).Part },
		Scan: func(ctx context.Context, _ int, _ any) (tool.Part, error) {
			found, err := s.collect(ctx)
			if err != nil {
				return nil, err
			}
			if s.encoded != nil {
				found.Encoded = s.encoded.Load()
			}
			return &found.Part, nil
		},
		Answer: func(ctx context.Context, all tool.Part, out io.Writer) (*tool.Answer, error) {
			found := newFound(s.most())
			found.Merge(all)
			found.search, found.inParts = s, true
			if s.encoded != nil {
				s.encoded.Store(found.Encoded)
			}
			found.rank()
			found.decide()
			return s.page.Print(ctx, found, out)
		},
	}
}

// Number makes the part that of a tree; see tool.Part.
func (p *Part) Number(n int, name string) { p.Ledger.Number(n, name) }

// Sum returns the ledger of the trees.
func (p *Part) Sum() *ledger.Ledger { return &p.Ledger }

// Merge adds another part, whose files may come before or after.
func (p *Part) Merge(other tool.Part) {
	o := tool.PartOf[*Part](other)
	p.Ledger.Merge(&o.Ledger)
	p.Gaps.Merge(&o.Gaps)
	p.Tree.Merge(&o.Tree)
	for _, n := range [][2]*int64{
		{&p.Near, &o.Near}, {&p.Encoded, &o.Encoded}, {&p.Files, &o.Files}, {&p.Matches, &o.Matches}, {&p.Lines, &o.Lines}, {&p.Dropped, &o.Dropped},
		{&p.Filtered, &o.Filtered}, {&p.Named, &o.Named}, {&p.Own, &o.Own}, {&p.Headings, &o.Headings},
		{&p.Grouped, &o.Grouped}, {&p.HiddenGrouped, &o.HiddenGrouped},
	} {
		*n[0] += *n[1]
	}
	for k := range p.Counts {
		p.Counts[k], p.InFiles[k], p.InTests[k] = p.Counts[k]+o.Counts[k], p.InFiles[k]+o.InFiles[k], p.InTests[k]+o.InTests[k]
	}
	p.Best.add(o.Best.First...)
	p.BestHidden.add(o.BestHidden.First...)
	p.Rest.join(&o.Rest)
	p.HiddenRest.join(&o.HiddenRest)
	p.rankAll()
	p.Leads, p.Others = leading(p.Leads, o.Leads), leading(p.Others, o.Others)
	p.Defined = ranked(append(p.Defined, o.Defined...), mostChosen)
	p.Elsewhere = ranked(append(p.Elsewhere, o.Elsewhere...), mostDefined)
	p.Assigned, p.Apart = declaring(append(p.Assigned, o.Assigned...)), p.Apart || o.Apart
	if p.Uses == nil {
		p.Uses = Uses{}
	}
	for use, n := range o.Uses {
		p.Uses[use] += n
	}
	p.Paths = append(p.Paths, o.Paths...)
	slices.SortFunc(p.Paths, compareNamed)
	p.Paths = slices.Clip(p.Paths[:min(len(p.Paths), answer.MostPaths)])
	p.Hot = answer.Hotter(p.Hot, o.Hot)
}
