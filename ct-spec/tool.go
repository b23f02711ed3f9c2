package main

import (
	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

// spec returns the definition of ct-spec for the driver.
func spec() *tool.Tool {
	r := &request{}
	t := &tool.Tool{
		Guide:     explain.Guide("ct-spec"),
		Formats:   []string{"text", "json"},
		Budget:    usual,
		Names:     []string{"count", "searched", "skipped"},
		Fractions: []string{"top"},
	}
	t.Table = opt.Table{
		Tool:    "ct-spec",
		Summary: "rank the specs that most likely answer a question, by words alone, without an index; read-only",
		Usage:   []string{"[OPTIONS] QUERY…", "[OPTIONS] --list"},
		Args: []opt.Arg{
			{Name: "QUERY", Property: "query", Brief: "the question in plain words", Help: "the question in plain words; several arguments are one question", Many: true},
		},
		Forms:   []opt.Form{{Name: formRank, By: "{QUERY}"}, {Name: formList, By: "{list}"}},
		Options: r.options(),
		Notes: []string{
			"Nodes are the Markdown files below .spec specs spec openspec docs/adr docs/specs of the root, or those that --include or the configuration's [spec] include names, else all Markdown files. The root is the nearest folder upward that has such a folder, else the top of the repository, else the working folder.",
			"JSON is exactly an array of {id,title,path,score,snippet}; the question, how it was read and what was left out go to standard error.",
			"Exit status: 0 the expectation is met, 1 it is not, 2 an error, or a search too incomplete to decide.",
		},
		Examples: []opt.Example{
			{Comment: "Which spec says how it is run?", Command: "ct-spec how do I run it"},
			{Comment: "The best three, with the code they govern, for a program", Command: "ct-spec --limit 3 --code --json usage of the example"},
			{Comment: "The section that says it", Command: "ct-spec --sections usage"},
			{Comment: "What specs are there?", Command: "ct-spec --list"},
			{Comment: "A check for a script: some spec mentions it", Command: "ct-spec --quiet --expect 'expr:top > 1' --emit '{RESULT}' example"},
		},
		Definitions: []opt.Definition{{
			Name:        definition,
			Forms:       []string{formRank, formList},
			Description: "Rank the specs that most likely answer a question in plain words",
			Output:      outputSchema(),
		}},
	}
	t.Plan = func(f *tool.Frame, args []string) (*tool.Job, error) {
		r.table = t.Table
		return r.plan(f, args)
	}
	return t
}
