package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// entityQueries ask for definitions in every way: by name, by an expression, all,
// imports and modules, and what there is not.
func entityQueries() [][]string {
	return [][]string{
		{"--entity=method", "--symbol=String"}, {"--entity=method", "--symbol=~^[A-Z]"}, {"--entity=function"}, {"--entity=import", "--symbol=slices"}, {"--entity=module"},
		{"--entity=struct", "--symbol=Strng"}, {"--q=entity=type in=source"}, {"--q=entity=constant name=~most exclude=*_test.go"}, {"Recordre"},
	}
}

func TestPagesOfDefinitionsAreTheWhole(t *testing.T) {
	t.Parallel()
	for _, query := range entityQueries() {
		pagesAreTheWhole(t, query, []string{"--limit=7", "--max-bytes=9000"}, []string{"--limit=30"})
	}
}

// TestEveryCommandOfDefinitionsAnswers runs the commands that answers hold.
func TestEveryCommandOfDefinitionsAnswers(t *testing.T) {
	t.Parallel()
	bin := tooltest.Bin(t, "ct-search", "ct-show")
	ran := 0
	for _, query := range entityQueries() {
		for _, command := range commands(answerOf(t, "../shared", append([]string{"--limit=2"}, query...)...)) {
			ran++
			if r := (tooltest.Run{Dir: "../shared", Env: []string{"PATH=" + bin + ":" + os.Getenv("PATH")}}).Do(t, "/bin/sh", "-c", command); r.Exit != 0 || r.Stdout == "" {
				t.Errorf("%q: %s: exit %d, %s", query, command, r.Exit, r.Stderr)
			}
		}
	}
	if ran < 20 {
		t.Errorf("only %d commands", ran)
	}
}

// TestDefinitionsComeInTheSameOrderHoweverManyWork compares the answers of one
// processor and of many.
func TestDefinitionsComeInTheSameOrderHoweverManyWork(t *testing.T) {
	t.Parallel()
	program := filepath.Join(tooltest.Bin(t, "ct-search"), "ct-search")
	for _, query := range entityQueries() {
		var answers []string
		for _, n := range []int{1, 8} {
			r := tooltest.Run{Dir: "../shared", Env: []string{fmt.Sprintf("GOMAXPROCS=%d", n)}}.Do(t, program, query...)
			answers = append(answers, r.Stdout+r.Stderr)
		}
		if answers[0] != answers[1] || strings.TrimSpace(answers[0]) == "" {
			t.Errorf("%q:\n%s\n%s", query, answers[0], answers[1])
		}
	}
}
