package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

// Every option of ct-history serves the form of a call and makes a difference, or is refused.
func TestForms(t *testing.T) {
	words := strings.Fields
	add := func(line string) tooltest.Witness { return tooltest.Witness{Add: words(line)} }
	on := func(base, line string) tooltest.Witness { return tooltest.Witness{Base: words(base), Add: words(line)} }
	base := map[string][]string{formText: words("needle src more"), formLines: words("src/a.go --range 1:9")}
	w := map[string]tooltest.Witness{
		"line":            on("src/a.go", "--line 3"),
		"range":           on("src/a.go", "--range 1:2"),
		"symbol":          on("src/a.go", "--symbol needle"),
		"history/line":    add("--line 3"),
		"history/range":   add("--range 1:2"),
		"history/symbol":  add("--symbol needle"),
		"count-changed":   add("--count-changed"),
		"at":              add("--at HEAD~3"),
		"first":           add("--first"),
		"last":            add("--last"),
		"since":           add("--since 2026-01-05"),
		"until":           add("--until 2026-01-05"),
		"author":          add("--author nobody"),
		"limit":           add("--limit 1"),
		"cursor":          {Add: words("--cursor " + strings.Repeat("0", 40) + ".1.000000000000"), Err: "another request"},
		"text":            on("--expect any needle src/binary.go", "--text"),
		"color":           {Add: words("--color always"), Out: "\x1b["},
		"mode":            on("n.edle", "--mode regex"),
		"fixed":           on("--regex n.edle", "-F"),
		"identifier":      on("needl", "--identifier"),
		"word":            on("needl", "--word"),
		"word-regexp":     on("needl", "-w"),
		"regex":           on("n.edle", "--regex"),
		"fuzzy":           on("neddle", "--fuzzy"),
		"case":            on("NEEDLe", "--case insensitive"),
		"ignore-case":     on("NEEDLe", "-i"),
		"case-sensitive":  on("-i NEEDLe", "-s"),
		"smart-case":      on("needle src/upper.go", "-S"),
		"lines/max-bytes": add("--max-bytes 512"),
	}
	for name, witness := range tooltest.Pulses() {
		witness.Base = words("--fuzzy neddle large.txt")
		w[formText+"/"+name] = witness
		witness.Base = words("large.go --symbol f149999")
		w[formLines+"/"+name] = witness
	}
	files := tooltest.Needles()
	for i := range 12 {
		files[fmt.Sprintf("more/%d.txt", i)] = strings.Repeat("a needle in a longer line, of which there are some in a file\n", 8)
	}
	tooltest.Forms{
		Program: "ct-history", Table: history().WholeTable(), Base: base, Tree: files, Witnesses: w,
		Layouts: map[string][]string{formText: {"--json"}, formLines: {"--json"}},
		Prepare: func(t *testing.T, dir string) {
			var large strings.Builder
			large.WriteString("package large\n")
			for i := range 150_000 {
				fmt.Fprintf(&large, "\nfunc f%d() { n(%d) }\n", i, i)
			}
			more := map[string]string{"large.go": large.String(), "large.txt": strings.Repeat("a line of a large file, with many words that nearly are the nedle\n", 200_000)}
			put := func(files map[string]string) {
				for name, text := range files {
					if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			put(more)
			tooltest.Git(t, dir, "init", "-q", "-b", "main")
			for day := range 8 {
				changed := maps.Clone(files)
				for name, text := range changed {
					changed[name] = strings.Replace(text, "needle", strings.Repeat("needle ", day%3), 1) + strings.Repeat("// needle\n", day)
				}
				put(changed)
				tooltest.Git(t, dir, "add", "-A", "-f")
				date := fmt.Sprintf("2026-01-%02dT12:00:00Z", day+1)
				tooltest.GitAt(t, dir, date, "commit", "-q", "-m", fmt.Sprint("day ", day+1))
			}
		},
	}.Test(t)
}
