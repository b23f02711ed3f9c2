package methodsets

import (
	"go/ast"
	"go/parser"
	"strings"

	"github.com/ct-tools/ct/shared/lazy"
)

// A member is a method in a method set.
type member struct {
	*method
	in       scope
	onlyPtr  bool // only pointers to the type have it
	declared *Type
	promoted bool
}

// A set is the methods of a type and of pointers to it.
type set struct {
	methods map[string]*member
	hidden  map[string]bool // names that fields, or several embedded types, take
	unseen  []string        // embedded types that are not seen, and may have more
	union   bool            // of an interface: not only methods say which types it has
}

// An embedded is a type whose members a type has, at some depth.
type embedded struct {
	typ  *Type
	args []string
	ptr  bool // a pointer leads to it
}

// key is a method's name, with the package if only that knows it.
func keyOf(name string, in *file) string {
	if ast.IsExported(name) {
		return name
	}
	return name + "@" + in.pkg.Folder
}

// own are the shapes of a type's own type parameters.
func own(t *Type, sign string) []string {
	var all []string
	for i := range parameters(t.spec) {
		all = append(all, sign+string(rune('0'+i))+sign)
	}
	return all
}

// setOf returns the method set of a type, given the shapes of its type arguments. A name belongs to the least depth that has it, and to
// nothing if that has it twice.
func (t *Tree) setOf(typ *Type, args []string) *set {
	s := &set{methods: map[string]*member{}, hidden: map[string]bool{}}
	seen := map[string]bool{}
	level := []embedded{{typ, args, false}}
	for depth := 0; len(level) > 0 && depth < mostDepth; depth++ {
		var next []embedded
		found := map[string]*member{}
		twice := map[string]bool{}
		add := func(name string, m *member) {
			if _, is := found[name]; is {
				twice[name] = true
			}
			found[name] = m
		}
		for _, e := range level {
			if id := e.typ.id() + strings.Join(e.args, ","); !seen[id] {
				seen[id] = true
				next = append(next, t.members(s, e, depth, add)...)
			}
		}
		for name, m := range found {
			if s.methods[name] != nil || s.hidden[name] {
				continue
			}
			if m == nil || twice[name] {
				s.hidden[name] = true
			} else {
				s.methods[name] = m
			}
		}
		level = next
	}
	return s
}

// members adds what a type has itself, nil for a field, and returns what it embeds.
func (t *Tree) members(s *set, e embedded, depth int, add func(string, *member)) (next []embedded) {
	for name, m := range e.typ.methods {
		in := scope{file: m.file, free: map[string]string{}}
		for i, p := range m.params {
			in.free[p] = "?"
			if i < len(e.args) {
				in.free[p] = e.args[i]
			}
		}
		add(keyOf(name, m.file), &member{method: m, in: in, onlyPtr: m.ptr && !e.ptr, declared: e.typ, promoted: depth > 0})
	}
	body, in, ok := t.underlying(e.typ, scope{e.typ.file, bind(e.typ.spec, e.args)}, mostDepth)
	if !ok {
		s.unseen = append(s.unseen, e.typ.Name)
		return nil
	}
	switch body := body.(type) {
	case *ast.InterfaceType:
		once := map[string]*member{} // interfaces that it embeds may share methods
		t.interfaceOf(s, body, in, e.typ, depth > 0, func(name string, m *member) { once[name] = m }, mostDepth)
		for name, m := range once {
			add(name, m)
		}
	case *ast.StructType:
		return t.fields(s, body, in, e.ptr, add)
	}
	return nil
}

// fields adds the fields of a struct and returns what it embeds.
func (t *Tree) fields(s *set, body *ast.StructType, in scope, ptr bool, add func(string, *member)) (next []embedded) {
	for _, field := range body.Fields.List {
		for _, name := range field.Names {
			add(keyOf(name.Name, in.file), nil)
		}
		if len(field.Names) > 0 {
			continue
		}
		written := field.Type
		star, isPtr := written.(*ast.StarExpr)
		if isPtr {
			written = star.X
		}
		typ, args, name, ok := t.follow(written, in, mostDepth)
		add(keyOf(last(written), in.file), nil)
		switch {
		case ok && typ != nil:
			next = append(next, embedded{typ, args, ptr || isPtr})
		case ok && name == "error":
			add("Error", &member{method: errorMethod.Get(), in: in, promoted: true})
		case !ok:
			s.unseen = append(s.unseen, name)
		}
	}
	return next
}

