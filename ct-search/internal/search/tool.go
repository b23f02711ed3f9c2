// Package search is ct-search for the driver: its options, its forms, and which package answers each.
package search

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ct-tools/ct/ct-search/internal/search/calls"
	"github.com/ct-tools/ct/ct-search/internal/search/changed"
	"github.com/ct-tools/ct/ct-search/internal/search/dead"
	"github.com/ct-tools/ct/ct-search/internal/search/definitions"
	"github.com/ct-tools/ct/ct-search/internal/search/filter"
	"github.com/ct-tools/ct/ct-search/internal/search/findings"
	"github.com/ct-tools/ct/ct-search/internal/search/impact"
	"github.com/ct-tools/ct/ct-search/internal/search/matchers"
	"github.com/ct-tools/ct/ct-search/internal/search/position"
	"github.com/ct-tools/ct/ct-search/internal/search/query"
	"github.com/ct-tools/ct/ct-search/internal/search/question"
	"github.com/ct-tools/ct/ct-search/internal/search/request"
	"github.com/ct-tools/ct/ct-search/internal/search/searchfiles"
	"github.com/ct-tools/ct/ct-search/internal/search/tested"
	"github.com/ct-tools/ct/ct-search/internal/search/tree"
	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/grep"
	"github.com/ct-tools/ct/shared/match/foreign"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/tool"
)

// Tool returns ct-search for the driver.
func Tool() *tool.Tool { return newTool(request.New(), nil) }

// Read reads a command line for many trees, and returns its arguments.
func Read(argv []string) (grep.Planner, []string, error) {
	r := request.New()
	f, args, err := newTool(r, nil).Read(argv)
	return func(e grep.Elsewhere, args []string) (*tool.Job, error) {
		there, frame := *r, *f
		there.SetElsewhere(e)
		return plan(&there, &frame, &searchfiles.Request{}, nil, args)
	}, args, err
}

// ToolOver is Tool for many trees.
func ToolOver(corpus *grep.Corpus) *tool.Tool {
	r := request.New()
	r.Corpus = corpus
	return newTool(r, nil)
}

// ToolWithMatchers is Tool in the program that runs matchers, to which Tool hands over: only that program links what it
// takes, which would cost every other search at its start.
func ToolWithMatchers(open foreign.Opener, describe matchers.Describer) *tool.Tool {
	r := request.New()
	r.Open = open
	return newTool(r, describe)
}

