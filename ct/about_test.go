package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/tooltest"
)

func TestDocsGuide(t *testing.T) {
	c := root()
	tooltest.Guide(t, "../docs/explain/ct.md", c.table(&request{}))
}

// The guide, the definition and the completions name every command and alias. The guide names only
// aliases of tools in this source tree.
func TestGuideDefinitionAndCompletionsNameEverything(t *testing.T) {
	guide := explain.Guide("ct")
	c := root()
	for _, o := range commands() {
		if !strings.Contains(guide, "`ct "+o.name) {
			t.Errorf("guide: no command %s", o.name)
		}
		if !strings.Contains(c.description(), " "+o.name+" ") {
			t.Errorf("definition: no command %s", o.name)
		}
		if help := o.table(&request{}).Help(opt.HelpWidth); !strings.Contains(help, "\nExamples:\n") || !strings.Contains(help, "--help") {
			t.Errorf("help of %s lacks examples or options:\n%s", o.name, help)
		}
	}
	l := &line{}
	for _, a := range sibling.Aliases() {
		l.tools = append(l.tools, definition{answer: answer{tool: sibling.Program{Name: a.Tool}}})
		row := "| `ct " + a.Name + "` | `ct " + a.Tool + " " + a.Option + "` |"
		switch _, err := os.Stat(filepath.Join("..", binary(a.Tool))); {
		case err == nil && !strings.Contains(guide, row):
			t.Errorf("guide: no line %s", row)
		case err != nil && (strings.Contains(guide, "`ct "+a.Name) || strings.Contains(guide, "`ct "+a.Tool)):
			t.Errorf("guide: it promises ct %s, whose tool does not exist", a.Name)
		}
	}
	for shell, script := range map[string]string{"bash": bash(l), "zsh": zsh(l), "fish": fish(l)} {
		for _, choice := range l.choices(false) {
			if !strings.Contains(script, choice.word) {
				t.Errorf("%s: no %s", shell, choice.word)
			}
		}
		for _, name := range rootNames() {
			if !strings.Contains(script, strings.TrimLeft(name, "-")) {
				t.Errorf("%s: no %s", shell, name)
			}
		}
	}
}

// Every example of the help runs as printed, except those for a shell's startup files, which the
// script completions tests.
func TestExamplesRun(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("skipped: no sh")
	}
	bin := tooltest.Bin(t, "ct", "ct-search", "ct-search/ct-search-plugins")
	for _, c := range append(commands(), root()) {
		for _, e := range c.examples {
			if c.name == "completions" {
				continue
			}
			env := []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}
			r := tooltest.Run{Dir: "..", Env: env}.Do(t, sh, "-c", e.Command)
			if r.Exit != exitGood && !strings.HasPrefix(e.Command, "ct doctor") || r.Stdout == "" {
				t.Errorf("%s\nstatus %d\n%s%s", e.Command, r.Exit, r.Stdout, r.Stderr)
			}
		}
	}
}

// A command of ct and an alias must never have the same name, because the command would hide the
// alias.
func TestNamesAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range commands() {
		seen[c.name] = true
	}
	for _, a := range sibling.Aliases() {
		if seen[a.Name] {
			t.Errorf("%s means two things", a.Name)
		}
		seen[a.Name] = true
	}
}

func TestDefinitionsAreRead(t *testing.T) {
	for text, description := range map[string]string{
		`{"name":"ct-a", "description":"does a"}` + "\n":          "does a",
		`{"name":"ct-a","description":"","tools":[{"name":"x"}]}`: "",
		`{"name":"ct-a"}`:                      "!no name or no description",
		`{"description":"a"}`:                  "!no name or no description",
		`[]`:                                   "!no JSON object",
		`{"name":"ct-a","description":"a"} {}`: "!no JSON object",
		``:                                     "!no JSON object",
		`null`:                                 "!no name or no description",
		`{"name":1,"description":"a"}`:         "!no JSON object",
		`{"name":"ct-a","description":"caf` + "\xe9" + `"}`:         "caf\uFFFD",
		`{"name":"ct-a","description":"a","input_schema":{"x":1}} `: "a",
	} {
		d := definition{answer: answer{asked: true, text: []byte(text)}}
		err := d.read()
		want, fails := strings.CutPrefix(description, "!")
		switch {
		case fails && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: error %v, want %q", text, err, want)
		case !fails && (err != nil || d.description != want || !json.Valid(d.object)):
			t.Errorf("%q: %q, %v", text, d.description, err)
		}
	}
}
