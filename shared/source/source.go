// Package source describes the places of a source file: the kind of the occurrence, the definition around it, and what
// the names of the file are bound to. It defines the facts that scanners report, and the Recorder, which keeps the
// facts that were requested. The scanners themselves, one package for each family of languages, are below it, and
// package languages chooses among them.
//
// A scanner reads the bytes once and keeps only what is open: brackets, definitions, and the requested names of an
// unfinished statement. Its memory therefore depends on the nesting and the number of places, not on the size of the
// file. It accepts any bytes: it skips what it does not understand, and spans nest whatever the input.
package source

// A Span is a range of bytes of a file, the end excluded.
type Span struct{ Start, End int }

// Len returns the number of bytes.
func (s Span) Len() int { return s.End - s.Start }

// Holds reports whether t lies within s.
func (s Span) Holds(t Span) bool { return s.Start <= t.Start && t.End <= s.End }

// Meets reports whether s and t have a byte in common. An empty span meets a
// span if it lies inside it or at its beginning.
func (s Span) Meets(t Span) bool {
	return s.Start < t.End && t.Start < s.End || s.Len() == 0 && t.Start <= s.Start && s.Start < t.End
}

// Of returns the bytes of src in s.
func (s Span) Of(src []byte) string { return string(src[s.Start:s.End]) }

// A Kind says what an occurrence is.
type Kind uint8

// The kinds, the weakest first. If a place has several words, the strongest kind is that of the place.
const (
	Text Kind = iota // nothing is known: a keyword, an operator, a number, a place that was not scanned
	String
	Comment
	Docstring
	Annotation // a type
	Assignment // something is bound here: a target, a parameter, a local declaration
	Reference
	FromImport // a name in an import of members of a module
	Import     // a name in an import of modules
	Callsite
	Definition
)

var kinds = [...]string{
	"text_match", "string_match", "comment_match", "docstring_match", "annotation", "assignment", "reference",
	"from_import", "import", "callsite", "definition",
}

// String returns the category as answers name it.
func (k Kind) String() string { return kinds[k] }

// Code reports whether k is neither text nor a string or comment.
func (k Kind) Code() bool { return k > Docstring }

// A Symbol says what a definition defines.
type Symbol uint8

// The symbols. Those up to Macro enclose what is in their body; variables, constants and fields enclose nothing.
const (
	Function Symbol = iota
	Method
	Class
	Interface
	Struct
	Enum
	Trait
	Extension // what adds members to a type that is defined elsewhere; its name is the type's
	Type
	Module // a namespace, a module block
	Macro
	Section // a heading of a document with what stands below it
	Key     // a key of structured data with its value
	Constant
	Variable
	Field // a property, an enumerator, a member without a body
)

var symbols = [...]string{
	"function", "method", "class", "interface", "struct", "enum", "trait", "extension", "type", "module", "macro", "section", "key",
	"constant", "variable", "field",
}

// String returns the symbol_kind as answers name it.
func (s Symbol) String() string { return symbols[s] }

// Encloses reports whether a definition of s is the enclosing definition of what is in it.
func (s Symbol) Encloses() bool { return s < Constant }

// A Visibility says which code can use a definition.
type Visibility uint8

// The visibilities; a language without a rule of its own has Unsaid.
const (
	Unsaid Visibility = iota
	Public
	Internal
	Private
)

var visibilities = [...]string{"", "public", "internal", "private"}

// String returns the name, empty for Unsaid.
func (v Visibility) String() string { return visibilities[v] }

// None is the index that means "none": no enclosing definition, no details.
const None = -1

// A Declaration is one definition. Its Span is from its first keyword or modifier to the end of its body, without
// decorators and doc comments; the spans of two declarations are disjoint or nested.
type Declaration struct {
	Name       Span // where the name stands
	Symbol     Symbol
	Span       Span
	Signature  Span   // from the first keyword to before the body: `def f(a, b) -> int`; one line or several
	Parent     int    // index in Declarations, None at the top
	Decorators []Span // decorators, attributes, annotations before it, each with its sign
	Bases      []Span // base classes, implemented interfaces, embedded or receiver types
	Doc        Span   // the first line of its documentation that is not blank; empty if there is none
	Visibility Visibility
	Receiver   string // of a method that is declared outside of its type: the name of the type
	Metaclass  Span   // of a class of Python: its names
	Static     bool   // of a method: the type itself has it
	Shared     bool   // of a module of Ruby: its methods are its own too
	Arrow      bool   // of a function: it is written with an arrow, and its this is that of what is around it
	Loose      bool   // of a method: it is for a trait, or a macro makes it
	Prototype  bool   // of a function of C or C++: it has no body and is defined elsewhere
}

