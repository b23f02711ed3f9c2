package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/ct-tools/ct/shared/toolcall"
	"github.com/ct-tools/ct/shared/tooltest"
)

// question is a call of a tool, with the command line that asks the same.
type question struct{ tool, arguments, command string }

func questions() []question {
	return []question{
		{"search", `{"query":"ErrUnexpectedEOF","paths":["src"]}`, `ct-search ErrUnexpectedEOF src`},
		{"search", `{"file":"src/a.go","line":6}`, `ct-search --position src/a.go:6`},
		{"search", `{"query":"absent_name"}`, `ct-search absent_name`},
		{"ask_code", `{"query":"returns an error"}`, `ct-search --mode question 'returns an error'`},
		{"outline", `{"paths":["src"],"public":true}`, `ct-search --outline --public src`},
		{"outline", `{"match":"^newError$","kind":"function"}`, `ct-search --outline --match '^newError$' --entity function`},
		{"outline", `{"symbol":"newError","kind":"function"}`, `ct-search --entity function --symbol newError`},
		{"calls", `{"symbol":"newError","paths":["src"]}`, `ct-search --calls newError src`},
		{"calls", `{"symbol":"newError","find":"tests"}`, `ct-search --tests newError`},
		{"calls", `{"symbol":"Config","find":"implementations"}`, `ct-search --impl Config`},
		{"impact", `{"symbol":"newError"}`, `ct-search --impact newError`},
		{"impact", `{"symbol":"caller","unused":true}`, `ct-search --dead caller`},
		{"impact", `{"unused":true,"paths":["src"]}`, `ct-search --dead-all src`},
		{"files", `{"name":"*.go"}`, `ct-search --name '*.go'`},
		{"files", `{"query":"ErrUnexpectedEOF"}`, `ct-search -n --grep ErrUnexpectedEOF`},
		{"files", `{"query":"ErrUnexpectedEOF","context":1}`, `ct-search -n -C 1 --grep ErrUnexpectedEOF`},
		{"files", `{"tree":true}`, `ct-search --tree`},
		{"survey", `{"terms":["newError","caller"]}`, `ct-survey --term newError --term caller`},
		{"survey", `{"query":"newError","paths":["src"]}`, `ct-survey --scout newError src`},
		{"show", `{"file":"src/a.go","line":4}`, `ct-show src/a.go --line 4`},
		{"show", `{"file":"src/a.go","symbol":"newError"}`, `ct-show src/a.go --symbol newError`},
		{"show", `{"file":"src/a.go","query":"newError"}`, `ct-show newError src/a.go`},
		{"show", `{"query":"newError","paths":["src"]}`, `ct-show --sample newError src`},
		{"spec_search", `{"query":"rate limit","paths":["docs"]}`, `ct-spec --root docs 'rate limit'`},
		{"ct_test", `{"cmd":"cat","args":["config.toml"],"err_match":["port"]}`, `ct-test --cmd cat --err-match port -- config.toml`},
		{"ct_test", `{"cmd":"cat","args":["go.mod"],"emit":["{RESULT} {STDOUT}"]}`, `ct-test --cmd cat --emit '{RESULT} {STDOUT}' -- go.mod`},
	}
}

// suggestions removes what differs between a call and a command line: lines that suggest what to run next, and times.
func suggestions(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if strings.Contains(line, ` {"`) || strings.Contains(line, `{\"`) || strings.Contains(line, ": ct-") || strings.Contains(line, `"ct-`) || strings.HasPrefix(line, "### Suggested") || strings.Contains(line, "compute") {
			continue
		}
		kept = append(kept, line)
	}
	return strings.TrimSpace(strings.Join(kept, ""))
}

// The text of an answer is what a command line prints on both of its streams, and not longer.
func TestTheTextIsThatOfTheCommandLine(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	both, text := connect(t, dir, nil, "--content="+contentBoth), connect(t, dir, nil, "--content="+contentText)
	called, typed := 0, 0
	for _, q := range questions() {
		got, failed := use(t, both, q.tool, q.arguments)
		if alone, _ := use(t, text, q.tool, q.arguments); suggestions(alone) != suggestions(got) || failed {
			t.Errorf("%s %s: the text alone is\n%s\nbeside the document it is\n%s", q.tool, q.arguments, alone, got)
		}
		words := split(q.command)
		r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin(t), words[0]), words[1:]...)
		want := r.Stdout + r.Stderr
		want = strings.ReplaceAll(want, "--err-match", "err_match") // calls name their arguments
		if suggestions(got) != suggestions(want) {
			t.Errorf("%s %s:\n%s\nwant, as %s\n%s", q.tool, q.arguments, got, q.command, want)
		}
		called, typed = called+len(got), typed+len(want)
	}
	t.Logf("%d bytes of text, %d on command lines", called, typed)
	if called*100 > typed*102 {
		t.Errorf("the texts have %d bytes, those of command lines %d", called, typed)
	}
}

