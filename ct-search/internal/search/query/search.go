// Package query answers questions about a name: where it is defined, who calls it, how it is used, where to look next.
// The matches of the engine are classified by scanners, grouped by the definition around them, ranked and reported.
package query

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/cursor"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// A Search is a request about a query.
type Search struct {
	findings.Window
	Files   walk.Options
	Matcher match.Matcher
	// Session, if set, starts the matcher of another program, which finds the matches in place of Matcher.
	Session func(ctx context.Context) (*foreign.Session, error)
	Score   func(match []byte) float64 // how good an approximate match is; nil for others
	Binary  bool                       // also search files that are not text

	// Name is the last name of a symbol, Chain the names before it: for Class.method, Matcher looks for method and
	// Chain is Class. Both are empty for a query that is not a symbol.
	Name  string
	Chain occurrence.Chain
	Named string // lower-case text that file names are compared with; ignored if shorter than 3 bytes

	text    string                         // QUERY
	pattern *pattern.Pattern               // that Matcher looks for
	foreign *foreign.Description           // of the matcher of another program, once it runs; else nil
	page    *findings.Page                 // that shows what was found
	each    func(m *occurrence.Match) bool // see findings.Search
	encoded *atomic.Int64                  // see grep.Encoded
	read    atomic.Int64
	grouped atomic.Int64 // groups of code found so far
}

// most is how many findings are kept: those up to the end of the page, and those listed after it.
func (s *Search) most() int { return s.Offset + s.Limit + answer.MostEvidence }

// Found is what a search found.
type Found struct {
	Part
	Groups  []occurrence.Group // the best, ranked, up to the end of the page and what is listed after it
	Hidden  []occurrence.Group // like Groups, for strings, comments and docstrings
	Outside int64              // files that a matcher of another program returned and that are not in scope
	Notes   matchers.Notes     // what the matcher says about files that it searched
	Misfits []misfit           // why its pattern does not fit some files, in path order of the first

	search       *Search
	inParts      bool               // in many trees, whose calls were not bound
	called       *calls.Found       // the calls of what a dotted query means, nil if they were not looked for
	alternatives []tool.Alternative // what would have matched, if nothing did
}

// A Part is what was found in some files, before it is decided which definition the uses mean.
type Part struct {
	Ledger ledger.Ledger
	occurrence.Gaps
	Near     int64 // occurrences inside longer words
	Encoded  int64 // files that are not UTF-8, if that matters to the pattern
	Files    int64 // with a match
	Matches  int64
	Lines    int64                        // with a match that counts
	Dropped  int64                        // matches that the dotted name dropped
	Filtered int64                        // matches that --where dropped
	Counts   [source.Definition + 1]int64 // matches by kind
	InFiles  [source.Definition + 1]int64 // files by kind of their matches
	InTests  [source.Definition + 1]int64 // matches in tests, by kind
	Leads    []occurrence.Group           // the first uses among the groups of all files, ranked
	Others   []occurrence.Group           // the first uses in Rest, ranked; they count if Rest has everything
	Defined  []occurrence.Match           // the first definitions, ranked
	Uses     Uses                         // of the symbol that was searched for
	Paths    []Named                      // the first files whose name contains the query
	Named    int64                        // number of files whose name contains the query
	Own      int64                        // number of definitions of the symbol that was searched for
	Headings int64                        // number of definitions that are headings of documents or keys of data
	// Best has the best groups, BestHidden those of strings, comments and docstrings; Rest and HiddenRest have what follows
	// them on later pages. Grouped and HiddenGrouped count the groups of all files.
	Best, BestHidden       Ranking
	Rest, HiddenRest       Rest
	Grouped, HiddenGrouped int64
	// Elsewhere has the first definitions of a dotted query's last name (and assignments that declare it) whose
	// qualified names differ from the query, but whose paths contain the names before the last one.
	Elsewhere []occurrence.Match
	Apart     bool               // there are further definitions, whose paths do not contain these names
	Assigned  []occurrence.Match // the first assignments that declare the name, the outermost before those of classes
	Tree      cursor.Tree        // the files with matches
	Hot       []answer.FileData  // the files with most matches
	Given     map[string]tally   // matches by category that the matcher of another program found; nil without one
}

// A misfit says why a pattern cannot match in some files, and how many these are.
type misfit struct {
	Why   string
	Files int64
}

// String returns the misfit in the words of answers.
func (m *misfit) String() string {
	return fmt.Sprintf("%s left out: %s", grep.Plural(m.Files, "file", "files"), m.Why)
}

// A tally is a number of matches and of the files that have them.
type tally struct{ Matches, Files int64 }

// mostDefined bounds the lists of definitions in Found, mostChosen the definitions among which the uses choose.
const (
	mostDefined = 10
	mostChosen  = 40
)

// Run searches; see findings.Search.
func (s *Search) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	s.each = each
	found, err := s.run(ctx)
	if err != nil {
		return nil, err
	}
	found.search = s
	return found, found.callsOfMethod(ctx)
}

