package opt

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// request is what the table of the tests fills.
type request struct {
	Question, Format, Explain string
	Terms                     []string
	Modes                     []string
	Hidden                    bool
	Level                     int
	Context                   int64
	Timeout                   time.Duration
}

func table(r *request) *Table {
	return &Table{
		Tool: "ct-toy", Summary: "a toy", Usage: []string{"[OPTIONS] QUERY [PATH…]"},
		Args: []Arg{
			{Name: "QUERY", Property: "query", Help: "what", Required: Always()},
			{Name: "PATH", Property: "paths", Help: "where", Many: true, Complete: Files},
		},
		Options: []Option{
			{Name: "question", Arg: "TEXT", Role: Framing, CommandLine: true, Var: Text(&r.Question), Group: "Framing", Help: "banner"},
			{Name: "term", Short: "e", Aliases: []string{"regexp"}, Arg: "TERM", Var: List(&r.Terms), Group: "What", Help: "term"},
			{Name: "mode", Arg: "MODE", Var: AddText(&r.Modes, nil), Values: []string{"literal", "word"}, Group: "What", Help: "mode"},
			{Name: "fixed", Short: "F", Of: "mode", Var: Add(&r.Modes, "literal"), Group: "What", Help: "literal"},
			{Name: "hidden", Short: "H", Var: Flag(&r.Hidden), Group: "What", Help: "hidden too"},
			{Name: "unrestricted", Short: "u", CommandLine: true, Var: Count(&r.Level), Group: "What", Help: "more"},
			{Name: "context", Short: "C", Arg: "N", Var: IntRange(&r.Context, 0, 5), Group: "What", Help: "lines"},
			{Name: "timeout", Arg: "SECS", Var: Seconds(&r.Timeout), Group: "What", Help: "time"},
			{Name: "format", Arg: "FORMAT", CommandLine: true, Var: Text(&r.Format), Values: []string{"text", "json"}, Group: "Output", Default: "text", Help: "form"},
			{Name: "explain", Arg: "[md|json]", CommandLine: true, Var: Maybe(&r.Explain), Values: []string{"md", "json"}, Group: "About", Help: "guide"},
		},
		Definitions: []Definition{{Name: "toy", Description: "a toy"}},
	}
}

func TestParse(t *testing.T) {
	for _, test := range []struct {
		line string // words joined by one blank
		want request
		args []string
	}{
		{"foo src", request{}, []string{"foo", "src"}},
		{"--hidden foo src", request{Hidden: true}, []string{"foo", "src"}},
		{"foo --hidden src", request{Hidden: true}, []string{"foo", "src"}},
		{"foo src --hidden", request{Hidden: true}, []string{"foo", "src"}},
		{"--term a,b --term=c foo", request{Terms: []string{"a,b", "c"}}, []string{"foo"}},
		{"foo -e a -ea -e=x --regexp -b", request{Terms: []string{"a", "a", "x", "-b"}}, []string{"foo"}},
		{"-HuuC3 foo", request{Hidden: true, Level: 2, Context: 3}, []string{"foo"}},
		{"-uH -C 2 -F foo --mode literal", request{Hidden: true, Level: 1, Context: 2, Modes: []string{"literal", "literal"}}, []string{"foo"}},
		{"help", request{}, []string{"help"}},
		{"h", request{}, []string{"h"}},
		{"a,b", request{}, []string{"a,b"}},
		{"-3", request{}, []string{"-3"}},
		{"-", request{}, []string{"-"}},
		{"-- --", request{}, []string{"--"}},
		{"-- --hidden -e", request{}, []string{"--hidden", "-e"}},
		{"foo -- --hidden", request{}, []string{"foo", "--hidden"}},
		{"--question --hidden foo", request{Question: "--hidden"}, []string{"foo"}},
		{"--question= foo", request{}, []string{"foo"}},
		{"--explain foo", request{Explain: "md"}, []string{"foo"}},
		{"--explain json foo", request{Explain: "json"}, []string{"foo"}},
		{"--explain=json", request{Explain: "json"}, nil},
		{"--timeout 0.5 --timeout 2", request{Timeout: 2 * time.Second}, nil},
		{"--format json", request{Format: "json"}, nil},
	} {
		var got request
		args, err := table(&got).Parse(strings.Split(test.line, " "))
		if err != nil {
			t.Errorf("%q: %v", test.line, err)
			continue
		}
		if diff := cmp.Diff(test.want, got) + cmp.Diff(test.args, args); diff != "" {
			t.Errorf("%q: (-want +got)\n%s", test.line, diff)
		}
	}
}

