package methodsets

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// An Interface is an interface whose implementations are looked for.
type Interface struct {
	Type    *Type
	id      string
	methods map[string]shape
	exact   map[string]bool // the signature has no type parameter of the interface
	unseen  []string
	Union   bool // types have it by what they are made of too
}

// Names returns the names of the methods, as they are written, sorted.
func (i *Interface) Names() []string {
	var all []string
	for key := range i.methods {
		name, _, _ := strings.Cut(key, "@")
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// Unseen names an interface that it embeds and that is not seen; "" for none.
func (i *Interface) Unseen() string { return strings.Join(i.unseen, ", ") }

// hole is the sign around the type parameters of an interface in shapes.
const hole = "\x01"

// Interface returns what a type asks of those that implement it; false if it is no interface.
func (t *Tree) Interface(typ *Type) (*Interface, bool) {
	body, _, ok := t.underlying(typ, scope{typ.file, nil}, mostDepth)
	if _, is := body.(*ast.InterfaceType); !ok || !is {
		return nil, false
	}
	s := t.setOf(typ, own(typ, hole))
	i := &Interface{Type: typ, id: typ.id(), methods: map[string]shape{}, exact: map[string]bool{}, unseen: s.unseen, Union: s.union}
	for name, m := range s.methods {
		i.methods[name] = t.signature(m.typ, m.in)
		i.exact[name] = !strings.Contains(i.methods[name].text, hole)
	}
	return i, true
}

// An Answer says whether a type implements an interface.
type Answer struct {
	Implements bool
	Pointer    bool     // only pointers to the type do
	Sure       bool     // all of it is seen
	Likely     bool     // all methods are there, and some of it is not seen
	Reason     string   // in words
	Signatures []string // methods of the interface's names with other signatures, sorted
	Methods    map[string]Place
}

// A Place is where a method is declared.
type Place struct {
	File string
	At   int
	Line int64
	Own  bool   // the type declares it itself
	From string // the type that declares it, from which the type has it by embedding; "" if it is an interface
}

// Doubts are what leaves open whether a type implements an interface: methods that are written with types outside of the
// tree, that may come from types outside of it, or that some systems lack.
type doubts struct {
	open, missing, systems []string
	unseen                 []string // types outside of the tree that the type embeds
	generic                bool
}

// explain adds to a reason what is in doubt, or replaces it.
func (d doubts) explain(why string, of *Interface) string {
	switch {
	case len(d.missing) > 0:
		return fmt.Sprintf("%s may come from the embedded %s, which is not in the tree", strings.Join(d.missing, ", "), strings.Join(d.unseen, ", "))
	case len(d.open) > 0:
		return why + fmt.Sprintf("; %s is written with types that are not in the tree, which may differ", strings.Join(d.open, ", "))
	case len(of.unseen) > 0:
		return why + fmt.Sprintf("; the interface embeds %s, which is not in the tree", of.Unseen())
	case len(d.systems) > 0:
		return why + fmt.Sprintf("; %s is declared for some systems only", strings.Join(d.systems, ", "))
	case d.generic:
		return why + ", for some type arguments"
	}
	return why
}

// Implements reports whether a type implements an interface.
func (t *Tree) Implements(typ *Type, of *Interface) Answer {
	a := Answer{Methods: map[string]Place{}}
	if typ.id() == of.id {
		return a
	}
	s := t.setOf(typ, own(typ, "\x02"))
	var open, missing, systems []string
	bound := map[string]string{}
	generic := false
	from := map[string]bool{}
	for name, want := range of.methods {
		m := s.methods[name]
		if m == nil {
			missing = append(missing, name)
			continue
		}
		got := t.signature(m.typ, m.in)
		generic = generic || !of.exact[name]
		switch {
		case unify(want.text, got.text, bound):
		case !want.differs(got):
			open = append(open, m.name)
		default:
			a.Signatures = append(a.Signatures, m.name)
		}
		a.Pointer = a.Pointer || m.onlyPtr
		if m.file != nil && typ.file.usual && !m.file.usual {
			systems = append(systems, m.name)
		}
		if m.promoted && m.declared != nil {
			from[m.declared.Name] = true
		}
		if m.at >= 0 && m.file != nil {
			a.Methods[m.name] = m.place(typ)
		}
	}
	slices.Sort(a.Signatures)
	switch {
	case len(a.Signatures) > 0, len(missing) > 0 && len(s.unseen) == 0, len(missing) == len(of.methods):
		return a
	}
	slices.Sort(open)
	slices.Sort(missing)
	a.Implements = true
	a.Sure = len(open)+len(missing)+len(of.unseen)+len(systems) == 0 && !generic
	a.Likely = len(missing) == 0
	a.Reason = doubts{open, missing, systems, s.unseen, generic}.explain(reason(len(of.methods), from), of)
	return a
}

// place returns where a method of a type is declared.
func (m *member) place(typ *Type) Place {
	at := Place{File: m.file.path, At: m.at, Line: m.line, Own: !m.promoted && !typ.IsInterface()}
	if m.promoted && !typ.IsInterface() && m.declared != nil && !m.declared.IsInterface() {
		at.From = m.declared.Name
	}
	return at
}

// reason says which methods a type has.
func reason(n int, from map[string]bool) string {
	text := "it has the method"
	if n > 1 {
		text = fmt.Sprintf("it has all %d methods", n)
	}
	if len(from) == 0 {
		return text
	}
	var names []string
	for name := range from {
		names = append(names, name)
	}
	slices.Sort(names)
	return text + ", some by embedding " + strings.Join(names[:min(len(names), 3)], ", ")
}

// unify reports whether a shape can be made of another one by giving the type parameters in it values, the same everywhere.
func unify(want, got string, bound map[string]string) bool {
	at := strings.Index(want, hole)
	if at < 0 {
		return want == got
	}
	if !strings.HasPrefix(got, want[:at]) {
		return false
	}
	name := want[at : at+len(hole)+1+len(hole)]
	rest, left := want[at+len(name):], got[at:]
	if value, is := bound[name]; is {
		return strings.HasPrefix(left, value) && unify(rest, left[len(value):], bound)
	}
	for end := 1; end <= len(left); end++ {
		if !balanced(left[:end]) {
			continue
		}
		bound[name] = left[:end]
		if unify(rest, left[end:], bound) {
			return true
		}
		delete(bound, name)
	}
	return false
}

// balanced reports whether a text has as many opening as closing brackets, in their order, and is one type.
func balanced(text string) bool {
	depth := 0
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth < 0 {
				return false
			}
		case ',', ';':
			if depth == 0 {
				return false
			}
		}
	}
	return depth == 0
}

