// Package opt defines the options of a program once. One table of rows is the parser, the help, the option list of the
// guide, the JSON schema of tool calls and the shell completion, decides which options a form of the program honours,
// and writes the commands that answers suggest.
package opt

import (
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/toolcall"
)

// A Table is the whole command line of a program.
type Table struct {
	Tool        string   // program name, "ct-search"
	Word        string   // what follows it on a command line before all else, if it is one of several that the program has
	Summary     string   // one line: what it is for
	Usage       []string // synopses, without the program name
	Args        []Arg
	Options     []Option
	Sections    []Section // further lists that the help has before the options
	Examples    []Example
	Notes       []string // closing paragraphs of the help
	Definitions []Definition
	// Forms are the requests that a call of the program can be; none for a program with one.
	Forms []Form
	// Form returns the form of a command line on which no option asks for one; nil means the first of Forms.
	Form func(args []string) string
	// Bytes is the range of max_bytes for a definition without bounds of its own (Definition.Bytes).
	Bytes Range
	// Arrays says that tool calls must give a list as an array. Otherwise a string
	// is taken for a list of one.
	Arrays bool

	// Refused are options of other programs that users type here, as "-r" or "--replace", and what each refusal says after
	// the option: one clause that names this program's way, with references.
	Refused map[string]string

	// Tail, if set, divides the words after --: own are options of this table after all, the others arguments. value
	// returns the value of a long option that precedes --, "" if there is none. Arguments then follow -- only.
	Tail func(value func(name string) string, words []string) (own, args []string)

	settings []setting           // as given, once parsed
	placed   map[string][]string // what the call gave each positional argument, by its property
	called   bool                // by a tool call, whose suggestions have no option that calls lack
	route    *toolcall.Route     // of a call of a tool that is not a definition; its suggestions are such calls
}

// An Arg is one positional argument.
type Arg struct {
	Name     string // as in the synopsis, "QUERY"
	Property string // its name in tool calls
	Help     string
	Brief    string // as that of an Option
	Many     bool   // takes all remaining arguments
	Complete Completion
	Forms    []string // the forms that have it; nil means all
	Required []string // the forms that need it
}

// An Option is one row of the table.
type Option struct {
	Name     string   // long name without dashes
	Short    string   // one letter, or none
	Aliases  []string // further long names
	Arg      string   // placeholder of its value in the help, none for a flag
	Var      Var      // where its value goes
	Help     string   // what it does, a short clause
	Brief    string   // what it does, for the caller of a tool; "" if Help serves both
	Group    string   // heading in the help
	Values   []string // the only values it takes, if they can be listed
	Suggest  []string // values that completion offers; others are valid too
	Default  string   // as the help shows it
	Complete Completion
	Late     bool // if another option follows it directly, its value is the next positional argument
	// Spared are options with which a Late option that another option follows has no value.
	Spared []string
	// Takes says of an option of KindMaybe without Values whether the next word, which is no option, is its value; without
	// one the value is empty.
	Takes func(word string) bool
	About bool // it asks about the program, such as --help: a Late option given with it needs no value

	Role     Role
	Forms    []string          // the forms that honour it; nil means all
	Asks     string            // the form that it selects, "" for none
	Instead  map[string]string // by form: what a refusal suggests, with references; by default it names Forms
	Required []string          // the forms that require it
	Needs    string            // the option without which it does nothing, "" for none
	Property string            // its name in tool calls; "" is Name with underscores
	// CommandLine says that the option does not exist in tool calls.
	CommandLine bool
	// Unlisted says that the option is only known so that its refusal says why: neither help nor manual nor completion lists it.
	Unlisted bool
	// Of is the option that it is a shorthand for, "" if it is none. No tool call has a shorthand.
	Of string
	// Operands says that suggested commands have its values among their positional arguments.
	Operands bool
}

// A Range is what a number may be, both ends included; {0, 0} means no range.
type Range [2]int

// A Section is a list in the help: its entries, and what each is for.
type Section struct {
	Heading string
	Rows    [][2]string
}

// An Example is a command that runs as it stands, and what it is for.
type Example struct{ Comment, Command string }

// A Definition is one tool as agents call it.
type Definition struct {
	Name, Description string
	Output            any // JSON schema of the answer
	// Forms are those that a call can be, the first if no argument asks for another; none for a program without forms.
	Forms []string
	// Own has the arguments of a definition, if it shares none with the command line. It is nil if the arguments are
	// rows of the table that has the definition.
	Own *Table
	// Open lets the schema allow further arguments, as a contract may require, although a call with them is refused.
	Open bool
	// Annotations are members of its annotations beside the usual hints.
	Annotations []Annotation
	// Bytes is the range of max_bytes: from the smallest value in which any answer fits, to the default.
	Bytes Range
}

// An Annotation is a name and a value that marshals to JSON.
type Annotation struct {
	Name  string
	Value any
}

// of returns the table that has the arguments of a definition.
func (t *Table) of(definition string) *Table {
	if d := t.definition(definition); d != nil && d.Own != nil {
		return d.Own
	}
	return t
}

// Completion is what a shell offers for a value.
type Completion uint8

// The completions.
const (
	Nothing   Completion = iota
	Revisions            // branches and tags of the repository around the working folder
	Files
	Folders
)

// property returns the name of o in tool calls.
func (o *Option) property() string {
	if o.Property != "" {
		return o.Property
	}
	return strings.ReplaceAll(o.Name, "-", "_")
}

// offers returns the values that completion offers.
func (o *Option) offers() []string { return append(slices.Clip(o.Values), o.Suggest...) }

// spelled returns all the ways to write o, the short one first: "-g", "--include".
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

// long returns the option with a long name or alias, nil if there is none.
func (t *Table) long(name string) *Option {
	for i := range t.Options {
		if o := &t.Options[i]; o.Name == name || slices.Contains(o.Aliases, name) {
			return o
		}
	}
	return nil
}

// short returns the option with the letter c, nil if there is none.
func (t *Table) short(c string) *Option {
	for i := range t.Options {
		if t.Options[i].Short == c {
			return &t.Options[i]
		}
	}
	return nil
}

// listed returns the options that help, manual and completions list.
func (t *Table) listed() []*Option {
	list := make([]*Option, 0, len(t.Options))
	for i := range t.Options {
		if !t.Options[i].Unlisted {
			list = append(list, &t.Options[i])
		}
	}
	return list
}

// Names returns every way to write every option, in the order of the table.
func (t *Table) Names() []string {
	var names []string
	for i := range t.Options {
		names = append(names, t.Options[i].spelled()...)
	}
	return names
}
