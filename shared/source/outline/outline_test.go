package outline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/source"
	"github.com/ct-tools/ct/shared/source/sourcetest"
)

// Each line of these is before the name that it has, with "»" between.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines Lines
		want  string
	}{
		{"keys of JSON", JSONLines, `
{                         »
  "name": "x",            » name
  "dependencies": {       » dependencies
    "lodash": {           » dependencies.lodash
      "version": "4"      » dependencies.lodash.version
    },                    » dependencies.lodash
                          » dependencies
    "a.b": 1, "c": 2,     » dependencies
    "a b": 1,             » dependencies."a b"
    "\u0061\"": 1,        » dependencies."a\""
    "": 1                 » dependencies.""
  },                      » dependencies
  "files": [              » files
    "a",                  » files[0]
    { "b": 1 },           » files[1]
    [                     » files[2]
      3, 4,               » files[2]
      5                   » files[2][2]
    ]                     » files[2]
  ]                       » files
}                         »
{ "another": 1,           »
  "document": 2           » document
}                         »`},
		{"what JSONC and JSON5 add", JSONLines, `
// of a                   »
{                         »
  /* of a                 »
     "b": */              »
  "a": 1, // "b"          » a
  // of c                 »
  c: {                    » c
    'd': 'e"',            » c.d
    // nothing            » c
  },                      » c
}                         »`},
		{"broken JSON", JSONLines, `
{ "a": [                  »
    {"b": "open           » a[0]
    "c": 1                » a[0].c
  },                      » a[0]
  "d": [1,                » a
    2                     » a[2][1]`},
		{"blocks of YAML", YAMLLines, `
%YAML 1.2                 »
---                       »
# of a                    »
a: 1                      » a
b:   # comment            » b
  c:                      » b.c
    - d                   » b.c[0]
    - e: 1                » b.c[1].e
      f: 2                » b.c[1].f
                          » b.c
    -                     » b.c[2]
      g: 3                » b.c[2].g
  # of h                  » b
  h:                      » b.h
  - i                     » b.h[0]
  -   - j                 » b.h[1][0]
      - k                 » b.h[1][1]
"l.m": n                  » "l.m"
'o''p' : q                » o'p
? r                       » r
: - s                     » r
  - t                     » r[1]
? - u                     » ?
  - v                     » ?[1]
: w                       » ?
...                       »
---                       »
x: y                      » x`},
		{"scalars of YAML over lines", YAMLLines, `
a: |                      » a
  b: c                    » a
                          » a
   # d                    » a
e: >-2                    » e
    f: g                  » e
  h: i                    » e
j: k                      » j
  l - m                   » j
  - n                     » j
o: "p                     » o
q: r                      » o
 s"                       » o
t: 'u                     » t
  ''v'                    » t
w:                        » w
  x                       » w
  y: z                    » w.y`},
		{"flow collections of YAML", YAMLLines, `
a: {b: 1, "c":2,          » a
  d: [e,                  » a.d
   f: g,                  » a.d[1].f
   {h, i: }               » a.d[2]
   ],                     » a.d
  # of j                  » a
  j: k                    » a.j
   l                      » a.j
}                         » a
m: [n,                    » m
o: p                      » o`},
		{"anchors, tags and merge keys", YAMLLines, `
a: &b                     » a
  c: !d e                 » a.c
&f g: !!map               » g
  <<: *b                  » g.<<
  *h : i                  » g.*h`},
		{"tables of TOML", TOMLLines, `
# of a                    »
a = 1                     » a
b.c."d.e" = 2             » b.c."d.e"
                          »
[f]                       » f
g = "h" # i               » f.g
# of f                    » f
                          »
# of the next table       »
[f.'j k']                 » f."j k"
l = [                     » f."j k".l
  "m", # n                » f."j k".l[0]
                          » f."j k".l
  { o = 1, p.q = 2 },     » f."j k".l[1]
]                         » f."j k".l
[[r]]                     » r[0]
s = 1979-05-27 07:32:00   » r[0].s
[[r]]                     » r[1]
[[r.t]]                   » r[1].t[0]
[r.t.u]                   » r[1].t[0].u
v = """w                  » r[1].t[0].u.v
x = 1"""""                » r[1].t[0].u.v
y = '''                   » r[1].t[0].u.y
\'''                      » r[1].t[0].u.y
[[r]]                     » r[2]
[[r.t]]                   » r[2].t[0]
# of r.t                  » r[2].t[0]`},
		{"broken TOML", TOMLLines, `
a = [1, 2                 » a
b = "open                 » b
[c                        » c
d                         » c
e = { f = 1, g            » c.e
}                         » c.e
h = 2                     » c.h`},
	} {
		var text strings.Builder
		var lines []int64
		var want []string
		for line := range strings.Lines(strings.TrimPrefix(c.want, "\n")) {
			before, after, _ := strings.Cut(line, "»")
			text.WriteString(strings.TrimRight(before, " ") + "\n")
			lines = append(lines, int64(len(lines)+1))
			want = append(want, strings.TrimSpace(after))
		}
		for ends, text := range map[string]string{"LF": text.String(), "CRLF": strings.ReplaceAll(text.String(), "\n", "\r\n"), "a mark": "\uFEFF" + text.String()} {
			got, err := c.lines(strings.NewReader(text), lines)
			if err != nil {
				t.Fatal(err)
			}
			for i, line := range strings.Split(text, "\n")[:len(lines)] {
				if got[i] != want[i] {
					t.Errorf("%s, %s: line %d %q: %q, want %q", c.name, ends, i+1, line, got[i], want[i])
				}
			}
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct {
		name    string
		scanner source.Scanner
		src     string
		want    string
	}{
		{"JSON", JSON, "{\"a\": [{\"b\": \"c\"}, 1], // d\n'e': true}", `
1:3 a definition <module>
1:10 b definition a
1:14 "c" string_match a.b
1:24 // d comment_match <module>
2:2 e definition <module>
`},
		{"YAML", YAML, "a: &x 1 # d\n'b':\n- c: \"e\"\n  f: *x\n- |\n g\n", `
1:1 a definition <module>
1:5 x assignment a
1:9 # d comment_match <module>
2:2 b definition <module>
3:3 c definition b
3:6 "e" string_match b.c
4:3 f definition b
4:7 x reference b.f
6:2 g string_match b
`},
		{"TOML", TOML, "a.b = 'c' # d\n[e.\"f\"]\ng = {h = \"\"\"i\"\"\"}\n", `
1:1 a.b definition <module>
1:7 'c' string_match a.b
1:11 # d comment_match <module>
2:2 e."f" definition <module>
3:1 g definition e."f"
3:6 h definition e."f".g
3:10 """i""" string_match e."f".g.h
`},
		{"Markdown", Markdown, "# A #\ntext `code`\n<!-- b -->\nC\nd\n---\n```\n# e\n```\n- <!-- f\n  g -->\n", `
1:3 A definition <module>
3:1 <!-- b --> comment_match A
4:1 C⏎d definition A
10:3 <!-- f⏎  g --> comment_match A.C⏎d
`},
	} {
		got := sourcetest.Show(c.scanner, c.src)
		if c.name == "Markdown" {
			got = strings.ReplaceAll(got, "A.C\nd", "A.C⏎d")
		}
		if want := strings.TrimPrefix(c.want, "\n"); got != want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, want)
		}
	}
}

