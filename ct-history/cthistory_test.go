package main

import (
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func TestScripts(t *testing.T) { tooltest.Scripts(t, "testdata/script", "ct", "ct-history", "ct-show") }

func TestDocsGuide(t *testing.T) {
	tooltest.Guide(t, "../docs/explain/ct-history.md", history().WholeTable())
}
