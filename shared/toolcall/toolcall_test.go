package toolcall_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/toolcall"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestCommandLinesAsCalls(t *testing.T) {
	for command, want := range map[string]string{
		"ct-search Reader io":                                  `search {"query":"Reader","paths":["io"]}`,
		"ct-search --limit=3 --cursor=Abc Reader":              `search {"query":"Reader","limit":3,"cursor":"Abc"}`,
		"ct-search --position=io/io.go:3:7 io":                 `search {"file":"io/io.go","line":3,"paths":["io"],"column":7}`,
		"ct-search --mode=question 'copy of a file' io":        `ask_code {"query":"copy of a file","paths":["io"]}`,
		"ct-search --calls=f --depth=2":                        `calls {"symbol":"f","depth":2}`,
		"ct-search --tests=f":                                  `calls {"symbol":"f","find":"tests"}`,
		"ct-search --impl=T":                                   `calls {"symbol":"T","find":"implementations"}`,
		"ct-search --impact=f '--signature=f(a, b)'":           `impact {"symbol":"f","signature":"f(a, b)"}`,
		"ct-search --dead=f":                                   `impact {"symbol":"f","unused":true}`,
		"ct-search --dead-all src":                             `impact {"unused":true,"paths":["src"]}`,
		"ct-search --outline --public a b":                     `outline {"paths":["a","b"],"public":true}`,
		"ct-search --entity=class --symbol=T":                  `outline {"kind":"class","symbol":"T"}`,
		"ct-search --regexp='a|b' --name=*.go":                 `files {"name":["*.go"],"query":["a|b"],"mode":"regex"}`,
		"ct-search --grep=a --ignore-case --max-bytes=9 -- -x": `files {"query":["a"],"paths":["-x"],"case":"insensitive"}`,
		"ct-survey --term=a --term=b src":                      `survey {"terms":["a","b"],"paths":["src"]}`,
		"ct-survey --scout a src":                              `survey {"query":"a","paths":["src"]}`,
		"ct-show --sample --skip=5 a src":                      `show {"query":"a","paths":["src"],"skip":5}`,
		"ct-show --range=1:9 a.go":                             `show {"file":"a.go","range":"1:9"}`,
		"ct-show a.go:3":                                       `show {"file":"a.go","line":3}`,
		"ct-show a 'b c.go'":                                   `show {"file":"b c.go","query":"a"}`,
		"ct-spec --root=docs question":                         `spec_search {"query":"question","paths":["docs"]}`,
		"ct-search --limit=x Reader":                           "",
		"ct-search -uu Reader":                                 "",
		"ct-search \"Reader\"":                                 "",
		"ct-search 'Reader":                                    "",
		"ct-show a b c":                                        "",
		"ls -l":                                                "",
		"":                                                     "",
	} {
		if got := toolcall.FromShell(command); got != want {
			t.Errorf("%s: %s, want %s", command, got, want)
		}
	}
}

func TestCallsFindTheirDefinition(t *testing.T) {
	for call, want := range map[string]string{
		`search {"query":"a"}`:                    `smart_search {"query":"a"}`,
		`search {"file":"a.go","line":"3"}`:       `smart_search {"position":"a.go:3"}`,
		`ask_code {"question":"a"}`:               `smart_search {"mode":"question","query":"a"}`,
		`calls {"symbol":"f","find":"callers"}`:   `find_calls {"calls":"f"}`,
		`calls {"function":"f","find":"tests"}`:   `find_calls {"tests":"f"}`,
		`impact {"symbol":"f","unused":false}`:    `find_calls {"impact":"f"}`,
		`impact {"unused":true}`:                  `find_entities {"dead_all":true}`,
		`survey {"query":"a"}`:                    `scout {"query":"a"}`,
		`survey {"query":"a","terms":["b"]}`:      `survey {"query":"a","term":["b"]}`,
		`show {"query":"a","dir":"x"}`:            `sample {"paths":"x","query":"a"}`,
		`files {"query":"a","path":"x"}`:          `find_files {"grep":"a","paths":"x"}`,
		`spec_search {"query":"a","path":"docs"}`: `spec_search {"query":"a","root":"docs"}`,
	} {
		name, arguments, ok := toolcall.Parse(call)
		var given toolcall.Arguments
		if err := json.Unmarshal(arguments, &given); err != nil || !ok {
			t.Fatalf("%s: %v", call, err)
		}
		r := toolcall.Of("", name).Route(given)
		text, err := json.Marshal(r.Arguments)
		if got := r.Definition + " " + string(text); err != nil || got != want {
			t.Errorf("%s: %s, want %s", call, got, want)
		}
	}
}

