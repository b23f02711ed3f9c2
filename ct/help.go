package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
	"github.com/ct-tools/ct/shared/sibling"
	"github.com/ct-tools/ct/shared/terminal"
	"github.com/ct-tools/ct/shared/version"
)

// about runs ct without a command.
func (u *umbrella) about(r *request, args []string) (int, error) {
	switch {
	case r.help:
		return u.help(r, args)
	case len(args) > 0:
		return 0, opt.Usagef("", "%q follows an option of ct itself; a tool's options come after its name: ct NAME OPTION…", args[0])
	case r.man:
		u.print(manual())
	case r.version:
		u.print("ct " + version.String() + "\n")
	case r.explain == "md":
		u.print(explain.Guide("ct"))
	case r.explain == "json":
		return u.manifest()
	default:
		return u.dispatch(nil)
	}
	return exitGood, nil
}

// manual returns ct's manual page, which refers to the tools in ct's own folder.
func manual() string {
	c := root()
	m := opt.Manual{Version: version.String(), Date: version.Date, Guide: explain.Guide("ct"), Environment: config.Variables(), Files: config.Places()}
	for _, p := range tools() {
		if p.Beside {
			m.See = append(m.See, binary(p.Name))
		}
	}
	return c.table(&request{}).Man(m)
}

// help prints the help of ct or of one of its commands, or becomes the given tool with --help.
func (u *umbrella) help(_ *request, args []string) (int, error) {
	switch {
	case len(args) > 1:
		return 0, opt.Usagef("", "help takes one name; %q is too many", args[1])
	case len(args) == 0:
		return u.overview()
	}
	if c, ok := command(args[0]); ok {
		u.print(c.table(&request{}).Help(terminal.Columns(os.Stdout)))
		return exitGood, nil
	}
	p, err := resolve(args)
	if err != nil {
		return 0, err
	}
	return sibling.Exec(p.path, []string{p.argv[0], "--help"})
}

// overview prints ct's help with the installed tools. It asks every tool for its description, and
// lists one that does not answer without a description. The tools inherit ct's confinement.
func (u *umbrella) overview() (int, error) {
	if _, err := confine.Self(confine.Auto); err != nil {
		return 0, err
	}
	c := root()
	t := c.table(&request{})
	var rows [][2]string
	for _, c := range commands() {
		rows = append(rows, [2]string{strings.TrimSpace(c.name + " " + c.usage[0]), c.summary})
	}
	t.Sections = append(t.Sections, opt.Section{Heading: "Commands", Rows: rows})
	found := tools()
	rows = nil
	for _, d := range describe(found) {
		rows = append(rows, [2]string{d.tool.Name, budget.EscapeName(d.summary())})
	}
	if rows != nil {
		t.Sections = append(t.Sections, opt.Section{Heading: "Tools", Rows: rows})
	}
	rows = nil
	for _, a := range aliases(found) {
		rows = append(rows, [2]string{a.Name, a.Tool + " " + a.Option})
	}
	if rows != nil {
		t.Sections = append(t.Sections, opt.Section{Heading: "Aliases", Rows: rows})
	}
	u.print(t.Help(terminal.Columns(os.Stdout)))
	return exitGood, nil
}

// summary returns the tool's own description.
func (d *definition) summary() string {
	switch {
	case !d.asked:
		return "(" + d.tool.Path + ")"
	case d.err != nil:
		return fmt.Sprintf("(does not say: %v)", d.err)
	}
	return d.description
}

// manifest prints ct's definition with those of the tools under "tools", each as the tool prints it. A tool that prints
// none is reported on standard error, and then the status is a failure, because the manifest is incomplete.
func (u *umbrella) manifest() (int, error) {
	if _, err := confine.Self(confine.Auto); err != nil {
		return 0, err
	}
	c := root()
	t := c.table(&request{})
	t.Definitions = []opt.Definition{{Name: "ct", Description: c.description()}}
	own, err := render.JSON(t.Explain(), false)
	if err != nil {
		return 0, err
	}
	status := exitGood
	list := []json.RawMessage{}
	for _, d := range describe(tools()) {
		switch {
		case !d.asked:
			u.note(fmt.Sprintf("%s is not of this suite and was not asked", d.tool.Path))
		case d.err != nil:
			u.note(d.err.Error())
			status = exitFailure
		default:
			list = append(list, d.object)
		}
	}
	text, err := render.JSON(list, false)
	if err != nil {
		return 0, err
	}
	u.print(string(bytes.TrimSuffix(own, []byte("}"))) + `,"tools":` + string(text) + "}\n")
	return status, nil
}

// description describes c, including its commands, to an agent.
func (c *own) description() string {
	var list []string
	for _, o := range commands() {
		list = append(list, o.name+" "+o.usage[0]+": "+o.summary)
	}
	return c.summary + "; ct NAME runs the tool ct-NAME. Commands of ct itself: " + strings.Join(list, "; ")
}
