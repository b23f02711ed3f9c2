package toon

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
)

func TestForms(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		// The root.
		{`{}`, ""},
		{`[]`, "[]"},
		{`"a b"`, "a b"},
		{`null`, "null"},
		{`[1,"x",false,null]`, "[4]: 1,x,false,null"},
		{`[{"a":1},{"a":2}]`, "[2]{a}:\n  1\n  2"},
		{`{"p":{"a":1},"q":{"a":2}}`, "[2:]{a}:\n  p: 1\n  q: 2"},
		// Objects.
		{`{"a":{},"b":[],"c":{"d":[]}}`, "a:\nb: []\nc:\n  d: []"},
		{`{"a":{"x":{"y":true}}}`, "a:\n  x:\n    y: true"},
		{`{"a":1,"b":2,"a":3}`, "a: 3\nb: 2"},
		// Arrays on one line, and arrays of arrays.
		{`{"a":["x"]}`, "a[1]: x"},
		{`{"a":[[],[1],[[2]],[{"b":1},{"b":2}]]}`, "a[4]:\n  - [0]:\n  - [1]: 1\n  - [1]:\n    - [1]: 2\n  - [2]:\n    - b: 1\n    - b: 2"},
		// Tables: the order is that of the first row; groups may nest.
		{`{"t":[{"a":1,"b":{"c":2,"d":{"e":3}}},{"b":{"d":{"e":6},"c":5},"a":4}]}`, "t[2]{a,b{c,d{e}}}:\n  1,2,3\n  4,5,6"},
		// Not tables: other keys, no keys, an array, an empty object, scalar and object.
		{`{"t":[{"a":1},{"b":1}]}`, "t[2]:\n  - a: 1\n  - b: 1"},
		{`{"t":[{"a":1},{"a":1,"b":1}]}`, "t[2]:\n  - a: 1\n  - a: 1\n    b: 1"},
		{`{"t":[{},{}]}`, "t[2]:\n  -\n  -"},
		{`{"t":[{"a":[1]}]}`, "t[1]:\n  - a[1]: 1"},
		{`{"t":[{"a":{}}]}`, "t[1]:\n  - a:"},
		{`{"t":[{"a":1},{"a":{"b":1}}]}`, "t[2]:\n  - a: 1\n  - a:\n      b: 1"},
		{`{"t":[1,{"a":1}]}`, "t[2]:\n  - 1\n  - a: 1"},
		// Keyed tables.
		{`{"k":{"x":{"a":1,"b":{"c":2}},"y z":{"b":{"c":4},"a":3}}}`, "k[2:]{a,b{c}}:\n  x: 1,2\n  \"y z\": 3,4"},
		{`{"k":{"x":{"a":1}}}`, "k:\n  x:\n    a: 1"},
		{`{"k":{"x":{"a":1},"y":{}}}`, "k:\n  x:\n    a: 1\n  y:"},
		// Objects in lists: the content of the first member is two levels deeper.
		{`{"l":[{"t":[{"a":1}],"n":1},2]}`, "l[2]:\n  - t[1]{a}:\n      1\n    n: 1\n  - 2"},
		{`{"l":[{"o":{"a":1},"n":{"b":2}},2]}`, "l[2]:\n  - o:\n      a: 1\n    n:\n      b: 2\n  - 2"},
		{`{"l":[{"k":{"p":{"a":1},"q":{"a":2}}},2]}`, "l[2]:\n  - k[2:]{a}:\n      p: 1\n      q: 2\n  - 2"},
		{`{"l":[{"m":[[1],2]},3]}`, "l[2]:\n  - m[2]:\n      - [1]: 1\n      - 2\n  - 3"},
	} {
		if got, err := Marshal(json.RawMessage(c.json)); err != nil || string(got) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s\n%v", c.json, got, c.want, err)
		}
	}
}

func TestStringsAreQuotedWhereTheyMustBe(t *testing.T) {
	for s, want := range map[string]string{
		"plain": "plain", "two words": "two words", "a.b/c_d-e": "a.b/c_d-e", "é界🚀": "é界🚀", "a#b": "a#b", "x-": "x-", "truest": "truest", "True": "True", "a|b": "a|b", "'": "'",
		"": `""`, " a": `" a"`, "a ": `"a "`, "\u00a0a": "\"\u00a0a\"", "true": `"true"`, "false": `"false"`, "null": `"null"`,
		"-": `"-"`, "-a": `"-a"`, "#": `"#"`, "#a": `"#a"`,
		"a:b": `"a:b"`, "a,b": `"a,b"`, `a"b`: `"a\"b"`, `a\b`: `"a\\b"`, "a[": `"a["`, "a]": `"a]"`, "{": `"{"`, "}": `"}"`,
		"a\nb": `"a\nb"`, "a\rb": `"a\rb"`, "a\tb": `"a\tb"`, "a\x00\x1fb": `"a\u0000\u001fb"`, "\x7f\u0080\u009f": `"\u007f\u0080\u009f"`,
		"a\u200bb\u202ec\ufeffd\u2028e\u00ad": `"a\u200bb\u202ec\ufeffd\u2028e\u00ad"`, "a\U000e0041": "a\U000e0041",
		"1": `"1"`, "-1": `"-1"`, "+1": `"+1"`, "05": `"05"`, "1.5": `"1.5"`, "1e6": `"1e6"`, "1E+06": `"1E+06"`, "-1.5e-3": `"-1.5e-3"`,
		"1.": "1.", ".5": ".5", "1e": "1e", "1e+": "1e+", "1.e5": "1.e5", "1x": "1x", "+": "+", "1.2.3": "1.2.3", "0x10": "0x10", "1 2": "1 2",
	} {
		if got, err := Marshal(map[string]string{"k": s}); err != nil || string(got) != "k: "+want {
			t.Errorf("%q: %s, want %s; %v", s, got, want, err)
		}
	}
}

