package toon

import (
	"bytes"
	"encoding/json"
	"math/big"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzTheTwinReadsWhatIsWritten checks that any value can be read back, with each delimiter, and
// that the output can be shown.
func FuzzTheTwinReadsWhatIsWritten(f *testing.F) {
	for _, seed := range []string{
		`{"a":[{"b":1,"c":{"d":"x"}},{"c":{"d":"y,z"},"b":2.50}],"k":{"p":{"a":1},"q":{"a":null}}}`,
		`[[],[1,[2,{"a":{}}]],{"x":[{"y":1}],"z":[]},"- #:\"\\","\u202e\u0000",""]`,
		`"-0"`, `-0.0`, `1e-9`, `{"":{"":[""]}}`, `[{"a\tb":"|"},{"a\tb":"\t"}]`, `{"a|b":{"c,d":[1]},"e":{"c,d":[2]}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !json.Valid([]byte(text)) {
			encoded, err := json.Marshal(text)
			if err != nil {
				t.Fatal(err)
			}
			text = string(encoded)
		}
		want := fromJSON(t, []byte(text))
		for _, o := range []Options{{}, {Delimiter: '|', Indent: 1}, {Delimiter: '\t', Indent: 3}} {
			out, err := o.Marshal(json.RawMessage(text))
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			shown := strings.NewReplacer("\n", "", "\t", "").Replace(string(out))
			if !utf8.Valid(out) || strings.ContainsFunc(shown, escaped) {
				t.Fatalf("%s: %q cannot be shown", text, out)
			}
			got, err := decode(string(out), o)
			if err != nil {
				t.Fatalf("%s:\n%s\n%v", text, out, err)
			}
			if got := exact(got); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s:\n%s\n%#v, want %#v", text, out, got, want)
			}
		}
	})
}

func fromJSON(t *testing.T, text []byte) any {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return exact(v)
}

// exact returns v with its numbers as fractions. A number with a large exponent is left as it is
// written.
func exact(v any) any {
	switch v := v.(type) {
	case json.Number:
		_, exponent, _ := strings.Cut(strings.ToLower(string(v)), "e")
		if r, ok := new(big.Rat).SetString(string(v)); len(exponent) < 5 && ok {
			return r.RatString()
		}
		return "large"
	case []any:
		for i := range v {
			v[i] = exact(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = exact(v[k])
		}
	}
	return v
}
