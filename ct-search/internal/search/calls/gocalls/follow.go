// Package gocalls resolves calls of Go: by the imports of a file and, for
// receivers, by the declarations of the packages that say their types.
package gocalls

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/resolve"
	"github.com/ct-tools/ct/shared/source"
)

// maxEmbedded bounds types that embed each other, one after the other.
const maxEmbedded = 10

// mostEmbedded bounds the types of one level that are embedded.
const mostEmbedded = 100

// Language is the language whose calls are resolved here.
const Language = "go"

// A Resolver resolves calls of Go.
type Resolver struct {
	*resolve.Index
	tree    *Tree
	places  map[resolve.Place]*resolve.Definition       // by absolute path; made when first asked for, as those below
	scopes  map[packageScope][]*resolve.Definition      // of Go
	folders map[string]map[string][]*resolve.Definition // without an owner: by absolute folder and package
}

// New returns a resolver for the definitions of an index.
func New(x *resolve.Index, tree *Tree) *Resolver { return &Resolver{Index: x, tree: tree} }

// Resolve returns what the callee of a call is bound to.
func (r *Resolver) Resolve(site *resolve.Site) resolve.Resolution {
	c := site.Callee.Golang
	folder := r.tree.Abs(path.Dir(site.Path))
	switch {
	case c.Imported != "":
		return r.ofPackage(site, folder, c.Imported)
	case !strings.Contains(site.Callee.Written, ".") && len(site.Callee.Roots) > 0:
		return r.plain(site, folder)
	}
	if c.Receiver.Root <= source.Opaque {
		return r.shaped(site, folder, "its receiver is not known")
	}
	from := &file{path: site.Path, folder: folder, imports: *c.File} // whose package is read when something asks for it
	t, ok := r.tree.follow(c.Receiver, from)
	if !ok {
		return r.shaped(site, folder, "its receiver is not known")
	}
	f, owner, ok := r.tree.method(t, site.Word)
	if !ok {
		if _, field := r.tree.field(t, site.Word); field {
			return resolve.Resolution{Tier: resolve.Unresolved, Reason: "its receiver has a field of this name, which contains a function", Known: true}
		}
		to, pointer := t.e.(*ast.StarExpr)
		if pointer {
			t.e = to.X
		}
		if id, qualified := t.e.(*ast.SelectorExpr); qualified {
			why := fmt.Sprintf("its receiver is of a type of %s, which is not in the tree", r.tree.importOf(t.in, id))
			if pkg, _ := r.tree.declared(t); pkg != nil {
				why = fmt.Sprintf("its receiver is of a type of %s, in which the method was not found", r.tree.importOf(t.in, id))
			}
			if pointer && declared(c.Receiver) && !r.imports(t.in, id, folder) { // it may be an interface otherwise
				return resolve.Away("%s", why)
			}
			return resolve.Resolution{Tier: resolve.Unresolved, Reason: why, Known: true}
		}
		if id, is := t.e.(*ast.Ident); is && id.Name == "error" {
			return resolve.Open("its receiver is of the predeclared type error, which any type with the method can be")
		}
		return r.shaped(site, folder, "its receiver is not of a type with known methods")
	}
	target := r.target(f)
	if target != nil {
		target = r.variant(site.Path, r.scoped(packageScope{r.tree.Abs(target.Folder), target.Package, target.Owner}))
	}
	if target == nil {
		return resolve.Open("its receiver has it from %s, outside of what was searched", owner)
	}
	if !declared(c.Receiver) {
		return resolve.Bound(target, resolve.Med, "its receiver is the result of a function, a %s", owner)
	}
	v := resolve.Bound(target, resolve.High, "its receiver is declared, and %s has the method", owner)
	v.ByType = r.tree.isType(c.Receiver, from)
	return v
}

