package main

import (
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func TestScripts(t *testing.T) {
	tooltest.Scripts(t, "testdata/script", "ct-test", "ct-search", "ct")
}

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../docs/explain/ct-test.md", newTool().WholeTable())
}

func TestContract(t *testing.T) {
	tooltest.Contract{
		Program: "ct-test", Definition: definition, Judge: true,
		Search: func(word string) []string {
			return []string{"--show-output", "--cmd", "grep", "--", "-r", "-n", "-a", "-e", word, "."}
		},
		Arguments: []func(string) string{
			func(word string) string { return `{"cmd":"grep","args":["-r","-n","-e","` + word + `","."]}` },
			func(word string) string {
				return `{"cmd":"grep","args":["-r","-n","-e","` + word + `","."],"focus":"` + word + `","err_match":["nothing"],"ok_when":["lines > 0"],"repeat":2}`
			},
			func(string) string { return `{"cmd":"false"}` },
			func(string) string { return `{"cmd":"cat","args":["missing"],"timeout":5,"question":"Is it?"}` },
		},
	}.Test(t)
}
