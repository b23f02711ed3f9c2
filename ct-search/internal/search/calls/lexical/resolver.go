// Package lexical resolves calls of all languages without a resolver of their own:
// by the scopes of a file and the paths of its imports.
package lexical

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/workspace"
	"github.com/ct-tools/ct/shared/source"
)

// A Cache has the scripts that were read, for all names of a search.
type Cache struct {
	*resolve.Files
	World   *typing.World
	Space   *workspace.Space
	scripts map[string][]source.ImportOf // what each brings
}

// NewCache returns a cache of what files lead to, and of types.
func NewCache(f *resolve.Files, types *typing.World, space *workspace.Space) *Cache {
	return &Cache{Files: f, World: types, Space: space, scripts: map[string][]source.ImportOf{}}
}

// A Resolver resolves calls by the scopes of a file, of all languages without a resolver of their own.
type Resolver struct {
	*resolve.Index
	*Cache
	brought map[brought]reached
}

// New returns a resolver for the definitions of an index.
func New(x *resolve.Index, c *Cache) *Resolver { return &Resolver{x, c, map[brought]reached{}} }

// Resolve returns what a call is bound to.
func (r *Resolver) Resolve(site *resolve.Site) resolve.Resolution {
	if of(site.Language).outside {
		return r.plusPlusCall(site)
	}
	v := r.atWork(site, r.otherCall(site))
	if v.Tier == resolve.High {
		return v
	}
	typed, ok := r.typedCall(site)
	if !ok || typed.Target == nil && v.Target != nil && v.Target.Owner == "" && !v.Target.Class && site.Callee.Typed.Own { // a function outside of types
		return v
	}
	return typed
}

// Inherited returns the definition of the name that a type has from another one; nil where types are not followed.
func (r *Resolver) Inherited(typ *resolve.Definition) *resolve.Definition {
	if typing.Rules(typ.Language) == nil {
		return nil
	}
	t := r.World.Named(typ.Path, typ.Qualname())
	if t == nil {
		return nil
	}
	if in, _ := r.World.Member(t, r.Name, false); in != nil {
		return r.Here(in.File.Path, in.Qual+"."+r.Name)
	}
	return nil
}

// Reaches reports whether a call of a method is by an object, which may be of a type below.
func (r *Resolver) Reaches(site *resolve.Site, to *resolve.Definition, given bool) bool {
	if typing.Rules(site.Language) == nil {
		return to.Owner != "" && (given || slices.ContainsFunc(site.Callee.Roots, func(base resolve.Root) bool {
			return base.Origin == resolve.Self || base.Origin == resolve.Super || base.Origin == resolve.Here && len(site.Callee.Rest) == 0
		}))
	}
	if len(r.Wanted) == 0 { // what the symbol has is not seen
		return true
	}
	e := site.Callee.Typed
	if to.Owner == "" || site.Callee.Form.Creates || e != nil && e.Static && len(e.Steps) == 0 {
		return false
	}
	of := typing.Found{Type: r.World.Named(to.Path, to.Owner), Sure: true}
	if e != nil {
		if seen := r.World.Type(e); seen.Type != nil || !given {
			of = seen
		}
	}
	return of.Type == nil || !r.apart(of)
}
