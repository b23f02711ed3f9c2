package opt

import (
	"bytes"
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
)

// Call reads the arguments object of a tool call to the definition door: it
// fills the options' variables exactly as the command line would, and gives the
// positional arguments. What Parse has read before stays, and only a list may be
// given in both places. Errors are of type *UsageError and name the property.
func (t *Table) Call(door string, arguments []byte) (args []string, err error) {
	if own := t.of(door); own != t {
		return own.Call(door, arguments)
	}
	object, err := decodeObject(arguments)
	if err != nil {
		return nil, err
	}
	if err := t.givenTwice(door, object); err != nil {
		return nil, err
	}
	if err := t.unknownProperty(door, object); err != nil { // before one is missing that it may be meant for
		return nil, err
	}
	settings, err := t.callOptions(door, object)
	if err != nil {
		return nil, err
	}
	if args, err = t.callArgs(door, object); err != nil {
		return nil, err
	}
	return args, t.apply(settings)
}

// decodeObject reads exactly one JSON object; numbers keep their digits.
func decodeObject(data []byte) (map[string]any, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var object map[string]any
	err := d.Decode(&object)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field == "" {
		return nil, Usagef("", "arguments are no JSON object, but of type %s", wrong.Value)
	}
	if err != nil {
		return nil, Usagef("", "arguments are no JSON object: %s", strings.ReplaceAll(err.Error(), "\n", " "))
	}
	if object == nil {
		return nil, Usagef("", "arguments are null; a JSON object is wanted")
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, Usagef("", "something follows the arguments object")
	}
	err = members(data, func(name string, value []byte) error {
		if half := halfCharacter(value); half != "" {
			return Usagef(name, "argument %s has %s, which is half of a character: give both halves, or the character itself", name, half)
		}
		return nil
	})
	return object, err
}

// OnceEach refuses the valid JSON object in data if a property stands there
// twice, of which decoding drops one in silence. The error is a *UsageError.
func OnceEach(data []byte) error {
	return members(data, func(string, []byte) error { return nil })
}

// members goes through the properties of the valid JSON object in data, to the
// first error, each once.
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
			return Usagef(name, "%s stands in the call twice; give it once", name)
		}
		seen[name] = true
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if err := check(name, value); err != nil {
			return err
		}
	}
	return nil
}

// halfCharacter gives the first escape in the JSON value v for a surrogate that
// is not one of a pair, "" where there is none.
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
			i++ // what is escaped, which may be another backslash
		case utf16.DecodeRune(r, unit(i+escape)) == utf8.RuneError:
			return string(v[i : i+escape])
		default:
			i += 2*escape - 1
		}
	}
	return ""
}

// givenTwice refuses an option with one value that object gives though the
// command line did: neither is to be dropped in silence.
func (t *Table) givenTwice(door string, object map[string]any) error {
	for _, s := range t.settings {
		name := s.o.property()
		if _, again := object[name]; again && s.o.Var.Kind() != KindList && slices.Contains(s.o.Doors, door) {
			return Usagef(name, "argument %s stands in the call and on the command line; give it once", name)
		}
	}
	return nil
}

// callOptions gives the door's options that are in object, in the table's order.
func (t *Table) callOptions(door string, object map[string]any) ([]setting, error) {
	var settings []setting
	for i := range t.Options {
		o := &t.Options[i]
		v, given := object[o.property()]
		if !given && slices.Contains(o.Required, door) && !t.given(o) {
			return nil, missing(o.property(), o.Brief, o.Help)
		}
		if !given || !slices.Contains(o.Doors, door) {
			continue
		}
		texts, err := callTexts(o.Var.Kind(), v)
		if err != nil {
			return nil, Usagef(o.property(), "argument %s %v", o.property(), err)
		}
		for _, text := range texts {
			settings = append(settings, setting{o, "argument " + o.property(), text})
		}
	}
	return settings, nil
}

