package main

import (
	"reflect"
	"strings"
	"testing"
)

func TestFrontMatterIsSplitOff(t *testing.T) {
	for _, c := range []struct{ text, front, rest, wrong string }{
		{"---\nid: a\n---\nbody\n", "id: a\n", "body\n", ""},
		{"\ufeff---\r\nid: a\r\n--- \r\nbody", "id: a\r\n", "body", ""},
		{"---\nid: a\n...\nbody", "id: a\n", "body", ""},
		{"---\n---\nbody", "", "body", ""},
		{"---\nid: a\n---", "id: a\n", "", ""},
		{"---\n\n# Rule\n", "", "", ""},
		{"---\ntitle: a\n# no end\n", "", "", errOpen.Error()},
		{"text\n---\n", "", "", ""},
		{"----\na: b\n----\n", "", "", ""},
		{"", "", "", ""},
		{"---\n" + strings.Repeat("a: b\n", maxMatter), "", "", errOpen.Error()},
		{"---\n" + strings.Repeat("a: b\n", maxMatter) + "---\nbody", strings.Repeat("a: b\n", maxMatter), "body", errLong.Error()},
		{"---\n\nNote: text between rules.\n\n---\n", "", "", ""},
		{"---\n \n---\nbody", "", "", ""},
		{"---\n\ntitle: a\n---\nbody", "\ntitle: a\n", "body", ""},
	} {
		front, rest, err := splitMatter([]byte(c.text))
		wrong := ""
		if err != nil {
			wrong = err.Error()
		}
		if c.rest == "" && front == nil {
			c.rest = c.text
		}
		if string(front) != c.front || string(rest) != c.rest || wrong != c.wrong {
			t.Errorf("%.60q: %q, %.60q, %q", c.text, front, rest, wrong)
		}
	}
}

func TestFrontMatterIsRead(t *testing.T) {
	for text, want := range map[string]matter{
		"id: a-b\ntitle: The title\ndesc: one line\ncode: src/a.go\n":         {"a-b", "The title", "one line", []string{"src/a.go"}},
		"# c\ndescription: d\n\ncode:\n  - a.go\n  - 'b c.go'\nother:\n- x\n": {desc: "d", code: []string{"a.go", "b c.go"}},
		"description: x\ndesc: y\n":                                           {desc: "y"},
		"desc: y\ndescription: x\n":                                           {desc: "y"},
		"title: \"a: b\"\r\nid: 0012\r\n":                                     {title: "a: b", id: "0012"},
		"title: >\n  two\n  lines\ncode: [a, b]\n":                            {title: "two lines", code: []string{"a", "b"}},
		"title: null\nid: ~\ndesc:\n":                                         {},
		"a: &x text\ntitle: *x\nnested: {title: no}\n":                        {title: "text"},
		"title: 1.50\nid: true\n":                                             {title: "1.50", id: "true"},
		"":                                                                    {},
	} {
		got, strict, err := parseMatter([]byte(text))
		if err != nil || !strict || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"title: \"open\n", "- a\n- b\n", "just text\n", "\tid: a\n", "a: [\n",
		"title: [Draft elk]\n", "title:\n  - Draft elk\n", "desc: {a: b}\n", "id: [x]\n", "code:\n  - a: b\n", "code: {a: b}\n", "title: a\ntitle: b\n"} {
		if got, _, err := parseMatter([]byte(text)); err == nil {
			t.Errorf("%q: %+v, no error", text, got)
		}
	}
}

// Values that are not strict YAML are the rests of their lines.
func TestLooseFrontMatterIsRead(t *testing.T) {
	for text, want := range map[string]matter{
		"title: Uploads: the limits\ndesc: How many a client may make\n":      {title: "Uploads: the limits", desc: "How many a client may make"},
		"title: `ct-spec` ranks\r\ndesc: `a` or: b # c\r\ncode: [a, b]\r\n":   {title: "`ct-spec` ranks", desc: "`a` or: b # c", code: []string{"a", "b"}},
		"title: issue #12 is fixed\nid: x # y\n":                              {title: "issue #12 is fixed", id: "x"},
		"desc: it's so: yes\n  and: no\ntitle: a\ncode:\n  - `a`.go\n  - b\n": {desc: "it's so: yes and: no", title: "a", code: []string{"`a`.go", "b"}},
		"title: \"A\" and \"B\"\ndesc: |\n  x: y: z\n":                        {title: "\"A\" and \"B\"", desc: "x: y: z"},
		"meta:\n  note: a: b\ntitle: [Draft] uploads\ndesc: *all* of: them\n": {title: "[Draft] uploads", desc: "*all* of: them"},
		"status: a: b\ntitle: ends with:\n":                                   {title: "ends with:"},
		"title: @scope/name\ndesc: - a\nid: 'x'  # y\n":                       {title: "@scope/name", desc: "- a", id: "x"},
	} {
		if got, strict, err := parseMatter([]byte(text)); err != nil || strict || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v, %v, %v", text, got, strict, err)
		}
	}
}

