package calls

import (
	"context"
	"go/ast"
	"path"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// A family is the types that a dotted symbol may be a member of.
type family struct {
	types []*Target // named as the symbol says
	files []string  // of Python, that have the name of the type: its subclasses stand in them
}

// family searches for the types that a dotted symbol names, one pass more; none
// where the symbol is a function of a module.
func (s *Search) family(ctx context.Context, found *Found) (family, error) {
	names := s.Chain.Names
	if len(names) == 0 || len(found.Definitions) == 0 {
		return family{}, nil
	}
	wanted := slices.DeleteFunc(slices.Clone(found.Definitions), func(t *Target) bool { return !s.Chain.Holds(t.qualname(), t.Path) })
	if len(wanted) > 0 && !slices.ContainsFunc(wanted, func(t *Target) bool { return t.owner != "" }) {
		return family{}, nil
	}
	last := names[len(names)-1]
	m, err := wordsOf([]string{last})
	if err != nil {
		return family{}, err
	}
	all, l, err := s.pass(ctx, m, []string{last})
	if err != nil {
		return family{}, err
	}
	found.alsoCut(&l)
	around := occurrence.Chain{Names: names[:len(names)-1], Here: s.Chain.Here}
	f := family{files: all[0].python}
	for _, t := range all[0].Definitions {
		if t.class && around.Holds(t.qualname(), t.Path) {
			f.types = append(f.types, t)
		}
	}
	return f, nil
}

// inherit makes the definition that a type of the symbol has from another one
// the wanted one, where the type has none of its own.
func (r *resolver) inherit() {
	if len(r.wanted) > 0 {
		return
	}
	for _, typ := range r.family.types {
		var t *Target
		switch typ.Language {
		case "py":
			e, _ := r.reached(r.classAt(typ.Path, typ.qualname()), r.search.Name)
			t = r.target(e)
		case "go":
			if f, _, ok := r.golang.method(r.goType(typ), r.search.Name); ok {
				t = r.golangTarget(f)
			}
		}
		if t != nil {
			r.wanted[t], t.Wanted = true, true
		}
	}
}

// goType returns the type that a definition declares.
func (r *resolver) goType(t *Target) goExpr {
	folder := r.golang.abs(path.Dir(t.Path))
	in := &goFile{path: t.Path, folder: folder, imports: goImports{pkg: t.pkg}}
	name := t.qualname()
	if t.owner != "" && !t.class {
		name = t.owner
	}
	return goExpr{ast.NewIdent(name), in}
}

// reaches reports whether a call that is bound to another definition may reach a
// wanted one at work: by a class below, or after an interface.
func (r *resolver) reaches(site *Site, to *Target) bool {
	switch site.Language {
	case "py":
		return slices.ContainsFunc(site.callee.roots, func(base root) bool {
			return (base.origin == self || base.origin == super) && r.overridden(site, &base)
		})
	case "go":
		_, is := r.golang.underlying(r.goType(to)).e.(*ast.InterfaceType)
		return is && to.owner != ""
	}
	return to.owner != "" && slices.ContainsFunc(site.callee.roots, func(base root) bool {
		return base.origin == self || base.origin == super || base.origin == here && len(site.callee.rest) == 0
	})
}

// overridden reports whether an object of a class below that of the call has a
// wanted definition.
func (r *resolver) overridden(site *Site, base *root) bool {
	c := r.classAt(site.Path, base.qual)
	if c.what != class {
		return true
	}
	for _, d := range r.kin() {
		if !r.descends(d, c, maxSteps) {
			continue
		}
		if base.origin == self {
			e, sure := r.reached(d, r.search.Name)
			if r.wanted[r.target(e)] {
				return true
			}
			if sure {
				continue
			}
		}
		for _, t := range r.found.Definitions {
			if !r.wanted[t] {
				continue
			}
			if w := r.classAt(t.Path, t.owner); w.what == class && r.descends(d, w, maxSteps) && w != c && !r.descends(c, w, maxSteps) {
				return true
			}
		}
	}
	return false
}

// kin returns the classes of Python that have a wanted definition, and those of the
// files that name the class of the symbol.
func (r *resolver) kin() []entity {
	if r.related != nil {
		return r.related
	}
	r.related = []entity{}
	for _, t := range r.found.Definitions {
		if !r.wanted[t] || t.Language != "py" || t.owner == "" {
			continue
		}
		if c := r.classAt(t.Path, t.owner); c.what == class {
			r.related = append(r.related, c)
		}
	}
	for _, name := range r.family.files {
		m := r.module(name)
		if m == nil {
			continue
		}
		for i := range m.file.Declarations {
			if m.file.Declarations[i].Symbol == source.Class {
				r.related = append(r.related, m.declared(i))
			}
		}
	}
	return r.related
}
