package dead

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/impact"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/ct-search/internal/search/publicity"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/rank"
	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/cases"
	"github.com/ct-tools/ct/shared/source/languages"
	"github.com/ct-tools/ct/shared/walk"
)

// A reader makes the items of one file, for a list and for one symbol alike.
type reader struct {
	*occurrence.File
	role   rank.Role
	public *publicity.Publicity
	tests  []cases.Case
}

// newReader returns the reader of a file that was scanned for its declarations.
func newReader(f *occurrence.File, e *walk.Entry, crates *publicity.Crates) *reader {
	r := &reader{File: f, public: publicity.Of(f, crates)}
	r.role = rank.RoleOf(occurrence.Inside(e, f.Path), true, f.Text[:min(len(f.Text), 1024)])
	if l := lang.Named(f.Language); l != nil && l.Cases != nil {
		r.tests = cases.Find(l, f.Path, false, f.Text, f.Seen).Cases
	}
	return r
}

// item returns what a declaration says of itself.
func (r *reader) item(of int) *item {
	d := &r.Seen.Declarations[of]
	it := &item{
		name: d.Name.Of(r.Text), path: r.Path, language: r.Language, pkg: r.Seen.Package, signature: d.Signature.Of(r.Text), kind: d.Symbol,
		visibility: d.Visibility, role: r.role, nested: inFunction(r.File, d.Parent), public: r.public.Holds(of),
	}
	for _, at := range d.Decorators {
		it.decorators = append(it.decorators, at.Of(r.Text))
	}
	it.loose = d.Loose || isMade(r.Language, r.Text, d)
	it.attribute = attributeOf(r.Language, r.Text, d)
	it.onObject = isOnObject(r.Language, r.Text, d)
	it.inMacro = inMacro(r.File, d.Parent)
	it.expression = isExpression(r.Language, r.Text, d)
	it.test = slices.ContainsFunc(r.tests, func(c cases.Case) bool { return c.Span == d.Span })
	it.forTests = r.forTests(of)
	it.owner = d.Receiver
	it.required = d.Symbol == source.Method && d.Receiver == "" && inFunction(r.File, d.Parent) // of an interface without a name
	if d.Parent != source.None && d.Receiver == "" {
		if p := &r.Seen.Declarations[d.Parent]; p.Symbol >= source.Class && p.Symbol <= source.Type {
			it.owner, it.required = p.Name.Of(r.Text), p.Symbol == source.Interface || p.Symbol == source.Trait
			for _, b := range p.Bases {
				it.bases = append(it.bases, b.Of(r.Text))
			}
		}
	}
	return it
}

// variable returns what is known of a variable of a module or class of Python, which has no declaration.
func (r *reader) variable(b *source.Binding) *item {
	it := &item{name: b.Name, path: r.Path, language: r.Language, kind: source.Variable, role: r.role, visibility: source.Internal}
	it.public = r.public.OfPython(b.Name, b.Scope != source.None)
	switch {
	case it.public:
		it.visibility = source.Public
	case strings.HasPrefix(b.Name, "_"):
		it.visibility = source.Private
	}
	if b.Scope != source.None {
		it.owner, it.kind = r.Seen.Declarations[b.Scope].Name.Of(r.Text), source.Field
		it.public = it.public && r.public.Holds(b.Scope)
	}
	return it
}

// forTests reports whether a definition of Rust is only built for tests, by an attribute of it or of what is around it.
func (r *reader) forTests(of int) bool {
	for at := of; r.Language == "rust" && at != source.None; at = r.Seen.Declarations[at].Parent {
		for _, mark := range r.Seen.Declarations[at].Decorators {
			text := strings.Join(strings.Fields(mark.Of(r.Text)), "")
			if strings.HasPrefix(text, "#[cfg(test)") || strings.HasPrefix(text, "#[cfg(all(test,") || strings.HasPrefix(text, "#[cfg(all(") && strings.Contains(text, ",test)") && !strings.Contains(text, "any(") {
				return true
			}
		}
	}
	return false
}

// inFunction reports whether a declaration or one around it is a function.
func inFunction(f *occurrence.File, at int) bool {
	for ; at != source.None; at = f.Seen.Declarations[at].Parent {
		if f.Seen.Declarations[at].Symbol <= source.Method {
			return true
		}
	}
	return false
}

// inMacro reports whether a declaration or one around it is a macro.
func inMacro(f *occurrence.File, at int) bool {
	for ; at != source.None; at = f.Seen.Declarations[at].Parent {
		if f.Seen.Declarations[at].Symbol == source.Macro {
			return true
		}
	}
	return false
}

// beforeTargets are words before names of Python that a statement binds for itself: what it binds is no variable to list.
var beforeTargets = []string{
	"for", "async", "with", "except", "case", "if", "elif", "while", "match", "import", "from", "del",
}

