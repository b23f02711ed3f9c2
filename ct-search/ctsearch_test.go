package main

import (
	"os"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) {
	status := m.Run()
	tooltest.Clean()
	os.Exit(status)
}

func TestScripts(t *testing.T) { tooltest.Scripts(t, "testdata/script", "ct-search") }

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../docs/explain/ct-search.md", search.Tool().WholeTable())
}

func TestContract(t *testing.T) {
	detail := func(word string) []string { return []string{"--detail", "--fixed", "--grep", word} }
	query := func(word string) []string { return []string{"--fixed", "--", word} }
	find := tooltest.Contract{
		Program: "ct-search",
		Search:  detail,
		Bounded: []func(string) []string{},
		Call: func(word string) string {
			return `{"tool":"find_files","arguments":{"grep":["` + word + `"]}}`
		},
	}
	t.Run("predicates", find.Test)
	smart := find
	smart.Search = func(word string) []string { return query(word) }
	smart.Bounded = []func(string) []string{
		func(word string) []string { return []string{word} },
		func(word string) []string { return []string{word, "--regex", "-C2"} },
	}
	smart.Call = func(word string) string { return `{"tool":"smart_search","arguments":{"query":"` + word + `"}}` }
	t.Run("query", smart.Test)
}
