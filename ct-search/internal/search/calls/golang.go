package calls

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"strconv"

	"github.com/ct-tools/ct/shared/source"
)

// A goClaim is what a Go file says of a callee.
type goClaim struct {
	file *goImports
	// imported is the path of the package that the callee is of, if its
	// receiver is one.
	imported string
	receiver *goRef // nil where it has none, or nothing is known of it
	// found tells that a name without a receiver was followed, local that it is
	// one of a function.
	found, local bool
}

// goImports is what the claims of one Go file share.
type goImports struct {
	pkg   string            // the name of its package
	paths map[string]string // of imports, by the names they have in the file
	dots  []string          // imports without a name
}

// A goRef says how the value of a receiver comes to be: from a type, a
// function or a variable of a package, and then by fields, results and
// elements.
type goRef struct {
	kind  goRoot
	text  string   // the type, or the name of the function or variable
	steps []string // .field, .method(), #n of several results, [] an element
	sure  bool     // no function says what it gives
}

type goRoot uint8

const (
	goType goRoot = iota
	goFunc
	goVar
)

// A goSource is a Go file that is parsed to see where receivers come from.
type goSource struct {
	imports   *goImports
	selectors map[int]*ast.SelectorExpr // by the offset of the last name
	names     map[int]goName            // by the offset where they are declared
	plain     map[int]*ast.Ident        // called names, by their offset
	outer     *ast.Scope                //nolint:staticcheck // names of one file are all that is resolved
	base      token.Pos
}

// A goName is how a name is declared: with a type, or by an expression.
type goName struct {
	typ, value ast.Expr
	index      int  // of the result, where value gives several; -1 for its only one
	element    bool // of what value ranges over
}

// parse reads the file as Go, once: what it declares, and whole the functions
// in which the name stands.
func (x *reader) parse() *goSource {
	if x.golang != nil {
		return x.golang
	}
	set := token.NewFileSet()
	places := make([]int, len(x.Places))
	for i := range x.Places {
		places[i] = x.Places[i].Span.Start
	}
	text := bytes.Clone(x.Text)
	blankBodies(text, places)
	tree, _ := parser.ParseFile(set, "", text, 0) // as far as it can be read
	g := &goSource{imports: &goImports{paths: map[string]string{}}, selectors: map[int]*ast.SelectorExpr{}, names: map[int]goName{}, plain: map[int]*ast.Ident{}, base: 1}
	x.golang = g
	if tree == nil {
		return g
	}
	g.base, g.outer = tree.FileStart, tree.Scope
	if tree.Name != nil {
		g.imports.pkg = tree.Name.Name
	}
	g.imports.add(tree)
	for _, b := range x.Seen.Bindings { // the names that packages are taken to have
		if b.How == source.Imported && b.Import != source.None {
			g.imports.paths[b.Name] = x.Seen.Imports[b.Import].Module
		}
	}
	ast.Inspect(tree, g.see)
	return g
}

// add takes the imports of a file.
func (g *goImports) add(tree *ast.File) {
	for _, spec := range tree.Imports {
		name, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		switch {
		case spec.Name == nil:
			g.paths[path.Base(name)] = name
		case spec.Name.Name == ".":
			g.dots = append(g.dots, name)
		default:
			g.paths[spec.Name.Name] = name
		}
	}
}

func (g *goSource) offset(p token.Pos) int { return int(p - g.base) }

// see notes selectors and declared names.
func (g *goSource) see(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		g.selectors[g.offset(n.Sel.Pos())] = n
	case *ast.Field:
		for _, name := range n.Names {
			g.names[g.offset(name.Pos())] = goName{typ: n.Type, index: -1}
		}
	case *ast.CallExpr:
		fun := ast.Unparen(n.Fun)
		switch f := fun.(type) {
		case *ast.IndexExpr:
			fun = f.X
		case *ast.IndexListExpr:
			fun = f.X
		}
		if id, ok := fun.(*ast.Ident); ok {
			g.plain[g.offset(id.Pos())] = id
		}
	case *ast.ValueSpec:
		for i, name := range n.Names {
			g.declare(name, n.Type, n.Values, i)
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
				g.declare(name, nil, n.Rhs, i)
			}
		}
	case *ast.RangeStmt:
		if name, ok := n.Value.(*ast.Ident); ok {
			g.names[g.offset(name.Pos())] = goName{value: n.X, index: -1, element: true}
		}
	}
	return true
}

// local tells whether a name is declared in a function, or is a type parameter.
func (g *goSource) local(id *ast.Ident) bool {
	return id.Obj != nil && (g.outer == nil || g.outer.Lookup(id.Name) != id.Obj)
}

// localType tells whether a type has a name of a function in it.
func (g *goSource) localType(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && g.local(id)
		return !found
	})
	return found
}

// typed refers to a value of a type that stands in the file.
func (x *reader) typed(e ast.Expr) (goRef, bool) {
	if x.golang.localType(e) {
		return goRef{}, false
	}
	return goRef{text: x.code(e), sure: true}, true
}

