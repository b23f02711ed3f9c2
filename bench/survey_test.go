package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A survey is timed only if it counts what ripgrep counts.
func TestASurveyIsHeldToRipgrepsCounts(t *testing.T) {
	t.Parallel()
	dir := smallTree(t)
	_, p := prepared(t, dir)
	help, err := exec.Command(p.paths["ct-survey"], "--help").Output()
	if err != nil || !strings.Contains(strings.Join(strings.Fields(string(help)), " "), "always left out: "+noise+". ") {
		t.Errorf("what is left out is not %q: %v\n%s", noise, err, help)
	}
	r := row{name: "x", form: anything, check: sumsOf(list("func", "ReadFull")), ours: survey(list("func")), theirs: ripgrep("-c", "func", ".")}
	if done := r.measure(p, dir, 1); done.refused != "" || len(done.ours) != 1 {
		t.Errorf("%+v", done)
	}
	// A file that is binary only for ripgrep is a difference: its NUL comes late.
	if err := os.WriteFile(filepath.Join(dir, "late.go"), []byte(strings.Repeat("x\n", 5000)+"\x00\nfunc late\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if done := r.measure(p, dir, 1); !strings.HasPrefix(done.refused, "results differ in func: ours ") || done.ours != nil {
		t.Errorf("%+v", done)
	}
}