// Inherited returns the method of the name that a type has from another one.
func (r *Resolver) Inherited(typ *resolve.Definition) *resolve.Definition {
	if f, _, ok := r.tree.method(r.typeOf(typ), r.Name); ok {
		return r.target(f)
	}
	return nil
}

// Reaches reports whether a method that a call is bound to is one of an interface.
func (r *Resolver) Reaches(_ *resolve.Site, to *resolve.Definition, _ bool) bool {
	_, is := r.tree.underlying(r.typeOf(to)).e.(*ast.InterfaceType)
	return is && to.Owner != ""
}

// typeOf returns the type that a definition declares.
func (r *Resolver) typeOf(t *resolve.Definition) expr {
	folder := r.tree.Abs(path.Dir(t.Path))
	in := &file{path: t.Path, folder: folder, imports: resolve.Imports{Package: t.Package}}
	name := t.Qualname()
	if t.Owner != "" && !t.Class {
		name = t.Owner
	}
	return expr{ast.NewIdent(name), in}
}

// imports reports whether the package that a qualified name is of can be read.
func (r *Resolver) imports(in *file, e *ast.SelectorExpr, folder string) bool {
	name := r.tree.importOf(in, e)
	return r.tree.isFolder(r.tree.Folder(folder, name))
}

// importOf returns the path of the package that a qualified name is of.
func (t *Tree) importOf(in *file, e *ast.SelectorExpr) string {
	if id, ok := e.X.(*ast.Ident); ok && in.imports.Paths[id.Name] != "" {
		return in.imports.Paths[id.Name]
	}
	return "another package"
}

// target returns the definition of the symbol that a function is.
func (r *Resolver) target(f function) *resolve.Definition {
	if r.places == nil {
		r.places = map[resolve.Place]*resolve.Definition{}
		for _, t := range r.Definitions {
			name := path.Join(r.tree.Abs(t.Folder), path.Base(t.Path))
			r.places[resolve.Place{Path: name, At: t.Start}] = t
		}
	}
	return r.places[resolve.Place{Path: f.in.path, At: int(f.name.Pos() - f.in.base)}]
}

// plain follows a call by a name alone.
func (r *Resolver) plain(site *resolve.Site, folder string) resolve.Resolution {
	switch base := &site.Callee.Roots[0]; {
	case site.Callee.Golang.Scope == source.OfFunction:
		return resolve.Open("%s is a local name here", site.Word)
	case site.Callee.Golang.Scope == source.OfPackage:
	case base.Origin == resolve.Parameter, base.Origin == resolve.Local, base.Origin == resolve.Here && !base.Plain:
		return resolve.Open("%s is a local name here", site.Word)
	}
	if v, ok := r.among(site, r.plainTargets(site.Path, folder, site.Callee.Golang.File.Package), "defined in the package"); ok {
		return v
	}
	for _, dot := range site.Callee.Golang.File.Dots {
		if v := r.ofPackage(site, folder, dot); v.Target != nil {
			return v
		}
	}
	return resolve.Open("nothing in its package binds it")
}

// ofPackage follows a call of a function of an imported package.
func (r *Resolver) ofPackage(site *resolve.Site, folder, imported string) resolve.Resolution {
	in := r.tree.Folder(folder, imported)
	if in == "" {
		for _, t := range r.Definitions {
			if r.tree.module(folder).path != "" {
				break // its go.mod says that it is not
			}
			if t.Language == Language && t.OfPackage() && path.Base(t.Folder) == path.Base(imported) {
				return resolve.Bound(t, resolve.Med, "imported from %s, as its folder is named", imported)
			}
		}
		return resolve.Away("imported from %s, which is not in the tree", imported)
	}
	if v, ok := r.among(site, r.exported(in), "imported from "+imported); ok {
		return v
	}
	return resolve.Open("imported from %s, which does not define it in the searched files", imported)
}

