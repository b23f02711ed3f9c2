// Package toolcall is the list of the tools that agents call: their names, descriptions and arguments, the program and the
// definition that each asks for, and how a command line is written as such a call. Types, defaults and bounds of
// arguments are those of the programs' option tables.
package toolcall

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A Tool is one tool as agents see it. It asks a program of the suite for one of its definitions.
type Tool struct {
	Name    string
	Program string // "ct-search"
	// Description says in two sentences what the tool answers, when to prefer it and which other tool to use otherwise,
	// and then has an example.
	Description string
	Arguments   []Argument // those that a list of tools has
	Required    []string
	ways        []way
}

// An Argument is an argument of a tool.
type Argument struct {
	Name string
	Help string
	// Schema is the JSON schema of its values, without a description. It is nil for an argument that a definition has,
	// whose schema is that of the definition.
	Schema json.RawMessage
}

// A way is one definition that a tool can ask for.
type way struct {
	definition string
	chosen     func(a Arguments) bool // by these arguments; nil means always
	fixed      map[string]any         // properties that every call has
	as         map[string]string      // properties whose names differ, by the names of the arguments
	joins      func(a Arguments)      // makes one property of several arguments
	splits     func(a Arguments)      // undoes joins
	required   []string               // arguments without which a call cannot choose it
	operands   []string               // the properties of positional arguments; the last one takes all that follow
	needs      []string               // a command line of this way has one of these properties; none means any command line
}

// Arguments are the arguments of a call, by name.
type Arguments map[string]json.RawMessage

// Tools returns all tools, in the order in which they are listed.
func Tools() []*Tool { return tools() }

// Of returns the tool of a program with a name, nil if there is none.
func Of(program, name string) *Tool {
	for _, t := range tools() {
		if t.Name == name && (t.Program == program || program == "") {
			return t
		}
	}
	return nil
}

// Definitions returns the names of the definitions that the tool can ask for, each once.
func (t *Tool) Definitions() []string {
	var names []string
	for _, w := range t.ways {
		if !slices.Contains(names, w.definition) {
			names = append(names, w.definition)
		}
	}
	return names
}

// Asks reports whether the tool can ask for a definition.
func (t *Tool) Asks(definition string) bool { return slices.Contains(t.Definitions(), definition) }

// Hidden returns the properties of definitions that other arguments of the tool stand for.
func (t *Tool) Hidden() []string {
	var names []string
	for _, w := range t.ways {
		for name := range w.fixed {
			names = append(names, name)
		}
		for _, property := range w.as {
			names = append(names, property)
		}
		if w.joins != nil {
			names = append(names, w.needs...)
		}
	}
	return names
}

// Property returns the property of a definition that an argument goes to, and the definition; "" if it goes to none by
// itself.
func (t *Tool) Property(argument string) (definition, property string) {
	for _, w := range t.ways {
		if p, ok := w.as[argument]; ok {
			return w.definition, p
		}
	}
	return t.ways[0].definition, argument
}

// A Route says what a call of a tool asks its program for.
type Route struct {
	Tool       *Tool
	Definition string
	Arguments  Arguments // with the names of the definition
	Canonical  Arguments // with the names of the tool
	Notes      []string  // how arguments with other names were read
	way        *way
}

// Route returns what a call with these arguments asks for. Arguments that the tool does not know are left as they are.
func (t *Tool) Route(given Arguments) *Route {
	r := &Route{Tool: t}
	a, notes := t.Canonical(given)
	r.Canonical, r.Notes = maps.Clone(a), notes
	for i := range t.ways {
		if w := &t.ways[i]; w.chosen == nil || w.chosen(a) || i == len(t.ways)-1 {
			r.way = w
			break
		}
	}
	r.Definition = r.way.definition
	if r.way.joins != nil {
		r.way.joins(a)
	}
	r.Arguments = make(Arguments, len(a))
	for name, value := range a {
		if to, ok := r.way.as[name]; ok {
			name = to
		}
		if name != "" {
			r.Arguments[name] = value
		}
	}
	for name, value := range r.way.fixed {
		if _, given := r.Arguments[name]; !given {
			r.Arguments[name] = encoded(value)
		}
	}
	return r
}

