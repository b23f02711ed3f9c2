package checks

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
)

// Formats are the forms of a report.
var Formats = []string{"text", "json", "junit", "sarif"}

// A Choice says which checks of a file are meant.
type Choice struct {
	Only []string // names of checks, none for all
	List bool     // they are listed, and none runs
	// Elsewhere says that the calls are about other trees than the folder of the file: no link is followed there.
	Elsewhere bool
}

// Options returns the rows that fill the choice.
func (c *Choice) Options(group string) []opt.Option {
	return []opt.Option{
		{Name: "only", Arg: "NAME", Var: opt.List(&c.Only), Group: group, CommandLine: true, Help: "run only the check with this name; if repeated, these"},
		{Name: "list", Var: opt.Flag(&c.List), Group: group, CommandLine: true, Help: "print the names and calls of the checks, and run none"},
	}
}

// Load reads the file of the arguments of a program, such as "ct check", by default DefaultFile, and returns the checks
// that are meant, at least one.
func (c *Choice) Load(program string, args []string) (*File, []*Check, error) {
	name := DefaultFile
	if len(args) > 0 {
		name = args[0]
	}
	f, err := read(name, expand, !c.Elsewhere)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("%w; write one (ct help check), or name another: %s FILE", err, program)
	}
	if err != nil {
		return nil, nil, err
	}
	list, unknown := f.Only(c.Only)
	switch {
	case unknown != "":
		return nil, nil, opt.Usagef("", "--only: no check %q in %s%s; %s --list prints the names", unknown, name, nearest.Hint(unknown, f.Names()), program)
	case len(list) == 0:
		return nil, nil, fmt.Errorf("%s has no checks; write [[check]] with name, run and expect (ct help check)", name)
	}
	return f, list, nil
}

// expand returns the words of a call with the alias that they begin with in full.
func expand(words []string) []string {
	if a, args, ok := sibling.AliasIn(words); ok {
		return slices.Concat([]string{a.Tool, a.Option}, args)
	}
	return words
}

// Listing returns the names of checks, what they expect and their calls, a line for each.
func Listing(list []*Check) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, c := range list {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\n", budget.EscapeName(c.Name), budget.EscapeName(c.Expect), c.Command())
	}
	_ = w.Flush()
	return b.String()
}