func newTool(r *request.Request, describe matchers.Describer) *tool.Tool {
	call := &searchfiles.Request{}
	t := &tool.Tool{
		Guide:   explain.Guide("ct-search"),
		Formats: []string{"text", "json", "md", request.FormatLines, request.FormatDOT, request.FormatMermaid},
		Natural: "; text is md for the forms that answer with findings",
		Budget:  findings.Usual,
		Hard:    findings.Most,
		Names:   figureNames(),

		BareCalls: true,
		CallBytes: map[string]string{request.SearchFiles: searchfiles.Key("max_output_bytes")},
	}
	t.Table = opt.Table{
		Tool:    "ct-search",
		Summary: "find definitions, uses, files and lines in a tree; the answer has a size limit and says what is missing; read-only",
		Usage: []string{
			"[OPTIONS] QUERY [PATH…]",
			"[OPTIONS] --mode question QUESTION [PATH…]",
			"[OPTIONS] --calls SYMBOL [PATH…]",
			"[OPTIONS] --position FILE:LINE[:COL] [PATH…]",
			"[OPTIONS] --tests SYMBOL [PATH…]",
			"[OPTIONS] [--base DIR] [--name P] [--type f,d,l] [--grep P] [--all-of P] [--none-of P] [--size N] [PATH…]",
			"[OPTIONS] --tree [--ext EXT] [--min-lines N] [--flat] [PATH…]",
			"[OPTIONS] --entity KIND [--symbol NAME|~REGEX] [PATH…]",
			"[OPTIONS] --impact SYMBOL [--signature SIGNATURE] [PATH…]",
			"[OPTIONS] --dead SYMBOL|--dead-all [PATH…]",
			"[OPTIONS] --outline [--entity KIND] [--match REGEX] [PATH…]",
			"[OPTIONS] --impl NAME [PATH…]",
		},
		Args:    request.Args(),
		Options: r.Options(definitions.Kinds(), call.Options()),
		Forms:   request.Forms(),
		Notes: []string{
			"QUERY prints in Markdown where it is defined, how it is used and what to run next, the most useful first, within --max-lines and --max-bytes; with -l, -c, -n or --summary it prints as a filter does. With --base, --name, --type, --grep, --all-of, --none-of or --size, ct-search is a filter like find and grep (the form filter): all conditions must hold, and arguments are paths. A filter's output has no budget.",
			"Exit status: 0 the expectation is met, 1 it is not, 2 an error, or a search too incomplete to decide.",
		},
		Examples:    examples(),
		Definitions: definitionsOf(call),
	}
	t.Table.Form = func(args []string) string {
		if len(r.Layouts) > 0 || r.AsksLines() || r.Compares() && len(args) == 0 && grep.Last(r.Modes) != request.Question {
			return request.Filter
		}
		if grep.Last(r.Modes) == request.Question {
			return request.Question
		}
		return request.Query
	}
	t.Table.Refused = refused()
	if describe != nil {
		t.Table.Options = append(t.Table.Options, matchers.Option(r))
		t.Table.Forms = append(t.Table.Forms, opt.Form{Name: request.Plugins, By: "{plugins}"})
	}
	r.Table = &t.Table
	t.Rewrite = func(args []string) ([]string, error) { return rewrite(r, args) }
	t.Plan = func(f *tool.Frame, args []string) (*tool.Job, error) { return plan(r, f, call, describe, args) }
	return t
}

// plan checks the request and returns its work.
func plan(r *request.Request, f *tool.Frame, call *searchfiles.Request, describe matchers.Describer, args []string) (*tool.Job, error) {
	if f.Format == "md" {
		f.Format = "text"
	}
	if err := asksOnly(r, f); err != nil {
		return nil, err
	}
	if err := checkFigures(r, f); err != nil {
		return nil, err
	}
	if err := r.CheckChanged(f); err != nil {
		return nil, err
	}
	if f.Form != request.SearchFiles && f.Form != request.Plugins {
		if err := r.OpenTree(f, around(r, f, args)...); err != nil {
			return nil, err
		}
	}
	job, err := planForm(r, f, call, describe, args)
	if err != nil {
		return nil, err
	}
	return changed.Limit(r, f, job)
}

// planForm returns the work of the form that was asked for.
func planForm(r *request.Request, f *tool.Frame, call *searchfiles.Request, describe matchers.Describer, args []string) (*tool.Job, error) {
	switch f.Form {
	case request.SearchFiles:
		return call.Plan(f, args[0], args[1])
	case request.Plugins:
		return matchers.Plan(f, args, describe)
	case request.Definitions:
		if r.DeadAll {
			return dead.PlanAll(r, f, args)
		}
		return definitions.Plan(r, f, args)
	case request.Calls:
		return planCalls(r, f, args)
	case request.Filter:
		return planFilter(r, f, args)
	case request.Tree:
		return tree.Plan(r, f, args)
	}
	if r.Position != "" && f.Form == request.Query {
		return position.Plan(r, f, args)
	}
	if len(args) == 0 && f.Definition != "" {
		return nil, opt.Usagef("QUERY", "{QUERY} is missing; give it, or {position}")
	}
	if len(args) == 0 {
		return nil, opt.Usagef("QUERY", "nothing to search for: give {QUERY}, or what to find by {name}, {grep}, {type} or {size} (ct-search {help})")
	}
	if f.Form == request.Question {
		return question.Plan(r, f, args[0], args[1:])
	}
	return query.Plan(r, f, args[0], args[1:])
}

