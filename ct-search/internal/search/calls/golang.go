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
	literals  []source.Span             // functions in the values of the package's variables
	base      token.Pos
}

// A goName is how a name is declared: with a type, or by an expression.
type goName struct {
	name       string
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
	tree, _ := parser.ParseFile(set, "", text, parser.SkipObjectResolution) // as far as it can be read
	g := &goSource{imports: &goImports{paths: map[string]string{}}, selectors: map[int]*ast.SelectorExpr{}, names: map[int]goName{}, base: 1}
	x.golang = g
	if tree == nil {
		return g
	}
	g.base = tree.FileStart
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
			g.names[g.offset(name.Pos())] = goName{name: name.Name, typ: n.Type, index: -1}
		}
	case *ast.GenDecl:
		g.outermost(n)
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
			g.names[g.offset(name.Pos())] = goName{name: name.Name, value: n.X, index: -1, element: true}
		}
	}
	return true
}

// outermost notes the functions in the values of variables, which the scanner
// takes for no scope of their own.
func (g *goSource) outermost(d *ast.GenDecl) {
	ast.Inspect(d, func(n ast.Node) bool {
		f, ok := n.(*ast.FuncLit)
		if ok {
			g.literals = append(g.literals, source.Span{Start: g.offset(f.Pos()), End: g.offset(f.End())})
		}
		return !ok
	})
}

// inLiteral gives the last declaration of a name before a place in the function
// around it that is the value of a variable.
func (g *goSource) inLiteral(name string, at int) (goName, bool) {
	last, found := goName{}, -1
	for _, l := range g.literals {
		if at < l.Start || at >= l.End {
			continue
		}
		for start, d := range g.names {
			if d.name == name && start >= l.Start && start < at && start > found {
				last, found = d, start
			}
		}
	}
	return last, found >= 0
}

func (g *goSource) declare(name *ast.Ident, typ ast.Expr, values []ast.Expr, i int) {
	d := goName{name: name.Name, typ: typ, index: -1}
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
func (x *reader) goClaim(o *source.Occurrence, names []string) *goClaim {
	g := x.parse()
	c := &goClaim{file: g.imports}
	if o.Access == source.Plain {
		return c
	}
	if len(names) == 2 {
		if bs := x.Seen.Lookup(names[0], o.Enclosing); len(bs) == 1 && bs[0].How == source.Imported && bs[0].Import != source.None {
			c.imported = x.Seen.Imports[bs[0].Import].Module
			return c
		}
	}
	sel := g.selectors[o.Word.Start]
	if sel == nil {
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
			return goRef{text: x.code(e.Type), sure: true}, true
		}
	case *ast.TypeAssertExpr:
		if e.Type != nil {
			return goRef{text: x.code(e.Type), sure: true}, true
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

// refOfName follows a name to where it is declared: of several declarations in
// one function to the last one before.
func (x *reader) refOfName(id *ast.Ident, scope, names int) (goRef, bool) {
	at := x.golang.offset(id.Pos())
	var chosen *source.Binding
	several := false
	for _, b := range x.Seen.Lookup(id.Name, scope) {
		if b.How == source.Imported || b.How == source.Unknown || b.Place.Start > at {
			continue
		}
		several = chosen != nil
		if chosen == nil || b.Place.Start >= chosen.Place.Start {
			chosen = b
		}
	}
	d, ok := goName{}, false
	if chosen == nil || chosen.Scope == source.None {
		if d, ok = x.golang.inLiteral(id.Name, at); !ok {
			return goRef{kind: goVar, text: id.Name, sure: true}, true
		}
		several = true // it may be of a block of its own
	} else {
		d, ok = x.golang.names[chosen.Place.Start]
	}
	switch {
	case !ok:
		return goRef{}, false
	case d.typ != nil:
		return goRef{text: x.code(d.typ), sure: !several}, true
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
	r.sure = r.sure && !several
	return r, ok
}

func (x *reader) refOfSelector(e *ast.SelectorExpr, scope, names int) (goRef, bool) {
	if id, ok := e.X.(*ast.Ident); ok && x.isPackage(id, scope) {
		return goRef{kind: goVar, text: id.Name + "." + e.Sel.Name, sure: true}, true
	}
	r, ok := x.ref(e.X, scope, names)
	return r.then("." + e.Sel.Name), ok
}

func (x *reader) isPackage(id *ast.Ident, scope int) bool {
	bs := x.Seen.Lookup(id.Name, scope)
	return len(bs) == 1 && bs[0].How == source.Imported
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
		return goRef{text: x.code(f.X), sure: true}, true
	}
	switch f := fun.(type) {
	case *ast.Ident:
		if f.Name == "new" && len(e.Args) == 1 {
			return goRef{text: x.code(e.Args[0]), sure: true}, true
		}
		if f.Name == "make" && len(e.Args) > 0 {
			return goRef{text: x.code(e.Args[0]), sure: true}, true
		}
		if bs := x.Seen.Lookup(f.Name, scope); len(bs) > 0 && bs[0].Scope != source.None {
			return goRef{}, false // a local function
		}
		return goRef{kind: goFunc, text: f.Name}, true
	case *ast.SelectorExpr:
		if id, ok := f.X.(*ast.Ident); ok && x.isPackage(id, scope) {
			return goRef{kind: goFunc, text: id.Name + "." + f.Sel.Name}, true
		}
		r, ok := x.ref(f.X, scope, names)
		r.sure = false
		return r.then("." + f.Sel.Name + "()"), ok
	}
	return goRef{}, false
}
