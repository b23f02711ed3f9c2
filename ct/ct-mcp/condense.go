package main

import (
	"encoding/json"
	"strconv"
	"strings"
)

// condense makes the definitions small, because a client keeps all of them in a model's context. An argument that
// several tools have in common is described only in the instructions, and an answer is only declared an object. The
// programs check everything that is omitted here, and ct --explain json contains it.
func condense(tools []*tool, maxBytes int) {
	shared := sharedDescriptions(tools)
	for _, t := range tools {
		e := t.maxBytes.under(maxBytes)
		t.input = inputSchema(t.input, shared, schema{Type: "integer", Minimum: whole(e[0]), Maximum: whole(e[1])})
		t.description = clause(t.description, "; answers as")
		t.output = schema{Type: "object"}
	}
}

// sharedDescriptions returns the descriptions of the arguments that several tools have. For each it
// chooses the text that most of them share.
func sharedDescriptions(tools []*tool) map[string]string {
	times := map[description]int{}
	best := map[string]string{}
	for _, t := range tools {
		for _, p := range t.input.Properties {
			if text := p.Schema.Description; text != "" {
				times[description{p.Name, text}]++
			}
		}
	}
	for s, n := range times {
		if count := times[description{s.name, best[s.name]}]; n > max(count, 1) || n == count && s.text < best[s.name] {
			best[s.name] = s.text
		}
	}
	return best
}

// description is the description of an argument in a definition.
type description struct{ name, text string }

// inputSchema returns the input schema of a call, without the shared descriptions, and with the
// limits that every call can set.
func inputSchema(in schema, shared map[string]string, bytes schema) schema {
	out := schema{Type: "object", Required: in.Required}
	for _, p := range in.Properties {
		if p.Name == maxBytesArgument || p.Name == timeoutArgument {
			continue
		}
		p.Schema.Minimum, p.Schema.Maximum, p.Schema.Default = nil, nil, nil
		if p.Schema.Description == shared[p.Name] {
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
	nodesMember = "nodes" // the answer of a tool that returns an array
	notesMember = "notes" // what its program wrote to standard error
	errorMember = "error" // kind, message and field of a call that failed
)

func whole(n int) json.RawMessage { return json.RawMessage(strconv.Itoa(n)) }

// instructions returns what a model cannot learn from a list of tools: in which order to use them,
// how to read an answer, and the arguments that several tools have.
func instructions(before []*tool) string {
	var b strings.Builder
	b.WriteString("Read-only search of the folders that this client works in. " +
		"smart_search says where a name is defined and used; survey compares terms, scout one, sample shows some of its matches, show reads one file; " +
		"search_files returns every match, find_files entries by name and content, spec_search the specs for a question; framed_test runs a permitted command and judges it. " +
		"Every answer is one JSON object within a budget. It says what it left out: \"not found\" is certain only if the verdict is decided and the ledger names no cut. " +
		"Members rest and next name the command that goes on: its options are arguments here. " +
		"Arguments: max_bytes and timeout (seconds) lower a call's bounds")
	shared := sharedDescriptions(before)
	for _, t := range before {
		for _, name := range t.input.Properties.names() {
			if text := shared[name]; text != "" {
				b.WriteString("; " + name + ": " + clause(text, "; ", " [default"))
				delete(shared, name)
			}
		}
	}
	b.WriteString(".")
	return b.String()
}
