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
		return t.define(t.Definitions[0])
	}
	doors := make([]any, len(t.Definitions))
	for i, d := range t.Definitions {
		doors[i] = t.define(d)
	}
	return object{{"name", t.Tool}, {"description", t.Summary}, {"tools", doors}}
}

func (t *Table) define(d Definition) object {
	def := object{{"name", d.Name}, {"description", d.Description}, {"input_schema", t.Input(d.Name)}}
	if d.Output != nil {
		def = append(def, member{"output_schema", d.Output})
	}
	var annotations object
	for _, a := range d.Annotations {
		annotations = append(annotations, member{a.Name, a.Value})
	}
	return append(def, member{"annotations", append(annotations, object{
		{"readOnlyHint", true}, {"destructiveHint", false}, {"idempotentHint", true}, {"openWorldHint", false},
	}...)})
}

// Input gives the JSON schema of the arguments of the definition door. That of a
// definition with arguments of its own leaves the object open, although a call
// with others is refused.
func (t *Table) Input(door string) any {
	own := t.of(door)
	schema := own.input(door)
	if own == t {
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
		if !t.Terse {
			schema = append(schema, member{"description", a.Help})
		}
		properties = append(properties, member{a.Property, schema})
		if slices.Contains(a.Required, door) {
			required = append(required, a.Property)
		}
	}
	for i := range t.Options {
		if o := &t.Options[i]; slices.Contains(o.Doors, door) {
			properties = append(properties, member{o.property(), o.schema(t.Terse)})
		}
	}
	schema := object{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		schema = append(schema, member{"required", required})
	}
	return schema
}

// schema gives the JSON schema of the option's value, without most words if
// terse.
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
	if !terse {
		return append(s, member{"description", o.right()})
	}
	if v := o.defaultValue(); v != nil {
		s = append(s, member{"default", v})
	}
	if o.Brief != "" {
		s = append(s, member{"description", o.Brief})
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
