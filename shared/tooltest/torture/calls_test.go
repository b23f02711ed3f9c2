//go:build linux

package torture

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A call is one run of a tool, and what is known of its answer.
type call struct {
	tool   string
	args   []string
	stdin  string
	json   bool // the answer is one JSON value
	lines  bool // each line of it is one
	budget int  // bytes; 0: none
	place  scope
	holds  *bool          // whether the expectation holds in the tree; nil: not known
	want   map[string]int // figures at places of the document, as "summary.total_matches"
	ledger string         // place of the ledger in the document
	any    bool           // any end will do but a crash: the request is broken
}

// expect returns an expectation about n and whether it holds.
func expect(r *rand.Rand, n int) (spec string, holds bool) {
	m := max(0, n+r.IntN(5)-2)
	switch r.IntN(7) {
	case 0:
		return "any", n > 0
	case 1:
		return "none", n == 0
	case 2:
		return fmt.Sprint(m), n >= m
	case 3:
		return fmt.Sprint("+", m), n > m
	case 4:
		return fmt.Sprint("-", m+1), n < m+1
	default:
		return fmt.Sprint("=", m), n == m
	}
}

// within chooses a scope and the options that ask for it.
func within(r *rand.Rand) (s scope, options []string) {
	if r.IntN(4) == 0 {
		s.hidden, options = true, append(options, "--hidden")
	}
	if r.IntN(4) == 0 {
		s.noIgnore, options = true, append(options, "--no-ignore")
	}
	if r.IntN(6) == 0 {
		s.depth = 1 + r.IntN(3)
		options = append(options, fmt.Sprint("--max-depth=", s.depth))
	}
	return s, options
}

// ways are the requests of the suite.
var ways = []func(*rand.Rand, *tree) call{filterLines, filterLines, filterNames, query, query, definitions, calls, survey, scout, sample, show, spec, experiment, searchFiles, toolCall}

// readers are those of them that read the files of a tree without looking at their size first.
var readers = []func(*rand.Rand, *tree) call{filterLines, query, definitions, calls, survey, scout, sample, spec, toolCall}

// readingCall returns a call that reads the files of a tree.
func readingCall(r *rand.Rand, tr *tree) call { return readers[r.IntN(len(readers))](r, tr) }

// anyCall returns a call of some tool in some format.
func anyCall(r *rand.Rand, tr *tree) call { return ways[r.IntN(len(ways))](r, tr) }

// judged adds an expectation about the number n that the tool judges.
func (c *call) judged(r *rand.Rand, n int) {
	spec, holds := expect(r, n)
	c.args, c.holds = append([]string{"--expect=" + spec}, c.args...), &holds
}

// hard is what an answer of ct-show keeps to: it ends with the snippet that reaches its budget.
const hard = 8000

// format adds one of the formats, and a budget if the answer keeps to one.
func (c *call) format(r *rand.Rand, most int, formats ...string) {
	f := pick(r, formats...)
	c.args = append([]string{"--format=" + f}, c.args...)
	c.json, c.lines = f == "json", f == "jsonl"
	if !c.json {
		c.want, c.ledger = nil, ""
	}
	if most > 0 && r.IntN(2) == 0 && f != "jsonl" {
		c.budget = 600 + r.IntN(most-600)
		if c.json {
			c.budget = max(c.budget, 3000)
		}
		c.args = append([]string{fmt.Sprint("--max-bytes=", c.budget)}, c.args...)
		if c.tool == "ct-show" && !c.json {
			c.budget = hard
		}
	}
}

func filterLines(r *rand.Rand, tr *tree) call {
	s, o := within(r)
	if r.IntN(5) == 0 {
		s.text, o = true, append(o, "--text")
	}
	t := tr.truth(s)
	c := call{tool: "ct-search", place: s, args: append(o, "--fixed", "--grep", needle), want: map[string]int{"count": t.files, "lines": t.lines}, ledger: "ledger"}
	if r.IntN(2) == 0 {
		c.format(r, 0, "json", "text")
	} else {
		c.want, c.ledger = nil, ""
		c.args = append(c.args, pick(r, "-l", "-c", "-n", "--summary"))
	}
	c.judged(r, t.files)
	return c
}

