package opt

import (
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
)

// Parse reads a command line without the program's name: it fills the options'
// variables and gives the positional arguments. Errors are of type *UsageError.
//
// The command line is put in order by the table before urfave/cli sees it,
// which by itself would stop at the first argument, split values at commas and
// take "help" and "h" for commands.
func (t *Table) Parse(argv []string) (args []string, err error) {
	settings, args, err := t.order(argv)
	if err != nil {
		return nil, err
	}
	return args, t.apply(settings)
}

// apply hands the settings to their variables through urfave/cli.
func (t *Table) apply(settings []setting) error {
	line := []string{t.Tool}
	for _, s := range settings {
		line = append(line, "--"+s.o.Name+"="+s.value)
	}
	t.settings = settings
	app := &cli.App{
		Name: t.Tool, Writer: io.Discard, ErrWriter: io.Discard, Compiled: time.Unix(0, 0),
		HideHelp: true, HideHelpCommand: true, HideVersion: true, DisableSliceFlagSeparator: true,
		OnUsageError: func(_ *cli.Context, err error, _ bool) error { return err },
		Action:       func(*cli.Context) error { return nil },
	}
	var culprit error
	next := 0 // settings reach their variables in the order given
	for _, o := range given(settings) {
		app.Flags = append(app.Flags, &cli.GenericFlag{Name: o.Name, Value: value(func(v string) error {
			as := settings[next].as
			next++
			err := o.check(v)
			if err == nil {
				err = o.Var.Set(v)
			}
			if err != nil && culprit == nil {
				culprit = Usagef(o.property(), "%s %v", as, err)
				if u, ok := errors.AsType[*UsageError](err); ok {
					culprit = u
				}
			}
			return err
		})})
	}
	err := app.Run(line)
	if culprit != nil {
		return culprit
	}
	return err
}

// given gives the options of settings, each once. urfave/cli is told of no
// others: its time grows with the square of their number.
func given(settings []setting) []*Option {
	var options []*Option
	for _, s := range settings {
		if !slices.Contains(options, s.o) {
			options = append(options, s.o)
		}
	}
	return options
}

// value makes a function that takes a text into a flag of urfave/cli.
type value func(string) error

func (v value) Set(s string) error { return v(s) }
func (v value) String() string     { return "" }

// Replace puts an option in the place of others for what Line repeats, where
// the one asks for what the others asked for. It sets no variable.
func (t *Table) Replace(name, value string, others ...string) {
	isOther := func(s setting) bool { return slices.Contains(others, s.o.Name) }
	at := max(slices.IndexFunc(t.settings, isOther), 0)
	kept := slices.DeleteFunc(slices.Clone(t.settings), isOther)
	t.settings = slices.Insert(kept, at, setting{o: t.long(name), as: "option --" + name, value: value})
}

// Given gives the options of those with the long names that were given to Parse
// or Call, in the table's order and each once, as messages call them: "--name" or
// "-n" as written, "argument name" in a call.
func (t *Table) Given(names ...string) []string {
	var list []string
	for i := range t.Options {
		o := &t.Options[i]
		at := slices.IndexFunc(t.settings, func(s setting) bool { return s.o.Name == o.Name })
		if at >= 0 && slices.Contains(names, o.Name) {
			list = append(list, strings.TrimPrefix(t.settings[at].as, "option "))
		}
	}
	return list
}

// Behind puts what was given to before, an earlier state of t, before what t was
// given since, for what Line repeats.
func (t *Table) Behind(before *Table) { t.settings = slices.Concat(before.settings, t.settings) }

// Line gives the options as they were given to Parse or Call, each in one word,
// without those named: what another command line like this one begins with. A
// counted option that was given again is one word of its letter, as -uu.
func (t *Table) Line(without ...string) []string {
	var line []string
	for _, s := range t.settings {
		switch {
		case slices.Contains(without, s.o.Name):
		case s.o.Var.Kind() != KindFlag:
			line = append(line, "--"+s.o.Name+"="+s.value)
		case s.value == "true":
			line = addFlag(line, s.o)
		}
	}
	return line
}

// addFlag adds a flag to line, or, where it is a counted one that is there, its
// letter to the word that it has.
func addFlag(line []string, o *Option) []string {
	word := "--" + o.Name
	if _, counted := o.Var.(countVar); counted && o.Short != "" {
		for i, have := range line {
			switch {
			case have == word:
				line[i] = "-" + o.Short + o.Short
				return line
			case strings.HasPrefix(have, "-"+o.Short+o.Short):
				line[i] += o.Short
				return line
			}
		}
	}
	return append(line, word)
}