// Structured content is the document that the same call returns alone, with suggestions as calls that succeed.
func TestSuggestionsAreCalls(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	session := connect(t, dir, nil, "--content="+contentBoth)
	tried := 0
	var follow func(v any)
	follow = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, m := range v {
				follow(m)
			}
		case map[string]any:
			tool, isCall := v["tool"].(string)
			arguments, hasArguments := v["arguments"]
			if !isCall || !hasArguments {
				for name, m := range v {
					if text, ok := m.(string); ok && (name == "cmd" || name == "next" || name == "rest") && strings.HasPrefix(text, "ct-") {
						t.Errorf("a command for a client without a shell: %s: %s", name, text)
					}
					follow(m)
				}
				return
			}
			tried++
			call, err := json.Marshal(arguments)
			if err != nil || toolcall.Of("", tool) == nil {
				t.Fatalf("%v: %v", err, v)
			}
			if text, failed := use(t, session, tool, string(call)); failed {
				t.Errorf("%s %s: %s", tool, call, text)
			}
		}
	}
	for _, q := range questions() {
		if q.tool == "ct_test" {
			continue // its document names the command that ran
		}
		r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: q.tool, Arguments: json.RawMessage(q.arguments)})
		if err != nil || r.IsError || r.StructuredContent == nil {
			t.Fatalf("%s: %v %+v", q.tool, err, r)
		}
		follow(r.StructuredContent)
	}
	if tried < 20 {
		t.Errorf("only %d calls were suggested", tried)
	}
}

// A client that guesses the name of an argument is understood where only one can be meant, and the answer says so.
func TestOtherNamesOfArguments(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil, "--content="+contentBoth)
	for _, q := range []struct{ tool, arguments, want string }{
		{"calls", `{"name":"newError","path":"src"}`, `"name" was read as "symbol"`},
		{"search", `{"pattern":"newError","dir":"src"}`, `"pattern" was read as "query"`},
		{"survey", `{"term":["newError"]}`, `"term" was read as "terms"`},
		{"show", `{"path":"src/a.go","line":1}`, `"path" was read as "file"`},
		{"show", `{"path":"src/a.go","query":"newError"}`, `did you mean "file" or "paths"?`},
		{"outline", `{"file":"src/a.go"}`, `"file" was read as "paths"`},
		{"calls", `{"query":"newError"}`, `"query" was read as "symbol"`},
		{"search", `{"query":"newError","file":"src/a.go"}`, `"file" was read as "paths"`},
		{"survey", `{"query":"newError|caller","mode":"regex"}`, `the alternatives of "query" were read as "terms"`},
		{"search", `{"wibble":"newError"}`, `search has query, file, line, paths, include, mode, case, include_strings, at, limit, cursor`},
		{"calls", `{"symbol":"newError","name":"x"}`, `unknown property "name"`},
		{"files", `{"query":"newError","pahts":["src"]}`, `did you mean "paths"?`},
	} {
		if text, _ := use(t, session, q.tool, q.arguments); !strings.Contains(text, q.want) {
			t.Errorf("%s %s: %s", q.tool, q.arguments, text)
		}
	}
}

func TestFormerNamesCanBeCalled(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil, "--content="+contentBoth)
	arguments := map[string]string{"find_calls": `{"calls":"newError"}`, "find_entities": `{"entity":"class"}`, "find_files": `{"name":["*.go"]}`, "framed_test": `{"cmd":"true"}`}
	for _, name := range formerNames() {
		of := arguments[name]
		if of == "" {
			of = `{"query":"newError"}`
		}
		if text, failed := use(t, session, name, of); failed {
			t.Errorf("%s: %s", name, text)
		}
	}
}

func TestResourcesAndPrompts(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil, "--content="+contentBoth)
	for uri, want := range map[string][]string{guideURI: append(toolNames(), "not listed", "max_file_size", "## history", "count_changed"), tourURI: {"ct search"}} {
		r, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range want {
			if !strings.Contains(r.Contents[0].Text, word) {
				t.Errorf("%s lacks %q", uri, word)
			}
		}
	}
	for name, arguments := range map[string]map[string]string{"understand_repository": {"focus": "errors"}, "review_change": {"symbols": "newError, caller"}} {
		r, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: name, Arguments: arguments})
		if err != nil {
			t.Fatal(err)
		}
		text, ok := r.Messages[0].Content.(*mcp.TextContent)
		if !ok {
			t.Fatalf("%T", r.Messages[0].Content)
		}
		calls := 0
		for line := range strings.Lines(text.Text) {
			_, call, found := strings.Cut(strings.TrimSpace(line), ": ")
			if !found || !strings.HasPrefix(line, "- ") {
				continue
			}
			tool, of, ok := toolcall.Parse(call)
			if !ok {
				t.Errorf("%s: not a call: %s", name, line)
			}
			of = json.RawMessage(strings.NewReplacer("FOLDER", "src", "SYMBOL", "newError").Replace(string(of)))
			if answer, failed := use(t, session, tool, string(of)); failed {
				t.Errorf("%s: %s %s: %s", name, tool, of, answer)
			}
			calls++
		}
		if calls < 5 {
			t.Errorf("%s has %d calls", name, calls)
		}
	}
	if _, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "review_change", Arguments: map[string]string{"symbols": " ,"}}); err == nil {
		t.Error("a review of nothing")
	}
}