func filterNames(r *rand.Rand, tr *tree) call {
	s, o := within(r)
	s.names = true
	t := tr.truth(s)
	c := call{tool: "ct-search", place: s, args: append(o, "--name", "*.txt"), want: map[string]int{"count": t.texts}, ledger: "ledger"}
	c.format(r, 0, "text", "json")
	c.judged(r, t.texts)
	return c
}

// findings are the forms of ct-search that answer with findings.
func findings(r *rand.Rand, tr *tree, n func(*truth) int, args ...string) call {
	s, o := within(r)
	t := tr.truth(s)
	c := call{tool: "ct-search", place: s, args: append(o, args...), want: map[string]int{"summary.total_matches": n(t)}, ledger: "ledger"}
	c.format(r, 8000, "text", "json", "md", "jsonl")
	c.judged(r, n(t))
	return c
}

func query(r *rand.Rand, tr *tree) call {
	return findings(r, tr, func(t *truth) int { return t.hits }, needle)
}

func definitions(r *rand.Rand, tr *tree) call {
	return findings(r, tr, func(t *truth) int { return t.defs }, "--entity", "function", "--symbol", function)
}

func calls(r *rand.Rand, tr *tree) call {
	return findings(r, tr, func(t *truth) int { return t.calls }, "--calls", function)
}

func survey(r *rand.Rand, tr *tree) call {
	s, o := within(r)
	t := tr.truth(s)
	n := max(0, t.lines+r.IntN(3)-1)
	holds := n == t.lines
	c := call{
		tool: "ct-survey", place: s, holds: &holds, want: map[string]int{"survey.overall.0.matches": t.lines, "survey.overall.0.files": t.files}, ledger: "ledger",
		args: append(o, "--term", needle, fmt.Sprintf("--expect=expr:terms[%q] == %d", needle, n)),
	}
	c.format(r, 8000, "toon", "json")
	return c
}

func scout(r *rand.Rand, tr *tree) call {
	s, o := within(r)
	t := tr.truth(s)
	c := call{tool: "ct-survey", place: s, args: append(o, "--scout", needle), want: map[string]int{"scout.matches": t.lines, "scout.files": t.files}, ledger: "ledger"}
	c.format(r, 8000, "toon", "json")
	c.judged(r, t.lines)
	return c
}

func sample(r *rand.Rand, tr *tree) call {
	s, o := within(r)
	t := tr.truth(s)
	c := call{tool: "ct-show", place: s, args: append(o, "--sample", needle), want: map[string]int{"lines": t.lines, "files": t.files}, ledger: "ledger"}
	c.format(r, 8000, "text", "json")
	c.judged(r, t.lines)
	return c
}

// show asks for one file, of any kind of name.
func show(r *rand.Rand, tr *tree) call {
	if len(tr.files) == 0 {
		return sample(r, tr)
	}
	file := pick(r, tr.files...)
	k := tr.find(file)
	c := call{tool: "ct-show", args: []string{"--", needle, file}}
	c.format(r, 8000, "text", "json")
	if k.nul || tr.locked {
		c.any = true
		return c
	}
	c.judged(r, k.lines)
	return c
}

func spec(r *rand.Rand, tr *tree) call {
	s, o := within(r)
	t := tr.truth(s)
	c := call{tool: "ct-spec", place: s, args: append(o, "--root=.", "--include=*", needle)}
	c.format(r, 8000, "text", "json")
	c.judged(r, t.files)
	return c
}

// experiment runs a command; what the command sees of a fault is its own affair.
func experiment(r *rand.Rand, tr *tree) call {
	c := call{tool: "ct-test", any: true}
	c.format(r, 0, "text", "json")
	if len(tr.files) == 0 || r.IntN(2) == 0 {
		c.args = append(c.args, "--cmd", "ls", "--", "-R", ".")
		return c
	}
	c.args = append(c.args, "--cmd", "cat", "--ok-match", needle, "--", "./"+pick(r, tr.files...))
	return c
}

