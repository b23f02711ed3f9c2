package opt

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/toolcall"
)

// Call reads the arguments object of a tool call to a definition: it fills the options' variables exactly as a command
// line would, and returns the positional arguments. Values that Parse has read stay set; only a list may be given both
// there and in the call. Errors are of type *UsageError and name the property.
func (t *Table) Call(definition string, arguments []byte) (args []string, err error) {
	if own := t.of(definition); own != t {
		return own.Call(definition, arguments)
	}
	t.called = true
	object, err := decodeObject(arguments)
	if err != nil {
		return nil, err
	}
	if err := t.givenTwice(definition, object); err != nil {
		return nil, err
	}
	given := slices.Collect(maps.Keys(object)) // first, because one may be a misspelled required one
	if err := KnownProperties(definition, t.properties(definition), given); err != nil {
		return nil, err
	}
	settings, err := t.callOptions(definition, object)
	if err != nil {
		return nil, err
	}
	if args, err = t.callArgs(definition, object); err != nil {
		return nil, err
	}
	return args, t.apply(settings)
}

// CallTool reads the arguments object of a call of a tool (package toolcall), as Call does for a definition, and returns the
// definition too. Errors name the arguments of the tool, and suggested commands are calls of tools.
func (t *Table) CallTool(tool *toolcall.Tool, arguments []byte) (definition string, args []string, err error) {
	var given toolcall.Arguments
	if _, err := decodeObject(arguments); err != nil {
		return tool.Definitions()[0], nil, err
	}
	if err := json.Unmarshal(arguments, &given); err != nil {
		return tool.Definitions()[0], nil, Usagef("", "the arguments must be a JSON object: %v", err)
	}
	r := tool.Route(given)
	t.route = r
	if own := t.of(r.Definition); own != t {
		own.route = r
	}
	known, canonical := r.Known(t.of(r.Definition).properties(r.Definition)), slices.Collect(maps.Keys(r.Canonical))
	if err := knownArguments(tool, known, canonical); err != nil {
		return r.Definition, nil, err
	}
	if name, why := r.Refusal(); name != "" {
		return r.Definition, nil, Usagef(name, "%s", why)
	}
	if name, why := r.Missing(); name != "" {
		return r.Definition, nil, Usagef(name, "%s", why)
	}
	text, err := render.JSON(r.Arguments, false)
	if err != nil {
		return r.Definition, nil, err
	}
	args, err = t.Call(r.Definition, text)
	return r.Definition, args, err
}

// CallNotes say how arguments of the tool call were read that had other names.
func (t *Table) CallNotes() []string {
	if t.route == nil {
		return nil
	}
	return t.route.Notes
}

// decodeObject decodes exactly one JSON object; numbers keep their digits.
func decodeObject(data []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var object map[string]any
	err := d.Decode(&object)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field == "" {
		return nil, Usagef("", "the arguments must be a JSON object, not of type %s", wrong.Value)
	}
	if err != nil {
		return nil, Usagef("", "the arguments must be a JSON object: %s", strings.ReplaceAll(err.Error(), "\n", " "))
	}
	if object == nil {
		return nil, Usagef("", "the arguments must be a JSON object, not null")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, Usagef("", "the arguments must be one JSON object; something follows it")
	}
	err = members(data, func(name string, value []byte) error {
		if half := halfCharacter(value); half != "" {
			return Usagef(name, "%s contains an unpaired surrogate, %s; write both halves, or the character itself", name, half)
		}
		return nil
	})
	return object, err
}

// CheckMembers returns a *UsageError if the valid JSON object in data has a property twice, because encoding/json would silently
// drop one of them, or a path that is too long for every system.
func CheckMembers(data []byte) error { return members(data, func(string, []byte) error { return nil }) }

// Paths are the properties of tool calls that name files and folders.
func Paths() []string { return []string{"path", "paths", "base", "file", "root"} }

const (
	maxPath     = 4096     // bytes
	maxArgument = 32 << 10 // bytes of an argument of a command, which may be a path
	maxQuery    = 64 << 10 // bytes of a text to look for
)

// queries are the properties of tool calls that are texts to look for.
func queries() []string {
	return []string{"query", "term", "terms", "grep", "all_of", "none_of", "symbol", "calls", "tests", "impact", "dead", "impl", "signature", "match", "name", "where"}
}

// fits returns a *UsageError if a property has a text that is too long: for a path, or to look for.
func fits(name string, value []byte) error {
	for _, text := range Texts(value) {
		limit := len(text)
		switch {
		case name == "args":
			limit = maxArgument
		case name == "cmd", name == "stdin" && strings.HasPrefix(text, "file:"), slices.Contains(Paths(), name):
			limit = maxPath
		case slices.Contains(queries(), name):
			limit = maxQuery
		}
		if len(text) > limit {
			return Usagef(name, "%s has %d bytes, more than %d", name, len(text), limit)
		}
	}
	return nil
}

