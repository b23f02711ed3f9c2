package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tooltest"
)

// eleven are the tools that are served.
func eleven() []string {
	return []string{"find_calls", "find_entities", "find_files", "framed_test", "sample", "scout", "search_files", "show", "smart_search", "spec_search", "survey"}
}

// listed gives what a client is told of the tools.
func listed(t *testing.T) []*mcp.Tool {
	t.Helper()
	list, err := connect(t, t.TempDir(), nil).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return list.Tools
}

// defined reports whether the definition is one that ct-search has already.
func defined(t *testing.T, name string) bool {
	t.Helper()
	if name != "find_calls" && name != "find_entities" {
		return true
	}
	return strings.Contains(tooltest.Run{Dir: t.TempDir()}.Do(t, bin(t)+"/ct-search", "--explain", "json").Stdout, `"name":"`+name+`"`)
}

func TestEveryDoorIsATool(t *testing.T) {
	var got []string
	for _, d := range listed(t) {
		got = append(got, d.Name)
	}
	slices.Sort(got)
	want := slices.DeleteFunc(eleven(), func(name string) bool { return !defined(t, name) })
	if !slices.Equal(got, want) {
		t.Errorf("served are %q, want %q", got, want)
	}
}

// A client keeps the definitions in its model's context.
func TestDefinitionsAreSmall(t *testing.T) {
	const most = 16 << 10
	sum := 0
	for _, d := range listed(t) {
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		sum += len(text)
		t.Logf("%s: %d bytes", d.Name, len(text))
	}
	t.Logf("all: %d bytes", sum)
	if sum >= most {
		t.Errorf("the definitions have %d bytes, %d or more", sum, most)
	}
	session := connect(t, t.TempDir(), nil)
	words := session.InitializeResult().Instructions
	if len(words) == 0 || len(words) > 3000 {
		t.Errorf("the instructions have %d bytes", len(words))
	}
	for _, name := range []string{"max_bytes", "timeout", "exclude: ", "lang: ", "case: "} {
		if !strings.Contains(words, name) {
			t.Errorf("the instructions lack %q", name)
		}
	}
}

func TestDefinitionsSayThatToolsOnlyReadAClosedWorld(t *testing.T) {
	for _, d := range listed(t) {
		a := d.Annotations
		if a == nil || !a.ReadOnlyHint || !a.IdempotentHint || a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s: annotations %+v", d.Name, a)
		}
		if d.Description == "" {
			t.Errorf("%s has no description", d.Name)
		}
	}
}

// What is served are the programs' own definitions: the same arguments, of the
// same types, the same required, but for what a call has here of its own.
func TestArgumentsAreThoseOfTheProgramsDefinitions(t *testing.T) {
	served := map[string]*mcp.Tool{}
	for _, d := range listed(t) {
		served[d.Name] = d
	}
	for _, name := range sibling.Tools() {
		r := tooltest.Run{Dir: t.TempDir()}.Do(t, bin(t)+"/ct-"+name, "--explain", "json")
		var all struct {
			explained
			Tools []explained
		}
		if err := json.Unmarshal([]byte(r.Stdout), &all); err != nil {
			t.Fatal(err)
		}
		if all.Tools == nil {
			all.Tools = []explained{all.explained}
		}
		for _, e := range all.Tools {
			as := e.Name
			if other, ok := renamed()[as]; ok {
				as = other
			}
			if served[as] == nil {
				t.Errorf("%s is not served", as)
				continue
			}
			holdInput(t, e, served[as])
			holdOutput(t, e, served[as])
		}
	}
}

func holdInput(t *testing.T, e explained, d *mcp.Tool) {
	t.Helper()
	in := remade(t, d.InputSchema)
	want := e.Input.Properties.names()
	if d.Name == "framed_test" {
		want = slices.DeleteFunc(want, func(name string) bool { return slices.Contains(framing(), name) })
	}
	for _, name := range []string{maxBytesArgument, timeoutArgument} {
		if !slices.Contains(want, name) {
			want = append(want, name)
		}
	}
	got := in.Properties.names()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) || !slices.Equal(in.Required, e.Input.Required) {
		t.Errorf("%s has %q and requires %q, want %q and %q", d.Name, got, in.Required, want, e.Input.Required)
	}
	for _, p := range e.Input.Properties {
		for _, q := range in.Properties {
			if p.Name == q.Name && (p.Schema.Type != q.Schema.Type || string(p.Schema.Enum) != string(q.Schema.Enum) || string(p.Schema.Items) != string(q.Schema.Items)) {
				t.Errorf("%s.%s is %+v, want %+v", d.Name, p.Name, q.Schema, p.Schema)
			}
		}
	}
}

func holdOutput(t *testing.T, e explained, d *mcp.Tool) {
	t.Helper()
	out := remade(t, d.OutputSchema)
	names := out.Properties.names()
	if out.Type != "object" || !slices.Contains(names, errorMember) || out.Required != nil {
		t.Errorf("%s: output %+v", d.Name, out)
	}
	for _, name := range e.Output.Required {
		if e.Output.Type == "object" && !slices.Contains(names, name) {
			t.Errorf("%s: the output schema lacks %s", d.Name, name)
		}
	}
}

func remade(t *testing.T, v any) schema {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(text, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCommonWordsAreToldOnce(t *testing.T) {
	text := func(name, words string) property { return property{name, schema{Type: "string", Description: words}} }
	make := func() []*tool {
		return []*tool{
			{name: "a", input: schema{Properties: properties{text("mode", "how; more"), text("limit", "first N")}}},
			{name: "b", input: schema{Properties: properties{text("mode", "how; more"), text("query", "with --b, what [default: x]")}}},
			{name: "c", input: schema{Properties: properties{text("mode", "otherwise"), text("query", "")}}},
		}
	}
	if got := instructions(make()); !strings.HasSuffix(got, "; mode: how.") {
		t.Errorf("%q", got)
	}
	tools := make()
	condense(tools)
	for i, want := range []string{
		`{"type":"object","properties":{"mode":{"type":"string"},"limit":{"type":"string","description":"first N"},"max_bytes":{"type":"integer"},"timeout":{"type":"number"}}}`,
		`{"type":"object","properties":{"mode":{"type":"string"},"query":{"type":"string","description":"what"},"max_bytes":{"type":"integer"},"timeout":{"type":"number"}}}`,
		`{"type":"object","properties":{"mode":{"type":"string","description":"otherwise"},"query":{"type":"string"},"max_bytes":{"type":"integer"},"timeout":{"type":"number"}}}`,
	} {
		got, err := json.Marshal(tools[i].input)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v\nwant %s", got, err, want)
		}
	}
}
