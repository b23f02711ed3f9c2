package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestEveryCommandOfAnAnswerAnswers runs every command in the answers to 80
// queries, or some of them, in the folder of the query, and sees that each prints
// something.
func TestEveryCommandOfAnAnswerAnswers(t *testing.T) {
	t.Parallel()
	dir := goSource(t, "text")
	queries := [][]string{}
	for word := range strings.FieldsSeq(`Template Parse Execute parse.Tree Tree lexer item itemText Must New Funcs FuncMap exec state walk
		Scanner Position tabwriter Writer flush Init cell scanner.Scanner text/template reflect.Value errorf Error String Name`) {
		queries = append(queries, []string{word})
	}
	for _, query := range []string{
		"unexpected token", "func (t *Tree)", "// Copyright", "a", "err != nil", "%s", "'", `"`, "$x", "it's", "-v", "--name", "two  blanks", "é", "nil)",
		"return nil, err", "nil\n}", "Nope.Parse", "text/template/parse", "https://", "package template", "{{", "\\",
	} {
		queries = append(queries, []string{"--", query})
	}
	for word := range strings.FieldsSeq("Parse Execute parse.Tree.Parse Template.Execute Init errorf Error Flush Scanner.Next Tree.Copy") {
		queries = append(queries, []string{"--calls=" + word}, []string{"--depth=3", "--calls", word})
	}
	if len(queries) < 70 {
		t.Fatalf("%d queries", len(queries))
	}
	queries = tooltest.Sample(queries, 10)
	bin := tooltest.Bin(t, "ct-search", "ct-show")
	ran := map[string]bool{}
	for _, query := range queries {
		args := append([]string{"--limit=3"}, query...)
		r := tooltest.Run{Dir: dir}.Do(t, filepath.Join(bin, "ct-search"), append([]string{"--json", "--max-bytes=64000"}, args...)...)
		if r.Exit == 2 {
			t.Errorf("%q: %s", query, r.Stderr)
			continue
		}
		answer := answerOf(t, dir, args...)
		printed := commands(answer)
		if next := answer.text("next_cursor"); next != "" {
			printed = append(printed, commands(answerOf(t, dir, append([]string{"--cursor=" + next}, args...)...))...)
		}
		for _, command := range printed {
			if ran[command] {
				continue
			}
			ran[command] = true
			if r := (tooltest.Run{Dir: dir, Env: []string{"PATH=" + bin + ":" + os.Getenv("PATH")}}).Do(t, "/bin/sh", "-c", command); r.Exit != 0 || r.Stdout == "" {
				t.Errorf("%q: %s: exit %d, %s", query, command, r.Exit, r.Stderr)
			}
		}
	}
	if len(ran) < 2*len(queries) {
		t.Errorf("only %d commands", len(ran))
	}
}

// TestPagesOfInGoOn asks each form for a page of what --in names, and for the
// next one both with --in and as answers write it.
func TestPagesOfInGoOn(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"src/a.py": "def level(): pass\nlevel()\n", "src/b.py": "import x\ndef level(): pass\nlevel()\n", "src/c.py": "def level(): pass\n"})
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for _, args := range [][]string{
		{"level"}, {"--entity=function", "--symbol=level"}, {"-e", "level"}, {"--name", "*.py"},
	} {
		where := []string{"--in", "src"}
		first := answerOf(t, dir, slices.Concat([]string{"--limit=1"}, where, args)...)
		next := first.text("next_cursor")
		if next == "" {
			t.Errorf("%q: no cursor", args)
			continue
		}
		printed := commands(first)
		if rest := first.text("rest"); rest != "" {
			printed = append(printed, rest)
		}
		if again := answerOf(t, dir, slices.Concat([]string{"--limit=1", "--cursor=" + next}, where, args)...); again.text("verdict") != "SUCCESS" {
			t.Errorf("%q: the next page: %s", args, again.text("verdict"))
		}
		for _, command := range printed {
			if r := (tooltest.Run{Dir: dir, Env: []string{"PATH=" + filepath.Dir(program) + ":" + os.Getenv("PATH")}}).Do(t, "/bin/sh", "-c", command); r.Exit != 0 && !strings.HasPrefix(command, "ct-show") {
				t.Errorf("%q: %s: exit %d, %s", args, command, r.Exit, r.Stderr)
			}
		}
	}
}

// commands returns every command in a JSON value.
func commands(v any) []string {
	var all []string
	switch v := v.(type) {
	case *object:
		if command := v.text("cmd"); command != "" {
			all = append(all, command)
		}
		if list, ok := v.values["suggested_queries"].([]any); ok {
			for _, v := range list {
				command, _ := v.(string)
				all = append(all, command)
			}
		}
		for _, key := range v.keys {
			all = append(all, commands(v.values[key])...)
		}
	case []any:
		for _, one := range v {
			all = append(all, commands(one)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
