package resolve

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// A Facts is what a file says of a name.
type Facts struct {
	*occurrence.File
	Name string
}

// CalleeOf returns the callee of a call as it is written, without blanks and brackets around it.
func (x *Facts) CalleeOf(o *source.Occurrence) string {
	c := &x.Seen.Calls[o.Of]
	if c.Form&source.InBrackets != 0 && c.Chain > 0 {
		if inner := Joined(string(x.Text[c.Chain:o.Word.End])); len(Split(inner)) > 0 {
			return inner
		}
	}
	return Joined(c.Callee.Of(x.Text))
}

// Word returns the word of an occurrence.
func (x *Facts) Word(o *source.Occurrence) string { return o.Word.Of(x.Text) }

// TypeAround returns the type that the declaration scope, or what is around it, is a member of; None without one.
func (x *Facts) TypeAround(scope int) int {
	for at := scope; at != source.None; at = x.Seen.Declarations[at].Parent {
		if d := &x.Seen.Declarations[at]; d.Symbol >= source.Class && d.Symbol <= source.Module {
			return at
		}
	}
	return source.None
}

// Roots returns what a name may be at a place in a scope, and the modules that may
// bring any name where nothing else binds it.
func (x *Facts) Roots(name string, scope, at int) (roots []Root, stars []string) {
	bindings := x.Seen.Lookup(name, scope, at)
	return x.RootsOf(bindings, scope)
}

// RootsOf returns what bindings in a scope make of a name.
func (x *Facts) RootsOf(bindings []*source.Binding, scope int) (roots []Root, stars []string) {
	for _, b := range bindings {
		if b.Kind == source.Unknown {
			if b.Import != source.None {
				stars = append(stars, x.Seen.Imports[b.Import].Module)
			}
			continue
		}
		if r := x.root(b, scope); !slices.Contains(roots, r) {
			roots = append(roots, r)
		}
	}
	if len(roots) == 0 {
		roots = []Root{{Origin: Unbound}}
	}
	return roots, stars
}

func (x *Facts) root(b *source.Binding, scope int) Root {
	switch b.Kind {
	case source.Defined:
		return x.defined(b)
	case source.Imported:
		if b.Import == source.None {
			return Root{Origin: Imported}
		}
		im := &x.Seen.Imports[b.Import]
		r := Root{Origin: Imported, Module: im.Module, Member: im.Name}
		if first, _, ok := strings.Cut(im.Module, "."); ok && im.Name == "" && im.Alias == "" && first == b.Name { // import a.b binds a
			r.Module = first
		}
		return r
	case source.Parameter:
		switch r, ok := x.typed(b); {
		case b.Object && b.Block != nil: // of a lambda
			return Root{Origin: Self, Qual: x.Seen.Qualname(x.Text, b.Scope), Weak: true}
		case b.Object:
			return Root{Origin: Self, Qual: x.Seen.Qualname(x.Text, x.Seen.Declarations[b.Scope].Parent)}
		case ok:
			return r
		}
		return Root{Origin: Parameter}
	}
	if b.Given == source.GivenFunction && (b.Scope == source.None || x.Seen.Declarations[b.Scope].Symbol == source.Class) {
		return Root{Origin: Here, Qual: b.Name, At: b.Place.Start, Plain: b.Scope == source.None}
	}
	if r, ok := x.assigned(b, scope); ok {
		return r
	}
	return x.VariableOf(b)
}

// VariableOf returns the root of a name that is assigned. Its Qual is set if no function has the name to itself.
func (x *Facts) VariableOf(b *source.Binding) Root {
	switch {
	case b.Kind != source.Local || b.Block != nil:
	case b.Scope == source.None:
		return Root{Origin: Local, Qual: b.Name, Plain: true}
	case x.Seen.Declarations[b.Scope].Symbol == source.Class:
		return Root{Origin: Local, Qual: x.Seen.Qualname(x.Text, b.Scope) + "." + b.Name}
	}
	return Root{Origin: Local}
}

func (x *Facts) defined(b *source.Binding) Root {
	d := &x.Seen.Declarations[b.Declaration]
	return Root{Origin: Here, Qual: x.Seen.Qualname(x.Text, b.Declaration), Plain: d.Parent == source.None && d.Receiver == "", At: d.Name.Start}
}

// Joined returns a text without its blanks.
func Joined(text string) string { return strings.Join(strings.Fields(text), "") }

// Split returns the names of a callee that is nothing but names.
func Split(written string) []string {
	flat := strings.NewReplacer("?.", ".", "::", ".", "->", ".", "!.", ".").Replace(written)
	names := strings.Split(flat, ".")
	for _, n := range names {
		if n == "" || strings.ContainsFunc(n, func(r rune) bool { return r < 0x80 && r != '$' && r != '@' && !pattern.IsIdentifier(byte(r)) }) {
			return nil
		}
	}
	return names
}

// Made is what a call of a name, or of a member of a module, returns.
func (x *Facts) Made(v source.Value, scope, at int) Root {
	members, ok := MembersOf(v)
	if !ok || len(members) > 1 {
		return Root{}
	}
	r := x.oneRoot(v.Name, members, scope, at)
	r.Made = r.Origin != Opaque
	return r
}

// oneRoot is what a name of a file, or a member of a module, stands for, where only one definition or import binds it.
func (x *Facts) oneRoot(name string, members []string, scope, at int) Root {
	bindings := x.Seen.Lookup(name, scope, at)
	if len(bindings) != 1 || bindings[0].Kind != source.Defined && bindings[0].Kind != source.Imported {
		return Root{}
	}
	r := x.root(bindings[0], scope)
	if len(members) == 1 {
		if r.Origin != Imported || r.Member != "" {
			return Root{}
		}
		r.Member = members[0]
	}
	return r
}

// MembersOf returns the members that the steps of a value name, up to one of
// another kind, and whether all that is left of them is a call.
func MembersOf(v source.Value) (names []string, made bool) {
	for i, step := range v.Steps {
		if step[0] != '.' {
			return names, step == "()" && i == len(v.Steps)-1
		}
		names = append(names, step[1:])
	}
	return names, false
}

// typed returns the type that the annotation of a Python parameter names.
func (x *Facts) typed(b *source.Binding) (Root, bool) {
	v := x.Seen.Value(x.Text, b)
	names := strings.Split(v.Name, ".")
	if v.Root != source.OfType || len(names) > 2 {
		return Root{}, false
	}
	r := x.oneRoot(names[0], names[1:], x.Seen.Declarations[b.Scope].Parent, b.Place.Start)
	r.Made, r.Typed = r.Origin != Opaque, true
	return r, r.Origin != Opaque
}

// assigned returns what an assignment `x = A(…)` makes of a Python local.
func (x *Facts) assigned(b *source.Binding, scope int) (Root, bool) {
	if b.Given != source.GivenValue || b.Scope == source.None && scope != source.None {
		return Root{}, false
	}
	v := x.Seen.Value(x.Text, b)
	if v.Root != source.Named || v.Name == b.Name {
		return Root{}, false
	}
	r := x.Made(v, scope, b.Place.Start)
	return r, r.Origin != Opaque
}
