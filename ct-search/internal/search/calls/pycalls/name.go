package pycalls

import (
	"path"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// A what says what an entity is.
type what uint8

const (
	nothing what = iota // not known
	outside             // not in the tree
	inFile              // a module or a package
	class
	function
	variable
)

// An entity is what a name of a Python program stands for.
type entity struct {
	what what
	mod  *module // that defines it, or itself
	decl int     // of a class or function in mod
	at   int     // where the name of a definition begins
	name string  // of what is outside
}

// memberOf returns what a name after a dot is.
func (r *Resolver) memberOf(e entity, name string, steps int) entity {
	if steps <= 0 || e.mod == nil {
		if e.what == outside {
			return e
		}
		return entity{}
	}
	switch e.what {
	case inFile:
		if found, ok := r.inScope(e.mod, name, source.None, steps-1); ok {
			return found
		}
		if path.Base(e.mod.path) == "__init__.py" {
			if f := r.moduleFile(path.Dir(e.mod.path), []string{name}); f != "" {
				return entity{what: inFile, mod: r.module(f)}
			}
		}
	case class:
		found, _ := r.ofClass(e, name, steps-1)
		return found
	}
	return entity{}
}

// A scoped is a name in a scope of a module.
type scoped struct {
	mod   *module
	name  string
	scope int
}

// A lookup is what came of looking a name up in a scope.
type lookup struct {
	e       entity
	bound   bool
	lacking bool // a file that was asked for was not read
}

// inScope returns what a name is in a scope of a module; false where nothing binds it. Modules whose star imports lead
// to each other are each asked once for a name: one that is still being asked adds nothing to its own answer, and what
// is found below it is kept until it has one.
func (r *Resolver) inScope(m *module, name string, scope, steps int) (entity, bool) {
	if steps <= 0 {
		return entity{}, false
	}
	key := scoped{m, name, scope}
	known, ok := r.settled[key]
	if !ok {
		known, ok = r.open[key]
	}
	if ok {
		r.Lacks(known.lacking)
		return known.e, known.bound
	}
	outermost := len(r.open) == 0
	r.open[key] = lookup{}
	before := r.Lacking
	r.Lacking = false
	e, bound := r.bindings(m, name, scope, steps)
	answer := lookup{e, bound, r.Lacking}
	r.open[key] = answer
	r.Lacks(before)
	if outermost {
		r.settled[key] = answer
		clear(r.open)
	}
	return e, bound
}

// bindings is inScope for what was not yet asked.
func (r *Resolver) bindings(m *module, name string, scope, steps int) (entity, bool) {
	var all []entity
	for _, b := range m.file.Lookup(name, scope, source.None) {
		e := entity{what: variable, mod: m, at: b.Place.Start}
		switch b.Kind {
		case source.Unknown:
			if b.Import == source.None {
				continue
			}
			from := r.imported(m.path, m.file.Imports[b.Import].Module, "", steps-1)
			if e = r.memberOf(from, name, steps-1); e.what == nothing || e.what == outside {
				continue
			}
		case source.Defined:
			e = m.declared(b.Declaration)
		case source.Imported:
			if b.Import == source.None {
				continue
			}
			im := &m.file.Imports[b.Import]
			module := im.Module
			if im.Name == "" && im.Alias == "" {
				module, _, _ = strings.Cut(module, ".")
			}
			e = r.imported(m.path, module, im.Name, steps-1)
		}
		all = append(all, e)
	}
	if len(all) == 0 {
		return entity{}, false
	}
	return one(all), true
}

// one returns the one entity for several bindings of a name. It is the last if all are definitions in one file, such as
// a function that is defined under conditions; otherwise it is a variable.
func one(all []entity) entity {
	last := all[len(all)-1]
	for _, e := range all {
		if e.mod != last.mod || e.what != last.what {
			return entity{what: variable, mod: last.mod, at: last.at}
		}
	}
	return last
}

func (m *module) declared(i int) entity {
	d := &m.file.Declarations[i]
	e := entity{what: function, mod: m, decl: i, at: d.Name.Start}
	if d.Symbol == source.Class {
		e.what = class
	}
	return e
}

// target returns the definition of the symbol that an entity is.
func (r *Resolver) target(e entity) *resolve.Definition {
	if e.mod == nil {
		return nil
	}
	return r.ByPlace[resolve.Place{Path: e.mod.path, At: e.at}]
}

// classOrFunction returns the definition of this file that a root names.
func (r *Resolver) classOrFunction(file string, base *resolve.Root) entity {
	m := r.module(file)
	if m == nil {
		return entity{}
	}
	for i := range m.file.Declarations {
		if m.file.Declarations[i].Name.Start == base.At {
			return m.declared(i)
		}
	}
	return entity{}
}
