package calls

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// origin says by what the first name of a callee is bound.
type origin uint8

const (
	opaque    origin = iota // no name: a call, an index, a literal
	unbound                 // nothing in the file binds it
	local                   // an assignment
	parameter               // of the function around the call
	here                    // a definition of the file
	imported
	self  // the object, or the class, that a method is called on
	super // the bases of the class around the call
)

// A root is one thing that the first name of a callee may be.
type root struct {
	origin origin
	qual   string // of the definition, or the class, in the file
	plain  bool   // the definition stands at the top of the file, not in a type
	module string // of an import, as written
	member string // that it brings, empty for the module itself
	made   bool   // not itself, but what a call of it returns
	typed  bool   // not itself, but an object of that type, as an annotation says
	at     int    // where the definition's name begins
	weak   bool   // it is only likely
}

// A callee is what the file of a call says of its callee.
type callee struct {
	roots   []root
	rest    []string  // the names after the first one, the callee's the last; empty where the first is called
	stars   []string  // modules all of whose names are imported
	written string    // the callee as written, without blanks
	golang  *goCallee // of a Go file
	before  string    // the name before the last one, if the callee is a member
	class   string    // qualified name of the type around the call
	form    form      // in languages other than Python and Go
}

// callee reads the callee of a call.
func (x *reader) callee(o *source.Occurrence) callee {
	c := callee{}
	if o.Of != source.None {
		c.written = x.calleeOf(o)
	}
	if at := x.typeAround(o.Enclosing); at != source.None {
		c.class = x.Seen.Qualname(x.Text, at)
	}
	switch x.Language {
	case "go":
		c.golang = x.goCallee(o)
		if o.Access == source.Plain {
			c.roots, c.stars = x.roots(x.Word(o), o.Enclosing, o.Word.Start)
		}
	case "py":
		x.pythonCallee(o, &c)
	default:
		x.otherCallee(o, &c)
	}
	return c
}

// otherCallee reads the callee of a call in other languages than Go and Python.
func (x *reader) otherCallee(o *source.Occurrence, c *callee) {
	c.form, c.class = x.form(o), x.objectAround(o.Enclosing)
	var v source.Value
	if o.Of != source.None {
		v = x.Seen.Calls[o.Of].Receiver
	}
	names, whole := namesOf(v)
	switch {
	case o.Access == source.Plain && v.Root == source.Named:
		c.form.path, c.form.rooted = names, v.Name == ""
		if c.form.rooted {
			c.form.path = names[1:]
		}
		if len(c.form.path) > 0 {
			c.roots, c.stars = x.roots(c.form.path[0], o.Enclosing, o.Word.Start)
			return
		}
		fallthrough
	case o.Access == source.Plain:
		c.form.unread = v.Root == source.Opaque
		c.roots, c.stars = x.roots(x.Word(o), o.Enclosing, o.Word.Start)
		return
	case !whole:
		c.roots, c.rest = []root{{}}, []string{x.name}
		return
	case v.Root == source.Super:
		c.roots = []root{{origin: super, qual: c.class}}
	case v.Root == source.Self && c.class != "":
		c.roots = []root{{origin: self, qual: c.class}}
	case v.Root == source.Self:
		c.roots = []root{{origin: unbound}}
	default:
		c.roots, c.stars = x.roots(v.Name, o.Enclosing, o.Word.Start)
	}
	c.rest, c.before = slices.Concat(names[1:], []string{x.Word(o)}), names[len(names)-1]
}

// namesOf returns the names that a value is made of, the first of them empty for the object and the
// bases around; whole is false if it is made of more.
func namesOf(v source.Value) (names []string, whole bool) {
	names = []string{v.Name}
	for _, step := range v.Steps {
		name := strings.TrimLeft(step, ".:")
		if name == step {
			return nil, false
		}
		names = append(names, name)
	}
	return names, v.Root == source.Named || v.Root == source.Self || v.Root == source.Super
}

// calleeOf returns the callee of a call as it is written, without blanks and brackets around it.
func (x *reader) calleeOf(o *source.Occurrence) string {
	c := &x.Seen.Calls[o.Of]
	if c.Form&source.InBrackets != 0 && c.Chain > 0 {
		if inner := joined(string(x.Text[c.Chain:o.Word.End])); len(split(inner)) > 0 {
			return inner
		}
	}
	return joined(c.Callee.Of(x.Text))
}

// joined returns a text without its blanks.
func joined(text string) string { return strings.Join(strings.Fields(text), "") }

// split returns the names of a callee that is nothing but names.
func split(written string) []string {
	flat := strings.NewReplacer("?.", ".", "::", ".", "->", ".", "!.", ".").Replace(written)
	names := strings.Split(flat, ".")
	for _, n := range names {
		if n == "" || strings.ContainsFunc(n, func(r rune) bool { return r < 0x80 && r != '$' && r != '@' && !pattern.IsIdentifier(byte(r)) }) {
			return nil
		}
	}
	return names
}

// Word returns the word of an occurrence.
func (x *reader) Word(o *source.Occurrence) string { return o.Word.Of(x.Text) }

// typeAround returns the type that the declaration scope, or what is around it,
// is a member of; None without one.
func (x *reader) typeAround(scope int) int {
	for at := scope; at != source.None; at = x.Seen.Declarations[at].Parent {
		if d := &x.Seen.Declarations[at]; d.Symbol >= source.Class && d.Symbol <= source.Module {
			return at
		}
	}
	return source.None
}

// roots returns what a name may be at a place in a scope, and the modules that may
// bring any name where nothing else binds it.
func (x *reader) roots(name string, scope, at int) (roots []root, stars []string) {
	bindings := x.Seen.Lookup(name, scope, at)
	return x.rootsOf(bindings, scope)
}

// rootsOf returns what bindings in a scope make of a name.
func (x *reader) rootsOf(bindings []*source.Binding, scope int) (roots []root, stars []string) {
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
		roots = []root{{origin: unbound}}
	}
	return roots, stars
}

func (x *reader) root(b *source.Binding, scope int) root {
	switch b.Kind {
	case source.Defined:
		return x.defined(b)
	case source.Imported:
		if b.Import == source.None {
			return root{origin: imported}
		}
		im := &x.Seen.Imports[b.Import]
		r := root{origin: imported, module: im.Module, member: im.Name}
		if im.Name == "" && im.Alias == "" && x.Language == "py" { // import a.b binds a
			r.module, _, _ = strings.Cut(im.Module, ".")
		}
		return r
	case source.Parameter:
		switch r, ok := x.typed(b); {
		case b.Object && b.Block != nil: // of a lambda
			return root{origin: self, qual: x.Seen.Qualname(x.Text, b.Scope), weak: true}
		case b.Object:
			return root{origin: self, qual: x.Seen.Qualname(x.Text, x.Seen.Declarations[b.Scope].Parent)}
		case ok:
			return r
		}
		return root{origin: parameter}
	}
	if b.Given == source.GivenFunction && (b.Scope == source.None || x.Seen.Declarations[b.Scope].Symbol == source.Class) {
		return root{origin: here, qual: b.Name, at: b.Place.Start, plain: b.Scope == source.None}
	}
	if r, ok := x.assigned(b, scope); ok {
		return r
	}
	return root{origin: local}
}

func (x *reader) defined(b *source.Binding) root {
	d := &x.Seen.Declarations[b.Declaration]
	return root{origin: here, qual: x.Seen.Qualname(x.Text, b.Declaration), plain: d.Parent == source.None && d.Receiver == "", at: d.Name.Start}
}

// closed returns the length of the brackets that text begins with, -1 where they
// do not close in it.
func closed(text []byte) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}
