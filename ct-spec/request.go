package main

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/rank/bm25"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// definition is the name of ct-spec in tool calls.
const definition = "spec_search"

// The forms.
const (
	formRank = "rank" // the nodes that most likely answer a question
	formList = "list" // every node
)

// usual is the default budget of an answer; options can ask for any other.
var usual = budget.Budget{Lines: 80, Bytes: 8000}

// usualJSON is the default budget of an answer in JSON, in bytes, which the driver sets.
const usualJSON = 32768

// defaultLimit is how many nodes an answer shows by default.
const defaultLimit = 10

// request is what the options and arguments ask for.
type request struct {
	grep.Request
	table                opt.Table
	roots                []string
	limit                int64
	list, code, sections bool
}

// options returns the rows of ct-spec's table. Parsing fills r.
func (r *request) options() []opt.Option {
	const what = "What to look for"
	rank := []string{formRank}
	where := grep.Without(r.Where(), "in", "lang", "follow", "text", "unrestricted")
	include, _ := grep.Row(where, "include")
	include.Brief = "the files that are nodes, as 'rfcs/**/*.md'; !GLOB leaves out"
	include.Help = "the files that are nodes, as 'rfcs/**/*.md', in place of what ct-spec looks for by itself; !GLOB leaves out"
	return slices.Concat([]opt.Option{
		{Name: "limit", Arg: "N", Role: opt.Page, Forms: rank, Var: opt.Int(&r.limit, 1), Default: "10", Group: what, Help: "show the first N nodes"},
		{Name: "sections", Role: opt.Question, Var: opt.Flag(&r.sections), Group: what, Brief: "rank sections, id#heading", Help: "rank each section by itself, as id#heading"},
		{Name: "code", Role: opt.Output, Var: opt.Flag(&r.code), Group: what, Brief: "add the paths under code:", Help: "add the paths that a node's front matter names under code:"},
		{Name: "list", Asks: formList, Forms: []string{formList}, Role: opt.Question, Var: opt.Flag(&r.list), Group: what, Brief: "all nodes", Help: "list all nodes as a tree, without ranking"},
		{Name: "root", Arg: "DIR", Role: opt.Place, Var: opt.List(&r.roots), Complete: opt.Folders, Group: "Where", Brief: "folders whose specs are ranked", Help: "the folder whose specs are ranked; may be repeated, and paths are then relative to the working folder"},
	}, where)
}

// plan checks the request and returns the work.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	s := &search{frame: f, request: r, limit: int(min(cmp.Or(r.limit, defaultLimit), math.MaxInt32)), text: strings.Join(args, " ")}
	switch {
	case slices.Contains(r.roots, ""):
		return nil, opt.Usagef("root", "{root} is empty; give it a folder, or leave it out")
	case r.list && len(args) > 0:
		return nil, opt.Usagef("QUERY", "{list} names every node and takes no {QUERY}; leave one of them out")
	case !r.list && len(args) == 0:
		return nil, opt.Usagef("QUERY", "nothing to ask: give a {QUERY}, or {list} to name every node (ct-spec {help})")
	case !r.list && strings.TrimSpace(s.text) == "":
		return nil, opt.Usagef("QUERY", "the {QUERY} is blank; ask in plain words")
	}
	err := r.OpenTree(f, r.roots...)
	if err != nil {
		return nil, err
	}
	if s.files, err = r.Files(f, nil); err != nil {
		return nil, err
	}
	if len(s.files.Include) == 0 {
		if s.files.Include, err = configured(f); err != nil {
			return nil, err
		}
	}
	s.question = bm25.Parse(s.text)
	if n := len(s.question.Terms) + s.question.Over; s.question.Over > 0 {
		return nil, opt.Usagef("QUERY", "the {QUERY} has %d different words; at most %d are looked for at once", n, bm25.MaxTerms)
	}
	return &tool.Job{Run: s.run}, nil
}

// configured returns the globs in the configuration.
func configured(f *tool.Frame) ([]string, error) {
	globs, _ := f.Config.List("spec.include")
	for _, g := range globs {
		if err := walk.ValidGlob(g); err != nil {
			return nil, opt.Usagef("include", "spec.include (%s): %v", f.Config.Origin("spec.include"), err)
		}
	}
	return globs, nil
}

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
			"Nodes are the Markdown files below .spec specs spec openspec docs/adr docs/specs of the root, or those that --include or the configuration's [spec] include names, else all Markdown files; without Markdown, *.rst *.adoc *.mdx. The root is the nearest folder upward that has such a folder, else the top of the repository, else the working folder.",
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
