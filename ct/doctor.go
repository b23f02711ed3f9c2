package main

import (
	"path/filepath"
	"slices"

	"github.com/ct-tools/ct/shared/confine"
)

// checkup is everything that ct doctor finds out.
type checkup struct {
	Verdict       string          `json:"verdict"`
	Version       string          `json:"version"`
	Platform      string          `json:"platform"`
	Kernel        string          `json:"kernel,omitempty"`
	Go            string          `json:"go"`
	Experiment    string          `json:"experiment,omitempty"`
	Vectors       vectors         `json:"simd"`
	Executable    string          `json:"executable"`
	Confinement   confinement     `json:"confinement"`
	Tools         []installed     `json:"tools"`
	Plugins       []installed     `json:"plugins"`
	Configuration []configuration `json:"configuration"`
	Programs      []installed     `json:"programs"`
	Findings      []finding       `json:"findings"`
}

type confinement struct {
	Mode       string `json:"mode"`
	Possible   bool   `json:"possible"`
	ABI        int    `json:"landlock_abi"`
	Note       string `json:"note,omitempty"`
	Filter     bool   `json:"seccomp"` // for the programs that tools start
	FilterNote string `json:"seccomp_note,omitempty"`
}

// vectors describes whether ct-search was built with vector code, and whether the processor can run it.
type vectors struct {
	Built bool `json:"built"`
	AVX2  bool `json:"avx2"`
}

// installed is a program that was looked for.
type installed struct {
	Name    string `json:"name"`
	Path    string `json:"path,omitempty"` // "" if not found
	Version string `json:"version,omitempty"`
	Foreign bool   `json:"foreign,omitempty"` // does not belong to the suite
}

type configuration struct {
	Path    string `json:"path"`
	Found   bool   `json:"found"`
	Project bool   `json:"project,omitempty"` // of the project, not of the user
}

// finding is one thing that the user should know. Its weight is "note", "wrong" or "unknown".
type finding struct {
	Weight string `json:"weight"`
	About  string `json:"about"`
	Text   string `json:"text"`
}

const (
	weightNote    = "note"
	weightWrong   = "wrong"
	weightUnknown = "unknown"
)

func (c *checkup) find(weight, about, text string) {
	c.Findings = append(c.Findings, finding{weight, about, text})
}

// doctor checks the installation and prints the results.
func (u *umbrella) doctor(r *request, _ []string) (int, error) {
	c := &checkup{Tools: []installed{}, Plugins: []installed{}, Configuration: []configuration{}, Findings: []finding{}}
	c.system()
	mode := c.configured(r.noConfig)
	c.confinement(mode)
	if _, err := confine.Self(confine.Auto); err != nil {
		return 0, err
	}
	c.tools()
	c.vectors()
	c.plugins()
	c.searchPath()
	c.programs()
	status := c.status()
	c.Verdict = [...]string{exitGood: "SUCCESS", exitWrong: "ERROR", exitFailure: "UNDECIDED"}[status]
	if r.json {
		c.slash()
		return status, u.json(c, r.indent)
	}
	u.print(c.text())
	return status, nil
}

// slash writes paths with "/", as in every JSON document of the suite.
func (c *checkup) slash() {
	c.Executable = filepath.ToSlash(c.Executable)
	for _, list := range [][]installed{c.Tools, c.Plugins, c.Programs} {
		for i := range list {
			list[i].Path = filepath.ToSlash(list[i].Path)
		}
	}
	for i := range c.Configuration {
		c.Configuration[i].Path = filepath.ToSlash(c.Configuration[i].Path)
	}
}

// status returns the exit status.
func (c *checkup) status() int {
	has := func(weight string) bool {
		return slices.ContainsFunc(c.Findings, func(f finding) bool { return f.Weight == weight })
	}
	switch {
	case has(weightWrong):
		return exitWrong
	case has(weightUnknown):
		return exitFailure
	}
	return exitGood
}
