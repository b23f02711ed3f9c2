package main

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Every option of ct-test makes a difference.
func TestForms(t *testing.T) {
	words := strings.Fields
	add := func(line string) tooltest.Witness { return tooltest.Witness{Add: words(line)} }
	on := func(base, line string) tooltest.Witness { return tooltest.Witness{Base: words(base), Add: words(line)} }
	const cat = "--cmd cat -- src/a.go"
	w := map[string]tooltest.Witness{
		"cmd":              on("-- src/a.go", "--cmd cat"),
		"stdin":            on("--show-output --cmd cat", "--stdin text:given"),
		"repeat":           on("--json "+cat, "--repeat 2"),
		"mask":             {Base: words("--repeat 2 --cmd cat -- /proc/sys/kernel/random/uuid"), Add: words("--mask [0-9a-f-]+"), Out: "SUCCESS"},
		"readable":         {Base: words("--sandbox src --show-output --cmd cat -- linked.go"), Add: words("--readable ."), Enforced: true},
		"err-match":        add("--err-match needle"),
		"err-match-stdout": add("--err-match-stdout needle"),
		"err-match-stderr": on("--otherwise success --cmd cat -- missing", "--err-match-stderr missing"),
		"ok-match":         add("--ok-match nothing"),
		"ok-match-stdout":  add("--ok-match-stdout nothing"),
		"ok-match-stderr":  add("--ok-match-stderr nothing"),
		"err-when":         add("--err-when lines>1"),
		"ok-when":          add("--ok-when lines>1000"),
		"otherwise":        add("--otherwise error"),
		"mode":             on("--err-match nee.le "+cat, "--mode literal"),
		"show-output":      add("--show-output"),
		"focus":            add("--focus needle"),
		"context":          on("--focus import "+cat, "--context 0"),
		"capture-tail":     on("--emit {STDOUT} "+cat, "--capture-tail 1"),
		"max-lines":        on("--emit {STDOUT} "+cat, "--max-lines 2"),
		"max-bytes":        on("--emit {STDOUT} --cmd cat -- src/many.go", "--max-bytes 512"),
		"sandbox":          {Base: words("--show-output --cmd cat -- linked.go"), Add: words("--sandbox src"), Enforced: true},
		"confine":          {Add: words("--confine off"), Refused: true},
		"quiet":            add("--quiet"),
	}
	for name, witness := range tooltest.Pulses() {
		witness.Base = words("--timeout 0.3 --cmd tail -- -f src/a.go")
		w[name] = witness
	}
	files := tooltest.Needles()
	files["src/many.go"] = "package src\n" + strings.Repeat("\nfunc f() { needle() }\n", 100)
	tooltest.Forms{Program: "ct-test", Table: newTool().WholeTable(), Base: map[string][]string{"": words(cat)}, Tree: files, Witnesses: w}.Test(t)
}
