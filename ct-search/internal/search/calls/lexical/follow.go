package lexical

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/lang"
	"github.com/ct-tools/ct/shared/source"
)

// otherCall follows the callees of files in languages without rules of their own here: what the file defines or imports
// by a relative path is bound, what is defined once in the tree agrees in name.
func (r *Resolver) otherCall(site *resolve.Site) resolve.Resolution {
	c := &site.Callee
	switch {
	case c.Form.Held:
		return resolve.Open("a variable contains the name of the callee")
	case c.Form.Unread:
		return resolve.Open("the expression before its name is not followed")
	case len(c.Form.Path) > 0 || c.Form.Rooted:
		return r.pathCall(site)
	case len(c.Rest) == 0:
		return r.plainCall(site)
	}
	if len(c.Roots) != 1 {
		return agrees(r.Index, site, "its receiver is bound in several ways here")
	}
	base := &c.Roots[0]
	switch {
	case len(c.Rest) == 1 && (base.Origin == resolve.Here || base.Origin == resolve.Self && base.Qual != ""):
		single := base.Origin == resolve.Here || c.Form.Single
		qual := made(base.Qual)
		if all := r.fitting(site, r.ByQual[resolve.Place{Path: site.Path, Qual: qual + "." + c.Rest[0]}], single); len(all) > 0 {
			return r.choose(site, all, fmt.Sprintf("%s in this file defines it", budget.EscapeName(qual)))
		}
		return agrees(r.Index, site, fmt.Sprintf("%s in this file does not define it", budget.EscapeName(qual)))
	case base.Origin == resolve.Imported && base.Module != "":
		return r.imported(site, base)
	}
	return agrees(r.Index, site, resolve.Receiver(c))
}

// plainCall follows a call by the name alone.
func (r *Resolver) plainCall(site *resolve.Site) resolve.Resolution {
	c := &site.Callee
	if base := &c.Roots[0]; len(c.Roots) == 1 && base.Origin == resolve.Imported && base.Module != "" {
		return r.imported(site, base)
	}
	all, held := r.ofFile(site)
	switch {
	case held == len(c.Roots):
		return resolve.Open("%s is a %s", site.Word, placeOf(&c.Roots[0]))
	case len(all) == 0:
		if v, ok := r.inCrates(site); ok {
			return v
		}
		return agrees(r.Index, site, plainly(c))
	case held > 0 || slices.ContainsFunc(c.Roots, func(b resolve.Root) bool { return b.Origin != resolve.Here }):
		return agrees(r.Index, site, "it is bound in several ways here")
	}
	v := r.choose(site, all, "defined in this file")
	if v.Target == nil {
		return v
	}
	if v.Target.Conditional && v.Tier == resolve.High && !of(site.Language).crates && r.elsewhere(v.Target) {
		return resolve.Open("%s between #if and #endif, and another file defines it too: %s", v.Reason, places(r.Definitions))
	}
	own := len(c.Form.Inside) > 0 && v.Target.Owner == c.Form.Inside[0]
	if c.Form.Hidden != "" && !own && v.Tier == resolve.High && (r.Rivals() > 0 || c.Form.Hidden == nameless) {
		v.Tier, v.Reason = resolve.Med, fmt.Sprintf("%s; %s around the call may have one of its bases", v.Reason, budget.EscapeName(c.Form.Hidden))
	}
	return v
}

// placeOf says where a variable that a call is of is bound.
func placeOf(root *resolve.Root) string {
	if root.Qual != "" {
		return "variable of this file"
	}
	return "local name here"
}

// elsewhere reports whether another file defines a function of the name.
func (r *Resolver) elsewhere(t *resolve.Definition) bool {
	return slices.ContainsFunc(r.Definitions, func(other *resolve.Definition) bool { return other.Path != t.Path && !other.Value && !other.Method })
}

