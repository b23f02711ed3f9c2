package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tooltest"
)

// toolNames returns the names of the tools that are served.
func toolNames() []string {
	return []string{"find_calls", "find_entities", "find_files", "framed_test", "sample", "scout", "search_files", "show", "smart_search", "spec_search", "survey"}
}

// listed returns the list of tools that a client receives.
func listed(t *testing.T) []*mcp.Tool {
	t.Helper()
	list, err := connect(t, t.TempDir(), nil).ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return list.Tools
}

func TestEveryFormIsATool(t *testing.T) {
	t.Parallel()
	var got []string
	for _, d := range listed(t) {
		got = append(got, d.Name)
	}
	slices.Sort(got)
	if !slices.Equal(got, toolNames()) {
		t.Errorf("served are %q, want %q", got, toolNames())
	}
}

// A client keeps the definitions in its model's context.
func TestDefinitionsAreSmall(t *testing.T) {
	t.Parallel()
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

func TestToolsAreReadOnlyAndClosedWorld(t *testing.T) {
	t.Parallel()
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

// The definitions served are those of the programs: the same arguments of the same types, the same
// ones required, except for a call's own arguments.
func TestArgumentsMatchTheProgramsDefinitions(t *testing.T) {
	t.Parallel()
	served := map[string]*mcp.Tool{}
	for _, d := range listed(t) {
		served[d.Name] = d
	}
	for _, name := range sibling.Tools() {
		r := tooltest.Run{Dir: t.TempDir()}.Do(t, bin(t)+"/ct-"+name, "--explain", "json")
		var all explanation
		if err := json.Unmarshal([]byte(r.Stdout), &all); err != nil {
			t.Fatal(err)
		}
		for _, e := range all.definitions() {
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
			if p.Name == q.Name && p.Name != maxBytesArgument && (p.Schema.Type != q.Schema.Type || string(p.Schema.Enum) != string(q.Schema.Enum) || string(p.Schema.Items) != string(q.Schema.Items)) {
				t.Errorf("%s.%s is %+v, want %+v", d.Name, p.Name, q.Schema, p.Schema)
			}
		}
	}
}

func holdOutput(t *testing.T, e explained, d *mcp.Tool) {
	t.Helper()
	if out := remade(t, d.OutputSchema); out.Type != "object" || out.Properties != nil || out.Required != nil {
		t.Errorf("%s: output %+v", d.Name, out)
	}
	if e.Output.Type == "object" && len(e.Output.Properties) < 3 {
		t.Errorf("%s: its program says nothing about its answers: %+v", d.Name, e.Output)
	}
}

// A call without a required argument is refused, and the message names the argument.
func TestMissingRequiredArguments(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil)
	requiring := 0
	for _, d := range listed(t) {
		needs := remade(t, d.InputSchema).Required
		if len(needs) == 0 {
			continue
		}
		requiring++
		if text, failed := use(t, session, d.Name, `{}`); !failed || !strings.Contains(text, needs[0]+" is missing: ") || !strings.Contains(text, `"field":"`+needs[0]+`"`) {
			t.Errorf("%s: %v %s", d.Name, failed, text)
		}
	}
	if requiring != 6 { // all except smart_search, find_calls, find_entities, find_files and spec_search
		t.Errorf("%d tools require something", requiring)
	}
}

// The definition and the program agree on the range of max_bytes: values outside it are refused,
// and its two ends are accepted.
func TestMaxBytesRange(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	session := connect(t, dir, nil)
	arguments := map[string]string{"search_files": `"path":".","query":"x"`, "find_calls": `"calls":"newError"`, "find_entities": `"entity":"class"`, "find_files": `"name":["x"]`, "survey": `"term":["x"]`, "show": `"file":"src/a.go","line":1`, "framed_test": `"cmd":"true"`}
	tried := 0
	for _, name := range sibling.Tools() {
		tools, err := asked(t, name)
		if err != nil {
			t.Fatal(err)
		}
		for _, tool := range tools {
			tried++
			of := cmp.Or(arguments[tool.name], `"query":"x"`)
			least, most := tool.maxBytes[0], tool.maxBytes[1]
			for n, refused := range map[int]bool{least - 1: true, least: false, most: false, most + 1: true} {
				text, failed := use(t, session, tool.name, fmt.Sprintf(`{%s,"max_bytes":%d}`, of, n))
				if want := fmt.Sprintf("max_bytes must be a whole number from %d to %d, not %d", least, most, n); failed != refused || refused && !strings.Contains(text, want) {
					t.Errorf("%s %d: %v %s", tool.name, n, failed, text)
				}
				if n > most { // only a command line can choose it
					continue
				}
				r := tooltest.Run{Dir: dir}.Do(t, tool.path, fmt.Sprintf("--max-bytes=%d", n), "--call", fmt.Sprintf(`{"tool":%q,"arguments":{%s}}`, tool.programName, of))
				if rejected := strings.Contains(strings.ReplaceAll(r.Stdout, "-", "_"), "max_bytes must"); rejected != refused || len(r.Stdout) > n && !refused {
					t.Errorf("%s --max-bytes=%d: %+v", tool.programName, n, r)
				}
			}
		}
	}
	if tried != len(toolNames()) {
		t.Errorf("%d tools were tried", tried)
	}
}

// asked returns the tools of a program as they are served.
func asked(t *testing.T, name string) ([]*tool, error) {
	t.Helper()
	path := bin(t) + "/ct-" + name
	r := tooltest.Run{Dir: t.TempDir()}.Do(t, path, "--explain", "json")
	var all explanation
	if err := json.Unmarshal([]byte(r.Stdout), &all); err != nil {
		return nil, err
	}
	var tools []*tool
	for _, e := range all.definitions() {
		one, err := e.tool(path)
		if err != nil {
			return nil, err
		}
		tools = append(tools, one)
	}
	return tools, nil
}

// What a model cannot guess from a name is in the definition or, if several tools have the
// argument, in the instructions.
func TestArgumentsAreDescribed(t *testing.T) {
	t.Parallel()
	session := connect(t, t.TempDir(), nil)
	words := session.InitializeResult().Instructions
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range list.Tools {
		for _, p := range remade(t, d.InputSchema).Properties {
			open := []string{"cursor", "limit", "max_count", "where", "context", "entity", "symbol", "calls", "base", "follow"}
			if d.Name != "framed_test" && slices.Contains(open, p.Name) && p.Schema.Description == "" && !strings.Contains(words, "; "+p.Name+": ") {
				t.Errorf("%s.%s is described nowhere", d.Name, p.Name)
			}
			for _, line := range []string{"--", "on standard error", "{STDOUT}"} {
				if strings.Contains(p.Schema.Description, line) {
					t.Errorf("%s.%s speaks of the command line: %s", d.Name, p.Name, p.Schema.Description)
				}
			}
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

func TestSharedDescriptionsAppearOnce(t *testing.T) {
	t.Parallel()
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
	condense(tools, 0)
	for i, want := range []string{
		`{"type":"object","properties":{"mode":{"type":"string"},"limit":{"type":"string","description":"first N"},"max_bytes":{"type":"integer","minimum":0,"maximum":0},"timeout":{"type":"number"}}}`,
		`{"type":"object","properties":{"mode":{"type":"string"},"query":{"type":"string","description":"what"},"max_bytes":{"type":"integer","minimum":0,"maximum":0},"timeout":{"type":"number"}}}`,
		`{"type":"object","properties":{"mode":{"type":"string","description":"otherwise"},"query":{"type":"string"},"max_bytes":{"type":"integer","minimum":0,"maximum":0},"timeout":{"type":"number"}}}`,
	} {
		got, err := json.Marshal(tools[i].input)
		if err != nil || string(got) != want {
			t.Errorf("%s, %v\nwant %s", got, err, want)
		}
	}
}
