package calls

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/source"
)

// maxEmbedded bounds types that embed each other, one after the other.
const maxEmbedded = 10

// mostEmbedded bounds the types of one level that are embedded.
const mostEmbedded = 100

// golangCall follows the callee of a Go file.
func (r *resolver) golangCall(site *Site) resolution {
	c := site.callee.golang
	folder := r.golang.abs(path.Dir(site.Path))
	switch {
	case c.imported != "":
		return r.ofPackage(site, folder, c.imported)
	case !strings.Contains(site.callee.written, ".") && len(site.callee.roots) > 0:
		return r.plainGo(site, folder)
	}
	if c.receiver.Root <= source.Opaque {
		return r.shapedGo(site, folder, "its receiver is not known")
	}
	from := &goFile{path: site.Path, folder: folder, imports: *c.file} // whose package is read when something asks for it
	t, ok := r.golang.follow(c.receiver, from)
	if !ok {
		return r.shapedGo(site, folder, "its receiver is not known")
	}
	f, owner, ok := r.golang.method(t, site.Word)
	if !ok {
		if _, field := r.golang.field(t, site.Word); field {
			return resolution{tier: Unresolved, reason: "its receiver has a field of this name, which contains a function", known: true}
		}
		to, pointer := t.e.(*ast.StarExpr)
		if pointer {
			t.e = to.X
		}
		if id, qualified := t.e.(*ast.SelectorExpr); qualified {
			why := fmt.Sprintf("its receiver is of a type of %s, which is not in the tree", r.golang.importOf(t.in, id))
			if pkg, _ := r.golang.declared(t); pkg != nil {
				why = fmt.Sprintf("its receiver is of a type of %s, in which the method was not found", r.golang.importOf(t.in, id))
			}
			if pointer && declared(c.receiver) && !imports(t.in, id, r, folder) { // it may be an interface otherwise
				return away("%s", why)
			}
			return resolution{tier: Unresolved, reason: why, known: true}
		}
		if id, is := t.e.(*ast.Ident); is && id.Name == "error" {
			return open("its receiver is of the predeclared type error, which any type with the method can be")
		}
		return r.shapedGo(site, folder, "its receiver is not of a type with known methods")
	}
	target := r.golangTarget(f)
	if target != nil {
		target = r.variant(site.Path, r.scoped(goScope{r.golang.abs(target.folder), target.pkg, target.owner}))
	}
	if target == nil {
		return open("its receiver has it from %s, outside of what was searched", owner)
	}
	if !declared(c.receiver) {
		return bound(target, Med, "its receiver is the result of a function, a %s", owner)
	}
	return bound(target, High, "its receiver is declared, and %s has the method", owner)
}

// imports reports whether the package that a qualified name is of can be read.
func imports(in *goFile, e *ast.SelectorExpr, r *resolver, folder string) bool {
	name := r.golang.importOf(in, e)
	return r.golang.isFolder(r.golang.folder(folder, name))
}

// importOf returns the path of the package that a qualified name is of.
func (t *goTree) importOf(in *goFile, e *ast.SelectorExpr) string {
	if id, ok := e.X.(*ast.Ident); ok && in.imports.paths[id.Name] != "" {
		return in.imports.paths[id.Name]
	}
	return "another package"
}

// golangTarget returns the definition of the symbol that a function is.
func (r *resolver) golangTarget(f goFunction) *Target {
	if r.goPlaces == nil {
		r.goPlaces = map[place]*Target{}
		for _, t := range r.found.Definitions {
			name := path.Join(r.golang.abs(t.folder), path.Base(t.Path))
			r.goPlaces[place{path: name, at: t.at}] = t
		}
	}
	return r.goPlaces[place{path: f.in.path, at: int(f.name.Pos() - f.in.base)}]
}

// plainGo follows a call by a name alone.
func (r *resolver) plainGo(site *Site, folder string) resolution {
	switch base := &site.callee.roots[0]; {
	case site.callee.golang.scope == source.OfFunction:
		return open("%s is a local name here", site.Word)
	case site.callee.golang.scope == source.OfPackage:
	case base.origin == parameter, base.origin == local, base.origin == here && !base.plain:
		return open("%s is a local name here", site.Word)
	}
	if v, ok := r.among(site, r.plainTargets(site.Path, folder, site.callee.golang.file.pkg), "defined in the package"); ok {
		return v
	}
	for _, dot := range site.callee.golang.file.dots {
		if v := r.ofPackage(site, folder, dot); v.target != nil {
			return v
		}
	}
	return open("nothing in its package binds it")
}

