// Package calls finds who calls a function: every call of its name in a tree, and how certain it is that the call is a
// call of that function. One pass over the tree finds definitions and calls. The file of a call says how the first name
// of the callee is bound; once all definitions are known, that binding is resolved to one of them, if possible. Calls
// that are bound are listed apart from calls that only have the same name; no call is left out.
//
// Search.Run returns a Found, with definitions, Sites and, with Depth,
// the Graph of callers of callers; a Report makes an answer of it.
package calls

import (
	"cmp"
	"context"
	"slices"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/lookup"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/publicity"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/verdict"
	"github.com/ct-tools/ct/shared/walk"
)

// A Search is what is asked for. If Limit is 0, the texts of sites are not read.
type Search struct {
	findings.Window
	Files   walk.Options
	Matcher match.Matcher    // of Name as a whole word
	Name    string           // the last name of the symbol
	Chain   occurrence.Chain // the names before it
	Binary  bool             // search files that are not text too
	Folder  string           // the name of the folder that paths begin in, which may be a package; "" if not known
	Areas   []request.Area   // where calls are resolved; only those in Files are found

	Every  bool // keep every place of the name, not calls alone
	Strict bool // wholly computed names make the count of calls a lower bound

	Session matchers.Opener // of a matcher that binds names, nil without one

	Depth int // levels of callers: 1 is the calls themselves
	Nodes int // functions that the graph may hold
	// End, if set, is shown every call that the graph would follow, with the node that it calls and how many calls it is away
	// from the symbol. If it returns true, the graph ends there: the caller is no node of it.
	End func(site *resolve.Site, callee, depth int) bool

	within  map[string][]int // files whose calls are kept; nil for all
	encoded *atomic.Int64    // see grep.Encoded
	unknown unknown          // files that were searched and that no scanner reads
	binder  *binder
	types   typed // files that were read and may declare types that are followed
	around  *around
	crates  *publicity.Crates // if every place is kept
}

// Found is what a search found.
type Found struct {
	Part
	Definitions []*resolve.Definition // ranked; of many trees, the first
	Sites       []*resolve.Site       // ranked: the surest first; of many trees, the first
	Strings     []occurrence.Match    // the first strings that hold the name
	Passed      []occurrence.Match    // the first uses of the name as a value
	Answering   []string              // the first classes found that may handle a call of any method (such as __getattr__)
	Metaclasses []string              // the first of them that have a metaclass
	Uses        []*resolve.Site       // with Every: the places that are neither definitions nor calls, in path order
	// With Every: the uses left out that are certainly of another definition, of a dotted symbol, and those that are local names.
	ElsewhereUses, Locals int64
	python                []string         // files of Python with a match
	lacks                 []answer.Finding // files that lead to what is called and were not read
	Graph                 *Graph           // nil unless Depth is over 1
}

// Bounds of what is kept.
const (
	mostStrings = 50
	mostPassed  = 20
	mostSites   = 60_000 // beyond it the search is cut
)

// Run searches.
func (s *Search) Run(ctx context.Context) (*Found, error) {
	defer tool.LimitHeap(heapSize)()
	if s.Session != nil {
		b, err := openBinder(ctx, s.Session)
		if isTimeout(ctx, err) {
			found := newFound()
			found.Ledger.Skip(ledger.Timeout, "", "")
			return found, nil
		}
		if err != nil {
			return nil, err
		}
		s.binder = b
		defer b.session.Close()
	}
	s.around = newAround(s.Areas)
	all, l, err := s.pass(ctx, s.Matcher, []string{s.Name})
	found := all[0]
	found.Ledger = l
	if err != nil {
		return found, err
	}
	if s.binder != nil {
		l, err := s.binder.bind(ctx, s.Files, found.Sites)
		if isTimeout(ctx, err) {
			l.Skip(ledger.Timeout, "", "")
			err = nil
		}
		found.Ledger.AlsoCut(&l)
		found.Ledger.Stale = s.binder.Notes.Stale()
		if err != nil {
			return found, err
		}
	}
	cache := newCache(s)
	of, err := s.family(ctx, found)
	if err != nil {
		return found, err
	}
	s.resolve(found, of, cache)
	if s.Depth > 1 || s.End != nil {
		found.Graph, err = s.graph(ctx, found, cache)
	}
	found.lacks = append(cache.limit(), s.around.limit()...)
	found.Ledger.Resolved = s.around.ledger()
	found.rank(s.around.isWider())
	found.Foreign.take(&s.unknown)
	found.Hazards = found.hazards()
	if err == nil {
		err = s.Describe(ctx, s.page(found))
	}
	return found, err
}

// heapSize is what the heap may grow to, in bytes, before it is collected more often: what declares types is read for a name that is
// called everywhere.
const heapSize = 128 << 20