// variables returns the variables of a module of Python, by their first assignments.
func (r *reader) variables() []*source.Binding {
	if r.Language != "py" {
		return nil
	}
	var all []*source.Binding
	seen := map[string]bool{}
	for i := range r.Seen.Bindings {
		b := &r.Seen.Bindings[i]
		if b.Kind != source.Local || b.Scope != source.None || b.Block != nil || seen[b.Name] {
			continue
		}
		line := bytes.TrimLeft(r.Text[bytes.LastIndexByte(r.Text[:b.Place.Start], '\n')+1:b.Place.Start], " \t")
		if slices.Contains(beforeTargets, string(line[:beginningWord(line)])) {
			continue
		}
		seen[b.Name] = true
		all = append(all, b)
	}
	return all
}

// bindingAt returns the binding of a variable of a module or class at a byte, nil if there is none.
func (r *reader) bindingAt(start int) *source.Binding {
	for i := range r.Seen.Bindings {
		if b := &r.Seen.Bindings[i]; b.Place.Start == start && b.Kind == source.Local && (b.Scope == source.None || r.Seen.Declarations[b.Scope].Symbol == source.Class) {
			return b
		}
	}
	return nil
}

// isPython reports whether a file is one of Python by its path.
func isPython(name string) bool {
	l := languages.Of(name, nil)
	return l != nil && l.Name == "py"
}

// An inspection is what the files of a symbol say of its definitions.
type inspection struct {
	items     map[int]*item // by the numbers that they are wanted as
	attribute string        // of a prototype of C
}

// wishes are the places of one file that are inspected, by the bytes where their names begin.
type wishes struct {
	definitions map[int]int // with the numbers of their items
	prototypes  []int
}

// items returns the items of the definitions of a symbol, and an attribute of a prototype that may register it. A definition that is no
// longer there says what was known of it.
func (r *result) items(ctx context.Context) (all []*item, attribute string, err error) {
	wanted := map[string]*wishes{}
	files := r.search.Files
	files.Only, files.Cut = nil, nil
	for _, p := range r.Places {
		if p.Part != impact.Definition && (p.Part != impact.Declaration || p.Site == nil) {
			continue
		}
		w := wanted[p.Path]
		if w == nil {
			w = &wishes{definitions: map[int]int{}}
			wanted[p.Path] = w
			files.Only = append(files.Only, p.Path)
		}
		if p.Part == impact.Declaration {
			w.prototypes = append(w.prototypes, p.Site.Start)
			continue
		}
		w.definitions[p.Definition.Start] = len(all)
		all = append(all, itemOf(p.Definition))
	}
	if len(files.Only) == 0 {
		return nil, "", nil
	}
	slices.Sort(files.Only)
	crates := publicity.NewCrates(files.View())
	l, err := walk.Run(ctx, files, func() walk.Visit[*inspection] { return inspect(ctx, wanted, crates) }, func(found *inspection) bool {
		for i, it := range found.items {
			all[i] = it
		}
		attribute = cmp.Or(attribute, found.attribute)
		return true
	})
	r.Ledger.AlsoCut(&l)
	return all, attribute, err
}

// inspect returns what inspects files for one goroutine.
func inspect(ctx context.Context, wanted map[string]*wishes, crates *publicity.Crates) walk.Visit[*inspection] {
	c := occurrence.NewChooser(ctx, nil)
	var found *inspection
	var at *walk.Entry
	c.Choose = func(f *occurrence.File) []source.Occurrence {
		w := wanted[f.Path]
		newReader(f, at, crates).pick(w.definitions, found.items)
		for _, start := range w.prototypes {
			if start < len(f.Text) && family(f.Language) == "c" {
				found.attribute = cmp.Or(found.attribute, registering(statementAround(f.Text, start)))
			}
		}
		return nil
	}
	return func(e *walk.Entry) walk.Outcome[*inspection] {
		if wanted[e.Path()] == nil {
			return walk.Outcome[*inspection]{}
		}
		found, at, c.Bindings = &inspection{items: map[int]*item{}}, e, isPython(e.Path())
		_, why, detail := c.Read(e)
		return walk.Outcome[*inspection]{Value: found, Keep: true, Size: 300 * len(found.items), Skip: why, Detail: detail}
	}
}

// pick adds the items of definitions whose names begin at wanted bytes, each by the number that it is wanted as.
func (r *reader) pick(wanted map[int]int, found map[int]*item) {
	for i := range r.Seen.Declarations {
		if at, ok := wanted[r.Seen.Declarations[i].Name.Start]; ok && found[at] == nil {
			found[at] = r.item(i)
		}
	}
	for start, at := range wanted {
		if b := r.bindingAt(start); b != nil && found[at] == nil {
			found[at] = r.variable(b)
		}
	}
}
