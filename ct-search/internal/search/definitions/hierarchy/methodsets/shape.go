package methodsets

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
)

// A scope is where a type is written: a file, and what the type parameters around are.
type scope struct {
	file *file
	free map[string]string // shapes by names
}

// A shape is a type as a text that is the same for identical types, as far as open says that the text is all there is to say.
type shape struct {
	text string
	open doubt
}

// A doubt says why another text may mean the same type.
type doubt uint8

// The doubts.
const (
	none    doubt = iota
	outside       // a name in it may be another name of a type outside of the tree
	unread        // some of it is not seen
)

// differs reports whether two shapes, whose texts are not the same, are those of different types: a type outside of the tree may only
// be another name for one of another package outside.
func (s shape) differs(t shape) bool {
	if s.open == unread || t.open == unread || min(s.open, t.open) == none {
		return s.open != unread && t.open != unread
	}
	a, b := strings.Split(s.text, away), strings.Split(t.text, away)
	if len(a) != len(b) {
		return true
	}
	for i := range a {
		if a[i] != b[i] && (i%2 == 0 || a[i][:strings.LastIndexByte(a[i], '.')] == b[i][:strings.LastIndexByte(b[i], '.')]) {
			return true
		}
	}
	return false
}

// away is the sign around the names of types outside of the tree.
const away = "\x03"

// mostDepth bounds aliases of aliases and types in types.
const mostDepth = 40

// A writer writes shapes.
type writer struct {
	*Tree
	strings.Builder
	open doubt
}

// shapeOf returns the shape of a type.
func (t *Tree) shapeOf(e ast.Expr, in scope) shape {
	w := &writer{Tree: t}
	w.write(e, in, mostDepth)
	return shape{w.String(), w.open}
}

// signature returns the shape of a function's parameters and results.
func (t *Tree) signature(f *ast.FuncType, in scope) shape {
	w := &writer{Tree: t}
	w.function(f, in, mostDepth)
	return shape{w.String(), w.open}
}

func (w *writer) write(e ast.Expr, in scope, depth int) {
	if depth == 0 {
		w.open = unread
		return
	}
	depth--
	switch e := e.(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		w.named(e, in, depth)
	case *ast.ParenExpr:
		w.write(e.X, in, depth)
	case *ast.StarExpr:
		w.WriteByte('*')
		w.write(e.X, in, depth)
	case *ast.Ellipsis:
		w.WriteString("...")
		w.write(e.Elt, in, depth)
	case *ast.ArrayType:
		w.array(e, in, depth)
	case *ast.MapType:
		w.WriteString("map[")
		w.write(e.Key, in, depth)
		w.WriteByte(']')
		w.write(e.Value, in, depth)
	case *ast.ChanType:
		w.WriteString(map[ast.ChanDir]string{ast.SEND: "chan<-(", ast.RECV: "<-chan("}[e.Dir])
		if e.Dir == ast.SEND|ast.RECV {
			w.WriteString("chan(")
		}
		w.write(e.Value, in, depth)
		w.WriteByte(')')
	case *ast.FuncType:
		w.WriteString("func")
		w.function(e, in, depth)
	case *ast.InterfaceType:
		w.members("interface", e.Methods, in, depth, true)
	case *ast.StructType:
		w.members("struct", e.Fields, in, depth, false)
	default:
		w.WriteByte('?')
		w.open = unread
	}
}

// array writes an array or a slice; the length of an array is only compared as it is written.
func (w *writer) array(e *ast.ArrayType, in scope, depth int) {
	w.WriteByte('[')
	if e.Len != nil {
		if lit, ok := e.Len.(*ast.BasicLit); ok {
			w.WriteString(lit.Value)
		} else {
			w.WriteByte('#')
			w.open = unread
		}
	}
	w.WriteByte(']')
	w.write(e.Elt, in, depth)
}

// function writes parameters and results without their names.
func (w *writer) function(f *ast.FuncType, in scope, depth int) {
	for _, list := range []*ast.FieldList{f.Params, f.Results} {
		w.WriteByte('(')
		if list != nil {
			for i, field := range list.List {
				for n := range max(len(field.Names), 1) {
					if i+n > 0 {
						w.WriteByte(',')
					}
					w.write(field.Type, in, depth)
				}
			}
		}
		w.WriteByte(')')
	}
}

// members writes the fields of a struct, or in their order the methods of an interface.
func (w *writer) members(word string, list *ast.FieldList, in scope, depth int, sorted bool) {
	var all []string
	for _, field := range list.List {
		inner := &writer{Tree: w.Tree}
		if f, ok := field.Type.(*ast.FuncType); ok && sorted && len(field.Names) > 0 {
			inner.function(f, in, depth)
		} else {
			inner.write(field.Type, in, depth)
			if sorted { // what it embeds may be written out elsewhere
				inner.open = unread
			}
		}
		w.open = max(w.open, inner.open)
		names := field.Names
		if len(names) == 0 {
			names = []*ast.Ident{{Name: "~"}}
		}
		for _, name := range names {
			text := name.Name + " " + inner.String()
			if field.Tag != nil {
				text += field.Tag.Value
			}
			if !ast.IsExported(name.Name) {
				text += "@" + in.file.pkg.Folder
			}
			all = append(all, text)
		}
	}
	if sorted {
		slices.Sort(all)
	}
	w.WriteString(word + "{" + strings.Join(all, ";") + "}")
}

