// Package hierarchy finds what implements or extends a type, and what overrides a method, in all languages whose declarations name
// their bases, and in Go by method sets. It reads the files that have the name, then those that have the names of what it found, level
// by level. What resolvers of calls know of imports and bases says which definition a base means.
//
// Search.Run returns a Found, whose Items are the implementations, ranked; Describe reads the texts of some of them.
package hierarchy

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/workspace"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions/hierarchy/methodsets"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/qualname"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// A Search is what is asked for.
type Search struct {
	Files  walk.Options
	Symbol string // a type, or Type.method, with as many names before it as are needed
	Here   []string
	Levels int // the deepest level, 1 for types that name the symbol themselves; 0 for all

	name    string
	chain   occurrence.Chain
	mutex   sync.Mutex
	typed   []string // files that may declare types that are followed
	golang  bool     // there are files of Go
	foreign []string // files that have the name, of languages without a scanner
}

// A Root is a definition that the symbol means.
type Root struct {
	Path, Qualname, Language string
	Line                     int64
	Kind                     source.Symbol
	Method                   string // the method, if the symbol is one: Qualname is then that of the type
	Role                     rank.Role

	start    int
	shape    *parameters // of the method
	exported bool        // of a script: what its module is without a name
	protocol bool        // of Python: classes implement it by their methods
}

// An Implementation is a type that implements or extends another one, or a method that overrides another one.
type Implementation struct {
	occurrence.Match              // its texts are read by Describe
	Start            int          // where the name begins in the file, in bytes
	Level            int          // 1 for one that names the symbol itself
	Relation         string       // how
	Base             string       // what it names as its base, as written
	Of               *Root        // the definition that it goes back to; nil if the tree has none
	Confidence       resolve.Tier // how sure that is
	Reason           string       // why
	Pointer          bool         // of Go: only pointers to the type implement it
	Also             int          // how many more definitions of the symbol it implements

	qualname, symbol string
	kind             source.Symbol
	own              *source.Declaration // that no scanner reports
	nameless         bool
	promoted         []string // of a method of Go: types that have it by embedding that of qualname
}

// Name returns the qualified name of an implementation.
func (i *Implementation) Name() string { return i.qualname }

// Found is what a search found.
type Found struct {
	Ledger ledger.Ledger
	Roots  []*Root
	Others []*Root // definitions of the name that cannot be implemented, such as functions
	Items  []*Implementation
	Tiers  [resolve.Unresolved + 1]int64
	Left   int64            // types with a base of the name that is another one
	Whose  map[string]int64 // these, by what their base is
	Unlike map[string]int64 // types of Go whose methods of these names have other signatures
	Apart  int64            // methods with other parameters than the one that was asked for
	Notes  []string
	Open   []string // what leaves the count open
	Lacks  []string // what was not read to follow names
}

// Bounds of a search.
const (
	maxLevels = 20
	mostNames = 300    // that are looked for at once; with more, all files of the languages are read
	mostItems = 50_000 // beyond it the search is cut
)

// prepare reads the symbol.
func (s *Search) prepare() {
	s.chain, s.name = occurrence.NewChain(s.Symbol, s.Here, s.Files.View())
}

// Run searches.
func (s *Search) Run(ctx context.Context) (*Found, error) {
	s.prepare()
	found := &Found{Whose: map[string]int64{}, Unlike: map[string]int64{}}
	first, l, err := s.pass(ctx, &query{names: map[string]bool{s.name: true}})
	found.Ledger = l
	if err != nil {
		return found, err
	}
	s.choose(found, first)
	j := s.newJudge(found)
	if r := found.Roots; len(r) > 0 && (r[0].Method != "" || slices.ContainsFunc(r, func(r *Root) bool { return r.exported })) {
		if first, err = s.again(ctx, found, j.ask()); err != nil {
			return found, err
		}
	}
	if err := s.levels(ctx, found, j, first); err != nil {
		return found, err
	}
	if err := cmp.Or(s.protocols(ctx, found, j), s.structural(ctx, found, j)); err != nil {
		return found, err
	}
	found.finish(s, j)
	return found, nil
}

// levels follows the types found to those below them.
func (s *Search) levels(ctx context.Context, found *Found, j *judge, files []*file) error {
	for level := 1; ; level++ {
		if next := j.take(files); len(next) == 0 {
			return nil
		}
		if level == maxLevels || len(found.Items) > mostItems {
			found.Open = append(found.Open, fmt.Sprintf("types below level %d are not looked for", level))
			return nil
		}
		var err error
		if files, err = s.again(ctx, found, j.ask()); err != nil {
			return err
		}
	}
}

