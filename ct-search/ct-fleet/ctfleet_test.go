package main

import (
	"testing"

	"github.com/ct-tools/ct/ct-search/ct-fleet/flow/onbeam/cluster"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) {
	cluster.Main()
	tooltest.Main(m)
}

func TestDocsGuide(t *testing.T) { tooltest.Guide(t, "guide.md", fleet().WholeTable()) }

func TestScripts(t *testing.T) { tooltest.Scripts(t, "testdata/script", "ct-search/ct-fleet", "ct") }