// A Call is a call at an asked place.
type Call struct {
	Callee      Span // the callee as written, with its receiver: a.b.f, a().b[0].f
	Span        Span // from the callee to the closing bracket
	Positional  int  // number of arguments without a name, without spread ones
	Keywords    []Span
	Spread      bool // *args, args..., ...args
	SpreadNames bool // **kwargs
	Cut         bool // the callee lacks a receiver that could not be read
	InBlock     bool // in a block of Ruby, which may run later, in the definition around

	// What stands below is only reported where calls are wanted.

	Form      Form
	Chain     int   // where the names begin from which the receiver is read, if not at the start of the callee
	Receiver  Value // what the callee is a member of, or the path before it
	Scope     Scope // of a callee without a receiver
	Statement int   // offset of the statement that contains the call, in Python
}

// An ImportOf is one name that an import brings, or a module.
type ImportOf struct {
	Statement Span
	Module    string // as written, relative dots included
	Name      string // of the member; "*" for all of them; empty if the module itself is imported
	Alias     string // the name it gets here, if that is another one
	Kind      ImportKind
	TypeOnly  bool // it brings types and no values
	Computed  bool // Module is an expression, whose value is the module when the program runs
}

// ImportKind says how an import is written.
type ImportKind uint8

// The kinds of imports.
const (
	Static   ImportKind = iota // a statement for it alone
	ReExport                   // one that exports what it brings
	Dynamic                    // an expression that loads a module when it runs
	Include                    // the text of a file takes its place
	Require                    // a call of a function that loads a module
)

// An Occurrence is what is at one place.
type Occurrence struct {
	Place     Span
	Kind      Kind
	Word      Span // the identifier, string or comment that decided; empty for Text
	Enclosing int  // index in Declarations of the innermost definition around it, its own name left aside; None
	// Of is the index of more about it: of a Definition in Declarations, of a Callsite, or what may
	// be called, in Calls, of an Import or FromImport in Imports; else None.
	Of int
	// Access says how the name of a Reference or Callsite is reached.
	Access Access
}

// Access says how a word is reached.
type Access uint8

// The values of Access.
const (
	Plain    Access = iota // by its name alone
	Member                 // after a dot or arrow: x.word
	Declares               // by declaring what is defined elsewhere: a prototype of a function
)

// A File is what a scan found.
type File struct {
	Occurrences  []Occurrence  // one for each place, in their order
	Declarations []Declaration // parents before their children, else by their starts
	Calls        []Call
	Imports      []ImportOf
	Bindings     []Binding
	Blocks       []*Block // where bindings are wanted
	Package      string   // the name in the package clause, in Go
	// Exports is what a module of Python says that it exports, in __all__; nil if it does not say it, or not all of it.
	Exports map[string]bool
	// MembersInScope says that the members of a class are in scope by their names alone in its
	// methods, as in Java and not in Python.
	MembersInScope bool
	// Partial says that the file has code that was not read, of a language without a scanner.
	Partial bool
	// Doubt is empty if the file was scanned by the rules of its language;
	// otherwise it says in a few words what was done instead.
	Doubt string

	value   func(text []byte) Value  // reads what a name is given
	byName  map[boundName][]*Binding // once Lookup was called
	unknown []*Binding
}

// A Want says what a scan has to keep.
type Want struct {
	Places       []Span // ascending by start; if some overlap, a word is compared with each that contains its start
	Words        bool   // every identifier, string and comment is a place, and Places is not looked at
	Declarations bool   // every definition, not only those at or around a place
	Prototypes   bool   // every prototype too
	Bindings     bool   // the bindings of the file, with all imports and definitions
	Calls        bool   // the receivers of the calls at the places
}

// A Scanner reads src to its end, or until r.Done, and reports to r what it sees, in ascending order.
type Scanner func(src []byte, r *Recorder)

// Scan runs a scanner on src and returns what want requests.
func Scan(scanner Scanner, src []byte, want Want) *File {
	r := newRecorder(src, want)
	scanner(src, r)
	return r.finish()
}