// ofFile returns the definitions of the file that a call by the name alone may
// mean, and how many of its bindings are local ones.
func (r *Resolver) ofFile(site *resolve.Site) (all []*resolve.Definition, held int) {
	c := &site.Callee
	for i := range c.Roots {
		switch base := &c.Roots[i]; base.Origin {
		case resolve.Here:
			if t := r.ByPlace[resolve.Place{Path: site.Path, At: base.At}]; t != nil {
				all = append(all, t)
			}
		case resolve.Local, resolve.Parameter:
			held++
		}
	}
	all = nearest(&c.Form, r.fitting(site, all, c.Form.Single))
	if len(all) == 0 && c.Roots[0].Origin == resolve.Here { // of an outer scope
		all = r.fitting(site, r.ByQual[resolve.Place{Path: site.Path, Qual: site.Word}], c.Form.Single)
		all = slices.DeleteFunc(all, func(t *resolve.Definition) bool { return t.Nested })
	}
	return all, held
}

// plainly says why a call by the name alone is bound to nothing.
func plainly(c *resolve.Callee) string {
	switch {
	case c.Roots[0].Origin == resolve.Unbound:
		return "nothing in this file binds it"
	case c.Form.Creates:
		return "what the file defines by the name is not a type"
	case c.Form.Macro:
		return "what the file defines by the name is not a macro"
	}
	return "what the file defines by the name cannot be called so"
}

// pathCall follows a call by a path of namespaces, modules and types.
func (r *Resolver) pathCall(site *resolve.Site) resolve.Resolution {
	c := &site.Callee
	for _, qual := range r.paths(site) {
		if all := r.fitting(site, r.ByQual[resolve.Place{Path: site.Path, Qual: qual}], c.Form.Single); len(all) > 0 && !all[0].Nested {
			return r.choose(site, all, "defined in this file")
		}
	}
	switch {
	case len(c.Form.Path) == 0 && of(site.Language).crates:
		return resolve.Open("it is a name of another crate")
	case len(c.Form.Path) == 0:
		return agrees(r.Index, site, "it is one of the outermost names")
	case standard(c.Form.Path[0]):
		return resolve.Open("a name of %s, which is not in the tree", c.Form.Path[0])
	}
	if len(c.Roots) == 1 && c.Roots[0].Origin == resolve.Imported {
		if first, _, _ := strings.Cut(c.Roots[0].Module, "::"); standard(first) {
			return resolve.Open("imported from %s, which is not in the tree", c.Roots[0].Module)
		}
	}
	if v, ok := r.inCrates(site); ok {
		return v
	}
	return r.alike(site, c.Form.Path[len(c.Form.Path)-1])
}

// standard reports whether a namespace or crate is of the language's own library.
func standard(name string) bool {
	return name == "std" || name == "core" || name == "alloc"
}

// alike resolves a call by its path alone: if the tree has exactly one definition in a type or module with the
// name that comes before the called one, it is that.
func (r *Resolver) alike(site *resolve.Site, last string) resolve.Resolution {
	var only *resolve.Definition
	for _, t := range r.fitting(site, r.Definitions, site.Callee.Form.Single) {
		if t.Nested || !lang.Related(t.Language, site.Language) || !within(t, last) {
			continue
		}
		if only != nil {
			return resolve.Open("there are several definitions in a %s", budget.EscapeName(last))
		}
		only = t
	}
	switch {
	case only != nil:
		return resolve.Bound(only, resolve.Med, "qualified by %s, the name of where the tree defines it", budget.EscapeName(last))
	case last == "Self" || last == "self" || last == "super" || last == "crate":
		return resolve.Open("what %s is in this file does not define it", last)
	}
	return resolve.Open("nothing of the name is seen in %s", budget.EscapeName(last))
}

