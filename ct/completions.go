package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
)

// completions prints the completions of ct for a shell, after those of every tool as the tool prints them: the words
// after ct NAME are completed by ct-NAME's completions. A tool that prints none is reported on standard error, and then
// the status is a failure, because the script is incomplete.
func (u *umbrella) completions(_ *request, args []string) (int, error) {
	if len(args) == 0 {
		return 0, opt.Usagef("", "completions needs a shell: %s", strings.Join(shells, ", "))
	}
	shell := args[0]
	if !slices.Contains(shells, shell) {
		return 0, opt.Usagef("", "completions needs a shell: %s, not %q%s", strings.Join(shells, ", "), shell, nearest.Hint(shell, shells))
	}
	if _, err := confine.Self(confine.Auto); err != nil {
		return 0, err
	}
	status := exitGood
	found := tools()
	l := &line{tools: describe(found)}
	if shell == "zsh" {
		// zsh learns from the first line of a file alone what the file completes.
		u.print("#compdef ct\n")
	}
	for _, a := range ask(found, "--completions", shell) {
		if !a.asked {
			continue
		}
		if err := a.completes(shell); err != nil {
			u.note(err.Error())
			status = exitFailure
			continue
		}
		u.print(strings.TrimSuffix(string(a.text), "\n") + "\n")
		l.complete = append(l.complete, a.tool.Name)
	}
	u.print(map[string]func(*line) string{"bash": bash, "zsh": zsh, "fish": fish}[shell](l))
	return status, nil
}

// completes checks that the answer is a completion of the tool. Other output of a program must not get into a shell.
func (a *answer) completes(shell string) error {
	mark := opt.CompletionFunction(binary(a.tool.Name)) + "() {\n"
	if shell == "fish" {
		mark = "complete -c " + binary(a.tool.Name) + " "
	}
	if a.err == nil && !strings.Contains(string(a.text), mark) {
		return fmt.Errorf("%s --completions %s: no completion of %s", a.tool.Path, shell, binary(a.tool.Name))
	}
	return a.err
}

// line describes the possible words of ct's command line.
type line struct {
	tools    []definition
	complete []string // tools that have completions of their own
}

// choice is a word that can follow ct, and its description.
type choice struct{ word, help string }

// choices returns the words that can be the first on the line or, in a chain, the first of a segment.
func (l *line) choices(inChain bool) []choice {
	var list []choice
	if !inChain {
		for _, c := range commands() {
			list = append(list, choice{c.name, c.summary})
		}
	}
	tools := make([]sibling.Program, len(l.tools))
	for i, d := range l.tools {
		tools[i] = d.tool
		list = append(list, choice{d.tool.Name, budget.EscapeName(d.description)})
	}
	for _, a := range aliases(tools) {
		if a.IsWord() {
			list = append(list, choice{a.Name, a.Tool + " " + a.Option})
		}
	}
	return list
}

// handover maps a word to the words that replace it on the line to complete.
type handover struct {
	word  string
	line  []string // the tool's program, followed by its option if word is an alias
	files bool     // of a command of ct: files can follow too
}

func (l *line) handovers() []handover {
	var list []handover
	for _, name := range l.complete {
		list = append(list, handover{word: name, line: []string{binary(name)}})
	}
	for _, a := range sibling.Aliases() {
		if a.IsWord() && slices.Contains(l.complete, a.Tool) && !slices.Contains(l.complete, a.Name) {
			list = append(list, handover{word: a.Name, line: []string{binary(a.Tool), a.Option}})
		}
	}
	return list
}

// following returns, for each of ct's own commands, the words that can follow it.
func (l *line) following() []handover {
	var list []handover
	for _, c := range commands() {
		if c.raw {
			continue
		}
		words := c.table(&request{}).Names()
		switch c.name {
		case "completions":
			words = append(slices.Clone(shells), words...)
		case "help":
			for _, w := range l.choices(false) {
				words = append(words, w.word)
			}
		}
		files := slices.ContainsFunc(c.args, func(a opt.Arg) bool { return a.Complete == opt.Files })
		list = append(list, handover{c.name, words, files})
	}
	return list
}

// rootNames returns the options of ct itself.
func rootNames() []string {
	c := root()
	return c.table(&request{}).Names()
}

// words joins the words of choices, which consist of letters, digits and dashes only.
func words(list []choice) string {
	text := make([]string, len(list))
	for i, c := range list {
		text[i] = c.word
	}
	return strings.Join(text, " ")
}
