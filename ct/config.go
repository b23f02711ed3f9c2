package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/config"
	"github.com/ct-tools/ct/shared/confine"
	"github.com/ct-tools/ct/shared/render"
)

// config prints the value in force for every key, and its origin.
func (u *umbrella) config(r *request, _ []string) (int, error) {
	c, err := config.Load(config.Options{NoConfig: r.noConfig})
	if err != nil {
		return 0, err
	}
	if _, err := confine.Self(mode(c)); err != nil {
		return 0, err
	}
	if r.json {
		var list []valueDocument
		for _, v := range c.Values() {
			list = append(list, valueDocument{v.Key, c.Typed(v.Key), v.Origin})
		}
		return exitGood, u.json(map[string]any{"values": list}, r.indent)
	}
	w := tabwriter.NewWriter(u.out, 0, 0, 2, ' ', 0)
	for _, v := range c.Values() {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\n", v.Key, budget.EscapeName(v.Value), budget.EscapeName(v.Origin))
	}
	return exitGood, w.Flush()
}

// mode returns the confinement that the configuration asks for, but at least Auto, below which ct itself never goes.
func mode(c *config.Config) confine.Mode {
	word, _ := c.String("confine")
	m, _ := confine.Parse(word) // Auto if it is not configured
	return confine.Strictest(confine.Auto, m)
}

type valueDocument struct {
	Key    string `json:"key"`
	Value  any    `json:"value"`
	Origin string `json:"origin"`
}

// json prints v as one JSON object.
func (u *umbrella) json(v any, indent bool) error {
	j, err := render.JSON(v, indent)
	if err == nil {
		u.print(string(j) + "\n")
	}
	return err
}
