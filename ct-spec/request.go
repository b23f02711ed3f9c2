package main

import (
	"math"
	"slices"
	"strings"

	"github.com/ct-tools/ct/shared/budget"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/opt"
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
	table    opt.Table
	roots    []string
	limit    int64
	list     bool
	code     bool
	sections bool
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
		{Name: "sections", Role: opt.Question, Var: opt.Flag(&r.sections), Group: what, Help: "rank each section by itself, as id#heading"},
		{Name: "code", Role: opt.Output, Var: opt.Flag(&r.code), Group: what, Help: "add the paths that a node's front matter names under code:"},
		{Name: "list", Asks: formList, Forms: []string{formList}, Role: opt.Question, Var: opt.Flag(&r.list), Group: what, Help: "list all nodes as a tree, without ranking"},
		{Name: "root", Arg: "DIR", Role: opt.Place, Var: opt.List(&r.roots), Complete: opt.Folders, Group: "Where", Brief: "folders whose specs are ranked", Help: "the folder whose specs are ranked; may be repeated, and paths are then relative to the working folder"},
	}, where)
}

// plan checks the request and returns the work.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	s := &search{frame: f, request: r, limit: int(min(r.limit, math.MaxInt32)), text: strings.Join(args, " ")}
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
	if s.limit == 0 {
		s.limit = defaultLimit
	}
	var err error
	if s.files, err = r.Files(f, nil); err != nil {
		return nil, err
	}
	if len(s.files.Include) == 0 {
		if s.files.Include, err = configured(f); err != nil {
			return nil, err
		}
	}
	s.question = parseQuestion(s.text)
	if n := len(s.question.terms) + s.question.over; s.question.over > 0 {
		return nil, opt.Usagef("QUERY", "the {QUERY} has %d different words; at most %d are looked for at once", n, maxTerms)
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
