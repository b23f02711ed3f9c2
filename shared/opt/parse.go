package opt

import (
	"errors"
	"io"
	"slices"
	"time"

	"github.com/urfave/cli/v2"
)

// Parse reads a command line into the options and returns the positional arguments. Errors are of type *UsageError.
//
// The table puts the command line in order before urfave/cli reads it: urfave/cli would stop at the first argument,
// split values at commas and take "help" and "h" as commands.
func (t *Table) Parse(argv []string) (args []string, err error) {
	settings, args, err := t.order(argv)
	if err != nil {
		return nil, err
	}
	return args, t.apply(settings)
}

// apply sets the variables of the settings through urfave/cli.
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
				culprit = Usagef(o.Name, "%s %v", as, err)
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

// given returns the options of settings, each once. urfave/cli gets no others: its time is quadratic in them.
func given(settings []setting) []*Option {
	var options []*Option
	for _, s := range settings {
		if !slices.Contains(options, s.o) {
			options = append(options, s.o)
		}
	}
	return options
}

// A value is a function of a text as the value of a flag of urfave/cli.
type value func(string) error

func (v value) Set(s string) error { return v(s) }
func (v value) String() string     { return "" }
