package search

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A page is a stretch of the results of a search: what comes behind the cursor
// that was given, from the beginning without one.
type page struct {
	from  *cursor.Cursor
	words []string // the query, see cursor.NewQuery
	names []string // what words may begin with
	files walk.Options
	// looked reports whether the search looks at an entry: these are what must
	// not have changed.
	looked func(*walk.Entry) bool
}

// newPage reads the cursor text, which may be "".
func newPage(text string, words, names []string) (*page, error) {
	p := &page{words: words, names: names}
	if text == "" {
		return p, nil
	}
	var err error
	if p.from, err = cursor.Parse(text); err == nil {
		err = p.from.Query.Same(words, names)
	}
	if err != nil {
		return nil, opt.Usagef("cursor", "--cursor: %v", err)
	}
	return p, nil
}

// begin holds the tree against what the cursor knows of it. files are those of
// the search that follows.
func (p *page) begin(ctx context.Context, files walk.Options, looked func(*walk.Entry) bool) error {
	p.files, p.looked = files, looked
	if p.from == nil {
		return nil
	}
	now, whole, err := p.tree(ctx, p.from.At.Path, &cursor.Tree{})
	if err != nil || !whole {
		return err // the search will not get far either
	}
	err = p.from.Same(now, budget.EscapeName, func(look *cursor.Tree) string {
		if again, _, err := p.tree(ctx, p.from.At.Path, look); err == nil {
			return again.Odd()
		}
		return "" // there is less to be said
	})
	if err != nil {
		return stale(err)
	}
	return nil
}

// stale makes the error for a cursor whose tree has changed, as err says.
func stale(err error) error { return &opt.ValueError{Option: "cursor", Err: err} }

// fewer is the error for an entry that has fewer matches than were shown of it,
// though its size and time are what they were.
func (p *page) fewer(path string, has int64) error {
	return stale(fmt.Errorf("the tree changed since: %s has %d matches, of which %d were shown; begin again without the cursor", budget.EscapeName(path), has, p.shown(path)))
}

// earlier reports whether all of e was shown on earlier pages.
func (p *page) earlier(e *walk.Entry) bool { return p.from != nil && p.before(e.Path()) }

// before is earlier for the printed path of an entry.
func (p *page) before(path string) bool {
	if p.from == nil {
		return false
	}
	order := walk.ComparePaths(path, p.from.At.Path)
	return order < 0 || order == 0 && p.from.At.Shown == 0
}

// inside reports whether the page begins within an entry.
func (p *page) inside() bool { return p.from != nil && p.from.At.Shown > 0 }

// shown gives how many matches of the entry at path were shown on earlier pages,
// though not all.
func (p *page) shown(path string) int64 {
	if !p.inside() || p.from.At.Path != path {
		return 0
	}
	return p.from.At.Shown
}

// next gives the cursor of the page that ends at a place, as long as that which
// ended gives, but knowing nothing of the tree.
func (p *page) next(at cursor.Place) *cursor.Cursor {
	return &cursor.Cursor{At: at, Query: cursor.NewQuery(p.words)}
}

// ended gives the cursor of the page that ends at a place, "" if there is no time
// to look at the tree. Of ctx, which may be cancelled with the search, the
// deadline counts.
func (p *page) ended(ctx context.Context, at cursor.Place) string {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(context.WithoutCancel(ctx), deadline)
		defer cancel()
	}
	tree, whole, err := p.tree(ctx, at.Path, &cursor.Tree{})
	if err != nil || !whole {
		return ""
	}
	c := p.next(at)
	c.Tree = *tree
	return c.String()
}

// tree gives what is known of the entries up to path, which are added to copies of
// empty, and whether there was time for all of them.
func (p *page) tree(ctx context.Context, path string, empty *cursor.Tree) (all *cursor.Tree, whole bool, err error) {
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

// page gives the page of a filter's results that --cursor asks for. A cursor
// belongs to the options that decide what is found and how it is laid out, to the
// operands, and to the folder that names begin in.
func (r *request) page(operands []string, layout string) (*page, error) {
	here, err := filepath.Abs("")
	if err != nil {
		return nil, err
	}
	const operand, folder, laid = "an argument", "the working folder", "the layout"
	words := append(r.table.Line(slices.Concat(tool.Framing(), []string{"limit", "cursor", "q", "in", "lang"}, layouts(), grep.ModeOptions(), grep.CaseOptions())...), r.Choices()...)
	names := []string{operand, folder, laid}
	for _, o := range operands {
		words = append(words, operand+"="+o)
	}
	for i := range r.table.Options {
		names = append(names, "--"+r.table.Options[i].Name)
	}
	return newPage(r.cursor, append(words, folder+"="+here, laid+"="+layout), names)
}