// asksOnly returns an error about an option that asks for another form than the question that the mode asks for.
func asksOnly(r *request.Request, f *tool.Frame) error {
	if f.Form == request.Question || grep.Last(r.Modes) != request.Question {
		return nil
	}
	if f.Form == request.Query && r.Position == "" {
		return opt.Usagef("QUERY", "{QUERY} is missing; it says what to ask")
	}
	given := append(r.Table.Given(append(request.Predicates(), append(request.LineOptions(), append(request.Layouts(), "position")...)...)...), "the form "+f.Form)
	return opt.Usagef(strings.TrimLeft(given[0], "-"), "%s does not apply to questions ({mode} question); leave it out", given[0])
}

// examples returns the commands that help shows.
func examples() []opt.Example {
	return []opt.Example{
		{Comment: "Where is this name defined and used?", Command: "ct-search ErrUnexpectedEOF src"},
		{Comment: "What is at this place, who calls it, what does it call?", Command: "ct-search --position src/a.go:6"},
		{Comment: "Definitions of a kind, by an expression over their names", Command: "ct-search --entity class --symbol '~Field$' src"},
		{Comment: "What does this file declare? What is public in this folder?", Command: "ct-search --outline --public src"},
		{Comment: "What does a change of this function touch? Which calls break?", Command: "ct-search --impact Session.close --signature 'close(self, now=True)' src"},
		{Comment: "Does anything use it?", Command: "ct-search --dead _old_helper"},
		{Comment: "Which tests reach this function, and how are they run?", Command: "ct-search --tests ErrUnexpectedEOF src"},
		{Comment: "What implements this interface?", Command: "ct-search --impl io.ReaderFrom src"},
		{Comment: "Which code does this?", Command: "ct-search --mode question 'retry with backoff' src"},
		{Comment: "Test files over 100 kB", Command: "ct-search --name '*_test.go' --size +100k"},
		{Comment: "Lines, as grep -n prints them", Command: "ct-search -n -e 'func \\w+Error' -g '*.go'"},
		{Comment: "Which files use both, and not the third?", Command: "ct-search --all-of sync.Mutex --all-of sync.Once --none-of atomic src"},
		{Comment: "What does the tree hold? Which Go files have over 1,000 lines?", Command: "ct-search --tree --ext go --min-lines 1001 --flat src"},
		{Comment: "A check for a script: no use is left", Command: "ct-search --grep old_key --expect none --question 'Is old_key gone?' --emit '{RESULT}'"},
		{Comment: "The tool call search_files", Command: `ct-search --call '{"path":"src","query":"ErrUnexpectedEOF"}'`},
		{Comment: "A word that looks like an option", Command: "ct-search -- --grep src"},
	}
}

// definitionsOf returns the tool calls.
func definitionsOf(call *searchfiles.Request) []opt.Definition {
	return []opt.Definition{
		call.Definition(),
		{Name: "smart_search", Forms: []string{request.Query, request.Question}, Description: "Where a name or text is defined and used, or (mode question) the code that answers it; ranked, bounded", Output: findingsSchema},
		{Name: "find_entities", Forms: []string{request.Definitions}, Description: "Find definitions, imports and modules by kind (entity) and name, with signature, doc and span; list what a file or folder declares (outline), what implements a type (impl), or what nothing uses (dead_all); answers as smart_search does", Output: findingsSchema},
		{Name: "find_calls", Forms: []string{request.Calls}, Description: "Who calls a function, and how sure that is; which tests reach it and how to run them (tests); every place that a change of it touches (impact); whether nothing uses it (dead); answers as smart_search does", Output: findingsSchema},
		{Name: "find_files", Forms: []string{request.Filter, request.Tree}, Description: "Find files by name, kind, size and content (grep, all_of, none_of); or count files, lines and bytes (tree)", Output: filesSchema},
	}
}

// planFilter returns the work of a filter: of entries if an option asks for them, else of QUERY in a layout.
func planFilter(r *request.Request, f *tool.Frame, args []string) (*tool.Job, error) {
	if asksEntries(r, f, args) {
		return filter.Plan(r, f, args)
	}
	return filter.PlanQuery(r, f, args[0], args[1:])
}

