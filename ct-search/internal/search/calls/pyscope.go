package calls

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// pythonCallee reads the callee of a call of Python.
func (x *reader) pythonCallee(o *source.Occurrence, c *resolve.Callee) {
	call := &x.Seen.Calls[o.Of]
	v := call.Receiver
	members, made := membersOf(v)
	switch {
	case v.Root == source.NoValue:
		c.Roots, c.Stars = x.pythonRoots(x.Word(o), o.Enclosing, o.Word.Start, call.Statement)
	case v.Root == source.Named && !made && len(members) == len(v.Steps):
		c.Roots, c.Stars = x.pythonRoots(v.Name, o.Enclosing, o.Word.Start, call.Statement)
		c.Rest = slices.Concat(members, []string{x.Word(o)})
		c.Before = slices.Concat([]string{v.Name}, members)[len(members)]
	default:
		c.Rest = []string{x.name}
		c.Roots = []resolve.Root{{}}
		if at := x.typeAround(o.Enclosing); v.Root == source.Super && at != source.None && len(v.Steps) == 0 && (v.Name == "" || v.Name == x.Seen.Declarations[at].Name.Of(x.Text)) {
			c.Roots = []resolve.Root{{Origin: resolve.Super, Qual: c.Class}}
		} else if v.Root == source.Named {
			c.Roots = []resolve.Root{x.made(v, o.Enclosing, o.Word.Start)}
		}
	}
}

// membersOf returns the members that the steps of a value name, up to one of
// another kind, and whether all that is left of them is a call.
func membersOf(v source.Value) (names []string, made bool) {
	for i, step := range v.Steps {
		if step[0] != '.' {
			return names, step == "()" && i == len(v.Steps)-1
		}
		names = append(names, step[1:])
	}
	return names, false
}

// made is what a call of a name, or of a member of a module, returns.
func (x *reader) made(v source.Value, scope, at int) resolve.Root {
	members, ok := membersOf(v)
	if !ok || len(members) > 1 {
		return resolve.Root{}
	}
	r := x.oneRoot(v.Name, members, scope, at)
	r.Made = r.Origin != resolve.Opaque
	return r
}

// oneRoot is what a name of a file, or a member of a module, stands for, where
// only one definition or import binds it.
func (x *reader) oneRoot(name string, members []string, scope, at int) resolve.Root {
	bindings := x.Seen.Lookup(name, scope, at)
	if len(bindings) != 1 || bindings[0].Kind != source.Defined && bindings[0].Kind != source.Imported {
		return resolve.Root{}
	}
	r := x.root(bindings[0], scope)
	if len(members) == 1 {
		if r.Origin != resolve.Imported || r.Member != "" {
			return resolve.Root{}
		}
		r.Member = members[0]
	}
	return r
}

// pythonRoots returns what a name may be at a place of Python, in a scope and a
// statement, and the modules that may bring any name where nothing else binds it.
func (x *reader) pythonRoots(name string, scope, at, statement int) (roots []resolve.Root, stars []string) {
	return x.rootsOf(x.inPython(name, scope, at, statement), scope)
}

// inPython returns what binds a name at a place of a scope: what a header holds is
// evaluated in the scope around it, and a name of a class body that the class
// does not bind before is one of the functions and the module around the class.
func (x *reader) inPython(name string, scope, at, statement int) []*source.Binding {
	for scope != source.None && at >= x.Seen.Declarations[scope].Span.Start && at < x.Seen.Declarations[scope].Signature.End {
		scope = x.Seen.Declarations[scope].Parent
	}
	all := x.Seen.Lookup(name, scope, at)
	if scope == source.None || x.Seen.Declarations[scope].Symbol != source.Class || len(all) == 0 || all[0].Scope != scope || all[0].Block != nil {
		return all
	}
	before := slices.DeleteFunc(slices.Clone(all), func(b *source.Binding) bool { return !x.before(b, at, statement) })
	if len(before) > 0 {
		return before
	}
	for scope != source.None && x.Seen.Declarations[scope].Symbol == source.Class {
		scope = x.Seen.Declarations[scope].Parent
	}
	return x.Seen.Lookup(name, scope, at)
}

// before reports whether a name of a class is bound when the code at a place of a
// statement runs.
func (x *reader) before(b *source.Binding, at, statement int) bool {
	switch b.Kind {
	case source.Defined:
		return x.Seen.Declarations[b.Declaration].Span.End <= at
	case source.Local, source.Deleted:
		return b.Place.Start < statement // the value of f = f(1) is made before
	}
	return b.Place.End <= at
}

// typed returns the type that the annotation of a Python parameter names.
func (x *reader) typed(b *source.Binding) (resolve.Root, bool) {
	v := x.Seen.Value(x.Text, b)
	names := strings.Split(v.Name, ".")
	if v.Root != source.OfType || len(names) > 2 {
		return resolve.Root{}, false
	}
	r := x.oneRoot(names[0], names[1:], x.Seen.Declarations[b.Scope].Parent, b.Place.Start)
	r.Made, r.Typed = r.Origin != resolve.Opaque, true
	return r, r.Origin != resolve.Opaque
}

// assigned returns what an assignment `x = A(…)` makes of a Python local.
func (x *reader) assigned(b *source.Binding, scope int) (resolve.Root, bool) {
	if b.Given != source.GivenValue || b.Scope == source.None && scope != source.None {
		return resolve.Root{}, false
	}
	v := x.Seen.Value(x.Text, b)
	if v.Root != source.Named || v.Name == b.Name {
		return resolve.Root{}, false
	}
	r := x.made(v, scope, b.Place.Start)
	return r, r.Origin != resolve.Opaque
}
