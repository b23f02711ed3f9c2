package calls

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ct-tools/ct/ct-search/internal/search/answer"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/pycalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/match"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// An around is what calls are bound by beside the files that are searched: the other files of the areas. They have
// definitions, and no calls that are reported.
type around struct {
	areas []request.Area
	read  atomic.Int64  // files that the first pass read
	cut   ledger.Ledger // what kept others from being read
	whole bool          // the first pass is done

	mu       sync.Mutex
	searched map[string]bool // files that are searched, or were to be and could not be read
}

func newAround(areas []request.Area) *around {
	return &around{areas: areas, searched: map[string]bool{}}
}

// isWider reports whether there are files beside those that are searched.
func (a *around) isWider() bool {
	return a != nil && slices.ContainsFunc(a.areas, func(area request.Area) bool { return !area.Covered })
}

// folders returns the names of the areas.
func (a *around) folders() (names []string) {
	for i := range a.areas {
		names = append(names, a.areas[i].Folder)
	}
	return names
}

// files returns the files that definitions are looked for in, in place of those that are searched.
func (a *around) files(searched walk.Options) walk.Options {
	for i := range a.areas {
		if !a.areas[i].Covered {
			return a.areas[i].Search()
		}
	}
	return searched
}

// noted returns the options of a search of files; what it cannot read is not looked for once more.
func (a *around) noted(files walk.Options) walk.Options {
	if a.isWider() {
		files.Cut = func(_ ledger.Reason, e ledger.Entry) { a.add(e.Path) }
	}
	return files
}

// add notes a file that is searched.
func (a *around) add(name string) {
	if !a.isWider() || a.whole {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.searched[name] = true
}

// has reports whether a file is searched.
func (a *around) has(name string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.searched[name]
}

// beyond adds the definitions of names in the other files of the areas.
func (s *Search) beyond(ctx context.Context, searched *ledger.Ledger, m match.Matcher, names []string, all []*Found) error {
	if !s.around.isWider() {
		return nil
	}
	if first, ok := cutAt(searched); ok { // with more matches than are kept, more definitions would settle little
		s.around.cut.Skip(ledger.MaxMatches, first, "")
		return nil
	}
	ctx, cancel := sooner(ctx)
	defer cancel()
	for i := range s.around.areas {
		area := &s.around.areas[i]
		if area.Covered {
			continue
		}
		cut, err := s.beyondIn(ctx, area, m, names, all)
		if err != nil {
			return err
		}
		s.around.alsoCut(&cut)
	}
	s.around.whole = true
	for _, f := range all {
		slices.SortStableFunc(f.Definitions, func(a, b *resolve.Definition) int { return walk.ComparePaths(a.Path, b.Path) })
		slices.SortStableFunc(f.python, walk.ComparePaths)
	}
	return nil
}

// cutAt returns the file at which a search had more matches than it keeps.
func cutAt(l *ledger.Ledger) (first string, ok bool) {
	for _, cut := range l.Cuts() {
		if cut.Reason == ledger.MaxMatches {
			return cut.First.Path, true
		}
	}
	return "", false
}

// sooner returns a context that ends while there is time left to answer.
func sooner(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)*3/4)
}

// beyondIn is beyond for one area.
func (s *Search) beyondIn(ctx context.Context, area *request.Area, m match.Matcher, names []string, all []*Found) (cut ledger.Ledger, err error) {
	files := area.Files
	files.Cut = func(r ledger.Reason, e ledger.Entry) {
		if name := area.Printed(e.Path); !s.around.has(name) {
			cut.Skip(r, name, e.Detail)
		}
	}
	l, err := walk.Run(ctx, files, func() walk.Visit[[]*file] { return s.newDefiner(ctx, area, m, names).visit }, func(files []*file) bool {
		for i, f := range files {
			all[i].takeDefinitions(f)
		}
		return true
	})
	switch {
	case err != nil && ctx.Err() != nil:
		return cut, err
	case err != nil:
		cut.Skip(ledger.Unreadable, area.Folder, grep.Cause(err))
	case l.Count(ledger.Timeout) > 0:
		cut.Skip(ledger.Timeout, "", "")
	}
	return cut, nil
}

// alsoCut adds what cut a pass: of a later one what no pass was cut for before.
func (a *around) alsoCut(cut *ledger.Ledger) {
	if !a.whole {
		a.cut.Add(cut)
		return
	}
	a.cut.AlsoCut(cut)
}