func TestDeclarations(t *testing.T) {
	sourcetest.Declared(t, []sourcetest.Case{
		{Name: "JSON", Scanner: JSON, Src: "{\"a\": {\n\"b\": 1\n},\n\"c\": 2}", Want: "key a 1-3 \"a\"\nkey a.b 2-2 \"b\"\nkey c 4-4 \"c\"\n"},
		{Name: "YAML", Scanner: YAML, Src: "a:\n- b: c\n  d: |\n   e\n\n   f\n\n# g\nh: i", Want: "key a 1-6 a\nkey a.b 2-2 b\nkey a.d 3-6 d\nkey h 9-9 h\n"},
		{Name: "TOML", Scanner: TOML, Src: "[a]\nb = 1\n# c\n\n# d\n[[e]]\nf = [\n1]\n", Want: "key a 1-3 [a]\nkey a.b 2-2 b\nkey e 6-8 [[e]]\nkey e.f 7-8 f\n"},
		{Name: "Markdown", Scanner: Markdown, Src: "x\n# A #\n\n### B\nC\nd\n---\nx\n# E\n", Want: "section A 2-8 # A #\nsection A.B 4-4 ### B\nsection A.C\nd 5-8 C d\nsection E 9-9 # E\n"},
	})
}

// The first line of the comments right above a key that says something is its documentation.
func TestTheCommentAboveAKeyIsItsDoc(t *testing.T) {
	for _, c := range []struct {
		name    string
		scanner source.Scanner
		src     string
		want    string
	}{
		{"JSON", JSON, "{\n// ---\n// says a\n// more\n\"a\": 1, // b\n\"b\": 2,\n// no\n\n\"c\": 3,\n/*\n * says d\n */\n\"d\": 4}", "a=says a b= c= d=says d"},
		{"YAML", YAML, "# says a\na: 1 # no\nb: 2\n# no\n\n##\n## says c ##\nc:\n  # says d\n  - d: 1", "a=says a b= c=says c ## d=says d"},
		{"TOML", TOML, "# no\n\n# says a\na = 1\n# says b\n[b]", "a=says a b=says b"},
	} {
		src := []byte(c.src)
		var got []string
		for _, d := range source.Scan(c.scanner, src, source.Want{Declarations: true}).Declarations {
			got = append(got, fmt.Sprintf("%s=%s", d.Name.Of(src), d.Doc.Of(src)))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