func (s *Search) run(ctx context.Context) (*Found, error) {
	if s.Session != nil {
		return s.runForeign(ctx)
	}
	found, err := s.collect(ctx)
	if err != nil {
		return nil, err
	}
	found.decide()
	return found, nil
}

// collect takes all files.
func (s *Search) collect(ctx context.Context) (*Found, error) {
	found := newFound(s.most())
	newVisit := func() walk.Visit[*file] { return s.newVisitor(ctx).visit }
	progress := walk.ProgressOf(ctx)
	var err error
	found.Ledger, err = walk.Run(ctx, s.Files, newVisit, func(f *file) bool {
		progress.Found(f.Matches)
		found.take(s, f)
		for i := range f.each {
			if !s.each(&f.each[i]) {
				return false
			}
		}
		return true
	})
	found.rank()
	found.Defined, found.Assigned = ranked(found.Defined, mostChosen), declaring(found.Assigned)
	found.Elsewhere, found.Apart = s.around(found.Elsewhere, found.Apart)
	return found, cmp.Or(err, s.Where.Err())
}

// leading returns the first uses of two lists. The first list is ranked.
func leading(leads, groups []occurrence.Group) []occurrence.Group {
	for i := range groups {
		if g := &groups[i]; answer.IsUse(g.Category()) && !g.Prototype {
			leads = best(leads, groups[i:i+1], answer.MostLeads+1) // one may be what is defined
		}
	}
	return leads
}

// decide ends a search of all files.
func (r *Found) decide() {
	r.lead()
	r.choose()
	r.Defined = ranked(r.Defined, mostDefined)
}

// lead adds the uses that no group shows to the first uses, if they were kept of every file: they are as long as there are
// too few groups for the page, and whether there are is known of all files alone.
func (r *Found) lead() {
	if r.Grouped < int64(r.Best.Most) {
		r.Leads = leading(r.Leads, r.Others)
	}
}

// newFound returns what a search has found before its first file. It keeps so many groups.
func newFound(most int) *Found {
	kept := Ranking{Most: most}
	return &Found{Part: Part{Uses: Uses{}, Best: kept, BestHidden: kept, Rest: Rest{Ranking: kept}, HiddenRest: Rest{Ranking: kept}}}
}

// rank ends the taking of files.
func (r *Found) rank() {
	r.rankAll()
	r.Groups, r.Hidden = r.Best.First, r.BestHidden.First
}

func (p *Part) rankAll() {
	for _, each := range []*Ranking{&p.Best, &p.BestHidden, &p.Rest.Ranking, &p.HiddenRest.Ranking} {
		each.rank()
	}
}

// take adds a file.
func (r *Found) take(s *Search, f *file) {
	r.Near += f.Near
	if f.named {
		r.Named++
		r.name(f)
	}
	r.Rest.join(&f.rest)
	r.HiddenRest.join(&f.hiddenRest)
	r.Grouped, r.HiddenGrouped = r.Grouped+int64(len(f.groups)), r.HiddenGrouped+int64(len(f.hidden))
	r.Dropped += f.dropped
	r.Filtered += f.filtered
	r.Own += f.own
	r.Headings += f.headings
	r.Elsewhere = append(r.Elsewhere, f.elsewhere...)
	if len(r.Elsewhere) > 40*mostDefined {
		r.Elsewhere, r.Apart = s.around(r.Elsewhere, r.Apart)
	}
	matches := f.Matches - f.dropped - f.filtered
	if matches == 0 {
		r.Unscanned += f.Unscanned
		return
	}
	r.Files++
	r.Matches += matches
	r.Lines += f.Lines
	r.Tree.Add(f.Path, f.Info.Size, f.Info.ModTime)
	for category, n := range f.given {
		t := r.Given[category]
		r.Given[category] = tally{t.Matches + n, t.Files + 1}
	}
	for k, n := range f.counts {
		if n > 0 {
			r.Counts[k] += n
			r.InFiles[k]++
			if f.Role == rank.Test {
				r.InTests[k] += n
			}
		}
	}
	if r.Given == nil { // a matcher knows what its matches are, whatever the language
		r.Gaps.Take(&f.Head)
	}
	r.Best.add(f.groups...)
	r.BestHidden.add(f.hidden...)
	r.Leads, r.Others = leading(r.Leads, f.groups), leading(r.Others, f.rest.First)
	r.Defined = append(r.Defined, f.definitions...)
	if len(r.Defined) > 4*mostChosen {
		r.Defined = ranked(r.Defined, mostChosen)
	}
	for u, n := range f.uses {
		r.Uses.add(u, n)
	}
	r.Assigned = append(r.Assigned, f.assigned...)
	if len(r.Assigned) > 4*mostDefined {
		r.Assigned = declaring(r.Assigned)
	}
	r.Hot = answer.Heat(r.Hot, matches, func() answer.FileData {
		data := answer.FileData{Path: f.Path, Role: f.Role.String(), Matches: matches}
		for i := range f.definitions {
			d := &f.definitions[i]
			data.Symbols = append(data.Symbols, answer.TopSymbol{Symbol: d.Definition.Symbol, Kind: d.Definition.Kind.String(), Line: d.Line})
		}
		return data
	})
}