// A definer looks for definitions in the other files of an area, for one goroutine.
type definer struct {
	visitor
	area *request.Area
}

func (s *Search) newDefiner(ctx context.Context, area *request.Area, m match.Matcher, names []string) *definer {
	d := &definer{visitor{search: s, names: names, beyond: true}, area}
	d.Reader = occurrence.NewReader(ctx, m, s.Binary, nil)
	d.Bindings = true
	if len(names) == 1 {
		d.Name = names[0]
	}
	return d
}

func (d *definer) visit(e *walk.Entry) (o walk.Outcome[[]*file]) {
	around, name := d.search.around, d.area.Printed(e.Path())
	if around.has(name) {
		return o
	}
	if !around.whole {
		d.search.unknown.add(name)
	}
	if path.Ext(name) != "" && languages.Of(name, nil) == nil { // it defines nothing that a scanner sees
		return o
	}
	if !around.whole {
		around.read.Add(1)
	}
	seen, why, detail := d.Read(e)
	seen.Path = name
	o.Skip, o.Detail = why, detail
	if !around.whole && why == ledger.None {
		d.search.types.add(name)
	}
	if seen.Matches == 0 || seen.Seen == nil {
		return o
	}
	if len(seen.Places) < int(seen.Matches) && why == ledger.None {
		o.Skip = ledger.MaxMatches
	}
	o.Value = d.looks(seen)
	o.Size = 500
	for _, f := range o.Value {
		o.Size += 1000 * len(f.definitions)
		o.Keep = o.Keep || len(f.definitions) > 0 || f.Language == pycalls.Language
	}
	return o
}

// takeDefinitions adds the definitions of a file that is not searched.
func (r *Found) takeDefinitions(f *file) {
	if f.Matches == 0 {
		return
	}
	if f.Language == pycalls.Language {
		r.python = append(r.python, f.Path)
	}
	for _, t := range f.definitions {
		t.Beyond = true
	}
	r.Beyond += len(f.definitions)
	r.Definitions = append(r.Definitions, f.definitions...)
	r.answers(f)
	r.Tree.Add(f.Path, f.Info.Size, f.Info.ModTime)
}

// isBlind reports whether a file that could have a definition was not read.
func (a *around) isBlind() bool { return a != nil && len(a.cut.Cuts()) > 0 }

// unsure returns a resolution one tier lower, because a definition that was not read may change it.
func (a *around) unsure(v resolve.Resolution) resolve.Resolution {
	why := fmt.Sprintf("%s; not all of %s was read", v.Reason, budget.EscapeName(a.folders()[0]))
	switch v.Tier {
	case resolve.High:
		v.Tier = resolve.Med
	case resolve.Med:
		v.Tier = resolve.Unresolved
	default:
		return v
	}
	v.Reason = why
	return v
}

// ledger returns what the areas add to that of the search.
func (a *around) ledger() *ledger.Resolved {
	if a == nil || len(a.areas) == 0 {
		return nil
	}
	return &ledger.Resolved{In: a.folders(), Read: a.read.Load(), Cut: a.cut}
}

// note says in which folders calls are bound, "" if they are searched.
func (a *around) note() string {
	if !a.isWider() {
		return ""
	}
	return "resolved in " + a.named()
}

// where says where definitions are looked for.
func (a *around) where() string {
	if !a.isWider() {
		return "the files searched"
	}
	return a.named()
}

// named names the areas in a sentence.
func (a *around) named() string {
	names := a.folders()
	text := budget.EscapeName(names[0])
	if more := len(names) - 1; more > 0 {
		text += " and " + grep.Plural(int64(more), "more folder", "more folders")
	}
	return text
}

// limit says what was not read of the areas.
func (a *around) limit() []answer.Finding {
	if !a.isBlind() {
		return nil
	}
	var findings []answer.Finding
	for _, cut := range a.cut.Cuts() {
		text := fmt.Sprintf("not all of %s was read for bindings: %s; they are less sure, and a call is left out only if it is surely of another", a.named(), budget.EscapeName(cut.String()))
		findings = append(findings, answer.Limit(cmp.Or(cut.Reason.String(), "limit"), text, cut.Count))
	}
	return findings
}

// isAnothers reports whether a call is another's whatever was not read: it is bound to a function outside of types.
func isAnothers(v *resolve.Resolution) bool {
	return v.Target != nil && v.Tier == resolve.High && v.Target.Owner == "" && !v.Target.Value && v.Target.Kind == source.Definition
}
