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
