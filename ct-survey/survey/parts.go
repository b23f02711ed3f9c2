package survey

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Part is what was found in some of many trees.
type Part struct {
	Ledger                               ledger.Ledger
	Files, Lines, Near, Denied, Lacking  int64
	Encoded                              int64 // files that are not UTF-8
	Terms                                []Tally
	Trees                                []Place    // a row for each tree and term: the first, most matching lines first
	Both                                 []Together // for each pair of terms
	TopFolders, TopFiles                 []Place
	OtherTrees, OtherFolders, OtherFiles int // rows beside these
}

// A Tally is the count of a term.
type Tally struct {
	Lines, Files int64
	Ended        bool // there is more
}

// A Place is a row about a tree, a folder or a file.
type Place struct {
	Path         string
	Term         int
	Lines, Files int64
}

// Together are the files in which two terms occur.
type Together struct {
	Files int64
	First []string
}

// mostPlaces bounds the rows of trees that are kept.
const mostPlaces = 1000

// surveyParts divides the comparison among many trees, which are its places.
func (s *count) surveyParts() *tool.Parts {
	return &tool.Parts{
		None: s.none,
		Row:  s.row,
		Scan: func(ctx context.Context, _ int, _ any) (tool.Part, error) {
			c := s.comparison(max(len(s.paths), 1))
			led, err := s.run(ctx, c.add)
			if err != nil {
				return nil, err
			}
			p := s.part(led)
			for i, t := range s.tallies {
				if t.lines > 0 {
					p.Trees = append(p.Trees, Place{s.request.TreeName(), i, t.lines, t.files})
				}
			}
			for _, b := range c.both {
				p.Both = append(p.Both, Together{b.files, b.first})
			}
			return p, nil
		},
		Answer: func(ctx context.Context, all tool.Part, _ io.Writer) (*tool.Answer, error) {
			p := tool.PartOf[*Part](all)
			c := s.comparison(0)
			s.of(p)
			c.place(p.Trees)
			s.stops.missed = make([]uint16, len(c.at))
			for i, b := range p.Both {
				c.both[i] = together{b.Files, b.First}
			}
			c.more = p.OtherTrees
			return s.answer(ctx, &p.Ledger, c.document)
		},
	}
}

// place makes the trees of rows the places of the comparison.
func (c *comparison) place(rows []Place) {
	index := map[string]int{}
	for _, r := range rows {
		index[r.Path] = 0
	}
	for i, name := range slices.SortedFunc(maps.Keys(index), walk.ComparePaths) {
		index[name] = i
		c.places.named = append(c.places.named, place{name: name, around: -1})
		c.at = append(c.at, make([]tally, len(c.terms)))
	}
	for _, r := range rows {
		c.at[index[r.Path]][r.Term] = tally{lines: r.Lines, files: r.Files}
	}
}

// scoutParts divides the scouting of a query among many trees.
func (s *count) scoutParts() *tool.Parts {
	return &tool.Parts{
		None: s.none,
		Row:  s.row,
		Scan: func(ctx context.Context, _ int, _ any) (tool.Part, error) {
			d := &distribution{count: s}
			led, err := d.collect(ctx)
			if err != nil {
				return nil, err
			}
			p := s.part(led)
			p.TopFolders, p.OtherFolders = keptRows(d.folders)
			p.TopFiles, p.OtherFiles = keptRows(d.files)
			return p, nil
		},
		Answer: func(ctx context.Context, all tool.Part, _ io.Writer) (*tool.Answer, error) {
			p := tool.PartOf[*Part](all)
			s.of(p)
			d := &distribution{count: s, folders: rowsOf(p.TopFolders), files: rowsOf(p.TopFiles), more: [2]int{p.OtherFolders, p.OtherFiles}}
			return s.answer(ctx, &p.Ledger, d.document)
		},
	}
}

