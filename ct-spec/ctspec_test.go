package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) {
	status := m.Run()
	tooltest.Clean()
	os.Exit(status)
}

func TestScripts(t *testing.T) { tooltest.Scripts(t, "testdata/script", "ct-spec") }

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../docs/explain/ct-spec.md", spec().WholeTable())
}

func TestContract(t *testing.T) {
	everything := func(options ...string) func(string) []string {
		return func(word string) []string {
			return append(append([]string{"--include=*"}, options...), "--", word)
		}
	}
	tooltest.Contract{
		Program: "ct-spec", Definition: definition, Ranks: true,
		Search: everything(),
		Bounded: []func(string) []string{
			everything(), everything("--limit=100"), everything("--sections", "--code"),
			func(string) []string { return []string{"--include=*", "--list"} },
		},
		Arguments: []func(string) string{
			func(word string) string { return `{"query":["` + word + `"],"include":["*"]}` },
			func(word string) string {
				return `{"query":["how","is","` + word + `"],"include":["*"],"sections":true,"code":true,"limit":3}`
			},
		},
		CommandLine: slices.Concat([]string{"sandbox", "no-config", "explain", "completions", "help", "version"}, tool.Framing()),
	}.Test(t)
}

// A file of any size is ranked in bounded memory.
func TestALargeFileKeepsMemoryBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: writes a large file")
	}
	dir := tooltest.Tree(t, map[string]string{"small.md": "# Small\n"})
	file, err := os.Create(filepath.Join(dir, "large.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := strings.Repeat("## Part\n\nWhat is said of uploads here takes a line or two.\nAnd another one.\n\n", 10_000)
	for range 256 << 20 / len(block) {
		if _, err := file.WriteString(block); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := file.WriteString("the last word is zygote\n"); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(tooltest.Bin(t, "ct-spec"), "ct-spec"), "--json", "uploads", "zygote")
	cmd.Dir = dir
	var out strings.Builder
	cmd.Stdout = &out
	if mib := tooltest.Peak(t, cmd); mib > 128 && !tooltest.Raced {
		t.Errorf("%d MiB", mib)
	}
	if !strings.Contains(out.String(), `"path":"large.md"`) {
		t.Errorf("%v: %s", cmd.ProcessState, out.String())
	}
}
