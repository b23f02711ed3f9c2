package golang

import (
	"go/ast"
	"go/token"

	"github.com/ct-tools/ct/shared/source"
)

// body records the body of a function, if it has one.
func (w *walker) body(b *ast.BlockStmt) {
	if b == nil {
		return
	}
	was := w.local
	w.local = true
	ast.Walk(w, b)
	w.local = was
}

// typeSwitch reads a switch whose cases are types.
func (w *walker) typeSwitch(s *ast.TypeSwitchStmt) {
	if s.Init != nil {
		ast.Walk(w, s.Init)
	}
	ast.Walk(w, s.Assign)
	for _, c := range s.Body.List {
		c, ok := c.(*ast.CaseClause)
		if !ok {
			continue
		}
		for _, e := range c.List {
			if id, ok := e.(*ast.Ident); ok && id.Name == "nil" {
				w.exprs(e)
			} else {
				w.typ(e)
			}
		}
		for _, s := range c.Body {
			ast.Walk(w, s)
		}
	}
}

// targets records what tok assigns to. What is reached through an index or a pointer is only referred to.
func (w *walker) targets(tok token.Token, list ...ast.Expr) {
	for _, e := range list {
		switch x := e.(type) {
		case *ast.Ident:
			w.word(x, source.Assignment, source.Plain)
			if tok == token.DEFINE {
				w.bind(x, source.Local)
			}
		case *ast.SelectorExpr:
			w.exprs(x.X)
			w.word(x.Sel, source.Assignment, source.Member)
		case *ast.ParenExpr:
			w.targets(tok, x.X)
		default:
			w.exprs(e)
		}
	}
}
