package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/sibling"
)

// renamed gives the names that tools have here and not in their program.
func renamed() map[string]string { return map[string]string{"ct_test": "framed_test"} }

// framing are arguments of ct_test that say how an answer is printed. Here it
// always is JSON, pulses become progress, and confinement is not the client's.
func framing() []string {
	return []string{"emit", "emit_stderr", "quiet", "format", "max_lines", "heartbeat", "heartbeat_emit", "heartbeat_to", "confine"}
}

// Arguments that every tool has here: a call's own, lower bounds.
const (
	maxBytesArgument = "max_bytes"
	timeoutArgument  = "timeout"
)

// A tool is one definition of a program of the suite, as it is served.
type tool struct {
	name        string // that clients call it by
	door        string // that its program knows it by
	path        string // of the program
	description string
	input       schema
	output      schema
	bounds      extent // of its answers
	list        bool   // its answer is an array, which is wrapped: see wrap
}

// suite asks the programs of the suite for their definitions, and gives them
// with the instructions that go with them. The errors name the programs that are
// not there, all in the first, and those that gave no tools. maxBytes is the
// configured bound of answers, 0 for none.
func suite(maxBytes int) (tools []*tool, words string, faults []error) {
	names := sibling.Tools()
	found, errs := make([][]*tool, len(names)), make([]error, len(names))
	var asking sync.WaitGroup
	for i, name := range names {
		asking.Go(func() { found[i], errs[i] = ask(name) })
	}
	asking.Wait()
	tools = slices.Concat(found...)
	words = instructions(tools)
	condense(tools, maxBytes)
	var absent []string
	for i, err := range errs {
		switch {
		case errors.Is(err, sibling.ErrNotFound):
			absent = append(absent, "ct-"+names[i])
		case err != nil:
			faults = append(faults, err)
		}
	}
	if len(absent) > 0 {
		faults = slices.Insert(faults, 0, fmt.Errorf("%w, so not served: %s; install the whole suite into one folder, see ct doctor", sibling.ErrNotFound, strings.Join(absent, ", ")))
	}
	return tools, words, faults
}

// ask gives the tools of one program as it defines them.
func ask(name string) ([]*tool, error) {
	path, err := sibling.Find(name)
	if err != nil {
		return nil, err
	}
	text, err := sibling.Output(context.Background(), path, "--explain", "json")
	if err != nil {
		return nil, err
	}
	var all explanation
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("%s --explain json: %w", path, err)
	}
	var tools []*tool
	for _, e := range all.named() {
		t, err := e.tool(path)
		if err != nil {
			return nil, fmt.Errorf("%s --explain json: %w", path, err)
		}
		tools = append(tools, t)
	}
	return tools, nil
}

// extent is what max_bytes may be of a tool's answer, in bytes: from the least
// that its program takes to what an answer has without it.
type extent [2]int

// under gives the extent under the configured bound; 0 is none.
func (e extent) under(configured int) extent {
	if configured > 0 {
		e[1] = max(min(configured, e[1]), e[0])
	}
	return e
}

// explanation is what a program with one definition or several prints.
type explanation struct {
	explained
	Tools []explained
}

// named gives the definitions. What a program with several says once holds for
// all: the extent of answers, and what an argument is. One that says of its
// answers only that they are like those of smart_search has its members.
func (all explanation) named() []explained {
	if all.Tools == nil {
		return []explained{all.explained}
	}
	said := map[string]string{}
	for _, e := range all.Tools {
		for _, p := range e.Input.Properties {
			if said[p.Name] == "" {
				said[p.Name] = p.Schema.Description
			}
		}
	}
	for i := range all.Tools {
		tool := &all.Tools[i]
		if tool.MaxBytes == (extent{}) {
			tool.MaxBytes = all.MaxBytes
		}
		for j := range tool.Input.Properties {
			p := &tool.Input.Properties[j]
			p.Schema.Description = cmp.Or(p.Schema.Description, said[p.Name])
		}
		out := &tool.Output
		for _, e := range all.Tools {
			if e.Name == "smart_search" && out.Type == "object" && out.Properties == nil {
				*out = e.Output
			}
		}
	}
	return all.Tools
}

// explained is a definition as --explain json prints it.
type explained struct {
	Name, Description string
	Input             schema `json:"input_schema"`
	Output            schema `json:"output_schema"`
	MaxBytes          extent `json:"max_bytes"`
}

func (e explained) tool(path string) (*tool, error) {
	if e.Name == "" || e.Input.Type != "object" || e.MaxBytes == (extent{}) {
		return nil, errors.New("a definition without a name, without arguments or without max_bytes")
	}
	t := &tool{name: e.Name, door: e.Name, path: path, description: e.Description, input: e.Input, output: e.Output, bounds: e.MaxBytes, list: e.Output.Type == "array"}
	if name, ok := renamed()[e.Name]; ok {
		t.name = name
		t.input.Properties = slices.DeleteFunc(slices.Clone(e.Input.Properties), func(p property) bool {
			return slices.Contains(framing(), p.Name)
		})
	}
	return t, nil
}

// A schema is the part of JSON Schema that is served: what an argument or a
// member of an answer is called and of which type.
type schema struct {
	Type        any             `json:"type,omitempty"` // a name, or of an answer's member several
	Items       json.RawMessage `json:"items,omitempty"`
	Enum        json.RawMessage `json:"enum,omitempty"`
	AnyOf       []schema        `json:"anyOf,omitempty"`
	Minimum     json.RawMessage `json:"minimum,omitempty"`
	Maximum     json.RawMessage `json:"maximum,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	Description string          `json:"description,omitempty"`
	Properties  properties      `json:"properties,omitempty"`
	Required    []string        `json:"required,omitempty"`
}

// A property is a named member of an object.
type property struct {
	Name   string
	Schema schema
}

// properties keep their order, so that a definition reads as the option table
// does.
type properties []property

// UnmarshalJSON reads an object member by member.
func (p *properties) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return errors.New("properties are no object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string)
		var s schema
		if err := d.Decode(&s); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		*p = append(*p, property{name, s})
	}
	return nil
}

// MarshalJSON writes an object.
func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, m := range p {
		b.WriteByte("{,"[min(i, 1)])
		name, err := render.JSON(m.Name, false)
		if err != nil {
			return nil, err
		}
		value, err := render.JSON(m.Schema, false)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// names gives the properties' names in their order.
func (p properties) names() []string {
	list := make([]string, len(p))
	for i := range p {
		list[i] = p[i].Name
	}
	return list
}

// clause gives the first clause of a text, which says what an argument is; what
// follows are bounds and cases that the program's refusals name too. Which option
// of the command line it goes with is no matter here.
func clause(text string, ends ...string) string {
	if option, rest, ok := strings.Cut(text, ", "); ok && strings.HasPrefix(option, "with --") {
		text = rest
	}
	for _, end := range ends {
		text, _, _ = strings.Cut(text, end)
	}
	return text
}
