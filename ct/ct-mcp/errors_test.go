package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// refused calls a tool and gives the error that it answers with.
func refused(t *testing.T, call func(tool, arguments string) (string, bool), tool, arguments string) fault {
	t.Helper()
	text, failed := call(tool, arguments)
	var answer struct{ Error fault }
	if err := json.Unmarshal([]byte(text), &answer); err != nil || !failed {
		t.Errorf("%s %s: no error: %s", tool, arguments, text)
	}
	return answer.Error
}

// A path that is not there is told with the one that was meant and the argument
// that names it; of what stands outside the root nothing is told.
func TestAMissingPathIsToldWithTheOneThatWasMeant(t *testing.T) {
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