// paths returns the qualified names that a path may stand for in its own file, the innermost first.
func (r *Resolver) paths(site *resolve.Site) []string {
	c := &site.Callee
	names, inside := append(slices.Clone(c.Form.Path), site.Word), c.Form.Inside
	l := of(site.Language)
	switch {
	case l.folders:
		return nil // the namespace of the file is not known
	case l.crates && c.Form.Rooted:
		return nil // a crate
	case c.Form.Rooted:
		return []string{strings.Join(names, ".")}
	case !l.crates:
		return quals(inside, names)
	}
	switch modules := append(slices.Clone(c.Form.Modules), ""); names[0] { // the innermost first
	case "Self":
		if c.Class == "" {
			return nil
		}
		return []string{c.Class + "." + strings.Join(names[1:], ".")}
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
		if c.Roots[0].Origin == resolve.Imported && len(names) > 2 {
			return nil
		}
		return quals(modules, names)
	}
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
func (r *Resolver) fitting(site *resolve.Site, all []*resolve.Definition, single bool) []*resolve.Definition {
	var fit []*resolve.Definition
	for _, t := range all {
		if means(site, t) && (!t.Parts || t.Single == single) {
			fit = append(fit, t)
		}
	}
	return fit
}

// nearest returns the definitions that belong to the innermost type around the call, or all if none does.
func nearest(f *resolve.Form, all []*resolve.Definition) []*resolve.Definition {
	for _, qual := range f.Inside {
		if own := slices.DeleteFunc(slices.Clone(all), func(t *resolve.Definition) bool { return t.Owner != qual }); len(own) > 0 {
			return own
		}
	}
	return all
}

// choose returns the definition of a file that a call means. If there are several, it is the one that takes as many
// arguments as the call has.
func (r *Resolver) choose(site *resolve.Site, all []*resolve.Definition, why string) resolve.Resolution {
	l := of(site.Language)
	all = callable(site, all)
	fit := taking(l, &site.Callee, all)
	switch {
	case len(all) == 1 && all[0].Loose:
		return resolve.Bound(all[0], resolve.Med, "%s, for a trait; a method of the type itself comes before it", why)
	case len(all) == 1 && len(fit) == 1:
		return resolve.Bound(all[0], resolve.High, "%s", why)
	case len(all) == 1 && !l.outside:
		return resolve.Bound(all[0], resolve.Med, "%s, with another number of parameters", why)
	case len(fit) == 1:
		return resolve.Bound(fit[0], resolve.High, "%s; of %d of the name %s takes as many arguments", why, len(all), places(fit))
	case len(fit) > 1:
		if v, ok := r.overload(site, all, fit, why); ok {
			return v
		}
		all = fit
	case l.outside || l.labels != nil:
		return resolve.Open("%s, with another number of parameters: %s", why, places(all))
	}
	return resolve.Bound(all[0], resolve.Med, "%s, %d times", why, len(all))
}

// taking returns those of some definitions that take as many arguments as a call has, under the names that they have there.
func taking(l *language, c *resolve.Callee, all []*resolve.Definition) []*resolve.Definition {
	if l.labels != nil && c.Labelled && !c.Form.Creates {
		return byLabels(l.labels, c, all)
	}
	args := c.Form.Args
	var fit []*resolve.Definition
	for _, t := range all {
		if args < 0 || !l.overloads || t.Least <= args && (t.Most < 0 || args <= t.Most) {
			fit = append(fit, t)
		}
	}
	return fit
}

// made returns the type whose objects a definition makes that has its name, or the definition itself: beside members, a constructor
// hides the name of its type.
func made(qual string) string {
	if at := strings.LastIndexByte(qual, '.'); at > 0 && lastOf(qual[:at]) == qual[at+1:] {
		return qual[:at]
	}
	return qual
}

// overload returns the one of several definitions that a call means which take as many arguments; ok is false if any of them will do.
func (r *Resolver) overload(site *resolve.Site, all, fit []*resolve.Definition, why string) (v resolve.Resolution, ok bool) {
	l := of(site.Language)
	if l.signatures && signatures(fit) {
		return resolve.Bound(fit[0], resolve.High, "%s, with %d signatures", why, len(fit)), true
	}
	if t, sure := r.byTypes(site, fit); t != nil {
		return r.sure(resolve.Bound(t, resolve.High, "%s; of %d of the name %s fits the arguments", why, len(all), places([]*resolve.Definition{t})), sure), true
	}
	if l.outside || !same(fit) || l.crates && !slices.ContainsFunc(fit, func(t *resolve.Definition) bool { return t.Conditional }) {
		v = resolve.Open("%s; %d of the name take as many arguments: %s", why, len(fit), places(fit))
		v.Apart, v.Whose = r.apartAll(fit), lastOf(fit[0].Owner)
		return v, true
	}
	return v, false
}

// signatures reports whether definitions are signatures of one function that is defined elsewhere.
func signatures(all []*resolve.Definition) bool {
	return !slices.ContainsFunc(all, func(t *resolve.Definition) bool {
		return !t.Bare || t.Value || t.Path != all[0].Path || t.Qualname() != all[0].Qualname()
	})
}

// callable leaves out of definitions those that a call does not mean if others of the name are there: without a body, fields and variables.
func callable(site *resolve.Site, all []*resolve.Definition) []*resolve.Definition {
	whole := slices.DeleteFunc(slices.Clone(all), func(t *resolve.Definition) bool { return t.Bare })
	if of(site.Language).outside {
		all = slices.DeleteFunc(slices.Clone(all), func(t *resolve.Definition) bool {
			return t.Bare && slices.ContainsFunc(whole, func(w *resolve.Definition) bool { return w.Most == t.Most && slices.Equal(w.Parameters, t.Parameters) })
		})
	} else if len(whole) > 0 && (of(site.Language).signatures || lang.Related(site.Language, "c") && len(whole) == 1) {
		all = whole
	}
	if functions := slices.DeleteFunc(slices.Clone(all), func(t *resolve.Definition) bool { return t.Value }); len(functions) > 0 {
		all = functions
	}
	return all
}

func relativePath(module string) bool {
	return strings.HasPrefix(module, "./") || strings.HasPrefix(module, "../") || module == "." || module == ".."
}

// ShapeOf notes on a target what distinguishes it from others of the name.
func (x *Reader) ShapeOf(t *resolve.Definition, d *source.Declaration) {
	t.Macro, t.Method = d.Symbol == source.Macro, d.Symbol == source.Method
	t.Renames = t.Macro && lang.Related(x.Language, "c") && !bytes.HasPrefix(x.Text[d.Name.End:], []byte("("))
	t.Outside = d.Receiver != ""
	t.Exported = x.rules.script && t.Outside && d.Static && x.isExported(d.Receiver)
	t.Least, t.Most = x.parameters(d)
	t.Parameters = x.parameterTypes(d)
	t.Labels = x.labelsOf(d)
	t.Extends = x.rules.extensions && extension.Get().Match(x.Text[d.Name.End:max(d.Name.End, d.Signature.End)])
	for at := d.Parent; at != source.None; at = x.Seen.Declarations[at].Parent {
		t.Nested = t.Nested || x.Seen.Declarations[at].Symbol <= source.Method
	}
	t.Nested = t.Nested || x.inField(d)
	t.Conditional = x.rules.crates && x.isConditional(d) || x.Language == "c" && x.inBranch(d)
	x.outsideOf(t, d)
}

// isConditional reports whether an attribute of Rust says which builds have a definition.
func (x *Reader) isConditional(d *source.Declaration) bool {
	lines := x.Text[:bytes.LastIndexByte(x.Text[:d.Name.Start], '\n')+1]
	for range mostAttributes {
		lines = bytes.TrimSuffix(lines, []byte("\n"))
		at := bytes.LastIndexByte(lines, '\n') + 1
		line := bytes.TrimSpace(lines[at:])
		switch {
		case bytes.HasPrefix(line, []byte("#[cfg")):
			return true
		case !bytes.HasPrefix(line, []byte("#[")) && !bytes.HasPrefix(line, []byte("//")):
			return false
		}
		lines = lines[:at]
	}
	return false
}

// inBranch reports whether a definition of C stands between #if and #endif.
func (x *Reader) inBranch(d *source.Declaration) bool {
	depth := 0
	for line := range bytes.Lines(x.Text[:d.Name.Start]) {
		word, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("#"))
		switch word = bytes.TrimSpace(word); {
		case ok && bytes.HasPrefix(word, []byte("if")):
			depth++
		case ok && bytes.HasPrefix(word, []byte("endif")):
			depth--
		}
	}
	return depth > 0
}

