package source

// A Value says where a value comes from, as far as its file says so: from what
// Root and Name are, by Steps.
type Value struct {
	Root Root
	Name string // of Named a name in scope, of OfType a type as it is written
	// Steps in their order: ".f" is a member, "()" what a call returns, "[]" an
	// element, and "#1" the second of several results.
	Steps []string
}

// A Root is what a value begins with.
type Root uint8

// The roots.
const (
	NoValue Root = iota // there is none: a callee without a receiver
	Opaque              // more than is followed
	Named               // what a name is bound to
	OfType              // a value of a type that is written
)

// Then returns the value that a step leads to.
func (v Value) Then(step string) Value {
	v.Steps = append(append([]string{}, v.Steps...), step)
	return v
}

// A Scope says in what the name of a callee is bound, where the scanner follows
// scopes itself.
type Scope uint8

// The scopes.
const (
	Unresolved Scope = iota // File.Lookup has to say
	OfFunction              // of a function around the call
	OfPackage               // of the package, or of what is predeclared
)