// EachOf calls do for every type of the packages of a folder that may have members of one of the names: a method of the name m, or an
// embedded type with the name.
func (t *Tree) EachOf(folder string, tests bool, names map[string]bool, m string, do func(*Type)) {
	for _, p := range t.Packages(folder, tests) {
		for _, typ := range p.types {
			if typ.methods[m] != nil || embedsOne(typ.spec.Type, names, m) {
				do(typ)
			}
		}
	}
}

// Has reports whether a type has a method of a name, or may have it.
func (t *Tree) Has(typ *Type, name string) bool {
	s := t.setOf(typ, own(typ, "\x02"))
	return s.methods[keyOf(name, typ.file)] != nil || len(s.unseen) > 0
}

// embedsOne reports whether a type embeds one of the names, is defined by it, or declares the method m as an interface.
func embedsOne(e ast.Expr, names map[string]bool, m string) bool {
	list := func(all *ast.FieldList) bool {
		return slices.ContainsFunc(all.List, func(f *ast.Field) bool {
			if len(f.Names) > 0 {
				_, is := f.Type.(*ast.FuncType)
				return is && slices.ContainsFunc(f.Names, func(id *ast.Ident) bool { return id.Name == m })
			}
			written := f.Type
			if star, ok := written.(*ast.StarExpr); ok {
				written = star.X
			}
			return names[last(written)]
		})
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.StructType:
		return list(e.Fields)
	case *ast.InterfaceType:
		return list(e.Methods)
	}
	return names[last(e)]
}
