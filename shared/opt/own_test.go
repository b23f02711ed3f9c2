package opt

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// owning returns a table of two definitions. The first one has arguments of
// its own.
func owning(depth *int64, deep *bool, mode *string) *Table {
	own := &Table{Tool: "call", Definitions: []Definition{{Name: "call"}}, Args: []Arg{{Name: "PATH", Property: "path", Help: "where", Required: Always()}}, Options: []Option{
		{Name: "max-depth", Var: Int(depth, 1), Help: "how deep"},
		{Name: "deep", Var: Func(KindFlag, func(s string) error { *deep = s == "true"; return nil }), Default: "true", Help: "go down"},
		{Name: "mode", Var: Text(mode), Values: []string{"a", "b"}, Default: "a", Help: "which", Brief: "a is usual"},
		{Name: "lines", Var: IntRange(new(int64), 0, 9), Default: "0", Help: "how many"},
	}}
	return &Table{Tool: "ct-toy", Summary: "toy", Definitions: []Definition{
		{Name: "call", Description: "a call", Own: own, Annotations: []Annotation{{"risk", "Low"}}},
		{Name: "toy", Description: "a toy"},
	}, Options: []Option{{Name: "size", Arg: "N", Var: Text(new(string)), Group: "Toy", Help: "how large", Brief: "bytes", Default: "in words"}}}
}

func TestADefinitionMayHaveArgumentsOfItsOwn(t *testing.T) {
	var depth int64
	deep, mode := true, ""
	args, err := owning(&depth, &deep, &mode).Call("call", []byte(`{"max_depth":3.0,"deep":false,"path":"p","mode":"b"}`))
	if err != nil || cmp.Diff([]string{"p"}, args) != "" || depth != 3 || deep || mode != "b" {
		t.Errorf("%q %d %v %q, %v", args, depth, deep, mode, err)
	}
	for call, want := range map[string]string{
		`{"size":"1","path":"p"}`: `unknown property "size"`, `{"max_depth":1e2}`: "path is missing", `{"path":"p","max_depth":0.5}`: `must be a whole number of at least 1, not "0.5"`,
	} {
		if _, err := owning(&depth, &deep, &mode).Call("call", []byte(call)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", call, err)
		}
	}
	for call, want := range map[string]string{
		`{"path":"\ud800"}`: `path contains an unpaired surrogate, \ud800`, `{"path":"\\\udc00\ud800"}`: `path contains an unpaired surrogate, \udc00`, `{"path":"\ud83d\u0041"}`: `path contains an unpaired surrogate, \ud83d`,
		`{"path":"p","path":"q"}`: "path occurs twice in the call", `{"path":"p","deep":true,"mode":"a","d\u0065ep":false}`: "deep occurs twice in the call",
	} {
		if _, err := owning(&depth, &deep, &mode).Call("call", []byte(call)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", call, err)
		}
	}
	if _, err := owning(&depth, &deep, &mode).Call("toy", []byte(`{"max_depth":1}`)); err == nil {
		t.Error("another definition takes them too")
	}
	if _, err := owning(&depth, &deep, &mode).Parse([]string{"--max-depth", "1"}); err == nil {
		t.Error("the command line takes them too")
	}
}

func TestSchemasHaveTypesValuesAndDefaults(t *testing.T) {
	table := owning(new(int64), new(bool), new(string))
	got, err := json.Marshal(table.Explain())
	if err != nil {
		t.Fatal(err)
	}
	const hints = `"readOnlyHint":true,"openWorldHint":false}}`
	const closed = `,"additionalProperties":false},"annotations":{`
	want := `{"name":"ct-toy","description":"toy","tools":[{"name":"call","description":"a call","input_schema":{"type":"object","properties":{"path":{"type":"string","description":"where"},` +
		`"max_depth":{"type":"integer","minimum":1,"description":"how deep"},"deep":{"type":"boolean","default":true,"description":"go down"},"mode":{"type":"string","enum":["a","b"],"default":"a","description":"a is usual"},` +
		`"lines":{"type":"integer","minimum":0,"maximum":9,"default":0,"description":"how many"}},"required":["path"]` + closed + `"risk":"Low",` + hints +
		`,{"name":"toy","description":"a toy","input_schema":{"type":"object","properties":{"size":{"type":"string","default":"in words","description":"bytes"}}` + closed + hints + `]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, name := range []string{"`path`", "`max_depth`", "`deep`", "`mode`"} {
		if !strings.Contains(table.Guide(), name) {
			t.Errorf("the guide lacks %s", name)
		}
	}
}

// Decoding makes U+FFFD of half a character, and of nothing else but that
// character itself.
func FuzzHalfCharacter(f *testing.F) {
	for _, text := range []string{`\ud800`, `\udc00x`, `\ud83d\ude00`, `\\ud800`, `\\\ud800`, `\ufffd`, `\uD83D\uD83D\uDE00`, `\ud83d\n\ude00`, "\uFFFD"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var decoded string
		if !utf8.ValidString(text) || json.Unmarshal([]byte(`"`+text+`"`), &decoded) != nil {
			return
		}
		itself := strings.ToLower(strings.ReplaceAll(text, `\\`, ""))
		made := strings.Count(decoded, "\uFFFD") - strings.Count(itself, "\uFFFD") - strings.Count(itself, `\ufffd`)
		if half := halfCharacter([]byte(`"` + text + `"`)); (half != "") != (made > 0) {
			t.Errorf("%q has %q, decoded %q", text, half, decoded)
		}
	})
}
