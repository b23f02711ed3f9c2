package lexical

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/budget"
)

// inCrates follows a call of Rust by the path of its name, through modules, crates of the tree and what these hand on; ok is false
// if it is not seen where that leads.
func (r *Resolver) inCrates(site *resolve.Site) (v resolve.Resolution, ok bool) {
	full := r.fullPath(site)
	if full == nil {
		return v, false
	}
	members := func(path, qual string) []*resolve.Definition {
		return slices.DeleteFunc(r.fitting(site, r.ByQual[resolve.Place{Path: path, Qual: qual}], true), func(t *resolve.Definition) bool { return t.Nested })
	}
	path, qual, outside := r.World.Function(site.Path, strings.Join(full, "::"), func(path, qual string) bool { return len(members(path, qual)) > 0 })
	switch name := budget.EscapeName(strings.Join(full[:len(full)-1], "::")); {
	case path != "" && name == "":
		return r.choose(site, members(path, qual), fmt.Sprintf("all names of a module of %s are imported", path)), true
	case path != "" && site.Callee.Roots[0].Origin == resolve.Imported:
		return r.choose(site, members(path, qual), fmt.Sprintf("imported from %s, %s", name, path)), true
	case path != "":
		return r.choose(site, members(path, qual), fmt.Sprintf("%s leads to %s", name, path)), true
	case outside:
		return resolve.Open("a name of %s, which is not in the tree", name), true
	}
	return v, false
}

// fullPath returns the path that a call means as the file imports its first name; nil if it is not followed.
func (r *Resolver) fullPath(site *resolve.Site) []string {
	c := &site.Callee
	if !of(site.Language).crates || c.Form.Macro || len(c.Rest) > 0 || len(c.Roots) != 1 {
		return nil
	}
	if n := len(c.Form.Path); c.Typed != nil && n > 0 && unicode.IsUpper([]rune(c.Form.Path[n-1])[0]) { // a member of a type
		return nil
	}
	full := append(slices.Clone(c.Form.Path), site.Word)
	switch base := &c.Roots[0]; {
	case c.Form.Rooted:
	case base.Origin == resolve.Imported && base.Module != "":
		full = slices.Concat(strings.Split(base.Module, "::"), []string{base.Member}, full[1:])
		full = slices.DeleteFunc(full, func(name string) bool { return name == "" })
	case base.Origin != resolve.Unbound && base.Origin != resolve.Here:
		return nil
	}
	if (full[0] == "super" || full[0] == "self") && len(c.Form.Modules) > 0 || full[0] == "Self" || standard(full[0]) {
		return nil
	}
	return full
}
