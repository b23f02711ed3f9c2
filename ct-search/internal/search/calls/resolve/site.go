package resolve

import (
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls/typing"
	"github.com/ct-tools/ct/ct-search/internal/search/occurrence"
	"github.com/ct-tools/ct/shared/source"
)

// A Site is one call of the name.
type Site struct {
	occurrence.Match
	Start  int // where its name begins in the file, in bytes
	Tier   Tier
	Reason string
	// Target is the definition that it is bound to, nil if none was found.
	Target  *Definition
	Rather  bool // it is bound to another definition, and may reach the symbol's at run time
	Hazards []string
	// Caller is the definition around it; the zero value at top level.
	Caller Function

	Callee Callee

	// Where every place is kept:
	Shape   *Shape // of a call, how it hands over its arguments; nil if that is not seen
	Use     *Use   // of what is no call
	Local   bool   // it is surely of a local name of a function
	Renamed bool   // it is a call by another name, which an import gives
}

// A Shape is how a call hands over its arguments.
type Shape struct {
	Positional          int // those without a name, without spread ones
	Keywords            []string
	Spread, SpreadNames bool
	Nested              bool // the only argument ends as a call does, which may return several values
	ByType              bool // the callee is a method of Go by the name of its type: the first argument is the object
	Unread              bool // more than names stands before the callee's: <T>::f(t); the first argument may be the object
	Block               bool // of Ruby, Kotlin and Swift: a block may follow, or there are no brackets
}

// A Use is what is known of a place that is no call.
type Use struct {
	ReExport bool // it is an import that exports what it brings
	Named    bool // it is a string that is nothing but names
	Key      bool // it stands where the name of a field or an argument stands too
	Declares bool // it declares what is defined elsewhere
}

// A Function is one definition, as a node of the graph.
type Function struct {
	Path, Qualname string
	Line           int64 // of its name
}

// An Origin says by what the first name of a callee is bound.
type Origin uint8

// The origins.
const (
	Opaque    Origin = iota // no name: a call, an index, a literal
	Unbound                 // nothing in the file binds it
	Local                   // an assignment
	Parameter               // of the function around the call
	Here                    // a definition of the file
	Imported
	Self  // the object, or the class, that a method is called on
	Super // the bases of the class around the call
)

// A Root is one thing that the first name of a callee may be.
type Root struct {
	Origin Origin
	Qual   string // of the definition, or the class, in the file
	Plain  bool   // the definition stands at the top of the file, not in a type
	Module string // of an import, as written
	Member string // that it brings, empty for the module itself
	Made   bool   // not itself, but what a call of it returns
	Typed  bool   // not itself, but an object of that type, as an annotation says
	At     int    // where the definition's name begins
	Weak   bool   // it is only likely
}

// A Callee is what the file of a call says of its callee.
type Callee struct {
	Roots     []Root
	Rest      []string           // the names after the first one, the callee's the last; empty where the first is called
	Stars     []string           // modules all of whose names are imported
	Written   string             // the callee as written, without blanks
	Golang    *GoCallee          // of a Go file
	Before    string             // the name before the last one, if the callee is a member
	Value     source.Value       // of Python: what the callee is a member of
	Class     string             // qualified name of the type around the call
	Form      Form               // in languages other than Python and Go
	Typed     *typing.Expression // leads to the type of the receiver; nil if that is not followed
	Arguments []typing.Argument  // in languages whose types are followed
	// Of Swift and Kotlin: the names that the arguments have, and whether a block follows, which may be one as well.
	Labels   []string
	Block    Block
	Labelled bool // these are known
}

// Modules returns the modules that the first name of the callee may be of.
func (c *Callee) Modules() []string {
	var all []string
	if c.Golang != nil && c.Golang.Imported != "" {
		all = append(all, c.Golang.Imported)
	}
	for i := range c.Roots {
		if m := c.Roots[i].Module; m != "" {
			all = append(all, m)
		}
	}
	return all
}

// Block says whether a block after a call of Swift or Kotlin is an argument.
type Block uint8

// What may be known of a block.
const (
	NoBlock Block = iota
	MaybeBlock
	IsBlock
)

// A Form is how a call is written and where it stands, as far as that says what
// it can mean; of languages other than Python and Go.
type Form struct {
	Path    []string // the names before the called one: of std::swap, of \Foo\f
	Rooted  bool     // the path begins with its sign: ::swap
	Unread  bool     // more than names stands before the name: <T as S>::f
	Creates bool     // after new
	Macro   bool     // f!()
	Held    bool     // $f(): what a variable holds
	Single  bool     // it stands in a method that the type itself has
	Inside  []string // qualified names of the types and namespaces around it, the innermost first
	Modules []string // of inside those that are modules
	Hidden  string   // the type between the call and what the name is bound to, whose bases may have the name
	Args    int      // that it hands over; -1 where that is not known
	Body    bool     // it stands in the body of a type of Ruby
	Block   bool     // and there in a block that may run later
	Pos     int      // where its name begins
}

// A GoCallee is what a Go file says of a callee.
type GoCallee struct {
	File *Imports
	// Imported is the path of the package that the callee is of, if its receiver is one.
	Imported string
	Receiver source.Value
	Scope    source.Scope // of a callee without a receiver
}

// Imports is what the callees of one Go file share.
type Imports struct {
	Package string            // the name of its package
	Paths   map[string]string // of imports, by the names they have in the file
	Dots    []string          // imports without a name
}

// Bound returns the match of a site with what its call is bound to.
func (s *Site) Bound() occurrence.Match {
	m := s.Match
	call := occurrence.Call{Callee: m.Word, Text: strings.TrimSpace(m.Text)}
	if m.Call != nil {
		call = *m.Call
	}
	call.Confidence, call.Reason, call.Hazards = s.Tier.Confidence(), s.Reason, s.Hazards
	if t := s.Target; t != nil && s.Tier != Unresolved {
		call.Target = &occurrence.Bound{Path: t.Path, Qualname: t.Qualname(), Line: t.Line}
	}
	m.Call = &call
	return m
}
