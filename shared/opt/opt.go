// Package opt defines a tool's options once. One table of rows is the parser,
// the help, the option list of the guide, the JSON schema of tool calls and the
// shell completion, so that none of them can drift from the others.
package opt

import (
	"fmt"
	"slices"
	"strings"
)

// A Table is everything a tool says of its command line.
type Table struct {
	Tool        string   // program name, "ct-search"
	Summary     string   // one line: what it is for
	Usage       []string // synopses, without the program name
	Args        []Arg
	Options     []Option
	Sections    []Section // further lists that the help has before the options
	Examples    []Example
	Notes       []string // closing paragraphs of the help
	Definitions []Definition
	// Terse says that the schemas of tool calls are types, values and defaults,
	// with no more words than Brief has, and these once, in the first definition
	// that has the row: for a program with many definitions.
	Terse bool
	// Bytes is what the answers to tool calls may be bounded to (Definition.Bytes)
	// where their definition has nothing else.
	Bytes Range

	// Tail, if set, divides the words behind --: own are options of this table
	// after all, the others arguments. value gives the value that stands before --
	// for a long option, "" where there is none. Arguments then stand behind -- only.
	Tail func(value func(name string) string, words []string) (own, args []string)

	settings []setting           // as given, once parsed
	placed   map[string][]string // what the call gave each positional argument, by its property
}

// An Arg is one positional argument.
type Arg struct {
	Name     string // as in the synopsis, "QUERY"
	Property string // its name in tool calls
	Help     string
	Brief    string // as that of an Option
	Many     bool   // takes all that remain
	Complete Completion
	Doors    []string // definitions that have it
	Required []string // definitions that cannot do without it
}

// An Option is one row of the table.
type Option struct {
	Name     string   // long name without dashes
	Short    string   // one letter, or none
	Aliases  []string // further long names
	Arg      string   // placeholder of its value in the help, none for a flag
	Var      Var      // where its value goes
	Help     string   // what it does, a short clause
	Brief    string   // the same for a caller by tool call, where Help speaks of the command line or says too much; NoWords if the name says it
	Group    string   // heading in the help
	Values   []string // the only values it takes, if they can be listed
	Suggest  []string // values that completion offers where there are others too
	Default  string   // as the help tells it
	Complete Completion
	Doors    []string // definitions whose schema holds it
	Property string   // its name there; "" is Name with underscores
	Required []string // definitions that cannot do without it
	Late     bool     // where a further option follows it, its value is the first argument behind it
	About    bool     // it asks about the program: beside it a Late option needs no value
}

// NoWords is the Brief of what its name says all of.
const NoWords = "-"

// A Range is what a number may be, both ends included; {0, 0} is no range.
type Range [2]int

// A Section is a list of the help: what it lists, and what each is for.
type Section struct {
	Heading string
	Rows    [][2]string
}

// An Example is a command that can be run as it stands, and what it is for.
type Example struct{ Comment, Command string }

// A Definition is one door of a tool as agents call it.
type Definition struct {
	Name        string
	Description string
	Output      any // JSON schema of the answer
	// Own has the arguments of a definition that takes none from the command
	// line; nil for one whose arguments are rows of the table it stands in. Its
	// rows name the definition among their Doors as others do.
	Own *Table
	// Annotations are members that its annotations have beside the usual hints.
	Annotations []Annotation
	// Bytes is what an answer may be bounded to: from the least that any fits in
	// to what it has anyway.
	Bytes Range
}

// An Annotation is a name and a value that marshals to JSON.
type Annotation struct {
	Name  string
	Value any
}

// of gives the table that has the arguments of the definition door.
func (t *Table) of(door string) *Table {
	for i := range t.Definitions {
		if d := &t.Definitions[i]; d.Name == door && d.Own != nil {
			return d.Own
		}
	}
	return t
}

// Completion says what a shell offers for a value.
type Completion uint8

// What a shell may offer.
const (
	Nothing Completion = iota
	Files
	Folders
)

// A UsageError is a mistake in the arguments: one line that names the culprit.
type UsageError struct {
	Field string // option or argument at fault, as a tool call names it; may be empty
	Msg   string

	form string // Msg is made of
	args []any
}

func (e *UsageError) Error() string { return e.Msg }

// Usagef makes a UsageError about field, an option's or argument's name.
func Usagef(field, format string, args ...any) error {
	return &UsageError{Field: field, Msg: fmt.Sprintf(format, args...), form: format, args: args}
}

// property gives the name of o in tool calls.
func (o *Option) property() string {
	if o.Property != "" {
		return o.Property
	}
	return strings.ReplaceAll(o.Name, "-", "_")
}

// offers gives the values that completion offers.
func (o *Option) offers() []string { return append(slices.Clip(o.Values), o.Suggest...) }

// spelled gives all the ways to write o, short first: "-g", "--include".
func (o *Option) spelled() []string {
	var names []string
	if o.Short != "" {
		names = append(names, "-"+o.Short)
	}
	names = append(names, "--"+o.Name)
	for _, a := range o.Aliases {
		names = append(names, "--"+a)
	}
	return names
}

// long finds the option with the long name or alias name.
func (t *Table) long(name string) *Option {
	for i := range t.Options {
		o := &t.Options[i]
		if o.Name == name || slices.Contains(o.Aliases, name) {
			return o
		}
	}
	return nil
}

// short finds the option with the letter c.
func (t *Table) short(c string) *Option {
	for i := range t.Options {
		if t.Options[i].Short == c {
			return &t.Options[i]
		}
	}
	return nil
}

// Names gives every way to write every option, in the order of the table.
func (t *Table) Names() []string {
	var names []string
	for i := range t.Options {
		names = append(names, t.Options[i].spelled()...)
	}
	return names
}
