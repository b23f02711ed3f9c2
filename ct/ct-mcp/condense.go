package main

import (
	"encoding/json"
	"strconv"
)

// condense makes the definitions small, because a client keeps all of them in a model's context: a description is cut
// to its first clause, and an answer is only declared an object. The programs check everything that is omitted here,
// and ct --explain json contains it.
func condense(tools []*tool, maxBytes int) {
	for _, t := range tools {
		e := t.maxBytes.under(maxBytes)
		t.input = inputSchema(t.input, schema{Type: "integer", Description: "most bytes of the answer", Minimum: whole(e[0]), Maximum: whole(e[1])})
		t.description = clause(t.description, "; answers as")
		t.output = schema{Type: "object"}
	}
}

// inputSchema returns the input schema of a call, with the limits that every call can set.
func inputSchema(in, bytes schema) schema {
	out := schema{Type: "object", Required: in.Required}
	for _, p := range in.Properties {
		if p.Name == maxBytesArgument || p.Name == timeoutArgument {
			continue
		}
		p.Schema.Minimum, p.Schema.Maximum, p.Schema.Default = nil, nil, nil
		p.Schema.Description = clause(p.Schema.Description, "; ", ": ", " [default")
		out.Properties = append(out.Properties, p)
	}
	timeout := schema{Type: "number", Description: "most seconds of the call"}
	out.Properties = append(out.Properties, property{maxBytesArgument, bytes}, property{timeoutArgument, timeout})
	return out
}

// Members of answers that are made here.
const (
	nodesMember = "nodes" // the answer of a tool that returns an array
	notesMember = "notes" // what its program wrote to standard error
	errorMember = "error" // kind, message and field of a call that failed
)

func whole(n int) json.RawMessage { return json.RawMessage(strconv.Itoa(n)) }

// instructions are what a model cannot learn from a list of tools: in which order to use them, and how to read an
// answer.
const instructions = "Read-only search of the folders that this client works in. " +
	"smart_search says where a name is defined and used; survey compares terms, scout one, sample shows some of its matches, show reads one file; " +
	"search_files returns every match, find_files entries by name and content, spec_search the specs for a question; framed_test runs a permitted command and judges it. " +
	"Every answer is one JSON object within a budget. It says what it left out: \"not found\" is certain only if the verdict is decided and the ledger names no cut. " +
	"Members rest and next name the command that goes on: its options are arguments here."