// among binds a call to the definitions of a package that it can mean, which are those of different builds.
func (r *Resolver) among(site *resolve.Site, all []*resolve.Definition, why string) (resolve.Resolution, bool) {
	t := r.variant(site.Path, all)
	switch {
	case t == nil:
		return resolve.Resolution{}, false
	case t.Class:
		return resolve.Resolution{Target: t, Reason: why, Conversion: true}, true
	case t.Value:
		return resolve.Bound(t, resolve.Med, "%s, a variable", why), true
	}
	return resolve.Bound(t, resolve.High, "%s%s", why, builds(all)), true
}

// shaped judges a call whose receiver is not known: where the tree defines one method of the name, in the package of
// the call or in one that it imports, name and shape agree.
func (r *Resolver) shaped(site *resolve.Site, folder, why string) resolve.Resolution {
	t := r.Lone(true)
	if t == nil || t.Language != Language || t.Value {
		return resolve.Open("%s", why)
	}
	if site.Word == "Error" {
		return resolve.Open("%s; any error has the method", why) // of the predeclared type, which is outside of the tree
	}
	if r.tree.Abs(t.Folder) == folder {
		return resolve.Bound(t, resolve.Med, "%s; the tree defines the method once, in this package", why)
	}
	for _, imported := range site.Callee.Golang.File.Paths {
		if r.tree.Folder(folder, imported) == r.tree.Abs(t.Folder) {
			return resolve.Bound(t, resolve.Med, "%s; the tree defines the method once, in a package imported here", why)
		}
	}
	return resolve.Open("%s", why)
}

// declared reports whether no function says what a value is.
func declared(v source.Value) bool { return !slices.Contains(v.Steps, "()") }

// follow returns the type of a value of a file.
func (t *Tree) follow(v source.Value, in *file) (expr, bool) {
	steps := v.Steps
	name := v.Name
	if v.Root == source.Named && in.imports.Paths[name] != "" && len(steps) > 0 && strings.HasPrefix(steps[0], ".") { // of a package
		name, steps = name+steps[0], steps[1:]
	}
	e, err := parser.ParseExpr(name)
	if err != nil {
		return expr{}, false
	}
	at, ok := expr{e, in}, true
	switch {
	case v.Root == source.OfType:
	case len(steps) > 0 && steps[0] == "()":
		index, n := indexOf(steps[1:])
		steps = steps[1+n:]
		at, ok = t.result(at, index)
	default:
		at, ok = t.variable(at, maxEmbedded)
	}
	for i := 0; ok && i < len(steps); i++ {
		switch step := steps[i]; {
		case step == "[]":
			at, ok = t.element(at)
		case step[0] == '.' && i+1 < len(steps) && steps[i+1] == "()":
			index, n := indexOf(steps[i+2:])
			i += 1 + n
			var f function
			if f, _, ok = t.method(at, step[1:]); ok {
				at, ok = f.result(index)
			}
		case step[0] == '.':
			at, ok = t.field(at, step[1:])
		default:
			ok = false
		}
	}
	return at, ok
}

// isType reports whether a value is not one, but the name of a type: T of T.M, (*T).M, p.T.M and T[int].M.
func (t *Tree) isType(v source.Value, in *file) bool {
	if v.Root != source.Named {
		return false
	}
	at, steps := expr{ast.NewIdent(v.Name), in}, v.Steps
	if in.imports.Paths[v.Name] != "" && len(steps) > 0 && steps[0][0] == '.' {
		at.e, steps = &ast.SelectorExpr{X: ast.NewIdent(v.Name), Sel: ast.NewIdent(steps[0][1:])}, steps[1:]
	}
	pkg, name := t.declared(at)
	if pkg == nil || slices.ContainsFunc(steps, func(step string) bool { return step != "[]" }) {
		return false
	}
	_, is := pkg.types[name]
	return is
}

// indexOf returns which of several results the first step takes, and how many steps say so.
func indexOf(steps []string) (index, n int) {
	if len(steps) == 0 || steps[0][0] != '#' {
		return 0, 0
	}
	index, _ = strconv.Atoi(steps[0][1:])
	return index, 1
}

