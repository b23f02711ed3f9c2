package opt

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// forms returns a table of two forms: look, and walk, which --walk asks for.
func forms() *Table {
	look, walk := []string{"look"}, []string{"walk"}
	flag := func() Var { return Flag(new(bool)) }
	text := func() Var { return Text(new(string)) }
	return &Table{
		Tool: "ct-toy", Usage: []string{"QUERY"},
		Forms: []Form{{Name: "look", By: "{QUERY}"}, {Name: "walk", By: "{walk}"}},
		Args:  []Arg{{Name: "QUERY", Property: "query", Help: "what", Forms: look, Required: look}},
		Options: []Option{
			{Name: "walk", Role: Question, Asks: "walk", Forms: walk, CommandLine: true, Var: flag()},
			{Name: "dig", Role: Question, Asks: "dig", Forms: []string{"dig"}, Var: flag()},
			{Name: "mode", Role: Question, Arg: "MODE", Forms: look, Var: text(), Instead: map[string]string{"walk": "use {only}"}},
			{Name: "fixed", Short: "F", Role: Question, Of: "mode", Forms: look, Var: flag()},
			{Name: "only", Short: "o", Arg: "GLOB", Role: Place, Var: List(new([]string))},
			{Name: "all", Role: Wider, Var: flag()},
			{Name: "in", Arg: "DIR", Role: Place, Operands: true, CommandLine: true, Var: List(new([]string))},
			{Name: "limit", Arg: "N", Role: Page, Var: text()},
			{Name: "wide", Role: Output, Forms: look, Var: flag()},
			{Name: "quiet", Role: Framing, CommandLine: true, Var: flag()},
			{Name: "sandbox", Arg: "DIR", Role: Kept, CommandLine: true, Var: text()},
		},
		Definitions: []Definition{{Name: "toy_look", Forms: look}, {Name: "toy_walk", Forms: walk}},
	}
}