// part returns what both forms have found.
func (s *count) part(l *ledger.Ledger) *Part {
	p := &Part{Ledger: *l, Files: s.inFiles, Lines: s.lines, Near: s.search.Near, Denied: s.denied, Lacking: s.lacking}
	if s.search.Scan.Encoded != nil {
		p.Encoded = s.search.Scan.Encoded.Load()
	}
	for _, t := range s.tallies {
		p.Terms = append(p.Terms, Tally{t.lines, t.files, t.ended})
	}
	return p
}

// none returns the part of no tree.
func (s *count) none() tool.Part {
	return &Part{Terms: make([]Tally, len(s.terms)), Both: make([]Together, len(s.terms)*(len(s.terms)-1)/2)}
}

// of makes s the count that a part has.
func (s *count) of(p *Part) {
	s.inParts, s.places = true, &places{}
	s.inFiles, s.lines, s.search.Near, s.denied, s.lacking = p.Files, p.Lines, p.Near, p.Denied, p.Lacking
	if s.search.Scan.Encoded != nil {
		s.search.Scan.Encoded.Store(p.Encoded)
	}
	s.tallies = nil
	for _, t := range p.Terms {
		s.tallies = append(s.tallies, tally{t.Lines, t.Files, t.Ended})
	}
}

// keptRows returns the rows that may be shown, and how many others there are.
func keptRows(all []row) ([]Place, int) {
	n := min(len(all), maxTop)
	kept := make([]Place, n)
	for i, r := range all[:n] {
		kept[i] = Place{Path: r.Path, Lines: r.Matches}
	}
	return kept, len(all) - n
}

func rowsOf(kept []Place) []row {
	list := make([]row, len(kept))
	for i, p := range kept {
		list[i] = row{Path: p.Path, Matches: p.Lines, narrow: p.Path}
	}
	return list
}

// Number makes the part that of a tree; see tool.Part.
func (p *Part) Number(n int, name string) { p.Ledger.Number(n, name) }

// Sum returns the ledger of the trees.
func (p *Part) Sum() *ledger.Ledger { return &p.Ledger }

// Merge adds another part.
func (p *Part) Merge(other tool.Part) {
	o := tool.PartOf[*Part](other)
	p.Ledger.Merge(&o.Ledger)
	p.Files, p.Lines, p.Near, p.Denied, p.Lacking, p.Encoded = p.Files+o.Files, p.Lines+o.Lines, p.Near+o.Near, p.Denied+o.Denied, p.Lacking+o.Lacking, p.Encoded+o.Encoded
	for i, t := range o.Terms {
		p.Terms[i] = Tally{p.Terms[i].Lines + t.Lines, p.Terms[i].Files + t.Files, p.Terms[i].Ended || t.Ended}
	}
	for i, t := range o.Both {
		first := slices.Concat(p.Both[i].First, t.First)
		slices.SortFunc(first, walk.ComparePaths)
		p.Both[i] = Together{p.Both[i].Files + t.Files, first[:min(len(first), mostFirst)]}
	}
	p.Trees, p.OtherTrees = joined(p.Trees, o.Trees, p.OtherTrees+o.OtherTrees, mostPlaces)
	p.TopFolders, p.OtherFolders = joined(p.TopFolders, o.TopFolders, p.OtherFolders+o.OtherFolders, maxTop)
	p.TopFiles, p.OtherFiles = joined(p.TopFiles, o.TopFiles, p.OtherFiles+o.OtherFiles, maxTop)
}

// joined returns the first most rows of two lists, most matching lines first, and how many others there are.
func joined(a, b []Place, others, most int) ([]Place, int) {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(x, y Place) int {
		return cmp.Or(cmp.Compare(y.Lines, x.Lines), walk.ComparePaths(x.Path, y.Path), cmp.Compare(x.Term, y.Term))
	})
	n := min(len(all), most)
	return slices.Clip(all[:n]), others + len(all) - n
}
