package lexical

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
)

// plusPlusCall follows a call of C++: by the type that it is a member of, then by the namespaces around it.
func (r *Resolver) plusPlusCall(site *resolve.Site) resolve.Resolution {
	c := &site.Callee
	switch {
	case c.Form.Held || c.Form.Unread && c.Typed == nil:
		return r.otherCall(site)
	case len(c.Rest) > 0:
		if v, ok := r.typedCall(site); ok {
			return v
		}
		return r.otherCall(site)
	case len(c.Form.Path) == 0 && slices.ContainsFunc(c.Roots, func(b resolve.Root) bool { return b.Origin == resolve.Local || b.Origin == resolve.Parameter }):
		return r.otherCall(site)
	}
	if v, ok := r.made(site); ok {
		return v
	}
	if c.Typed != nil {
		if v, ok := r.typedCall(site); ok && (v.Target != nil || !c.Typed.Own) {
			return v
		}
	}
	if all := r.unseen(site); len(all) > 0 {
		return r.choose(site, all, fmt.Sprintf("%s in this file defines it", budget.EscapeName(c.Class)))
	}
	if v, ok := r.inScopes(site); ok {
		return v
	}
	v := r.otherCall(site)
	return r.sure(v, len(c.Form.Path) > 0 || c.Typed == nil)
}

// unseen returns the members that the file of a call defines outside of the type around it, if its declaration is not seen.
func (r *Resolver) unseen(site *resolve.Site) []*resolve.Definition {
	c := &site.Callee
	if c.Class == "" || len(c.Form.Path) > 0 || r.World.Named(site.Path, c.Class) != nil {
		return nil
	}
	return r.fitting(site, r.ByQual[resolve.Place{Path: site.Path, Qual: c.Class + "." + site.Word}], true)
}

// made follows a call that makes an object: to the one constructor that takes its arguments, or to the type.
func (r *Resolver) made(site *resolve.Site) (v resolve.Resolution, ok bool) {
	var types []*resolve.Definition
	for _, t := range r.Definitions {
		if t.Class && !t.Nested && lang.Related(t.Language, site.Language) {
			types = append(types, t)
		}
	}
	if len(types) == 0 {
		return v, false
	}
	for _, qual := range r.quals(site) {
		all := slices.DeleteFunc(slices.Clone(types), func(t *resolve.Definition) bool { return t.Qualname() != qual || !r.visible(site, t) })
		if len(all) == 0 {
			continue
		}
		if len(all) > 1 {
			return v, false
		}
		why := "it makes a " + budget.EscapeName(qual)
		if makers := r.fitting(site, r.ByQual[resolve.Place{Path: all[0].Path, Qual: qual + "." + site.Word}], true); len(makers) > 0 {
			if v := r.choose(site, makers, why); v.Target != nil {
				return r.body(site, v, r.World.At(all[0].Path, qual)), true
			}
		}
		return resolve.Bound(all[0], resolve.High, "%s", why), true
	}
	return v, false
}

// quals returns the qualified names that a call by its name, with or without namespaces, may mean, the innermost first.
func (r *Resolver) quals(site *resolve.Site) []string {
	c := &site.Callee
	names := append(slices.Clone(c.Form.Path), site.Word)
	if c.Form.Rooted {
		return []string{strings.Join(names, ".")}
	}
	all := quals(c.Form.Inside, names)
	for i := range c.Roots {
		if b := &c.Roots[i]; b.Origin == resolve.Imported && b.Member != "" {
			all = append(all, strings.Join(append([]string{strings.ReplaceAll(b.Module, "::", "."), b.Member}, names[1:]...), "."))
		}
	}
	for _, star := range c.Stars {
		all = append(all, strings.ReplaceAll(star, "::", ".")+"."+strings.Join(names, "."))
	}
	return all
}

// inScopes returns the function that a call by its name, with or without namespaces, means: of the innermost namespace around the
// call that has one, or of what using declarations bring; ok is false if none is seen.
func (r *Resolver) inScopes(site *resolve.Site) (v resolve.Resolution, ok bool) {
	c := &site.Callee
	quals := r.quals(site)
	free := slices.DeleteFunc(r.fitting(site, r.Definitions, true), func(t *resolve.Definition) bool { return t.Nested || t.Method || t.Value || t.Class })
	seen := slices.DeleteFunc(slices.Clone(free), func(t *resolve.Definition) bool { return !r.visible(site, t) })
	for _, from := range [][]*resolve.Definition{seen, free} {
		for i, qual := range quals {
			all := slices.DeleteFunc(slices.Clone(from), func(t *resolve.Definition) bool { return t.Qualname() != qual })
			if len(all) == 0 {
				continue
			}
			sure := len(from) == len(seen) && (len(c.Form.Path) > 0 || len(all) == len(seen) || r.fundamental(c.Arguments)) // else the types of arguments may choose others
			return r.sure(r.choose(site, all, why(site, all, i < len(c.Form.Inside))), sure), true
		}
	}
	return v, false
}

// fundamental reports whether all arguments are seen to be of types that no namespace has.
func (r *Resolver) fundamental(all []typing.Argument) bool {
	return len(all) > 0 && !slices.ContainsFunc(all, func(a typing.Argument) bool {
		if a.Literal != "" || a.Of == nil {
			return a.Literal == ""
		}
		of := r.World.Type(a.Of)
		return of.Type != nil || !of.Sure || of.Outside == "" || strings.Contains(of.Outside, ".")
	})
}

// why says how a function was found.
func why(site *resolve.Site, all []*resolve.Definition, around bool) string {
	switch c := &site.Callee; {
	case all[0].Path == site.Path:
		return "defined in this file"
	case len(c.Form.Path) > 0:
		return fmt.Sprintf("%s defines it", budget.EscapeName(strings.Join(c.Form.Path, "::")))
	case around:
		return "a namespace around defines it"
	}
	return "what the file includes defines it"
}

// visible reports whether the file of a call sees a function: its own, that of a header that it includes, or of the source that
// belongs to one.
func (r *Resolver) visible(site *resolve.Site, t *resolve.Definition) bool {
	switch {
	case t.Path == site.Path:
		return true
	case !typing.IsSource(t.Path):
		return r.World.Sees(site.Path, t.Path)
	}
	return r.World.Includes(site.Path, strings.TrimSuffix(path.Base(t.Path), path.Ext(t.Path)))
}
