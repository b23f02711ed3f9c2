package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/ct-tools/ct/shared/toolcall"
)

// listed returns a tool as a client sees it, nil if a definition that it asks for is missing. A client keeps the list in
// a model's context, so it has the arguments that calls often need; the others of the definitions are accepted too.
func listed(as *toolcall.Tool, definitions []*tool, maxBytes int) *tool {
	t := &tool{name: as.Name, as: as, description: as.Description, input: schema{Type: "object", Required: as.Required}}
	for _, name := range as.Definitions() {
		i := slices.IndexFunc(definitions, func(d *tool) bool { return d.name == name })
		if i < 0 {
			return nil
		}
		d := definitions[i]
		if t.path == "" {
			t.path, t.maxBytes, t.list, t.meta = d.path, d.maxBytes, d.list, d.meta
			t.ranges = map[string]byteRange{}
		}
		t.ranges[name] = d.maxBytes
		t.maxBytes = byteRange{max(t.maxBytes[0], d.maxBytes[0]), max(t.maxBytes[1], d.maxBytes[1])}
	}
	for _, a := range as.Arguments {
		t.input.Properties = append(t.input.Properties, property{a.Name, argumentSchema(as, a, definitions)})
	}
	e := t.maxBytes.under(maxBytes)
	t.input.Properties = append(t.input.Properties, property{maxBytesArgument, schema{Type: "integer", Minimum: whole(e[0]), Maximum: whole(e[1]), Description: "of the answer"}})
	return t
}

// argumentSchema returns the schema of an argument: that of the property it goes to, with its own description.
func argumentSchema(as *toolcall.Tool, a toolcall.Argument, definitions []*tool) schema {
	var s schema
	if a.Schema != nil && json.Unmarshal(a.Schema, &s) == nil {
		s.Description = a.Help
		return s
	}
	definition, name := as.Property(a.Name)
	for _, d := range definitions {
		for _, p := range d.input.Properties {
			if p.Name == name && (d.name == definition || s.Type == nil && slices.Contains(as.Definitions(), d.name)) {
				s = p.Schema
			}
		}
	}
	s.Description = a.Help
	return s
}

// Members of answers that are made here.
const (
	nodesMember = "nodes" // the answer of a tool that returns an array
	notesMember = "notes" // what its program wrote to standard error
	errorMember = "error" // kind, message and field of a call that failed
)

func whole(n int) json.RawMessage { return json.RawMessage(strconv.Itoa(n)) }

// instructions returns what a model cannot learn from a list of tools: in which order to use them, how to read an answer,
// and the arguments that are not listed.
func instructions() string {
	return strings.Join([]string{
		"Read-only search of code and documents in the folders that this client works in.",
		"A name, a text or an error message: search. A question in words: ask_code, for documents spec_search. What a file declares: outline. Read it: show.",
		"Who calls, tests or implements it: calls. Before a change: impact. Which files: files. A broad search, in this order: survey of terms, survey of one query, show without file, show of one file. A claim to check: ct_test.",
		"An answer keeps to a budget and says what it left out: \"not found\" is certain only if the verdict is not UNDECIDED and nothing was cut.",
		"A line of the form TOOL {ARGUMENTS} is a call to make next; cursor shows the page that follows.",
		"Also taken, though not listed: timeout (seconds) by every tool; exclude (globs), lang (go, python, …), hidden, no_ignore, max_depth, max_file_size, mode, case, where (an expression) by tools with paths; context by search and calls; at (a commit) by all tools of code, changed (a base) with added or removed by search and files; blame by show. In a git repository the tool history, not listed, takes query or file with range, and says which commits changed it. The resource ct://guide has all arguments.",
	}, " ")
}
