package pycalls

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// ofClass returns the member of a class, its own or that of the first base that
// has it; whole reports whether all bases are known.
func (r *Resolver) ofClass(c entity, name string, steps int) (found entity, whole bool) {
	if steps <= 0 || c.mod == nil || c.what != class {
		return entity{}, false
	}
	if own := c.mod.members[member{c.decl, name}]; len(own) > 0 {
		return c.mod.declared(own[len(own)-1]), true
	}
	for _, b := range c.mod.file.Lookup(name, c.decl, source.None) {
		if b.Scope == c.decl && b.Kind != source.Unknown {
			return entity{what: variable, mod: c.mod, at: b.Place.Start}, true
		}
	}
	whole = true
	for _, base := range r.bases(c, steps) {
		if base.what != class {
			whole = whole && base.name == "object"
			continue
		}
		e, all := r.ofClass(base, name, steps-1)
		switch {
		case found.what == nothing:
			found = e
			if e.what == nothing || !all {
				whole = whole && all
			}
		case e.what != nothing && (e.mod != found.mod || e.at != found.at):
			// A base that comes later may stand before one that both share: then its method is the one.
			whole = whole && !r.overrides(e, found, steps-1)
		}
	}
	return found, whole
}

// overrides reports whether the class that defines e is below the one that defines found.
func (r *Resolver) overrides(e, found entity, steps int) bool {
	below, above := e.around(), found.around()
	return below.what == class && above.what == class && r.descends(below, above, steps)
}

// around returns the class that a definition or a variable is a member of.
func (e entity) around() entity {
	if e.what != function && e.what != class {
		return entity{}
	}
	if at := e.mod.file.Declarations[e.decl].Parent; at != source.None {
		return e.mod.declared(at)
	}
	return entity{}
}

// bases returns what the bases of a class are.
func (r *Resolver) bases(c entity, steps int) []entity {
	var all []entity
	d := &c.mod.file.Declarations[c.decl]
	for _, b := range d.Bases {
		all = append(all, r.base(c.mod, d.Parent, b.Of(c.mod.text), steps-1))
	}
	return all
}

// base returns what a base is that a module writes in a scope.
func (r *Resolver) base(m *module, scope int, text string, steps int) entity {
	text, _, _ = strings.Cut(text, "[")
	names := resolve.Split(resolve.Joined(text))
	if len(names) == 0 {
		return entity{}
	}
	e, ok := r.inScope(m, names[0], scope, steps)
	if !ok {
		return entity{what: outside, name: names[0]}
	}
	for _, n := range names[1:] {
		e = r.memberOf(e, n, steps)
	}
	return e
}

// classAt returns the class of a qualified name in a file.
func (r *Resolver) classAt(file, qual string) entity {
	m := r.module(file)
	if m == nil {
		return entity{}
	}
	at := source.None
	for name := range strings.SplitSeq(qual, ".") {
		found := m.members[member{at, name}]
		if len(found) == 0 {
			return entity{}
		}
		at = found[len(found)-1]
	}
	return m.declared(at)
}

// ofSelf follows a call of a method on the object itself.
func (r *Resolver) ofSelf(site *resolve.Site, base *resolve.Root) resolve.Resolution {
	v := r.methodOfSelf(site, base)
	if v.Tier != resolve.High || v.Target == nil {
		return v
	}
	if c, ok := r.assignedIn(r.classAt(site.Path, base.Qual), site.Callee.Rest[0], maxSteps); ok {
		v.Tier, v.Reason = resolve.Med, fmt.Sprintf("%s; %s assigns it too", v.Reason, c.mod.file.Declarations[c.decl].Name.Of(c.mod.text))
	}
	return v
}

func (r *Resolver) methodOfSelf(site *resolve.Site, base *resolve.Root) resolve.Resolution {
	name := site.Callee.Rest[0]
	if t := r.Here(site.Path, base.Qual+"."+name); t != nil && !t.Value {
		return resolve.Bound(t, resolve.High, "self in %s, which defines it", base.Qual)
	}
	c := r.classAt(site.Path, base.Qual)
	e, whole := r.ofClass(c, name, maxSteps)
	if t := r.target(e); t != nil {
		switch {
		case t.Value || e.what == variable:
			return resolve.Bound(t, resolve.Med, "self in %s, where it is a variable", base.Qual)
		case whole:
			return resolve.Bound(t, resolve.High, "self in %s; its base %s defines it", base.Qual, t.Owner)
		}
		return resolve.Bound(t, resolve.Med, "self in %s, whose base %s defines it; another base may define it too", base.Qual, t.Owner)
	}
	if t := r.below(c, name); t != nil {
		return resolve.Bound(t, resolve.Med, "self in %s, a base of %s, which defines it", base.Qual, t.Owner)
	}
	if !whole {
		return resolve.Open("self in %s, which has a base outside of the tree", base.Qual)
	}
	return resolve.Open("self in %s, which does not define it", base.Qual)
}

// below returns the only definition in a class below c.
func (r *Resolver) below(c entity, name string) *resolve.Definition {
	var only *resolve.Definition
	for _, t := range r.Definitions {
		if t.Owner == "" || t.Value || t.Language != Language || t.Word != name {
			continue
		}
		if d := r.classAt(t.Path, t.Owner); d.what == class && r.descends(d, c, maxSteps) {
			if only != nil {
				return nil
			}
			only = t
		}
	}
	return only
}

// descends reports whether c is among the bases of d and theirs.
func (r *Resolver) descends(d, c entity, steps int) bool {
	if steps <= 0 || c.what != class {
		return false
	}
	return slices.ContainsFunc(r.bases(d, steps), func(b entity) bool {
		return b.what == class && (b.mod == c.mod && b.decl == c.decl || r.descends(b, c, steps-1))
	})
}

// ofSuper follows a call of a method of the bases.
func (r *Resolver) ofSuper(site *resolve.Site, base *resolve.Root) resolve.Resolution {
	c := r.classAt(site.Path, base.Qual)
	if c.what != class || len(site.Callee.Rest) != 1 {
		return r.shaped(site, "its receiver is a base")
	}
	found := entity{}
	tier := resolve.High
	for _, b := range r.bases(c, maxSteps) {
		if b.what != class {
			if found.what != nothing || b.name == "object" {
				continue
			}
			return resolve.Open("super in %s, which has a base outside of the tree", base.Qual)
		}
		e, whole := r.ofClass(b, site.Callee.Rest[0], maxSteps)
		switch {
		case e.what == nothing:
		case found.what == nothing:
			if found = e; !whole {
				tier = resolve.Med
			}
		case r.overrides(e, found, maxSteps):
			tier = resolve.Med
		}
	}
	if t := r.target(found); t != nil {
		return resolve.Bound(t, tier, "super in %s; its base %s defines it", base.Qual, t.Owner)
	}
	return resolve.Open("super in %s, whose bases do not define it", base.Qual)
}
