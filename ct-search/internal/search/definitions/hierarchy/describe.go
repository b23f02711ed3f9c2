package hierarchy

import (
	"context"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// Describe reads the files of implementations and sets their texts and details, with the given lines of context. It calls each, if it is
// not nil, with them in the order of their places, until that returns false. One that is no longer there stays as it is.
func (s *Search) Describe(ctx context.Context, items []*Implementation, before, after int, each func(*Implementation) bool) error {
	if len(items) == 0 {
		return nil
	}
	files := s.Files
	files.Only, files.Cut = nil, nil
	of := map[string][]*Implementation{}
	for _, i := range items {
		if of[i.Path] == nil {
			files.Only = append(files.Only, i.Path)
		}
		of[i.Path] = append(of[i.Path], i)
	}
	slices.Sort(files.Only)
	newVisit := func() walk.Visit[[]*Implementation] {
		var here []*Implementation
		c := occurrence.NewChooser(ctx, nil)
		c.Prototypes = true
		c.Choose = func(f *occurrence.File) []source.Occurrence { return chosen(f, here) }
		return func(e *walk.Entry) walk.Outcome[[]*Implementation] {
			here = of[e.Path()]
			if len(here) == 0 {
				return walk.Outcome[[]*Implementation]{}
			}
			slices.SortStableFunc(here, func(a, b *Implementation) int { return a.Start - b.Start })
			seen, why, detail := c.Read(e)
			o := walk.Outcome[[]*Implementation]{Skip: why, Detail: detail, Value: here, Keep: true, Size: 1500 * len(here)}
			if why == ledger.None {
				describe(seen, here, before, after)
			}
			return o
		}
	}
	_, err := walk.Run(ctx, files, newVisit, func(all []*Implementation) bool {
		for _, i := range all {
			if each != nil && i.Definition != nil && !each(i) {
				return false
			}
		}
		return true
	})
	return err
}

// chosen returns the definitions of a file that implementations are, in their order.
func chosen(f *occurrence.File, here []*Implementation) []source.Occurrence {
	var all []source.Occurrence
	last := -1
	for _, i := range here {
		of := source.None
		if i.own != nil {
			f.Seen.Declarations = append(f.Seen.Declarations, *i.own)
			of = len(f.Seen.Declarations) - 1
		}
		for at := range f.Seen.Declarations {
			if of == source.None && f.Seen.Declarations[at].Name.Start == i.Start {
				of = at
			}
		}
		if of == source.None || i.Start == last {
			continue
		}
		last = i.Start
		d := &f.Seen.Declarations[of]
		all = append(all, source.Occurrence{Place: d.Name, Kind: source.Definition, Word: d.Name, Enclosing: d.Parent, Of: of})
	}
	return all
}

// describe sets the matches of implementations to what a file has at their places.
func describe(seen *occurrence.File, here []*Implementation, before, after int) {
	for at := range seen.Places {
		m := seen.Match(at)
		seen.Describe(&m, before, after)
		for _, i := range here {
			if i.Start != seen.Places[at].Span.Start {
				continue
			}
			i.Match = m
			d := *m.Definition
			i.Definition = &d
			i.Line, i.Own = m.Line, false
			if i.nameless {
				d := *i.Definition
				d.Symbol, d.Qualname = "<anonymous>", i.qualname
				i.Definition, i.Word = &d, "<anonymous>"
			}
		}
	}
}

// tree adds the files of implementations to those that a cursor remembers.
func (s *Search) tree(ctx context.Context, items []*Implementation) (t cursor.Tree, n int64, err error) {
	files := s.Files
	files.Only, files.Cut = nil, nil
	for _, i := range items {
		files.Only = append(files.Only, i.Path)
	}
	slices.Sort(files.Only)
	files.Only = slices.Compact(files.Only)
	if len(files.Only) == 0 {
		return t, 0, nil
	}
	type stated struct {
		path string
		walk.Info
	}
	newVisit := func() walk.Visit[stated] {
		return func(e *walk.Entry) walk.Outcome[stated] {
			info, _ := e.Stat()
			return walk.Outcome[stated]{Value: stated{e.Path(), info}, Keep: true, Size: 100}
		}
	}
	_, err = walk.Run(ctx, files, newVisit, func(f stated) bool {
		t.Add(f.path, f.Size, f.ModTime)
		return true
	})
	return t, int64(len(files.Only)), err
}
