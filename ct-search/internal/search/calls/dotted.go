package calls

import (
	"context"
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// A family is the types that a dotted symbol may be a member of.
type family struct {
	types []*resolve.Definition // named as the symbol says
	files []string              // of Python, that have the name of the type: its subclasses stand in them
}

// family searches for the types that a dotted symbol names, one pass more; none
// where the symbol is a function of a module.
func (s *Search) family(ctx context.Context, found *Found) (family, error) {
	names := s.Chain.Names
	if len(names) == 0 || len(found.Definitions) == 0 {
		return family{}, nil
	}
	wanted := slices.DeleteFunc(slices.Clone(found.Definitions), func(t *resolve.Definition) bool { return !s.Chain.Holds(t.Qualname(), t.Path) })
	if len(wanted) > 0 && !slices.ContainsFunc(wanted, func(t *resolve.Definition) bool { return t.Owner != "" }) {
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
		if t.Class && around.Holds(t.Qualname(), t.Path) {
			f.types = append(f.types, t)
		}
	}
	return f, nil
}

// inherit makes the definition that a type of the symbol has from another one
// the wanted one, if the type has none of its own.
func (r *resolver) inherit() {
	if len(r.Wanted) > 0 {
		return
	}
	for _, typ := range r.family.types {
		if t := r.of(typ.Language).Inherited(typ); t != nil {
			r.Want(t)
		}
	}
}

// Inherited returns the definition of the name that a type has from another one.
func (r *resolver) Inherited(typ *resolve.Definition) *resolve.Definition {
	if typ.Language != "py" {
		return nil
	}
	e, _ := r.reached(r.classAt(typ.Path, typ.Qualname()), r.Name)
	return r.target(e)
}

// Reaches reports whether a call that is bound to another definition may reach a
// wanted one at run time, by a class below.
func (r *resolver) Reaches(site *resolve.Site, to *resolve.Definition) bool {
	if site.Language == "py" {
		return slices.ContainsFunc(site.Callee.Roots, func(base resolve.Root) bool {
			return (base.Origin == resolve.Self || base.Origin == resolve.Super) && r.overridden(site, &base)
		})
	}
	return to.Owner != "" && slices.ContainsFunc(site.Callee.Roots, func(base resolve.Root) bool {
		return base.Origin == resolve.Self || base.Origin == resolve.Super || base.Origin == resolve.Here && len(site.Callee.Rest) == 0
	})
}

// overridden reports whether an object of a class below that of the call has a
// wanted definition.
func (r *resolver) overridden(site *resolve.Site, base *resolve.Root) bool {
	c := r.classAt(site.Path, base.Qual)
	if c.what != class {
		return true
	}
	for _, d := range r.kin() {
		if !r.descends(d, c, maxSteps) {
			continue
		}
		if base.Origin == resolve.Self {
			e, sure := r.reached(d, r.Name)
			if r.Wanted[r.target(e)] {
				return true
			}
			if sure {
				continue
			}
		}
		for _, t := range r.Definitions {
			if !r.Wanted[t] {
				continue
			}
			if w := r.classAt(t.Path, t.Owner); w.what == class && r.descends(d, w, maxSteps) && w != c && !r.descends(c, w, maxSteps) {
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
	for _, t := range r.Definitions {
		if !r.Wanted[t] || t.Language != "py" || t.Owner == "" {
			continue
		}
		if c := r.classAt(t.Path, t.Owner); c.what == class {
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
