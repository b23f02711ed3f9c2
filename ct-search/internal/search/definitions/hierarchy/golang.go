package hierarchy

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions/hierarchy/methodsets"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/ledger"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/walk"
)

// structural looks for types that implement interfaces without naming them.
func (s *Search) structural(ctx context.Context, found *Found, j *judge) error {
	if len(found.Roots) == 0 {
		if s.golang && len(found.Others) == 0 {
			found.Open = append(found.Open, "types of Go may implement it by their methods, and nothing here says which these are: search where it is defined")
		}
		return nil
	}
	g := &goSearch{judge: j, names: map[string]bool{}, printed: map[string]string{}, embedded: map[string][]int{}, taken: map[string]bool{}, kept: map[string]*Implementation{}}
	for _, r := range found.Roots {
		if r.Language == gocalls.Language {
			g.ask(r)
		}
	}
	if len(g.asked) == 0 {
		return nil
	}
	if err := g.glance(ctx); err != nil {
		return err
	}
	for _, a := range g.asked {
		if err := g.implementations(ctx, a); err != nil {
			return err
		}
	}
	for _, item := range g.kept {
		item.promotes()
	}
	return nil
}

// A goSearch looks for the types of Go that implement interfaces.
type goSearch struct {
	*judge
	asked []asked
	names map[string]bool // methods of the interfaces

	files    []goFile
	embedded map[string][]int // files in which a type may embed one of a name
	printed  map[string]string
	taken    map[string]bool // types with the interface that they were compared with
	kept     map[string]*Implementation
}

// A goFile is what the lines of a file show.
type goFile struct {
	path string
	methodsets.Glance
}

// asked is an interface and the definition that it is.
type asked struct {
	root *Root
	of   *methodsets.Interface
}

// ask adds the interface that a definition is, or that has the method that it is.
func (g *goSearch) ask(r *Root) {
	name := lastName(r.Qualname)
	typ := g.sets.ByName(g.packages.Abs(path.Dir(r.Path)), r.Path, name)
	note := func(format string, args ...any) { g.found.Notes = append(g.found.Notes, fmt.Sprintf(format, args...)) }
	if typ == nil {
		g.found.Open = append(g.found.Open, fmt.Sprintf("the package of %s:%d could not be read", r.Path, r.Line))
		return
	}
	of, ok := g.sets.Interface(typ)
	switch {
	case !ok && r.Method != "":
		note("%s:%d is a method of a type that is no interface: methods of Go do not override each other", r.Path, r.Line)
	case !ok:
		note("%s of %s:%d is no interface: types of Go do not extend each other", name, r.Path, r.Line)
	case of.Union:
		note("%s of %s:%d is a constraint: which types satisfy it is said by what they are made of, and not looked for", name, r.Path, r.Line)
		g.found.Open = append(g.found.Open, name+" is a constraint")
	case len(of.Names()) == 0:
		g.found.Open = append(g.found.Open, fmt.Sprintf("%s of %s:%d has no methods: every type implements it", name, r.Path, r.Line))
	default:
		for _, m := range of.Names() {
			g.names[m] = true
		}
		g.asked = append(g.asked, asked{r, of})
	}
}

// glance looks at the lines of all files of Go once.
func (g *goSearch) glance(ctx context.Context) error {
	newVisit := func() walk.Visit[*goFile] {
		var buffer bytes.Buffer
		return func(e *walk.Entry) walk.Outcome[*goFile] {
			o := walk.Outcome[*goFile]{Count: walk.NoMatches}
			if !bytes.HasSuffix(e.Name(), []byte(".go")) {
				return o
			}
			text, err := grep.Text(ctx, e, &buffer, resolve.MaxModule)
			if err != nil {
				o.Skip, o.Detail = ledger.Unreadable, grep.Cause(err)
				if ctx.Err() != nil {
					o.Skip, o.Detail = ledger.Timeout, ""
				}
				return o
			}
			f := &goFile{path: e.Path(), Glance: methodsets.GlanceAt(text, g.names)}
			o.Value, o.Keep, o.Size = f, true, 100+16*(len(f.Receivers)+len(f.Lines)+len(f.Embedded))
			return o
		}
	}
	l, err := walk.Run(ctx, g.search.Files, newVisit, func(f *goFile) bool {
		g.printed[path.Join(g.packages.Abs(path.Dir(f.path)), path.Base(f.path))] = f.path
		if len(f.Receivers)+len(f.Lines)+len(f.Embedded) == 0 {
			return true
		}
		for _, name := range f.Embedded {
			if all := g.embedded[name]; len(all) == 0 || all[len(all)-1] != len(g.files) {
				g.embedded[name] = append(all, len(g.files))
			}
		}
		g.files = append(g.files, *f)
		return true
	})
	g.found.Ledger.AlsoCut(&l)
	return err
}

// rarest returns the method that the fewest files have.
func (g *goSearch) rarest(names []string) string {
	count := map[string]int{}
	for i := range g.files {
		for _, d := range g.files[i].Receivers {
			count[d.Method]++
		}
		for _, name := range g.files[i].Lines {
			count[name]++
		}
	}
	best, least := "", math.MaxInt
	for _, name := range names {
		if count[name] < least {
			best, least = name, count[name]
		}
	}
	return best
}

// A folder is the packages of a folder that are looked at, with those of tests or without.
type folder struct {
	path  string
	tests bool
}

