package source

// A Value says where a value comes from, as far as its file shows it: Root and
// Name are the beginning, and Steps lead from there to the value.
type Value struct {
	Root Root
	Name string // of Named a name in scope, of OfType a type as it is written
	// Steps in their order: ".f" is a member, "()" a call's result, "[]" an element, "#1" the second result.
	Steps []string
}

// A Root is what a value begins with.
type Root uint8

// The roots.
const (
	NoValue Root = iota // there is none: a callee without a receiver
	Opaque              // an expression that is not followed
	Named               // what a name is bound to; without a name, the outermost names: ::f
	Self                // the object, or the type, around
	OfType              // a value of a type that is written
	Super               // the bases of the type around, or of the type of the name
)

// A Form is a set that says how a call is written. It is empty for f(…).
type Form uint16

// The forms.
const (
	ByDecorator Form = 1 << iota // @f before what it is called with
	InBrackets                   // (f)(…)
	ByNew                        // new f(…)
	ByMacro                      // f!(…)
	ByVariable                   // $f(…): what the variable holds
	ByTemplate                   // f`…`
	ByElement                    // <f/>
	ByMethod                     // f.call(…)
	ByCast                       // (f)(…), which converts if f is a type
	Maybe                        // perhaps none: (f or g)(…), [f, g][0](…); the occurrence stays what it is
)

// A Block is a part of a scope that has names of its own and is not a
// definition: the body of a lambda, a comprehension.
type Block struct {
	Span   Span
	Except Span // a part where the names are not in scope: the first iterable of a comprehension
	Scope  int  // index in Declarations of the definition that it is a part of
}

// holds reports whether the names of b are in scope at a byte.
func (b *Block) holds(at int) bool {
	return b.Span.Start <= at && at < b.Span.End && !(b.Except.Start <= at && at < b.Except.End)
}

// Then returns the value that a step leads to.
func (v Value) Then(step string) Value {
	v.Steps = append(append([]string{}, v.Steps...), step)
	return v
}

// A Scope says where the name of a callee is bound, if the scanner follows scopes itself.
type Scope uint8

// The scopes.
const (
	Unresolved Scope = iota // File.Lookup has to say
	OfFunction              // of a function around the call
	OfPackage               // of the package, or of what is predeclared
)
