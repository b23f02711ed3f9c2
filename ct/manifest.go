package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/render"
)

// manifest prints ct's definition with those of the tools under "tools", each as the tool prints
// it. A tool that prints none is reported on standard error, and then the status is a failure,
// because the manifest is incomplete.
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
