package main

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/toolcall"
	"github.com/ct-tools/ct/shared/tooltest"
)

// example is a command of a help or a guide, with the equivalent call.
type example struct{ command, tool, arguments string }

// examples returns those of the helps, in their order, and others for what these do not cover. A
// call has no framing options, because the client decides what to show around an answer.
func examples() []example {
	return []example{
		{`ct-search ErrUnexpectedEOF src`, "smart_search", `{"query":"ErrUnexpectedEOF","paths":["src"]}`},
		{`ct-search --entity class --symbol '~Field$' src`, "find_entities", `{"entity":"class","symbol":"~Field$","paths":["src"]}`},
		{`ct-search --tests ErrUnexpectedEOF src`, "find_calls", `{"tests":"ErrUnexpectedEOF","paths":["src"]}`},
		{`ct-search --outline --public src`, "find_entities", `{"outline":true,"public":true,"paths":["src"]}`},
		{`ct-search --impl io.ReaderFrom src`, "find_entities", `{"impl":"io.ReaderFrom","paths":["src"]}`},
		{`ct-search --impact Session.close --signature 'close(self, now=True)' src`, "find_calls", `{"impact":"Session.close","signature":"close(self, now=True)","paths":["src"]}`},
		{`ct-search --dead _old_helper`, "find_calls", `{"dead":"_old_helper"}`},
		{`ct-search --calls ErrUnexpectedEOF src`, "find_calls", `{"calls":"ErrUnexpectedEOF","paths":["src"]}`},
		{`ct-search --entity class src`, "find_entities", `{"entity":"class","paths":["src"]}`},
		{`ct-search --mode question 'retry with backoff' src`, "smart_search", `{"mode":"question","query":"retry with backoff","paths":["src"]}`},
		{`ct-search --calls newError src`, "find_calls", `{"calls":"newError","paths":["src"]}`},
		{`ct-search --all-of sync.Mutex --all-of sync.Once --none-of atomic src`, "find_files", `{"all_of":["sync.Mutex","sync.Once"],"none_of":["atomic"],"paths":["src"]}`},
		{`ct-search --position src/a.go:6`, "smart_search", `{"position":"src/a.go:12"}`},
		{`ct-search --tree --ext go --min-lines 1001 --flat src`, "find_files", `{"tree":true,"ext":["go"],"min_lines":1001,"flat":true,"paths":["src"]}`},
		{`ct-search --name '*_test.go' --size +100k`, "find_files", `{"name":["*_test.go"],"size":["+100k"]}`},
		{`ct-search -n -e 'func \w+Error' -g '*.go'`, "find_files", `{"grep":["func \\w+Error"],"mode":"regex","include":["*.go"]}`},
		{`ct-search --grep old_key --expect none --question 'Is old_key gone?' --emit '{RESULT}'`, "find_files", `{"grep":["old_key"]}`},
		{`ct-search --call '{"path":"src","query":"ErrUnexpectedEOF"}'`, "search_files", `{"path":"src","query":"ErrUnexpectedEOF"}`},
		{`ct-search -- --grep src`, "smart_search", `{"query":"--grep","paths":["src"]}`},

		{`ct-survey --term ReadFile --term ReadAll --term ReadFull src`, "survey", `{"term":["ReadFile","ReadAll","ReadFull"],"paths":["src"]}`},
		{`ct-survey --identifier --term fs --term io`, "survey", `{"mode":"identifier","term":["fs","io"]}`},
		{`ct-survey --scout ReadFull src`, "scout", `{"query":"ReadFull","paths":["src"]}`},
		{`ct-survey --term old_key --term new_key --expect 'expr:terms["new_key"] > terms["old_key"]'`, "survey", `{"term":["old_key","new_key"]}`},

		{`ct-show --identifier ErrUnexpectedEOF src/a.go`, "show", `{"mode":"identifier","query":"ErrUnexpectedEOF","file":"src/a.go"}`},
		{`ct-show --sample 'func new' src`, "sample", `{"query":"func new","paths":["src"]}`},
		{`ct-show README.md:3`, "show", `{"file":"README.md","line":3}`},
		{`ct-show --blame README.md:1-3`, "show", `{"file":"README.md","range":"1:3","blame":true}`},
		{`ct-show README.md --line 3`, "show", `{"file":"README.md","line":3}`},
		{`ct-show src/a.go --symbol ErrUnexpectedEOF`, "show", `{"file":"src/a.go","symbol":"ErrUnexpectedEOF"}`},
		{`ct-show src/a_test.go --range 15000:15100`, "show", `{"file":"src/a_test.go","range":"15000:15100"}`},

		{`ct-spec how do I run it`, "spec_search", `{"query":["how","do","I","run","it"]}`},
		{`ct-spec --limit 3 --code --json usage of the example`, "spec_search", `{"limit":3,"code":true,"query":["usage","of","the","example"]}`},
		{`ct-spec --sections usage`, "spec_search", `{"sections":true,"query":["usage"]}`},
		{`ct-spec --list`, "spec_search", `{"list":true}`},
		{`ct-spec --quiet --expect 'expr:top > 1' --emit '{RESULT}' example`, "spec_search", `{"query":["example"]}`},

		{`ct-test --question 'Is the config free of old keys?' --cmd cat --err-match old_key --emit 'result: {RESULT}' -- config.toml`, "framed_test", `{"question":"Is the config free of old keys?","cmd":"cat","err_match":["old_key"],"args":["config.toml"]}`},
		{`ct-test --cmd grep --ok-match v2 -- -n v2 CHANGELOG.md`, "framed_test", `{"cmd":"grep","ok_match":["v2"],"args":["-n","v2","CHANGELOG.md"]}`},
		{`ct-test --question 'Is there a go.mod?' --cmd ct-search -- --name go.mod --limit 1 --quiet`, "framed_test", `{"question":"Is there a go.mod?","cmd":"ct-search","args":["--name","go.mod","--limit","1","--quiet"]}`},
		{`ct-test --cmd cat --err-when 'lines > 1000' -- README.md`, "framed_test", `{"cmd":"cat","err_when":["lines > 1000"],"args":["README.md"]}`},

		// Nothing is found, or the call is refused.
		{`ct-search absent_name`, "smart_search", `{"query":"absent_name"}`},
		{`ct-search ErrUnexpectedEOF ../..`, "smart_search", `{"query":"ErrUnexpectedEOF","paths":["../.."]}`},
		{`ct-search --grep ErrUnexpectedEOF sub`, "find_files", `{"grep":["ErrUnexpectedEOF"],"paths":["sub"]}`},
		{`ct-survey --scout absent_name`, "scout", `{"query":"absent_name"}`},
		{`ct-survey --scout`, "scout", `{}`},
		{`ct-show absent_name README.md`, "show", `{"query":"absent_name","file":"README.md"}`},
		{`ct-show x ../../etc/passwd`, "show", `{"query":"x","file":"../../etc/passwd"}`},
		{`ct-spec absent_name`, "spec_search", `{"query":["absent_name"]}`},
		{`ct-test --cmd cat -- /etc/passwd`, "framed_test", `{"cmd":"cat","args":["/etc/passwd"]}`},
		{`ct-test --cmd rm -- README.md`, "framed_test", `{"cmd":"rm","args":["README.md"]}`},
	}
}