// declared returns the package and the name that an expression names.
func (t *Tree) declared(at expr) (*declarations, string) {
	switch e := at.e.(type) {
	case *ast.Ident:
		return t.packageOf(at.in), e.Name
	case *ast.SelectorExpr:
		id, ok := e.X.(*ast.Ident)
		if !ok {
			return nil, ""
		}
		imported := at.in.imports.Paths[id.Name]
		if folder := t.Folder(at.in.folder, imported); imported != "" && folder != "" {
			return t.pkg(folder), e.Sel.Name
		}
	case *ast.StarExpr:
		return t.declared(expr{e.X, at.in})
	case *ast.ParenExpr:
		return t.declared(expr{e.X, at.in})
	case *ast.IndexExpr:
		return t.declared(expr{e.X, at.in})
	case *ast.IndexListExpr:
		return t.declared(expr{e.X, at.in})
	}
	return nil, ""
}

// result returns what a function returns, or the type that a conversion names.
func (t *Tree) result(at expr, index int) (expr, bool) {
	pkg, name := t.declared(at)
	if pkg == nil {
		return expr{}, false
	}
	if f, ok := pkg.funcs[name]; ok {
		return f.result(index)
	}
	_, ok := pkg.types[name]
	return at, ok
}

func (f function) result(index int) (expr, bool) {
	if f.results == nil {
		return expr{}, false
	}
	for _, field := range f.results.List {
		if index -= max(len(field.Names), 1); index < 0 {
			return expr{field.Type, f.in}, true
		}
	}
	return expr{}, false
}

// variable returns the type of a variable of a package.
func (t *Tree) variable(at expr, most int) (expr, bool) {
	pkg, name := t.declared(at)
	if pkg == nil || most == 0 {
		return expr{}, false
	}
	v, ok := pkg.vars[name]
	if !ok {
		_, ok = pkg.types[name] // a method expression T.m, or a composite of it
		return at, ok
	}
	if v.typ != nil {
		return expr{v.typ, v.in}, true
	}
	return t.value(v.value, v.in, most-1)
}

// value returns the type of an expression at the top of a file.
func (t *Tree) value(e ast.Expr, in *file, most int) (expr, bool) {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return t.value(e.X, in, most)
		}
	case *ast.CompositeLit:
		return expr{e.Type, in}, e.Type != nil
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && (id.Name == "new" || id.Name == "make") && len(e.Args) > 0 {
			return expr{e.Args[0], in}, true
		}
		return t.result(expr{e.Fun, in}, 0)
	case *ast.Ident, *ast.SelectorExpr:
		return t.variable(expr{e, in}, most)
	}
	return expr{}, false
}

// underlying follows names of types to what they are declared as.
func (t *Tree) underlying(at expr) expr {
	for range maxEmbedded {
		pkg, name := t.declared(at)
		if pkg == nil {
			break
		}
		s, ok := pkg.types[name]
		if !ok {
			break
		}
		at = expr{s.spec.Type, s.in}
	}
	return at
}

func (t *Tree) element(at expr) (expr, bool) {
	switch e := t.underlying(at).e.(type) {
	case *ast.ArrayType:
		return expr{e.Elt, t.underlying(at).in}, true
	case *ast.MapType:
		return expr{e.Value, t.underlying(at).in}, true
	case *ast.Ellipsis:
		return expr{e.Elt, at.in}, true
	case *ast.ChanType:
		return expr{e.Value, t.underlying(at).in}, true
	}
	return expr{}, false
}

// A member is what a name after a value is: a field or a method.
type member struct {
	field  expr // of a field
	method function
	owner  string // the type that has the method; empty for a field
}

