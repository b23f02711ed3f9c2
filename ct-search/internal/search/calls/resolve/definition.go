package resolve

import (
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// A Tier says how sure it is that a site calls a definition of the symbol.
type Tier uint8

// The tiers, the surest first.
const (
	High       Tier = iota // the binding was found
	Med                    // the name and the shape of the module agree
	Unresolved             // only the name agrees
)

var tiers = [...]string{"resolved_high", "resolved_med", "unresolved"}

// String returns the name in the histogram.
func (t Tier) String() string { return tiers[t] }

// Confidence returns the tier as binding_confidence.
func (t Tier) Confidence() string { return [...]string{"high", "med", "low"}[t] }

// A Definition is a definition of the symbol.
type Definition struct {
	occurrence.Match
	Start   int    // where its name begins in the file, in bytes
	Owner   string // qualified name of the type that it is a member of, empty for a function
	Wanted  bool   // it is the definition that was requested; for a dotted symbol, other definitions of the name are not
	Class   bool   // it is a type, which a call makes or converts to
	Value   bool   // it is a variable, which is called for what it holds
	Beyond  bool   // it is in a file that is read for what calls are bound to, and not searched
	Folder  string // of its file
	Package string // of Go: the name of the package of its file
	Public  bool   // where every place is kept: other code can use it
	// ForTrait is set where every place is kept, in Rust: it is a method for a trait.
	ForTrait bool
	Bases    []string // where every place is kept: those of the type that it is, or is a member of, as written
	Traits
}

// Traits are what distinguishes a definition from others of its name.
type Traits struct {
	Nested  bool // it stands in a function
	Macro   bool
	Renames bool // it is a macro without brackets: a call means what it stands for
	Method  bool
	Outside bool // it is a method that is declared outside of its type
	// Exported is set in JavaScript if it is of an object that its file exports as a whole.
	Exported bool
	Single   bool // it is a method that the type itself has
	Parts    bool // it is only that, or only one of objects
	Bare     bool // it has no body
	// Loose is set in Rust if it is for a trait, of a type of another file, and in
	// C++ that a macro makes it, so that nobody calls it by its name.
	Loose       bool
	Conditional bool // of Rust and C: only some builds have it
	// How many arguments it takes; Most is -1 for any number.
	Least, Most int
	Labels      []Label  // of Swift and Kotlin
	Extends     bool     // of C#: its first parameter is the object that it may be called on
	Parameters  []string // the types of its parameters as written, in languages whose types are followed
}

// A Label is a parameter as calls of Swift and Kotlin name it.
type Label struct {
	Name    string // empty if they give none
	Default bool   // a call may leave it out
	Any     bool   // it takes any number of arguments
}

// Qualname returns the qualified name of a definition in its file.
func (t *Definition) Qualname() string {
	if t.Definition != nil {
		return t.Definition.Qualname
	}
	if t.Owner != "" {
		return t.Owner + "." + t.Word
	}
	return t.Word
}

// Function returns the node of a definition.
func (t *Definition) Function() Function { return Function{t.Path, t.Qualname(), t.Line} }

// OfPackage reports whether a definition of Go is a name of its package: not a member of a type, named or not, and not
// inside a function.
func (t *Definition) OfPackage() bool {
	return t.Owner == "" && !t.Nested && !t.Method && (t.Definition == nil || t.Definition.Kind != source.Field)
}
