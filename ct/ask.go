package main

import (
	"bytes"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/ct-tools/ct/shared/sibling"
)

// module is the Go module that the suite's programs are built from.
const module = "github.com/ct-tools/ct"

// ours reports whether p may be run although the user did not name it: it is in ct's own folder or was built from the
// suite's module. An unrelated ct-something on PATH may do anything when called with --version.
func ours(p sibling.Program) bool {
	if p.Beside {
		return true
	}
	info, err := buildinfo.ReadFile(p.Path)
	return err == nil && info.Main.Path == module
}

// answer is what a tool printed when ct asked it for something.
type answer struct {
	tool  sibling.Program
	asked bool // false: it does not belong to the suite
	text  []byte
	err   error
}

// ask runs every tool of the suite with args, all at once, and returns the answers in the order of tools.
func ask(tools []sibling.Program, args ...string) []answer {
	answers := make([]answer, len(tools))
	var running sync.WaitGroup
	for i, p := range tools {
		running.Go(func() {
			a := answer{tool: p, asked: ours(p)}
			if a.asked {
				a.text, a.err = sibling.Output(context.Background(), p.Path, args...)
			}
			answers[i] = a
		})
	}
	running.Wait()
	return answers
}

// definition is what a tool prints about itself with --explain json.
type definition struct {
	answer
	description string
	object      json.RawMessage // compact
}

// describe asks the tools for their definitions.
func describe(tools []sibling.Program) []definition {
	list := make([]definition, len(tools))
	for i, a := range ask(tools, "--explain", "json") {
		list[i] = definition{answer: a}
		if a.asked && a.err == nil {
			list[i].err = list[i].read()
		}
	}
	return list
}

// read checks that the answer is a definition, which is one JSON object.
func (d *definition) read() error {
	var fields struct{ Name, Description *string }
	if err := json.Unmarshal(d.text, &fields); err != nil {
		return fmt.Errorf("%s --explain json: no JSON object: %w", d.tool.Path, err)
	}
	if fields.Name == nil || fields.Description == nil {
		return fmt.Errorf("%s --explain json: %w", d.tool.Path, errors.New("no name or no description"))
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, d.text); err != nil {
		return fmt.Errorf("%s --explain json: %w", d.tool.Path, err)
	}
	d.description, d.object = *fields.Description, compact.Bytes()
	return nil
}
