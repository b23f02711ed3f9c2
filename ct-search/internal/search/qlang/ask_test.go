package qlang

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]Request{
		"repo_root":       {Text: "repo_root"},
		"two words":       {Text: "two words"},
		"entity=function": {Entity: "function"},
		"entity=function name=foo in=src expand=callers(depth=2)":            {Entity: "function", Name: "foo", In: []string{"src"}, Expand: []string{"callers(depth=2)"}},
		"  entity=class\tname=~^get_\\w+$\nlimit=3 ":                         {Entity: "class", Name: `~^get_\w+$`, Limit: 3},
		"entity=function expand=callers( depth = 2 ) expand=callees":         {Entity: "function", Expand: []string{"callers( depth = 2 )", "callees"}},
		`entity=method name='~a b' in="my dir" in=x`:                         {Entity: "method", Name: "~a b", In: []string{"my dir", "x"}},
		`entity=method name="~a\"\\\d"`:                                      {Entity: "method", Name: `~a"\\d`},
		`pattern='f($X, $Y)' lang=py`:                                        {Pattern: "f($X, $Y)", Langs: []string{"py"}},
		`pattern=f($X, $Y)`:                                                  {Pattern: "f($X, $Y)"},
		"entity=class name=~(A|B)$ include=*.py include=*.pyi exclude=tests": {Entity: "class", Name: "~(A|B)$", Include: []string{"*.py", "*.pyi"}, Exclude: []string{"tests"}},
		"entity=constant name=a=b":                                           {Entity: "constant", Name: "a=b"},
		"entity=constant name=~a)":                                           {Entity: "constant", Name: "~a)"},
		"entity=constant name=~(a":                                           {Entity: "constant", Name: "~(a"},
		"entity='function' 'name'=foo":                                       {Entity: "function", Name: "foo"},
		"entity=function name=foo exclude='it'\"'\"'s'":                      {Entity: "function", Name: "foo", Exclude: []string{"it's"}},
	} {
		got, err := Parse(query)
		if err != nil {
			t.Errorf("%q: %v", query, err)
			continue
		}
		if diff := cmp.Diff(want, *got); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
}

func TestParseNamesTheCulpritAndTheRemedy(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"":                                         "the query is empty: give a text, or entity=KIND name=NAME",
		" \t":                                      "the query is empty: give a text, or entity=KIND name=NAME",
		"enttiy=function":                          `unknown key "enttiy"; did you mean "entity"?`,
		"entity=function symbol=foo":               `unknown key "symbol"; did you mean "name"?`,
		"entity=function colour=blue":              `unknown key "colour"; the keys are entity name in include exclude lang pattern expand limit`,
		"entity=function foo":                      `"foo" is not key=value; for a text with a = in it leave --q out`,
		"x == y":                                   `"x" is not key=value; for a text with a = in it leave --q out`,
		"=foo":                                     `"=foo" has no key before its =: write KEY=VALUE; the keys are entity name in include exclude lang pattern expand limit`,
		"name=foo":                                 "entity=KIND is missing: say what is looked for, as in entity=function",
		"entity=function pattern=f($X)":            "entity and pattern exclude each other: give one",
		"entity=function name=":                    "name= has no value: give it one, or leave it out",
		"entity=function name=''":                  "name= has no value: give it one, or leave it out",
		"entity=function name=a name=b":            "name is given twice: give it once",
		"entity=function name='a":                  "the quote ' is not closed",
		"entity=function limit=0":                  "limit=0: want a number from 1",
		"entity=function limit=x":                  "limit=x: want a number from 1",
		"entity=function expand=caller":            `expand=caller: want callers(depth=N) or callees(depth=N); did you mean "callers"?`,
		"entity=function expand=callers(2)":        "expand=callers(2): want callers(depth=N), N from 1 to 10",
		"entity=function expand=callers(depth=11)": "expand=callers(depth=11): want callers(depth=N), N from 1 to 10",
		"entity=function expand=callers expand=callers": "expand=callers is given twice: give it once",
		"entity=function name=~(a in=src":               `"name=~(a in=src" has a ( without its ): quote the value if it is part of it`,
		"entity=" + strings.Repeat("x", maxText):        "a query of 32775 bytes: at most 32768 are taken",
	} {
		if r, err := Parse(query); err == nil || err.Error() != want {
			t.Errorf("%.50q: %v, %v; want %s", query, r, err, want)
		}
	}
}

func TestExpansionsAreRead(t *testing.T) {
	t.Parallel()
	got, err := ParseExpand([]string{"callers( depth = 2 )", "callees"})
	if want := (Expansion{Callers: 2, Callees: 1}); err != nil || got != want {
		t.Errorf("%v, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"entity=function name=foo in=src expand=callers(depth=2)", `name="a\"b" entity='x'`, "a", "pattern=f($X, $Y)", "entity=class limit=9 lang=py"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, query string) {
		r, err := Parse(query)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("an error of several lines: %q", err)
			}
			return
		}
		if r.Text != "" {
			if r.Text != query || strings.Contains(query, "=") {
				t.Errorf("%q is the text %q", query, r.Text)
			}
			return
		}
		again, err := Parse("entity=" + Quote(r.Entity+r.Pattern) + " name=" + Quote("x"+r.Name))
		if err != nil || again.Entity != r.Entity+r.Pattern || again.Name != "x"+r.Name {
			t.Errorf("%q read back: %v, %v", query, again, err)
		}
	})
}