// Texts returns the JSON string, or the strings of the JSON array, in raw.
func Texts(raw json.RawMessage) []string {
	var one string
	if json.Unmarshal(raw, &one) == nil {
		return []string{one}
	}
	var many []string
	if json.Unmarshal(raw, &many) == nil {
		return many
	}
	return nil
}

// members calls check for each property of the valid object in data, up to the first error; a repeated one is an error.
func members(data []byte, check func(name string, value []byte) error) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil { // the brace
		return err
	}
	for seen := map[string]bool{}; d.More(); {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		if seen[name] {
			return Usagef(name, "%s occurs twice in the call; give it once", name)
		}
		seen[name] = true
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := cmp.Or(fits(name, value), check(name, value)); err != nil {
			return err
		}
	}
	return nil
}

// halfCharacter returns the first escape of an unpaired surrogate in the JSON value v, "" if there is none.
func halfCharacter(v []byte) string {
	const escape = len(`\u0000`)
	unit := func(at int) rune {
		if at+escape > len(v) || v[at] != '\\' || v[at+1] != 'u' {
			return 0
		}
		n, _ := strconv.ParseUint(string(v[at+2:at+escape]), 16, 16) // valid JSON has four digits there
		return rune(n)
	}
	for i := 0; i < len(v); i++ {
		if v[i] != '\\' {
			continue
		}
		switch r := unit(i); {
		case !utf16.IsSurrogate(r):
			i++ // the escaped character, which may be another backslash
		case utf16.DecodeRune(r, unit(i+escape)) == utf8.RuneError:
			return string(v[i : i+escape])
		default:
			i += 2*escape - 1
		}
	}
	return ""
}

// givenTwice refuses an option with one value that both the command line and object have: neither is dropped.
func (t *Table) givenTwice(definition string, object map[string]any) error {
	for _, s := range t.settings {
		name := s.o.property()
		if _, again := object[name]; again && s.o.Var.Kind() != KindList && t.hasOption(definition, s.o) {
			return Usagef(name, "%s is both in the call and on the command line; give it once", name)
		}
	}
	return nil
}

// callOptions returns the options of a definition that are in object, in the order of the table.
func (t *Table) callOptions(definition string, object map[string]any) ([]setting, error) {
	var settings []setting
	for i := range t.Options {
		o := &t.Options[i]
		if !t.hasOption(definition, o) {
			continue
		}
		v, given := object[o.property()]
		if !given && t.requires(definition, o.Required) && !t.given(o) {
			return nil, missing(t.argument(o.property()), o.Brief, o.Help)
		}
		if !given {
			continue
		}
		texts, err := t.callTexts(o.Var.Kind(), v)
		if err != nil {
			return nil, Usagef(o.Name, "%s %v", t.argument(o.property()), err)
		}
		for _, text := range texts {
			settings = append(settings, setting{o, t.argument(o.property()), text})
		}
	}
	return settings, nil
}

// argument returns the name that a property of the definition has in the call that was read.
func (t *Table) argument(property string) string {
	if t.route == nil {
		return property
	}
	return t.route.Argument(property)
}

// hasOption reports whether calls of a definition can have o.
func (t *Table) hasOption(definition string, o *Option) bool {
	return o.Of == "" && t.inCalls(definition, o.Forms, o.CommandLine)
}

// given reports whether the command line has given o.
func (t *Table) given(o *Option) bool {
	return slices.ContainsFunc(t.settings, func(s setting) bool { return s.o == o })
}

// missing returns the error for a required argument that a call does not have.
func missing(property, brief, help string) error {
	return Usagef(property, "%s is missing: %s", property, cmp.Or(brief, help))
}

// callArgs returns the positional arguments of a definition that are in object.
func (t *Table) callArgs(definition string, object map[string]any) ([]string, error) {
	var args []string
	for _, a := range t.Args {
		if !t.inCalls(definition, a.Forms, false) {
			continue
		}
		v, given := object[a.Property]
		if !given {
			if t.requires(definition, a.Required) {
				return nil, missing(t.argument(a.Property), a.Brief, a.Help)
			}
			continue
		}
		kind := KindText
		if a.Many {
			kind = KindList
		}
		texts, err := t.callTexts(kind, v)
		if err != nil {
			return nil, Usagef(a.Property, "%s %v", t.argument(a.Property), err)
		}
		args = append(args, texts...)
		if t.placed == nil {
			t.placed = map[string][]string{}
		}
		t.placed[a.Property] = texts
	}
	return args, nil
}

