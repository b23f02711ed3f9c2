package calls

import (
	"fmt"
	"path"
	"strings"
)

// pythonCall follows the callee of a Python file.
func (r *resolver) pythonCall(site *Site) resolution {
	c := &site.callee
	var verdicts []resolution
	for i := range c.roots {
		verdicts = append(verdicts, r.pythonRoot(site, &c.roots[i]))
	}
	v := verdicts[0]
	for _, other := range verdicts[1:] {
		if other.tier < v.tier {
			v = other
		}
	}
	for _, other := range verdicts {
		if v.tier == High && (other.tier != High || other.target.Path != v.target.Path) {
			v.tier, v.reason = Med, v.reason+"; the name is bound in another way too"
			break
		}
	}
	return v
}

// pythonRoot follows one binding.
func (r *resolver) pythonRoot(site *Site, base *root) resolution {
	c := &site.callee
	switch base.origin {
	case here:
		if len(c.rest) == 0 && !base.made && !base.typed {
			if t := r.byPlace[place{path: site.Path, at: base.at}]; t != nil {
				return bound(t, High, "defined in this file")
			}
		}
		return r.chase(site, base, r.classOrFunction(site.Path, base), fmt.Sprintf("%s of this file", base.qual))
	case imported:
		return r.chase(site, base, r.imported(site.Path, base.module, base.member, maxSteps), "imported from "+base.module)
	case self:
		if len(c.rest) == 1 {
			v := r.ofSelf(site, base)
			if base.weak && v.tier == High {
				v.tier, v.reason = Med, v.reason+"; self is the parameter of a lambda"
			}
			return v
		}
		if len(c.rest) == 0 {
			return open("%s is the object itself here", site.Word)
		}
		return r.agrees(site, "its receiver is an attribute of self")
	case super:
		return r.ofSuper(site, base)
	case unbound:
		if v, ok := r.starred(site); ok {
			return v
		}
		if len(c.rest) == 0 {
			return open("nothing in this file binds it")
		}
	}
	if len(c.rest) == 0 {
		return open("%s is a local name here", site.Word)
	}
	return r.shaped(site, receiver(c))
}

// chase follows the names after a binding.
func (r *resolver) chase(site *Site, base *root, e entity, cause string) resolution {
	tier := High
	if base.made || base.typed {
		if e.what != class {
			return r.shaped(site, "its receiver is the result of a function")
		}
		tier, cause = Med, "its receiver is made by a call of "+cause
		if base.typed {
			cause = "its receiver is annotated as " + strings.TrimPrefix(cause, "its receiver is made by a call of ")
		}
	}
	for i, name := range site.callee.rest {
		if e.what == outside {
			break
		}
		if e.what == variable && i == len(site.callee.rest)-1 {
			return r.shaped(site, cause+", which is a variable")
		}
		e = r.memberOf(e, name, maxSteps)
	}
	if e.what == outside {
		if v, ok := r.agreeing(site, base, cause); ok {
			return v
		}
		if tier == High {
			return away("%s, which is not in the tree", cause)
		}
		return open("%s, which is not in the tree", cause)
	}
	t := r.target(e)
	switch {
	case t != nil && (t.value || e.what == variable):
		return bound(t, Med, "%s; it is a variable there", cause)
	case t != nil:
		return bound(t, tier, "%s", cause)
	case e.what == function || e.what == class:
		return open("%s, which is outside of what was searched", cause)
	}
	return r.shaped(site, cause+", where it was not found")
}

// agreeing judges an import of a module that is not found: it agrees with a
// definition in a file that is called like the end of the module's name.
func (r *resolver) agreeing(site *Site, base *root, cause string) (resolution, bool) {
	if base.origin != imported || len(site.callee.rest) > 1 {
		return resolution{}, false
	}
	last := strings.TrimLeft(base.module[strings.LastIndexByte(base.module, '.')+1:], ".")
	for _, t := range r.found.Definitions {
		stem := strings.TrimSuffix(strings.TrimSuffix(t.Path, path.Ext(t.Path)), "/__init__")
		if last != "" && path.Base(stem) == last && (t.owner == "") == (base.member == t.Word || len(site.callee.rest) == 1 && base.member == "") {
			return bound(t, Med, "%s, which is not found, but %s is called so", cause, t.Path), true
		}
	}
	return resolution{}, false
}

// starred looks for a name in the modules that a file imports all of.
func (r *resolver) starred(site *Site) (resolution, bool) {
	c := &site.callee
	first := site.Word
	if len(c.rest) > 0 {
		first, _, _ = strings.Cut(c.written, ".")
	}
	for _, star := range c.stars {
		e := r.imported(site.Path, star, first, maxSteps)
		for _, n := range c.rest {
			e = r.memberOf(e, n, maxSteps)
		}
		if t := r.target(e); t != nil {
			return bound(t, Med, "all of %s is imported, and it has the name", star), true
		}
	}
	return resolution{}, false
}

// shaped judges a call whose receiver is not known: where one class of the tree
// has the method, and the file knows that class, name and shape agree.
func (r *resolver) shaped(site *Site, why string) resolution {
	t := r.lone(true)
	if t == nil || t.Language != "py" || r.lone(false) != nil {
		return open("%s", why)
	}
	outer, _, _ := strings.Cut(t.owner, ".")
	if t.Path == site.Path {
		return bound(t, Med, "%s; only %s of this file has the method", why, t.owner)
	}
	m := r.module(site.Path)
	if m == nil {
		return open("%s", why)
	}
	for i := range m.file.Imports {
		im := &m.file.Imports[i]
		if im.Name == outer || im.Name == "*" || im.Name == "" {
			if f := r.find(site.Path, im.Module); f == t.Path || im.Name == outer && f != "" {
				return bound(t, Med, "%s; only %s has the method, and this file imports it", why, t.owner)
			}
		}
	}
	return open("%s", why)
}