// mostAttributes is how many lines of attributes and comments are looked at above a definition.
const mostAttributes = 40

// outsideOf notes what distinguishes definitions outside of their types, and those without a body.
func (x *Reader) outsideOf(t *resolve.Definition, d *source.Declaration) {
	t.Loose = t.Outside && d.Loose && !(x.rules.crates && x.definesType(d))
	t.Bare = d.Span.End <= d.Signature.End+1 || x.isSpace(d)
	if x.rules.outside {
		x.afterHead(t, d)
	}
	if x.rules.singles && (t.Method || t.Outside && x.rules.script) && t.Owner != "" {
		t.Single, t.Parts = d.Static, d.Parent == source.None || !x.Seen.Declarations[d.Parent].Shared
	}
}

// isSpace reports whether a definition is a namespace of a script, which a function of the name may have beside it.
func (x *Reader) isSpace(d *source.Declaration) bool {
	return x.rules.script && d.Symbol == source.Module
}

// afterHead notes what stands after the head of a function of C++ in place of a body: = delete, = 0, = default.
func (x *Reader) afterHead(t *resolve.Definition, d *source.Declaration) {
	switch rest := x.Text[min(d.Signature.End, d.Span.End):d.Span.End]; {
	case bytes.Contains(rest, []byte("delete")) && len(rest) < mostDeleted:
		t.Loose = true
	case bytes.HasPrefix(bytes.TrimSpace(rest), []byte("=")):
		t.Bare = true
	}
}

