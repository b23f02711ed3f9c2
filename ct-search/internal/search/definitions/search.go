package definitions

import (
	"bytes"
	"cmp"
	"context"
	"regexp"
	"slices"
	"sync"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/publicity"
	"github.com/ct-tools/ct/ct-search/internal/search/qlang"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// A Search is a request for definitions.
type Search struct {
	findings.Window
	Files  walk.Options
	Binary bool // also search files that are not text
	Kind   Kind
	// Symbol is the name as it was written, "" for every definition of the kind; prepare reads it.
	Symbol string
	Here   []string // names of the folders down to the one that paths begin in

	declared  bool                           // prototypes too
	public    bool                           // only what other code can use
	outline   *outline                       // nil if none was asked for
	areas     []request.Area                 // where calls are resolved
	expansion qlang.Expansion                // the graph of calls to show around definitions
	page      *findings.Page                 // that shows what was found
	each      func(m *occurrence.Match) bool // see findings.Search

	crates   *publicity.Crates
	name     string // the last name of Symbol
	chain    occurrence.Chain
	expr     *regexp.Regexp
	packages sync.Map                 // of folders: what outside returned
	module   *module                  // that imports are compared with
	target   *target                  // the file or folder that it is, nil if it is none
	matcher  match.Matcher            // of the files that are scanned; nil for all
	loaders  map[string]match.Matcher // the same, of files in which imports may be computed, by lang.Language.Loads; "" if their name does not say the language
	path     match.Matcher            // of Go files, whose imports are never relative, if a path is looked for; or nil
}

// Found is what a search found.
type Found struct {
	Part
	inParts bool // in many trees, which are not searched once more

	search *Search
}

const mostOthers = 5

// named reports whether one name is looked for: then the order is that of rank, else that of paths.
func (s *Search) named() bool { return s.name != "" && s.Kind != Import && s.Kind != Module }

// holds reports whether a definition is of the kind.
func (s *Search) holds(k source.Symbol) bool { return s.Kind.holds(k) }

// shared reports whether the page is divided among files.
func (s *Search) shared() bool { return s.outline != nil && !s.outline.files }

// Run searches; see findings.Search.
func (s *Search) Run(ctx context.Context, each func(*occurrence.Match) bool) (findings.Result, error) {
	s.each = each
	found, err := s.collect(ctx)
	if err != nil {
		return nil, err
	}
	return found, nil
}

// collect searches.
func (s *Search) collect(ctx context.Context) (*Found, error) {
	s.crates = publicity.NewCrates(s.Files.View())
	found := &Found{Part: *s.part(), search: s}
	var packages packages
	var err error
	if s.shared() {
		if s.outline.uses, err = countUses(ctx, s.Files); err != nil {
			return nil, err
		}
	}
	found.Ledger, err = walk.Run(ctx, s.Files, func() walk.Visit[*file] { return s.newVisitor(ctx).visit }, func(f *file) bool {
		if s.Kind == Module {
			f = packages.once(f, found)
		}
		found.take(f)
		for i := range f.matches {
			if s.each != nil && !s.each(&f.matches[i]) {
				return false
			}
		}
		return true
	})
	if err = cmp.Or(err, s.Where.Err(), found.Unknown.resolve(ctx, s)); err != nil {
		return nil, err
	}
	return found, nil
}

// take adds a file and keeps the first of its matches.
func (r *Found) take(f *file) {
	most := r.Most
	r.Dropped += f.dropped
	r.Declared += f.declared
	r.Called = r.Called || f.called
	r.Unknown.take(&f.unknown)
	r.addOthers(f.others)
	if len(f.matches) == 0 {
		return
	}
	r.Files++
	r.Matches += int64(len(f.matches))
	r.Tree.Add(f.Path, f.Info.Size, f.Info.ModTime)
	r.Gaps.Take(&f.Head)
	line := int64(0)
	var places []share
	if r.search.shared() {
		places = r.search.outline.shares(f)
	}
	for i := range f.matches {
		m := &f.matches[i]
		r.Counts[m.Category()]++
		if m.Line != line {
			r.Lines, line = r.Lines+1, m.Line
		}
		g := occurrence.Group{Match: *m, Count: 1}
		if m.Import != nil {
			r.countModule(m.Import.Other)
		}
		at := len(r.Groups)
		switch {
		case m.Import != nil && m.Import.Other == "" && int(r.Exact) <= len(r.Groups): // exactly this module comes first
			at = int(r.Exact) - 1
		case places != nil:
			at, _ = slices.BinarySearchFunc(r.Shares, places[i], func(a, b share) int { return a.compare(&b) })
			r.Shares = inserted(r.Shares, at, places[i], most)
		case r.search.named():
			at, _ = slices.BinarySearchFunc(r.Groups, g, func(a, b occurrence.Group) int { return occurrence.Compare(&a.Match, &b.Match) })
		}
		r.Groups = inserted(r.Groups, at, g, most)
	}
	n := int64(len(f.matches))
	r.Hot = answer.Heat(r.Hot, n, func() answer.FileData { return answer.FileData{Path: f.Path, Role: f.Role.String(), Matches: n} })
}

// inserted returns the first most of a list into which value is inserted at an index.
func inserted[T any](list []T, at int, value T, most int) []T {
	if at >= most {
		return list
	}
	list = slices.Insert(list, at, value)
	return list[:min(len(list), most)]
}

// mostEnding bounds the modules that are counted one by one.
const mostEnding = 1000

// countModule counts an import of exactly the module, or of another that ends in its name.
func (r *Found) countModule(other string) {
	if other == "" {
		r.Exact++
		return
	}
	if r.Ending == nil {
		r.Ending = map[string]int64{}
	}
	if r.Ending[other] > 0 || len(r.Ending) < mostEnding {
		r.Ending[other]++
	}
}

// A file is what a search found in one file.
type file struct {
	occurrence.Head
	matches, others []occurrence.Match
	dropped         int64
	declared        int64 // prototypes that were not asked for
	called          bool  // a call of the name is in it, or an import that renames it
	lines           int64 // of the file, for an outline
	unknown         unknown
	folder          bool // the match is a package, found in each file of its folder
}

// visitor scans files for one goroutine.
type visitor struct {
	search  *Search
	ctx     context.Context
	reader  *occurrence.Reader             // of files with a name
	chooser *occurrence.Chooser            // of others
	whole   *occurrence.Chooser            // of those that may import a module without naming it
	golang  *occurrence.Chooser            // of those that have the whole path; or nil
	loaders map[string]*occurrence.Chooser // of those in which imports may be computed, by lang.Language.Loads
	head    bytes.Buffer                   // the beginning of a file, where modules are looked for
}

func (s *Search) newVisitor(ctx context.Context) *visitor {
	v := &visitor{search: s, ctx: ctx}
	switch {
	case s.named() && !s.Kind.assignable() && !s.Kind.holds(source.Extension) && !s.declared && !s.public:
		v.reader = occurrence.NewReader(ctx, s.matcher, s.Binary, nil)
		v.reader.Name = s.name
	case s.Kind == Import:
		choose := func(m match.Matcher) *occurrence.Chooser {
			c := occurrence.NewChooser(ctx, m)
			c.Bindings, c.Choose = true, s.imports
			return c
		}
		v.chooser, v.whole = choose(s.matcher), choose(nil)
		if s.path != nil {
			v.golang = choose(s.path)
		}
		v.loaders = map[string]*occurrence.Chooser{}
		for loads, m := range s.loaders {
			v.loaders[loads] = choose(m)
		}
	default:
		v.chooser = occurrence.NewChooser(ctx, s.matcher)
		v.chooser.Prototypes = s.declared
		v.chooser.Choose, v.chooser.Bindings, v.chooser.Name = s.definitions, s.assigns(), s.name
	}
	return v
}

func (v *visitor) visit(e *walk.Entry) walk.Outcome[*file] {
	if v.search.Kind == Module {
		return v.modules(e)
	}
	var seen *occurrence.File
	var why ledger.Reason
	var detail string
	switch {
	case v.reader != nil:
		seen, why, detail = v.reader.Read(e)
		if why == ledger.None && seen.Unscanned > 0 {
			why, detail = ledger.TooLarge, "not scanned for definitions: over 64 MiB or in UTF-16"
		}
		if why == ledger.None && int64(len(seen.Places)) < seen.Matches && seen.Language != "" {
			why = ledger.MaxMatches
		}
	case v.search.module != nil && v.search.module.mayBeAround(e, v.search.Here):
		seen, why, detail = v.whole.Read(e)
	case v.golang != nil && bytes.HasSuffix(e.Name(), []byte(".go")):
		seen, why, detail = v.golang.Read(e)
	default:
		seen, why, detail = v.choose(e).Read(e)
	}
	return v.outcome(e, seen, why, detail)
}

// outcome returns what a search found in a file that was read.
func (v *visitor) outcome(e *walk.Entry, seen *occurrence.File, why ledger.Reason, detail string) walk.Outcome[*file] {
	f := &file{Head: seen.Head}
	f.called = v.reader != nil && seen.Seen != nil && called(seen.Seen)
	f.unknown.add(v.search, seen)
	if v.search.isForeign(e, seen, why) {
		f.unknown.Foreign.add(1, e.Path())
	}
	for i := range seen.Places {
		v.search.add(f, seen, i)
	}
	if v.search.public && seen.Seen != nil {
		f.unknown.addExports(f, seen)
	}
	if v.search.shared() && len(f.matches) > 0 {
		f.lines = seen.LineOf(max(len(seen.Text)-1, 0))
	}
	size := 400 + 900*(len(f.matches)+len(f.others))
	return walk.Outcome[*file]{Value: f, Keep: len(f.matches)+len(f.others) > 0 || f.dropped > 0 || f.declared > 0 || f.called || !f.unknown.isEmpty(), Size: size, Count: cmp.Or(int64(len(f.matches)), walk.NoMatches), Skip: why, Detail: detail}
}

// choose returns the chooser of a file.
func (v *visitor) choose(e *walk.Entry) *occurrence.Chooser {
	if v.loaders == nil {
		return v.chooser
	}
	l := lang.Of(e.Path(), nil)
	switch {
	case l != nil && l.Loads != "":
		return cmp.Or(v.loaders[l.Loads], v.chooser)
	case l == nil && bytes.IndexByte(e.Name(), '.') < 0:
		return cmp.Or(v.loaders[""], v.chooser)
	}
	return v.chooser
}

// called reports whether a file calls what was looked for, or imports it under another name.
func called(s *source.File) bool {
	return len(s.Calls) > 0 || slices.ContainsFunc(s.Occurrences, func(o source.Occurrence) bool {
		return o.Of != source.None && (o.Kind == source.Import || o.Kind == source.FromImport) && s.Imports[o.Of].Alias != ""
	})
}

// add adds the match at place i if it is looked for.
func (s *Search) add(f *file, seen *occurrence.File, i int) {
	if seen.Seen == nil {
		return
	}
	o := &seen.Seen.Occurrences[i]
	if o.Of == source.None {
		if o.Access == source.Declares && s.Kind.holds(source.Function) && !s.chain.Qualified() {
			f.declared++
		}
		return
	}
	m := seen.Match(i)
	if s.Kind != Import {
		if o.Kind != source.Definition || s.named() && !(m.Own && s.chain.Holds(seen.Seen.Qualname(seen.Text, o.Of), seen.Path)) {
			return
		}
		if s.outline == nil && !s.Kind.holds(seen.Seen.Declarations[o.Of].Symbol) {
			if len(f.others) < mostOthers {
				seen.Describe(&m, 0, 0)
				f.others = append(f.others, m)
			}
			return
		}
	}
	if !seen.Holds(s.Where, i, &m) {
		f.dropped++
		return
	}
	seen.Describe(&m, s.Before, s.After)
	if s.module != nil && m.Import != nil {
		m.Import.Other = s.other(seen, &seen.Seen.Imports[o.Of])
	}
	f.matches = append(f.matches, m)
}

// assigns reports whether what assignments declare is looked for.
func (s *Search) assigns() bool {
	return s.Kind.assignable() || s.Kind == "" && s.outline != nil && (s.outline.files || s.public)
}

// definitions chooses the definitions of the kind whose names hold, and those of other kinds, shown if there is none.
func (s *Search) definitions(f *occurrence.File) []source.Occurrence {
	if s.assigns() {
		assigned(f)
	}
	var public *publicity.Publicity
	if s.public {
		public = publicity.Of(f, s.crates)
	}
	var all []source.Occurrence
	for i := range f.Seen.Declarations {
		d := &f.Seen.Declarations[i]
		at := d.Name
		if d.Symbol == source.Extension { // of a type that may be written with the types around it
			at.Start += 1 + bytes.LastIndexByte(f.Text[at.Start:at.End], '.')
		}
		name := f.Text[at.Start:at.End]
		switch {
		case s.named() && string(name) != s.name, s.expr != nil && !s.expr.Match(name), public != nil && !public.Holds(i):
			continue
		case s.outline != nil && !s.outline.holds(s, f, i), s.outline == nil && !s.named() && !s.Kind.holds(d.Symbol):
			continue
		}
		all = append(all, source.Occurrence{Place: at, Kind: source.Definition, Word: at, Enclosing: d.Parent, Of: i})
	}
	slices.SortStableFunc(all, func(a, b source.Occurrence) int { return a.Place.Start - b.Place.Start })
	return all
}
