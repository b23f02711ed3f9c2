package checks

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ct-tools/ct/shared/tooltest"
)

func TestMain(m *testing.M) { tooltest.Main(m) }

// theirs returns the options of a tool, by its completions of fish, and the spellings in the order of ours.
func theirs(t *testing.T, tool string) map[string]row {
	bin := tooltest.Bin(t, "ct-"+tool)
	out := tooltest.Run{}.Do(t, filepath.Join(bin, "ct-"+tool), "--completions", "fish").Stdout
	options := map[string]row{}
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) < 4 || words[0] != "complete" {
			continue
		}
		var r row
		for i := 3; i < len(words) && words[i] != "-a" && words[i] != "-d"; i++ {
			switch words[i] {
			case "-s":
				r.short = words[i+1]
			case "-l":
				if r.name == "" {
					r.name = words[i+1]
				} else {
					r.aliases = append(r.aliases, words[i+1])
				}
			case "-x", "-r":
				r.value = true
			}
		}
		if r.name != "" {
			options[r.name] = r
		}
	}
	if len(options) < 20 {
		t.Fatalf("%s has %d options", tool, len(options))
	}
	return options
}

// Every option of every tool is permitted or refused, and is written here as the tool reads it: a new option fails this
// test until options.go says which it is.
func TestEveryOptionOfTheToolsIsDecided(t *testing.T) {
	refusedOnes := map[string]bool{}
	for _, tool := range tools() {
		options := theirs(t, tool)
		seen := map[string]bool{}
		for _, r := range rows(tool) {
			their, ok := options[r.name]
			switch {
			case seen[r.name]:
				t.Errorf("ct-%s --%s stands twice in options.go", tool, r.name)
			case !ok && r.refused == "":
				t.Errorf("ct-%s has no --%s, which options.go permits", tool, r.name)
			case !ok: // it is another tool's
			case their.short != r.short || !slices.Equal(their.aliases, r.aliases) || their.value != r.value && r.name != "explain":
				t.Errorf("ct-%s reads %+v; options.go says %+v", tool, their, r)
			}
			if ok && r.refused != "" {
				refusedOnes[r.name] = true
			}
			seen[r.name] = true
		}
		for name := range options {
			if !seen[name] {
				t.Errorf("options.go neither permits nor refuses ct-%s --%s", tool, name)
			}
		}
	}
	for _, r := range refusals {
		for _, row := range parseRows(r.options, r.why) {
			if !refusedOnes[row.name] {
				t.Errorf("no tool has --%s, which options.go refuses", row.name)
			}
		}
	}
}
