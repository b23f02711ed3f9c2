package calls

import (
	"go/ast"
	"go/token"
	"path"

	"slices"
	"strconv"
	"strings"
)

// A goPackage holds the declarations of a package.
type goPackage struct {
	folder  string
	types   map[string]goSpec
	funcs   map[string]goFunction
	methods map[string]map[string]goFunction
	vars    map[string]goVariable
	lacking bool // some of it was not read
}

type goSpec struct {
	spec *ast.TypeSpec
	in   *goFile
}

type goFunction struct {
	results *ast.FieldList
	name    *ast.Ident
	in      *goFile
}

type goVariable struct {
	typ, value ast.Expr
	in         *goFile
}

// A goFile is a file whose declarations were read.
type goFile struct {
	path    string
	folder  string     // absolute
	pkg     *goPackage // nil until packageOf reads it
	imports goImports
	base    token.Pos
}

// A goExpr is a type as a file writes it.
type goExpr struct {
	e  ast.Expr
	in *goFile
}

// add takes the declarations of a file.
func (p *goPackage) add(name string, tree *ast.File) {
	in := &goFile{path: name, folder: p.folder, pkg: p, base: tree.FileStart, imports: goImports{pkg: tree.Name.Name, paths: map[string]string{}}}
	in.imports.add(tree)
	for _, spec := range tree.Imports {
		if spec.Name == nil {
			imported, _ := strconv.Unquote(spec.Path.Value)
			in.imports.paths[called(imported)] = imported
		}
	}
	for _, d := range tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			f := goFunction{results: d.Type.Results, name: d.Name, in: in}
			f.forget(d)
			if d.Recv == nil || len(d.Recv.List) == 0 {
				p.funcs[d.Name.Name] = f
				continue
			}
			if owner := named(d.Recv.List[0].Type); owner != "" {
				if p.methods[owner] == nil {
					p.methods[owner] = map[string]goFunction{}
				}
				p.methods[owner][d.Name.Name] = f
			}
		case *ast.GenDecl:
			p.general(d, in)
		}
	}
}

// called returns the name that a package is taken to have by its path.
func called(imported string) string {
	base := path.Base(imported)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" && path.Dir(imported) != "." {
		base = path.Base(path.Dir(imported))
	}
	if at := strings.LastIndex(base, ".v"); at > 0 {
		base = base[:at]
	}
	return base
}

func (p *goPackage) general(d *ast.GenDecl, in *goFile) {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			forgetFields(s)
			p.types[s.Name.Name] = goSpec{s, in}
		case *ast.ValueSpec:
			for i, name := range s.Names {
				v := goVariable{typ: s.Type, in: in}
				if i < len(s.Values) {
					v.value = s.Values[i]
				}
				p.vars[name.Name] = v
			}
		}
	}
}

// forget drops the results that are of type parameters.
func (f *goFunction) forget(d *ast.FuncDecl) {
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

// forgetFields drops the types of fields, and the elements, that are type
// parameters of a type.
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
