// Package pycalls resolves calls of Python: by the modules that files import, the
// classes above an object's, and what annotations and assignments say.
package pycalls

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// Language is the language whose calls are resolved here.
const Language = "py"

// A Cache has the files of Python that were read, for all names of a search.
type Cache struct {
	*resolve.Files
	modules map[string]*module
	settled map[scoped]lookup // names, once looked up
	open    map[scoped]lookup // while one is: those that it leads to
}

// NewCache returns a cache of what files lead to.
func NewCache(f *resolve.Files) *Cache {
	return &Cache{Files: f, modules: map[string]*module{}, settled: map[scoped]lookup{}, open: map[scoped]lookup{}}
}

// A Resolver resolves calls of Python.
type Resolver struct {
	*resolve.Index
	*Cache
	heirs   []string // files that have the name of the symbol's type: its subclasses stand in them
	related []entity // once kin was asked for
}

// New returns a resolver for the definitions of an index; heirs are the
// files that classes below the symbol's may stand in.
func New(x *resolve.Index, c *Cache, heirs []string) *Resolver {
	return &Resolver{Index: x, Cache: c, heirs: heirs}
}

// Inherited returns the definition of the name that a type has from another one.
func (r *Resolver) Inherited(typ *resolve.Definition) *resolve.Definition {
	e, _ := r.reached(r.classAt(typ.Path, typ.Qualname()), r.Name)
	return r.target(e)
}

// Reaches reports whether a call that is bound to another definition may reach a
// wanted one at run time, by a class below.
func (r *Resolver) Reaches(site *resolve.Site, to *resolve.Definition, given bool) bool {
	if given {
		return to.Owner != "" && r.overridden(to.Path, &resolve.Root{Origin: resolve.Self, Qual: to.Owner})
	}
	if o, ok := r.receiver(site); ok && o.made {
		return !r.apart(o.of) || r.belowReaches(o.of, true)
	}
	return slices.ContainsFunc(site.Callee.Roots, func(base resolve.Root) bool {
		return (base.Origin == resolve.Self || base.Origin == resolve.Super) && r.overridden(site.Path, &base)
	})
}

// overridden reports whether an object of a class below that of the file has a wanted definition.
func (r *Resolver) overridden(file string, base *resolve.Root) bool {
	c := r.classAt(file, base.Qual)
	if c.what != class {
		return true
	}
	return r.belowReaches(c, base.Origin == resolve.Self)
}

// belowReaches reports whether an object of a class below c has a wanted definition; of is whether it is an object of c, and not of
// one above it.
func (r *Resolver) belowReaches(c entity, of bool) bool {
	for _, d := range r.kin() {
		if !r.descends(d, c, maxSteps) {
			continue
		}
		if of {
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
func (r *Resolver) kin() []entity {
	if r.related != nil {
		return r.related
	}
	r.related = []entity{}
	for _, t := range r.Definitions {
		if !r.Wanted[t] || t.Language != Language || t.Owner == "" {
			continue
		}
		if c := r.classAt(t.Path, t.Owner); c.what == class {
			r.related = append(r.related, c)
		}
	}
	for _, name := range r.heirs {
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
