package main

import (
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

func TestScripts(t *testing.T) {
	tooltest.Scripts(t, "testdata/script", "ct-search", "ct-search/ct-search-plugins", "ct-search/ct-matcher-astgrep")
}
