package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// members are the programs that the commands on the pages run.
var members = []string{"ct", "ct-search", "ct-survey", "ct-show", "ct-history", "ct-spec", "ct-test"}

// TestDocsPages runs every command that a page shows, in Go's own source, and compares its output
// with the page. With -update it writes the output to the page.
func TestDocsPages(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the pages' commands are a POSIX shell's")
	}
	for _, path := range []string{"../README.md", "../docs/tour.md"} {
		t.Run(filepath.Base(path), func(t *testing.T) {
			if strings.HasSuffix(path, "tour.md") && !tooltest.Confines() {
				t.Skip("skipped: the tour shows what confined programs say, and GNU's grep, find and wc")
			}
			checkPage(t, path)
		})
	}
}

func checkPage(t *testing.T, path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	run := shell(t, tooltest.Bin(t, members...))
	blocks := regexp.MustCompile("(?s)````console\n(.*?)````\n")
	if len(blocks.FindAllString(string(data), -1)) == 0 {
		t.Fatalf("%s shows no commands", path)
	}
	got := blocks.ReplaceAllStringFunc(string(data), func(block string) string {
		var b strings.Builder
		b.WriteString("````console\n")
		for line := range strings.Lines(block) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				b.WriteString(line + run(command))
			}
		}
		return b.String() + "````\n"
	})
	release := regexp.MustCompile(`go1\.\d+(\.\d+)?`)
	shown, here := release.FindString(string(data)), release.FindString(runtime.Version())
	got = release.ReplaceAllString(got, here)
	switch {
	case got == string(data):
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	case shown != here:
		t.Skipf("skipped: %s shows the source of %s, not of %s", path, shown, here)
	default:
		t.Errorf("%s is out of date; run make docs\n%s", path, firstDifference(string(data), got))
	}
}

// shell returns a function that runs a command line in Go's own source with the folder bin first on
// PATH, and returns all its output.
func shell(t *testing.T, bin string) func(command string) string {
	src := tooltest.GoSource(t)
	return func(command string) string {
		cmd := exec.Command("sh", "-c", command)
		cmd.Dir = src
		cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "XDG_CONFIG_HOME=/nonexistent", "HOME=/nonexistent", "LC_ALL=C")
		out, err := cmd.CombinedOutput()
		if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended || cmd.ProcessState.ExitCode() < 0 {
			t.Fatalf("%s: %v", command, err)
		}
		return string(out)
	}
}

// firstDifference returns the first line in which two texts differ.
func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return "have: " + x[i] + "\nwant: " + y[i]
		}
	}
	return "one is longer"
}
