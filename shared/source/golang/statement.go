package golang

import (
	"go/ast"
	"go/token"

	"github.com/ct-tools/ct/shared/source"
)

func (w *walker) block(b *ast.BlockStmt) {
	if b != nil {
		w.stmts(b.List)
	}
}

func (w *walker) stmts(list []ast.Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

// stmt records a statement.
//
//nolint:gocyclo // one case for each kind of statement
func (w *walker) stmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, e := range s.Lhs {
			w.target(e, s.Tok == token.DEFINE)
		}
		w.exprs(s.Rhs)
	case *ast.IncDecStmt:
		w.target(s.X, false)
	case *ast.ExprStmt:
		w.expr(s.X)
	case *ast.SendStmt:
		w.expr(s.Chan)
		w.expr(s.Value)
	case *ast.GoStmt:
		w.call(s.Call)
	case *ast.DeferStmt:
		w.call(s.Call)
	case *ast.ReturnStmt:
		w.exprs(s.Results)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			w.declarations(d)
		}
	case *ast.LabeledStmt:
		w.word(s.Label, source.Reference, source.Plain)
		w.stmt(s.Stmt)
	case *ast.BranchStmt:
		if s.Label != nil {
			w.word(s.Label, source.Reference, source.Plain)
		}
	case *ast.BlockStmt:
		w.block(s)
	case *ast.IfStmt:
		w.stmt(s.Init)
		w.expr(s.Cond)
		w.block(s.Body)
		w.stmt(s.Else)
	case *ast.ForStmt:
		w.stmt(s.Init)
		w.expr(s.Cond)
		w.stmt(s.Post)
		w.block(s.Body)
	case *ast.RangeStmt:
		w.target(s.Key, s.Tok == token.DEFINE)
		w.target(s.Value, s.Tok == token.DEFINE)
		w.expr(s.X)
		w.block(s.Body)
	case *ast.SwitchStmt:
		w.stmt(s.Init)
		w.expr(s.Tag)
		w.clauses(s.Body, false)
	case *ast.TypeSwitchStmt:
		w.stmt(s.Init)
		w.stmt(s.Assign)
		w.clauses(s.Body, true)
	case *ast.SelectStmt:
		w.clauses(s.Body, false)
	}
}

// clauses reads the clauses of a switch or select; types says that the cases are types.
func (w *walker) clauses(body *ast.BlockStmt, types bool) {
	for _, c := range body.List {
		switch c := c.(type) {
		case *ast.CaseClause:
			for _, e := range c.List {
				if id, ok := e.(*ast.Ident); types && (!ok || id.Name != "nil") {
					w.typ(e)
				} else {
					w.expr(e)
				}
			}
			w.stmts(c.Body)
		case *ast.CommClause:
			w.stmt(c.Comm)
			w.stmts(c.Body)
		}
	}
}

// target records what is assigned to. What is reached through an index or a pointer is only referred to.
func (w *walker) target(e ast.Expr, defines bool) {
	switch x := e.(type) {
	case *ast.Ident:
		w.word(x, source.Assignment, source.Plain)
		if defines {
			w.bind(x, source.Local)
		}
	case *ast.SelectorExpr:
		w.expr(x.X)
		w.word(x.Sel, source.Assignment, source.Member)
	case *ast.ParenExpr:
		w.target(x.X, defines)
	default:
		w.expr(e)
	}
}