// ofPackage follows a call of a function of an imported package.
func (r *resolver) ofPackage(site *Site, folder, imported string) resolution {
	in := r.golang.folder(folder, imported)
	if in == "" {
		for _, t := range r.found.Definitions {
			if r.golang.module(folder).path != "" {
				break // its go.mod says that it is not
			}
			if t.Language == "go" && t.ofPackage() && path.Base(t.folder) == path.Base(imported) {
				return bound(t, Med, "imported from %s, as its folder is named", imported)
			}
		}
		return away("imported from %s, which is not in the tree", imported)
	}
	if v, ok := r.among(site, r.exported(in), "imported from "+imported); ok {
		return v
	}
	return open("imported from %s, which does not define it in the searched files", imported)
}

// among binds a call to the definitions of a package that it can mean, which
// are those of different builds.
func (r *resolver) among(site *Site, all []*Target, why string) (resolution, bool) {
	t := r.variant(site.Path, all)
	switch {
	case t == nil:
		return resolution{}, false
	case t.class:
		return resolution{target: t, reason: why, conversion: true}, true
	case t.value:
		return bound(t, Med, "%s, a variable", why), true
	}
	return bound(t, High, "%s%s", why, builds(all)), true
}

// shapedGo judges a call whose receiver is not known: where the tree defines
// one method of the name, in the package of the call or in one that it imports,
// name and shape agree.
func (r *resolver) shapedGo(site *Site, folder, why string) resolution {
	t := r.lone(true)
	if t == nil || t.Language != "go" || t.value {
		return open("%s", why)
	}
	if site.Word == "Error" {
		return open("%s; any error has the method", why) // of the predeclared type, which is outside of the tree
	}
	if r.golang.abs(t.folder) == folder {
		return bound(t, Med, "%s; the tree defines the method once, in this package", why)
	}
	for _, imported := range site.callee.golang.file.paths {
		if r.golang.folder(folder, imported) == r.golang.abs(t.folder) {
			return bound(t, Med, "%s; the tree defines the method once, in a package imported here", why)
		}
	}
	return open("%s", why)
}

// declared reports whether no function says what a value is.
func declared(v source.Value) bool { return !slices.Contains(v.Steps, "()") }

// follow returns the type of a value of a file.
func (t *goTree) follow(v source.Value, in *goFile) (goExpr, bool) {
	steps := v.Steps
	name := v.Name
	if v.Root == source.Named && in.imports.paths[name] != "" && len(steps) > 0 && strings.HasPrefix(steps[0], ".") { // of a package
		name, steps = name+steps[0], steps[1:]
	}
	e, err := parser.ParseExpr(name)
	if err != nil {
		return goExpr{}, false
	}
	at, ok := goExpr{e, in}, true
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
			var f goFunction
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

// indexOf returns which of several results the first step takes, and how many
// steps say so.
func indexOf(steps []string) (index, n int) {
	if len(steps) == 0 || steps[0][0] != '#' {
		return 0, 0
	}
	index, _ = strconv.Atoi(steps[0][1:])
	return index, 1
}

// declared returns the package and the name that an expression names.
func (t *goTree) declared(at goExpr) (*goPackage, string) {
	switch e := at.e.(type) {
	case *ast.Ident:
		return t.packageOf(at.in), e.Name
	case *ast.SelectorExpr:
		id, ok := e.X.(*ast.Ident)
		if !ok {
			return nil, ""
		}
		imported := at.in.imports.paths[id.Name]
		if folder := t.folder(at.in.folder, imported); imported != "" && folder != "" {
			return t.pkg(folder), e.Sel.Name
		}
	case *ast.StarExpr:
		return t.declared(goExpr{e.X, at.in})
	case *ast.ParenExpr:
		return t.declared(goExpr{e.X, at.in})
	case *ast.IndexExpr:
		return t.declared(goExpr{e.X, at.in})
	case *ast.IndexListExpr:
		return t.declared(goExpr{e.X, at.in})
	}
	return nil, ""
}

// result returns what a function returns, or the type that a conversion names.
func (t *goTree) result(at goExpr, index int) (goExpr, bool) {
	pkg, name := t.declared(at)
	if pkg == nil {
		return goExpr{}, false
	}
	if f, ok := pkg.funcs[name]; ok {
		return f.result(index)
	}
	_, ok := pkg.types[name]
	return at, ok
}

func (f goFunction) result(index int) (goExpr, bool) {
	if f.results == nil {
		return goExpr{}, false
	}
	for _, field := range f.results.List {
		if index -= max(len(field.Names), 1); index < 0 {
			return goExpr{field.Type, f.in}, true
		}
	}
	return goExpr{}, false
}

// variable returns the type of a variable of a package.
func (t *goTree) variable(at goExpr, most int) (goExpr, bool) {
	pkg, name := t.declared(at)
	if pkg == nil || most == 0 {
		return goExpr{}, false
	}
	v, ok := pkg.vars[name]
	if !ok {
		_, ok = pkg.types[name] // a method expression T.m, or a composite of it
		return at, ok
	}
	if v.typ != nil {
		return goExpr{v.typ, v.in}, true
	}
	return t.value(v.value, v.in, most-1)
}

// value returns the type of an expression at the top of a file.
func (t *goTree) value(e ast.Expr, in *goFile, most int) (goExpr, bool) {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		if e.Op == token.AND {
			return t.value(e.X, in, most)
		}
	case *ast.CompositeLit:
		return goExpr{e.Type, in}, e.Type != nil
	case *ast.CallExpr:
		if id, ok := e.Fun.(*ast.Ident); ok && (id.Name == "new" || id.Name == "make") && len(e.Args) > 0 {
			return goExpr{e.Args[0], in}, true
		}
		return t.result(goExpr{e.Fun, in}, 0)
	case *ast.Ident, *ast.SelectorExpr:
		return t.variable(goExpr{e, in}, most)
	}
	return goExpr{}, false
}

