package main

import (
	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

// Limits of a page: lines of the file, bytes, and bytes in JSON, where the names of the members
// take as much again.
const (
	pageLines = 200
	pageBytes = 16000
	pageJSON  = 32768
)

// extents returns the maximum lengths of the answers. A snippet is added while a text is below its
// budget, and only if the text then stays within grep.Hardest.
func extents() []tool.Extent {
	page := budget.Budget{Lines: pageLines, Bytes: pageBytes}
	return []tool.Extent{
		{Form: formShow, Usual: budget.Budget{Lines: 30, Bytes: 8000}, Most: grep.Hardest},
		{Form: formSample, Usual: budget.Budget{Lines: 20, Bytes: 6000}, Most: grep.Hardest},
		{Form: formPage, Usual: page, Most: page, JSON: pageJSON, MostJSON: pageJSON},
	}
}

// show returns the definition of ct-show for the driver.
func show() *tool.Tool {
	t := &tool.Tool{
		Guide:   explain.Guide("ct-show"),
		Formats: []string{"text", "json"},
		Extents: extents(),
		Names:   []string{"count", "files", "lines", "terms"},
	}
	r := &request{context: -1}
	t.Table = opt.Table{
		Tool:    "ct-show",
		Summary: "show small pieces of files: matching lines with context, samples of a tree, pages by line number; read-only",
		Usage: []string{
			"[OPTIONS] QUERY FILE",
			"[OPTIONS] FILE --line N | --range A:B | --symbol NAME",
			"[OPTIONS] --sample QUERY [PATH…]",
		},
		Args: []opt.Arg{
			{Name: "QUERY", Property: "query", Help: "text to look for, literally unless a mode is given", Forms: []string{formShow, formSample}, Required: []string{formSample}},
			{Name: "FILE", Property: "file", Help: "the file to show", Complete: opt.Files, Forms: []string{formShow, formPage}, Required: []string{formShow, formPage}},
			{Name: "PATH", Property: "paths", Help: "with --sample, files and folders to look in; without one, the working folder", Brief: "files and folders to look in", Many: true, Complete: opt.Files, Forms: []string{formSample}},
		},
		Forms: []opt.Form{
			{Name: formShow, By: "{QUERY} {FILE}", Colors: true},
			{Name: formPage, By: "{FILE} with {line}, {range} or {symbol}", Colors: true},
			{Name: formSample, By: "{sample}", Colors: true},
		},
		Options: r.options(),
		Notes: []string{
			"QUERY FILE refuses more than 20 matching lines and a file over 64 MiB, and --sample shows where a query is broad: narrow the query or the path then. Every answer ends with the next command.",
			"Exit status: 0 the expectation is met, 1 it is not, 2 an error, a refusal, or a search too incomplete to decide.",
		},
		Examples: []opt.Example{
			{Comment: "The matches of a name in one file", Command: "ct-show --identifier ErrUnexpectedEOF src/a.go"},
			{Comment: "A few matches of a tree", Command: "ct-show --sample 'func new' src"},
			{Comment: "Around a line", Command: "ct-show README.md --line 3"},
			{Comment: "A whole definition", Command: "ct-show src/a.go --symbol ErrUnexpectedEOF"},
			{Comment: "Lines of a large file", Command: "ct-show src/a_test.go --range 15000:15100"},
		},
		Definitions: []opt.Definition{
			{Name: formShow, Forms: []string{formShow, formPage}, Description: "Show the matching lines of one file with context, or its lines by number", Output: showSchema},
			{Name: formSample, Forms: []string{formSample}, Description: "Show a few matches of a text in a tree, spread over files", Output: sampleSchema},
		},
	}
	t.Plan = func(f *tool.Frame, args []string) (*tool.Job, error) {
		r.table = t.Table
		return r.plan(f, args)
	}
	return t
}