// framed maps the options that a call does not have to their numbers of values.
func framed() map[string]int {
	return map[string]int{"--question": 1, "--expect": 1, "--emit": 1, "--quiet": 0, "--json": 0, "-n": 0}
}

// elapsed replaces the times that differ between two runs.
func elapsed(text string) string {
	return regexp.MustCompile(`"elapsed_ms":\d+`).ReplaceAllString(text, `"elapsed_ms":0`)
}

// given removes what contains options that a call does not have: the command line that an answer repeats, and the
// follow-up that prints every match.
func given(text string) string {
	text = regexp.MustCompile(`,?\{"category":"next_step","message":"every [^{]*\{[^{]*\{[^{]*\{[^}]*\}\]\}\}\}`).ReplaceAllString(text, "")
	text = regexp.MustCompile(`"priority":\d`).ReplaceAllString(strings.ReplaceAll(text, `,{"title":"Suggested Follow-ups","findings":[]}`, ""), "")
	return regexp.MustCompile(`"args":\[[^\]]*\]`).ReplaceAllString(text, `"args":[]`)
}

func TestAnswersEqualTheCommandLines(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, files())
	session := connect(t, dir, nil)
	here := func(args ...string) tooltest.Result {
		return tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin(t), args[0]), args[1:]...)
	}
	for _, e := range examples() {
		if tooltest.Raced && strings.Contains(e.arguments, `"cmd":"ct-search"`) {
			continue // the race detector reads /proc, which the command may not
		}
		got, failed := use(t, session, e.tool, e.arguments)
		program := strings.Fields(e.command)[0]
		form := e.tool
		if form == "framed_test" {
			form = "ct_test"
		}
		called := here(program, "--call", `{"tool":"`+form+`","arguments":`+e.arguments+`}`)
		if toolcall.Of("", form) != nil { // whose suggestions are calls
			got, called.Stdout = unsuggested(t, got), unsuggested(t, called.Stdout)
		}
		if want := strings.TrimSuffix(called.Stdout, "\n"); elapsed(got) != elapsed(want) {
			t.Errorf("%s %s:\n%s\nwant, as --call answers\n%s", e.tool, e.arguments, got, want)
		}
		if failed != strings.HasPrefix(called.Stdout, `{"error":`) {
			t.Errorf("%s %s: is an error: %v", e.tool, e.arguments, failed)
		}
		if !failed && e.tool != "search_files" { // which has no command line of its own
			typed := here(e.asJSON()...)
			if toolcall.Of("", form) != nil {
				typed.Stdout = unsuggested(t, typed.Stdout)
			}
			if want := strings.TrimSuffix(typed.Stdout, "\n"); given(elapsed(got)) != given(elapsed(want)) {
				t.Errorf("%s:\n%s\nwant, as on the command line\n%s", e.command, got, want)
			}
		}
	}
}

