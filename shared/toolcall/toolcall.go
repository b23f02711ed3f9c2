// Package toolcall is the list of the tools that agents call: their names, descriptions and arguments, the program and the
// definition that each asks for, and how a command line is written as such a call. Types, defaults and bounds of
// arguments are those of the programs' option tables.
package toolcall

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
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
	other       map[string][]string // arguments that calls mean by a name that the tool does not list, before those of others
}

// An Argument is an argument of a tool.
type Argument struct {
	Name string
	Help string
	// Schema is the JSON schema of its values, without a description. It is nil for an argument that a definition has,
	// whose schema is that of the definition.
	Schema json.RawMessage
	Many   bool // several texts are taken too
}

// A way is one definition that a tool can ask for.
type way struct {
	definition string
	chosen     func(a Arguments) bool // by these arguments; nil means always
	fixed      map[string]any         // properties that every call has
	as         map[string]string      // properties whose names differ, by the names of the arguments
	joins      func(a Arguments)      // makes one property of several arguments
	splits     func(a Arguments)      // undoes joins
	joined     []string               // further arguments that joins takes
	hides      []string               // properties that joins makes
	required   []string               // arguments without which a call cannot choose it
	operands   []string               // the properties of positional arguments; the last one takes all that follow
	needs      []string               // a command line of this way has one of these properties; none means any command line
	lacks      map[string]string      // listed arguments that calls cannot have this way, and what to do instead
	missing    string                 // what is said if a required argument is missing; "" names the argument and what it is for
	note       string                 // how the arguments were read, if that is not what they say
}

// Arguments are the arguments of a call, by name.
type Arguments map[string]json.RawMessage

// Tools returns all tools, in the order in which they are listed.
func Tools() []*Tool { return tools.Get() }