// given reports whether the command line has given o.
func (t *Table) given(o *Option) bool {
	return slices.ContainsFunc(t.settings, func(s setting) bool { return s.o == o })
}

// missing is the error for an argument that a call cannot do without.
func missing(property, brief, help string) error {
	if brief != "" && brief != NoWords {
		help = brief
	}
	return Usagef(property, "argument %s is missing: %s", property, help)
}

// callArgs gives the door's positional arguments that are in object.
func (t *Table) callArgs(door string, object map[string]any) ([]string, error) {
	var args []string
	for _, a := range t.Args {
		if !slices.Contains(a.Doors, door) {
			continue
		}
		v, given := object[a.Property]
		if !given {
			if slices.Contains(a.Required, door) {
				return nil, missing(a.Property, a.Brief, a.Help)
			}
			continue
		}
		kind := KindText
		if a.Many {
			kind = KindList
		}
		texts, err := callTexts(kind, v)
		if err != nil {
			return nil, Usagef(a.Property, "argument %s %v", a.Property, err)
		}
		args = append(args, texts...)
		if t.placed == nil {
			t.placed = map[string][]string{}
		}
		t.placed[a.Property] = texts
	}
	return args, nil
}

// PathArgument gives the property by which a call of the definition door named a
// path, "" where none did.
func (t *Table) PathArgument(door, path string) string {
	if own := t.of(door); own != t {
		return own.PathArgument(door, path)
	}
	for _, a := range t.Args {
		if a.Complete != Nothing && slices.Contains(t.placed[a.Property], path) {
			return a.Property
		}
	}
	for _, s := range t.settings {
		if s.o.Complete != Nothing && s.value == path && slices.Contains(s.o.Doors, door) {
			return s.o.property()
		}
	}
	return ""
}

// callTexts gives the JSON value v of an option of the given kind as the texts
// that the command line would hold.
func callTexts(kind Kind, v any) ([]string, error) {
	switch v := v.(type) {
	case bool:
		if kind == KindFlag {
			return []string{fmt.Sprint(v)}, nil
		}
	case string:
		if kind == KindText || kind == KindMaybe || kind == KindList { // one for a list of one
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
				return nil, fmt.Errorf("wants strings, not %s", jsonType(e))
			}
			texts[i] = s
		}
		return texts, nil
	}
	wanted := [...]string{KindFlag: "true or false", KindText: "a string", KindList: "an array of strings", KindInt: "a whole number", KindSeconds: "a number", KindMaybe: "a string"}
	return nil, fmt.Errorf("wants %s, not %s", wanted[kind], jsonType(v))
}

// plainNumber gives a number in digits where it is a whole one written in another
// way, as 5.0 or 1e3, which JSON Schema takes for an integer too.
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

// unknownProperty gives the error for the first property, by name, that the door
// does not have; nil if it has all.
func (t *Table) unknownProperty(door string, object map[string]any) error {
	return KnownProperties(door, t.properties(door), slices.Collect(maps.Keys(object)))
}

// KnownProperties refuses the first of the given properties, by name, that tool
// does not have, with the one that was probably meant. The error is a *UsageError.
func KnownProperties(tool string, have, given []string) error {
	var unknown []string
	for _, name := range given {
		if !slices.Contains(have, name) {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) == 0 {
		return nil
	}
	first := slices.Min(unknown)
	if near := nearest.Of(first, have, 1); len(near) > 0 {
		return Usagef(first, "unknown property %q; did you mean %q?", first, near[0])
	}
	for _, name := range have { // of which one word is what was meant
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

// longestName bounds in bytes what is compared of a name.
const longestName = 64

// properties names what a call of the door can have, in the order of its schema.
func (t *Table) properties(door string) []string {
	var names []string
	for _, a := range t.Args {
		if slices.Contains(a.Doors, door) {
			names = append(names, a.Property)
		}
	}
	for i := range t.Options {
		if o := &t.Options[i]; slices.Contains(o.Doors, door) {
			names = append(names, o.property())
		}
	}
	return names
}
