package source

import (
	"slices"
	"strings"
)

// A BindingKind says what binds a name.
type BindingKind uint8

// The ways to bind a name.
const (
	Defined   BindingKind = iota // a definition of this file
	Parameter                    // a parameter of the function
	Local                        // an assignment or a local declaration
	Imported                     // an import
	Unknown                      // every name that is bound nowhere else may come from here: a star import
	Attribute                    // an assignment to an attribute, which Lookup does not find: x.name = …
	Deleted                      // a statement that unbinds it: del
)

// Given says what is known of the value of a name.
type Given uint8

// What may be known.
const (
	NotGiven      Given = iota
	GivenType           // its type is declared
	GivenValue          // a statement gives it a value, and no other name
	GivenFunction       // the value is a function without a name
)

// A Binding is one name that a scope of the file binds.
type Binding struct {
	Name        string
	Kind        BindingKind
	Given       Given
	Object      bool // it is the object, or the class, that the function is called on
	Place       Span
	Scope       int    // index in Declarations of the definition whose scope it is, None for the file
	Import      int    // index in Imports of an Imported or Unknown one, else None
	Declaration int    // index in Declarations of a Defined one, else None
	Block       *Block // the only part of the scope in which it is bound; nil means all of it
	From        Span   // the type or the value that Given says
}

// Value returns where the value of a name comes from. Its Root is NoValue if that is unknown.
func (f *File) Value(src []byte, b *Binding) Value {
	switch b.Given {
	case GivenType:
		return Value{Root: OfType, Name: b.From.Of(src)}
	case GivenValue:
		return f.value(src[b.From.Start:b.From.End])
	}
	return Value{}
}

// ValueOf returns where the value of an expression of the file comes from, Opaque if that is not seen.
func (f *File) ValueOf(text []byte) Value {
	if f.value == nil {
		return Value{Root: Opaque}
	}
	return f.value(text)
}

// mostLevels is the maximum number of names in a qualified name; of more, the innermost are kept.
const mostLevels = 32

// Qualname returns the dotted name of a declaration, from the outermost around it; a method that is declared outside of
// its type is after the type. If there are more than 32 levels, it begins with an ellipsis.
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

// Lookup returns the bindings of name that are in scope in the declaration with the index scope (None is the file's own
// scope) at the byte at (None if there is none): those of the innermost block or scope that has any. The members of a
// type are in scope only directly in the type, not in its blocks, unless f.MembersInScope is set. If no scope binds the
// name, Lookup returns the bindings that may bind any name, such as star imports. The bindings are indexed by the first
// call.
func (f *File) Lookup(name string, scope, at int) []*Binding {
	if f.byName == nil {
		f.index()
	}
	for in, inner := scope, false; ; inner = true {
		members := in != None && !f.MembersInScope && f.Declarations[in].Symbol.hasMembers()
		found := inBlock(f.byName[boundName{name, in}], at)
		if members && (inner || f.inBlock(in, at)) {
			found = slices.DeleteFunc(slices.Clone(found), func(b *Binding) bool { return b.Block == nil })
		}
		if len(found) > 0 {
			return found
		}
		if in == None {
			return f.unknown
		}
		in = f.Declarations[in].Parent
	}
}

// inBlock returns those of a scope's bindings that apply at a byte: its innermost block's, else the whole scope's.
func inBlock(all []*Binding, at int) []*Binding {
	if !slices.ContainsFunc(all, func(b *Binding) bool { return b.Block != nil }) {
		return all
	}
	var inner *Block
	for _, b := range all {
		if b.Block != nil && b.Block.holds(at) && (inner == nil || b.Block.Span.Len() <= inner.Span.Len()) {
			inner = b.Block
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(b *Binding) bool { return b.Block != inner })
}

// inBlock reports whether a byte is in a block of a scope.
func (f *File) inBlock(scope, at int) bool {
	return slices.ContainsFunc(f.Blocks, func(b *Block) bool { return b.Scope == scope && b.holds(at) })
}

// hasMembers reports whether what is in a definition of s is reached through it and not by its name alone.
func (s Symbol) hasMembers() bool {
	switch s {
	case Class, Interface, Struct, Enum, Trait, Extension:
		return true
	}
	return false
}

// index sorts the bindings by name and scope.
func (f *File) index() {
	f.byName = map[boundName][]*Binding{}
	for i := range f.Bindings {
		b := &f.Bindings[i]
		switch b.Kind {
		case Unknown:
			f.unknown = append(f.unknown, b)
			continue
		case Attribute:
			continue
		}
		at := boundName{b.Name, b.Scope}
		f.byName[at] = append(f.byName[at], b)
	}
}
