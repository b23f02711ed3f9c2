package search

import (
	"fmt"
	"io"
	"slices"

	"github.com/ct-tools/ct/docs/explain"
	"github.com/ct-tools/ct/shared/opt"
	"github.com/ct-tools/ct/shared/pattern"
	"github.com/ct-tools/ct/shared/tool"
	"github.com/ct-tools/ct/shared/walk"
)

// Tool gives ct-search to the driver.
func Tool() *tool.Tool { return newTool(&request{before: -1, after: -1, both: -1}) }

func newTool(r *request) *tool.Tool {
	call := &contentsRequest{}
	t := &tool.Tool{
		Guide:   explain.Guide("ct-search"),
		Formats: []string{"text", "json", "md", formatLines, formatDOT, formatMermaid},
		Natural: "; text is md where QUERY is answered",
		Budget:  usual,
		Hard:    most,
		Names:   matchFigures(),

		BareCalls: true,
		CallBytes: map[string]string{doorContents: contentsKey("max_output_bytes")},
	}
	t.Table = opt.Table{
		Tool:    "ct-search",
		Summary: "find definitions, uses, files and lines in a tree, bounded, complete or saying what is missing, read-only",
		Usage: []string{
			"[OPTIONS] QUERY [PATH…]",
			"[OPTIONS] --calls SYMBOL [PATH…]",
			"[OPTIONS] [--base DIR] [--name P] [--type f,d,l] [--grep P] [--size N] [PATH…]",
			"[OPTIONS] --entity KIND [--symbol NAME|~REGEX] [PATH…]",
		},
		Args: []opt.Arg{
			{Name: "QUERY", Property: "query", Help: "text to look for; an identifier is found as a whole word", Doors: smartOnly, Required: smartOnly},
			{Name: "PATH", Property: "paths", Help: "files and folders to look in; without one, the working folder", Many: true, Complete: opt.Files, Doors: every},
		},
		Options: slices.Concat(r.options(), call.options()),
		Notes: []string{
			"QUERY prints in Markdown where it is defined, how it is used and what to run next, the most telling first, within --max-lines and --max-bytes; with -l, -c, -n or --summary it prints as a filter does. With --base, --name, --type, --grep or --size, ct-search is a filter like find and grep (the predicates door): all that is given must hold and arguments are paths. A filter's output has no budget.",
			"Exit status: 0 the expectation holds, 1 it does not, 2 an error, or a search too incomplete to tell.",
		},
		Examples: []opt.Example{
			{Comment: "Where is this name defined and used?", Command: "ct-search ErrUnexpectedEOF src"},
			{Comment: "Definitions of a kind, by an expression over their names", Command: "ct-search --entity class --symbol '~Field$' src"},
			{Comment: "Test files over 100 kB", Command: "ct-search --name '*_test.go' --size +100k"},
			{Comment: "Lines, as grep -n prints them", Command: "ct-search -n -e 'func \\w+Error' -g '*.go'"},
			{Comment: "A check for a script: no use is left", Command: "ct-search --grep old_key --expect none --question 'Is old_key gone?' --emit '{RESULT}'"},
			{Comment: "The tool call search_files", Command: `ct-search --call '{"path":"src","query":"ErrUnexpectedEOF"}'`},
			{Comment: "A word that looks like an option", Command: "ct-search -- --grep src"},
		},
		Terse: true,
		Definitions: []opt.Definition{
			call.definition(),
			{Name: doorSmart, Description: "Where a name or text is defined and used in a tree, ranked, bounded", Output: smartSchema},
			{Name: doorEntities, Description: "Find definitions, imports and modules by kind and name, with signature, doc and span; answers as smart_search does", Output: sameSchema},
			{Name: doorCalls, Description: "Who calls a function, and how sure that is; answers as smart_search does", Output: sameSchema},
			{Name: doorFiles, Description: "Find files by name, kind, size and content", Output: filesSchema},
		},
	}
	if r.describe != nil {
		t.Table.Options = append(t.Table.Options, r.pluginsOption())
	}
	t.Plan = func(f *tool.Frame, args []string) (*tool.Job, error) {
		if f.Door == doorContents {
			if err := call.beside(&t.Table); err != nil {
				return nil, err
			}
			return call.plan(f, args[0], args[1])
		}
		if call.backend != "" {
			return nil, opt.Usagef("backend", "option --backend is for calls of %s: leave it out", doorContents)
		}
		r.table = t.Table
		return r.plan(f, args)
	}
	return t
}