// again reads the files once more, for other names.
func (s *Search) again(ctx context.Context, found *Found, q *query) ([]*file, error) {
	if len(q.names) == 0 {
		return nil, nil
	}
	files, l, err := s.pass(ctx, q)
	found.Ledger.AlsoCut(&l)
	return files, err
}

// choose sets what the symbol means, of what the first pass found.
func (s *Search) choose(found *Found, files []*file) {
	var methods []*Root
	byFolder := false // in Go packages are named for folders, and only if that means none, for files
	for _, f := range files {
		for i := range f.definitions {
			byFolder = byFolder || f.language == gocalls.Language && s.ofPackage(f, &f.definitions[i])
		}
	}
	for _, f := range files {
		for i := range f.definitions {
			d := &f.definitions[i]
			if !s.chain.Holds(d.qual, f.path) || byFolder && f.language == gocalls.Language && !s.ofPackage(f, d) {
				continue
			}
			r := &Root{Path: f.path, Qualname: d.qual, Language: f.language, Line: d.line, Kind: d.kind, Role: f.role, start: d.start, exported: d.exported, protocol: d.protocol}
			switch {
			case isBase(d.kind, f.language):
				found.Roots = append(found.Roots, r)
			case d.owner != "":
				r.Method, r.Qualname, r.shape = s.name, d.owner, d.shape
				methods = append(methods, r)
			default:
				found.Others = append(found.Others, r)
			}
		}
	}
	switch {
	case len(found.Roots) > 0:
	case s.chain.Qualified():
		found.Roots = methods
	default:
		found.Others = append(found.Others, methods...)
	}
	order := func(a, b *Root) int {
		return cmp.Or(cmp.Compare(a.Role.Tier(), b.Role.Tier()), strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
	}
	slices.SortStableFunc(found.Roots, order)
	slices.SortStableFunc(found.Others, order)
}

// ofPackage reports whether the names before a definition of Go, those of its folder and of the type that has it, end with the symbol's.
func (s *Search) ofPackage(f *file, d *definition) bool {
	names := append(slices.Clone(s.Here), strings.Split(path.Dir(f.path), "/")...)
	if d.owner != "" {
		names = append(names, d.owner)
	}
	return s.chain.In(f.path) && qualname.EndWith(names, s.chain.Names)
}

// isBase reports whether other types may have a declaration of a kind as their base.
func isBase(k source.Symbol, language string) bool {
	return k >= source.Class && k <= source.Type && k != source.Extension || k == source.Module && language == "ruby"
}

// finish ranks the implementations and counts them.
func (r *Found) finish(s *Search, j *judge) {
	slices.SortStableFunc(r.Items, func(a, b *Implementation) int {
		return cmp.Or(cmp.Compare(a.Role.Tier(), b.Role.Tier()), cmp.Compare(a.Level, b.Level), cmp.Compare(a.Confidence, b.Confidence),
			strings.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Start, b.Start))
	})
	for _, i := range r.Items {
		r.Tiers[i.Confidence]++
	}
	if j.files.Lacking || j.packages.Lacking {
		r.Lacks = append(r.Lacks, fmt.Sprintf("imports were followed through %d files, and no further", j.files.Read+j.packages.Read))
	}
	if n := len(s.foreign); n > 0 {
		slices.Sort(s.foreign)
		r.Open = append(r.Open, fmt.Sprintf("%s of a language without a scanner (%s)", grep.Plural(int64(n), "file with the name is", "files with the name are"), s.foreign[0]))
	}
}

// Sure counts the implementations of high and of med confidence.
func (r *Found) Sure() int64 { return r.Tiers[resolve.High] + r.Tiers[resolve.Med] }

// newJudge returns the judge of a search.
func (s *Search) newJudge(found *Found) *judge {
	folder := path.Base(strings.Join(s.Here, "/"))
	f := resolve.NewFiles(s.Files.View(), folder, s.Files.Roots)
	packages := gocalls.NewTree(s.Files.View())
	j := &judge{
		search: s, found: found, files: f, packages: packages, sets: methodsets.NewTree(packages),
		world:  typing.NewWorld(s.typed, f.Text, workspace.New(f)),
		python: pycalls.New(resolve.NewIndex("", nil), pycalls.NewCache(f), nil),
		nodes:  map[string][]*node{}, known: map[string]*node{},
	}
	for _, r := range found.Roots {
		if r.Language != gocalls.Language {
			j.root(r)
		}
	}
	return j
}