// definesType reports whether the file defines the type of a method that is declared outside of it.
func (x *Reader) definesType(d *source.Declaration) bool {
	return slices.ContainsFunc(x.Seen.Lookup(d.Receiver, d.Parent, d.Name.Start), func(b *source.Binding) bool { return b.Kind == source.Defined })
}

// inField reports whether a declaration is part of what a field of its type is given: the one before it, as far as is looked.
func (x *Reader) inField(d *source.Declaration) bool {
	all := x.Seen.Declarations
	at, _ := slices.BinarySearchFunc(all, d.Span.Start, func(f source.Declaration, start int) int { return f.Span.Start - start })
	for i := at - 1; i >= max(0, at-mostBefore); i-- {
		if f := &all[i]; f.Parent == d.Parent && f.Symbol >= source.Constant {
			return f.Span.Holds(d.Span)
		}
	}
	return false
}

// mostDeleted bounds what stands after the signature of a function that is deleted, in bytes.
const mostDeleted = 20

// mostBefore is how many declarations are looked at before one.
const mostBefore = 100

// same reports whether definitions are of one member: declared and defined, or the parts that builds choose from.
func same(all []*resolve.Definition) bool {
	return !slices.ContainsFunc(all, func(t *resolve.Definition) bool { return !slices.Equal(t.Parameters, all[0].Parameters) })
}

// places names the first of some definitions.
func places(all []*resolve.Definition) string {
	var text []string
	for _, t := range all[:min(len(all), mostNamed)] {
		text = append(text, fmt.Sprintf("%s:%d", budget.EscapeName(path.Base(t.Path)), t.Line))
	}
	return strings.Join(text, ", ")
}

// mostNamed is how many candidates a reason names.
const mostNamed = 3
