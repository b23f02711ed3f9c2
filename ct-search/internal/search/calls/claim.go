package calls

import (
	"bytes"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/source"
)

// how says by what the first name of a callee is bound.
type how uint8

const (
	opaque    how = iota // no name: a call, an index, a literal
	unbound              // nothing in the file binds it
	local                // an assignment
	parameter            // of the function around the call
	here                 // a definition of the file
	imported
	self  // the object, or the class, that a method is called on
	super // the bases of the class around the call
)

// A root is one thing that the first name of a callee may be.
type root struct {
	how    how
	qual   string // of the definition, or the class, in the file
	plain  bool   // the definition stands at the top of the file, not in a type
	module string // of an import, as written
	member string // that it brings, empty for the module itself
	made   bool   // not itself, but what a call of it gives
	typed  bool   // not itself, but an object of that type, as an annotation says
	at     int    // where the definition's name begins
	weak   bool   // it is only likely
}

// A claim is what the file of a call says of its callee.
type claim struct {
	roots   []root
	rest    []string // the names behind the first one, the callee's the last; empty where the first is called
	stars   []string // modules all of whose names are imported
	written string   // the callee as written, without blanks
	golang  *goClaim // of a Go file
	class   string   // qualified name of the type around the call
	form    form     // in languages other than Python and Go
}

// claim reads the callee of a call.
func (x *reader) claim(o *source.Occurrence) claim {
	c := claim{}
	if o.Of != source.None {
		c.written = unwrapped(joined(x.Seen.Calls[o.Of].Callee.Of(x.Text)))
	}
	if at := x.typeAround(o.Enclosing); at != source.None {
		c.class = x.Seen.Qualname(x.Text, at)
	}
	names := split(c.written)
	if x.Language == "go" {
		c.golang = x.goClaim(o)
		if o.Access == source.Plain {
			c.roots, c.stars = x.roots(x.Word(o), o.Enclosing, o.Word.Start)
		}
		return c
	}
	if x.Language != "py" {
		c.form, c.class = x.form(o, c.written), x.objectAround(o.Enclosing)
	}
	if o.Access == source.Plain {
		names = []string{o.Word.Of(x.Text)}
		if len(c.form.path) > 0 {
			c.roots, c.stars = x.roots(c.form.path[0], o.Enclosing, o.Word.Start)
			return c
		}
	}
	switch {
	case len(names) == 0:
		c.roots = []root{x.expression(c.written, o)}
		c.rest = []string{x.name}
		return c
	case o.Access == source.Member && len(names) == 1, o.Of != source.None && x.Seen.Calls[o.Of].Cut, x.calledField(o):
		c.roots = []root{{}}
		c.rest = []string{x.name}
		return c
	case len(names) > 1 && (names[0] == "super" || names[0] == "parent" && x.Language == "php" || names[0] == "base" && x.Language == "cs"):
		c.roots = []root{{how: super, qual: c.class}}
	case c.class != "" && isSelf(x.Language, names[0]):
		c.roots = []root{{how: self, qual: c.class}}
	default:
		c.roots, c.stars = x.roots(names[0], o.Enclosing, o.Word.Start)
	}
	c.rest = names[1:]
	return c
}

// joined gives a text without its blanks.
func joined(text string) string { return strings.Join(strings.Fields(text), "") }

// split gives the names of a callee that is nothing but names.
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

// isSelf tells whether a name stands for the object around it, in languages
// where that is no parameter.
func isSelf(language, name string) bool {
	switch language {
	case "py", "go":
		return false
	case "rust", "swift", "ruby":
		return name == "self" || name == "Self"
	case "php":
		return name == "$this" || name == "this" || name == "self" || name == "static"
	}
	return name == "this"
}

// expression reads a callee that is more than names: super().f, A().f.
func (x *reader) expression(written string, o *source.Occurrence) root {
	head, _, ok := strings.Cut(written, "(")
	before, found := strings.CutSuffix(written, ")."+x.Word(o))
	if !ok || !found || x.Language != "py" {
		return root{}
	}
	inner := before[len(head)+1:]
	if strings.ContainsAny(inner, "()") {
		return root{}
	}
	if head == "super" {
		of, _, _ := strings.Cut(inner, ",")
		if at := x.typeAround(o.Enclosing); at != source.None && (of == "" || of == x.Seen.Declarations[at].Name.Of(x.Text)) {
			return root{how: super, qual: x.Seen.Qualname(x.Text, at)}
		}
		return root{}
	}
	return x.made(head, o.Enclosing)
}

// Word gives the word of an occurrence.
func (x *reader) Word(o *source.Occurrence) string { return o.Word.Of(x.Text) }

// made is what a call of a name, or of a member of a module, gives.
func (x *reader) made(callee string, scope int) root {
	names := split(callee)
	if len(names) == 0 || len(names) > 2 {
		return root{}
	}
	bindings := x.Seen.Lookup(names[0], scope)
	if len(bindings) != 1 || bindings[0].How != source.Defined && bindings[0].How != source.Imported {
		return root{}
	}
	r := x.root(bindings[0], scope)
	if len(names) == 2 {
		if r.how != imported || r.member != "" {
			return root{}
		}
		r.member = names[1]
	}
	r.made = true
	return r
}

