package main

import (
	"testing"

	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func TestScripts(t *testing.T) {
	tooltest.Scripts(t, "testdata/script", "ct-show", "ct-survey", "ct-search")
}

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../docs/explain/ct-show.md", show().WholeTable())
}

func TestContract(t *testing.T) {
	tooltest.Contract{
		Program: "ct-show", Definition: formSample, Hard: grep.Hardest.Lines,
		Search: func(word string) []string { return []string{"--sample", "--", word} },
		Arguments: []func(string) string{
			func(word string) string { return `{"query":"` + word + `"}` },
			func(word string) string { return `{"query":"` + word + `","mode":"identifier","max_depth":1}` },
			func(word string) string { return `{"query":"` + word + `","exclude":["a*"]}` },
		},
	}.Test(t)
}