// universe are the types that every file knows, with the one that each is another name of.
var universe = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"any": "interface{}", "byte": "uint8", "rune": "int32", "bool": "", "complex64": "", "complex128": "", "error": "", "float32": "", "float64": "",
		"int": "", "int8": "", "int16": "", "int32": "", "int64": "", "string": "", "uint": "", "uint8": "", "uint16": "", "uint32": "", "uint64": "", "uintptr": "", "comparable": "",
	}
}}

// named writes a type by its name, with its arguments.
func (w *writer) named(e ast.Expr, in scope, depth int) {
	base, args := instance(e)
	if id, ok := base.(*ast.Ident); ok {
		if free, is := in.free[id.Name]; is {
			w.WriteString(free)
			return
		}
	}
	var texts []string
	for _, a := range args {
		s := w.shapeOf(a, in)
		w.open = max(w.open, s.open)
		texts = append(texts, s.text)
	}
	r := w.resolve(base, in)
	switch {
	case r.typ != nil && r.typ.spec.Assign.IsValid():
		w.write(r.typ.spec.Type, scope{r.typ.file, bind(r.typ.spec, texts)}, depth)
		return
	case r.typ != nil:
		w.WriteString(r.typ.id())
	default:
		w.WriteString(r.outside)
		w.open = max(w.open, r.open)
	}
	if len(texts) > 0 {
		w.WriteString("[" + strings.Join(texts, ",") + "]")
	}
}

// id is the name of a type in shapes.
func (t *Type) id() string { return t.pkg.Folder + "/" + t.pkg.Name + "." + t.Name }

// instance returns a type without its arguments, and these.
func instance(e ast.Expr) (base ast.Expr, args []ast.Expr) {
	switch e := e.(type) {
	case *ast.IndexExpr:
		return e.X, []ast.Expr{e.Index}
	case *ast.IndexListExpr:
		return e.X, e.Indices
	case *ast.ParenExpr:
		return instance(e.X)
	}
	return e, nil
}

// bind returns what the type parameters of a declaration are, given the shapes of the arguments.
func bind(spec *ast.TypeSpec, args []string) map[string]string {
	names := parameters(spec)
	if len(names) == 0 {
		return nil
	}
	free := map[string]string{}
	for i, name := range names {
		if i < len(args) {
			free[name] = args[i]
		} else {
			free[name] = "?"
		}
	}
	return free
}

// parameters returns the names of the type parameters of a declaration.
func parameters(spec *ast.TypeSpec) []string {
	var all []string
	if spec.TypeParams != nil {
		for _, field := range spec.TypeParams.List {
			for _, name := range field.Names {
				all = append(all, name.Name)
			}
		}
	}
	return all
}

// A resolved is what the name of a type means: a type of the tree, or one outside, which is open if it may be another name.
type resolved struct {
	typ     *Type
	outside string
	open    doubt
}

// resolve returns what a name without arguments means.
func (t *Tree) resolve(e ast.Expr, in scope) resolved {
	switch e := e.(type) {
	case *ast.Ident:
		return t.plain(e.Name, in.file)
	case *ast.SelectorExpr:
		name, ok := e.X.(*ast.Ident)
		if !ok {
			break
		}
		imported := in.file.imports[name.Name]
		switch {
		case imported == "":
			p := t.calledSo(in.file, name.Name)
			if p == nil {
				return resolved{outside: "?" + name.Name + "." + e.Sel.Name, open: unread}
			}
			if typ := p.types[e.Sel.Name]; typ != nil {
				return resolved{typ: typ}
			}
		case imported == "C":
			return resolved{outside: "C@" + in.file.pkg.Folder + "." + e.Sel.Name, open: unread}
		case imported == "unsafe":
			return resolved{outside: "unsafe." + e.Sel.Name}
		}
		if p := t.imported(in.file, imported); p != nil && p.types[e.Sel.Name] != nil {
			return resolved{typ: p.types[e.Sel.Name]}
		}
		return resolved{outside: away + imported + "." + e.Sel.Name + away, open: outside}
	}
	return resolved{outside: "?", open: unread}
}

// calledSo returns the imported package of a file whose name is not what its path says.
func (t *Tree) calledSo(in *file, name string) *Package {
	for _, imported := range in.imports {
		if p := t.imported(in, imported); p != nil && p.Name == name {
			return p
		}
	}
	return nil
}

// plain returns what a name without a package means in a file.
func (t *Tree) plain(name string, in *file) resolved {
	if typ := in.pkg.types[name]; typ != nil {
		return resolved{typ: typ}
	}
	for _, dot := range in.dots {
		p := t.imported(in, dot)
		if p == nil && token.IsExported(name) {
			if len(in.dots) == 1 {
				return resolved{outside: away + dot + "." + name + away, open: outside}
			}
			return resolved{outside: "?" + name, open: unread}
		}
		if p != nil && p.types[name] != nil {
			return resolved{typ: p.types[name]}
		}
	}
	if same, is := universe.Get()[name]; is {
		if same != "" {
			name = same
		}
		return resolved{outside: name}
	}
	return resolved{outside: "?" + in.pkg.Folder + "." + name, open: unread}
}
