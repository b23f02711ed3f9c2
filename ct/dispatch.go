package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/nearest"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/sibling"
)

// The exit statuses of ct's own commands; a tool's status passes through.
const (
	exitGood    = 0
	exitWrong   = 1
	exitFailure = 2
)

// run does what argv, the arguments of the process, asks for and gives the exit
// status. It comes back only where ct does not become another program.
func run(argv []string) int {
	u := &umbrella{out: bufio.NewWriter(os.Stdout), err: os.Stderr}
	status, err := u.dispatch(argv)
	if flushed := u.out.Flush(); err == nil && flushed != nil {
		err = fmt.Errorf("standard output: %w", flushed)
	}
	if err != nil {
		u.note(err.Error())
		return exitFailure
	}
	return status
}

// umbrella is one run of ct.
type umbrella struct {
	out *bufio.Writer
	err io.Writer
}

// note prints one line on standard error for every line of text.
func (u *umbrella) note(text string) {
	_ = u.out.Flush()
	for line := range strings.Lines(text) {
		_, _ = fmt.Fprintf(u.err, "ct: %s\n", budget.EscapeName(strings.TrimSuffix(line, "\n")))
	}
}

func (u *umbrella) print(text string) { _, _ = u.out.WriteString(text) }

// dispatch takes the first word for one of ct's own commands, or for a tool.
// What follows a tool's name is the tool's alone.
func (u *umbrella) dispatch(argv []string) (int, error) {
	if len(argv) == 0 {
		return 0, opt.Usagef("", "name a tool or a command: %s; ct help says more", strings.Join(names(), ", "))
	}
	if strings.HasPrefix(argv[0], "-") {
		return u.own(root(), argv)
	}
	if c, ok := command(argv[0]); ok {
		return u.own(c, argv[1:])
	}
	p, err := resolve(argv)
	if err != nil {
		return 0, err
	}
	return sibling.Exec(p.path, p.argv)
}

// A program is a tool that was found, and the command line it is to have.
type program struct {
	path string
	argv []string // with the program's own name first
}

// resolve finds the tool that line, NAME and its arguments, means.
func resolve(line []string) (program, error) {
	name, args := line[0], line[1:]
	if a, ok := alias(name); ok {
		if path, err := sibling.Find(a.tool); err == nil {
			return program{path, slices.Concat([]string{binary(a.tool), a.option}, args)}, nil
		}
	}
	path, err := sibling.Find(name)
	if err != nil {
		return program{}, unknown(name, err)
	}
	return program{path, slices.Concat([]string{binary(name)}, args)}, nil
}

// binary gives the program's name of the tool called name.
func binary(name string) string { return "ct-" + name }

// unknown is the error for a name that nothing answers to.
func unknown(name string, err error) error {
	if errors.Is(err, sibling.ErrName) {
		return opt.Usagef("", "%v", err)
	}
	tool := name
	if a, ok := alias(name); ok {
		tool = a.tool
	}
	if slices.Contains(sibling.Suite(), tool) {
		return fmt.Errorf("%s: %w; install the whole suite into one folder, see ct doctor", binary(tool), sibling.ErrNotFound)
	}
	there := names()
	if near := nearest.Of(name, there, 3); len(near) > 0 {
		return opt.Usagef("", "no tool or command %q; did you mean %s?", name, strings.Join(near, ", "))
	}
	return opt.Usagef("", "no tool or command %q; there are %s", name, strings.Join(there, ", "))
}

// names gives every name that works here: ct's own commands, the tools that are
// installed and the aliases of these.
func names() []string {
	var list []string
	for _, c := range commands() {
		list = append(list, c.name)
	}
	there := tools()
	for _, p := range there {
		list = append(list, p.Name)
	}
	for _, a := range aliases(there) {
		list = append(list, a.name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}
