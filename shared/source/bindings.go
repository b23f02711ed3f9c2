package source

import (
	"slices"
	"strings"
)

// How says by what a name is bound.
type How uint8

// The ways to bind a name.
const (
	Defined   How = iota // a definition of this file
	Parameter            // a parameter of the function
	Local                // an assignment or a local declaration
	Imported             // an import
	Unknown              // every name that is bound nowhere else may come from here: a star import
)

// A Binding is one name that a scope of the file binds.
type Binding struct {
	Name        string
	How         How
	Place       Span
	Scope       int // index in Declarations of the definition whose scope it is, None for the file
	Import      int // index in Imports of an Imported or Unknown one, else None
	Declaration int // index in Declarations of a Defined one, else None
}

// mostLevels bounds the names of a qualified name: of deeper nesting the inner
// ones are told.
const mostLevels = 32

// Qualname gives the dotted name of a declaration, from the outermost around
// it; a method that is declared outside of its type stands behind the type. Of
// more than 32 levels it begins with an ellipsis.
func (f *File) Qualname(src []byte, i int) string {
	var names []string
	for ; i != None; i = f.Declarations[i].Parent {
		if len(names) >= mostLevels {
			names = append(names, "…")
			break
		}
		d := &f.Declarations[i]
		names = append(names, d.Name.Of(src))
		if d.Receiver != "" {
			names = append(names, d.Receiver)
		}
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}

// A boundName is a name in a scope.
type boundName struct {
	name  string
	scope int
}

// Lookup gives the bindings of name that are in scope in the declaration scope
// (None for the file's own scope): those of the innermost scope that has any.
// The members of a type are in scope in the type alone, unless
// f.MembersInScope. Where no scope binds it, those that may bring any name are
// given. The bindings are indexed by the first call.
func (f *File) Lookup(name string, scope int) []*Binding {
	if f.byName == nil {
		f.index()
	}
	for at, inner := scope, false; ; inner = true {
		if !inner || at == None || f.MembersInScope || !f.Declarations[at].Symbol.hasMembers() {
			if found := f.byName[boundName{name, at}]; len(found) > 0 {
				return found
			}
		}
		if at == None {
			return f.unknown
		}
		at = f.Declarations[at].Parent
	}
}

// hasMembers tells whether what stands in a definition of s is reached through
// it and not by its name alone.
func (s Symbol) hasMembers() bool {
	switch s {
	case Class, Interface, Struct, Enum, Trait:
		return true
	}
	return false
}

// index sorts the bindings by name and scope.
func (f *File) index() {
	f.byName = map[boundName][]*Binding{}
	for i := range f.Bindings {
		b := &f.Bindings[i]
		if b.How == Unknown {
			f.unknown = append(f.unknown, b)
			continue
		}
		at := boundName{b.Name, b.Scope}
		f.byName[at] = append(f.byName[at], b)
	}
}