// Missing returns an argument that the call lacks, "" if there is none.
func (r *Route) Missing() string {
	for _, name := range slices.Concat(r.Tool.Required, r.way.required) {
		if !r.Canonical.has(name) {
			return name
		}
	}
	return ""
}

// Argument returns the name that a property of the definition has in the call.
func (r *Route) Argument(property string) string {
	return r.way.argument(property)
}

// Known returns the names that calls of the tool can have, given the properties of the definition.
func (r *Route) Known(properties []string) []string {
	var names []string
	for _, a := range r.Tool.Arguments {
		names = append(names, a.Name)
	}
	for _, p := range properties {
		if name := r.Argument(p); !slices.Contains(names, name) && r.way.fixed[p] == nil {
			names = append(names, name)
		}
	}
	return names
}

// other are the names that clients give to arguments, by the name that they have in every tool.
func other() map[string][]string {
	return map[string][]string{
		"query":  {"q", "pattern", "text", "search", "regex", "question", "prompt"},
		"symbol": {"name", "identifier", "function", "method", "class", "type", "calls", "impl", "impact"},
		"paths":  {"path", "dir", "directory", "folder", "root", "base"},
		"file":   {"filename", "file_path", "filepath", "path"},
		"line":   {"line_number", "lineno"},
		"terms":  {"term", "queries", "words"},
		"range":  {"lines", "line_range"},
		"kind":   {"kinds", "entity"},
	}
}

// Canonical returns arguments with the names that the tool lists. Another name of one of them is taken for it where it
// can be only that one, and a note says so.
func (t *Tool) Canonical(given Arguments) (Arguments, []string) {
	a := make(Arguments, len(given))
	var notes []string
	for name, value := range given {
		a[name] = value
		if t.lists(name) {
			continue
		}
		var meant []string
		for listed, names := range other() {
			if slices.Contains(names, name) && t.lists(listed) {
				meant = append(meant, listed)
			}
		}
		if len(meant) != 1 {
			continue
		}
		if _, twice := given[meant[0]]; !twice {
			delete(a, name)
			a[meant[0]] = value
			notes = append(notes, strconv.Quote(name)+" was read as "+strconv.Quote(meant[0]))
		}
	}
	slices.Sort(notes)
	return a, notes
}

// Help returns what an argument is for.
func (t *Tool) Help(argument string) string {
	for _, a := range t.Arguments {
		if a.Name == argument {
			return a.Help
		}
	}
	return ""
}

func (t *Tool) lists(name string) bool {
	return slices.ContainsFunc(t.Arguments, func(a Argument) bool { return a.Name == name })
}

func (a Arguments) has(name string) bool { _, ok := a[name]; return ok }

// text returns the string that an argument is, "" if it is none.
func (a Arguments) text(name string) string {
	var s string
	_ = json.Unmarshal(a[name], &s)
	return s
}

// is reports whether an argument is true.
func (a Arguments) is(name string) bool { return string(a[name]) == "true" }

func encoded(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return text
}

// joinPlace makes the property position of the arguments file, line and column.
func joinPlace(a Arguments) {
	place := a.text("file")
	if place == "" {
		return
	}
	for _, name := range []string{"line", "column"} {
		if n := string(a[name]); n != "" {
			place += ":" + strings.Trim(n, `"`)
		}
		delete(a, name)
	}
	delete(a, "file")
	a["position"] = encoded(place)
}

// splitPlace undoes joinPlace.
func splitPlace(a Arguments) {
	file, numbers := Place(a.text("position"))
	if len(numbers) == 0 {
		return
	}
	delete(a, "position")
	a["file"] = encoded(file)
	for i, name := range []string{"line", "column"}[:len(numbers)] {
		a[name] = encoded(numbers[i])
	}
}

// Place divides FILE:LINE or FILE:LINE:COLUMN.
func Place(text string) (file string, numbers []int) {
	for len(numbers) < 2 {
		at := strings.LastIndexByte(text, ':')
		if at <= 0 {
			break
		}
		n, err := strconv.Atoi(text[at+1:])
		if err != nil || n < 1 {
			break
		}
		text, numbers = text[:at], append([]int{n}, numbers...)
	}
	return text, numbers
}