func TestUsageErrors(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"--hiden", "unknown option --hiden; did you mean --hidden?"},
		{"--qwxyz", "unknown option --qwxyz; to use it as an argument, put -- before it"},
		{"--conte", "unknown option --conte; did you mean --context?"},
		{"--ma", "unknown option --ma; to use it as an argument, put -- before it"},
		{"-Z", "unknown option -Z; to use it as an argument, put -- before it"},
		{"-HZ", `unknown option -Z in "-HZ"; to use it as an argument, put -- before it`},
		{"foo --term", "--term needs a value: --term TERM"},
		{"-C", "-C needs a value: -C N"},
		{"--context 9", `--context must be a whole number from 0 to 5, not "9"`},
		{"-C x", `-C must be a whole number from 0 to 5, not "x"`},
		{"--timeout 0", `--timeout must be a number of seconds above 0, not "0"`},
		{"--timeout 99999999999", `--timeout must be at most 1000000000 seconds, not "99999999999"`},
		{"--timeout nan", `--timeout must be a number of seconds above 0, not "nan"`},
		{"--mode fuzz", `--mode must be one of literal, word, not "fuzz"`},
		{"--hidden=maybe", "--hidden takes no value; remove =maybe"},
		{"--explain=xml", `--explain must be one of md, json, not "xml"`},
	} {
		_, err := table(&request{}).Parse(strings.Split(test.line, " "))
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: error %v, want %q", test.line, err, test.want)
			continue
		}
		if _, ok := errors.AsType[*UsageError](err); !ok {
			t.Errorf("%q: %T is no UsageError", test.line, err)
		}
	}
}