// A Named file is one whose name contains the query.
type Named struct {
	Path  string
	Exact bool // its name without the extension is the query
	Empty bool
	Role  rank.Role
}

// isFile reports whether the query is the name of a file.
func (r *Found) isFile() bool { return len(r.Paths) > 0 && r.Paths[0].Exact }

// name keeps the path of a file named like the query: exactly that name first, then as matches rank.
func (r *Found) name(f *file) {
	n := Named{f.Path, f.exact, f.empty, f.Role}
	at, _ := slices.BinarySearchFunc(r.Paths, n, compareNamed)
	if at < answer.MostPaths {
		r.Paths = slices.Insert(r.Paths, at, n)
		r.Paths = r.Paths[:min(len(r.Paths), answer.MostPaths)]
	}
}

func compareNamed(a, b Named) int {
	x, y := rank.Key{Role: a.Role, Path: a.Path}, rank.Key{Role: b.Role, Path: b.Path}
	return cmp.Or(rank.First(a.Exact, b.Exact), rank.Compare(&x, &y))
}

// best returns the first most groups of two lists. The first list is ranked.
func best(groups, more []occurrence.Group, most int) []occurrence.Group {
	for _, g := range more {
		if at, _ := slices.BinarySearchFunc(groups, g, compareGroups); at < most {
			groups = slices.Insert(groups, at, g)
			groups = groups[:min(len(groups), most)]
		}
	}
	return groups
}

func compareGroups(a, b occurrence.Group) int { return occurrence.Compare(&a.Match, &b.Match) }

// ranked returns the first most definitions.
func ranked(all []occurrence.Match, most int) []occurrence.Match {
	slices.SortStableFunc(all, func(a, b occurrence.Match) int { return occurrence.Compare(&a, &b) })
	return all[:min(len(all), most)]
}

// declaring returns the first assignments, the outermost before those of classes.
func declaring(all []occurrence.Match) []occurrence.Match {
	slices.SortStableFunc(all, func(a, b occurrence.Match) int {
		outer := rank.First(a.Enclosing == occurrence.Outermost, b.Enclosing == occurrence.Outermost)
		return cmp.Or(rank.First(a.Meant, b.Meant), outer, occurrence.Compare(&a, &b))
	})
	return all[:min(len(all), mostDefined)]
}

// around returns the first definition with another qualified name but all names of the query, and if there are others.
func (s *Search) around(all []occurrence.Match, apart bool) (those []occurrence.Match, others bool) {
	n := len(all)
	all = slices.DeleteFunc(all, func(m occurrence.Match) bool { return !s.surrounds(&m) })
	return ranked(all, mostDefined), apart || len(all) < n
}

// surrounds reports whether the names before the last one of the query are, in this order, among the names of the
// folders, the file and the definitions around m, or words of them: global_settings.py has settings in its name.
func (s *Search) surrounds(m *occurrence.Match) bool {
	if s.Chain.Placed() {
		return false
	}
	names := append(slices.Clone(s.Chain.Here), strings.Split(strings.TrimSuffix(m.Path, path.Ext(m.Path)), "/")...)
	if m.Definition != nil {
		names = append(names, strings.Split(m.Definition.Qualname, ".")...)
		names = names[:len(names)-1]
	} else if m.Enclosing != occurrence.Outermost {
		names = append(names, strings.Split(m.Enclosing, ".")...)
	}
	at := 0
	for _, name := range names {
		if at < len(s.Chain.Names) && (name == s.Chain.Names[at] || slices.Contains(strings.Split(name, "_"), s.Chain.Names[at])) {
			at++
		}
	}
	return at == len(s.Chain.Names)
}

// chained reports whether the names before the last one of a dotted query precede or enclose the match.
func (s *Search) chained(c *classifier, i int, m *occurrence.Match) bool {
	if !s.Chain.Qualified() {
		return true
	}
	if text, start, _ := c.Places[i].Line(); m.Kind != source.Definition && s.Chain.Precedes(string(text[:start]), m.Path, c.Text) {
		return true
	}
	if c.Seen == nil {
		return false
	}
	o := &c.Seen.Occurrences[i]
	switch m.Kind {
	case source.Definition:
		return o.Of != source.None && s.Chain.Holds(c.Seen.Qualname(c.Text, o.Of), m.Path)
	case source.Assignment:
		return o.Enclosing != source.None && s.Chain.Holds(c.Seen.Qualname(c.Text, o.Enclosing)+"."+s.Name, m.Path) && c.Declares(i)
	case source.FromImport:
		return o.Of != source.None && s.Chain.Imports(c.Seen.Imports[o.Of].Module)
	}
	return false
}

// filters reports whether some matches may be refused.
func (s *Search) filters() bool { return s.Where != nil || s.Chain.Qualified() }
