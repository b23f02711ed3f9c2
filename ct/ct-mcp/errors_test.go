package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// refused calls a tool and returns its error.
func refused(t *testing.T, call func(tool, arguments string) (string, bool), tool, arguments string) fault {
	t.Helper()
	text, failed := call(tool, arguments)
	var answer struct{ Error fault }
	if err := json.Unmarshal([]byte(text), &answer); err != nil || !failed {
		t.Errorf("%s %s: no error: %s", tool, arguments, text)
	}
	return answer.Error
}

// If a path does not exist, the message names the nearest one and the argument with the path. A
// path outside the root is refused without a suggestion.
func TestAMissingPathIsReportedWithTheNearest(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"root/source/main.go": "package x\n", "other/main.go": "package y\n"})
	session := connect(t, dir, nil, "--root", dir+"/root")
	call := func(tool, arguments string) (string, bool) { return use(t, session, tool, arguments) }
	for _, c := range []struct{ tool, field, form string }{
		{"search_files", "path", `{"path":PATH,"query":"x"}`},
		{"smart_search", "paths", `{"paths":[PATH],"query":"x"}`},
		{"find_calls", "paths", `{"paths":["source",PATH],"calls":"x"}`},
		{"find_entities", "paths", `{"paths":[PATH],"entity":"function"}`},
		{"find_files", "paths", `{"paths":[PATH],"name":["*.go"]}`},
		{"find_files", "base", `{"base":PATH,"name":["*.go"]}`},
		{"survey", "paths", `{"paths":[PATH],"term":["x"]}`},
		{"scout", "paths", `{"paths":[PATH],"query":"x"}`},
		{"sample", "paths", `{"paths":[PATH],"query":"x"}`},
		{"show", "file", `{"file":PATH,"query":"x"}`},
		{"show", "file", `{"file":PATH,"line":1}`},
		{"spec_search", "root", `{"root":[PATH],"query":"x"}`},
	} {
		f := refused(t, call, c.tool, strings.ReplaceAll(c.form, "PATH", `"sorce"`))
		if f.Kind != "ExecutionFailed" || f.Field != c.field || !strings.Contains(f.Message, "did you mean") || !strings.Contains(f.Message, "source") {
			t.Errorf("%s.%s: %+v", c.tool, c.field, f)
		}
		for _, outside := range []string{"../othr", "../other", dir + "/othr"} {
			f := refused(t, call, c.tool, strings.ReplaceAll(c.form, "PATH", `"`+outside+`"`))
			if f.Kind != "SandboxViolation" || f.Field != c.field || strings.Contains(f.Message, "did you mean") {
				t.Errorf("%s.%s %s: %+v", c.tool, c.field, outside, f)
			}
		}
	}
}