func TestCallFillsTheSameRequest(t *testing.T) {
	var got request
	args, err := table(&got).Call("toy", []byte(`{"query":"-x --hidden","paths":["a,b","-c"],"term":["x","y,z"],"hidden":true,"context":2,"timeout":0.25,"mode":"word"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := request{Terms: []string{"x", "y,z"}, Hidden: true, Context: 2, Timeout: time.Second / 4, Modes: []string{"word"}}
	if diff := cmp.Diff(want, got) + cmp.Diff([]string{"-x --hidden", "a,b", "-c"}, args); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestCallErrors(t *testing.T) {
	for _, test := range []struct{ call, field, want string }{
		{`[]`, "", "the arguments must be a JSON object, not of type array"},
		{`"x"`, "", "the arguments must be a JSON object, not of type string"},
		{`{"query"`, "", "the arguments must be a JSON object: "},
		{`null`, "", "the arguments must be a JSON object, not null"},
		{`{"query":"a"} x`, "", "the arguments must be one JSON object"},
		{`{}`, "query", "query is missing: what"},
		{`{"query":3}`, "query", "query must be a string, not a number"},
		{`{"query":"a","paths":7}`, "paths", "paths must be an array of strings, not a number"},
		{`{"query":"a","paths":"[\"b\"]"}`, "paths", "paths must be an array of strings, not a string that contains one"},
		{`{"query":"a","paths":["b",1]}`, "paths", "paths must contain strings, not a number"},
		{`{"qeury":"a"}`, "qeury", `unknown property "qeury"; did you mean "query"?`},
		{`{"query":"a","hiden":true}`, "hiden", `unknown property "hiden"; did you mean "hidden"?`},
		{`{"query":"a","question":"b"}`, "question", `unknown property "question"; toy has query, paths, term`},
		{`{"query":"a","context":1.5}`, "context", `context must be a whole number from 0 to 5, not "1.5"`},
		{`{"query":"a","context":"1"}`, "context", "context must be a whole number, not a string"},
		{`{"query":"a","mode":"x"}`, "mode", `mode must be one of literal, word, not "x"`},
		{`{"query":"a","hidden":null}`, "hidden", "hidden must be true or false, not null"},
	} {
		_, err := table(&request{}).Call("toy", []byte(test.call))
		u, ok := errors.AsType[*UsageError](err)
		if !ok || u.Subject != test.field || !strings.HasPrefix(u.Error(), test.want) {
			t.Errorf("%s: %#v, want field %q and %q", test.call, err, test.field, test.want)
		}
	}
}

func TestACallAndItsCommandLineDoNotContradict(t *testing.T) {
	for _, test := range []struct{ line, call, field string }{
		{"--context 2", `{"query":"a","context":3}`, "context"},
		{"-H", `{"query":"a","hidden":false}`, "hidden"},
		{"--mode word", `{"query":"a","mode":"word"}`, "mode"},
		{"--context 2 --format json", `{"query":"a","hidden":true}`, ""},
		{"--term a", `{"query":"a","term":["b"]}`, ""}, // a list takes both
	} {
		var got request
		tab := table(&got)
		if _, err := tab.Parse(strings.Split(test.line, " ")); err != nil {
			t.Fatal(err)
		}
		_, err := tab.Call("toy", []byte(test.call))
		if u, ok := errors.AsType[*UsageError](err); ok != (test.field != "") || ok && (u.Subject != test.field || u.Error() != test.field+" is both in the call and on the command line; give it once") {
			t.Errorf("%s --call %s: %v", test.line, test.call, err)
		}
		if test.field == "" && (got.Context == 0) == (got.Terms == nil) {
			t.Errorf("%s --call %s: something is dropped: %+v", test.line, test.call, got)
		}
	}
}

func TestSecondsHaveALeast(t *testing.T) {
	var d time.Duration
	v := SecondsFrom(&d, 50*time.Millisecond)
	for text, want := range map[string]string{"0.05": "", "3": "", "0.049": `must be at least 0.05 seconds, not "0.049"`, "1e-7": `must be at least 0.05 seconds, not "1e-7"`, "0": `must be a number of seconds above 0, not "0"`} {
		d = -1
		err := v.Set(text)
		if got := fmt.Sprint(err); want == "" && (err != nil || d < 50*time.Millisecond) || want != "" && (got != want || d != -1) {
			t.Errorf("%s: %v, %v", text, d, err)
		}
	}
}

func TestLineRepeatsTheOptions(t *testing.T) {
	var first, second request
	a := table(&first)
	if _, err := a.Parse([]string{"-uHe", "x y", "--mode", "word", "foo", "-uu", "--question", "why"}); err != nil {
		t.Fatal(err)
	}
	b := table(&second)
	if _, err := b.Parse(a.AllWords("question")); err != nil {
		t.Fatal(err)
	}
	if line := a.AllWords(); !slices.Contains(line, "-uuu") {
		t.Errorf("an option that is given three times is not one word: %q", line)
	}
	first.Question = ""
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("(-first +second)\n%s", diff)
	}
}

func TestEveryOptionIsDescribedEverywhere(t *testing.T) {
	tab := table(&request{})
	input, err := json.Marshal(tab.input("toy"))
	if err != nil {
		t.Fatal(err)
	}
	for i := range tab.Options {
		o := &tab.Options[i]
		for what, text := range map[string]string{"help": tab.Help(HelpWidth), "guide": tab.Guide(), "bash": tab.Completions("bash"), "zsh": tab.Completions("zsh"), "fish": tab.Completions("fish")} {
			if !strings.Contains(text, o.Name) {
				t.Errorf("%s lacks --%s", what, o.Name)
			}
		}
		if has, want := strings.Contains(string(input), `"`+o.property()+`"`), !o.CommandLine && o.Of == ""; has != want {
			t.Errorf("schema has %s: %v, want %v", o.property(), has, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, line := range []string{"-HuuC3 foo", "--term=a -- -x", "--explain json", "-e", "--=", "-=", "--hidden=false h"} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Split(line, " ")
		var r request
		tab := table(&r)
		args, err := tab.Parse(words)
		if err != nil {
			if _, ok := errors.AsType[*UsageError](err); !ok || strings.Contains(err.Error(), "\n") && !strings.Contains(line, "\n") {
				t.Fatalf("%q: error %q of type %T", line, err, err)
			}
			return
		}
		var again request
		if more, err := table(&again).Parse(append(append(tab.AllWords(), "--"), args...)); err != nil || !slices.Equal(more, args) || !cmp.Equal(r, again) {
			t.Fatalf("%q: read again as %v %+v, %v; first %v %+v", line, more, again, err, args, r)
		}
	})
}

// FuzzCall checks that a call is refused with one line that names a mistake, or fills the request as its command line does.
func FuzzCall(f *testing.F) {
	for _, call := range []string{
		`{"query":"-x --hidden","paths":["a,b","-c"],"term":["x","y,z"],"hidden":true,"context":2,"timeout":0.25,"mode":"word"}`,
		`{"query":"\ud83d","hidden":"true"}`, `{"query":"a","query":"b"}`, `{"context":1e400}{}`, `{"query":["["],"quary":null}`,
	} {
		f.Add(call)
	}
	f.Fuzz(func(t *testing.T, call string) {
		var r, again request
		tab := table(&r)
		args, err := tab.Call("toy", []byte(call))
		if err != nil {
			if _, ok := errors.AsType[*UsageError](err); !ok || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: error %q of type %T", call, err, err)
			}
			return
		}
		if more, err := table(&again).Parse(append(append(tab.AllWords(), "--"), args...)); err != nil || !slices.Equal(more, args) || !cmp.Equal(r, again) {
			t.Fatalf("%q: read again as %v %+v, %v; first %v %+v", call, more, again, err, args, r)
		}
	})
}

// The value of a late option stands after other options as well as beside it.
func TestTheValueOfALateOptionMayComeLater(t *testing.T) {
	late := func(line string) (request, []string, error) {
		var got request
		table := table(&got)
		for i := range table.Options {
			table.Options[i].Late = table.Options[i].Name == "question"
			table.Options[i].About = table.Options[i].Name == "explain"
		}
		args, err := table.Parse(strings.Split(line, " "))
		return got, args, err
	}
	for _, line := range []string{"--question why src", "--question --hidden why src", "--question -C 2 why -H src", "--question=why src", "--question -- why src", "--question why src --hidden"} {
		got, args, err := late(line)
		if err != nil || got.Question != "why" || !slices.Equal(args, []string{"src"}) {
			t.Errorf("%q: question %q, arguments %q, %v", line, got.Question, args, err)
		}
	}
	if got, args, err := late("a --question -H b"); err != nil || got.Question != "b" || !slices.Equal(args, []string{"a"}) {
		t.Errorf("question %q, arguments %q, %v", got.Question, args, err)
	}
	for _, line := range []string{"--question --explain", "a --question --explain md -H", "--question -H --explain=md"} {
		if got, _, err := late(line); err != nil || got.Question != "" || got.Explain != "md" {
			t.Errorf("%q, which asks about the program: %+v, %v", line, got, err)
		}
	}
	for _, line := range []string{"--question --hidden", "a --question -H", "--question --"} {
		if _, _, err := late(line); err == nil || err.Error() != "--question needs a value: --question TEXT" {
			t.Errorf("%q: %v", line, err)
		}
	}
}
