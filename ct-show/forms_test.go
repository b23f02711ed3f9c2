package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Every option of ct-show serves the form of a call and makes a difference, or is refused.
func TestForms(t *testing.T) {
	words := strings.Fields
	add := func(line string) tooltest.Witness { return tooltest.Witness{Add: words(line)} }
	on := func(base, line string) tooltest.Witness { return tooltest.Witness{Base: words(base), Add: words(line)} }
	files := tooltest.Needles()
	files["src/many.go"] = "package src\n" + strings.Repeat("\nfunc f() { needle() }\n", 12)
	files["src/long.go"] = "package src\n" + strings.Repeat("\n// needle is a name with many words behind it, so that few lines fill a page.\n", 12)
	for i := range 6 {
		files[fmt.Sprintf("long/%d.go", i)] = files["src/long.go"]
	}
	base := map[string][]string{
		formShow:   words("needle src/many.go"),
		formPage:   words("src/a.go --line 3"),
		formSample: words("--sample needle src"),
	}
	w := map[string]tooltest.Witness{
		"sample/sample":         on("needle src", "--sample"),
		"show/sample":           {Chooses: true},
		"mode":                  add("--mode regex"),
		"case":                  add("--case smart"),
		"max-bytes":             on("--context 5 needle src/long.go", "--max-bytes 512"),
		"page/max-bytes":        on("src/many.go --line 3", "--max-bytes 512"),
		"sample/max-bytes":      on("--sample needle long", "--max-bytes 512"),
		"blame":                 add("--blame"),
		"skip":                  add("--skip 1"),
		"context":               add("--context 0"),
		"line":                  on("src/a.go", "--line 3"),
		"show/line":             add("--line 3"),
		"sample/line":           add("--line 3"),
		"range":                 on("src/a.go", "--range 1:2"),
		"show/range":            add("--range 1:2"),
		"sample/range":          add("--range 1:2"),
		"symbol":                on("src/a.go", "--symbol needle"),
		"show/symbol":           add("--symbol needle"),
		"sample/symbol":         add("--symbol needle"),
		"page/color":            {Base: words("src/a.go --symbol needle"), Add: words("--color always"), Out: "\x1b["},
		"color":                 {Add: words("--color always"), Out: "\x1b["},
		"show/mode":             on("n.edle src/a.go", "--mode regex"),
		"sample/mode":           on("--sample n.edle src", "--mode regex"),
		"show/fixed":            on("--regex n.edle src/a.go", "-F"),
		"sample/fixed":          on("--regex --sample n.edle src", "-F"),
		"show/identifier":       on("needl src/a.go", "--identifier"),
		"sample/identifier":     on("--sample needl src", "--identifier"),
		"show/word":             on("needl src/a.go", "--word"),
		"show/word-regexp":      on("needl src/a.go", "-w"),
		"sample/word":           on("--sample needl src", "--word"),
		"sample/word-regexp":    on("--sample needl src", "-w"),
		"show/regex":            on("n.edle src/a.go", "--regex"),
		"sample/regex":          on("--sample n.edle src", "--regex"),
		"show/fuzzy":            on("neddle src/a.go", "--fuzzy"),
		"sample/fuzzy":          on("--sample neddle src", "--fuzzy"),
		"show/case":             on("NEEDLE src/a.go", "--case insensitive"),
		"sample/case":           on("--sample NEEDLe src", "--case insensitive"),
		"show/ignore-case":      on("NEEDLE src/a.go", "-i"),
		"sample/ignore-case":    on("--sample NEEDLe src", "-i"),
		"case-sensitive":        on("-i NEEDLE src/a.go", "-s"),
		"sample/case-sensitive": on("-i --sample NEEDLe src", "-s"),
		"smart-case":            on("needle src/upper.go", "-S"),
		"sample/smart-case":     on("--sample needle src", "-S"),
	}
	const slow = "--regex (x+x+)+y(?=z) slow.txt"
	for form, line := range map[string]string{formShow: slow, formSample: "--sample " + slow, formPage: "large.go --symbol f149999"} {
		for name, witness := range tooltest.Pulses() {
			witness.Base = words(line)
			w[form+"/"+name] = witness
		}
	}
	tooltest.Forms{
		Program: "ct-show", Table: show().WholeTable(), Base: base, Tree: files, Witnesses: w, Layouts: map[string][]string{formShow: {"--json"}, formPage: {"--json"}, formSample: {"--json"}},
		Prepare: func(t *testing.T, dir string) {
			tooltest.Commit(t, dir, "Begin")
			var large strings.Builder
			large.WriteString("package large\n")
			for i := range 150_000 {
				fmt.Fprintf(&large, "\nfunc f%d() { needle(%d) }\n", i, i)
			}
			if err := os.WriteFile(filepath.Join(dir, "large.go"), []byte(large.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		},
	}.Test(t)
}