// A caller of a tool passed arguments, so messages must not speak of options, except in suggested
// commands.
func TestMessagesOfCallsNameArguments(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil)
	call := func(tool, arguments string) (string, bool) { return use(t, session, tool, arguments) }
	for _, c := range []struct{ tool, arguments, field, message string }{
		{"find_files", `{"size":["big"]}`, "size", "size must be [+|-]N"},
		{"find_files", `{"name":["*"],"mode":"regex"}`, "name", "use mode glob, in which * and ? stand for any text"},
		{"find_files", `{"grep":["("],"mode":"regex"}`, "grep", "use mode literal for literal text"},
		{"find_files", `{"grep":["file:src/app.pi"]}`, "grep", "grep: src/app.pi: no such file or directory; did you mean src/app.py?"},
		{"find_files", `{"name":["--size"],"mode":"fuzzy"}`, "name", `pattern "--size": names are not matched in mode fuzzy: choose files with include GLOB`},
		{"find_files", `{"type":["d"],"size":["1"]}`, "type", "grep, all_of, none_of and size look at files only; leave type out"},
		{"find_files", `{"name":["*"],"cursor":"x"}`, "cursor", "cursor: it is not a complete cursor"},
		{"smart_search", `{"query":"x","limit":9999}`, "limit", "limit must be a number from 1 to 1000"},
		{"smart_search", `{"query":"x","exclude":["[a"]}`, "exclude", "exclude has no valid value: malformed glob"},
		{"smart_search", `{"query":"x","context":-1}`, "context", "context must be a whole number"},
		{"smart_search", `{"query":"x","max_bytes":1}`, "max_bytes", "max_bytes must be a whole number"},
		{"find_calls", `{"calls":""}`, "calls", "calls is empty; give it a value"},
		{"find_calls", `{"calls":"a b"}`, "calls", "calls must be a name"},
		{"find_entities", `{"entity":"function","symbol":""}`, "symbol", "symbol is empty; give it a value"},
		{"find_entities", `{"entity":"callsite"}`, "symbol", "entity callsite needs symbol NAME"},
		{"search_files", `{"path":".","query":" "}`, "query", "query must be a text that is not blank"},
		{"search_files", `{"path":".","query":"x","cursor":"x"}`, "cursor", "cursor: it is not a complete cursor"},
		{"survey", `{"term":["x"],"lang":["none"]}`, "lang", "lang has no language"},
		{"show", `{"file":"src/a.go","line":1,"range":"1:2"}`, "range", "line and range contradict each other"},
		{"show", `{"file":"src/a.go","line":1,"context":1}`, "context", "context does not apply to page"},
		{"show", `{"file":"","line":1}`, "file", "file is empty; give the path of a file"},
		{"sample", `{"query":"x","skip":0}`, "skip", "skip must be"},
		{"spec_search", `{"query":"x","list":true}`, "query", "list names every node and takes no query"},
		{"framed_test", `{"cmd":"true","mask":["x"]}`, "mask", "mask compares runs; give repeat N with it"},
		{"framed_test", `{"cmd":"true","ok_when":["foo"]}`, "ok_when", "ok_when: expression"},
		{"framed_test", `{"cmd":"true","ok_match":["("],"mode":"regex"}`, "ok_match", "ok_match: pattern \"(\": missing closing ): use mode literal"},
		{"framed_test", `{"cmd":"cat","stdin":"file:none"}`, "stdin", "stdin: none: no such file or directory"},
	} {
		f := refused(t, call, c.tool, c.arguments)
		if f.Field != c.field || !strings.Contains(f.Message, c.message) || strings.Contains(f.Message, "option ") || strings.Contains(strings.ReplaceAll(f.Message, `"--size"`, ""), "--") {
			t.Errorf("%s %s: %+v, want %s: %s", c.tool, c.arguments, f, c.field, c.message)
		}
	}
}

// Messages about calls of the listed tools have the names of their arguments, and calls in place of command lines.
func TestMessagesOfToolsNameTheirArguments(t *testing.T) {
	t.Parallel()
	session := connect(t, tooltest.Tree(t, files()), nil)
	call := func(tool, arguments string) (string, bool) { return use(t, session, tool, arguments) }
	long := strings.Repeat("a", 1<<16+1)
	for _, c := range []struct{ tool, arguments, field, message string }{
		{"search", `{"query":"x","file":"src/a.go","line":1}`, "query", "query does not go with file and line"},
		{"search", `{"file":"src/a.go"}`, "line", "file needs line; to search a file give query"},
		{"search", `{"query":"x","mode":"question"}`, "mode", "mode must be literal, exact"},
		{"search", `{"query":"` + long + `"}`, "query", "query has 65537 bytes, more than 65536"},
		{"calls", `{"symbol":"x","find":"callees"}`, "find", `find must be callers, tests or implementations, not "callees"`},
		{"calls", `{"symbol":"x","find":5}`, "find", "find must be callers, tests or implementations, not 5"},
		{"calls", `{"symbol":""}`, "symbol", "symbol is empty"},
		{"impact", `{"symbol":"x","unused":"true"}`, "unused", "unused must be true or false"},
		{"impact", `{"unused":true,"signature":"f()"}`, "signature", "signature does not go with unused"},
		{"show", `{"query":"x","context":1}`, "context", "context needs file"},
		{"show", `{"file":"src/a.go","line":0}`, "line", "line must be a whole number of at least 1"},
		{"show", `{"query":"x","file":"src/a.go","paths":["src"]}`, "paths", "paths does not go with file"},
		{"show", `{"file":"none.go","line":1}`, "file", `files {"name":["none.go"]}`},
		{"survey", `{"terms":["a"],"query":"b"}`, "query", "query does not go with terms"},
		{"survey", `{"query":"a.*|b","mode":"regex"}`, "query", `survey {"terms":["A","B"]}`},
		{"files", `{"tree":true,"query":"x"}`, "tree", "query asks for filter"},
		{"files", `{"query":"x","limit":1001}`, "limit", "limit must be a whole number from 1 to 1000"},
		{"spec_search", `{}`, "query", "nothing to ask: give a query"},
	} {
		f := refused(t, call, c.tool, c.arguments)
		if f.Field != c.field || !strings.Contains(f.Message, c.message) || strings.Contains(f.Message, "--") {
			t.Errorf("%s %.99s: %+v, want %s: %s", c.tool, c.arguments, f, c.field, c.message)
		}
	}
}