// typeAround gives the type that the declaration scope, or what is around it,
// is a member of; None without one.
func (x *reader) typeAround(scope int) int {
	for at := scope; at != source.None; at = x.Seen.Declarations[at].Parent {
		if d := &x.Seen.Declarations[at]; d.Symbol >= source.Class && d.Symbol <= source.Module {
			return at
		}
	}
	return source.None
}

// roots gives what a name may be at a place in a scope, and the modules that may
// bring any name where nothing else binds it.
func (x *reader) roots(name string, scope, at int) (roots []root, stars []string) {
	bindings, lambda := x.bindings(name, scope, at)
	if lambda {
		return []root{x.object(bindings[0])}, nil
	}
	if x.isScript() {
		bindings = x.inBlock(bindings, name, at)
	}
	for _, b := range bindings {
		if b.How == source.Unknown {
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
		roots = []root{{how: unbound}}
	}
	return roots, stars
}

func (x *reader) root(b *source.Binding, scope int) root {
	switch b.How {
	case source.Defined:
		return x.defined(b)
	case source.Imported:
		if b.Import == source.None {
			return root{how: imported}
		}
		im := &x.Seen.Imports[b.Import]
		r := root{how: imported, module: im.Module, member: im.Name}
		if im.Name == "" && im.Alias == "" && x.Language == "py" { // import a.b binds a
			r.module, _, _ = strings.Cut(im.Module, ".")
		}
		return r
	case source.Parameter:
		if x.first(b) {
			return root{how: self, qual: x.Seen.Qualname(x.Text, x.Seen.Declarations[b.Scope].Parent)}
		}
		if r, ok := x.annotated(b, scope); ok {
			return r
		}
		return root{how: parameter}
	}
	if x.Language == "py" && x.isLambda(b.Place.End) && (b.Scope == source.None || x.Seen.Declarations[b.Scope].Symbol == source.Class) {
		return root{how: here, qual: b.Name, at: b.Place.Start, plain: b.Scope == source.None}
	}
	if r, ok := x.assigned(b, scope); ok {
		return r
	}
	return root{how: local}
}

func (x *reader) defined(b *source.Binding) root {
	d := &x.Seen.Declarations[b.Declaration]
	return root{how: here, qual: x.Seen.Qualname(x.Text, b.Declaration), plain: d.Parent == source.None && d.Receiver == "", at: d.Name.Start}
}

// first tells whether a binding is the first parameter of a method of a Python
// class: the object or, of a class method, the class.
func (x *reader) first(b *source.Binding) bool {
	if x.Language != "py" || b.Scope == source.None {
		return false
	}
	d := &x.Seen.Declarations[b.Scope]
	if d.Parent == source.None || x.Seen.Declarations[d.Parent].Symbol != source.Class {
		return false
	}
	open := bytes.IndexByte(x.Text[d.Signature.Start:d.Signature.End], '(')
	if open < 0 || len(bytes.TrimSpace(x.Text[d.Signature.Start+open+1:max(b.Place.Start, d.Signature.Start+open+1)])) > 0 {
		return false
	}
	for _, dec := range d.Decorators {
		if strings.HasSuffix(strings.TrimSpace(dec.Of(x.Text)), "staticmethod") {
			return false
		}
	}
	return true
}

// annotated gives the type that the annotation of a Python parameter names.
func (x *reader) annotated(b *source.Binding, scope int) (root, bool) {
	if x.Language != "py" {
		return root{}, false
	}
	rest := bytes.TrimLeft(x.Text[b.Place.End:min(b.Place.End+200, len(x.Text))], " ")
	if len(rest) == 0 || rest[0] != ':' {
		return root{}, false
	}
	rest = bytes.TrimLeft(rest[1:], " \"'")
	end := bytes.IndexFunc(rest, func(r rune) bool { return r != '.' && (r >= 0x80 || !pattern.IsIdentifier(byte(r))) })
	if end <= 0 {
		return root{}, false
	}
	if b.Scope != source.None {
		scope = x.Seen.Declarations[b.Scope].Parent
	}
	r := x.made(string(rest[:end]), scope)
	r.typed = true
	return r, r.how != opaque
}

// assigned gives what an assignment `x = A(…)` makes of a Python local.
func (x *reader) assigned(b *source.Binding, scope int) (root, bool) {
	if x.Language != "py" || b.Scope == source.None && scope != source.None {
		return root{}, false
	}
	rest := bytes.TrimLeft(x.Text[b.Place.End:min(b.Place.End+200, len(x.Text))], " ")
	if len(rest) < 2 || rest[0] != '=' || rest[1] == '=' {
		return root{}, false
	}
	rest = bytes.TrimLeft(rest[1:], " ")
	end := bytes.IndexFunc(rest, func(r rune) bool { return r != '.' && (r >= 0x80 || !pattern.IsIdentifier(byte(r))) })
	if end <= 0 || rest[end] != '(' {
		return root{}, false
	}
	if closing := closed(rest[end:]); closing < 0 || end+closing < len(rest) && bytes.IndexByte([]byte("\n#;\r"), rest[end+closing]) < 0 {
		return root{}, false // more follows the call
	}
	callee := string(rest[:end])
	if first, _, _ := strings.Cut(callee, "."); first == b.Name {
		return root{}, false
	}
	r := x.made(callee, scope)
	return r, r.how != opaque
}

// closed gives the length of the brackets that text begins with, -1 where they
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
