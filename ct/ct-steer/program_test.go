package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../../docs/explain/ct-steer.md", table(&request{}))
}

// input is what a client gives a hook.
func input(t testing.TB, event, tool, dir, line string) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"hook_event_name": event, "tool_name": tool, "cwd": dir, "command": line, "tool_input": map[string]any{"command": line}})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A hook exits with 0 whatever it is given, and what is no mistake of its own prints nothing on standard error.
func TestAHookAlwaysExitsWithZero(t *testing.T) {
	t.Parallel()
	dir, bin := tooltest.Tree(t, map[string]string{"a.go": "x\n"}), tooltest.Bin(t, "ct", "ct/ct-steer")
	good := input(t, preToolUse, "Bash", dir, "cat a.go")
	for _, c := range []struct {
		input string
		args  []string
		wrong bool
	}{
		{"", []string{"hook"}, false},
		{"{", []string{"hook"}, false},
		{"[]", []string{"hook"}, false},
		{`{"tool_input":7}`, []string{"hook"}, false},
		{good + strings.Repeat(" ", maxInput), []string{"hook"}, false},
		{input(t, preToolUse, "Bash", dir, strings.Repeat("(", 100000)), []string{"hook"}, false},
		{good, []string{"hook", "--bogus"}, true},
		{good, []string{"hook", "--mode", "maybe"}, true},
		{good, []string{"--client", "x", "hook"}, true},
		{good, []string{"hook", "--client"}, true},
		{good, []string{"hook", "extra"}, true},
		{good, []string{"hook", "--client", "gemini"}, false},
		{input(t, preToolUse, "Read", dir, "cat a.go"), []string{"hook"}, false},
		{input(t, preToolUse, "Bash", "", "cat a.go"), []string{"hook"}, false},
	} {
		for _, program := range [][]string{{"ct-steer"}, {"ct", "steer"}} {
			r := tooltest.Run{Dir: dir, Stdin: c.input}.Do(t, filepath.Join(bin, program[0]), append(program[1:], c.args...)...)
			if r.Exit != exitGood || r.Stdout != "" || c.wrong != (r.Stderr != "") {
				t.Errorf("%.60q %q: %+v", c.input, c.args, r)
			}
		}
	}
}

// A client that reads nothing gets the exit status 0 too, of both ways to call the program.
func TestAHookWithoutAReaderExitsWithZero(t *testing.T) {
	t.Parallel()
	dir, bin := tooltest.Tree(t, map[string]string{"a.go": "x\n"}), tooltest.Bin(t, "ct", "ct/ct-steer")
	for _, program := range [][]string{{"ct-steer", "hook"}, {"ct", "steer", "hook"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		var said strings.Builder
		c := exec.CommandContext(t.Context(), filepath.Join(bin, program[0]), program[1:]...)
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(input(t, preToolUse, "Bash", dir, "cat a.go")), w, &said
		err = c.Run()
		_ = w.Close()
		if err != nil || strings.Count(said.String(), "\n") != 1 {
			t.Errorf("%q: %v %q", program, err, said.String())
		}
	}
}

func TestEachClientIsAnsweredInItsFormat(t *testing.T) {
	t.Parallel()
	dir, bin := tooltest.Tree(t, map[string]string{"a.go": "x\n"}), tooltest.Bin(t, "ct/ct-steer")
	const advice = "ct has an exact equivalent, with numbered lines and a report of what was left out: ct show a.go --range 1:5"
	const refused = "Run this instead, which finds the same: ct show a.go --range 1:5"
	for _, c := range []struct{ event, tool, mode, want string }{
		{preToolUse, "Bash", advise, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"` + advice + `"}}`},
		{preToolUse, "Bash", deny, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"` + refused + `"}}`},
		{beforeShellExecution, "", advise, ""},
		{beforeShellExecution, "", deny, `{"permission":"deny","user_message":"ct-steer: ct show a.go --range 1:5","agent_message":"` + refused + `"}`},
		{beforeTool, "run_shell_command", advise, ""},
		{beforeTool, "run_shell_command", deny, `{"decision":"deny","reason":"` + refused + `"}`},
		{afterTool, "run_shell_command", advise, `{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"` + advice + `"}}`},
		{afterTool, "run_shell_command", deny, ""},
	} {
		r := tooltest.Run{Dir: dir, Stdin: input(t, c.event, c.tool, dir, "head -5 a.go")}.Do(t, filepath.Join(bin, "ct-steer"), "hook", "--mode", c.mode)
		if r.Exit != exitGood || strings.TrimSuffix(r.Stdout, "\n") != c.want || r.Stderr != "" {
			t.Errorf("%+v\n%+v", c, r)
		}
	}
}

