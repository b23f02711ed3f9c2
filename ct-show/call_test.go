package main

import (
	"encoding/json"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Calls of show need a file and therefore cannot use the contract test of searches. They follow the
// schema and name what they refuse.
func TestCallsOfShowAnswerWhatTheSchemaSays(t *testing.T) {
	t.Parallel()
	var schema struct {
		Properties map[string]struct {
			Items struct {
				Properties map[string]any `json:"properties"`
			} `json:"items"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	if err := json.Unmarshal(showSchema, &schema); err != nil {
		t.Fatal(err)
	}
	dir := tooltest.Tree(t, map[string]string{"a.md": "# A\nx\n\nneedle\n"})
	for arguments, exit := range map[string]int{
		`{"query":"needle","file":"a.md"}`:                                     0,
		`{"query":"needle","file":"a.md","context":0,"mode":"identifier"}`:     0,
		`{"query":"NEEDLE","file":"a.md","case":"sensitive"}`:                  1,
		`{"file":"a.md","line":2}`:                                             0,
		`{"file":"a.md","range":"1:2"}`:                                        0,
		`{"file":"a.md","range":"9:12"}`:                                       1,
		`{"query":"needle","file":"a.md","case":"insensitive","mode":"regex"}`: 0,
	} {
		r := tooltest.Run{Dir: dir}.Do(t, program(t), "--call", `{"tool":"show","arguments":`+arguments+`}`)
		var doc map[string]any
		if err := json.Unmarshal([]byte(r.Stdout), &doc); err != nil || r.Exit != exit {
			t.Errorf("%s: %v, %+v", arguments, err, r)
			continue
		}
		for _, name := range schema.Required {
			if _, ok := doc[name]; !ok {
				t.Errorf("%s: no %q in %s", arguments, name, r.Stdout)
			}
		}
		for name := range doc {
			if _, ok := schema.Properties[name]; !ok {
				t.Errorf("%s: the schema has no %q", arguments, name)
			}
		}
		list, _ := doc["snippets"].([]any)
		for _, s := range list {
			members, _ := s.(map[string]any)
			for name := range members {
				if _, ok := schema.Properties["snippets"].Items.Properties[name]; !ok {
					t.Errorf("%s: the schema of snippets has no %q", arguments, name)
				}
			}
		}
		if (len(list) == 0) != (exit == 1) {
			t.Errorf("%s: %d snippets", arguments, len(list))
		}
	}
	for arguments, kind := range map[string]string{
		`{"query":"needle"}`:                        "BadArgs",
		`{"query":"needle","file":"."}`:             "BadArgs",
		`{"query":"needle","file":"../a.md"}`:       "SandboxViolation",
		`{"query":"needle","file":"none"}`:          "ExecutionFailed",
		`{"query":"needle","file":"a.md","line":1}`: "BadArgs",
		`{"query":"x","file":"a.md","paths":["."]}`: "BadArgs",
		`{"query":"x","file":"a.md","hidden":true}`: "BadArgs",
		`{"query":"x","file":"a.md","context":6}`:   "BadArgs",
		`{"query":"x","file":"a.md","range":"2:1"}`: "BadArgs",
		`{"query":"x","file":"a.md","mode":"glob"}`: "BadArgs",
	} {
		r := tooltest.Run{Dir: dir}.Do(t, program(t), "--call", `{"tool":"show","arguments":`+arguments+`}`)
		var doc struct {
			Error struct{ Kind string }
		}
		if err := json.Unmarshal([]byte(r.Stdout), &doc); err != nil || r.Exit != 2 || doc.Error.Kind != kind {
			t.Errorf("%s: %v, %+v, want %s", arguments, err, r, kind)
		}
	}
}
