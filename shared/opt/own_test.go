package opt

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// owning gives a table of two definitions, the first of which has arguments of
// its own.
func owning(depth *int64, deep *bool, mode *string) *Table {
	only := []string{"call"}
	own := &Table{Tool: "call", Terse: true, Args: []Arg{{Name: "path", Property: "path", Help: "where", Doors: only, Required: only}}, Options: []Option{
		{Name: "max-depth", Var: Int(depth, 1), Help: "how deep", Doors: only},
		{Name: "deep", Var: Func(KindFlag, func(s string) error { *deep = s == "true"; return nil }), Default: "true", Help: "go down", Doors: only},
		{Name: "mode", Var: Text(mode), Values: []string{"a", "b"}, Default: "a", Help: "which", Brief: "a is usual", Doors: only},
		{Name: "lines", Var: IntRange(new(int64), 0, 9), Default: "0", Help: "how many", Doors: only},
	}}
	return &Table{Tool: "ct-toy", Summary: "toy", Terse: true, Definitions: []Definition{
		{Name: "call", Description: "a call", Own: own, Annotations: []Annotation{{"risk", "Low"}}},
		{Name: "toy", Description: "a toy"},
	}, Options: []Option{{Name: "size", Arg: "N", Var: Text(new(string)), Group: "Toy", Help: "how large", Brief: "bytes", Default: "in words", Doors: []string{"toy"}}}}
}

func TestADefinitionMayHaveArgumentsOfItsOwn(t *testing.T) {
	var depth int64
	deep, mode := true, ""
	args, err := owning(&depth, &deep, &mode).Call("call", []byte(`{"max_depth":3.0,"deep":false,"path":"p","mode":"b"}`))
	if err != nil || cmp.Diff([]string{"p"}, args) != "" || depth != 3 || deep || mode != "b" {
		t.Errorf("%q %d %v %q, %v", args, depth, deep, mode, err)
	}
	for call, want := range map[string]string{
		`{"size":"1","path":"p"}`: `unknown property "size"`, `{"max_depth":1e2}`: "path is missing", `{"path":"p","max_depth":0.5}`: `wants a whole number of at least 1, not "0.5"`,
	} {
		if _, err := owning(&depth, &deep, &mode).Call("call", []byte(call)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", call, err)
		}
	}
	for call, want := range map[string]string{
		`{"path":"\ud800"}`: `path has \ud800, which is half of a character`, `{"path":"\\\udc00\ud800"}`: `path has \udc00`, `{"path":"\ud83d\u0041"}`: `path has \ud83d`,
		`{"path":"p","path":"q"}`: "path stands in the call twice", `{"path":"p","deep":true,"mode":"a","d\u0065ep":false}`: "deep stands in the call twice",
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

func TestTerseSchemasHaveTypesValuesAndDefaults(t *testing.T) {
	table := owning(new(int64), new(bool), new(string))
	got, err := json.Marshal(table.Explain())
	if err != nil {
		t.Fatal(err)
	}
	const hints = `"readOnlyHint":true,"openWorldHint":false}}`
	want := `{"name":"ct-toy","description":"toy","tools":[{"name":"call","description":"a call","input_schema":{"type":"object","properties":{"path":{"type":"string"},` +
		`"max_depth":{"type":"integer","minimum":1},"deep":{"type":"boolean","default":true},"mode":{"type":"string","enum":["a","b"],"default":"a","description":"a is usual"},` +
		`"lines":{"type":"integer","minimum":0,"maximum":9,"default":0}},"required":["path"]},"annotations":{"risk":"Low",` + hints +
		`,{"name":"toy","description":"a toy","input_schema":{"type":"object","properties":{"size":{"type":"string","default":"in words","description":"bytes"}}},"annotations":{` + hints + `]}`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for _, name := range []string{"`path`", "`max_depth`", "`deep`", "`mode`"} {
		if !strings.Contains(table.Guide(), name) {
			t.Errorf("the guide lacks %s", name)
		}
	}
}

// Of half of a character decoding makes U+FFFD, and of nothing else but that
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