// pass reads the tree once, and what is around it, and returns what it found of each name; m matches any of them.
func (s *Search) pass(ctx context.Context, m match.Matcher, names []string) ([]*Found, ledger.Ledger, error) {
	all := make([]*Found, len(names))
	for i := range all {
		all[i] = newFound()
	}
	encoded := s.encoded
	if m != s.Matcher { // a later pass, over the same files
		encoded = nil
	}
	rules, name := lookup.New(), lookup.NewName(s.Name)
	newVisit := func() walk.Visit[[]*file] {
		v := &visitor{search: s, names: names}
		of := m
		if m == s.Matcher {
			v.probe = &probe{Matcher: m.Clone(), rules: rules, name: name}
			of = v.probe
		}
		v.Reader = occurrence.NewReader(ctx, of, s.Binary, encoded)
		v.Bindings, v.Calls = true, true
		if len(names) == 1 {
			v.Name = names[0]
		}
		return v.visit
	}
	sites, cut := 0, ""
	l, err := walk.Run(ctx, s.around.noted(s.Files), newVisit, func(files []*file) bool {
		for i, f := range files {
			all[i].take(f)
			sites += len(f.sites) + len(f.uses)
			cut = f.Path
		}
		return sites <= mostSites
	})
	if sites > mostSites {
		l.Skip(ledger.MaxMatches, cut, "")
	}
	if err = cmp.Or(err, s.Where.Err()); err == nil {
		err = s.beyond(ctx, &l, m, names, all)
	}
	return all, l, err
}

// take adds a file.
func (r *Found) take(f *file) {
	r.Near += f.Near
	r.Texts.add(&f.lookups)
	if f.Matches == 0 {
		return
	}
	r.Gaps.Take(&f.Head)
	if f.Language == pycalls.Language {
		r.python = append(r.python, f.Path)
	}
	if n := f.unread(); n > 0 {
		if r.Unread == 0 {
			r.UnreadAt = f.Path
		}
		r.Unread += n
	}
	r.Dropped += f.dropped
	for k, n := range f.mentions {
		r.Mentions[k] += n
	}
	r.Definitions = append(r.Definitions, f.definitions...)
	r.Strings = append(r.Strings, f.strings[:min(len(f.strings), mostStrings-len(r.Strings))]...)
	r.Passed = append(r.Passed, f.passed[:min(len(f.passed), mostPassed-len(r.Passed))]...)
	r.answers(f)
	r.Tree.Add(f.Path, f.Info.Size, f.Info.ModTime)
	r.Sites = append(r.Sites, f.sites...)
	r.Uses = append(r.Uses, f.uses...)
}

// answers adds the classes of a file that may answer for others.
func (r *Found) answers(f *file) {
	r.Answering = append(r.Answering, f.answering[:min(len(f.answering), mostPassed-len(r.Answering))]...)
	r.Metaclasses = append(r.Metaclasses, f.meta[:min(len(f.meta), mostPassed-len(r.Metaclasses))]...)
}

// Categorize adds how many matches of each kind there are to the figures.
func (r *Found) Categorize(f *verdict.Figures) {
	for k, n := range r.Mentions {
		f.Set(source.Kind(k).String(), float64(n)) //nolint:gosec // an index of an array of kinds
	}
	f.Set(source.Callsite.String(), float64(r.Calls))
	f.Set(source.Definition.String(), float64(r.Defined-r.Beyond))
}

// InOrder compares sites by path, line and column.
func InOrder(a, b *resolve.Site) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// count fills the figures, once the tiers are known.
func (r *Found) count() {
	r.Files, r.Lines, r.Calls = 0, 0, int64(len(r.Sites))
	last, line := "", int64(0)
	var in [resolve.Unresolved + 1]string
	for _, s := range r.Sites {
		if s.Path != last {
			r.Files++
		}
		if s.Path != last || s.Line != line {
			r.Lines++
		}
		last, line = s.Path, s.Line
		r.Tiers[s.Tier]++
		if in[s.Tier] != s.Path {
			in[s.Tier] = s.Path
			r.InFiles[s.Tier]++
		}
	}
}

// rank orders definitions as findings rank, and sites by how sure they are, then as findings rank. With bound, definitions that
// calls are bound to come first: others may be of any program around.
func (r *Found) rank(bound bool) {
	r.Defined, r.Wanted = len(r.Definitions), 0
	for _, d := range r.Definitions {
		if d.Wanted {
			r.Wanted++
		}
	}
	first := map[*resolve.Definition]bool{}
	for _, s := range r.Sites {
		first[s.Target] = bound && s.Tier != resolve.Unresolved
	}
	slices.SortStableFunc(r.Definitions, func(a, b *resolve.Definition) int {
		if a.Wanted != b.Wanted {
			if a.Wanted {
				return -1
			}
			return 1
		}
		if first[a] != first[b] {
			if first[a] {
				return -1
			}
			return 1
		}
		return occurrence.Compare(&a.Match, &b.Match)
	})
	slices.SortStableFunc(r.Sites, func(a, b *resolve.Site) int {
		x, y := a.Key(), b.Key()
		return cmp.Or(cmp.Compare(a.Tier, b.Tier), rank.Compare(&x, &y))
	})
}
