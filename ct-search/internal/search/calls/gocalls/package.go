package gocalls

import (
	"go/ast"
	"go/token"
	"path"

	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
)

// A declarations holds the declarations of a package.
type declarations struct {
	folder  string
	types   map[string]typeSpec
	funcs   map[string]function
	methods map[string]map[string]function
	vars    map[string]variable
	lacking bool // some of it was not read
}

type typeSpec struct {
	spec *ast.TypeSpec
	in   *file
}

type function struct {
	results *ast.FieldList
	name    *ast.Ident
	in      *file
}

type variable struct {
	typ, value ast.Expr
	in         *file
}

// A file is a file whose declarations were read.
type file struct {
	path    string
	folder  string        // absolute
	pkg     *declarations // nil until packageOf reads it
	imports resolve.Imports
	base    token.Pos
}

// A expr is a type as a file writes it.
type expr struct {
	e  ast.Expr
	in *file
}

// add takes the declarations of a file.
func (p *declarations) add(name string, tree *ast.File) {
	in := &file{path: name, folder: p.folder, pkg: p, base: tree.FileStart, imports: resolve.Imports{Package: tree.Name.Name, Paths: map[string]string{}}}
	addImports(&in.imports, tree)
	for _, spec := range tree.Imports {
		if spec.Name == nil {
			imported, _ := strconv.Unquote(spec.Path.Value)
			in.imports.Paths[Called(imported)] = imported
		}
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f := function{results: d.Type.Results, name: d.Name, in: in}
			f.forget(d)
			if d.Recv == nil || len(d.Recv.List) == 0 {
				p.funcs[d.Name.Name] = f
				continue
			}
			if owner := named(d.Recv.List[0].Type); owner != "" {
				if p.methods[owner] == nil {
					p.methods[owner] = map[string]function{}
				}
				p.methods[owner][d.Name.Name] = f
			}
		case *ast.GenDecl:
			p.general(d, in)
		}
	}
}

// Called returns the name that a package is taken to have by its path.
func Called(imported string) string {
	base := path.Base(imported)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" && path.Dir(imported) != "." {
		base = path.Base(path.Dir(imported))
	}
	if at := strings.LastIndex(base, ".v"); at > 0 {
		base = base[:at]
	}
	return base
}

func (p *declarations) general(d *ast.GenDecl, in *file) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			forgetFields(s)
			p.types[s.Name.Name] = typeSpec{s, in}
		case *ast.ValueSpec:
			for i, name := range s.Names {
				v := variable{typ: s.Type, in: in}
				if i < len(s.Values) {
					v.value = s.Values[i]
				}
				p.vars[name.Name] = v
			}
		}
	}
}

// forget drops the results that are of type parameters.
func (f *function) forget(d *ast.FuncDecl) {
	params := fieldNames(d.Type.TypeParams)
	if d.Recv != nil && len(d.Recv.List) > 0 {
		params = append(params, typeArguments(d.Recv.List[0].Type)...)
	}
	if f.results == nil || len(params) == 0 {
		return
	}
	for _, field := range f.results.List {
		if mentions(field.Type, params) {
			field.Type = &ast.BadExpr{}
		}
	}
}

// forgetFields drops the types of fields, and the elements, that are type parameters of a type.
func forgetFields(s *ast.TypeSpec) {
	params := fieldNames(s.TypeParams)
	if len(params) == 0 {
		return
	}
	fields, ok := s.Type.(*ast.StructType)
	if !ok {
		if _, ok := s.Type.(*ast.InterfaceType); !ok && mentions(s.Type, params) {
			s.Type = &ast.BadExpr{}
		}
		return
	}
	for _, field := range fields.Fields.List {
		if mentions(field.Type, params) {
			field.Type = &ast.BadExpr{}
		}
	}
}

func fieldNames(list *ast.FieldList) []string {
	var all []string
	if list != nil {
		for _, field := range list.List {
			for _, name := range field.Names {
				all = append(all, name.Name)
			}
		}
	}
	return all
}

// typeArguments returns the names in the brackets of a receiver's type.
func typeArguments(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeArguments(e.X)
	case *ast.ParenExpr:
		return typeArguments(e.X)
	case *ast.IndexExpr:
		return []string{named(e.Index)}
	case *ast.IndexListExpr:
		var all []string
		for _, i := range e.Indices {
			all = append(all, named(i))
		}
		return all
	}
	return nil
}

// mentions reports whether a type has one of the names in it.
func mentions(e ast.Expr, names []string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && slices.Contains(names, id.Name)
		return !found
	})
	return found
}

// named returns the name of a type without pointers and type arguments.
func named(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return named(e.X)
	case *ast.ParenExpr:
		return named(e.X)
	case *ast.IndexExpr:
		return named(e.X)
	case *ast.IndexListExpr:
		return named(e.X)
	}
	return ""
}
