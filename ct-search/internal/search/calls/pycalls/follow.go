package pycalls

import (
	"fmt"
	"path"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// Resolve returns what a call is bound to.
func (r *Resolver) Resolve(site *resolve.Site) resolve.Resolution {
	c := &site.Callee
	if v, ok := r.ofObject(site); ok {
		return v
	}
	var verdicts []resolve.Resolution
	for i := range c.Roots {
		verdicts = append(verdicts, r.pythonRoot(site, &c.Roots[i]))
	}
	v := verdicts[0]
	for _, other := range verdicts[1:] {
		if other.Tier < v.Tier {
			v = other
		}
	}
	for _, other := range verdicts {
		if v.Tier == resolve.High && (other.Tier != resolve.High || other.Target.Path != v.Target.Path) {
			v.Tier, v.Reason = resolve.Med, v.Reason+"; the name is bound in another way too"
			break
		}
	}
	return v
}

// pythonRoot follows one binding.
func (r *Resolver) pythonRoot(site *resolve.Site, base *resolve.Root) resolve.Resolution {
	c := &site.Callee
	switch base.Origin {
	case resolve.Here:
		if len(c.Rest) == 0 && !base.Made && !base.Typed {
			if t := r.ByPlace[resolve.Place{Path: site.Path, At: base.At}]; t != nil {
				return resolve.Bound(t, resolve.High, "defined in this file")
			}
		}
		return r.chase(site, base, r.classOrFunction(site.Path, base), fmt.Sprintf("%s of this file", base.Qual))
	case resolve.Imported:
		return r.chase(site, base, r.imported(site.Path, base.Module, base.Member, maxSteps), "imported from "+base.Module)
	case resolve.Self:
		if len(c.Rest) == 1 {
			v := r.ofSelf(site, base)
			if base.Weak && v.Tier == resolve.High {
				v.Tier, v.Reason = resolve.Med, v.Reason+"; self is the parameter of a lambda"
			}
			return v
		}
		if len(c.Rest) == 0 {
			return resolve.Open("%s is the object itself here", site.Word)
		}
		return resolve.Agrees(r.Index, site, func(*resolve.Definition) bool { return true }, !isIn(methods, site.Word), "its receiver is an attribute of self")
	case resolve.Super:
		return r.ofSuper(site, base)
	case resolve.Unbound:
		if v, ok := r.starred(site); ok {
			return v
		}
		if len(c.Rest) == 0 {
			return resolve.Open("nothing in this file binds it")
		}
	case resolve.Local:
		if len(c.Rest) == 0 && base.Qual != "" {
			return r.variableHere(site, base)
		}
	}
	if len(c.Rest) == 0 {
		return resolve.Open("%s is a local name here", site.Word)
	}
	return r.shaped(site, resolve.Receiver(c))
}

// variableHere binds a name to the variable of the module, or of the class, that the file assigns. What a call of it reaches is what the
// variable has for its value.
func (r *Resolver) variableHere(site *resolve.Site, base *resolve.Root) resolve.Resolution {
	switch t := r.Here(site.Path, base.Qual); {
	case t == nil:
		return resolve.Open("%s is a variable of this file", site.Word)
	case site.Use == nil:
		return resolve.Bound(t, resolve.Med, "defined in this file, a variable")
	default:
		return resolve.Bound(t, resolve.High, "defined in this file")
	}
}

// chase follows the names after a binding.
func (r *Resolver) chase(site *resolve.Site, base *resolve.Root, e entity, cause string) resolve.Resolution {
	tier := resolve.High
	if base.Made || base.Typed {
		if e.what != class {
			return r.shaped(site, "its receiver is the result of a function")
		}
		tier, cause = resolve.Med, "its receiver is made by a call of "+cause
		if base.Typed {
			cause = "its receiver is annotated as " + strings.TrimPrefix(cause, "its receiver is made by a call of ")
		}
	}
	e, ok := r.rest(site, base, e)
	if !ok {
		return r.shaped(site, cause+", which is a variable")
	}
	if e.what == outside {
		if v, ok := r.agreeing(site, base, cause); ok {
			return v
		}
		if tier == resolve.High {
			return resolve.Away("%s, which is not in the tree", cause)
		}
		return resolve.Open("%s, which is not in the tree", cause)
	}
	t := r.target(e)
	switch {
	case t != nil && (t.Value || e.what == variable):
		return resolve.Bound(t, resolve.Med, "%s; it is a variable there", cause)
	case t != nil:
		return resolve.Bound(t, tier, "%s", cause)
	case e.what == function || e.what == class:
		return resolve.Open("%s, which is outside of what was searched", cause)
	}
	return r.shaped(site, cause+", where it was not found")
}

// rest returns what the names after a binding lead to; ok is false if the last is one of a variable.
func (r *Resolver) rest(site *resolve.Site, base *resolve.Root, e entity) (out entity, ok bool) {
	names := site.Callee.Rest
	spaces := base.Origin == resolve.Imported && base.Member == "" && !ofLibrary(base.Module) // folders may be packages without a file of their own
	for i, name := range names {
		last := i == len(names)-1
		switch {
		case e.what == outside && (last || !spaces):
			return e, true
		case e.what == outside:
			e = r.imported(site.Path, strings.Join(append([]string{base.Module}, names[:i+1]...), "."), "", maxSteps)
		case e.what == variable && last:
			return e, false
		default:
			e = r.memberOf(e, name, maxSteps)
		}
	}
	return e, true
}

// agreeing judges an import of a module that is not found: it agrees with a definition in a file whose path ends with the
// module's name, or is the end of that.
func (r *Resolver) agreeing(site *resolve.Site, base *resolve.Root, cause string) (resolve.Resolution, bool) {
	if base.Origin != resolve.Imported || len(site.Callee.Rest) > 1 || ofLibrary(base.Module) {
		return resolve.Resolution{}, false
	}
	module := strings.FieldsFunc(base.Module, func(c rune) bool { return c == '.' })
	alike := ""
	for _, t := range r.Definitions {
		file := strings.Split(strings.TrimSuffix(strings.TrimSuffix(t.Path, path.Ext(t.Path)), "/__init__"), "/")
		n := resolve.Shared(module, file)
		if n == 0 || (t.Owner == "") != (base.Member == t.Word || len(site.Callee.Rest) == 1 && base.Member == "") {
			continue
		}
		if n > 1 || resolve.IsRoot(file[:len(file)-n]) {
			return resolve.Bound(t, resolve.Med, "%s, which is not found, but %s is called so", cause, t.Path), true
		}
		alike = t.Path
	}
	return resolve.Open("%s, which is not found; only the last name is that of %s", cause, alike), alike != ""
}

// starred looks for a name in the modules that a file imports all of.
func (r *Resolver) starred(site *resolve.Site) (resolve.Resolution, bool) {
	c := &site.Callee
	first := site.Word
	if len(c.Rest) > 0 {
		first, _, _ = strings.Cut(c.Written, ".")
	}
	for _, star := range c.Stars {
		e := r.imported(site.Path, star, first, maxSteps)
		for _, n := range c.Rest {
			e = r.memberOf(e, n, maxSteps)
		}
		if t := r.target(e); t != nil {
			return resolve.Bound(t, resolve.Med, "all of %s is imported, and it has the name", star), true
		}
	}
	return resolve.Resolution{}, false
}

// shaped judges a call whose receiver is not known: where one class of the tree
// has the method, and the file knows that class, name and shape agree.
func (r *Resolver) shaped(site *resolve.Site, why string) resolve.Resolution {
	t := r.Lone(true)
	if isIn(methods, site.Word) {
		return resolve.Open("%s; built-in classes have the method too", why)
	}
	if t == nil || t.Language != Language || r.Lone(false) != nil {
		return resolve.Open("%s", why)
	}
	outer, _, _ := strings.Cut(t.Owner, ".")
	if t.Path == site.Path {
		return resolve.Bound(t, resolve.Med, "%s; only %s of this file has the method", why, t.Owner)
	}
	m := r.module(site.Path)
	if m == nil {
		return resolve.Open("%s", why)
	}
	for i := range m.file.Imports {
		im := &m.file.Imports[i]
		if im.Name == outer || im.Name == "*" || im.Name == "" {
			if f := r.find(site.Path, im.Module); f == t.Path || im.Name == outer && f != "" {
				return resolve.Bound(t, resolve.Med, "%s; only %s has the method, and this file imports it", why, t.Owner)
			}
		}
	}
	return resolve.Open("%s", why)
}