// An option that serves several forms asks for one of them only if no other option asks for another.
func TestAnOptionOfSeveralFormsYields(t *testing.T) {
	for line, want := range map[string]string{"--deep": "walk", "--deep --walk": "walk", "--deep --dig": "dig", "--dig --deep": "dig"} {
		tab := forms()
		tab.Options = append(tab.Options, Option{Name: "deep", Role: Question, Asks: "walk", Forms: []string{"walk", "dig"}, Var: Flag(new(bool))})
		args, err := tab.Parse(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		if form, err := tab.FormOf("", args); form != want || err != nil {
			t.Errorf("%q: %s, %v, want %s", line, form, err, want)
		}
	}
}

func TestTheFormIsChosenByOptionsOrTheTool(t *testing.T) {
	for _, test := range []struct{ line, definition, want string }{
		{"a", "", "look"},
		{"--walk", "", "walk"},
		{"--fixed a", "", "look"},
		{"", "toy_walk", "walk"},
		{"", "toy_look", "look"},
		{"--walk --dig", "", "--walk asks for walk and --dig for dig; give one of them"},
		{"--walk=false a", "", "look"},
	} {
		tab := forms()
		args, err := tab.Parse(strings.Fields(test.line))
		if err != nil {
			t.Fatal(err)
		}
		form, err := tab.FormOf(test.definition, args)
		if got := form + fmt.Sprint(err); got != test.want+"<nil>" && got != test.want {
			t.Errorf("%q: %s, want %s", test.line, got, test.want)
		}
	}
	plain := &Table{Tool: "ct-plain"}
	if form, err := plain.FormOf("", nil); form != "" || err != nil {
		t.Errorf("a table without forms: %q, %v", form, err)
	}
	plain.Forms, plain.Form = []Form{{Name: "a"}, {Name: "b"}}, func(args []string) string { return args[0] }
	if form, err := plain.FormOf("", []string{"b"}); form != "b" || err != nil {
		t.Errorf("a table that decides by arguments: %q, %v", form, err)
	}
}

func TestAnOptionServesTheFormOrIsRefused(t *testing.T) {
	for line, want := range map[string]string{
		"--wide -o x --quiet": "",
		"--walk --wide":       "--wide does not apply to walk (--walk); it is for look (QUERY)",
		"--walk --mode x":     "--mode does not apply to walk (--walk); use --only",
		"--walk -F":           "-F does not apply to walk (--walk); it is for look (QUERY)",
	} {
		tab := forms()
		args, err := tab.Parse(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		form, err := tab.FormOf("", args)
		if err != nil {
			t.Fatal(err)
		}
		err = tab.Serves(form)
		u, usage := errors.AsType[*UsageError](err)
		if (err == nil) != (want == "") || err != nil && (err.Error() != want || !usage || u.Subject == "") {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
	if _, err := forms().Call("toy_walk", []byte(`{"wide":true}`)); err == nil || !strings.Contains(err.Error(), `unknown property "wide"; toy_walk has only, all, limit`) {
		t.Errorf("a call with an option of another form: %v", err)
	}
	if _, err := forms().Call("toy_look", []byte(`{}`)); err == nil || err.Error() != "query is missing: what" {
		t.Errorf("a call without what its form requires: %v", err)
	}
}

func TestCommandsRepeatTheOptionsOfSomeRoles(t *testing.T) {
	tab := forms()
	args, err := tab.Parse(strings.Fields("a -F -o x --only y --all --in src --limit 3 --wide --quiet --sandbox box"))
	if err != nil || len(args) != 1 {
		t.Fatal(args, err)
	}
	for _, test := range []struct {
		command Command
		want    string
	}{
		{Command{Form: "look", Keep: Search(), Args: []string{"a", "src"}}, "ct-toy --fixed --only=x --only=y --all --sandbox=box a src"},
		{Command{Form: "look", Keep: []Role{Page, Output}}, "ct-toy --limit=3 --wide --sandbox=box"},
		{Command{Form: "walk", Keep: append(Search(), Output)}, "ct-toy --walk --only=x --only=y --all --sandbox=box"},
		{Command{Form: "look", Keep: Search(), Set: []string{"--mode=b", "-o=z"}}, "ct-toy --mode=b -o=z --all --sandbox=box"},
		{Command{Form: "look", Keep: Search(), Without: []string{"mode", "all"}}, "ct-toy --only=x --only=y --sandbox=box"},
		{Command{Program: "ct-other", Keep: []Role{Place}, Set: []string{"--it"}, Args: []string{"-b"}}, "ct-other --it --only=x --only=y --sandbox=box -- -b"},
		{Command{Form: "look", Args: []string{"it's"}}, `ct-toy --sandbox=box 'it'\''s'`},
		{Command{Form: "look", Args: []string{strings.Repeat("x", 500)}}, ""},
		{Command{Form: "look", Args: []string{"x\n"}}, ""},
	} {
		if got := tab.Command(test.command); got != test.want {
			t.Errorf("%+v: %s, want %s", test.command, got, test.want)
		}
	}
	if got := tab.Words([]Role{Place}); !slices.Equal(got, []string{"--only=x", "--only=y"}) {
		t.Errorf("the options of one role: %q", got)
	}
	if got := tab.Given("mode", "limit"); !slices.Equal(got, []string{"-F", "--limit"}) {
		t.Errorf("as given: %q", got)
	}
}

// A command of a form repeats nothing that the form would refuse.
func TestACommandIsNotRefused(t *testing.T) {
	tab := forms()
	if _, err := tab.Parse(strings.Fields("a -F -o x --all --limit 3 --wide --quiet --sandbox box")); err != nil {
		t.Fatal(err)
	}
	for _, form := range []string{"look", "walk"} {
		words := strings.Fields(tab.Command(Command{Form: form, Keep: append(Search(), Page, Output, Framing)}))
		again := forms()
		args, err := again.Parse(words[1:])
		if err != nil {
			t.Fatal(err)
		}
		if got, err := again.FormOf("", args); got != form || err != nil || again.Serves(form) != nil {
			t.Errorf("%q is of the form %s, %v, %v", words, got, err, again.Serves(form))
		}
	}
}

func TestMessagesNameWhatTheirReaderTyped(t *testing.T) {
	tab := forms()
	inner := &ValueError{Option: "only", Err: errors.New("gone")}
	for _, test := range []struct {
		err                          error
		line, call, subject, inquiry string
	}{
		{Usagef("only", "{only} %q of {QUERY} needs {walk}", "{all}"), `--only "{all}" of QUERY needs --walk`, `only "{all}" of query needs --walk`, "only", "only"},
		{Usagef("QUERY", "{QUERY} is blank"), "QUERY is blank", "query is blank", "query", "QUERY"},
		{inner, "--only: gone", "only: gone", "only", ""},
		{fmt.Errorf("while reading: %w", inner), "while reading: --only: gone", "while reading: only: gone", "only", ""},
		{Usagef("limit", "{limit}: %v", inner), "--limit: --only: gone", "limit: only: gone", "limit", "limit"},
		{errors.New("plain {only}"), "plain {only}", "plain {only}", "", ""},
	} {
		if text, subject := tab.Message("", test.err); text != test.line || subject != test.inquiry {
			t.Errorf("on a command line: %q about %q, want %q about %q", text, subject, test.line, test.inquiry)
		}
		if text, subject := tab.Message("toy_look", test.err); text != test.call || subject != test.subject {
			t.Errorf("in a call: %q about %q, want %q about %q", text, subject, test.call, test.subject)
		}
	}
}

func TestChoicesThatContradictOrLackWhatTheyNeedAreRefused(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{"--mode word -w", "<nil>"},
		{"-F --mode exact --mode literal", "<nil>"},
		{"-F --word=false", "<nil>"},
		{"--word -F", "--word and -F contradict each other; give one"},
		{"-F --mode word", "-F and --mode word contradict each other; give one"},
		{"--mode exact --mode word", "--mode exact and --mode word contradict each other; give one"},
		{"--emit x", "--emit does nothing without --pulse"},
		{"--emit x --pulse", "<nil>"},
	} {
		var modes []string
		tab := &Table{Tool: "ct-toy", Options: []Option{
			{Name: "mode", Arg: "MODE", Var: AddText(&modes, map[string]string{"exact": "literal"})},
			{Name: "fixed", Short: "F", Of: "mode", Var: Add(&modes, "literal")},
			{Name: "word", Short: "w", Of: "mode", Var: Add(&modes, "word")},
			{Name: "pulse", Var: Flag(new(bool))},
			{Name: "emit", Arg: "TEXT", Needs: "pulse", Var: Text(new(string))},
		}}
		if _, err := tab.Parse(strings.Fields(test.line)); err != nil {
			t.Errorf("%q: %v", test.line, err)
		}
		if got := fmt.Sprint(tab.Serves("")); got != test.want {
			t.Errorf("%q: %s, want %s", test.line, got, test.want)
		}
	}
}