// around returns the paths whose repository a revision is of.
func around(r *request.Request, f *tool.Frame, args []string) []string {
	switch {
	case r.Base != "":
		return []string{r.Base}
	case len(args) == 0:
	case f.Form == request.Query && r.Position == "", f.Form == request.Question, f.Form == request.Filter && !asksEntries(r, f, args):
		args = args[1:]
	}
	return append(slices.Clone(r.In), args...)
}

// asksEntries reports whether a filter is one of entries, and so has no QUERY.
func asksEntries(r *request.Request, f *tool.Frame, args []string) bool {
	return f.Definition != "" || len(args) == 0 || len(r.Table.Given(request.Predicates()...)) > 0
}

// planCalls returns the work of the form calls, by the option that asks for it.
func planCalls(r *request.Request, f *tool.Frame, args []string) (*tool.Job, error) {
	option, err := r.CallsQuestion()
	if err != nil {
		return nil, err
	}
	switch {
	case option == "impact" && r.OfChange():
		return impact.PlanChange(r, f, args)
	case option == "tests" && r.OfChange():
		return tested.PlanChange(r, f, args)
	}
	switch option {
	case "impact":
		return impact.Plan(r, f, args)
	case "tests":
		return tested.Plan(r, f, args)
	case "dead":
		return dead.Plan(r, f, args)
	}
	return calls.Plan(r, f, args)
}

// The output schemas of the forms.
var (
	findingsSchema = json.RawMessage(`{"type":"object","properties":{"run":{"type":"object"},"question":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"summary":{"type":"object"},"key_findings":{"type":"array"},"sections":{"type":"array"},"evidence":{"type":"array"},"artifacts":{"type":"array"},"ledger":{"type":"object"},"next_cursor":{"anyOf":[{"type":"string"},{"type":"null"}]}}}`)
	filesSchema    = json.RawMessage(`{"type":"object","properties":{"tool":{"type":"string"},"verdict":{"enum":["SUCCESS","ERROR","UNDECIDED"]},"base":{"type":"string"},"count":{"type":"integer"},"lines":{"type":"integer"},"matches":{"type":"array","items":{"type":"object"}},"truncated":{"type":"boolean"},"ledger":{"type":"object"},"question":{"type":"string"},"reason":{"type":"string"},"interpretation":{"type":"object"},"rest":{"type":"string"},"next_cursor":{"type":"string"},"bytes":{"type":"integer"},"languages":{"type":"array"}},"required":["tool","verdict","base","count","lines","matches","truncated","ledger"]}`)
)

// refused returns the options of ripgrep that ct-search has not, and its own way (opt.Table.Refused).
func refused() map[string]string {
	const (
		replaces = "ct-search changes nothing; {only-matching} prints the matches, and sed replaces in them"
		spans    = "a literal {grep} 'text:A\\nB', or an expression with \\n in it, matches over lines by itself"
		columns  = "{detail} prints path:line:column:text"
		totals   = "{summary} prints how many lines and files match, {json} also what was searched"
		links    = "{follow} reads links to files; links to folders are never followed"
		engines  = "an expression with look-around or back-references is read as one by itself; {engine} backtrack asks for it"
		zipped   = "compressed files are not read; unpack them first"
		encoded  = "UTF-8 and UTF-16 are read by themselves, and other encodings byte by byte"
		numbers  = "{no-filename} prints the text of each line alone"
		types    = "{lang} takes a language's name, such as go, py or ts, and {include} a glob"
		trims    = "lines are printed as they are; {outline} and QUERY print short lines"
	)
	return map[string]string{
		"-r": replaces, "--replace": replaces, "-U": spans, "--multiline": spans, "--stats": totals, "--trim": trims,
		"-L": links, "-R": links + "; folders are searched anyway", "-P": engines, "--pcre2": engines, "-z": zipped, "--search-zip": zipped,
		"-E": encoded, "--encoding": encoded, "-N": numbers, "--no-line-number": numbers, "--type-list": types,
		"--column": columns, "--vimgrep": columns + ", the first match of each line, and {only-matching} each match",
	}
}