// Options of one letter are the arguments that they stand for, or there is no call.
func TestShortOptionsAsCalls(t *testing.T) {
	for option, want := range map[string]string{
		"i": `search {"query":"x","case":"insensitive"}`, "s": `search {"query":"x","case":"sensitive"}`, "S": `search {"query":"x","case":"smart"}`,
		"F": `search {"query":"x","mode":"literal"}`, "w": `search {"query":"x","mode":"word"}`, "a": `search {"query":"x","text":true}`,
		"u": `search {"query":"x","no_ignore":true}`, "uu": `search {"query":"x","hidden":true,"no_ignore":true}`, "Z": "",
	} {
		if got := toolcall.Command("ct-search", []toolcall.Setting{{Name: option, Value: "true"}}, []string{"x"}); got != want {
			t.Errorf("-%s: %s, want %s", option, got, want)
		}
	}
}

func TestUnquoted(t *testing.T) {
	const text = "  a: \"b\"\n  next: \"survey {\\\"query\\\":\\\"x\\\"}\""
	if got, want := toolcall.Unquoted(text), "  a: \"b\"\n  next: survey {\"query\":\"x\"}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestAlternatives(t *testing.T) {
	for expr, want := range map[string]string{"a|b": "a b", "(a|b)": "a b", "(?:a|b)": "a b", "a|a": "a", "a": "", "a.*|b": "", "a||b": "", `a\|b`: ""} {
		texts, ok := toolcall.Alternatives(expr)
		if got := strings.Join(texts, " "); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q %v, want %q", expr, got, ok, want)
		}
	}
}

// A command line that is a call has the names of arguments that the tool lists.
func FuzzCommandLines(f *testing.F) {
	for _, line := range []string{"ct-search --position=a:1 b", "ct-show --sample 'a b' c", "ct-search --regexp=x --name=y", "ct-survey --scout -- -a", "ct-search --impl=a --depth=4", "ct-spec 'it''s'"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		call := toolcall.FromShell(line)
		if call == "" {
			return
		}
		name, arguments, ok := toolcall.Parse(call)
		var given toolcall.Arguments
		if !ok || json.Unmarshal(arguments, &given) != nil {
			t.Fatalf("%q: %q", line, call)
		}
		r := toolcall.Of("", name).Route(given)
		if len(r.Notes) > 0 || !r.Tool.Asks(r.Definition) {
			t.Errorf("%q: %q: %+v", line, call, r)
		}
	})
}

// The values of a suggested call have the types that the programs ask for.
func TestValuesHaveTheirTypes(t *testing.T) {
	for _, program := range []string{"ct-search", "ct-show", "ct-spec", "ct-survey", "ct-test"} {
		explained := tooltest.Run{}.Do(t, filepath.Join(tooltest.Bin(t, program), program), "--explain", "json")
		var all struct {
			definition
			Tools []definition
		}
		if err := json.Unmarshal([]byte(explained.Stdout), &all); err != nil {
			t.Fatalf("%s: %v", program, err)
		}
		checked := 0
		for _, d := range append(all.Tools, all.definition) {
			if d.Name == "search_files" { // has no options
				continue
			}
			for name, p := range d.Schema.Properties {
				if program == "ct-spec" && name == "query" { // operands, and one text for a tool
					continue
				}
				value := map[string]string{"boolean": "true", "integer": "7", "array": "x", "string": "x"}[p.Type]
				want := map[string]string{"boolean": ":true", "integer": ":7", "array": `:["x"]`, "string": `:"x"`}[p.Type]
				call := toolcall.Command(program, []toolcall.Setting{{Name: strings.ReplaceAll(name, "_", "-"), Value: value}}, nil)
				if strings.HasSuffix(call, "{}") || call == "" { // no suggestion has it
					continue
				}
				checked++
				if !strings.Contains(call, want) {
					t.Errorf("%s: %s of %s is of type %s: %s", program, name, d.Name, p.Type, call)
				}
			}
		}
		if checked < 4 {
			t.Errorf("%s: only %d properties", program, checked)
		}
	}
}

type definition struct {
	Name   string
	Schema struct {
		Properties map[string]struct{ Type string }
	} `json:"input_schema"`
}
