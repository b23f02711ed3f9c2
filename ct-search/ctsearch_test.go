package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-search/internal/search"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func TestScripts(t *testing.T) { tooltest.Scripts(t, "testdata/script", "ct-search") }

// The script that docs/CONTRIBUTING.md shows holds.
func TestSampleScript(t *testing.T) {
	text, err := os.ReadFile("../docs/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "```txtar\n")
	script, _, closed := strings.Cut(rest, "```\n")
	if !ok || !closed {
		t.Fatal("CONTRIBUTING.md shows no script")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "sample.txt"), []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	tooltest.Scripts(t, dir, "ct-search")
}

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../docs/explain/ct-search.md", search.Tool().WholeTable())
}

func TestContract(t *testing.T) {
	contracts := map[string]tooltest.Contract{
		"find_files": {
			Search: func(word string) []string { return []string{"--detail", "--fixed", "--grep", word} },
			Arguments: []func(string) string{
				func(word string) string { return `{"grep":["` + word + `"]}` },
				func(word string) string { return `{"grep":["` + word + `"],"context":1}` },
				func(word string) string { return `{"grep":["` + word + `"],"summary":true}` },
				func(string) string { return `{"type":["f,d"]}` },
				func(string) string { return `{"size":["+1"],"limit":2}` },
			},
		},
		"find_calls": {
			Code:   true,
			Search: func(word string) []string { return []string{"--calls", word} },
			Arguments: []func(string) string{
				func(word string) string { return `{"calls":"` + word + `"}` },
				func(word string) string { return `{"calls":"` + word + `","depth":2,"limit":1}` },
			},
		},
		"find_entities": {
			Code:   true,
			Search: func(word string) []string { return []string{"--entity", "function", "--symbol", word} },
			Arguments: []func(string) string{
				func(word string) string { return `{"entity":"function","symbol":"` + word + `"}` },
				func(word string) string { return `{"entity":"import","symbol":"` + word + `"}` },
				func(word string) string { return `{"entity":"class","symbol":"~` + word + `","limit":1}` },
			},
		},
		"search_files": {
			Arguments: []func(string) string{
				func(word string) string { return `{"path":".","query":"` + word + `"}` },
				func(word string) string {
					return `{"path":".","query":"` + word + `","mode":"fuzzy","context_lines":1,"max_results":20}`
				},
				func(word string) string { return `{"path":".","query":"` + word + `","max_files":2}` },
			},
		},
		"smart_search": {
			Search: func(word string) []string { return []string{"--fixed", "--", word} },
			Bounded: []func(string) []string{
				func(word string) []string { return []string{word} },
				func(word string) []string { return []string{word, "--regex", "-C2"} },
			},
			Arguments: []func(string) string{
				func(word string) string { return `{"query":"` + word + `"}` },
				func(word string) string { return `{"query":"` + word + `","context":1,"mode":"regex"}` },
				func(word string) string { return `{"query":"` + word + `","limit":1}` },
			},
		},
	}
	for _, d := range search.Tool().Table.Definitions {
		c, ok := contracts[d.Name]
		if !ok {
			t.Errorf("no contract for %s", d.Name)
			continue
		}
		c.Program, c.Definition = "ct-search", d.Name
		t.Run(d.Name, c.Test)
	}
}