// Of returns the tool of a program with a name, nil if there is none.
func Of(program, name string) *Tool {
	for _, t := range tools.Get() {
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
		names = append(names, w.hides...)
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
	r.Canonical = maps.Clone(a)
	r.way = t.choose(a)
	r.Definition = r.way.definition
	if r.way.note != "" {
		notes = append(notes, r.way.note)
	}
	r.Notes = notes
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

// Missing returns an argument that the call lacks and a sentence that says so, "" if there is none.
func (r *Route) Missing() (argument, why string) {
	for _, name := range slices.Concat(r.Tool.Required, r.way.required) {
		if !r.Canonical.has(name) {
			return name, cmp.Or(r.way.missing, name+" is missing: "+r.Tool.Help(name))
		}
	}
	return "", ""
}

// Argument returns the name that a property of the definition has in the call.
func (r *Route) Argument(property string) string {
	return r.way.argument(property)
}

// Known returns the names that calls of the tool can have, given the properties of the definition: first those that the
// tool lists.
func (r *Route) Known(properties []string) []string {
	names, hidden := r.Tool.Listed(), r.Tool.Hidden()
	for _, p := range append(properties, r.way.joined...) {
		if name := r.Argument(p); !slices.Contains(names, name) && !slices.Contains(hidden, name) {
			names = append(names, name)
		}
	}
	return names
}

// Listed returns the names of the arguments that a list of tools has.
func (t *Tool) Listed() []string {
	names := make([]string, len(t.Arguments))
	for i, a := range t.Arguments {
		names[i] = a.Name
	}
	return names
}

// other are the names that clients give to arguments, by the name that they have in every tool.
func other() map[string][]string {
	return map[string][]string{
		"query":  {"q", "pattern", "text", "search", "regex", "question", "prompt", "keyword", "keywords"},
		"symbol": {"name", "identifier", "function", "method", "class", "type", "calls", "impl", "impact", "query", "term", "target"},
		"paths":  {"path", "dir", "directory", "folder", "root", "base", "file", "files", "cwd"},
		"file":   {"filename", "file_path", "filepath", "path"},
		"line":   {"line_number", "lineno"},
		"terms":  {"term", "queries", "words"},
		"range":  {"lines", "line_range"},
		"kind":   {"kinds", "entity"},
		"limit":  {"max_results", "head_limit"},
	}
}

// Canonical returns arguments with the names that the tool lists. Another name of one of them is taken for it where it
// can be only that one, and a note says so.
func (t *Tool) Canonical(given Arguments) (Arguments, []string) {
	a := maps.Clone(given)
	if a == nil {
		a = Arguments{}
	}
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(given)) {
		value := given[name]
		if t.lists(name) {
			continue
		}
		meant := t.Meant(name)
		if len(meant) > 1 { // the rest of the call may say which
			meant = slices.DeleteFunc(slices.Clone(meant), func(m string) bool { return !t.fits(a, name, m) })
		}
		if len(meant) != 1 || a.has(meant[0]) {
			continue
		}
		delete(a, name)
		a[meant[0]] = value
		notes = append(notes, strconv.Quote(name)+" was read as "+strconv.Quote(meant[0]))
	}
	return a, notes
}

// Meant returns the listed arguments that a call can mean by a name that the tool does not list.
func (t *Tool) Meant(name string) []string {
	if meant, ok := t.other[name]; ok {
		return meant
	}
	var meant []string
	for listed, names := range other() {
		if slices.Contains(names, name) && t.lists(listed) {
			meant = append(meant, listed)
		}
	}
	slices.Sort(meant)
	return meant
}

// fits reports whether a call can have an argument under the name meant in place of name.
func (t *Tool) fits(a Arguments, name, meant string) bool {
	with := maps.Clone(a)
	delete(with, name)
	with[meant] = a[name]
	w := t.choose(with)
	refused, _ := w.refusal(t, with)
	return refused == "" && !slices.ContainsFunc(w.required, func(r string) bool { return !with.has(r) })
}

// choose returns the way of a call.
func (t *Tool) choose(a Arguments) *way {
	last := len(t.ways) - 1
	for i := range t.ways[:last] {
		if w := &t.ways[i]; w.chosen == nil || w.chosen(a) {
			return w
		}
	}
	return &t.ways[last]
}

// refusal returns an argument that calls cannot have this way and what to do instead, "" if there is none.
func (w *way) refusal(t *Tool, a Arguments) (argument, why string) {
	for _, name := range t.Listed() {
		if why := w.lacks[name]; why != "" && a.has(name) {
			return name, why
		}
	}
	return "", ""
}

// Refusal returns an argument that the call cannot have, and a sentence that says why; "" if there is none. Values of
// arguments that a definition has are checked by the program.
func (r *Route) Refusal() (argument, why string) {
	for _, a := range r.Tool.Arguments {
		if value, given := r.Canonical[a.Name]; given && a.Schema != nil {
			if want := a.wrong(value); want != "" {
				return a.Name, a.Name + " must be " + want + ", not " + short(value)
			}
		}
	}
	return r.way.refusal(r.Tool, r.Canonical)
}

// wrong returns what the schema of an argument asks for, "" if the value is that.
func (a *Argument) wrong(value json.RawMessage) string {
	var s valueSchema
	var text string
	var flag *bool
	if json.Unmarshal(a.Schema, &s) != nil {
		return ""
	}
	isText := json.Unmarshal(value, &text) == nil && string(value) != "null"
	switch {
	case len(s.Enum) > 0:
		if !isText || !slices.Contains(s.Enum, text) {
			return strings.Join(s.Enum[:len(s.Enum)-1], ", ") + " or " + s.Enum[len(s.Enum)-1]
		}
	case s.Type == "boolean":
		if json.Unmarshal(value, &flag) != nil || flag == nil {
			return "true or false"
		}
	case s.Type == "integer":
		return s.wrongNumber(value)
	case s.Type == "string" && !isText && !a.Many:
		return "a string"
	}
	return ""
}

// A valueSchema is what the schema of an argument says of its values.
type valueSchema struct {
	Type    string
	Enum    []string
	Minimum *float64
	Maximum *float64
}

// wrongNumber returns which numbers are asked for, "" if the value is one of them.
func (s *valueSchema) wrongNumber(value json.RawMessage) string {
	n, err := strconv.ParseFloat(strings.Trim(string(value), `"`), 64)
	switch {
	case err == nil && n == math.Trunc(n) && (s.Minimum == nil || n >= *s.Minimum) && (s.Maximum == nil || n <= *s.Maximum):
		return ""
	case s.Minimum != nil && s.Maximum != nil:
		return fmt.Sprintf("a whole number from %v to %v", *s.Minimum, *s.Maximum)
	case s.Minimum != nil:
		return fmt.Sprintf("a whole number of at least %v", *s.Minimum)
	}
	return "a whole number"
}

// short returns a value as a message repeats it.
func short(value json.RawMessage) string {
	const most = 40
	if len(value) > most {
		return strings.ToValidUTF8(string(value[:most]), "") + "…"
	}
	return string(value)
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

// joinTerms makes the terms of the alternatives of an expression.
func joinTerms(a Arguments) {
	terms, _ := Alternatives(a.text("query"))
	delete(a, "query")
	delete(a, "mode")
	a["terms"] = encoded(terms)
}

// compares reports whether a call of survey has an expression for one of several texts.
func compares(a Arguments) bool {
	_, ok := Alternatives(a.text("query"))
	return ok && a.text("mode") == "regex" && !a.has("terms")
}

// joinPlace makes the property position of the arguments file, line and column.
func joinPlace(a Arguments) {
	place := []string{a.text("file")}
	for _, name := range []string{"line", "column"} {
		if n := string(a[name]); n != "" {
			place = append(place, strings.Trim(n, `"`))
		}
		delete(a, name)
	}
	delete(a, "file")
	a["position"] = encoded(strings.Join(place, ":"))
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
