package golang

import (
	"go/ast"

	"github.com/ct-tools/ct/shared/source"
)

// typ records a type: its names are annotations.
func (w *walker) typ(e ast.Expr) {
	switch x := e.(type) {
	case nil:
	case *ast.Ident:
		w.word(x, source.Annotation, source.Plain)
	case *ast.SelectorExpr:
		w.typ(x.X)
		w.word(x.Sel, source.Annotation, source.Member)
	case *ast.StarExpr:
		w.typ(x.X)
	case *ast.ParenExpr:
		w.typ(x.X)
	case *ast.UnaryExpr: // ~T
		w.typ(x.X)
	case *ast.BinaryExpr: // S | T
		w.typ(x.X)
		w.typ(x.Y)
	case *ast.IndexExpr:
		w.typ(x.X)
		w.typ(x.Index)
	case *ast.IndexListExpr:
		w.typ(x.X)
		for _, a := range x.Indices {
			w.typ(a)
		}
	case *ast.Ellipsis:
		w.typ(x.Elt)
	case *ast.ArrayType:
		w.expr(x.Len)
		w.typ(x.Elt)
	case *ast.MapType:
		w.typ(x.Key)
		w.typ(x.Value)
	case *ast.ChanType:
		w.typ(x.Value)
	case *ast.FuncType:
		w.signature(x)
	case *ast.StructType:
		w.fields(x.Fields)
	case *ast.InterfaceType:
		w.methods(x.Methods)
	default:
		w.expr(e)
	}
}

// signature records the type parameters, parameters and results of a function.
func (w *walker) signature(f *ast.FuncType) {
	for _, list := range []*ast.FieldList{f.TypeParams, f.Params, f.Results} {
		if list != nil {
			w.params(list, source.Parameter)
		}
	}
}

func (w *walker) params(list *ast.FieldList, kind source.BindingKind) {
	for _, f := range list.List {
		for _, id := range f.Names {
			w.word(id, source.Assignment, source.Plain)
			w.bind(id, kind)
		}
		w.typ(f.Type)
	}
}

// fieldTypes is params for what stands before a definition begins to enclose; bindFields then binds the names.
func (w *walker) fieldTypes(list *ast.FieldList) {
	for _, f := range list.List {
		for _, id := range f.Names {
			w.word(id, source.Assignment, source.Plain)
		}
		w.typ(f.Type)
	}
}

func (w *walker) bindFields(list *ast.FieldList) {
	for _, f := range list.List {
		for _, id := range f.Names {
			w.bind(id, source.Parameter)
		}
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