// underlying follows names of types to what they are declared as.
func (t *goTree) underlying(at goExpr) goExpr {
	for range maxEmbedded {
		pkg, name := t.declared(at)
		if pkg == nil {
			break
		}
		s, ok := pkg.types[name]
		if !ok {
			break
		}
		at = goExpr{s.spec.Type, s.in}
	}
	return at
}

func (t *goTree) element(at goExpr) (goExpr, bool) {
	switch e := t.underlying(at).e.(type) {
	case *ast.ArrayType:
		return goExpr{e.Elt, t.underlying(at).in}, true
	case *ast.MapType:
		return goExpr{e.Value, t.underlying(at).in}, true
	case *ast.Ellipsis:
		return goExpr{e.Elt, at.in}, true
	case *ast.ChanType:
		return goExpr{e.Value, t.underlying(at).in}, true
	}
	return goExpr{}, false
}

// A goMember is what a name after a value is: a field or a method.
type goMember struct {
	field  goExpr // of a field
	method goFunction
	owner  string // the type that has the method; empty for a field
}

// member returns what a name after a value of a type means: of the types that it
// embeds the outermost that has the name, where just one does.
func (t *goTree) member(at goExpr, name string) (goMember, bool) {
	level := []goExpr{at}
	hidden := false // a type further out is not known, and may have the name
	for range maxEmbedded {
		var found []goMember
		var next []goExpr
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
			return goMember{}, false
		}
		hidden = hidden || slices.ContainsFunc(level, func(at goExpr) bool { return !t.known(at) })
		level = next
	}
	return goMember{}, false
}

// known reports whether what a type has can be seen.
func (t *goTree) known(at goExpr) bool {
	at = t.underlying(at)
	switch e := at.e.(type) {
	case *ast.StructType, *ast.InterfaceType, *ast.MapType, *ast.ArrayType, *ast.FuncType, *ast.ChanType:
		return true
	case *ast.Ident:
		return e.Name != "error"
	}
	return false
}

// own returns the field or the method of a type that has the name, and the types
// that it embeds.
func (t *goTree) own(at goExpr, name string) (m goMember, ok bool, below []goExpr) {
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
			return goMember{}, false, nil
		}
		at = goExpr{s.spec.Type, s.in}
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
					return goMember{field: goExpr{f.Type, at.in}}, true, nil
				}
			}
			if len(f.Names) == 0 {
				if embedded(f.Type) == name {
					return goMember{field: goExpr{f.Type, at.in}}, true, nil
				}
				below = append(below, goExpr{f.Type, at.in})
			}
		}
	case *ast.InterfaceType:
		return t.ofInterface(at, e, name, m.owner, maxEmbedded)
	}
	return goMember{}, false, below
}

// ofInterface returns the method of an interface, or of the first it embeds that
// has it.
func (t *goTree) ofInterface(at goExpr, e *ast.InterfaceType, name, owner string, most int) (m goMember, ok bool, below []goExpr) {
	for _, f := range e.Methods.List {
		if sig, is := f.Type.(*ast.FuncType); is && len(f.Names) > 0 && f.Names[0].Name == name {
			return goMember{method: goFunction{results: sig.Results, name: f.Names[0], in: at.in}, owner: owner}, true, nil
		}
	}
	for _, f := range e.Methods.List {
		if len(f.Names) > 0 || most == 0 {
			continue
		}
		under := t.underlying(goExpr{f.Type, at.in})
		if inner, is := under.e.(*ast.InterfaceType); is {
			if _, typ := t.declared(goExpr{f.Type, at.in}); typ != "" {
				owner = typ
			}
			if m, ok, _ := t.ofInterface(under, inner, name, owner, most-1); ok {
				return m, true, nil
			}
		}
	}
	return goMember{}, false, nil
}

// field returns the type of a field, that of an embedded struct too.
func (t *goTree) field(at goExpr, name string) (goExpr, bool) {
	m, ok := t.member(at, name)
	return m.field, ok && m.method.name == nil
}

// method returns the method of a type: its own, that of an interface, or one of
// what it embeds; and the name of the type that has it.
func (t *goTree) method(at goExpr, name string) (f goFunction, owner string, ok bool) {
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