// Invalid front matter counts as far as it can be read line by line.
func TestLinesOfWrongFrontMatterStandByThemselves(t *testing.T) {
	for text, want := range map[string]matter{
		"title: Uploads: the limits\n\tdesc: How many a client may make\n": {title: "Uploads: the limits"},
		"title: \"open\nid: a-b\r\ncode: x.go\n":                           {id: "a-b", code: []string{"x.go"}},
		"title: first\ntitle: second\nother: x\n":                          {title: "first"},
		"\tid: a\ntitle: [x\n":                                             {},
		"- id: a\n  title: b\n":                                            {},
	} {
		if got := salvage([]byte(text)); !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// No line of invalid front matter is a heading.
func TestWrongFrontMatterHasNoHeadings(t *testing.T) {
	const lines = "title: [a: b\ndesc: [alpha: x\n"
	for name, text := range map[string]string{
		"a colon":      "---\n" + lines + "---\n# Real\n\nalpha\n",
		"a tab":        "---\nx: y\n\tdesc: alpha\nlast: line\n---\nReal\n====\n",
		"CRLF":         "---\r\ntitle: [a: b\r\nlast: alpha\r\n---\r\n# Real\r\n",
		"depth":        "---\na: " + strings.Repeat("[", 20_000) + "\nlast: alpha\n---\n# Real\n",
		"length":       "---\n" + strings.Repeat("k: v: w\n", maxMatter/8+1) + "last: alpha\n---\n# Real\n",
		"great length": "---\n" + strings.Repeat("k: v: w\n", blockSize/8+1) + "last: alpha\n---\n# Real\n",
		"no end":       "---\ntitle: a\nlast: alpha\n=====\n# Real\n",
		"dots":         "---\ntitle: [a: b\nlast: alpha\n...\n# Real\n",
	} {
		for _, sections := range []bool{false, true} {
			nodes := readAll(t, text, blockSize, sections)
			if n := nodes[0]; len(nodes) != 1 || n.title != "Real" || n.trouble == "" || len(n.tallies) == 0 || strings.Contains(n.lead, "Real") {
				t.Errorf("%s, sections %v: %d nodes, %q, %q, %q, %v", name, sections, len(nodes), n.title, n.lead, n.trouble, n.tallies)
			}
		}
	}
}

// What is parsed without the YAML package is parsed as that package does.
func FuzzPlainFrontMatterIsYAML(f *testing.F) {
	for _, s := range []string{
		"id: a\ntitle: The title\ncode:\n  - a\n  - b c\n", "desc: 'x'\n", "title: \"x y\"  \n", "# c\n\na: b\r\n", "code: x\ncode: y\n", "id: - a\n",
		"a:\n- b\n - c\n", "title: a\n  b\n", "id: null\n", "id: 1e3\n", "x-y: 2001-01-01\n", "a: b #c\n", "a: b#c\n", "null: a\n", "title: a\u0085b\n", "code:\n  - a\nid: x\n  - b\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain, ok := parsePlain([]byte(text))
		if !ok {
			return
		}
		whole, err := parseYAML([]byte(text))
		if err != nil || !reflect.DeepEqual(plain, whole) {
			t.Errorf("%q: %+v, by YAML %+v, %v", text, plain, whole, err)
		}
	})
}

// Any file is split and read without a panic, and nothing of it is lost.
func FuzzFrontMatterLosesNothing(f *testing.F) {
	f.Add("---\nid: a\n---\nbody")
	f.Add("\ufeff---\n...\n")
	f.Add("---\nid: &a [*a]\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		front, rest, err := splitMatter([]byte(text))
		if !strings.HasSuffix(text, string(rest)) || !strings.Contains(text, string(front)) || front == nil && string(rest) != text {
			t.Errorf("%q: %q, %q, %v", text, front, rest, err)
		}
		_, _, _ = parseMatter(front)
		salvage(front)
	})
}
