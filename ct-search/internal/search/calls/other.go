package calls

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
)

// otherCall follows the callees of files in languages without rules of their own
// here: what the file defines or imports by a relative path is bound, what is
// defined once in the tree agrees in name.
func (r *resolver) otherCall(site *Site) resolution {
	c := &site.callee
	switch {
	case c.form.held:
		return open("a variable contains the name of the callee")
	case c.form.unread:
		return open("the expression before its name is not followed")
	case len(c.form.path) > 0 || c.form.rooted:
		return r.pathCall(site)
	case len(c.rest) == 0:
		return r.plainCall(site)
	}
	if len(c.roots) != 1 {
		return r.agrees(site, "its receiver is bound in several ways here")
	}
	base := &c.roots[0]
	switch {
	case len(c.rest) == 1 && (base.origin == here || base.origin == self && base.qual != ""):
		single := base.origin == here || c.form.single
		if all := r.fitting(site, r.byQual[place{path: site.Path, qual: base.qual + "." + c.rest[0]}], single); len(all) > 0 {
			return r.choose(site, all, fmt.Sprintf("%s in this file defines it", budget.EscapeName(base.qual)))
		}
		return r.agrees(site, fmt.Sprintf("%s in this file does not define it", budget.EscapeName(base.qual)))
	case base.origin == imported && relativePath(base.module):
		return r.relative(site, base)
	case base.origin == imported && base.module != "":
		return r.named(site, base)
	}
	return r.agrees(site, receiver(c))
}

// plainCall follows a call by the name alone.
func (r *resolver) plainCall(site *Site) resolution {
	c := &site.callee
	if base := &c.roots[0]; len(c.roots) == 1 && base.origin == imported && base.module != "" {
		if relativePath(base.module) {
			return r.relative(site, base)
		}
		return r.named(site, base)
	}
	all, held := r.ofFile(site)
	switch {
	case held == len(c.roots):
		return open("%s is a local name here", site.Word)
	case len(all) == 0:
		return r.agrees(site, plainly(c))
	case held > 0 || slices.ContainsFunc(c.roots, func(b root) bool { return b.origin != here }):
		return r.agrees(site, "it is bound in several ways here")
	}
	v := r.choose(site, all, "defined in this file")
	own := len(c.form.inside) > 0 && v.target.owner == c.form.inside[0]
	if c.form.hidden != "" && !own && v.tier == High && (r.rivals(site) > 0 || c.form.hidden == nameless) {
		v.tier, v.reason = Med, fmt.Sprintf("%s; %s around the call may have one of its bases", v.reason, budget.EscapeName(c.form.hidden))
	}
	return v
}

// ofFile returns the definitions of the file that a call by the name alone may
// mean, and how many of its bindings are local ones.
func (r *resolver) ofFile(site *Site) (all []*Target, held int) {
	c := &site.callee
	for i := range c.roots {
		switch base := &c.roots[i]; base.origin {
		case here:
			if t := r.byPlace[place{path: site.Path, at: base.at}]; t != nil {
				all = append(all, t)
			}
		case local, parameter:
			held++
		}
	}
	all = c.form.nearest(r.fitting(site, all, c.form.single))
	if len(all) == 0 && c.roots[0].origin == here { // of an outer scope
		all = r.fitting(site, r.byQual[place{path: site.Path, qual: site.Word}], c.form.single)
		all = slices.DeleteFunc(all, func(t *Target) bool { return t.nested })
	}
	return all, held
}

// plainly says why a call by the name alone is bound to nothing.
func plainly(c *callee) string {
	switch {
	case c.roots[0].origin == unbound:
		return "nothing in this file binds it"
	case c.form.creates:
		return "what the file defines by the name is not a type"
	case c.form.macro:
		return "what the file defines by the name is not a macro"
	}
	return "what the file defines by the name cannot be called so"
}

// pathCall follows a call by a path of namespaces, modules and types.
func (r *resolver) pathCall(site *Site) resolution {
	c := &site.callee
	for _, qual := range r.paths(site) {
		if all := r.fitting(site, r.byQual[place{path: site.Path, qual: qual}], c.form.single); len(all) > 0 && !all[0].nested {
			return r.choose(site, all, "defined in this file")
		}
	}
	switch {
	case len(c.form.path) == 0 && site.Language == "rust":
		return open("it is a name of another crate")
	case len(c.form.path) == 0:
		return r.agrees(site, "it is one of the outermost names")
	case standard(c.form.path[0]):
		return open("a name of %s, which is not in the tree", c.form.path[0])
	}
	if len(c.roots) == 1 && c.roots[0].origin == imported {
		if first, _, _ := strings.Cut(c.roots[0].module, "::"); standard(first) {
			return open("imported from %s, which is not in the tree", c.roots[0].module)
		}
	}
	return r.alike(site, c.form.path[len(c.form.path)-1])
}

// standard reports whether a namespace or crate is of the language's own library.
func standard(name string) bool {
	return name == "std" || name == "core" || name == "alloc"
}

