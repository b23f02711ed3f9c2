package main

import (
	"slices"
	"strings"
	"testing"
)

func TestTheTailOfACommandsArguments(t *testing.T) {
	for _, test := range []struct{ cmd, words, args, own string }{
		{"cat", "config.toml --err-match old_key --emit r:{RESULT}", "config.toml", "--err-match old_key --emit r:{RESULT}"},
		{"grep", "-F v2 FILE --ok-match v2 --emit x", "-F v2 FILE", "--ok-match v2 --emit x"},
		{"grep", "-F -e --ok-match", "-F -e --ok-match", ""},
		{"grep", "-- -F -e --ok-match FILE", "-F -e --ok-match FILE", ""},
		{"grep", "-F -e --ok-match FILE", "-F -e", "--ok-match FILE"},
		{"grep", "-- -- x", "-- x", ""},
		{"grep", "-e x -- --emit y", "-e x --", "--emit y"},
		{"cat", "--", "", ""},
		{"cat", "", "", ""},
		{"cat", "--show-output", "", "--show-output"},
		{"cat", "a --show-output b", "a --show-output b", ""},
		{"cat", "a --show-output --emit --quiet", "a", "--show-output --emit --quiet"},
		{"cat", "a --emit --emit x", "a --emit", "--emit x"},
		{"cat", "a --emit=x --question=y", "a", "--emit=x --question=y"},
		{"cat", "a --emit x --json", "a --emit x --json", ""},
		{"cat", "a --timeout 3", "a --timeout 3", ""},
		{"cat", "a -- --emit x", "a --", "--emit x"},
		{"cat", "--capture-tail 3 --otherwise exit", "", "--capture-tail 3 --otherwise exit"},
		{"cat", "a --ok-match --", "a", "--ok-match --"},
		{"/bin/cat", "a --ok-match x", "a", "--ok-match x"},
		{"ct-search", "x --emit {COUNT} --question y", "x --emit {COUNT} --question y", ""},
		{"./ct-search", "-- x --emit y", "-- x --emit y", ""},
	} {
		own, args, _ := divideTail(func(string) string { return test.cmd }, strings.Fields(test.words))
		if !slices.Equal(own, strings.Fields(test.own)) || !slices.Equal(args, strings.Fields(test.args)) {
			t.Errorf("%s -- %s: own %q, arguments %q", test.cmd, test.words, own, args)
		}
	}
}

func TestAnOptionThatWentAstrayIsNamed(t *testing.T) {
	for _, test := range []struct{ cmd, words, want string }{
		{"echo", "hello --err-match hello --context 0", "--err-match"},
		{"echo", "hello --err-match=hello x", "--err-match"},
		{"cat", "file --emit", "--emit"},
		{"grep", "--ok-match", "--ok-match"},
		{"grep", "-F -e --ok-match", ""},
		{"grep", "-Fe --ok-match", ""},
		{"grep", "--regexp --ok-match", ""},
		{"grep", "-F --ok-match", "--ok-match"},
		{"echo", "-- hello --err-match hello --context 0", ""},
		{"echo", "hello --err-match hello", ""},
		{"ct-search", "x --emit y z", ""},
	} {
		r := newRequest()
		r.divide(func(string) string { return test.cmd }, strings.Fields(test.words))
		if r.stray != test.want {
			t.Errorf("%s -- %s: %q", test.cmd, test.words, r.stray)
		}
	}
}

// Every option of the tail is in the table, takes a value if the table says so, and no other option
// does.
func TestTheTailKnowsItsOptionsFromTheTable(t *testing.T) {
	table := newTool().WholeTable()
	found := 0
	for _, o := range table.Options {
		for _, name := range append([]string{o.Name}, o.Aliases...) {
			wants, known := tailOptions()[name]
			if known && wants != (o.Arg != "") {
				t.Errorf("--%s: the tail takes a value: %v", name, wants)
			}
			if known {
				found++
			}
		}
	}
	if found != len(tailOptions()) {
		t.Errorf("%d of %d options of the tail are in the table", found, len(tailOptions()))
	}
}
