package opt

import "github.com/ct-tools/ct/shared/render"

// An About has the options that ask about a program itself, for programs that have no tool calls.
type About struct {
	man, help, version   bool
	explain, completions string
}

// Options returns their rows, which fill a.
func (a *About) Options() []Option {
	rows := []Option{
		{Name: "explain", Arg: "[md|json]", Var: Maybe(&a.explain), Values: []string{"md", "json"}, Help: "print the guide, or the program's definition"},
		{Name: "completions", Arg: "SHELL", Var: Text(&a.completions), Values: []string{"bash", "zsh", "fish"}, Help: "print the completion of a shell"},
		{Name: "man", Var: Flag(&a.man), Help: "print the manual page, for man -l -"},
		{Name: "help", Short: "h", Var: Flag(&a.help), Help: "print this help"},
		{Name: "version", Short: "V", Var: Flag(&a.version), Help: "print the version"},
	}
	for i := range rows {
		rows[i].Group, rows[i].CommandLine = "About", true
	}
	return rows
}

// Answer returns what the option that was given asks for, and reports whether there was one. columns is the width of a
// help, m has what the program's manual page needs.
func (a *About) Answer(t *Table, m Manual, columns int) (text string, asked bool, err error) {
	switch {
	case a.help:
		return t.Help(columns), true, nil
	case a.man:
		return t.Man(m), true, nil
	case a.version:
		return t.Tool + " " + m.Version + "\n", true, nil
	case a.explain == "md":
		return m.Guide, true, nil
	case a.explain == "json":
		definition, err := render.JSON(t.Explain(), false)
		return string(definition) + "\n", true, err
	case a.completions != "":
		return t.Completions(a.completions), true, nil
	}
	return "", false, nil
}
