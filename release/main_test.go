package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) {
	tooltest.Main(m)
	if made != "" {
		_ = os.RemoveAll(made)
	}
}

func TestTheStatusSaysWhetherAllWasCreated(t *testing.T) {
	empty := t.TempDir()
	for _, c := range []struct {
		args      []string
		status    int
		out, says string
	}{
		{nil, 2, "", "usage: "},
		{[]string{"dist", "folder", ""}, 2, "", "usage: "},
		{[]string{"seal", "folder"}, 2, "", "usage: "},
		{[]string{"dist", empty, "", "missing"}, 2, "", "release: missing is not PRODUCT-"},
		{[]string{"stage", empty, folder(&products[0], &platforms[0])}, 2, "", "release: "},
		{[]string{"licences", filepath.Join(empty, "missing")}, 2, "", "release: "},
		{[]string{"licences", "main_test.go"}, 2, "", "release: main_test.go is not a program that Go built"},
		{[]string{"seal", empty, ""}, 0, "provenance.intoto.json is not written", ""},
	} {
		var stdout, stderr strings.Builder
		status := run(c.args, &stdout, &stderr)
		if status != c.status || !strings.HasPrefix(stdout.String(), c.out) || !strings.HasPrefix(stderr.String(), c.says) || (c.says == "") != (stderr.Len() == 0) {
			t.Errorf("%q: status %d, %q, %q", c.args, status, stdout.String(), stderr.String())
		}
	}
	if text, err := os.ReadFile(filepath.Join(empty, sumsFile)); err != nil || len(text) > 0 {
		t.Errorf("%s of an empty folder holds %q, %v", sumsFile, text, err)
	}
}