// The settings name this program by its absolute path, keep what is there, and replace what an earlier call added.
func TestSettingsAreMerged(t *testing.T) {
	t.Parallel()
	dir, bin := t.TempDir(), tooltest.Bin(t, "ct/ct-steer")
	run := func(stdin string, args ...string) tooltest.Result {
		return tooltest.Run{Dir: dir, Stdin: stdin}.Do(t, filepath.Join(bin, "ct-steer"), append([]string{"settings"}, args...)...)
	}
	before := `{"big":12345678901234567890,"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"mine <x>"}]}],"Stop":[]}}`
	once := run(before, claude)
	twice := run(once.Stdout, claude, "--mode", deny)
	for _, want := range []string{"12345678901234567890", `"mine <x>"`, "ct-steer hook --client claude --mode deny", `"command": "` + filepath.ToSlash(bin)} {
		if !strings.Contains(twice.Stdout, want) {
			t.Errorf("no %s in %+v", want, twice)
		}
	}
	if n := strings.Count(twice.Stdout, "ct-steer hook"); n != 1 || once.Exit != exitGood {
		t.Errorf("%d hooks in %s", n, twice.Stdout)
	}
	if again := run(twice.Stdout, claude, "--mode", deny); again.Stdout != twice.Stdout {
		t.Errorf("%s\n%s", again.Stdout, twice.Stdout)
	}
	for _, c := range [][3]string{
		// what is given, whose settings, and what comes of it, with the command as COMMAND
		{"{\n\t\"z\": [1,  2],\r\n\t\"hooks\": null, \"a\": 1e400\n}\n", claude,
			"{\n\t\"z\": [1,  2],\r\n\t\"hooks\": {\r\n\t\t\"PreToolUse\": [\r\n\t\t\t{\r\n\t\t\t\t\"matcher\": \"Bash\",\r\n\t\t\t\t\"hooks\": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t\"type\": \"command\",\r\n\t\t\t\t\t\t\"command\": \"COMMAND\",\r\n\t\t\t\t\t\t\"timeout\": 5\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t}, \"a\": 1e400\n}\n"},
		{"\uFEFF{\n    \"z\": 1,\n    \"a\": {}\n}", cursor,
			"{\n    \"z\": 1,\n    \"a\": {},\n    \"hooks\": {\n        \"beforeShellExecution\": [\n            {\n                \"command\": \"COMMAND\"\n            }\n        ]\n    },\n    \"version\": 1\n}\n"},
		{`{"version":2,"hooks":{"z":[],"beforeShellExecution":[{"command":"/x/ct-steer hook","b":1},{"command":"mine","a":[1]}],"a":null,"only":[{"command":"ct-steer hook"}]},"a":1,"a":2}`, cursor,
			"{\n  \"version\": 2,\n  \"hooks\": {\n    \"z\": [],\n    \"beforeShellExecution\": [\n      {\n        \"command\": \"mine\",\n        \"a\": [\n          1\n        ]\n      },\n      {\n        \"command\": \"COMMAND\"\n      }\n    ],\n    \"a\": null\n  },\n  \"a\": 1,\n  \"a\": 2\n}\n"},
		{"{\n}", cursor, "{\n  \"hooks\": {\n    \"beforeShellExecution\": [\n      {\n        \"command\": \"COMMAND\"\n      }\n    ]\n  },\n  \"version\": 1\n}\n"},
	} {
		r := run(c[0], c[1], "--mode", deny)
		got := regexp.MustCompile(`"[^"]*ct-steer hook --client \w+ --mode deny"`).ReplaceAllString(r.Stdout, `"COMMAND"`)
		if got != c[2] || r.Exit != exitGood {
			t.Errorf("%q\n got %q\nwant %q\n%s", c[0], got, c[2], r.Stderr)
		}
	}
	for client, want := range map[string]string{claude: preToolUse, cursor: beforeShellExecution, gemini: beforeTool} {
		var all struct{ Hooks map[string][]json.RawMessage }
		if r := run("", client, "--mode", deny); json.Unmarshal([]byte(r.Stdout), &all) != nil || len(all.Hooks[want]) != 1 {
			t.Errorf("%s: %+v", client, r)
		}
	}
	for _, c := range [][]string{{"", cursor}, {"{", claude}, {"[]", claude}, {"null", claude}, {`{"hooks":[]}`, claude}, {`{"hooks":{"PreToolUse":1}}`, claude}, {"{}{}", claude}, {"", "emacs"}, {""}, {"", claude, "x"}} {
		if r := run(c[0], c[1:]...); r.Exit != exitFailure || r.Stdout != "" || strings.Count(r.Stderr, "\n") != 1 {
			t.Errorf("%q: %+v", c, r)
		}
	}
}

