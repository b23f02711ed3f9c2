package main

import (
	"flag"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// TestDocsErrors runs every command of testdata/errors.txt, each of which is a mistake, and
// compares what the programs print with the text in that file, so that the messages can be read one
// after the other. Each must name the culprit and what to do. With -update it writes the output to
// the file.
func TestDocsErrors(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the commands are a POSIX shell's")
	}
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("skipped: no sh")
	}
	const path = "testdata/errors.txt"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	bin := tooltest.Bin(t, append([]string{"ct/ct-mcp", "ct/ct-steer", "ct-search/ct-search-plugins", "ct-search/ct-matcher-astgrep"}, members...)...)
	dir := tooltest.Tree(t, map[string]string{"src/a.go": "the needle\nfunc f() {\n", "src/b.py": "x = 1\n"})
	var got strings.Builder
	for line := range strings.Lines(string(data)) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		r := tooltest.Run{Dir: dir, Env: []string{"PATH=" + bin + ":/usr/bin:/bin"}}.Do(t, sh, "-c", command)
		got.WriteString(line + r.Stdout + r.Stderr)
		if r.Exit != exitFailure {
			got.WriteString("status " + strconv.Itoa(r.Exit) + "\n")
		}
		got.WriteString("\n")
	}
	switch {
	case got.String() == string(data):
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is out of date; run make docs\n%s", path, firstDifference(string(data), got.String()))
	}
}