// alike judges a call by a path: where the tree has one definition in what is
// called like the last name before it, the name agrees.
func (r *resolver) alike(site *Site, last string) resolution {
	var only *Target
	for _, t := range r.fitting(site, r.found.Definitions, site.callee.form.single) {
		if t.nested || !lang.Related(t.Language, site.Language) || !t.within(last) {
			continue
		}
		if only != nil {
			return open("there are several definitions in a %s", budget.EscapeName(last))
		}
		only = t
	}
	switch {
	case only != nil:
		return bound(only, Med, "qualified by %s, the name of where the tree defines it", budget.EscapeName(last))
	case last == "Self" || last == "self" || last == "super" || last == "crate":
		return open("what %s is in this file does not define it", last)
	}
	return open("nothing of the name is seen in %s", budget.EscapeName(last))
}

// within reports whether what a definition stands in is called so: its type or
// namespace, or its file or folder.
func (t *Target) within(name string) bool {
	if t.owner != "" {
		return t.owner[strings.LastIndexByte(t.owner, '.')+1:] == name
	}
	stem := strings.TrimSuffix(path.Base(t.Path), path.Ext(t.Path))
	if t.Language == "php" {
		return strings.EqualFold(path.Base(t.folder), name)
	}
	return t.Language == "rust" && (stem == name || stem == "mod" && path.Base(t.folder) == name)
}

// paths returns the qualified names that a path may stand for in its own file, the
// innermost first.
func (r *resolver) paths(site *Site) []string {
	c := &site.callee
	names, inside := append(slices.Clone(c.form.path), site.Word), c.form.inside
	switch {
	case site.Language == "php":
		return nil // the namespace of the file is not known
	case site.Language == "rust" && c.form.rooted:
		return nil // a crate
	case c.form.rooted:
		return []string{strings.Join(names, ".")}
	case site.Language != "rust":
		return quals(inside, names)
	}
	switch modules := c.modules(); names[0] {
	case "Self":
		if c.class == "" {
			return nil
		}
		return []string{c.class + "." + strings.Join(names[1:], ".")}
	case "self":
		return quals(modules[:1], names[1:])[:1]
	case "super":
		if len(modules) < 2 {
			return nil
		}
		return quals(modules[1:2], names[1:])[:1]
	case "crate":
		if base := path.Base(site.Path); base != "lib.rs" && base != "main.rs" {
			return nil
		}
		return []string{strings.Join(names[1:], ".")}
	default:
		if c.roots[0].origin == imported && len(names) > 2 {
			return nil
		}
		return quals(modules, names)
	}
}

// modules returns the modules of a Rust file around a call, the innermost first,
// the file's own, "", the last.
func (c *callee) modules() []string {
	return append(slices.Clone(c.form.modules), "")
}

// quals returns names after each of some qualified ones, and by themselves.
func quals(outer, names []string) []string {
	var all []string
	tail := strings.Join(names, ".")
	for _, o := range outer {
		if o != "" {
			all = append(all, o+"."+tail)
		} else {
			all = append(all, tail)
		}
	}
	return append(all, tail)
}

// fitting returns those of some definitions that the form of a call can mean;
// single reports whether it is by a type and not by an object of it.
func (r *resolver) fitting(site *Site, all []*Target, single bool) []*Target {
	var fit []*Target
	for _, t := range all {
		if f := &site.callee.form; f.fits(site.Language, t) && (!t.parts || t.single == single) {
			fit = append(fit, t)
		}
	}
	return fit
}

// fits reports whether the form of a call can mean a definition.
func (f *form) fits(language string, t *Target) bool {
	maker := t.class || t.Definition != nil && t.owner != "" && t.owner[strings.LastIndexByte(t.owner, '.')+1:] == t.Word
	switch language {
	case "cs", "java", "php":
		if f.creates != maker {
			return false
		}
	case "cpp":
		if f.creates && !maker || t.loose {
			return false
		}
		if t.outside && len(f.path) == 0 && !slices.Contains(f.inside, t.owner) {
			return false
		}
	case "rust":
		return f.macro == t.macro
	}
	return true
}

// nearest returns of several definitions those of the innermost type around the
// call, where there are any.
func (f *form) nearest(all []*Target) []*Target {
	for _, qual := range f.inside {
		if own := slices.DeleteFunc(slices.Clone(all), func(t *Target) bool { return t.owner != qual }); len(own) > 0 {
			return own
		}
	}
	return all
}

// choose returns the definition of a file that a call means: of several the one
// that takes so many arguments.
func (r *resolver) choose(site *Site, all []*Target, why string) resolution {
	if whole := slices.DeleteFunc(slices.Clone(all), func(t *Target) bool { return t.bare }); len(whole) > 0 && (site.Language == "ts" || lang.Related(site.Language, "c") && len(whole) == 1) {
		all = whole
	}
	args := site.callee.form.args
	var fit []*Target
	for _, t := range all {
		if args < 0 || !overloads(site.Language) || t.least <= args && (t.most < 0 || args <= t.most) {
			fit = append(fit, t)
		}
	}
	switch {
	case len(all) == 1 && all[0].loose:
		return bound(all[0], Med, "%s, for a trait; a method of the type itself comes before it", why)
	case len(all) == 1 && len(fit) == 1:
		return bound(all[0], High, "%s", why)
	case len(all) == 1:
		return bound(all[0], Med, "%s, with another number of parameters", why)
	case len(fit) == 1:
		return bound(fit[0], High, "%s; of %d of the name the one with as many parameters", why, len(all))
	case len(fit) > 1:
		all = fit
	}
	return bound(all[0], Med, "%s, %d times", why, len(all))
}