// Settings that are merged are valid, have what they had, and do not change when they are merged again.
func FuzzSettings(f *testing.F) {
	for _, text := range []string{"", "{}", "{\n}", `{"a":1,"hooks":null}`, "{\n\t\"hooks\": {\"PreToolUse\": [{\"hooks\": [{\"command\": \"ct-steer hook\"}, 1]}]},\n\t\"b\": [ ]}", "\uFEFF{\"\\u0068ooks\":{}}", `{"hooks":{"PreToolUse":7}}`} {
		f.Add(text, uint8(len(text)))
	}
	f.Fuzz(func(t *testing.T, text string, which uint8) {
		client := []string{claude, cursor, gemini}[which%3]
		out, err := settings(client, deny, "/bin/ct-steer", []byte(text))
		if err != nil {
			return
		}
		again, err := settings(client, deny, "/bin/ct-steer", out)
		if err != nil || !bytes.Equal(out, again) {
			t.Fatalf("%q\n%s\n%s\n%v", text, out, again, err)
		}
		before, after := map[string]any{}, map[string]any{}
		text = strings.TrimSpace(strings.TrimPrefix(text, "\uFEFF"))
		if text == "" {
			text = "{}"
		}
		for _, c := range []struct {
			text []byte
			all  *map[string]any
		}{{[]byte(text), &before}, {out, &after}} {
			d := json.NewDecoder(bytes.NewReader(c.text))
			d.UseNumber()
			if err := d.Decode(c.all); err != nil {
				t.Fatalf("%q\n%s\n%v", text, out, err)
			}
			if delete(*c.all, "hooks"); client == cursor {
				delete(*c.all, "version")
			}
		}
		if !reflect.DeepEqual(before, after) || strings.Count(string(out), `"/bin/ct-steer hook --client `+client+` --mode deny"`) < 1 {
			t.Errorf("%q\n%s", text, out)
		}
	})
}

// A hook runs before each command of an agent, so it must not be felt: what it does apart from starting takes much less
// than the 10 ms that it may take.
func TestAHookTakesLessThanTenMilliseconds(t *testing.T) {
	files := map[string]string{"huge": strings.Repeat("a line\n", 1<<20)}
	for i := range 400 {
		files[fmt.Sprintf("d%d/e/f%d.go", i%40, i)] = strings.Repeat("a line\n", 2000)
	}
	large := tooltest.Tree(t, files)
	for dir, lines := range map[string][]string{
		tree(t): {`grep -rnE --include='*.go' '(foo|bar)[a-z]+' .`, "grep " + strings.Repeat("(", maxCommand-5)},
		large:   {"grep -rn needle .", "rg needle", "rg needle huge", "rg -u needle", "find . -name '*.go'", "cat huge", "sed -n 30000,30100p huge", "ls -R", "wc -l huge"},
	} {
		for _, line := range lines {
			input := []byte(input(t, preToolUse, "Bash", dir, line))
			var times []time.Duration
			for range 21 {
				begin := time.Now()
				respond(input, claude, advise)
				times = append(times, time.Since(begin))
			}
			slices.Sort(times)
			t.Logf("%.40s: fastest %v, median %v", line, times[0], times[10])
			if times[0] > 5*time.Millisecond {
				t.Errorf("%.40s: fastest %v", line, times[0])
			}
		}
	}
}

func BenchmarkHook(b *testing.B) {
	dir, bin := tree(b), tooltest.Bin(b, "ct/ct-steer")
	text := input(b, preToolUse, "Bash", dir, `grep -rnE --include='*.go' '(foo|bar)[a-z]+' .`)
	for b.Loop() {
		if r := (tooltest.Run{Dir: dir, Stdin: text}).Do(b, filepath.Join(bin, "ct-steer"), "hook"); r.Stdout == "" {
			b.Fatalf("%+v", r)
		}
	}
}
