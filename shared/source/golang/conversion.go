package golang

import (
	"go/ast"
	"go/parser"
	"go/token"
)

// converts reports whether a call is seen to convert its argument to a type: it names a predeclared type, one that the
// file declares, or unsafe.Pointer, or has a star before a name that is not of a variable here, as in (*T)(nil). Types
// that other files declare are not seen.
func (w *walker) converts(x *ast.CallExpr) bool {
	if len(x.Args) != 1 || x.Ellipsis.IsValid() {
		return false
	}
	_, starred := ast.Unparen(x.Fun).(*ast.StarExpr)
	switch f := callee(x.Fun).(type) {
	case *ast.Ident:
		if !w.asked(f) || !starred && !predeclared(f.Name) && !w.namesType(f.Name) {
			return false
		}
		if o := w.object(f); o != nil {
			return o.Kind == ast.Typ
		}
		return starred || predeclared(f.Name)
	case *ast.SelectorExpr:
		id, ok := f.X.(*ast.Ident)
		return ok && (starred || id.Name == "unsafe" && f.Sel.Name == "Pointer") && w.asked(f) && w.isPackage(id)
	}
	return false
}

// asked reports whether a word of an expression may have been requested.
func (w *walker) asked(e ast.Expr) bool {
	w.commentsBefore(w.at(e.Pos()))
	return w.r.Asked(w.at(e.Pos())) < w.at(e.End())
}

// namesType reports whether a type or type parameter of the file has a name.
func (w *walker) namesType(name string) bool {
	if w.typeNames == nil {
		w.typeNames = map[string]bool{}
		parameters := func(list *ast.FieldList) {
			if list == nil {
				return
			}
			for _, f := range list.List {
				for _, id := range f.Names {
					w.typeNames[id.Name] = true
				}
			}
		}
		ast.Inspect(w.tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				w.typeNames[n.Name.Name] = true
				parameters(n.TypeParams)
			case *ast.FuncType:
				parameters(n.TypeParams)
			}
			return true
		})
	}
	return w.typeNames[name]
}

// isPackage reports whether a name is that of an imported package.
func (w *walker) isPackage(id *ast.Ident) bool {
	for _, spec := range w.tree.Imports {
		if name, _ := importedAs(spec); name == id.Name {
			return w.object(id) == nil
		}
	}
	return false
}

// object returns what the file declares a name as, nil if nothing.
func (w *walker) object(id *ast.Ident) *ast.Object { //nolint:staticcheck // names of one file are all that is resolved
	if w.outer != nil {
		return id.Obj
	}
	if w.objects == nil { // the names were not resolved, which takes time: few files need it
		w.objects = map[int]*ast.Object{} //nolint:staticcheck // see above
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, "", w.src, 0)
		if err == nil {
			base := set.File(tree.FileStart).Base()
			ast.Inspect(tree, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && id.Obj != nil {
					w.objects[int(id.Pos())-base] = id.Obj
				}
				return true
			})
		}
	}
	return w.objects[w.at(id.Pos())]
}