// object is a tool call as JSON.
func object(tool string, arguments map[string]any) string {
	b, _ := json.Marshal(map[string]any{"tool": tool, "arguments": arguments})
	return string(b)
}

// arguments are those of the scope.
func (s scope) arguments(more map[string]any) map[string]any {
	if s.hidden {
		more["hidden"] = true
	}
	if s.noIgnore {
		more["no_ignore"] = true
	}
	if s.depth > 0 {
		more["max_depth"] = s.depth
	}
	return more
}

// toolCall asks one of the tools as a model would.
func toolCall(r *rand.Rand, tr *tree) call {
	s, _ := within(r)
	t := tr.truth(s)
	c := call{json: true, place: s, ledger: "ledger"}
	switch r.IntN(5) {
	case 0:
		c.tool, c.stdin = "ct-search", object("find_files", s.arguments(map[string]any{"grep": []string{needle}, "mode": "literal"}))
		c.want = map[string]int{"count": t.files, "lines": t.lines}
	case 1:
		c.tool, c.stdin = "ct-search", object("smart_search", s.arguments(map[string]any{"query": needle}))
		c.want = map[string]int{"summary.total_matches": t.hits}
	case 2:
		c.tool, c.stdin = "ct-survey", object("survey", s.arguments(map[string]any{"term": []string{needle}}))
		c.want = map[string]int{"survey.overall.0.matches": t.lines}
	case 3:
		c.tool, c.stdin = "ct-show", object("sample", s.arguments(map[string]any{"query": needle}))
		c.want = map[string]int{"lines": t.lines}
	default:
		return searchFiles(r, tr)
	}
	c.args = []string{"--call=-"}
	return c
}

func searchFiles(r *rand.Rand, tr *tree) call {
	s := scope{strict: true}
	t := tr.truth(s)
	arguments := map[string]any{"path": ".", "query": needle}
	if r.IntN(3) == 0 {
		arguments["mode"] = "regex"
	}
	return call{
		tool: "ct-search", args: []string{"--call=-"}, stdin: object("search_files", arguments), json: true, place: s,
		want: map[string]int{"stats.matches_total": t.hits, "stats.files_matched": t.files}, ledger: "search_files",
	}
}

// hostile is a tool call that no client should send.
func hostile(r *rand.Rand) call {
	long := strings.Repeat("x/", 1<<r.IntN(16))
	values := []any{nil, true, -1, 1e300, "", long, "\x00", "../../../etc", []any{}, []any{nil, 1, long}, map[string]any{"a": long}, "\u202e", "*" + strings.Repeat("{a,", 60), strings.Repeat("(", 2000), "(a*)*$"}
	tools := map[string]string{"find_files": "ct-search", "search_files": "ct-search", "smart_search": "ct-search", "find_calls": "ct-search", "find_entities": "ct-search", "survey": "ct-survey", "scout": "ct-survey", "sample": "ct-show", "spec_search": "ct-spec", "framed_test": "ct-test", "no_tool": "ct-search"}
	tool := pick(r, "find_files", "search_files", "smart_search", "find_calls", "find_entities", "survey", "scout", "sample", "spec_search", "framed_test", "no_tool")
	arguments := map[string]any{}
	for range r.IntN(4) {
		arguments[pick(r, "path", "query", "mode", "grep", "term", "calls", "entity", "symbol", "paths", "max_depth", "limit", "include", "exclude", "cmd", "args", "max_bytes", "case", "max_results", "context", "where", "nothing")] = pick(r, values...)
	}
	text := object(tool, arguments)
	if r.IntN(6) == 0 {
		text = text[:r.IntN(len(text))]
	}
	return call{tool: tools[tool], args: []string{"--call=-"}, stdin: text, json: true, any: true}
}