// overloads reports whether functions of a language share a name and differ in
// their parameters.
func overloads(language string) bool {
	return language == "java" || language == "cs" || language == "cpp"
}

func relativePath(module string) bool {
	return strings.HasPrefix(module, "./") || strings.HasPrefix(module, "../") || module == "." || module == ".."
}

// named judges an import by the name of its module: it agrees with a definition
// whose file or folder is called so.
func (r *resolver) named(site *Site, base *root) resolution {
	parts := strings.FieldsFunc(base.module, func(c rune) bool { return c == '.' || c == '/' || c == ':' || c == '\\' })
	for _, t := range r.fitting(site, r.found.Definitions, true) {
		if t.nested || !lang.Related(t.Language, site.Language) {
			continue
		}
		stem := strings.TrimSuffix(path.Base(t.Path), path.Ext(t.Path))
		for _, p := range parts {
			if p == stem || p == path.Base(t.folder) && p != "." {
				return bound(t, Med, "imported from %s, as %s is named", base.module, t.Path)
			}
		}
	}
	return open("imported from %s, which is not in the tree", base.module)
}

// agrees judges a call whose binding is not seen: where the tree has one
// definition that it can mean, the name agrees.
func (r *resolver) agrees(site *Site, why string) resolution {
	c := &site.callee
	member := len(c.rest) > 0
	t := r.loneOf(member, func(t *Target) bool {
		return (member || !t.nested) && c.form.fits(site.Language, t)
	})
	switch {
	case t == nil || t.Language != site.Language:
		return open("%s", why)
	case !member:
		return bound(t, Med, "%s; the tree defines it once", why)
	}
	last := t.owner[strings.LastIndexByte(t.owner, '.')+1:]
	switch {
	case c.before != "" && strings.EqualFold(strings.ReplaceAll(c.before, "_", ""), last):
		return bound(t, Med, "%s; the receiver is named like %s, and the tree defines its %s once", why, last, site.Word)
	case t.Path == site.Path:
		return bound(t, Med, "%s; of all types of the tree only %s, in this file, defines %s", why, last, site.Word)
	}
	return open("%s", why)
}

// receiver says what is known of the receiver of a call.
func receiver(c *callee) string {
	if len(c.rest) == 0 {
		return "nothing in this file binds it"
	}
	switch c.roots[0].origin {
	case unbound:
		return "nothing in this file binds its receiver"
	case parameter:
		return "its receiver is a parameter"
	case local:
		return "its receiver is a variable"
	}
	return "its receiver is not known"
}

// shapeOf notes on a target what distinguishes it from others of the name.
func (x *reader) shapeOf(t *Target, d *source.Declaration) {
	t.macro, t.method = d.Symbol == source.Macro, d.Symbol == source.Method
	t.outside = d.Receiver != ""
	t.least, t.most = x.parameters(d)
	for at := d.Parent; at != source.None; at = x.Seen.Declarations[at].Parent {
		t.nested = t.nested || x.Seen.Declarations[at].Symbol <= source.Method
	}
	switch x.Language {
	case "rust":
		t.loose = t.outside && d.Visibility == source.Public && !bytes.HasPrefix(x.Text[d.Signature.Start:], []byte("pub")) && !x.definesType(d)
	case "cpp":
		before := bytes.TrimRight(x.Text[d.Signature.Start:max(d.Name.Start, d.Signature.Start)], " \t\r\n~")
		t.loose = t.outside && !bytes.HasSuffix(before, []byte("::"))
	}
	t.bare = d.Span.End <= d.Signature.End+1
	if singles(x.Language) && t.method && t.owner != "" {
		t.single, t.parts = x.single(d), !x.both(d)
	}
}

// definesType reports whether the file defines the type of a method that is
// declared outside of it.
func (x *reader) definesType(d *source.Declaration) bool {
	return slices.ContainsFunc(x.Seen.Lookup(d.Receiver, d.Parent, d.Name.Start), func(b *source.Binding) bool { return b.Kind == source.Defined })
}

// Traits are what distinguishes a definition from others of its name.
type traits struct {
	nested  bool // it stands in a function
	macro   bool
	method  bool
	outside bool // it is a method that is declared outside of its type
	single  bool // it is a method that the type itself has
	parts   bool // it is only that, or only one of objects
	bare    bool // it has no body
	// loose is set in Rust if it is for a trait, of a type of another file, and in
	// C++ that a macro makes it, so that nobody calls it by its name.
	loose bool
	// How many arguments it takes; most is -1 for any number.
	least, most int
}
