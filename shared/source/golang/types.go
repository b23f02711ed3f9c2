package golang

import (
	"go/ast"

	"github.com/ct-tools/ct/shared/source"
)

// typ records a type, if it is not nil: its names are annotations.
func (w *walker) typ(e ast.Expr) {
	if e != nil {
		ast.Walk(typed{w}, e)
	}
}

func (w *walker) types(list []ast.Expr) {
	for _, e := range list {
		w.typ(e)
	}
}

// typed visits what stands in a type.
type typed struct{ *walker }

// Visit records a part of a type, or an expression in it.
func (w typed) Visit(n ast.Node) ast.Visitor {
	switch x := n.(type) {
	case *ast.Ident:
		w.word(x, source.Annotation, source.Plain)
	case *ast.SelectorExpr:
		w.typ(x.X)
		w.word(x.Sel, source.Annotation, source.Member)
	case *ast.ArrayType:
		w.exprs(x.Len)
		w.typ(x.Elt)
	case *ast.FuncType:
		w.signature(x)
	case *ast.StructType:
		w.fields(x.Fields)
	case *ast.InterfaceType:
		w.methods(x.Methods)
	case *ast.StarExpr, *ast.ParenExpr, *ast.UnaryExpr, *ast.BinaryExpr, *ast.IndexExpr, *ast.IndexListExpr, *ast.Ellipsis,
		*ast.MapType, *ast.ChanType:
		return w
	case nil:
	default:
		ast.Walk(w.walker, n)
	}
	return nil
}

// signature records the type parameters, parameters and results of a function.
func (w *walker) signature(f *ast.FuncType) {
	for _, list := range []*ast.FieldList{f.TypeParams, f.Params, f.Results} {
		if list != nil {
			w.params(list, true)
		}
	}
}

// params records a list of parameters, and binds their names in the definition around if binds is set.
func (w *walker) params(list *ast.FieldList, binds bool) {
	for _, f := range list.List {
		for _, id := range f.Names {
			w.word(id, source.Assignment, source.Plain)
			if binds {
				w.bind(id, source.Parameter)
			}
		}
		w.typ(f.Type)
	}
}

// fields records the fields of a struct, its embedded types and the tags.
func (w *walker) fields(list *ast.FieldList) {
	for _, f := range list.List {
		span := w.span(f)
		d := source.Declaration{Symbol: source.Field, Span: span, Signature: span, Doc: w.doc(f.Doc, f.Comment)}
		d.Signature.End = w.at(f.Type.End())
		for _, id := range f.Names {
			w.declare(id, d)
		}
		w.typ(f.Type)
		if f.Tag != nil {
			w.literal(f.Tag)
		}
	}
}

// methods records the methods of an interface, its embedded types and unions.
func (w *walker) methods(list *ast.FieldList) {
	for _, f := range list.List {
		span := w.span(f)
		d := source.Declaration{Symbol: source.Method, Span: span, Signature: span, Doc: w.doc(f.Doc, f.Comment)}
		for _, id := range f.Names {
			w.declare(id, d)
		}
		w.typ(f.Type)
	}
}
