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

// Exit statuses of ct's own commands. The status of a tool is passed on.
const (
	exitGood    = 0
	exitWrong   = 1
	exitFailure = 2
)

// run does what argv, the arguments of the process, asks for and returns the exit status. It does
// not return if ct becomes another program.
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

// dispatch takes the first word as a command of ct or as a tool, which gets the words after its name unchanged.
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

// program is a tool that was found, and its command line.
type program struct {
	path string
	argv []string // starts with the program's own name
}

// resolve finds the tool for line, which is NAME and its arguments.
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

// binary returns the file name of the tool called name, without an extension.
func binary(name string) string { return "ct-" + name }

// unknown returns the error for a name that is neither a tool, nor an alias, nor a command.
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
	known := names()
	if near := nearest.Of(name, known, 3); len(near) > 0 {
		return opt.Usagef("", "no tool or command %q; did you mean %s?", name, strings.Join(near, ", "))
	}
	return opt.Usagef("", "no tool or command %q; there are %s", name, strings.Join(known, ", "))
}

// names returns every name that works here: ct's own commands, the installed tools and their aliases.
func names() []string {
	var list []string
	for _, c := range commands() {
		list = append(list, c.name)
	}
	found := tools()
	for _, p := range found {
		list = append(list, p.Name)
	}
	for _, a := range aliases(found) {
		list = append(list, a.name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// shortcut is another name for a tool together with its first option.
type shortcut struct{ name, tool, option string }

// shortcuts returns all aliases. One exists if its tool is installed, and precedes a tool of the same name.
func shortcuts() []shortcut {
	return []shortcut{
		{"scout", "survey", "--scout"},
		{"sample", "show", "--sample"},
		{"q", "search", "--q"},
		{"calls", "search", "--calls"},
		{"outline", "search", "--outline"},
		{"at", "search", "--position"},
		{"ask", "search", "--mode=question"},
	}
}

// alias returns the alias called name.
func alias(name string) (shortcut, bool) {
	for _, a := range shortcuts() {
		if a.name == name {
			return a, true
		}
	}
	return shortcut{}, false
}

// aliases returns the aliases of the given tools.
func aliases(tools []sibling.Program) []shortcut {
	return slices.DeleteFunc(shortcuts(), func(a shortcut) bool {
		return !slices.ContainsFunc(tools, func(p sibling.Program) bool { return p.Name == a.tool })
	})
}