// last returns the last name of a type as it is written.
func last(e ast.Expr) string {
	base, _ := instance(e)
	if sel, ok := base.(*ast.SelectorExpr); ok {
		return sel.Sel.Name
	}
	return nameOf(base)
}

// follow returns the type that an expression names, through aliases; ok is false if it is not seen. Without a type, name is that of a
// type of the universe.
func (t *Tree) follow(e ast.Expr, in scope, depth int) (typ *Type, args []string, name string, ok bool) {
	base, list := instance(e)
	switch b := base.(type) {
	case *ast.Ident:
		if _, free := in.free[b.Name]; free {
			return nil, nil, "a type parameter", false
		}
	case *ast.StarExpr: // of an alias
		return t.follow(b.X, in, depth-1)
	case *ast.SelectorExpr:
	default:
		return nil, nil, "?", false
	}
	for _, a := range list {
		args = append(args, t.shapeOf(a, in).text)
	}
	r := t.resolve(base, in)
	switch {
	case depth <= 0:
		return nil, nil, "?", false
	case r.typ == nil:
		_, known := universe.Get()[r.outside]
		return nil, nil, shown(r.outside), known
	case r.typ.spec.Assign.IsValid():
		return t.follow(r.typ.spec.Type, scope{r.typ.file, bind(r.typ.spec, args)}, depth-1)
	}
	return r.typ, args, r.typ.Name, true
}

// shown is the name of a type that is not seen.
func shown(outside string) string {
	name := strings.Trim(outside, "?"+away)
	return name[strings.LastIndexByte(name, '/')+1:]
}

// underlying returns the type literal that a type is made of, with where it is written.
func (t *Tree) underlying(typ *Type, in scope, depth int) (ast.Expr, scope, bool) {
	switch body := ast.Unparen(typ.spec.Type).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.IndexListExpr:
		of, args, _, ok := t.follow(body, in, mostDepth)
		if of == nil || depth == 0 {
			return nil, in, ok
		}
		return t.underlying(of, scope{of.file, bind(of.spec, args)}, depth-1)
	default:
		return body, in, true
	}
}

// interfaceOf adds the methods of an interface, with those that it embeds.
func (t *Tree) interfaceOf(s *set, body *ast.InterfaceType, in scope, of *Type, promoted bool, add func(string, *member), depth int) {
	for _, field := range body.Methods.List {
		if f, ok := field.Type.(*ast.FuncType); ok && len(field.Names) > 0 {
			for _, name := range field.Names {
				m := &method{name: name.Name, typ: f, file: in.file, at: -1}
				if of != nil && in.file == of.file {
					m.at, m.line = of.At, of.Line
				}
				add(keyOf(name.Name, in.file), &member{method: m, in: in, declared: of, promoted: promoted})
			}
			continue
		}
		t.embeds(s, field.Type, in, of, promoted, add, depth-1)
	}
}

// embeds adds the methods of an interface that another one embeds.
func (t *Tree) embeds(s *set, e ast.Expr, in scope, of *Type, promoted bool, add func(string, *member), depth int) {
	if literal, ok := e.(*ast.InterfaceType); ok {
		t.interfaceOf(s, literal, in, of, promoted, add, depth)
		return
	}
	typ, args, name, ok := t.follow(e, in, mostDepth)
	switch {
	case depth <= 0:
	case name == "error" && ok && typ == nil:
		add("Error", &member{method: errorMethod.Get(), in: in, declared: of, promoted: promoted})
	case name == "interface{}" && ok:
	case ok && typ == nil, isUnion(e):
		s.union = true
	case !ok:
		s.unseen = append(s.unseen, name)
	default:
		body, inner, seen := t.underlying(typ, scope{typ.file, bind(typ.spec, args)}, mostDepth)
		if literal, is := body.(*ast.InterfaceType); is {
			t.interfaceOf(s, literal, inner, typ, promoted, add, depth)
		} else if seen {
			s.union = true
		} else {
			s.unseen = append(s.unseen, name)
		}
	}
}

// isUnion reports whether an element of an interface is a set of types.
func isUnion(e ast.Expr) bool {
	switch e.(type) {
	case *ast.BinaryExpr, *ast.UnaryExpr:
		return true
	}
	return false
}

// errorMethod is the method of the type error.
var errorMethod = lazy.Value[*method]{Make: func() *method {
	e, _ := parser.ParseExpr("func() string")
	f, _ := e.(*ast.FuncType)
	return &method{name: "Error", typ: f, at: -1}
}}
