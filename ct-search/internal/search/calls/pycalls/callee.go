package pycalls

import (
	"slices"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// A Reader reads calls in a file of Python.
type Reader struct{ *resolve.Facts }

// Callee reads the callee of a call of Python.
func (x *Reader) Callee(o *source.Occurrence, c *resolve.Callee) {
	call := &x.Seen.Calls[o.Of]
	v := call.Receiver
	members, made := resolve.MembersOf(v)
	c.Value, c.Form.Pos = v, o.Word.Start
	switch {
	case v.Root == source.NoValue:
		c.Roots, c.Stars = x.plainRoots(x.Word(o), o.Enclosing, o.Word.Start, call.Statement)
	case v.Root == source.Named && !made && len(members) == len(v.Steps):
		c.Roots, c.Stars = x.pythonRoots(v.Name, o.Enclosing, o.Word.Start, call.Statement)
		c.Rest = slices.Concat(members, []string{x.Word(o)})
		c.Before = slices.Concat([]string{v.Name}, members)[len(members)]
	default:
		c.Rest = []string{x.Name}
		c.Roots = []resolve.Root{{}}
		if at := x.TypeAround(o.Enclosing); v.Root == source.Super && at != source.None && len(v.Steps) == 0 && (v.Name == "" || v.Name == x.Seen.Declarations[at].Name.Of(x.Text)) {
			c.Roots = []resolve.Root{{Origin: resolve.Super, Qual: c.Class}}
		} else if v.Root == source.Named {
			c.Roots = []resolve.Root{x.Made(v, o.Enclosing, o.Word.Start)}
		}
	}
}

// pythonRoots returns what a name may be at a place of Python, in a scope and a
// statement, and the modules that may bring any name where nothing else binds it.
func (x *Reader) pythonRoots(name string, scope, at, statement int) (roots []resolve.Root, stars []string) {
	return x.RootsOf(x.inPython(name, scope, at, statement), scope)
}

// plainRoots is pythonRoots for a name that is used by itself: a variable of the module, or of the class, is that variable, whatever its
// value is. What is no variable comes first.
func (x *Reader) plainRoots(name string, scope, at, statement int) (roots []resolve.Root, stars []string) {
	var others []*source.Binding
	for _, b := range x.inPython(name, scope, at, statement) {
		switch r := x.VariableOf(b); {
		case r.Qual == "" || b.Given == source.GivenFunction:
			others = append(others, b)
		case !slices.Contains(roots, r):
			roots = append(roots, r)
		}
	}
	if len(others) == 0 && len(roots) > 0 {
		return roots, nil
	}
	first, stars := x.RootsOf(others, scope)
	return append(first, roots...), stars
}

// inPython returns what binds a name at a place of a scope: what a header holds is
// evaluated in the scope around it, and a name of a class body that the class
// does not bind before is one of the functions and the module around the class.
func (x *Reader) inPython(name string, scope, at, statement int) []*source.Binding {
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

// Bindings returns what binds the name of a use that is reached by its name alone.
func (x *Reader) Bindings(o *source.Occurrence) []*source.Binding {
	return x.inPython(x.Word(o), o.Enclosing, o.Word.Start, o.Word.Start)
}

// before reports whether a name of a class is bound when the code at a place of a statement runs.
func (x *Reader) before(b *source.Binding, at, statement int) bool {
	switch b.Kind {
	case source.Defined:
		return x.Seen.Declarations[b.Declaration].Span.End <= at
	case source.Local, source.Deleted:
		return b.Place.Start < statement // the value of f = f(1) is made before
	}
	return b.Place.End <= at
}