// plan checks the request and gives the work of its door.
func (r *request) plan(f *tool.Frame, args []string) (*tool.Job, error) {
	if r.plugins {
		return r.planPlugins(f, args)
	}
	if len(r.expand) > 0 && r.entity == "" && r.q == "" {
		return nil, opt.Usagef("expand", "--expand is for --entity; --calls has --depth")
	}
	if asked, err := r.asksCalls(f); err != nil {
		return nil, err
	} else if asked {
		return r.planCalls(f, args)
	}
	filter := f.Door == doorFiles || f.Door == "" && r.entity == "" && (r.predicates() || len(r.layouts) > 0)
	if err := r.suits(f, filter); err != nil {
		return nil, err
	}
	if f.Format == "md" {
		f.Format = "text"
	}
	switch {
	case r.q != "":
		return r.planAsk(f, args)
	case f.Door == doorEntities, r.entity != "", r.symbol != "":
		return r.planEntities(f, args)
	case f.Door == doorFiles, f.Door == "" && r.predicates(), f.Door == "" && len(args) == 0 && len(r.layouts) > 0:
		return r.planPredicates(f, args)
	case len(args) == 0:
		return nil, opt.Usagef("query", "nothing to search for: give QUERY, or what to find by --name, --grep, --type or --size (ct-search --help)")
	}
	return r.planText(f, args[0], args[1:])
}

// suits gives an error if something is asked for that the door does not have.
func (r *request) suits(f *tool.Frame, filter bool) error {
	switch {
	case filter && (f.Format == "md" || f.Format == formatLines):
		return opt.Usagef("format", "--format %s is for QUERY; a filter prints text or json", f.Format)
	case r.matcher != "" && (filter || r.q != "" || r.entity != "" || r.symbol != "" || f.Door == doorEntities):
		return opt.Usagef("matcher", "--matcher is for QUERY, whose matches it finds; the other doors have their own")
	case filter:
		return f.CheckNames(searchFigures())
	}
	return nil
}

// planText gives the work of QUERY.
func (r *request) planText(f *tool.Frame, text string, paths []string) (*tool.Job, error) {
	if f.Door == "" && len(r.layouts) > 0 {
		return r.planLayout(f, text, paths)
	}
	return r.planQuery(f, text, paths)
}

// queryReading gives the pattern options of QUERY: where no mode was chosen a
// name is an identifier and all else literal.
func (r *request) queryReading(text string) (pattern.Options, error) {
	o, err := r.Pattern()
	if err == nil && o.Mode == pattern.Auto {
		o.Mode = pattern.Literal
		if pattern.LooksLikeSymbol(text) {
			o.Mode = pattern.Identifier
		}
	}
	return o, err
}

// maxPayload bounds a pattern read from a file, in bytes.
const maxPayload = 1 << 20

// payload gives the text that a --grep argument stands for, and whether it was
// a payload. A file is read inside the sandbox if there is one.
func payload(arg, sandbox string) (text string, is bool, err error) {
	kind, value := pattern.Payload(arg)
	switch kind {
	case pattern.Text:
		return value, true, nil
	case pattern.File:
		if value == "" {
			return "", true, opt.Usagef("grep", "--grep %s names no file: give file:PATH, or text:VALUE for a text", arg)
		}
		text, err := readPayload(value, sandbox)
		if err != nil {
			return "", true, &opt.ValueError{Option: "grep", Err: walk.Suggest(sandbox, value, err)}
		}
		return text, true, nil
	}
	return arg, false, nil
}

func readPayload(name, sandbox string) (string, error) {
	file, err := walk.OpenFile(sandbox, name)
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }()
	data, err := io.ReadAll(io.LimitReader(file, maxPayload+1))
	if err == nil && len(data) > maxPayload {
		err = fmt.Errorf("%s: longer than %d bytes", name, maxPayload)
	}
	return string(data), err
}