func (g *goSource) declare(name *ast.Ident, typ ast.Expr, values []ast.Expr, i int) {
	d := goName{typ: typ, index: -1}
	switch {
	case len(values) == 1 && i > 0:
		d.value, d.index = values[0], i
	case len(values) == 1:
		d.value, d.index = values[0], -1
	case i < len(values):
		d.value = values[i]
	}
	g.names[g.offset(name.Pos())] = d
}

// goClaim reads the callee of a Go call.
func (x *reader) goClaim(o *source.Occurrence) *goClaim {
	g := x.parse()
	c := &goClaim{file: g.imports}
	if o.Access == source.Plain {
		if id := g.plain[o.Word.Start]; id != nil {
			c.found, c.local = true, g.local(id)
		}
		return c
	}
	sel := g.selectors[o.Word.Start]
	if sel == nil {
		return c
	}
	if id, ok := sel.X.(*ast.Ident); ok && x.isPackage(id) {
		c.imported = g.imports.paths[id.Name]
		return c
	}
	if ref, ok := x.ref(sel.X, o.Enclosing, 8); ok {
		c.receiver = &ref
	}
	return c
}

// ref says where the value of an expression in a scope comes from, following at
// most so many names.
func (x *reader) ref(e ast.Expr, scope, names int) (goRef, bool) {
	if names == 0 {
		return goRef{}, false
	}
	switch e := e.(type) {
	case *ast.Ident:
		return x.refOfName(e, scope, names)
	case *ast.ParenExpr:
		return x.ref(e.X, scope, names)
	case *ast.StarExpr:
		return x.ref(e.X, scope, names)
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return x.ref(e.X, scope, names)
		}
	case *ast.CompositeLit:
		if e.Type != nil {
			return x.typed(e.Type)
		}
	case *ast.TypeAssertExpr:
		if e.Type != nil {
			return x.typed(e.Type)
		}
	case *ast.IndexExpr:
		r, ok := x.ref(e.X, scope, names)
		return r.then("[]"), ok
	case *ast.SelectorExpr:
		return x.refOfSelector(e, scope, names)
	case *ast.CallExpr:
		return x.refOfCall(e, scope, names)
	}
	return goRef{}, false
}

// code gives an expression as it is written.
func (x *reader) code(e ast.Expr) string {
	return string(x.Text[x.golang.offset(e.Pos()):min(x.golang.offset(e.End()), len(x.Text))])
}

// then adds a step.
func (r goRef) then(step string) goRef {
	r.steps = append(append([]string{}, r.steps...), step)
	return r
}

// refOfName follows a name to where it is declared.
func (x *reader) refOfName(id *ast.Ident, scope, names int) (goRef, bool) {
	if !x.golang.local(id) {
		return goRef{kind: goVar, text: id.Name, sure: true}, true
	}
	d, ok := x.golang.names[x.golang.offset(id.Obj.Pos())]
	switch {
	case !ok || id.Obj.Kind != ast.Var && id.Obj.Kind != ast.Con:
		return goRef{}, false
	case d.typ != nil:
		return x.typed(d.typ)
	case d.value == nil:
		return goRef{}, false
	}
	r, ok := x.ref(d.value, scope, names-1)
	if d.element {
		r = r.then("[]")
	}
	if d.index >= 0 {
		r = r.then("#" + strconv.Itoa(d.index))
	}
	return r, ok
}

func (x *reader) refOfSelector(e *ast.SelectorExpr, scope, names int) (goRef, bool) {
	if id, ok := e.X.(*ast.Ident); ok && x.isPackage(id) {
		return goRef{kind: goVar, text: id.Name + "." + e.Sel.Name, sure: true}, true
	}
	r, ok := x.ref(e.X, scope, names)
	return r.then("." + e.Sel.Name), ok
}

// isPackage tells whether a name is that of an import.
func (x *reader) isPackage(id *ast.Ident) bool {
	return id.Obj == nil && x.golang.imports.paths[id.Name] != ""
}

// refOfCall follows a call to what its function says that it gives.
func (x *reader) refOfCall(e *ast.CallExpr, scope, names int) (goRef, bool) {
	fun := e.Fun
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	case *ast.ParenExpr:
		return x.typed(f.X)
	}
	switch f := fun.(type) {
	case *ast.Ident:
		if f.Name == "new" && len(e.Args) == 1 {
			return x.typed(e.Args[0])
		}
		if f.Name == "make" && len(e.Args) > 0 {
			return x.typed(e.Args[0])
		}
		if x.golang.local(f) {
			return goRef{}, false
		}
		return goRef{kind: goFunc, text: f.Name}, true
	case *ast.SelectorExpr:
		if id, ok := f.X.(*ast.Ident); ok && x.isPackage(id) {
			return goRef{kind: goFunc, text: id.Name + "." + f.Sel.Name}, true
		}
		r, ok := x.ref(f.X, scope, names)
		r.sure = false
		return r.then("." + f.Sel.Name + "()"), ok
	}
	return goRef{}, false
}
