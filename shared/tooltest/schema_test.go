package tooltest

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAnswersAreHeldToTheirSchema(t *testing.T) {
	var s schema
	if err := json.Unmarshal([]byte(`{"type":"object","required":["verdict","matches"],"properties":{
		"verdict":{"enum":["SUCCESS","ERROR"]},"count":{"type":"integer","minimum":0},"share":{"type":"number"},"ledger":{"type":"object"},
		"matches":{"type":"array","items":{"anyOf":[
			{"type":"object","properties":{"path":{"type":"string"},"line":{"type":"integer"}},"required":["path","line"]},
			{"type":"object","properties":{"path":{"type":"string"},"size":{"type":"integer"}},"required":["path"]}]}}}}`), &s); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ doc, want string }{
		{`{"verdict":"SUCCESS","matches":[]}`, ""},
		{`{"verdict":"ERROR","matches":[{"path":"a","line":1},{"path":"b"},{"path":"c","size":3}],"count":2,"share":1,"ledger":{"any":{"thing":[1]}}}`, ""},
		{`{"verdict":"ERROR","matches":[],"share":0.5}`, ""},
		{`{"matches":[]}`, `the answer lacks "verdict"`},
		{`{"verdict":"SUCCESS"}`, `the answer lacks "matches"`},
		{`{"verdict":"MAYBE","matches":[]}`, "the answer.verdict is MAYBE, none of [SUCCESS ERROR]"},
		{`{"verdict":"ERROR","matches":[],"more":1}`, `the answer has "more", which the schema has not`},
		{`{"verdict":"ERROR","matches":null}`, "the answer.matches is of type null, not array"},
		{`{"verdict":"ERROR","matches":[],"count":"2"}`, "the answer.count is of type string, not integer"},
		{`{"verdict":"ERROR","matches":[],"count":2.5}`, "the answer.count is of type number, not integer"},
		{`{"verdict":"ERROR","matches":[],"count":-1}`, "the answer.count is out of its bounds: -1"},
		{`{"verdict":"ERROR","matches":[{"path":"a","line":1},{"path":"a","line":1,"size":1}]}`, `the answer.matches[1] has "`},
		{`{"verdict":"ERROR","matches":[{"line":1}]}`, `the answer.matches[0] lacks "path"`},
		{`{"verdict":"ERROR","matches":[{"path":1}]}`, "the answer.matches[0].path is of type integer, not string"},
		{`[]`, "the answer is of type array, not object"},
	} {
		var doc any
		if err := json.Unmarshal([]byte(c.doc), &doc); err != nil {
			t.Fatal(err)
		}
		faults := s.faults("the answer", doc)
		if c.want == "" && len(faults) > 0 || c.want != "" && (len(faults) != 1 || !strings.Contains(faults[0], c.want)) {
			t.Errorf("%s: %q, want %q", c.doc, faults, c.want)
		}
	}
}

func TestASchemaWithAnotherKeywordIsRefused(t *testing.T) {
	var s schema
	for _, text := range []string{`{"oneOf":[]}`, `{"properties":{"a":{"pattern":"x"}}}`, `{"items":{"type":["string","null"]}}`} {
		if err := json.Unmarshal([]byte(text), &s); err == nil {
			t.Errorf("%s is taken", text)
		}
	}
}
