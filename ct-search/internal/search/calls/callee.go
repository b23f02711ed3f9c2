package calls

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/gocalls"
	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// callee reads the callee of a call.
func (x *reader) callee(o *source.Occurrence) resolve.Callee {
	c := resolve.Callee{}
	if o.Of != source.None {
		c.Written = x.calleeOf(o)
	}
	if at := x.typeAround(o.Enclosing); at != source.None {
		c.Class = x.Seen.Qualname(x.Text, at)
	}
	switch x.Language {
	case "go":
		if x.golang == nil {
			x.golang = gocalls.ImportsOf(x.Seen)
		}
		c.Golang = gocalls.CalleeOf(x.Seen, x.golang, o)
		if o.Access == source.Plain {
			c.Roots, c.Stars = x.roots(x.Word(o), o.Enclosing, o.Word.Start)
		}
	case "py":
		x.pythonCallee(o, &c)
	default:
		x.otherCallee(o, &c)
	}
	return c
}

// otherCallee reads the callee of a call in other languages than Go and Python.
func (x *reader) otherCallee(o *source.Occurrence, c *resolve.Callee) {
	c.Form, c.Class = x.form(o), x.objectAround(o.Enclosing)
	var v source.Value
	if o.Of != source.None {
		v = x.Seen.Calls[o.Of].Receiver
	}
	names, whole := namesOf(v)
	switch {
	case o.Access == source.Plain && v.Root == source.Named:
		c.Form.Path, c.Form.Rooted = names, v.Name == ""
		if c.Form.Rooted {
			c.Form.Path = names[1:]
		}
		if len(c.Form.Path) > 0 {
			c.Roots, c.Stars = x.roots(c.Form.Path[0], o.Enclosing, o.Word.Start)
			return
		}
		fallthrough
	case o.Access == source.Plain:
		c.Form.Unread = v.Root == source.Opaque
		c.Roots, c.Stars = x.roots(x.Word(o), o.Enclosing, o.Word.Start)
		return
	case !whole:
		c.Roots, c.Rest = []resolve.Root{{}}, []string{x.name}
		return
	case v.Root == source.Super:
		c.Roots = []resolve.Root{{Origin: resolve.Super, Qual: c.Class}}
	case v.Root == source.Self && c.Class != "":
		c.Roots = []resolve.Root{{Origin: resolve.Self, Qual: c.Class}}
	case v.Root == source.Self:
		c.Roots = []resolve.Root{{Origin: resolve.Unbound}}
	default:
		c.Roots, c.Stars = x.roots(v.Name, o.Enclosing, o.Word.Start)
	}
	c.Rest, c.Before = slices.Concat(names[1:], []string{x.Word(o)}), names[len(names)-1]
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
func (x *reader) roots(name string, scope, at int) (roots []resolve.Root, stars []string) {
	bindings := x.Seen.Lookup(name, scope, at)
	return x.rootsOf(bindings, scope)
}

// rootsOf returns what bindings in a scope make of a name.
func (x *reader) rootsOf(bindings []*source.Binding, scope int) (roots []resolve.Root, stars []string) {
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
		roots = []resolve.Root{{Origin: resolve.Unbound}}
	}
	return roots, stars
}

func (x *reader) root(b *source.Binding, scope int) resolve.Root {
	switch b.Kind {
	case source.Defined:
		return x.defined(b)
	case source.Imported:
		if b.Import == source.None {
			return resolve.Root{Origin: resolve.Imported}
		}
		im := &x.Seen.Imports[b.Import]
		r := resolve.Root{Origin: resolve.Imported, Module: im.Module, Member: im.Name}
		if im.Name == "" && im.Alias == "" && x.Language == "py" { // import a.b binds a
			r.Module, _, _ = strings.Cut(im.Module, ".")
		}
		return r
	case source.Parameter:
		switch r, ok := x.typed(b); {
		case b.Object && b.Block != nil: // of a lambda
			return resolve.Root{Origin: resolve.Self, Qual: x.Seen.Qualname(x.Text, b.Scope), Weak: true}
		case b.Object:
			return resolve.Root{Origin: resolve.Self, Qual: x.Seen.Qualname(x.Text, x.Seen.Declarations[b.Scope].Parent)}
		case ok:
			return r
		}
		return resolve.Root{Origin: resolve.Parameter}
	}
	if b.Given == source.GivenFunction && (b.Scope == source.None || x.Seen.Declarations[b.Scope].Symbol == source.Class) {
		return resolve.Root{Origin: resolve.Here, Qual: b.Name, At: b.Place.Start, Plain: b.Scope == source.None}
	}
	if r, ok := x.assigned(b, scope); ok {
		return r
	}
	return resolve.Root{Origin: resolve.Local}
}

func (x *reader) defined(b *source.Binding) resolve.Root {
	d := &x.Seen.Declarations[b.Declaration]
	return resolve.Root{Origin: resolve.Here, Qual: x.Seen.Qualname(x.Text, b.Declaration), Plain: d.Parent == source.None && d.Receiver == "", At: d.Name.Start}
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
