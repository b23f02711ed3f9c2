// Package page continues an answer: it reads a cursor, checks that the tree is unchanged, and makes the next cursor.
package page

import (
	"context"
	"fmt"
	"sync"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/walk"
)

// A Page is a part of the results of a search: what follows a cursor, or the beginning.
type Page struct {
	From *cursor.Cursor // nil for the first page

	words []string // the query, see cursor.NewQuery
	names []string // what words may begin with
	files walk.Options
	// looked reports whether the search looks at an entry: these must not have changed.
	looked func(*walk.Entry) bool
}

// New reads a cursor, "" for the first page of a query, given as for cursor.NewQuery. The error is a *opt.UsageError.
func New(text string, words, names []string) (*Page, error) {
	p := &Page{words: words, names: names}
	if text == "" {
		return p, nil
	}
	var err error
	if p.From, err = cursor.Parse(text); err == nil {
		err = p.From.SameQuery(words, names)
	}
	if err != nil {
		return nil, opt.Usagef("cursor", "{cursor}: %v", err)
	}
	return p, nil
}

// Begin compares the tree with the cursor; files are the search's. A changed tree is an error of type *opt.ValueError.
func (p *Page) Begin(ctx context.Context, files walk.Options, looked func(*walk.Entry) bool) error {
	p.files, p.looked = files, looked
	if p.From == nil {
		return nil
	}
	now, whole, err := p.tree(ctx, p.From.At.Path, &cursor.Tree{})
	if err != nil || !whole {
		return err // the search will not get far either
	}
	return p.Same(now, func(look *cursor.Tree) string {
		if again, _, err := p.tree(ctx, p.From.At.Path, look); err == nil {
			return again.Odd()
		}
		return "" // the error will say less
	})
}

// Same returns an error of type *opt.ValueError if now differs from the cursor's tree; odd looks for the entry.
func (p *Page) Same(now *cursor.Tree, odd func(*cursor.Tree) string) error {
	if p.From == nil {
		return nil
	}
	if err := p.From.Same(now, budget.EscapeName, odd); err != nil {
		return stale(err)
	}
	return nil
}

// stale returns the error for a cursor whose tree has changed.
func stale(err error) error { return &opt.ValueError{Option: "cursor", Err: err} }

// Fewer returns the error for an entry that has fewer matches than were shown, though its size and time are unchanged.
func (p *Page) Fewer(path string, has int64) error {
	return stale(fmt.Errorf("the tree changed since: %s has %d matches, and %d were shown; begin again without the cursor", budget.EscapeName(path), has, p.Shown(path)))
}

// Earlier reports whether all of e was shown on earlier pages.
func (p *Page) Earlier(e *walk.Entry) bool { return p.From != nil && p.Before(e.Path()) }

// Before is Earlier for the printed path of an entry.
func (p *Page) Before(path string) bool {
	if p.From == nil {
		return false
	}
	order := walk.ComparePaths(path, p.From.At.Path)
	return order < 0 || order == 0 && p.From.At.Shown == 0
}

// Inside reports whether the page begins within an entry.
func (p *Page) Inside() bool { return p.From != nil && p.From.At.Shown > 0 }

// Shown returns how many matches of the entry at path were shown on earlier pages, 0 if that was all or none of it.
func (p *Page) Shown(path string) int64 {
	if !p.Inside() || p.From.At.Path != path {
		return 0
	}
	return p.From.At.Shown
}

// Next returns a cursor for a page that ends at a place. It is as long as that of Ended, but knows nothing of the tree.
func (p *Page) Next(at cursor.Place) *cursor.Cursor {
	return &cursor.Cursor{At: at, Query: cursor.NewQuery(p.words)}
}

// Ended returns the cursor of a page that ends at a place, "" if there is no time to look at the tree. Only the
// deadline of ctx counts, because ctx may be cancelled with the search.
func (p *Page) Ended(ctx context.Context, at cursor.Place) string {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(context.WithoutCancel(ctx), deadline)
		defer cancel()
	}
	tree, whole, err := p.tree(ctx, at.Path, &cursor.Tree{})
	if err != nil || !whole {
		return ""
	}
	c := p.Next(at)
	c.Tree = *tree
	return c.String()
}

// tree returns what is known of the entries up to path, added to copies of empty, and whether there was time for all.
func (p *Page) tree(ctx context.Context, path string, empty *cursor.Tree) (all *cursor.Tree, whole bool, err error) {
	var mu sync.Mutex
	var trees []*cursor.Tree // one a worker
	files := p.files
	files.MaxFiles, files.Cut = 0, nil
	led, err := walk.Run(ctx, files, func() walk.Visit[struct{}] {
		t := *empty
		mu.Lock()
		trees = append(trees, &t)
		mu.Unlock()
		return func(e *walk.Entry) (o walk.Outcome[struct{}]) {
			name := e.Path()
			switch {
			case walk.ComparePaths(name, path) > 0:
				o.Keep = true // and ends the walk
			case p.looked(e):
				info, err := e.Stat()
				if err != nil {
					info = walk.Info{Size: -1}
				}
				t.Add(name, info.Size, info.ModTime)
			}
			return o
		}
	}, func(struct{}) bool { return false })
	all = new(*empty)
	for _, t := range trees {
		all.Merge(t)
	}
	return all, led.Count(ledger.Timeout) == 0, err
}
