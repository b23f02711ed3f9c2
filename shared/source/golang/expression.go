package golang

import (
	"go/ast"
	"go/token"

	"github.com/ct-tools/ct/shared/source"
)

// exprs records expressions; some may be nil.
func (w *walker) exprs(list ...ast.Expr) {
	for _, e := range list {
		if e != nil {
			ast.Walk(w, e)
		}
	}
}

// Visit records a statement or an expression: its names are references and callsites. What is not named here has
// nothing of its own, and its parts follow in the order of the source.
func (w *walker) Visit(n ast.Node) ast.Visitor {
	switch x := n.(type) {
	case *ast.Ident:
		w.word(x, source.Reference, source.Plain)
	case *ast.BasicLit:
		w.literal(x)
	case *ast.SelectorExpr:
		w.exprs(x.X)
		w.word(x.Sel, source.Reference, source.Member)
	case *ast.CallExpr:
		w.call(x)
	case *ast.CompositeLit:
		w.typ(x.Type)
		w.exprs(x.Elts...)
	case *ast.FuncLit:
		w.signature(x.Type)
		w.body(x.Body)
	case *ast.IndexExpr:
		w.exprs(x.X)
		w.index(x.Index)
	case *ast.IndexListExpr:
		w.exprs(x.X)
		w.types(x.Indices)
	case *ast.TypeAssertExpr:
		w.exprs(x.X)
		w.typ(x.Type)
	case *ast.ArrayType, *ast.MapType, *ast.ChanType, *ast.FuncType, *ast.StructType, *ast.InterfaceType, *ast.Ellipsis:
		ast.Walk(typed{w}, n)
	case *ast.AssignStmt:
		w.targets(x.Tok, x.Lhs...)
		w.exprs(x.Rhs...)
	case *ast.IncDecStmt:
		w.targets(x.Tok, x.X)
	case *ast.RangeStmt:
		w.targets(x.Tok, x.Key, x.Value)
		w.exprs(x.X)
		ast.Walk(w, x.Body)
	case *ast.TypeSwitchStmt:
		w.typeSwitch(x)
	case *ast.GenDecl:
		w.declarations(x)
	default:
		return w
	}
	return nil
}

func (w *walker) literal(x *ast.BasicLit) {
	if x.Kind == token.STRING || x.Kind == token.CHAR {
		s := w.span(x)
		w.commentsBefore(s.Start)
		w.r.Text(s, source.String)
	}
}

// index reads what is between brackets after an expression. A name is a type there only if it is predeclared.
func (w *walker) index(e ast.Expr) {
	if id, ok := e.(*ast.Ident); ok && predeclared(id.Name) {
		w.typ(e)
		return
	}
	w.exprs(e)
}

func predeclared(name string) bool {
	switch name {
	case "any", "bool", "byte", "comparable", "complex64", "complex128", "error", "float32", "float64", "int", "int8", "int16",
		"int32", "int64", "rune", "string", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr":
		return true
	}
	return false
}

// call records a call, or a conversion, with its arguments. What is seen to be converted to is a type.
func (w *walker) call(x *ast.CallExpr) {
	if w.converts(x) {
		w.typ(x.Fun)
	} else {
		w.callee(x.Fun, x)
	}
	args := x.Args
	if id, ok := x.Fun.(*ast.Ident); ok && len(args) > 0 && (id.Name == "make" || id.Name == "new") {
		w.typ(args[0])
		args = args[1:]
	}
	w.exprs(args...)
}

// callee records what is called: its last name is the callsite.
func (w *walker) callee(fun ast.Expr, x *ast.CallExpr) {
	switch f := fun.(type) {
	case *ast.Ident:
		w.callsite(f, f.Pos(), x, source.Plain)
	case *ast.SelectorExpr:
		w.exprs(f.X)
		w.callsite(f.Sel, f.Pos(), x, source.Member)
	case *ast.ParenExpr:
		w.callee(f.X, x)
	case *ast.StarExpr:
		w.callee(f.X, x)
	case *ast.IndexExpr:
		w.callee(f.X, x)
		w.index(f.Index)
	case *ast.IndexListExpr:
		w.callee(f.X, x)
		w.types(f.Indices)
	default:
		w.exprs(fun)
	}
}

func (w *walker) callsite(id *ast.Ident, start token.Pos, x *ast.CallExpr, a source.Access) {
	m := w.word(id, source.Callsite, a)
	if !m.Wanted() {
		return
	}
	c := source.Call{Positional: len(x.Args), Spread: x.Ellipsis.IsValid()}
	if c.Spread {
		c.Positional--
	}
	c.Callee = source.Span{Start: w.at(start), End: w.at(id.End())}
	c.Span = source.Span{Start: c.Callee.Start, End: w.at(x.Rparen) + 1}
	if w.r.Calls() {
		w.called(&c, x.Fun)
	}
	w.r.Call(m, a, c)
}