// member returns what a name after a value of a type means: of the types that it
// embeds the outermost that has the name, where just one does.
func (t *Tree) member(at expr, name string) (member, bool) {
	level := []expr{at}
	hidden := false // a type further out is not known, and may have the name
	for range maxEmbedded {
		var found []member
		var next []expr
		for _, at := range level {
			m, ok, below := t.own(at, name)
			if ok {
				found = append(found, m)
			}
			next = append(next, below...)
		}
		if len(found) == 1 {
			return found[0], !hidden
		}
		if len(found) > 1 || len(next) == 0 || len(next) > mostEmbedded {
			return member{}, false
		}
		hidden = hidden || slices.ContainsFunc(level, func(at expr) bool { return !t.known(at) })
		level = next
	}
	return member{}, false
}

// known reports whether what a type has can be seen.
func (t *Tree) known(at expr) bool {
	at = t.underlying(at)
	switch e := at.e.(type) {
	case *ast.StructType, *ast.InterfaceType, *ast.MapType, *ast.ArrayType, *ast.FuncType, *ast.ChanType:
		return true
	case *ast.Ident:
		return e.Name != "error"
	}
	return false
}

// own returns the field or the method of a type that has the name, and the types that it embeds.
func (t *Tree) own(at expr, name string) (m member, ok bool, below []expr) {
	for range maxEmbedded {
		pkg, typ := t.declared(at)
		if pkg == nil {
			break
		}
		m.owner = fmt.Sprintf("%s.%s", path.Base(pkg.folder), typ)
		if f, ok := pkg.methods[typ][name]; ok {
			m.method = f
			return m, true, nil
		}
		s, ok := pkg.types[typ]
		if !ok {
			return member{}, false, nil
		}
		at = expr{s.spec.Type, s.in}
		if !s.spec.Assign.IsValid() { // another type, without the methods of the one it is made of
			at = t.underlying(at)
			break
		}
	}
	switch e := at.e.(type) {
	case *ast.StructType:
		for _, f := range e.Fields.List {
			for _, n := range f.Names {
				if n.Name == name {
					return member{field: expr{f.Type, at.in}}, true, nil
				}
			}
			if len(f.Names) == 0 {
				if embedded(f.Type) == name {
					return member{field: expr{f.Type, at.in}}, true, nil
				}
				below = append(below, expr{f.Type, at.in})
			}
		}
	case *ast.InterfaceType:
		return t.ofInterface(at, e, name, m.owner, maxEmbedded)
	}
	return member{}, false, below
}

// ofInterface returns the method of an interface, or of the first it embeds that has it.
func (t *Tree) ofInterface(at expr, e *ast.InterfaceType, name, owner string, most int) (m member, ok bool, below []expr) {
	for _, f := range e.Methods.List {
		if sig, is := f.Type.(*ast.FuncType); is && len(f.Names) > 0 && f.Names[0].Name == name {
			return member{method: function{results: sig.Results, name: f.Names[0], in: at.in}, owner: owner}, true, nil
		}
	}
	for _, f := range e.Methods.List {
		if len(f.Names) > 0 || most == 0 {
			continue
		}
		under := t.underlying(expr{f.Type, at.in})
		if inner, is := under.e.(*ast.InterfaceType); is {
			if _, typ := t.declared(expr{f.Type, at.in}); typ != "" {
				owner = typ
			}
			if m, ok, _ := t.ofInterface(under, inner, name, owner, most-1); ok {
				return m, true, nil
			}
		}
	}
	return member{}, false, nil
}

// field returns the type of a field, that of an embedded struct too.
func (t *Tree) field(at expr, name string) (expr, bool) {
	m, ok := t.member(at, name)
	return m.field, ok && m.method.name == nil
}

// method returns the method of a type: its own, that of an interface, or one of
// what it embeds; and the name of the type that has it.
func (t *Tree) method(at expr, name string) (f function, owner string, ok bool) {
	m, ok := t.member(at, name)
	return m.method, m.owner, ok && m.method.name != nil
}

// embedded returns the name that an embedded field has.
func embedded(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return embedded(e.X)
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return named(e)
}
