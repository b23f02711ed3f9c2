package golang

import (
	"go/ast"
	"go/token"
	"strconv"

	"github.com/ct-tools/ct/shared/source"
)

// maxNames is how many names are followed from a receiver to the origin of its value.
const maxNames = 8

// called says what a call is called on: fun is its callee.
func (w *walker) called(c *source.Call, fun ast.Expr) {
	switch f := callee(fun).(type) {
	case *ast.Ident:
		c.Scope = source.OfPackage
		if w.isLocal(f) {
			c.Scope = source.OfFunction
		}
	case *ast.SelectorExpr:
		c.Receiver = w.value(f.X, maxNames)
	}
}

// complete sets what the calls that were read by tokens are called on, as far as the tree has them.
func (w *walker) complete(tree *ast.File) {
	calls := map[int]ast.Expr{} // by where the called name begins
	ast.Inspect(tree, func(n ast.Node) bool {
		if x, ok := n.(*ast.CallExpr); ok {
			switch f := callee(x.Fun).(type) {
			case *ast.Ident:
				calls[w.at(f.Pos())] = f
			case *ast.SelectorExpr:
				calls[w.at(f.Sel.Pos())] = f
			}
		}
		return true
	})
	w.r.EachCall(func(word source.Span, c *source.Call) {
		if fun := calls[word.Start]; fun != nil {
			w.called(c, fun)
		}
	})
}

// callee returns what is called without brackets, stars and type arguments.
func callee(fun ast.Expr) ast.Expr {
	for {
		switch f := fun.(type) {
		case *ast.ParenExpr:
			fun = f.X
		case *ast.StarExpr:
			fun = f.X
		case *ast.IndexExpr:
			fun = f.X
		case *ast.IndexListExpr:
			fun = f.X
		default:
			return fun
		}
	}
}

// isLocal reports whether a name is declared in a function, or is a type parameter.
func (w *walker) isLocal(id *ast.Ident) bool {
	return id.Obj != nil && (w.outer == nil || w.outer.Lookup(id.Name) != id.Obj)
}

var opaque = source.Value{Root: source.Opaque}

// value returns where the value of an expression comes from, following at most so many local names.
func (w *walker) value(e ast.Expr, names int) source.Value {
	switch e := e.(type) {
	case *ast.Ident:
		if w.isLocal(e) {
			return w.declared(e, names)
		}
		return source.Value{Root: source.Named, Name: e.Name}
	case *ast.ParenExpr:
		return w.value(e.X, names)
	case *ast.StarExpr:
		return w.value(e.X, names)
	case *ast.UnaryExpr:
		switch e.Op { //nolint:exhaustive // of no other operator something is known
		case token.AND:
			return w.value(e.X, names)
		case token.RANGE:
			return w.value(e.X, names).Then("[]")
		}
	case *ast.CompositeLit:
		return w.ofType(e.Type)
	case *ast.TypeAssertExpr:
		return w.ofType(e.Type)
	case *ast.IndexExpr:
		return w.value(e.X, names).Then("[]")
	case *ast.SelectorExpr:
		return w.value(e.X, names).Then("." + e.Sel.Name)
	case *ast.CallExpr:
		return w.result(e, names)
	}
	return opaque
}

// ofType is a value of a type that the file writes.
func (w *walker) ofType(e ast.Expr) source.Value {
	if e == nil {
		return opaque
	}
	local := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		local = local || ok && w.isLocal(id)
		return !local
	})
	if local {
		return opaque
	}
	return source.Value{Root: source.OfType, Name: w.span(e).Of(w.src)}
}

// declared follows a local name to its declaration.
func (w *walker) declared(id *ast.Ident, names int) source.Value {
	if names--; names < 0 || id.Obj.Kind != ast.Var && id.Obj.Kind != ast.Con {
		return opaque
	}
	var typ ast.Expr
	var all []*ast.Ident
	var values []ast.Expr
	switch d := id.Obj.Decl.(type) {
	case *ast.Field:
		typ = d.Type
	case *ast.ValueSpec:
		typ, all, values = d.Type, d.Names, d.Values
	case *ast.AssignStmt:
		values = d.Rhs
		for _, e := range d.Lhs {
			left, _ := e.(*ast.Ident)
			all = append(all, left)
		}
	}
	if typ != nil {
		return w.ofType(typ)
	}
	for i, name := range all {
		switch {
		case name == nil || name.Name != id.Name:
		case len(values) == len(all):
			return w.value(values[i], names)
		case len(values) != 1:
			return opaque
		case isRange(values[0]) && i == 0:
			return opaque // the key
		case isRange(values[0]) || i == 0:
			return w.value(values[0], names)
		default:
			return w.value(values[0], names).Then("#" + strconv.Itoa(i))
		}
	}
	return opaque
}

// isRange reports whether an expression is what a range statement iterates over, as the parser declares its variables.
func isRange(e ast.Expr) bool {
	u, ok := e.(*ast.UnaryExpr)
	return ok && u.Op == token.RANGE
}

// result is what a call returns.
func (w *walker) result(e *ast.CallExpr, names int) source.Value {
	fun := e.Fun
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	case *ast.ParenExpr:
		return w.ofType(f.X)
	}
	switch f := fun.(type) {
	case *ast.Ident:
		switch {
		case (f.Name == "new" && len(e.Args) == 1 || f.Name == "make" && len(e.Args) > 0):
			return w.ofType(e.Args[0])
		case w.isLocal(f):
			return opaque
		}
		return source.Value{Root: source.Named, Name: f.Name, Steps: []string{"()"}}
	case *ast.SelectorExpr:
		return w.value(f, names).Then("()")
	}
	return opaque
}