// unsuggested returns a JSON document in canonical form, without the commands to run next.
func unsuggested(t *testing.T, document string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(document), &v); err != nil {
		t.Fatalf("%v: %s", err, document)
	}
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			delete(v, "next")
			delete(v, "rest")
			for _, m := range v {
				strip(m)
			}
		case []any:
			for _, m := range v {
				strip(m)
			}
		}
	}
	strip(v)
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// asJSON returns the words of the command without framing, and with the options that a call
// implies.
func (e example) asJSON() []string {
	words := split(e.command)
	line := []string{words[0]}
	for i := 1; i < len(words); i++ {
		if words[i] == "--" {
			return slices.Concat(line, e.own(), words[i:])
		}
		if values, ok := framed()[words[i]]; ok && (e.tool != "framed_test" || words[i] != "--question") {
			i += values
			continue
		}
		line = append(line, words[i])
	}
	return append(line, e.own()...)
}

func (e example) own() []string {
	switch e.tool {
	case "framed_test":
		return []string{"--json", "--timeout=60", "--sandbox=."}
	case "find_files":
		return []string{"--json", "--timeout=60", "--max-bytes=32768"}
	}
	return []string{"--json", "--timeout=60"}
}

// split splits a command as a shell does that knows single quotes only.
func split(command string) []string {
	var words []string
	for i, part := range strings.Split(command, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}

// Every example of the helps of all programs is tried.
func TestExamplesOfTheHelpsAreTried(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	for _, e := range examples() {
		tried[e.command] = true
	}
	for _, name := range sibling.Tools() {
		help, err := exec.Command(filepath.Join(bin(t), "ct-"+name), "--help").Output()
		if err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(string(help), "\nExamples:\n")
		for command := range strings.Lines(text) {
			command = strings.TrimSpace(command)
			if command != "" && !strings.HasPrefix(command, "#") && !tried[command] {
				t.Errorf("not tried: %s", command)
			}
		}
	}
}

// Structured content is the answer itself; an array is wrapped in an object.
func TestStructuredContentIsTheAnswer(t *testing.T) {
	t.Parallel()
	s := startSession(t, tooltest.Tree(t, files()))
	for id, e := range examples() {
		call, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{"name": e.tool, "arguments": json.RawMessage(e.arguments)}})
		if err != nil {
			t.Fatal(err)
		}
		s.send(string(call) + "\n")
		var r struct {
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
			IsError           bool
		}
		if err := json.Unmarshal(s.receive().Result, &r); err != nil {
			t.Fatal(err)
		}
		want := r.Content[0].Text
		var wrapped struct {
			Nodes json.RawMessage
			Notes []string
		}
		got := r.StructuredContent
		if e.tool == "spec_search" && !r.IsError {
			if err := json.Unmarshal(got, &wrapped); err != nil || wrapped.Notes == nil {
				t.Errorf("%s: %v in %s", e.command, err, got)
			}
			if got = wrapped.Nodes; len(wrapped.Notes) > 0 && r.Content[1].Text != strings.Join(wrapped.Notes, "\n") {
				t.Errorf("%s: notes %q, and %q", e.command, wrapped.Notes, r.Content)
			}
		}
		if toolcall.Of("", e.tool) != nil {
			got, want = json.RawMessage(unsuggested(t, string(got))), unsuggested(t, want)
		}
		if same(t, got) != same(t, json.RawMessage(want)) {
			t.Errorf("%s: structured content is\n%s\nwant\n%s", e.command, got, want)
		}
	}
}

// same returns a JSON value in canonical form.
func same(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
