package main

import (
	"strings"
	"testing"

	"github.com/ct-tools/ct/ct-survey/survey"
	"github.com/ct-tools/ct/shared/tooltest"
)

// Every option of ct-survey serves the form of a call and makes a difference, or is refused.
func TestForms(t *testing.T) {
	words := strings.Fields
	forms := map[string]string{"survey": "--term ", "scout": "--scout "}
	base := map[string][]string{"survey": words("--term needle src"), "scout": words("--scout needle src")}
	slow := map[string]string{"survey": "--fuzzy --term neddle large.txt", "scout": "--regex --scout (x+x+)+y(?=z) slow.txt"}
	files := tooltest.Needles()
	files["large.txt"] = strings.Repeat("a line of a large file, with many words that nearly are the needle\n", 300_000)
	w := map[string]tooltest.Witness{
		"survey/scout":     {Add: words("--scout")},
		"scout/term":       {Add: words("--term needle")},
		"survey/max-bytes": {Base: words("--term needle --term import --term func --term package --term Println --term var --term NEEDLE --term c src src/deep linked.go"), Add: words("--max-bytes 512")},
		"scout/max-bytes":  {Base: words("--scout --fuzzy nedle"), Add: words("--max-bytes 512")},
		"within":           {Base: words("--term needle --term package src"), Add: words("--within 1")},
		"all-of":           {Add: words("--all-of import")},
		"none-of":          {Add: words("--none-of package")},
		"term":             {Add: words("--term other")},
		"scout":            {Base: words("needle src"), Add: words("--scout")},
	}
	for form, option := range forms {
		on := func(name, text, line string) {
			w[form+"/"+name] = tooltest.Witness{Base: append(words(option+text), "src"), Add: words(line)}
		}
		on("mode", "n.edle", "--mode regex")
		on("identifier", "needl", "--identifier")
		on("word", "needl", "--word")
		on("word-regexp", "needl", "-w")
		on("regex", "n.edle", "--regex")
		on("fuzzy", "neddle", "--fuzzy")
		on("case", "NEEDLe", "--case insensitive")
		on("ignore-case", "NEEDLe", "-i")
		on("smart-case", "needle", "-S")
		w[form+"/fixed"] = tooltest.Witness{Base: words("--identifier " + option + "needl src"), Add: words("-F")}
		w[form+"/case-sensitive"] = tooltest.Witness{Base: words("-i " + option + "NEEDLe src"), Add: words("-s")}
		for name, witness := range tooltest.Pulses() {
			witness.Base = words(slow[form])
			if name == "heartbeat-to" { // no answer is text
				witness.Refused = true
			}
			w[form+"/"+name] = witness
		}
	}
	tooltest.Forms{Program: "ct-survey", Table: survey.Tool().WholeTable(), Base: base, Tree: files, Witnesses: w, Layouts: map[string][]string{"survey": {"--json"}, "scout": {"--json"}}}.Test(t)
}
