package main

import (
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// An agent's instructions stay in its context all the time, so they must be short, and the commands
// in them must run, here in Go's own source.
func TestAgentsInstructionsAreShortAndRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("skipped: the commands are a POSIX shell's")
	}
	const path, most = "../docs/agents/SKILL.md", 2500
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if len(data) > most {
		t.Errorf("%s has %d bytes, more than %d", path, len(data), most)
	}
	run := shell(t, tooltest.Bin(t, members...))
	commands := 0
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```\n").FindAllStringSubmatch(string(data), -1) {
		for line := range strings.Lines(block[1]) {
			commands++
			command, _, _ := strings.Cut(line, "  #")
			out := run(strings.TrimSpace(command) + `; echo "[$?]"`)
			if answer, ok := strings.CutSuffix(out, "[0]\n"); !ok || strings.TrimSpace(answer) == "" {
				t.Errorf("%s\n%s", command, out)
			}
		}
	}
	if commands < 10 {
		t.Errorf("%d commands", commands)
	}
}