// PathArgument returns the property in which a call of the definition named a path, "" if there is none.
func (t *Table) PathArgument(definition, path string) string {
	if own := t.of(definition); own != t {
		return own.PathArgument(definition, path)
	}
	for _, a := range t.Args {
		if a.Complete != Nothing && slices.Contains(t.placed[a.Property], path) {
			return a.Property
		}
	}
	for _, s := range t.settings {
		if s.o.Complete != Nothing && s.value == path && t.hasOption(definition, s.o) {
			return s.o.property()
		}
	}
	return ""
}

// PathOption returns the option whose value is a path, as it was given, "" if there is none.
func (t *Table) PathOption(path string) string {
	for _, s := range t.settings {
		if s.o.Complete != Nothing && s.value == path {
			return s.as
		}
	}
	return ""
}

// callTexts returns the JSON value v of an option of the given kind as the texts that a command line would have. The
// error is the end of a sentence that begins with the name of the property.
func (t *Table) callTexts(kind Kind, v any) ([]string, error) {
	switch v := v.(type) {
	case bool:
		if kind == KindFlag {
			return []string{fmt.Sprint(v)}, nil
		}
	case string:
		if kind == KindList && strings.HasPrefix(v, "[") && json.Valid([]byte(v)) {
			return nil, errors.New("must be an array of strings, not a string that contains one")
		}
		if kind == KindText || kind == KindMaybe || kind == KindList && !t.Arrays { // a list of one
			return []string{v}, nil
		}
	case json.Number:
		if kind == KindInt || kind == KindSeconds {
			return []string{plainNumber(v)}, nil
		}
	case []any:
		if kind != KindList {
			break
		}
		texts := make([]string, len(v))
		for i, e := range v {
			s, ok := e.(string)
			if !ok {
				return nil, fmt.Errorf("must contain strings, not %s", jsonType(e))
			}
			texts[i] = s
		}
		return texts, nil
	}
	kinds := [...]string{KindFlag: "true or false", KindText: "a string", KindList: "an array of strings", KindInt: "a whole number", KindSeconds: "a number", KindMaybe: "a string"}
	return nil, fmt.Errorf("must be %s, not %s", kinds[kind], jsonType(v))
}

// plainNumber writes a whole number such as 5.0 or 1e3, an integer to JSON Schema too, in digits.
func plainNumber(n json.Number) string {
	if f, err := n.Float64(); err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return n.String()
}

func jsonType(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case json.Number:
		return "a number"
	case []any:
		return "an array"
	}
	return "an object"
}

// KnownProperties returns a *UsageError about the first property, by name, that is not in have, with a suggestion.
func KnownProperties(tool string, have, given []string) error {
	unknown := slices.DeleteFunc(slices.Clone(given), func(name string) bool { return slices.Contains(have, name) })
	if len(unknown) == 0 {
		return nil
	}
	first := slices.Min(unknown)
	if near := nearest.Of(first, have, 1); len(near) > 0 {
		return Usagef(first, "unknown property %q; did you mean %q?", first, near[0])
	}
	for _, name := range have { // one word of it may be what was meant
		if near := nearest.Of(first, strings.Split(name, "_"), 1); len(near) > 0 {
			return Usagef(first, "unknown property %q; did you mean %q?", first, name)
		}
	}
	have = slices.Clone(have)
	word := []rune(first[:min(len(first), longestName)])
	slices.SortStableFunc(have, func(a, b string) int {
		return nearest.Distance(word, []rune(a)) - nearest.Distance(word, []rune(b))
	})
	return Usagef(first, "unknown property %q; %s has %s", first, tool, strings.Join(have, ", "))
}

// knownArguments is KnownProperties for the calls of a tool: known are the names that they can have, but messages name
// those that the tool lists.
func knownArguments(tool *toolcall.Tool, known, given []string) error {
	unknown := slices.DeleteFunc(slices.Clone(given), func(name string) bool { return slices.Contains(known, name) })
	if len(unknown) == 0 {
		return nil
	}
	first, listed := slices.Min(unknown), tool.Listed()
	meant := tool.Meant(first)
	if len(meant) == 0 {
		meant = nearest.Of(first, listed, 1)
	}
	if len(meant) == 0 {
		meant = nearest.Of(first, known, 1)
	}
	if len(meant) == 0 {
		return Usagef(first, "unknown property %q; %s has %s", first, tool.Name, strings.Join(listed, ", "))
	}
	for i, name := range meant {
		meant[i] = strconv.Quote(name)
	}
	return Usagef(first, "unknown property %q; did you mean %s?", first, strings.Join(meant, " or "))
}

// longestName bounds how much of a name is compared, in bytes.
const longestName = 64

// properties returns the names of what a call of the definition can have, in the order of its schema.
func (t *Table) properties(definition string) []string {
	var names []string
	for _, a := range t.Args {
		if t.inCalls(definition, a.Forms, false) {
			names = append(names, a.Property)
		}
	}
	for i := range t.Options {
		if o := &t.Options[i]; t.hasOption(definition, o) {
			names = append(names, o.property())
		}
	}
	return names
}
