package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// condense makes the definitions small, for a client keeps all of them in a
// model's context: an argument that several tools have in common is told of once,
// in the instructions, and an answer's members only by name and type, one level
// deep. What is left out here the programs check all the same, and
// ct --explain json has it.
func condense(tools []*tool, maxBytes int) {
	told := common(tools)
	for _, t := range tools {
		e := t.bounds.under(maxBytes)
		t.input = arguments(t.input, told, schema{Type: "integer", Minimum: whole(e[0]), Maximum: whole(e[1])})
		t.description = clause(t.description, "; answers as")
		t.output = answer(t.output, slices.Contains(t.input.Properties.names(), questionMember))
	}
}

// common gives what the definitions say of arguments that several tools have: of
// each the text that most of them share.
func common(tools []*tool) map[string]string {
	times := map[said]int{}
	told := map[string]string{}
	for _, t := range tools {
		for _, p := range t.input.Properties {
			if text := p.Schema.Description; text != "" {
				times[said{p.Name, text}]++
			}
		}
	}
	for s, n := range times {
		if best := times[said{s.name, told[s.name]}]; n > max(best, 1) || n == best && s.text < told[s.name] {
			told[s.name] = s.text
		}
	}
	return told
}

// said is what a definition says of an argument.
type said struct{ name, text string }

// arguments gives the schema of a call, without a word on what is told of
// elsewhere, and with the bounds that every call can have.
func arguments(in schema, told map[string]string, bytes schema) schema {
	out := schema{Type: "object", Required: in.Required}
	for _, p := range in.Properties {
		if p.Name == maxBytesArgument || p.Name == timeoutArgument {
			continue
		}
		p.Schema.Minimum, p.Schema.Maximum, p.Schema.Default = nil, nil, nil
		if p.Schema.Description == told[p.Name] {
			p.Schema.Description = ""
		}
		p.Schema.Description = clause(p.Schema.Description, "; ", ": ", " [default")
		out.Properties = append(out.Properties, p)
	}
	out.Properties = append(out.Properties, property{maxBytesArgument, bytes}, property{timeoutArgument, schema{Type: "number"}})
	return out
}

// Members of answers that are made here.
const (
	nodesMember    = "nodes" // the answer of a tool that gives an array
	notesMember    = "notes" // what its program said on standard error
	questionMember = "question"
	errorMember    = "error" // kind, message and field of a call that failed
)

func whole(n int) json.RawMessage { return json.RawMessage(strconv.Itoa(n)) }

// answer gives the schema of an answer: its members with their types and values,
// and nothing of what these hold. It requires none, for an error has none of them.
func answer(in schema, asks bool) schema {
	out := schema{Type: "object"}
	if in.Type == "array" {
		out.Properties = properties{{nodesMember, schema{Type: "array"}}, {notesMember, schema{Type: "array"}}}
	}
	for _, p := range in.Properties {
		if p.Name == questionMember && !asks {
			continue // which a call cannot put
		}
		out.Properties = append(out.Properties, property{p.Name, schema{Type: p.Schema.types(), Enum: p.Schema.Enum}})
	}
	out.Properties = append(out.Properties, property{errorMember, schema{Type: "object"}})
	return out
}

// types gives what a value may be: a name, or the names of several.
func (s schema) types() any {
	if s.AnyOf == nil {
		return s.Type
	}
	var names []any
	for _, one := range s.AnyOf {
		names = append(names, one.Type)
	}
	return names
}

// instructions tell a model what a list of tools does not: in which order to
// use them, how to read an answer, and the arguments that several have.
func instructions(before []*tool) string {
	var b strings.Builder
	b.WriteString("Read-only search of the folders that this client works in. " +
		"smart_search says where a name is defined and used; survey compares terms, scout one, sample shows some of its places, show reads one file; " +
		"search_files gives every match, find_files entries by name and content, spec_search the specs for a question; framed_test runs a permitted command and judges it. " +
		"Every answer is one JSON object within a budget. It says what it left out: nothing is absent for certain unless the verdict is decided and the ledger names no cut. " +
		"Members rest and next name the command that goes on: its options are arguments here. " +
		"Arguments: max_bytes and timeout (seconds) lower a call's bounds")
	told := common(before)
	for _, t := range before {
		for _, name := range t.input.Properties.names() {
			if text := told[name]; text != "" {
				b.WriteString("; " + name + ": " + clause(text, "; ", " [default"))
				delete(told, name)
			}
		}
	}
	b.WriteString(".")
	return b.String()
}
