package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Whatever the runs, patterns and texts are, the document fits its budget, is valid JSON and says
// where it is cut.
func TestTheDocumentKeepsToItsBudget(t *testing.T) {
	t.Parallel()
	dir := tooltest.Tree(t, map[string]string{"file": strings.Repeat("a \"quoted\"\ttext \x01 of lines\n", 5000)})
	args := []string{"--no-config", "--json", "--cmd", "cat", "--repeat", "40", "--focus", "text", "--question", strings.Repeat("why ", 64)}
	for i := range 60 {
		args = append(args, "--err-match", fmt.Sprintf("%d%s", i, strings.Repeat("\x02", 400)))
	}
	program := filepath.Join(tooltest.Bin(t, "ct-test"), "ct-test")
	for _, most := range []int{2048, 2049, 3000, 8192, 100_000} {
		cmd := exec.Command(program, append(args, "--max-bytes", fmt.Sprint(most), "--", "file")...)
		cmd.Dir = dir
		cmd.Env = []string{"HOME=/nonexistent", "PATH=/usr/bin:/bin"}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%d: %v, %s", most, err, out)
		}
		if len(out) > most {
			t.Errorf("%d bytes, at most %d wanted", len(out), most)
		}
		var d document
		if err := json.Unmarshal(out, &d); err != nil {
			t.Fatalf("%d: %v", most, err)
		}
		if d.Verdict != "SUCCESS" || !d.Truncated || len(d.Runs) == 0 || len(d.Runs) < 40 && d.RunsTotal != 40 || len(d.Assertions) < 60 && d.AssertTotal != 60 {
			t.Errorf("%d: %.300s", most, out)
		}
		t.Logf("%d of %d bytes, %d runs, %d assertions, %d and %d bytes of text", len(out), most, len(d.Runs), len(d.Assertions), len(d.Stdout), len(d.Focus))
	}
}
