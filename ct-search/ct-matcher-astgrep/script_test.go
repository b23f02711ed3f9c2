package main

import (
	"os"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) {
	status := m.Run()
	tooltest.Clean()
	os.Exit(status)
}

func TestScripts(t *testing.T) {
	tooltest.Scripts(t, "testdata/script", "ct-search", "ct-search/ct-search-plugins", "ct-search/ct-matcher-astgrep")
}
