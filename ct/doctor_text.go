package main

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/ct-tools/ct/shared/budget"
)

// maxVersion limits how much of another program's version is shown, in bytes.
const maxVersion = 36

// text returns the checkup as text.
func (c *checkup) text() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	row := func(cells ...string) {
		for i := range cells {
			cells[i] = budget.EscapeName(cells[i])
		}
		_, _ = fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "\t"), "\t"))
	}
	row("ct", c.Version, c.Executable)
	row("system", strings.TrimSpace(c.Platform+" "+c.Kernel))
	row("built with", strings.TrimSpace(c.Go+" "+c.Experiment))
	row("Landlock", c.Confinement.String())
	if c.Confinement.Filter {
		row("seccomp", "filters what the tools start")
	} else {
		row("seccomp", "no filter: "+c.Confinement.FilterNote)
	}
	row("SIMD", c.Vectors.String())
	for _, f := range c.Configuration {
		row("configuration", map[bool]string{false: "the user's", true: "the project's"}[f.Project]+map[bool]string{false: ", not there"}[f.Found], f.Path)
	}
	if len(c.Configuration) == 0 {
		row("configuration", "none, and no place for the user's: HOME is not set")
	}
	for _, t := range c.Tools {
		switch {
		case t.Foreign:
			row(binary(t.Name), "not of this suite, not asked", t.Path)
		case t.Path == "":
			row(binary(t.Name), "not found")
		default:
			row(binary(t.Name), cmp.Or(t.Version, "unknown"), t.Path)
		}
	}
	for _, p := range c.Plugins {
		row("plugin", p.Name, p.Path)
	}
	if len(c.Plugins) == 0 {
		row("plugin", "none")
	}
	for _, p := range c.Programs {
		found := cmp.Or(p.Version, p.Name+" of unknown version")
		found, _ = budget.Clip([]byte(found), 0, 0, maxVersion)
		if p.Path == "" {
			found = p.Name + " not found"
		}
		row("other program", found, p.Path)
	}
	_ = w.Flush()
	for _, f := range c.Findings {
		fmt.Fprintf(&b, "%s: %s: %s\n", f.Weight, budget.EscapeName(f.About), budget.EscapeName(f.Text))
	}
	b.WriteString(c.conclusion() + "\n")
	return b.String()
}

// conclusion returns the last line.
func (c *checkup) conclusion() string {
	number := map[string]int{}
	for _, f := range c.Findings {
		number[f.Weight]++
	}
	switch wrong, unknown := number[weightWrong], number[weightUnknown]; {
	case wrong > 0:
		return fmt.Sprintf("not well: %d wrong, %d unknown", wrong, unknown)
	case unknown > 0:
		return fmt.Sprintf("undecided: %d unknown", unknown)
	}
	return "all is well"
}

// String describes in one line what the system can enforce.
func (c confinement) String() string {
	switch {
	case c.ABI == 0:
		return "mode " + c.Mode + ", cannot be enforced"
	case !c.Possible:
		return fmt.Sprintf("mode %s, ABI %d, cannot be enforced", c.Mode, c.ABI)
	}
	return fmt.Sprintf("mode %s, ABI %d, truncating not denied", c.Mode, c.ABI)
}

// String describes whether ct-search examines many bytes at once.
func (v vectors) String() string {
	switch {
	case !v.Built:
		return "not built in (GOEXPERIMENT=simd, amd64): portable code"
	case !v.AVX2:
		return "this processor has no AVX2: portable code"
	}
	return "AVX2"
}
