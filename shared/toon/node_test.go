package toon

import (
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// decodeAll reads an array of texts in TOON and prints the array of their values.
const decodeAll = `
const { decode } = await import(process.env.CT_TOON_MODULE);
let text = '';
for await (const chunk of process.stdin) text += chunk;
process.stdout.write(JSON.stringify(JSON.parse(text).map(t => decode(t))));
`

// TestTheDecoderOfTheSpecificationsAuthorsReadsIt decodes the output with npm's @toon-format/toon,
// from the folder node_modules in CT_TEST_NODE_MODULES or NODE_PATH.
func TestTheDecoderOfTheSpecificationsAuthorsReadsIt(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("skipped: no node")
	}
	module := ""
	for _, dir := range []string{os.Getenv("CT_TEST_NODE_MODULES"), os.Getenv("NODE_PATH")} {
		const main = "/@toon-format/toon/dist/index.mjs"
		if _, err := os.Stat(dir + main); dir != "" && err == nil {
			module = dir + main
			break
		}
	}
	if module == "" {
		t.Skip("skipped: no @toon-format/toon")
	}
	var values []any
	for _, text := range []string{
		`{"terms":["a,b","x y","-","5","\u202e"],"overall":[{"term":"a,b","matches":12,"files":3,"dominant_path":"src/é"},{"term":"","matches":0,"files":0,"dominant_path":null}]}`,
		`{"survey":{"warnings":[],"ledger":{"searched":3,"skipped":{"hidden":1}},"next":"ct-survey --scout 'a: b' src"}}`,
		`{"a":{"x":{"p":1,"q":{"r":"s"}},"y z":{"q":{"r":"t"},"p":2}},"e":{},"n":null}`,
		`[[1,[2]],{"l":[{"k":{"p":{"a":1},"q":{"a":2}},"n":[]},{"t":[{"a":1},{"a":2}],"m":{}}]},"x",{},[]]`,
		`[{"a":1.5},{"a":-2e-9}]`, `"#x"`, `[]`, `{}`, `{"p":{"a":1},"q":{"a":2}}`, `"\ufeffx\u0007\u007f\u2028"`,
	} {
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Fatal(err)
		}
		values = append(values, v)
	}
	for _, delimiter := range []byte{',', '|', '\t'} {
		texts := make([]string, len(values))
		for i, v := range values {
			text, err := Options{Delimiter: delimiter}.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			texts[i] = string(text)
		}
		in, err := json.Marshal(texts)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(node, "--input-type=module", "-e", decodeAll)
		cmd.Env = append(os.Environ(), "CT_TOON_MODULE=file://"+module)
		cmd.Stdin = strings.NewReader(string(in))
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		var got []any
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		if len(got) != len(values) {
			t.Fatalf("%d values, want %d", len(got), len(values))
		}
		for i := range values {
			if !reflect.DeepEqual(got[i], values[i]) {
				t.Errorf("delimiter %q: %v, want %v\n%s", delimiter, got[i], values[i], texts[i])
			}
		}
	}
}