// implementations finds the types that implement an interface: those that have its rarest method, declared or by embedding types
// that have it.
func (g *goSearch) implementations(ctx context.Context, a asked) error {
	m := g.rarest(a.of.Names())
	var next []folder
	queued := map[folder]bool{}
	add := func(f *goFile) {
		at := folder{g.packages.Abs(path.Dir(f.path)), strings.HasSuffix(f.path, "_test.go")}
		if !queued[at] {
			queued[at] = true
			next = append(next, at)
		}
	}
	for i := range g.files {
		f := &g.files[i]
		for _, d := range f.Receivers {
			if d.Method == m {
				add(f)
			}
		}
		for _, name := range f.Lines {
			if name == m {
				add(f)
			}
		}
	}
	have, fresh := map[string]bool{}, map[string]bool{}
	if m == "Error" { // of the type that every package knows
		fresh["error"] = true
		for _, i := range g.embedded["error"] {
			add(&g.files[i])
		}
	}
	for len(next) > 0 && ctx.Err() == nil {
		found := map[string]bool{}
		for _, at := range next {
			g.sets.EachOf(at.path, at.tests, fresh, m, func(typ *methodsets.Type) {
				if g.compare(a, typ, at, m) && !have[typ.Name] {
					found[typ.Name] = true
				}
			})
		}
		next, queued, fresh = nil, map[folder]bool{}, found
		for name := range found {
			have[name] = true
			for _, i := range g.embedded[name] {
				add(&g.files[i])
			}
		}
	}
	return ctx.Err()
}

// compare adds a type if it implements the interface, and reports whether it has the method m, so that others may get it.
func (g *goSearch) compare(a asked, typ *methodsets.Type, at folder, m string) bool {
	switch {
	case at.tests && !strings.HasSuffix(typ.File, "_test.go"):
		return false
	case typ.IsAlias():
		return true
	}
	key := fmt.Sprintf("%s:%d %p", typ.File, typ.At, a.of)
	if !g.taken[key] {
		g.taken[key] = true
		g.add(a, typ)
	}
	return g.sets.Has(typ, m)
}

// add adds a type if it implements the interface.
func (g *goSearch) add(a asked, typ *methodsets.Type) {
	printed, searched := g.printed[typ.File]
	if !searched {
		return
	}
	answer := g.sets.Implements(typ, a.of)
	switch {
	case len(answer.Signatures) > 0:
		g.found.Unlike[strings.Join(answer.Signatures, " and ")]++
		return
	case !answer.Implements:
		return
	}
	item := &Implementation{
		Match: occurrence.Match{Path: printed, Line: typ.Line, Role: rank.RoleOf(printed, true, nil), Language: gocalls.Language}, Start: typ.At,
		Level: 1, Relation: "implements", Of: a.root, Confidence: resolve.Unresolved, Reason: answer.Reason, Pointer: answer.Pointer,
		qualname: typ.Name, symbol: typ.Name, kind: source.Struct,
	}
	switch {
	case answer.Sure:
		item.Confidence = resolve.High
	case answer.Likely:
		item.Confidence = resolve.Med
	}
	if typ.IsInterface() {
		item.Relation, item.Reason = "extends", strings.Replace(item.Reason, "it has", "an interface that has", 1)
	}
	if answer.Pointer {
		item.Reason += "; only *" + typ.Name + " implements it"
	}
	if a.root.Method == "" {
		g.keep(item)
		return
	}
	if at := answer.Methods[a.root.Method]; at.Own || at.From != "" {
		g.method(item, at)
	}
}

// method adds the method by which a type implements the one that was asked for: its own, or one that it has by embedding another type.
func (g *goSearch) method(item *Implementation, at methodsets.Place) {
	name, owner := item.Of.Method, item.symbol
	if at.Own {
		item.Relation, item.Reason = "overrides", "its type implements the interface: "+item.Reason
	} else {
		owner, item.Relation, item.promoted = at.From, "implements", []string{item.symbol}
	}
	item.Path, item.Start, item.Line = g.printed[at.File], at.At, at.Line
	item.qualname, item.symbol, item.kind = owner+"."+name, name, source.Method
	if item.Path == "" {
		if note := item.qualname + " is left out: its file is not searched"; !slices.Contains(g.found.Notes, note) {
			g.found.Notes = append(g.found.Notes, note)
		}
		return
	}
	g.keep(item)
}

// keep adds an implementation, or counts it if the type implements another definition of the symbol too. A method that several types have
// by embedding is one.
func (g *goSearch) keep(item *Implementation) {
	key := fmt.Sprintf("%s:%d", item.Path, item.Start)
	old := g.kept[key]
	if old == nil {
		g.kept[key] = item
		g.found.Items = append(g.found.Items, item)
		return
	}
	if old.Of != item.Of {
		old.Also++
	}
	item.Also = old.Also
	both := len(item.promoted) > 0 && len(old.promoted) > 0
	if both {
		old.promoted = append(old.promoted, item.promoted...)
		item.promoted = old.promoted
	}
	if both == (len(item.promoted) > 0) && (item.Confidence < old.Confidence || len(old.promoted) > len(item.promoted)) { // its own goes first
		*old = *item
	}
}

// promotes says in the reason of a method which types have it by embedding.
func (i *Implementation) promotes() {
	if n := len(i.promoted); n > 0 {
		slices.Sort(i.promoted)
		types := slices.Compact(i.promoted)
		which := types[0]
		if n = len(types) - 1; n > 0 {
			which += fmt.Sprintf(" and %d more", n)
		}
		i.Reason = "promoted to " + which + ", which implements the interface: " + i.Reason
	}
}
