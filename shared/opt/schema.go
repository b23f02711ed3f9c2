package opt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/ct-tools/ct/shared/render"
)

// A member is one name and value of an ordered JSON object.
type member struct {
	name  string
	value any
}

// object is a JSON object whose members keep their order, so that a definition
// reads as the table does.
type object []member

func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := render.JSON(m.name, false)
		if err != nil {
			return nil, err
		}
		value, err := render.JSON(m.value, false)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.name, err)
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// Explain gives the tool's definition: that of its one door, or, when it has
// several, the tool with its doors under "tools". It marshals to JSON.
func (t *Table) Explain() any {
	if len(t.Definitions) == 1 {
		d := t.Definitions[0]
		if d.Bytes == (Range{}) {
			d.Bytes = t.Bytes
		}
		return t.define(d)
	}
	doors := make([]any, len(t.Definitions))
	for i, d := range t.Definitions {
		doors[i] = t.define(d)
	}
	about := object{{"name", t.Tool}, {"description", t.Summary}}
	if t.Bytes != (Range{}) {
		about = append(about, member{"max_bytes", t.Bytes})
	}
	return append(about, member{"tools", doors})
}

func (t *Table) define(d Definition) object {
	def := object{{"name", d.Name}, {"description", d.Description}, {"input_schema", t.Input(d.Name)}}
	if d.Output != nil {
		def = append(def, member{"output_schema", d.Output})
	}
	if d.Bytes != (Range{}) {
		def = append(def, member{"max_bytes", d.Bytes})
	}
	var annotations object
	for _, a := range d.Annotations {
		annotations = append(annotations, member{a.Name, a.Value})
	}
	// What only reads destroys nothing and may be repeated: that has no hints of its own.
	return append(def, member{"annotations", append(annotations, object{{"readOnlyHint", true}, {"openWorldHint", false}}...)})
}

// Input gives the JSON schema of the arguments of the definition door. That of a
// Terse table leaves the object open, although a call with others is refused.
func (t *Table) Input(door string) any {
	own := t.of(door)
	schema := own.input(door)
	if !own.Terse {
		schema = append(schema, member{"additionalProperties", false})
	}
	return schema
}

func (t *Table) input(door string) object {
	var properties object
	var required []string
	for _, a := range t.Args {
		if !slices.Contains(a.Doors, door) {
			continue
		}
		schema := object{{"type", "string"}}
		if a.Many {
			schema = object{{"type", "array"}, {"items", object{{"type", "string"}}}}
		}
		schema = describe(schema, t.words(door, a.Doors, a.Brief, a.Help))
		properties = append(properties, member{a.Property, schema})
		if slices.Contains(a.Required, door) {
			required = append(required, a.Property)
		}
	}
	for i := range t.Options {
		if o := &t.Options[i]; slices.Contains(o.Doors, door) {
			properties = append(properties, member{o.property(), describe(o.schema(t.Terse), t.words(door, o.Doors, o.Brief, o.right()))})
			if slices.Contains(o.Required, door) {
				required = append(required, o.property())
			}
		}
	}
	schema := object{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		schema = append(schema, member{"required", required})
	}
	return schema
}

// words gives what the schema of the definition door says of a row that doors
// have.
func (t *Table) words(door string, doors []string, brief, help string) string {
	switch first := func(d Definition) bool { return slices.Contains(doors, d.Name) }; {
	case t.Terse && len(t.Definitions) > 0 && t.Definitions[slices.IndexFunc(t.Definitions, first)].Name != door:
		return ""
	case brief == NoWords:
		return ""
	case brief != "" || t.Terse:
		return brief
	}
	return help
}

// describe adds a description to a schema, unless it is "".
func describe(s object, words string) object {
	if words == "" {
		return s
	}
	return append(s, member{"description", words})
}

// schema gives the JSON schema of the option's value, if terse with its default,
// which else is told in words.
func (o *Option) schema(terse bool) object {
	var s object
	switch o.Var.Kind() {
	case KindFlag:
		s = object{{"type", "boolean"}}
	case KindList:
		s = object{{"type", "array"}, {"items", object{{"type", "string"}}}}
	case KindInt:
		s = object{{"type", "integer"}}
		if v, ok := o.Var.(intVar); ok {
			s = append(s, member{"minimum", v.min})
			if v.max != math.MaxInt64 {
				s = append(s, member{"maximum", v.max})
			}
		}
	case KindSeconds:
		s = object{{"type", "number"}, {"exclusiveMinimum", 0}}
	default:
		s = object{{"type", "string"}}
	}
	if len(o.Values) > 0 {
		s = append(s, member{"enum", o.Values})
	}
	if v := o.defaultValue(); terse && v != nil {
		s = append(s, member{"default", v})
	}
	return s
}

// defaultValue gives the default as a JSON value, nil where there is none or the
// help has it in words.
func (o *Option) defaultValue() any {
	var v any
	switch kind := o.Var.Kind(); {
	case o.Default == "":
		return nil
	case kind == KindText:
		return o.Default
	case kind != KindFlag && kind != KindInt, json.Unmarshal([]byte(o.Default), &v) != nil:
		return nil
	}
	return v
}
