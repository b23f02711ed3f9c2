package opt

import (
	"bytes"
	"cmp"
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

// object is a JSON object whose members keep their order, so that a definition reads as the table does.
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

// Explain returns the value of --explain json: the only definition, or the program with its definitions as "tools".
func (t *Table) Explain() any {
	if len(t.Definitions) == 1 {
		d := t.Definitions[0]
		if d.Bytes == (Range{}) {
			d.Bytes = t.Bytes
		}
		return t.define(d)
	}
	tools := make([]any, len(t.Definitions))
	for i, d := range t.Definitions {
		tools[i] = t.define(d)
	}
	about := object{{"name", t.Tool}, {"description", t.Summary}}
	if t.Bytes != (Range{}) {
		about = append(about, member{"max_bytes", t.Bytes})
	}
	return append(about, member{"tools", tools})
}

func (t *Table) define(d Definition) object {
	def := object{{"name", d.Name}, {"description", d.Description}, {"input_schema", t.input(d.Name)}}
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
	// A tool that only reads destroys nothing and may be repeated, so these hints are omitted.
	return append(def, member{"annotations", append(annotations, object{{"readOnlyHint", true}, {"openWorldHint", false}}...)})
}

// input returns the JSON schema of the arguments of a definition.
func (t *Table) input(definition string) any {
	if own := t.of(definition); own != t {
		return own.input(definition)
	}
	var properties object
	var required []string
	add := func(property string, schema object, brief, help string, needed []string) {
		properties = append(properties, member{property, append(schema, member{"description", cmp.Or(brief, help)})})
		if t.requires(definition, needed) {
			required = append(required, property)
		}
	}
	for _, a := range t.Args {
		schema := object{{"type", "string"}}
		if a.Many {
			schema = object{{"type", "array"}, {"items", object{{"type", "string"}}}}
		}
		if t.inCalls(definition, a.Forms, false) {
			add(a.Property, schema, a.Brief, a.Help, a.Required)
		}
	}
	for i := range t.Options {
		if o := &t.Options[i]; t.hasOption(definition, o) {
			add(o.property(), o.schema(), o.Brief, o.Help, o.Required)
		}
	}
	schema := object{{"type", "object"}, {"properties", properties}}
	if len(required) > 0 {
		schema = append(schema, member{"required", required})
	}
	if d := t.definition(definition); d != nil && d.Open {
		return schema
	}
	return append(schema, member{"additionalProperties", false})
}

// schema returns the JSON schema of the option's value.
func (o *Option) schema() object {
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
			if v.max < math.MaxInt32 { // beyond, it is no limit that a caller meets
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
	if v := o.defaultValue(); v != nil {
		s = append(s, member{"default", v})
	}
	return s
}

// defaultValue returns the default as a JSON value, nil if there is none or the help has it in words.
func (o *Option) defaultValue() any {
	var v any
	switch kind := o.Var.Kind(); {
	case o.Default == "", len(o.Values) > 0 && !slices.Contains(o.Values, o.Default):
		return nil
	case kind == KindText:
		return o.Default
	case kind != KindFlag && kind != KindInt, json.Unmarshal([]byte(o.Default), &v) != nil:
		return nil
	}
	return v
}