func TestKeysAreQuotedWhereTheyMustBe(t *testing.T) {
	for key, want := range map[string]string{
		"a": "a", "_": "_", "A.b_9": "A.b_9", "true": "true",
		"": `""`, "9": `"9"`, ".a": `".a"`, "a-b": `"a-b"`, "a b": `"a b"`, "é": `"é"`, "a\n": `"a\n"`, `"`: `"\""`, "#a": `"#a"`, "a\u202e": `"a\u202e"`,
	} {
		if got, err := Marshal(map[string]int{key: 1}); err != nil || string(got) != want+": 1" {
			t.Errorf("%q: %s, want %s; %v", key, got, want, err)
		}
	}
}

func TestNumbersAreCanonical(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "-0": "0", "0.0e9": "0", "-0.000": "0", "7": "7", "-7": "-7", "10": "10", "1.50": "1.5", "1.0": "1", "-0.5": "-0.5", "100e-2": "1", "123e-2": "1.23",
		"1e6": "1000000", "1E+2": "100", "1e-6": "0.000001", "12e-7": "0.0000012", "1e-7": "1e-7", "9.9e-7": "9.9e-7",
		"1e20": "100000000000000000000", "999999999999999999999": "999999999999999999999", "1e21": "1e+21", "-1234567890123456789012": "-1.234567890123456789012e+21",
		"9007199254740993": "9007199254740993", "0.1234567890123456789012": "0.1234567890123456789012", "0.00e99999999999999999999": "0", "1e99999999999999999999": "1e99999999999999999999",
	} {
		if got, err := Marshal(json.Number(in)); err != nil || string(got) != want {
			t.Errorf("%s: %s, want %s; %v", in, got, want, err)
		}
	}
}

func TestDelimitersAndIndentation(t *testing.T) {
	const in = `{"t":[{"a":"x,y","b c":1},{"a":"x|y","b c":2}],"s":"x|y","k":{"p":{"a":"u\tv"},"q":{"a":1}},"l":["a,b"]}`
	for o, want := range map[Options]string{
		{}:                          "t[2]{a,\"b c\"}:\n  \"x,y\",1\n  x|y,2\ns: x|y\nk[2:]{a}:\n  p: \"u\\tv\"\n  q: 1\nl[1]: \"a,b\"",
		{Delimiter: '|', Indent: 1}: "t[2|]{a|\"b c\"}:\n x,y|1\n \"x|y\"|2\ns: \"x|y\"\nk[2:|]{a}:\n p: \"u\\tv\"\n q: 1\nl[1|]: a,b",
		{Delimiter: '\t'}:           "t[2\t]{a\t\"b c\"}:\n  x,y\t1\n  x|y\t2\ns: x|y\nk[2:\t]{a}:\n  p: \"u\\tv\"\n  q: 1\nl[1\t]: a,b",
	} {
		if got, err := o.Marshal(json.RawMessage(in)); err != nil || string(got) != want {
			t.Errorf("%+v:\n%s\nwant\n%s\n%v", o, got, want, err)
		}
	}
	for _, o := range []Options{{Delimiter: ';'}, {Indent: -1}} {
		if got, err := o.Marshal(1); err == nil {
			t.Errorf("%+v: %q and no error", o, got)
		}
	}
}

func TestGoValues(t *testing.T) {
	type row struct {
		Term  string `json:"term"`
		Lines int64  `json:"lines"`
		Path  string `json:"path,omitempty"`
	}
	v := struct {
		Zeta  string
		Alpha []row `json:"alpha"`
		none  int
	}{"last first", []row{{"<a>", 1, ""}, {"b\xff", 2, ""}}, 0}
	if got, err := Marshal(v); err != nil || string(got) != "Zeta: last first\nalpha[2]{term,lines}:\n  <a>,1\n  b\uFFFD,2" {
		t.Errorf("%s, %v", got, err)
	}
	for _, v := range []any{math.NaN(), make(chan int), json.RawMessage("{"), json.RawMessage(strings.Repeat("[", 20000))} {
		if got, err := Marshal(v); err == nil {
			t.Errorf("%T: %q and no error", v, got)
		}
	}
}

func BenchmarkTable(b *testing.B) {
	type row struct {
		Term, Path     string
		Matches, Files int
	}
	rows := make([]row, 1000)
	for i := range rows {
		rows[i] = row{"term", "a/path/of/some/length", i, i / 2}
	}
	for b.Loop() {
		if _, err := Marshal(rows); err != nil {
			b.Fatal(err)
		}
	}
}
