package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/toolcall"
)

// framing returns the arguments of ct_test that determine how an answer is printed. Heartbeats become progress here,
// and the client does not choose the confinement.
func framing() []string {
	return []string{"emit_stderr", "quiet", "format", "max_lines", "heartbeat", "heartbeat_emit", "heartbeat_to", "confine"}
}

// Arguments that every tool has here: lower limits for a call.
const (
	maxBytesArgument = "max_bytes"
	timeoutArgument  = "timeout"
)

// tool is a tool that is served: one of package toolcall, or a definition of a program by which clients could call it
// before, which is not listed.
type tool struct {
	name        string
	as          *toolcall.Tool // nil for a definition
	path        string         // of the program
	description string
	input       schema
	maxBytes    byteRange            // of its answers
	ranges      map[string]byteRange // of each definition that it can ask for
	list        bool                 // its answer is an array, which result wraps in an object
	meta        map[string]any
}

// runs reports whether the tool runs a command of others.
func (t *tool) runs() bool { return t.name == "ct_test" || t.name == formerTest }

// formerTest is the name under which clients could call ct_test.
const formerTest = "framed_test"

// unlisted returns the programs whose definitions can be called and are not in the list of tools, which a client's model always has in
// its context.
func unlisted() []string { return []string{"history"} }

// suite asks the programs of the suite for their definitions, and returns the tools with them. One error, the first, names all
// programs that were not found; the others name the programs that returned no tools. maxBytes is the configured limit of
// answers, 0 for none.
func suite(maxBytes int) (tools, definitions []*tool, faults []error) {
	names := append(sibling.Tools(), unlisted()...)
	found, errs := make([][]*tool, len(names)), make([]error, len(names))
	var running sync.WaitGroup
	for i, name := range names {
		running.Go(func() { found[i], errs[i] = ask(name) })
	}
	running.Wait()
	definitions = slices.Concat(found...)
	tools = served(definitions, maxBytes)
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
	return tools, definitions, faults
}

// served returns the tools that the definitions can answer: those that are listed, then the definitions themselves.
func served(definitions []*tool, maxBytes int) []*tool {
	var all []*tool
	for _, as := range toolcall.Tools() {
		if t := listed(as, definitions, maxBytes); t != nil {
			all = append(all, t)
		}
	}
	for _, d := range definitions {
		if d.name == "ct_test" {
			former := *d
			former.name = formerTest
			all = append(all, &former)
		}
		if toolcall.Of("", d.name) == nil {
			all = append(all, d)
		}
	}
	return all
}

// ask returns the tools of one program, as the program defines them.
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
	for _, e := range all.definitions() {
		t, err := e.tool(path)
		if err != nil {
			return nil, fmt.Errorf("%s --explain json: %w", path, err)
		}
		tools = append(tools, t)
	}
	return tools, nil
}

// byteRange is the range of max_bytes for a tool: from its program's minimum to the limit of an answer without it.
type byteRange [2]int

// under returns the range with the configured limit applied; 0 means none.
func (e byteRange) under(configured int) byteRange {
	if configured > 0 {
		e[1] = max(min(configured, e[1]), e[0])
	}
	return e
}

// explanation is the output of a program with one definition or several.
type explanation struct {
	explained
	Tools []explained
}

// definitions returns the definitions. A program with several prints the range of max_bytes once if they share it.
func (all explanation) definitions() []explained {
	if all.Tools == nil {
		return []explained{all.explained}
	}
	for i := range all.Tools {
		if tool := &all.Tools[i]; tool.MaxBytes == (byteRange{}) {
			tool.MaxBytes = all.MaxBytes
		}
	}
	return all.Tools
}

// explained is a definition as --explain json prints it.
type explained struct {
	Name, Description string
	Input             schema    `json:"input_schema"`
	Output            schema    `json:"output_schema"`
	MaxBytes          byteRange `json:"max_bytes"`
	Annotations       map[string]any
}

func (e explained) tool(path string) (*tool, error) {
	if e.Name == "" || e.Input.Type != "object" || e.MaxBytes == (byteRange{}) {
		return nil, errors.New("a definition without a name, without arguments or without max_bytes")
	}
	t := &tool{name: e.Name, path: path, description: e.Description, input: e.Input, maxBytes: e.MaxBytes, list: e.Output.Type == "array", meta: e.Annotations}
	if e.Name == "ct_test" {
		t.input.Properties = slices.DeleteFunc(slices.Clone(e.Input.Properties), func(p property) bool {
			return slices.Contains(framing(), p.Name)
		})
	}
	for name := range hints() {
		delete(t.meta, name)
	}
	return t, nil
}

// hints returns the annotations that the protocol has a place for.
func hints() map[string]bool { return map[string]bool{"readOnlyHint": true, "openWorldHint": true} }

// schema is the part of JSON Schema that is served: names and types of arguments and of an answer's members.
type schema struct {
	Type        any             `json:"type,omitempty"` // a name, or several names for a member of an answer
	Items       json.RawMessage `json:"items,omitempty"`
	Enum        json.RawMessage `json:"enum,omitempty"`
	Minimum     json.RawMessage `json:"minimum,omitempty"`
	Maximum     json.RawMessage `json:"maximum,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	Description string          `json:"description,omitempty"`
	Properties  properties      `json:"properties,omitempty"`
	Required    []string        `json:"required,omitempty"`
}

// property is a named member of an object.
type property struct {
	Name   string
	Schema schema
}

// properties keep their order, so that a definition has the order of the option table.
type properties []property

// UnmarshalJSON reads an object member by member.
func (p *properties) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return errors.New("properties are not an object")
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

// names returns the properties' names in their order.
func (p properties) names() []string {
	list := make([]string, len(p))
	for i := range p {
		list[i] = p[i].Name
	}
	return list
}
