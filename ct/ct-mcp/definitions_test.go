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

// toolNames returns the names of the tools that are listed.
func toolNames() []string {
	return []string{"ask_code", "calls", "ct_test", "files", "impact", "outline", "search", "search_files", "show", "spec_search", "survey"}
}

// formerNames returns the names by which clients could call definitions before.
func formerNames() []string {
	return []string{"find_calls", "find_entities", "find_files", "framed_test", "sample", "scout", "smart_search"}
}

// tools returns the list of tools that a client receives.
func tools(t *testing.T) []*mcp.Tool {
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
	for _, d := range tools(t) {
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
	const most = 14_000
	list := tools(t)
	for _, d := range list {
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", d.Name, len(text))
	}
	text, err := json.Marshal(&mcp.ListToolsResult{Tools: list})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("all: %d bytes", len(text))
	if len(text) > most {
		t.Errorf("the list has %d bytes, more than %d", len(text), most)
	}
	words := connect(t, t.TempDir(), nil).InitializeResult().Instructions
	if len(words) == 0 || len(words) > 2000 {
		t.Errorf("the instructions have %d bytes", len(words))
	}
	for _, name := range append([]string{"timeout", "exclude", "lang", "cursor", guideURI}, toolNames()...) {
		if name != "search_files" && !strings.Contains(words, name) {
			t.Errorf("the instructions lack %q", name)
		}
	}
}

func TestToolsAreReadOnlyAndClosedWorld(t *testing.T) {
	t.Parallel()
	for _, d := range tools(t) {
		a := d.Annotations
		if a == nil || !a.ReadOnlyHint || a.OpenWorldHint == nil || *a.OpenWorldHint {
			t.Errorf("%s: annotations %+v", d.Name, a)
		}
	}
}

// What the source document of search_files says of the tool, beside what the protocol has a place for.
func TestSearchFilesIsDefinedAsItsSourceDocumentSays(t *testing.T) {
	t.Parallel()
	for _, d := range tools(t) {
		if d.Name == "search_files" && (d.Description != "Search file contents" || d.Meta["is_side_effecting"] != false || d.Meta["requires_approval"] != false || d.Meta["risk"] != "Low") {
			t.Errorf("%q, %+v", d.Description, d.Meta)
		}
	}
}

// Every argument says its type and what it is for; a description has an example, which is a call that succeeds or is
// judged, and names the tool to use otherwise.
func TestToolsAndArgumentsAreDescribed(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	session := connect(t, dir, nil)
	for _, d := range tools(t) {
		for _, p := range remade(t, d.InputSchema).Properties {
			if p.Schema.Type == nil || p.Schema.Description == "" {
				t.Errorf("%s.%s: %+v", d.Name, p.Name, p.Schema)
			}
			for _, line := range []string{"--", "on standard error"} {
				if strings.Contains(p.Schema.Description, line) {
					t.Errorf("%s.%s speaks of the command line: %s", d.Name, p.Name, p.Schema.Description)
				}
			}
		}
		if d.Name == "search_files" {
			continue
		}
		_, example, ok := strings.Cut(d.Description, " Example: ")
		if !ok || !json.Valid([]byte(example)) {
			t.Errorf("%s has no example: %s", d.Name, d.Description)
			continue
		}
		if text, _ := use(t, session, d.Name, example); strings.Contains(text, "BadArgs") {
			t.Errorf("%s %s: %s", d.Name, example, text)
		}
		if others := slices.DeleteFunc(toolNames(), func(name string) bool { return name == d.Name || !strings.Contains(d.Description, "use "+name) }); len(others) == 0 {
			t.Errorf("%s does not say which tool to use otherwise", d.Name)
		}
	}
}

// One name means one thing in all tools.
func TestArgumentsOfOneNameHaveOneType(t *testing.T) {
	t.Parallel()
	types := map[string]string{}
	for _, d := range tools(t) {
		if d.Name == "search_files" { // whose arguments its source document names
			continue
		}
		for _, p := range remade(t, d.InputSchema).Properties {
			kind := fmt.Sprint(p.Schema.Type)
			if p.Name == "query" && kind == "array" { // which also takes a text
				kind = "string"
			}
			if was, ok := types[p.Name]; ok && was != kind {
				t.Errorf("%s is %s in %s, and %s elsewhere", p.Name, kind, d.Name, was)
			}
			types[p.Name] = kind
		}
	}
}

func holdOutput(t *testing.T, d *mcp.Tool, wants bool) {
	t.Helper()
	if !wants {
		if d.OutputSchema != nil {
			t.Errorf("%s: output %+v", d.Name, d.OutputSchema)
		}
		return
	}
	if out := remade(t, d.OutputSchema); out.Type != "object" || out.Properties != nil || out.Required != nil {
		t.Errorf("%s: output %+v", d.Name, out)
	}
}

// Without structured content no tool has a schema of its output.
func TestOutputSchemas(t *testing.T) {
	t.Parallel()
	for _, content := range []string{contentBoth, contentJSON, contentText} {
		list, err := connect(t, t.TempDir(), nil, "--content="+content).ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range list.Tools {
			holdOutput(t, d, content != contentText)
		}
	}
}

// A call without a required argument is refused, and the message names the argument.
func TestMissingRequiredArguments(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil)
	requiring := 0
	for _, d := range tools(t) {
		needs := remade(t, d.InputSchema).Required
		if len(needs) == 0 {
			continue
		}
		requiring++
		if text, failed := use(t, session, d.Name, `{}`); !failed || !strings.Contains(text, needs[0]+" is missing: ") || !strings.Contains(text, `"field":"`+needs[0]+`"`) {
			t.Errorf("%s: %v %s", d.Name, failed, text)
		}
	}
	if requiring != 4 { // ask_code, calls, ct_test and search_files
		t.Errorf("%d tools require something", requiring)
	}
	for tool, want := range map[string]string{"search": "query is missing: ", "show": "query is missing: ", "survey": "terms is missing: ", "impact": "symbol is missing: "} {
		if text, failed := use(t, session, tool, `{}`); !failed || !strings.Contains(text, want) {
			t.Errorf("%s: %v %s", tool, failed, text)
		}
	}
}

// The definition and the program agree on the range of max_bytes: values outside it are refused,
// and its two ends are accepted.
func TestMaxBytesRange(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	session := connect(t, dir, nil)
	arguments := map[string]string{"search_files": `"path":".","query":"x"`, "find_calls": `"calls":"newError"`, "find_entities": `"entity":"class"`, "find_files": `"name":["x"]`, "survey": `"term":["x"]`, "show": `"file":"src/a.go","line":1`, "ct_test": `"cmd":"true"`}
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
				r := tooltest.Run{Dir: dir}.Do(t, tool.path, fmt.Sprintf("--max-bytes=%d", n), "--call", fmt.Sprintf(`{"tool":%q,"arguments":{%s}}`, tool.name, of))
				if rejected := strings.Contains(strings.ReplaceAll(r.Stdout, "-", "_"), "max_bytes must"); rejected != refused || len(r.Stdout) > n && !refused {
					t.Errorf("%s --max-bytes=%d: %+v", tool.name, n, r)
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
